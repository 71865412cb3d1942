/** An error of the engine, with the code and the text of a finding. `docs/findings.md` of Alfil lists the codes. */
export class AlfilError extends Error {
  /**
   * The code of a finding, such as `illegal-move`, `bad-position`, `unknown-key` or `unknown-definition`; `refused` for other
   * questions without an answer; `engine-failed` if the engine broke. The next call starts another one.
   */
  readonly code: string;
  /** All findings of the definition or the position. */
  readonly findings: Finding[];
}

/** A finding about a definition, a position or a move. */
/** A section of a `variants.ini`. */
export interface ImportedVariant {
  name: string;
  /** The definition in YAML; null if the section cannot be imported. */
  definition: string | null;
  /** How much of the section the definition says. */
  extent: 'complete' | 'partly' | 'not at all';
  /** What is lost or changed, with the line of the file. */
  remarks: { weight: string; message: string; help?: string | null; line?: number | null }[];
}

export interface Finding {
  severity: 'error' | 'warning';
  code: string;
  /** One line in small letters, without a full stop. */
  title: string;
  reason: string | null;
  help: string | null;
  /** The offending characters, in UTF-16 units from the start of the text. A move has no place. */
  from?: number;
  to?: number;
  /** The line, from 1. */
  line?: number | null;
  /** A replacement that corrects the text, if there is one. */
  edit?: { from: number; to: number; text: string };
}

/** The notations of moves. Alfil has one algebraic notation for all games. */
export const Notation: { readonly DEFAULT: 0; readonly SAN: 1 };
export type Notation = 0 | 1;

/**
 * A side by its word in definitions: `white` and `black`, or what a game of three or four sides calls them, such as `red`.
 * `sides()` lists them in the order of turns.
 */
export type Side = 'white' | 'black' | (string & {});

/** The end of a game. */
export interface Ending {
  /** The end in words: `White wins by checkmate`. */
  text: string;
  /** `checkmate`, `stalemate`, `fifty moves` (any limit of moves), `repetition`, `goal 1`, `claim 1` and so on. Null if the rules give no result. */
  event: string | null;
  /** The share of each side of the point: `1`, `0`, `1/2`, or another part. */
  score: Record<Side, string> | null;
}

/** Limits of a search. The first that is reached ends it. Without limits it takes one second. */
export interface SearchLimits {
  /** The number of positions. With `nodes` or `depth` alone, equal searches by new engines give equal results. */
  nodes?: number;
  /** The depth in plies. */
  depth?: number;
  /** The time in seconds, at most 10. */
  seconds?: number;
}

/** The result of a search. Values are those of White, so games of more than two sides have none. */
export interface SearchResult {
  /** The best move; null if the game is over. */
  best: string | null;
  /** The expected moves in algebraic notation, the best one first. */
  line: string[];
  /** The depth in plies that was searched completely. */
  depth: number;
  value: {
    /** In hundredths of a pawn. */
    score: number;
    /** A forced win, if one was found. */
    wins: { side: 'white' | 'black'; turns: number } | null;
    /** The expected share of the point, from 0 to 1. */
    share: number;
    /** `+1.25`, `#3`. */
    text: string;
    words: string;
  } | null;
}

/**
 * A game in play. Moves are texts such as `e2e4`, `e7e8q`, `P@e5`, `d1d7,A@g4`. Where a move is read, algebraic notation is
 * understood as well. Methods that answer about a move throw `AlfilError` with the code `illegal-move` if it is not legal.
 */
export interface Board {
  /** Frees the moves. The object may be used again, from the start of its variant. */
  delete(): void;
  /** The legal moves with spaces between them. Throws on a plane, where they are infinitely many. */
  legalMoves(): string;
  /** The same in algebraic notation, in the same order. */
  legalMovesSan(): string;
  /** `Infinity` on a plane. */
  numberLegalMoves(): number;
  /** Plays a move. Returns false, and changes nothing, if it is not legal; `why` gives the reason. */
  push(move: string): boolean;
  pushSan(move: string, notation?: Notation): boolean;
  /** Plays moves with spaces between them: all of them, or none if one is not legal. */
  pushMoves(moves: string): void;
  pushSanMoves(moves: string, notation?: Notation): void;
  /** Takes back the last move. Throws if there is none. */
  pop(): void;
  /** Goes back to the start of the variant. */
  reset(): void;
  /** True if the setup of the variant is shuffled. */
  is960(): boolean;
  /** The position in Alfil's notation: FEN, with fields for counters and steps where a game needs them. */
  fen(): string;
  /** Begins with a position. Throws the findings about it, and changes nothing, if it cannot be read. */
  setFen(fen: string): void;
  sanMove(move: string, notation?: Notation): string;
  /** Moves in algebraic notation, with numbers: `1. e4 e5 2. Nf3`. */
  variationSan(moves: string, notation?: Notation, moveNumbers?: boolean): string;
  /** True if White is to move, or in games of more than two sides the first one; `side()` tells which of the others. */
  turn(): boolean;
  /** The number of the round, from 1. In a round, each side has a turn. */
  fullmoveNumber(): number;
  /** The number of turns since the last capture or irreversible move. */
  halfmoveClock(): number;
  /** The number of turns before this one, by the number of the position. The turns of sides that are out count as well. */
  gamePly(): number;
  /** True if the game has ended. Ends that players of other programs have to claim count only with `claimDraw`. */
  isGameOver(claimDraw?: boolean): boolean;
  /**
   * `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on or if the point is divided in another way. With more than two sides,
   * the share of each in the order of turns: `0-0-1-0`.
   */
  result(claimDraw?: boolean): string;
  isCheck(): boolean;
  isCapture(move: string): boolean;
  /** The moves played, with spaces between them. */
  moveStack(): string;
  /** The pieces in hand of a side, in small letters, one for each piece. `true` is the first side, `false` the second. */
  pocket(color: boolean | Side): string;
  /** The ranks as lines, the last rank first, with `.` for an empty cell. A plane is drawn. */
  toString(): string;
  /** A drawing for a terminal, and the position. */
  toVerboseString(): string;
  /** The name of the variant. */
  variant(): string;

