// The colours of definitions, with VS Code's grammars for YAML and with the grammar that VS Code had before version 1.94.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { here, root, shipped } from './alfil.mjs';
import { vocabulary } from '../src/highlight.js';

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');
const { OnigScanner, OnigString, loadWASM } = require('vscode-oniguruma');
await loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));

const { contributes } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const own = new Map(contributes.grammars.map(({ scopeName, path }) => [scopeName, join(here, path)]));
const folder = join(here, 'node_modules/@codingame/monaco-vscode-yaml-default-extension/resources');
const present = (name) => [`source.${name.replace('-', '.')}`, join(folder, `${name}.tmLanguage.json`)];
const sets = {
  'VS Code': new Map(['yaml', 'yaml-1.0', 'yaml-1.1', 'yaml-1.2', 'yaml-1.3', 'yaml-embedded'].map(present)),
  'older VS Code': new Map([['source.yaml', join(here, 'node_modules/tm-grammars/grammars/yaml.json')]]),
};

/** A function that splits a text into tokens: lists of words with their scopes, without blanks. */
async function tokenizer(files) {
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner: (all) => new OnigScanner(all), createOnigString: (text) => new OnigString(text) }),
    loadGrammar: async (scope) => {
      const file = own.get(scope) ?? files.get(scope);
      return file ? parseRawGrammar(readFileSync(file, 'utf8'), file) : null;
    },
    getInjections: (scope) => contributes.grammars.filter(({ injectTo }) => injectTo.includes(scope)).map(({ scopeName }) => scopeName),
  });
  const grammar = await registry.loadGrammar('source.yaml');
  return (text) => {
    let stack = INITIAL;
    return text.split('\n').map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
      stack = ruleStack;
      const words = tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
      return { line, tokens: words.filter((token) => token.text.trim()) };
    });
  };
}

/** The last part of the scope of each token of Alfil in the first line that contains `part`. */
function colours(lines, part) {
  const found = lines.find(({ line }) => line.includes(part));
  assert.ok(found, `no line with ${part}`);
  const ours = found.tokens.filter(({ scopes }) => scopes.at(-1).endsWith('.alfil') && !scopes.at(-1).startsWith('meta.'));
  return ours.map(({ text, scopes }) => `${text} ${scopes.at(-1).replace('.alfil', '')}`);
}

const [ATOM, DIRECTIONS, RANGE] = ['entity.name.function.atom', 'storage.modifier.directions', 'constant.numeric.range'];
const [CONTROL, WORD, SIDE, NAME, SIGN, RESULT] = ['keyword.control', 'keyword.other', 'storage.modifier', 'variable.other.name', 'keyword.operator', 'constant.language'];

