// Alfil for web developers. `load` starts the engine and returns the functions of the package.

import { Notation, boards } from './board.js';
import { Desk } from './desk.js';
import { AlfilError } from './error.js';
import { read } from './game.js';
import { compiled } from './module.js';

export { AlfilError, Notation };

/** The numbers of ffish.js for the field of a position with an error. */
const FEN_CODES = {
  nothing: 0, fullmove: -1, halfmoves: -2, royals: -3, 'en passant': -4, castling: -5, side: -6, hands: -7, placement: -8, letter: -10, more: -11,
  counters: -13,
};
const FEN_OK = 1;

export async function load({ module } = {}) {
  const desk = await Desk.start(await compiled(module));
  const Board = boards(desk);
  return {
    Board,
    Notation,
    module: desk.module,
    info: () => { const { name, version } = desk.ask('info'); return `${name} ${version}`; },
    variants: () => desk.names().join(' '),
    loadVariantConfig: (text, name) => desk.load(text, name),
    importVariants: (ini) => desk.imported(ini),
    capturesToHand: (variant) => desk.find(variant).facts['captures to hand'],
    startingFen: (variant, is960 = false) => desk.find(variant, is960).facts.start,
    validateFen(fen, variant = '', is960 = false) {
      const { findings } = desk.ask('position', { text: desk.find(variant, is960).text, position: fen });
      const wrong = findings.find(({ severity }) => severity === 'error');
      return wrong ? FEN_CODES[wrong.field] ?? FEN_CODES.placement : FEN_OK;
    },
    readGamePGN: (pgn) => read(desk, Board, pgn),
    title: (variant) => desk.find(variant).facts.title,
    sides: (variant) => ({ ...desk.find(variant).facts.sides }),
    check: (text) => desk.ask('check', { text }).findings,
    rules: (variant) => desk.ask('rules', { text: desk.find(variant).text }).text,
  };
}

export default load;
