// The TextMate grammars for movements and sentences inside of YAML. They are made from the grammars of the program, so a
// new word of the language is coloured without a change here.
//
// Three grammars are injected into YAML. The first only marks the text from the key `alfil` on, so that files of other
// programs keep their colours. The others work inside of this mark, and colour the values of the keys below: one in lines,
// the other in braces and brackets, where a comma ends a value.

import { readFileSync } from 'node:fs';

/** The keys whose values are movements, sentences, questions or areas. A value that is a mapping is none of them. */
export const KEYS = [
  'every move', 'may pass in check', 'parry also from', 'umpire tells', 'may pass', 'diagonals', 'sentence', 'attacks', 'effects',
  'claims', 'goals', 'moves', 'must', 'cells', 'when', 'at',
];

/** The keys whose value is a mapping of names to questions or areas. */
const NAMED = ['questions', 'zones'];

/** Words with which a line of goals, claims or effects begins. */
const OPENERS = ['when', 'always', 'win', 'loss', 'draw', 'king safe'];

/** Words with a colour of their own. All other words of the grammars have the colour of `keyword.other`. */
const SORTS = {
  'keyword.control': ['when', 'then', 'may', 'only', 'always', 'and', 'or', 'not', 'leaving', 'after', 'but'],
  'constant.language': ['win', 'loss', 'draw', 'none', 'true', 'false'],
  'storage.modifier': ['own', 'enemy', 'ally', 'any', 'white', 'black', 'every', 'one', 'all', 'no', 'some', 'its'],
};

/** The words in quotes in a rule of a grammar, or in the whole grammar. */
function words(pest, rule) {
  const own = rule ? pest.match(new RegExp(`^${rule} *= [^]*?^}`, 'm'))[0] : pest;
  const code = own.split('\n').filter((line) => !line.trimStart().startsWith('//')).join('\n');
  return [...code.matchAll(/"([a-z]{2,})"/g)].map(([, word]) => word);
}

/**
 * The words of sentences and conditions that no piece and no zone may have as its name, and words of areas and movements.
 * `folder` is the folder with the grammars of the program.
 */
export function vocabulary(folder) {
  const read = (name) => readFileSync(new URL(`${name}.pest`, folder), 'utf8');
  const movement = words(read('movement')).filter((word) => !/^(.)\1$/.test(word));
  const all = new Set([
    ...words(read('question'), 'reserved'), ...words(read('condition')), ...words(read('area')), ...movement, ...Object.values(SORTS).flat(),
  ]);
  return [...all].sort();
}

/** The letters of atoms. */
function atoms(folder) {
  const pest = readFileSync(new URL('movement.pest', folder), 'utf8');
  return [...pest.match(/^atom = @\{(.*)\}$/m)[1].matchAll(/"(.)"/g)].map(([, letter]) => letter).join('');
}

const any = (list) => [...list].sort((a, b) => b.length - a.length).join('|');

/** The colours of the text of a movement or a sentence. */
function text(folder) {
  const all = vocabulary(folder);
  const sorted = Object.values(SORTS).flat();
  const whole = (list) => `(?<![\\w-])(?:${any(list)})(?![\\w'-])`;
  const letters = atoms(folder);
  return [
    // A term: letters of directions and modes, an atom, and a range. `O` also stands in `isO2`.
    {
      match: `(?<![A-Za-z0-9_-])((?:[a-z]|\\([a-z]+\\))*)((?:([${letters.replace('@', '')}])\\3?|@)[XY]?)(\\*|\\d+(?:\\.\\d+)?(?:-\\d+(?:\\.\\d+)?)?)?(?![A-Za-z_])`,
      captures: {
        1: { name: 'storage.modifier.directions.alfil' }, 2: { name: 'entity.name.function.atom.alfil' }, 4: { name: 'constant.numeric.range.alfil' },
      },
    },
    // `^` and `c^W` stand for movements of the parent.
    { match: '([mc]?)(\\^)([A-Z@]{0,2})', captures: { 1: { name: 'storage.modifier.directions.alfil' }, 2: { name: 'keyword.operator.parent.alfil' }, 3: { name: 'entity.name.function.atom.alfil' } } },
    { match: '\\((\\d+)(?:,(\\d+)){1,2}\\)(\\d+|\\*)?', name: 'entity.name.function.atom.alfil' },
    ...Object.entries(SORTS).map(([sort, list]) => ({ match: whole(list), name: `${sort}.alfil` })),
    { match: whole(all.filter((word) => !sorted.includes(word))), name: 'keyword.other.alfil' },
    { match: '(?<![\\w-])[A-Z]?[a-z]{1,2}\\d{1,2}(?:-[A-Z]?[a-z]{1,2}\\d{1,2})?(?![\\w-])', name: 'constant.other.cell.alfil' },
    { match: '(?<![\\w-])\\d+(?:\\.\\d+)?(?:[-/]\\d+(?:\\.\\d+)?)?(?![\\w])', name: 'constant.numeric.alfil' },
    { match: '>=|<=|!=|[=<>+;?]|(?<= )-(?= )', name: 'keyword.operator.alfil' },
    { match: '[A-Za-z_][\\w-]*', name: 'variable.other.name.alfil' },
  ];
}

