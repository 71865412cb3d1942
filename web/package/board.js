// A game in play, with the names of ffish.js.

import { AlfilError, CODES } from './error.js';

/** Notations of moves. Alfil has one algebraic notation for all games. */
export const Notation = Object.freeze({ DEFAULT: 0, SAN: 1 });

function check(notation) {
  if (notation !== Notation.DEFAULT && notation !== Notation.SAN) throw new AlfilError(CODES.refused, 'Alfil writes moves in one algebraic notation: Notation.SAN');
}

const words = (text) => text.split(/\s+/).filter(Boolean);

/** The class of boards that ask `desk`. */
export function boards(desk) {
  return class Board {
    #definition;
    /** The position at which the game begins; null for the start of the variant. */
    #start = null;
    #moves = [];
    /** The answer about the present position, if it has been needed. */
    #state = null;

    constructor(variant = '', fen = '', is960 = false) {
      this.#definition = desk.find(variant, is960);
      if (fen) this.setFen(fen);
    }

    #ask(name, more) { return desk.ask(name, { text: this.#definition.text, start: this.#start, moves: this.#moves, ...more }); }
    #now() { this.#state ??= this.#ask('state'); return this.#state; }
    #go(start, moves) { [this.#start, this.#moves, this.#state] = [start, moves, null]; }

    /** The words of the sides, in the order of turns. */
    #words() { return Object.keys(this.#definition.facts.sides); }

    #list(moves) {
      if (moves === null) throw new AlfilError(CODES.refused, 'a piece has infinitely many moves, which cannot be listed');
      return moves;
    }

    /** The answer about a legal move. */
    #legal(move) {
      const found = this.#ask('move', { move });
      if (!found.legal) throw AlfilError.of([found.finding]);
      return found;
    }

    delete() { this.#go(null, []); }

    legalMoves() { return this.#list(this.#now().legal).join(' '); }
    legalMovesSan() { return this.#list(this.#ask('state', { san: true }).san).join(' '); }
    numberLegalMoves() { return this.#now().legal?.length ?? Infinity; }

    push(move) {
      const found = this.#ask('move', { move });
      if (found.legal) this.#go(this.#start, [...this.#moves, found.text]);
      return found.legal;
    }

    pushSan(move, notation = Notation.DEFAULT) {
      check(notation);
      return this.push(move);
    }

    pushMoves(moves) {
      const [start, before] = [this.#start, this.#moves];
      try {
        for (const move of words(moves)) this.#go(start, [...this.#moves, this.#legal(move).text]);
      } catch (error) {
        this.#go(start, before);
        throw error;
      }
    }

    pushSanMoves(moves, notation = Notation.DEFAULT) {
      check(notation);
      this.pushMoves(moves);
    }

    pop() {
      if (!this.#moves.length) throw new AlfilError(CODES.refused, 'there is no move to take back');
      this.#go(this.#start, this.#moves.slice(0, -1));
    }

    reset() { this.#go(null, []); }

    setFen(fen) {
      const { text, findings } = desk.ask('position', { text: this.#definition.text, position: fen });
      if (text === null) throw AlfilError.of(findings);
      this.#go(text, []);
    }

    fen() { return this.#now().text; }
    is960() { return this.#definition.facts.shuffled; }
    variant() { return this.#definition.name; }
    turn() { return this.#now().side === this.#words()[0]; }
    fullmoveNumber() { return this.#now().fullmove; }
    halfmoveClock() { return this.#now().halfmoves; }
    gamePly() { return this.#words().length * (this.#now().fullmove - 1) + this.#words().indexOf(this.#now().side); }
    moveStack() { return this.#moves.join(' '); }
    isCheck() { return this.#now().check; }
    isCapture(move) { return this.#legal(move).captures; }
    pocket(color) {
      const side = typeof color === 'string' ? color : this.#words()[color ? 0 : 1];
      const hand = this.#now().hands[side];
      if (!hand) throw new AlfilError(CODES.refused, `\`${side}\` is not a side of this game; its sides are ${this.#words().join(', ')}`);
      return hand.join('').toLowerCase();
    }
    isGameOver(claimDraw = false) { return this.#now().told !== null && (claimDraw || !this.#now().claimed); }
    result(claimDraw = false) { return this.isGameOver(claimDraw) ? this.#now().result : '*'; }

    sanMove(move, notation = Notation.DEFAULT) {
      check(notation);
      return this.#legal(move).san;
    }

    variationSan(moves, notation = Notation.DEFAULT, moveNumbers = true) {
      check(notation);
      const probe = new Board();
      probe.#definition = this.#definition;
      probe.#go(this.#start, this.#moves);
      probe.pushMoves(moves);
      const line = probe.#ask('state', { played: true }).played.slice(this.#moves.length);
      const sides = this.#words();
      return line.map(({ san, turn, side }, at) => {
        const before = line[at - 1];
        // If the first side is out, the round begins with another one.
        const leads = side === sides[0] || (sides.length > 2 && before && before.turn !== turn);
        if (!moveNumbers || (before?.turn === turn && before.side === side) || (before && !leads)) return san;
        return leads ? `${turn}. ${san}` : `${turn}...${san}`;
      }).join(' ');
    }

    toString() {
      const { rows, drawn } = this.#ask('sketch');
      return rows?.join('\n') ?? drawn;
    }

    toVerboseString() { return `${this.#ask('sketch').drawn}\nFen: ${this.fen()}\n`; }

    // The rest has no counterpart in ffish.js.

    sides() { return this.#words(); }
    side() { return this.#now().side; }
    sidesOut() { return this.#now().out ?? []; }

    why(move) {
      const { legal, finding } = this.#ask('move', { move });
      return legal ? null : finding;
    }

    ending() {
      const { ended, told } = this.#now();
      return told === null ? null : { text: told, event: ended?.event ?? null, score: ended?.score ?? null };
    }

    perft(depth) { return count(this.#ask('perft', { depth }).count); }

    divide(depth) {
      const rows = this.#ask('perft', { depth, divide: true }).moves ?? [];
      return Object.fromEntries(rows.map(({ move, count: of }) => [move, count(of)]));
    }

    svg() { return this.#ask('share', { form: 'svg' }).content; }
    pgn() { return this.#ask('share', { form: 'pgn' }).content; }

    search({ nodes, depth, seconds } = {}) {
      const { value, best, line, depth: reached } = this.#ask('analyze', { nodes, depth, seconds });
      return { best: best?.text ?? null, line: line ?? [], depth: reached ?? 0, value };
    }

    reply(level, seed = 0) { return this.#ask('reply', { level, seed }).text; }
  };
}

/** A count as a number. */
function count(digits) {
  const number = Number(digits);
  if (!Number.isSafeInteger(number)) throw new AlfilError(CODES.refused, `${digits} is too large for a number`);
  return number;
}
