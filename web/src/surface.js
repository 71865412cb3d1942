// What the definition draws on the board itself: lines between points, banks and words of a river.

import { s } from './api.js';
import { isReadable } from './symbols.js';

const UNIT = 100;

/** Creates the lines and words of `view`. `turn` converts points of the board to the drawing. */
export function surface(view, turn) {
  const lines = (view.lines ?? []).map(({ form, path }) => s('path', { d: `M${path.map((p) => turn(p).join(' ')).join('L')}`, class: `ruling ${form}` }));
  const words = (view.words ?? []).filter(({ text }) => isReadable(text)).map(({ at, room, text }) => {
    const [x, y] = turn(at);
    const size = Math.min(room[1], room[0] / Math.max(text.length, 1)) * UNIT;
    return s('text', { x, y: y + size * 0.36, 'font-size': size, class: 'riverword', 'aria-hidden': 'true' }, text);
  });
  return [...lines, ...words];
}
