// Dice: their values as small tiles beside the line of the turn, and the turns that were lost because of them.

import { h, portrait, s } from './api.js';

/** A roll as the text of a move, such as `red-die=queen`. */
const ROLL = /^([^=\s]+)=([^=\s]+)$/;
/** The places of the pips on a die, in a box of 100 by 100. */
const PIPS = [[], [[50, 50]], [[28, 72], [72, 28]], [[28, 72], [50, 50], [72, 28]], [[28, 28], [72, 28], [28, 72], [72, 72]], [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]], [[28, 22], [28, 50], [28, 78], [72, 22], [72, 50], [72, 78]]];

/** What the dice of a position show, as pairs of die and value. The position as text has them among its fields. */
export function rolled(view) {
  if (!view.dice) return [];
  const fields = view.text.split(/\s+/).map((word) => word.match(ROLL)?.slice(1)).filter(Boolean);
  return fields.filter(([die, value]) => view.dice.includes(die) && view.dice.includes(value));
}

/** A die as a tile. `picture(value)` is the name of the picture of a kind, if the value is one. */
export function tile([die, value], glyphs, picture) {
  const pips = PIPS[Number(value)];
  const glyph = picture(value);
  const face = pips?.length ? s('svg', { viewBox: '0 0 100 100', class: 'portrait' }, ...pips.map(([cx, cy]) => s('circle', { cx, cy, r: 11 })))
    : glyph && glyphs[glyph] ? portrait(glyphs, glyph) : h('span', {}, value);
  return h('span', { class: 'die', title: `${die}: ${value}` }, face);
}

/**
 * The last turn that was lost because its roll allowed no move: its `side` and the `values`; null if the turn before this one had a
 * move. Rolls count as moves, so such a turn has nothing but rolls.
 */
export function lost(view) {
  const turns = [];
  for (const { text, turn, side } of view.played.toReversed()) {
    const value = text?.match(ROLL)?.[2];
    const now = turns.at(-1);
    const isSame = now?.side === side && now.turn === turn;
    // A turn with a move is not lost, such as one that ends with a draw from a bag.
    if (!value) { if (isSame) turns.pop(); break; }
    if (isSame) now.values.unshift(value);
    else turns.push({ side, turn, values: [value] });
  }
  return turns.find((one) => one.side !== view.side) ?? null;
}
