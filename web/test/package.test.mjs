// The npm package: the names of ffish.js, its own functions, and the same answers as the program, in Node.js and in a browser. It
// needs the module (`npm run module`, or ALFIL_MODULE); the comparison also needs the program.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browse, module, noBrowser, noModule, program, root } from './browser.mjs';
import { host } from './host.mjs';
import { dice, native } from './native.mjs';

/** The number of random positions of each definition. */
const POSITIONS = 5;
/** The greatest number of legal moves of a position in which sequences of two moves are counted. */
const FEW = 40;

const skip = noModule;
const noProgram = skip || (existsSync(program) ? false : `no program at ${program}`);

/** A folder in which the package is installed. */
const folder = skip ? null : mkdtempSync(join(tmpdir(), 'alfil-npm-'));
const own = (...names) => join(folder, 'node_modules/alfil', ...names);
let alfil = null;
let AlfilError = null;
let load = null;

before(async () => {
  if (skip) return;
  execFileSync(process.execPath, [join(root, 'web/package.mjs'), own()], { env: { ...process.env, ALFIL_MODULE: module }, stdio: 'pipe' });
  ({ load, AlfilError } = await import(pathToFileURL(own('index.js'))));
  alfil = await load();
});
after(() => { if (folder) rmSync(folder, { recursive: true, force: true }); });

/** Checks that `use` throws an error with this code and a text that contains `words`. */
function throws(use, code, words) {
  assert.throws(use, (error) => {
    assert.ok(error instanceof AlfilError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    return true;
  });
}

test('the archive has the files of the package and no others', { skip }, () => {
  const [{ files, version }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: own(), stdio: ['ignore', 'pipe', 'ignore'] }));
  assert.deepEqual(files.map(({ path }) => path).sort(), [
    'LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'alfil.wasm.gz', 'board.js', 'desk.js', 'engine.js', 'error.js', 'game.js', 'index.d.ts', 'index.js',
    'module.js', 'package.json',
  ]);
  assert.equal(alfil.info(), `Alfil ${version}`);
});

test('the types fit', { skip }, () => {
  copyFileSync(join(root, 'web/test/package.types.ts'), join(folder, 'types.mts'));
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--skipLibCheck', 'false'];
  const { stdout: result } = spawnSync(process.execPath, [join(root, 'web/node_modules/typescript/bin/tsc'), ...flags, join(folder, 'types.mts')], { encoding: 'utf8' });
  assert.equal(result, '');
});

test('the examples of the documents print what the documents say', { skip }, () => {
  let count = 0;
  for (const page of ['docs/web.md', 'web/package/README.md']) {
    for (const [, code, printed] of readFileSync(join(root, page), 'utf8').matchAll(/```js\n([^]*?)```\n\n```text\n([^]*?)```/g)) {
      writeFileSync(join(folder, 'example.mjs'), code);
      assert.equal(execFileSync(process.execPath, [join(folder, 'example.mjs')], { encoding: 'utf8' }), printed, code);
      count += 1;
    }
  }
  assert.ok(count >= 3, `${count} examples`);
});