const KEY_COLOURS = { 2: { name: 'entity.name.tag.yaml' }, 3: { name: 'punctuation.separator.key-value.mapping.yaml' } };
const SEPARATOR = { 1: { name: 'punctuation.separator.mapping.yaml' } };

/** The values of keys. `before` matches what precedes a key, with one group, and `ends` the end of a value without quotes. */
function values(before, ends) {
  const head = `${before}(${any(KEYS)})(\\s*:)[ \\t]+`;
  const quoted = (quote) => ({
    begin: `${head}(${quote})`,
    beginCaptures: { ...SEPARATOR, ...KEY_COLOURS, 4: { name: 'punctuation.definition.string.begin.yaml' } },
    end: `(${quote})|$`,
    endCaptures: { 1: { name: 'punctuation.definition.string.end.yaml' } },
    contentName: 'meta.sentence.alfil',
    patterns: [{ include: '#text' }],
  });
  const plain = {
    begin: `${head}(?=[^\\s#"'{\\[|>&*!%])`,
    beginCaptures: { ...SEPARATOR, ...KEY_COLOURS },
    end: ends,
    contentName: 'meta.sentence.alfil',
    patterns: [{ include: '#text' }],
  };
  return [quoted('"'), quoted("'"), plain];
}

/** The items of lists that begin with one of the words of goals and effects. */
const items = (before, ends) => ({
  begin: `${before}(?=(?:${any(OPENERS)})(?:[ \\t]|$))`,
  beginCaptures: SEPARATOR,
  end: ends,
  contentName: 'meta.sentence.alfil',
  patterns: [{ include: '#text' }],
});

const BLOCK_END = '(?=[ \\t]+#)|$';
const FLOW_END = '(?=[,}\\]]|[ \\t]+#)|$';

/** The texts of some keys in lines of their own, which are indented. */
const FOLDED = {
  begin: '(?<![^\\s])()(every move|attacks|must)(\\s*:)[ \\t]+([>|][-+]?)[ \\t]*$',
  beginCaptures: { ...KEY_COLOURS, 4: { name: 'keyword.control.flow.block-scalar.yaml' } },
  while: '^(?=[ \\t]|$)',
  contentName: 'meta.sentence.alfil',
  patterns: [{ include: '#text' }],
};

/** Mappings of names to questions or areas. */
const MAPPINGS = {
  begin: `^()(${any(NAMED)})(\\s*:)[ \\t]*$`,
  beginCaptures: KEY_COLOURS,
  while: '^(?=[ \\t]|$)',
  name: 'meta.named.alfil',
  patterns: [
    { match: '^[ \\t]*(#.*)$', captures: { 1: { name: 'comment.line.number-sign.yaml' } } },
    {
      begin: '^([ \\t]+)([^\\s:#][^:]*?)(\\s*:)[ \\t]+(?=[^\\s#"\'{\\[|>&*!%])',
      beginCaptures: KEY_COLOURS,
      end: BLOCK_END,
      contentName: 'meta.sentence.alfil',
      patterns: [{ include: '#text' }],
    },
    { include: 'source.yaml' },
  ],
};

/**
 * The grammars, by the names of their files.
 * @param {URL} folder the folder with the grammars of the program
 */
export function grammars(folder) {
  const repository = { text: { patterns: text(folder) } };
  const outside = '- comment - string - meta.sentence.alfil';
  return {
    'definition.tmLanguage.json': {
      scopeName: 'alfil.definition.injection',
      injectionSelector: 'L:source.yaml - meta.definition.alfil - meta.embedded - string - comment',
      patterns: [{ begin: '^(?=alfil[ \\t]*:[ \\t])', end: '(?!)', name: 'meta.definition.alfil', patterns: [{ include: 'source.yaml' }] }],
    },
    'block.tmLanguage.json': {
      scopeName: 'alfil.block.injection',
      injectionSelector: `L:meta.definition.alfil ${outside} - meta.flow.mapping - meta.flow.sequence - meta.flow-mapping - meta.flow-sequence`,
      patterns: [FOLDED, MAPPINGS, ...values('(?<![^\\s-])()', BLOCK_END), items('(?<=- )', BLOCK_END)],
      repository,
    },
    'flow.tmLanguage.json': {
      scopeName: 'alfil.flow.injection',
      injectionSelector: ['meta.flow.mapping', 'meta.flow.sequence', 'meta.flow-mapping', 'meta.flow-sequence']
        .map((scope) => `L:meta.definition.alfil ${scope} ${outside}`).join(', '),
      // The comma belongs to the match, because YAML's rule for it would not end.
      patterns: [...values('(?:(,)[ \\t]*|(?<=\\{)[ \\t]*|^[ \\t]*)', FLOW_END), items('(?:(,)[ \\t]*|(?<=\\[)[ \\t]*|^[ \\t]*)', FLOW_END)],
      repository,
    },
  };
}
