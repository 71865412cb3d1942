// The engine for browsers gives the same answers as the worker process of the program: every question, for every
// shipped definition, in 20 positions each. It needs the module and the program. With ALFIL_MODULE, which names a newly built
// module, both that one and the committed one are asked.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { decompress } from 'lzma1';
import { engine as instance } from '../src/engine.js';
import { QUEUES } from '../src/queues.js';
import { committed, module as packed, noModule, program } from './browser.mjs';
import { dice, native } from './native.mjs';

const POSITIONS = 20;
/** Definitions whose name contains one of these words; all without ALFIL_ONLY. */
const only = process.env.ALFIL_ONLY?.split(' ');

const skip = noModule || (existsSync(program) ? false : `no program at ${program}`);

const worker = skip ? null : native();
const compiled = skip ? null : [...new Set([packed, committed])].map((path) => new WebAssembly.Module(decompress(readFileSync(path))));
after(() => worker?.end());

/** Starts all modules, whose answers to a question must be the same. */
function engine(modules) {
  const all = modules.map(instance);
  return (words) => {
    const [answer, ...others] = all.map((ask) => ask(words));
    for (const other of others) assert.deepEqual(JSON.parse(other), JSON.parse(answer), `the committed module: ${words.slice(-300)}`);
    return answer;
  };
}

/** Asks both, compares, and returns the answer. */
async function both(ask, own, question) {
  const words = JSON.stringify({ ask: own, ...question });
  const waiting = worker.ask(words);
  const here = JSON.parse(ask(words));
  const there = JSON.parse(await waiting);
  assert.deepEqual(here, there, `${own}: ${words.slice(-300)}`);
  return here;
}

/** A random move of a tree; undefined if there is none. */
function leaf(node, below) {
  if (!node.branches.length) return undefined;
  const one = node.branches[below(node.branches.length)];
  return typeof one === 'string' ? node.stem + one : one.text ?? leaf(one.next, below);
}

const first = skip ? null : engine(compiled);
const shipped = skip ? [] : JSON.parse(first('{"ask":"shipped"}')).shipped;