test('a board of chess, with the names of ffish.js', { skip }, () => {
  const board = new alfil.Board();
  assert.equal(board.variant(), 'chess');
  assert.equal(board.numberLegalMoves(), 20);
  assert.equal(board.legalMoves().split(' ').length, 20);
  assert.ok(board.legalMovesSan().split(' ').includes('Nf3'));
  assert.equal(board.push('e2e4'), true);
  assert.equal(board.push('e2e4'), false);
  assert.equal(board.turn(), false);
  assert.equal(board.pushSan('e5'), true);
  assert.equal(board.fen(), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2');
  assert.equal(board.sanMove('g1f3'), 'Nf3');
  assert.equal(board.variationSan('g1f3 b8c6 f1b5'), '2. Nf3 Nc6 3. Bb5');
  assert.equal(board.variationSan('g1f3 b8c6', alfil.Notation.SAN, false), 'Nf3 Nc6');
  assert.deepEqual([board.fullmoveNumber(), board.halfmoveClock(), board.gamePly()], [2, 0, 2]);
  board.pushMoves('d1h5 b8c6 f1c4');
  assert.equal(board.variationSan('g8f6 h5f7'), '3...Nf6 4. Qxf7#');
  board.pushSanMoves('Nf6');
  assert.deepEqual([board.isCapture('h5f7'), board.isCapture('a2a3'), board.isCheck(), board.isGameOver(), board.result()], [true, false, false, false, '*']);
  board.push('h5f7');
  assert.deepEqual([board.isCheck(), board.isGameOver(), board.result(), board.numberLegalMoves(), board.legalMoves()], [true, true, '1-0', 0, '']);
  assert.equal(board.ending().event, 'checkmate');
  assert.equal(board.moveStack(), 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7');
  const pgn = board.pgn();
  board.pop();
  assert.equal(board.isGameOver(), false);
  board.reset();
  assert.deepEqual([board.moveStack(), board.fen()], ['', alfil.startingFen('chess')]);
  assert.equal(board.toString().split('\n')[0], 'r n b q k b n r');
  assert.match(board.toVerboseString(), /Fen: rnbqkbnr/);
  assert.match(board.svg(), /^<svg/);
  assert.deepEqual([0, 1, 2, 3].map((depth) => board.perft(depth)), [1, 20, 400, 8902]);
  assert.equal(Object.values(board.divide(2)).reduce((a, b) => a + b), 400);
  board.delete();

  const game = alfil.readGamePGN(pgn);
  assert.deepEqual([game.variant(), game.headers('Result'), game.headers('None')], ['chess', '1-0', '']);
  assert.match(game.headerKeys(), /^Event Site/);
  assert.equal(game.mainlineMoves(), 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7');
  game.delete();
});

test('claimed draws, hands, shuffled starts, names of other programs', { skip }, () => {
  const board = new alfil.Board('Standard');
  board.pushMoves('g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
  assert.deepEqual([board.isGameOver(), board.isGameOver(true), board.result(), board.result(true)], [false, true, '*', '1/2-1/2']);
  const house = new alfil.Board('crazyhouse');
  house.pushMoves('e2e4 d7d5 e4d5 d8d5');
  assert.deepEqual([house.pocket(true), house.pocket(false)], ['p', 'p']);
  assert.deepEqual(['crazyhouse', 'chess'].map(alfil.capturesToHand), [true, false]);
  assert.equal(new alfil.Board('chess', '', true).variant(), 'chess960');
  assert.deepEqual([new alfil.Board('chess', '', true).is960(), board.is960()], [true, false]);
  assert.equal(new alfil.Board('kingofthehill').variant(), 'king-of-the-hill');
  assert.equal(new alfil.Board('3check').variant(), 'three-check');
  assert.equal(alfil.readGamePGN('[Variant "King of the Hill"]\n\n1. e4 e5 *').mainlineMoves(), 'e2e4 e7e5');
  const sum = new alfil.Board('capablanca+contrast-modifier');
  assert.equal(sum.perft(2), 1024);
  const names = alfil.variants().split(' ');
  assert.ok(names.includes('chess') && names.includes('xiangqi') && !names.includes('contrast-modifier'));
});

test('three and four sides have names of their own', { skip }, () => {
  assert.deepEqual(alfil.sides('four-player-chess'), { red: 'Red', blue: 'Blue', yellow: 'Yellow', green: 'Green' });
  assert.deepEqual(alfil.sides('chess'), { white: 'White', black: 'Black' });
  assert.deepEqual(Object.keys(alfil.sides('shogi')), ['white', 'black']);
  const board = new alfil.Board('four-player-chess');
  assert.deepEqual(board.sides(), ['red', 'blue', 'yellow', 'green']);
  const known = [];
  for (const move of ['d2d4', 'b5c5', 'd13d11', 'm5l5']) {
    known.push([board.side(), board.turn(), board.fullmoveNumber(), board.gamePly()]);
    assert.equal(board.push(move), true, move);
  }
  assert.deepEqual(known, [['red', true, 1, 0], ['blue', false, 1, 1], ['yellow', false, 1, 2], ['green', false, 1, 3]]);
  assert.deepEqual([board.side(), board.fullmoveNumber(), board.gamePly(), board.sidesOut()], ['red', 2, 4, []]);
  board.reset();
  assert.equal(board.variationSan('d2d4 b5c5 d13d11 m5l5 e2e4'), '1. d4 c5 d11 l5 2. e4');
  board.push('d2d4');
  assert.equal(board.variationSan('b5c5 d13d11'), '1...c5 d11');
  assert.deepEqual([board.pocket(true), board.pocket('green')], ['', '']);
  throws(() => board.pocket('white'), 'refused', /`white` is not a side of this game; its sides are red, blue, yellow, green/);
  assert.equal(alfil.validateFen(alfil.startingFen('four-player-chess'), 'four-player-chess'), 1);

  // Red mates Blue, and later Green: the rook takes the king of the last enemy.
  board.setFen('R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/1,rR,12/3,rR,10/14/14/13,gK/14/14/bK,13/14/14/7,rK,6');
  board.push('d10a10');
  assert.deepEqual([board.sidesOut(), board.side(), board.isGameOver(), board.result()], [['blue'], 'yellow', false, '*']);
  board.setFen('R-0,1,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/12,rR,1/10,rR,3/14/14/14/14/14/bK,12,gK/14/14/7,rK,6');
  board.push('k10n10');
  assert.deepEqual([board.isGameOver(), board.result(), board.sidesOut()], [true, '1-0-0-0', ['blue', 'yellow', 'green']]);
  assert.deepEqual(board.ending(), { text: 'Red wins by last side', event: 'last side', score: { red: '1', blue: '0', yellow: '0', green: '0' } });
  assert.match(board.pgn(), /\[Result "1-0-0-0"\]/);

  const three = new alfil.Board('trichess');
  assert.deepEqual(three.sides(), ['red', 'blue', 'yellow']);
  three.push(three.reply(1, 1));
  assert.deepEqual([three.side(), three.search({ nodes: 200 }).value], ['blue', null]);
});

test('positions have the numbers of ffish.js for their errors', { skip }, () => {
  const rows = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  const cases = [
    [`${rows} w KQkq - 0 1`, 1], ['', 0], [`${rows} w KQkq - 0 x`, -1], [`${rows} w KQkq - x 1`, -2], ['8/8/8/8/8/8/8/K7 w - - 0 1', -3],
    [`${rows} w KQkq z9 0 1`, -4], [`${rows} w KQxq - 0 1`, -5], [`${rows} x KQkq - 0 1`, -6], [`${rows}/8 w KQkq - 0 1`, -8],
    [rows.replace('n', 'z'), -10], [`${rows} w KQkq - 0 1 2`, -11],
  ];
  for (const [fen, number] of cases) assert.equal(alfil.validateFen(fen), number, fen);
  assert.equal(alfil.validateFen(`${rows}[x] w KQkq - 0 1`, 'crazyhouse'), -7);
});

test('errors have the code and the text of a finding', { skip }, () => {
  throws(() => new alfil.Board('ches'), 'unknown-definition', /no definition `ches`.*chess/);
  throws(() => new alfil.Board('chess', '8/8 w'), 'bad-placement', /./);
  const board = new alfil.Board();
  throws(() => board.pushMoves('e2e4 e2e4'), 'illegal-move', /`e2e4` is not legal/);
  assert.equal(board.moveStack(), '');
  throws(() => board.isCapture('e2e5'), 'illegal-move', /the pawn on e2 has no such move/);
  assert.equal(board.why('e2e5').help, 'from e2: e2e3 e2e4');
  assert.equal(board.why('e2e4'), null);
  throws(() => board.pop(), 'refused', /no move to take back/);
  throws(() => board.perft(61), 'refused', /0 to 60/);
  throws(() => board.sanMove('e2e4', 3), 'refused', /notation/);
  throws(() => alfil.readGamePGN('1. e4 e4'), 'illegal-move', /^move 2, `e4` is not legal/);
  throws(() => alfil.loadVariantConfig('extends: chess\ncastlng: none\n'), 'unknown-key', /castlng/);
  throws(() => alfil.importVariants('name: Mine\n'), 'refused', /no variants.ini/);
  const plane = new alfil.Board('continuous');
  assert.equal(plane.numberLegalMoves(), Infinity);
  throws(() => plane.legalMoves(), 'refused', /infinitely many/);
});

test('games as other programs write them', { skip }, () => {
  assert.equal(alfil.readGamePGN('[Variant "Seirawan"]\n\n1. Nc3/E Nf6 *').mainlineMoves(), 'b1c3,E@b1 g8f6');
  assert.equal(alfil.readGamePGN('[Variant "Duck"]\n\n1. e4,e5 d5,d4 *').mainlineMoves(), 'e2e4,D@e5 d7d5,D@d4');
  assert.equal(new alfil.Board('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0').fullmoveNumber(), 1);
  assert.equal(new alfil.Board('seirawan').pushSan('Nc3'), true);
});

test('variants of a variants.ini', { skip }, async () => {
  const fresh = await load({ module: alfil.module });
  const [camels, other] = fresh.importVariants('[camels:chess]\ncustomPiece1 = m:C\nstartFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n\n[odd:chess]\nnoSuchKey = 1\n');
  assert.deepEqual([camels.name, camels.extent, other.name], ['camels', 'complete', 'odd']);
  assert.equal(new fresh.Board(fresh.loadVariantConfig(camels.definition)).push('b1c4'), true);
  assert.ok(other.remarks.some(({ message }) => message.includes('noSuchKey')));
});

test('definitions: check, load, extend, rules', { skip }, async () => {
  const fresh = await load({ module: alfil.module });
  const [finding] = fresh.check('extends: chess\ncastlng: none\n');
  assert.deepEqual([finding.code, finding.severity, finding.line, finding.help], ['unknown-key', 'error', 2, 'did you mean `castling`?']);
  assert.deepEqual(fresh.check('name: Camels\nextends: chess\n'), []);
  assert.equal(fresh.loadVariantConfig('name: Camel Chess\nextends: chess\npieces:\n  knight: {moves: C}\n'), 'camel-chess');
  assert.equal(new fresh.Board('camel-chess').legalMoves().split(' ').filter((move) => move.startsWith('b1')).length, 2);
  assert.equal(fresh.loadVariantConfig('name: Herd\nextends: camel-chess\ncastling: none\n', 'mine'), 'mine');
  assert.equal(new fresh.Board('mine').push('b1c4'), true);
  assert.equal(fresh.title('mine'), 'Herd');
  assert.ok(fresh.variants().split(' ').includes('mine'));
  assert.equal(fresh.readGamePGN('[Variant "Herd"]\n\n1. b1c4 *').variant(), 'mine');
  assert.match(fresh.rules('camel-chess'), /^# Camel Chess/);
  throws(() => alfil.title('mine'), 'unknown-definition', /mine/);
});

test('the computer player', { skip }, () => {
  const board = new alfil.Board('chess', '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1');
  const found = board.search({ nodes: 500 });
  assert.deepEqual([found.best, found.line[0], found.value.wins], ['d1d8', 'Rd8#', { side: 'white', turns: 1 }]);
  board.push(board.reply(6, 1));
  assert.equal(board.isGameOver(), true);
  assert.equal(board.search().best, null);
});

/** Plays a random game on a board and returns what is known of each position. It runs in the browser, too. */
function course({ alfil, name, numbers, few }) {
  const board = new alfil.Board(name);
  const known = [];
  for (const number of numbers) {
    if (!Number.isFinite(board.numberLegalMoves())) break;
    const legal = board.legalMoves().split(' ').filter(Boolean);
    known.push({
      moves: board.moveStack(), fen: board.fen(), legal, sans: board.legalMovesSan(), over: board.isGameOver(true), result: board.result(true), check: board.isCheck(),
      counts: (legal.length <= few ? [1, 2] : [1]).map((depth) => board.perft(depth)),
    });
    if (board.isGameOver(true) || !legal.length) break;
    board.push(legal[Math.floor(number * legal.length)]);
  }
  return known;
}

/** The names of all shipped definitions, modifiers included, with the numbers that choose their games. */
function games() {
  const below = dice(1);
  const names = execFileSync(program, ['list', '--json'], { encoding: 'utf8' });
  return [...new Set([...names.matchAll(/"name": ?"([^"]+)"/g)].map(([, name]) => name))].map((name) => ({ name, numbers: Array.from({ length: POSITIONS }, () => below(1000) / 1000) }));
}

const courses = new Map();

test('the same moves, counts and findings as the program, for every definition', { skip: noProgram }, async () => {
  const worker = native();
  try {
    const all = games();
    assert.ok(all.length > 100, `${all.length} definitions`);
    for (const { name, numbers } of all) {
      const text = readShipped(name);
      const ask = async (question) => JSON.parse(await worker.ask(JSON.stringify({ text, ...question })));
      const checked = ask({ ask: 'check' });
      assert.deepEqual(alfil.check(text), (await checked).findings, name);
      if (!(await checked).playable) continue;
      const known = course({ alfil, name, numbers, few: FEW });
      courses.set(name, known);
      for (const { moves, fen, legal, sans, result, check, counts } of known) {
        const line = moves.split(' ').filter(Boolean);
        const state = await ask({ ask: 'state', moves: line, san: true });
        assert.deepEqual([fen, legal, sans, result, check], [state.text, state.legal, state.san.join(' '), state.result, state.check], `${name}: ${moves}`);
        for (const [at, count] of counts.entries()) assert.equal(String(count), (await ask({ ask: 'perft', moves: line, depth: at + 1 })).count, `${name}: ${moves}`);
      }
    }
  } finally { worker.end(); }
});

/** The text of a shipped definition. */
function readShipped(name) {
  const path = execFileSync('find', [join(root, 'definitions'), '-name', `${name}.yaml`], { encoding: 'utf8' }).trim();
  return readFileSync(path, 'utf8');
}

test('the same in a browser, in the page and in a worker', { skip: noProgram || noBrowser }, async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Alfil</title>');
  writeFileSync(join(folder, 'worker.js'), `
    import { load } from './node_modules/alfil/index.js';
    onmessage = async ({ data: { module, name } }) => postMessage(new (await load({ module })).Board(name).legalMoves());
  `);
  const site = await host(folder);
  const { context, end } = await browse();
  try {
    const page = await context.newPage();
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.goto(site.address);
    await page.evaluate(async (script) => {
      const { load } = await import('./node_modules/alfil/index.js');
      globalThis.alfil = await load();
      globalThis.course = new Function(`return ${script}`)();
    }, course.toString());
    for (const game of games()) {
      if (!courses.has(game.name)) continue;
      const there = await page.evaluate((game) => course({ alfil, ...game }), { ...game, few: FEW });
      assert.deepEqual(there, courses.get(game.name), game.name);
    }
    const moves = await page.evaluate(() => new Promise((done) => {
      const worker = new Worker('./worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => done(data);
      worker.postMessage({ module: alfil.module, name: 'shogi' });
    }));
    assert.equal(moves, new alfil.Board('shogi').legalMoves());
    assert.deepEqual(wrong, []);
  } finally {
    await end();
    await site.end();
  }
});