for (const [name, files] of Object.entries(sets)) {
  const tokens = await tokenizer(files);

  test(`movements have colours (${name})`, () => {
    const chess = tokens(shipped('orthodox/chess'));
    assert.deepEqual(colours(chess, 'moves: fmW'), [`fm ${DIRECTIONS}`, `W ${ATOM}`, `fce ${DIRECTIONS}`, `F ${ATOM}`, `ifmn ${DIRECTIONS}`, `D ${ATOM}`]);
    assert.deepEqual(colours(chess, 'king: {'), [`K ${ATOM}`, `is ${DIRECTIONS}`, `O ${ATOM}`, `2 ${RANGE}`]);
    const contrast = tokens(shipped('contrast/contrast-modifier'));
    assert.deepEqual(colours(contrast, 'queen: {'), [
      `+ ${SIGN}`, `cab ${DIRECTIONS}`, `K ${ATOM}`, `when ${CONTROL}`, `strong ${WORD}`, `; ${SIGN}`, `Q ${ATOM}`, `2 ${RANGE}`, `when ${CONTROL}`, `weak ${WORD}`,
    ]);
    const quoted = tokens(shipped('stones/othello'));
    assert.deepEqual(colours(quoted, 'moves: "@8"'), [`@ ${ATOM}`, `8 ${RANGE}`]);
    const xiangqi = tokens(shipped('asian/xiangqi'));
    assert.deepEqual(colours(xiangqi, 'elephant: {'), [`n ${DIRECTIONS}`, `A ${ATOM}`, `; ${SIGN}`, `only ${CONTROL}`, `when ${CONTROL}`, `to ${WORD}`, `home ${NAME}`]);
  });

  test(`sentences have colours (${name})`, () => {
    const dice = tokens(shipped('chance/dice-chess'));
    assert.deepEqual(colours(dice, 'capturing king or leaving'), [
      `capturing ${WORD}`, `king ${NAME}`, `or ${CONTROL}`, `leaving ${CONTROL}`, `not ${CONTROL}`, `own ${SIDE}`, `king ${NAME}`, `attacked ${WORD}`,
    ]);
    assert.deepEqual(colours(dice, 'sentence: loss when no own king'), [`loss ${RESULT}`, `when ${CONTROL}`, `no ${SIDE}`, `own ${SIDE}`, `king ${NAME}`]);
    assert.deepEqual(colours(dice, 'attacks: ^'), ['^ keyword.operator.parent']);
    assert.deepEqual(colours(dice, 'promotes: {at'), [`last ${WORD}`, `rank ${WORD}`]);
    const ice = tokens(shipped('effects/ice-age'));
    assert.deepEqual(colours(ice, 'ends: {goals').map((colour) => colour.split(' ')[0]), ['draw', 'when', 'won', 'and', 'lost', 'win', 'when', 'won', 'loss', 'when', 'lost']);
    assert.deepEqual(colours(ice, 'lost: ice age').slice(-3), [`any ${SIDE}`, `but ${CONTROL}`, `ice ${NAME}`]);
    assert.deepEqual(colours(ice, 'effects: [').slice(0, 4), [`when ${CONTROL}`, `ice ${NAME}`, `age ${NAME}`, `then ${CONTROL}`]);
    const hours = tokens(shipped('layers/after-hours'));
    assert.deepEqual(colours(hours, 'ground: '), ['Aa1-Ah8 constant.other.cell']);
  });

  test(`texts for people, comments and tests keep the colours of YAML (${name})`, () => {
    for (const { line, tokens: found } of tokens(shipped('chance/dice-chess'))) {
      if (!/^ {4}\w.*(?:piece|turn)|^#|^ {2}#|exactly:|source:|because:/.test(line)) continue;
      assert.ok(found.every(({ scopes }) => !scopes.at(-1).endsWith('.alfil')), line);
    }
  });

  test(`no part of a shipped definition looks like a mistake (${name})`, () => {
    for (const family of readdirSync(join(root, 'definitions'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      for (const file of readdirSync(join(root, 'definitions', family.name)).filter((entry) => entry.endsWith('.yaml'))) {
        for (const { line, tokens: found } of tokens(shipped(`${family.name}/${file.slice(0, -5)}`))) {
          const wrong = found.find(({ scopes }) => scopes.some((scope) => scope.startsWith('invalid.')));
          assert.equal(wrong, undefined, `${file}: ${line}`);
        }
      }
    }
  });

  test(`files of other programs keep their colours (${name})`, () => {
    const other = 'hosts: all\ntasks:\n  - name: x\n    when: not own and any\n    moves: R2\n  - {when: not own}\neffects:\n  - when capturing\n';
    assert.ok(tokens(other).every(({ tokens: found }) => found.every(({ scopes }) => scopes.every((scope) => !scope.includes('alfil')))));
  });

  test(`every word of the grammars has a colour (${name})`, () => {
    for (const word of vocabulary(new URL('../../../grammar/', import.meta.url))) {
      const [line] = tokens(`alfil: 1\nmust: x ${word} y`).slice(1);
      const token = line.tokens.find(({ text }) => text === word);
      assert.match(token?.scopes.at(-1) ?? 'none', /^(keyword|storage|constant)\./, word);
    }
  });
}
