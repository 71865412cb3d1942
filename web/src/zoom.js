// The gestures that enlarge a board of cells: the wheel, two fingers, keys, buttons, and dragging while it is enlarged.

import { lens, shifted } from './lens.js';

/** The greatest magnification. */
const CLOSEST = 8;
/** A longer movement is a drag and not a click, in pixels. */
const SLACK = 5;
/** The part of the view by which a key moves it. */
const SHIFT = 0.15;

/**
 * Enlarges the SVG that is drawn in `root`. `may.drag()` tells whether a drag belongs to the board, such as that of a
 * piece, and `may.cancel()` ends what the board began with the pointer.
 */
export function zoom(root, may) {
  const glass = lens('board', CLOSEST);
  let box = null;
  let fingers = 0;
  let pan = null;

  const isOn = (event) => box && event.target.closest('svg');

  root.addEventListener('wheel', (event) => {
    if (isOn(event) && glass.wheel(event)) event.preventDefault();
  }, { passive: false });

  // The capture phase comes before the handlers of the board.
  root.addEventListener('pointerdown', (event) => {
    if (!isOn(event) || event.button !== 0) return;
    fingers = glass.down(event);
    pan = null;
    if (fingers === 2) { may.cancel(); event.stopImmediatePropagation(); return; }
    if (fingers === 1 && glass.scale() > 1) pan = { x: event.clientX, y: event.clientY, held: glass.paper(event), moved: false };
  }, true);
  root.addEventListener('pointermove', (event) => {
    if (!fingers) return;
    if (glass.pinch(event)) { event.stopImmediatePropagation(); return; }
    if (!pan || may.drag()) return;
    if (!pan.moved && Math.hypot(event.clientX - pan.x, event.clientY - pan.y) < SLACK) return;
    event.stopImmediatePropagation();
    if (!pan.moved) may.cancel();
    pan.moved = true;
    const [x, y] = glass.paper(event);
    glass.move(pan.held[0] - x, pan.held[1] - y);
  }, true);
  for (const name of ['pointerup', 'pointercancel']) {
    root.addEventListener(name, (event) => {
      const was = fingers;
      fingers = glass.up(event);
      if (pan?.moved || was === 2) event.stopImmediatePropagation();
      if (!fingers) pan = null;
    }, true);
  }

  root.addEventListener('keydown', (event) => {
    if (!box || event.target.closest('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = shifted(event);
    if (way) glass.move(...way.map((n, axis) => n * SHIFT * box[2 + axis] / glass.scale()));
    else if (!glass.key(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  return {
    buttons: glass.buttons,
    reveal: glass.reveal,
    /** The magnification. */
    scale: glass.scale,
    /** Shows another drawing of the rectangle `next`: left, top, width and height. */
    show(drawing, next) { box = next; glass.show(drawing, next); },
    /** Turns the view with the board, whose middle of turning is the origin. */
    turn() { glass.turn([0, 0]); },
  };
}
