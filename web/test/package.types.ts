// Uses of the npm package that the compiler of TypeScript checks.

import load, { AlfilError, Notation } from 'alfil';
import type { Alfil, Board, Finding, Game, SearchResult, Side } from 'alfil';

const alfil: Alfil = await load();
const again: Alfil = await load({ module: alfil.module });
await load({ module: new URL('https://example.com/alfil.wasm.gz') });

const board: Board = new alfil.Board('xiangqi');
const legal: string = board.legalMoves();
const played: boolean = board.push(legal.split(' ')[0] ?? '');
const san: string = board.variationSan(board.moveStack(), Notation.SAN, false);
const found: SearchResult = board.search({ nodes: 100 });
const winner: 'white' | 'black' | undefined = found.value?.wins?.side;
const sides: Side[] = board.sides();
const names: Record<Side, string> = alfil.sides('four-player-chess');
const hands: string[] = sides.map((side) => board.pocket(side));
const last: string | undefined = board.ending()?.score?.[board.side()];
const counts: Record<string, number> = board.divide(1);
const game: Game = again.readGamePGN(board.pgn());
const findings: Finding[] = alfil.check('extends: chess\n');

try {
  board.setFen('nothing');
} catch (error) {
  if (error instanceof AlfilError) console.log(error.code, error.findings[0]?.help);
}

// @ts-expect-error: the notation of ffish.js for shogi is none of Alfil's.
board.sanMove('e2e4', 3);
// @ts-expect-error: a level is a number.
board.reply('3');
// @ts-expect-error: what is left out of ffish.js is no method.
board.isBikjang();

// @ts-expect-error: a side is a word and no number.
board.pocket(1);

export { counts, findings, game, hands, last, names, played, san, winner };