test('the page knows the queue of each question', { skip }, () => {
  const rust = readFileSync(new URL('../../crates/studio/src/question.rs', import.meta.url), 'utf8');
  const names = Object.fromEntries([...rust.matchAll(/Question::(\w+) => "([\w-]+)"/g)].map(([, own, name]) => [own, name]));
  const [, body] = rust.match(/fn work\(self\) -> Work \{([^]*?)\n {4}\}/);
  const queues = {};
  for (const [, own, work] of body.matchAll(/((?:\s*\|?\s*Question::\w+)+) => \{?\s*Work::(\w+)/g)) {
    for (const [, one] of own.matchAll(/Question::(\w+)/g)) queues[names[one]] = work.toLowerCase();
  }
  assert.equal(Object.keys(queues).length, Object.keys(names).length);
  for (const [name, queue] of Object.entries(queues)) assert.equal(QUEUES[name] ?? 'game', queue, name);
});

test('the module survives a question that is no question', { skip }, () => {
  assert.match(first('no JSON'), /^\{"error":/);
  assert.equal(first('{"ask":"nothing","text":""}'), '{"error":"there is no question `nothing`"}');
  assert.equal(first('{"ask":"check"}'), '{"error":"missing field `text`"}');
});

test('a file keeps its line endings', { skip }, () => {
  const raw = '\ufeffname: A\r\nextends: chess\r\n';
  assert.equal(JSON.parse(first(JSON.stringify({ ask: 'unpack-file', raw }))), 'name: A\nextends: chess\n');
  assert.equal(JSON.parse(first(JSON.stringify({ ask: 'pack-file', raw, text: 'name: A\ncastling: none\nextends: chess\n' }))), '\ufeffname: A\r\ncastling: none\r\nextends: chess\r\n');
});

test('a text names the files beside it', { skip }, () => {
  const ask = engine(compiled);
  const files = { 'parents/base.yaml': 'name: Base\nextends: ../top.yaml\n', 'top.yaml': 'name: Top\nextends: chess\ncastling: none\n' };
  ask(JSON.stringify({ ask: 'open', file: 'mine.yaml', files }));
  const check = (text) => JSON.parse(ask(JSON.stringify({ ask: 'check', text })));
  assert.equal(check('name: Mine\nextends: ./parents/base.yaml\n').playable, true);
  assert.equal(check('name: Mine\nextends: ./parents/none.yaml\n').findings[0].code, 'unreadable-file');
});

test('a new definition has no findings', { skip }, () => {
  const text = JSON.parse(first('{"ask":"draft"}'));
  assert.deepEqual(JSON.parse(first(JSON.stringify({ ask: 'check', text }))), { findings: [], playable: true });
});

test('files of other programs', { skip }, async () => {
  const ask = engine(compiled);
  const text = 'name: Mine\nextends: chess\n';
  const data = (name) => readFileSync(new URL(`../../tests/data/files/${name}`, import.meta.url), 'utf8');
  const file = (name, content, more) => both(ask, 'file', { text, name, content, ...more });
  const { sections } = await file('variants.ini', data('variants.ini'));
  await file('variants.ini', data('variants.ini'), { outcomes: [0, sections.length] });
  for (const section of sections.keys()) await file('variants.ini', data('variants.ini'), { section });
  await file('camels.txt', data('diagram.txt'));
  const { items } = await file('games.pgn', data('games.pgn'));
  for (const { number } of items) await file('games.pgn', data('games.pgn'), { item: number });
  await file('start.fen', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n');
  await file('game.zrf', '(game (title "Xiangqi"))\n');
  await both(ask, 'file', { text, name: 'a.pgn', base64: btoa('[White "J\xfcrgen"]\n\n1. e4 *\n') });
  await both(ask, 'line', { text, pasted: '1. e4! {good} (1. d4 d5) e5' });
});

for (const [number, { name }] of shipped.entries()) {
  if (only && !only.includes(name)) continue;
  test(name, { skip }, async () => {
    const ask = engine(compiled);
    const { text } = JSON.parse(ask(JSON.stringify({ ask: 'shipped', name })));
    const check = (own, question = {}) => both(ask, own, { text, ...question });
    await check('glance');
    const { playable } = await check('check');
    await check('format');
    const at = text.indexOf('moves:') + 8;
    await check('hover', { at });
    await check('complete', { at });
    await check('game');
    const { kinds, pieces } = await check('setup');
    for (const { name: piece } of kinds ?? []) await check('movement', { piece });
    if (pieces?.length) await check('edit', { change: { do: 'remove', cell: pieces[0].cell } });
    if (!playable) return;
    await check('facts');
    await check('rules');
    const below = dice(number + 1);
    const moves = [];
    for (let n = 0; n < POSITIONS; n += 1) {
      const board = await check('board', { moves });
      if (board.error) throw new Error(board.error);
      const piece = board.pieces[below(board.pieces.length)];
      if (board.form === 'points' && piece && n < 3) await check('piece', { moves, piece: piece.id });
      await check('why', { moves, move: 'a1a1' });
      const { text: position } = await check('state', { moves, san: true, played: true });
      await check('position', { position });
      await check('move', { moves, move: 'a1a1' });
      if (board.told) break;
      // On a plane the computer chooses, because its moves are not in a list. A limit of nodes does not depend on the machine.
      const next = board.form === 'cells' ? leaf(board.tree, below) : (await check('analyze', { moves, nodes: 20, seconds: 10 })).best?.text;
      if (next === undefined) break;
      await check('move', { moves, move: next });
      moves.push(next);
    }
    await check('line', { pasted: moves.join(' ') });
    for (const form of ['svg', 'card', 'pgn', 'html', 'page', 'ini', 'diagram']) await check('share', { moves, form });
    if (moves.length) await check('frames', { moves: moves.slice(0, 3) });
    await check('sketch', { moves });
    await check('position', { position: '8/8' });
    await check('perft', { moves, depth: 1, divide: true });
    await check('record', { moves, what: 'position' });
    await check('alive', { slices: 1 });
    const last = await check('board', { moves });
    // On a busy machine the usual limit of time might end one of the searches earlier.
    if (!last.told) await check('analyze', { moves, nodes: 100, seconds: 10 });
    // Levels have limits of time. The fast first level does not reach its limit while few captures are possible.
    if (moves.length > 2 && last.form === 'cells') await check('reply', { moves: moves.slice(0, 2), level: 1, seed: 1 });
    if (moves.length) await check('review', { moves, nodes: 80, seconds: 10 });
  });
}
