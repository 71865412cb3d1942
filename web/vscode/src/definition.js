// Which YAML files are definitions. The server asks the same, but also answers for files that only resemble one.

/** The keys of a definition (`alfil schema`). */
export const KEYS = [
  'alfil', 'name', 'about', 'abstract', 'modifier', 'extends', 'modifiers', 'dialect', 'space', 'sides', 'allies', 'eliminated',
  'teams lose', 'winner', 'zones', 'groups', 'questions', 'pieces', 'men', 'look', 'every move', 'attacks', 'must', 'effects',
  'castling', 'en passant', 'plane', 'hand', 'dice', 'turn', 'sight', 'umpire tells', 'setup', 'shuffle', 'ends', 'tests',
];

/** Keys that files of other programs hardly have. */
const TELLING = new Set(['space', 'pieces', 'every move', 'castling', 'setup', 'ends']);

/**
 * Whether a text is a definition: it has the key `alfil`, or at least two keys of definitions, one of which is typical, and
 * no more keys that definitions do not have.
 */
export function isDefinition(text) {
  const keys = [...text.matchAll(/^([A-Za-z][^:#\n]*?)[ \t]*:(?=\s|$)/gm)].map(([, key]) => key);
  if (keys.includes('alfil')) return true;
  const own = keys.filter((key) => KEYS.includes(key));
  return own.length >= 2 && own.some((key) => TELLING.has(key)) && own.length * 2 >= keys.length;
}
