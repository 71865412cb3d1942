// A game that was read from PGN.

import { AlfilError } from './error.js';

export class Game {
  #tags;
  #board;

  constructor(tags, board) {
    this.#tags = tags;
    this.#board = board;
  }

  delete() { this.#board.delete(); }
  headerKeys() { return [...this.#tags.keys()].join(' '); }
  headers(item) { return this.#tags.get(item) ?? ''; }
  mainlineMoves() { return this.#board.moveStack(); }
  /** The name of the variant, for `new Board(...)`. */
  variant() { return this.#board.variant(); }
}

/** Plays moves, and returns the error of the first one that is not legal, or null. */
function follow(board, moves) {
  for (const [at, move] of moves.entries()) {
    const why = board.push(move) ? null : board.why(move);
    if (why) return AlfilError.of([{ ...why, title: `move ${at + 1}, ${why.title}` }]);
  }
  return null;
}

/** Reads the first game of `pgn`. Its tags `Variant` and `FEN` say what is played. */
export function read(desk, Board, pgn) {
  const { tags, moves } = desk.ask('pgn', { pgn });
  const named = new Map(tags);
  const tag = named.get('Variant') ?? '';
  const variant = [desk.titled(tag) ?? tag, named.get('FEN') ?? '', /960/.test(tag)];
  let board = new Board(...variant);
  const wrong = follow(board, moves);
  if (wrong) {
    // Other programs write some moves in another way, which only the reader of whole records knows.
    let line = null;
    try { line = desk.ask('line', { text: desk.find(variant[0], variant[2]).text, pasted: pgn }); } catch { throw wrong; }
    board = new Board(variant[0], line.start ?? '', variant[2]);
    follow(board, line.played.map(({ text }) => text));
  }
  return new Game(named, board);
}