  /** The sides in the order of turns: `['white', 'black']`, or such as `['red', 'blue', 'yellow', 'green']`. */
  sides(): Side[];
  /** The side to move. */
  side(): Side;
  /** The sides that are out of the game. With two sides there are none: the game ends. */
  sidesOut(): Side[];
  /** Why a move is not legal; null if it is. */
  why(move: string): Finding | null;
  /** How the game has ended; null while it goes on. */
  ending(): Ending | null;
  /** The number of legal move sequences of a length from 0 to 60. Throws on a plane with infinitely many moves. */
  perft(depth: number): number;
  /** The same after each legal move. */
  divide(depth: number): Record<string, number>;
  /** A picture of the position. */
  svg(): string;
  /** The game as PGN. */
  pgn(): string;
  /** Searches for the best move. */
  search(limits?: SearchLimits): SearchResult;
  /** The move of the computer player at a level from 1 to 10. `seed` makes its mistakes repeatable. */
  reply(level: number, seed?: number): string;
}

/** A game that was read from PGN. */
export interface Game {
  delete(): void;
  /** The names of the tags with spaces between them. */
  headerKeys(): string;
  /** The value of a tag; empty if it is missing. */
  headers(item: string): string;
  /** The moves, as `legalMoves` writes them. */
  mainlineMoves(): string;
  /** The name of the variant, for `new Board(...)`. */
  variant(): string;
}

/** The functions of a started engine. */
export interface Alfil {
  /**
   * The class of boards. `variant` is the name of a shipped or loaded definition, or a sum such as
   * `capablanca+contrast-modifier`; chess without it. Spellings of other programs, such as `kingofthehill`, are understood. With
   * `is960`, the game with shuffled starts is meant, if there is one. Throws `unknown-definition`, or the findings about the position.
   */
  Board: new (variant?: string, fen?: string, is960?: boolean) => Board;
  Notation: typeof Notation;
  /** The compiled module. A worker may start its own engine with it: `load({ module })`. */
  module: WebAssembly.Module;
  /** Name and version. */
  info(): string;
  /** The names of all games with spaces between them. */
  variants(): string;
  /**
   * Adds a definition and returns its name: `name`, or the title in small letters with hyphens. Later definitions may extend it.
   * Throws the findings if the text is no game.
   */
  loadVariantConfig(text: string, name?: string): string;
  /** The variants of a `variants.ini` of Fairy-Stockfish, each as a definition for `loadVariantConfig`. */
  importVariants(ini: string): ImportedVariant[];
  /** True if captured pieces go to a hand. */
  capturesToHand(variant: string): boolean;
  startingFen(variant: string, is960?: boolean): string;
  /** 1 for a valid position; otherwise the number of ffish.js for the field with the first error, 0 or less. */
  validateFen(fen: string, variant?: string, is960?: boolean): number;
  /** Reads the first game of a PGN. Its tags `Variant` and `FEN` say what is played. */
  readGamePGN(pgn: string): Game;

  /** The title of a variant. */
  title(variant: string): string;
  /** What people call each side, in the order of turns: `{ red: 'Red', ... }`, or `{ white: 'Sente', black: 'Gote' }`. */
  sides(variant: string): Record<Side, string>;
  /** All findings about a definition. It can be played if none of them is an error. */
  check(text: string): Finding[];
  /** The complete rules in English, as Markdown. */
  rules(variant: string): string;
}

export interface LoadOptions {
  /** The module: an address, its bytes (compressed or not), a response or a compiled module. Usually the file of the package. */
  module?: string | URL | BufferSource | Response | WebAssembly.Module;
}

/** Starts an engine. Each engine has its own memory and its own loaded definitions. */
export function load(options?: LoadOptions): Promise<Alfil>;
export default load;
