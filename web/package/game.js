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

/** Reads the first game of `pgn`. Its tags `Variant` and `FEN` say what is played. */
export function read(desk, Board, pgn) {
  const { tags, moves } = desk.ask('pgn', { pgn });
  const named = new Map(tags);
  const variant = named.get('Variant') ?? '';
  const board = new Board(desk.titled(variant) ?? variant, named.get('FEN') ?? '', /960/.test(variant));
  moves.forEach((move, at) => {
    const why = board.push(move) ? null : board.why(move);
    if (why) throw AlfilError.of([{ ...why, title: `move ${at + 1}, ${why.title}` }]);
  });
  return new Game(named, board);
}
