// The magnification of a board: the wheel, two fingers, keys, buttons, and dragging while it is enlarged.

import { h } from './api.js';

/** The magnification for one step of the wheel or one key. */
const STEP = 1.25;
/** The greatest magnification. */
const CLOSEST = 8;
/** A longer movement is a drag and not a click, in pixels. */
const SLACK = 5;
/** The part of the picture by which a key moves the view. */
const SHIFT = 0.15;

/**
 * Enlarges the SVG that is drawn in `root`. `may.drag()` tells whether a drag belongs to the board, such as that of a
 * piece, and `may.cancel()` ends what the board began with the pointer.
 */
export function zoom(root, may) {
  let svg = null;
  let box = [0, 0, 1, 1];
  let lens = { x: 0.5, y: 0.5, scale: 1 };
  const fingers = new Map();
  let pan = null;

  const whole = h('button', { type: 'button', title: 'Show all (0)', onclick: () => { lens.scale = 1; look(); } }, 'Whole');
  const buttons = h('p', { class: 'strip lenses' },
    h('button', { type: 'button', 'aria-label': 'Enlarge the board', title: 'Enlarge (+)', onclick: () => enlarge(STEP) }, '+'),
    h('button', { type: 'button', 'aria-label': 'Shrink the board', title: 'Shrink (-)', onclick: () => enlarge(1 / STEP) }, '−'),
    whole);

  function look() {
    const [left, top, width, height] = box;
    const [w, h_] = [width / lens.scale, height / lens.scale];
    lens.x = Math.min(Math.max(lens.x, left + w / 2), left + width - w / 2);
    lens.y = Math.min(Math.max(lens.y, top + h_ / 2), top + height - h_ / 2);
    svg?.setAttribute('viewBox', `${lens.x - w / 2} ${lens.y - h_ / 2} ${w} ${h_}`);
    whole.disabled = lens.scale === 1;
  }

  /** Enlarges the view. The point `at` of the picture keeps its place. */
  function enlarge(factor, at = [lens.x, lens.y]) {
    const before = lens.scale;
    lens.scale = Math.min(Math.max(before * factor, 1), CLOSEST);
    const kept = before / lens.scale;
    lens.x = at[0] + (lens.x - at[0]) * kept;
    lens.y = at[1] + (lens.y - at[1]) * kept;
    look();
  }

  const paper = ({ x, y }) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, at.y];
  };
  const between = () => { const [a, b] = [...fingers.values()]; return paper({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }); };
  const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
  const place = (event) => ({ x: event.clientX, y: event.clientY });

  root.addEventListener('wheel', (event) => {
    if (!svg || !event.target.closest('svg')) return;
    // At its full size, a board leaves the wheel to the page.
    if (event.deltaY > 0 && lens.scale === 1) return;
    event.preventDefault();
    enlarge(event.deltaY < 0 ? STEP : 1 / STEP, paper(place(event)));
  }, { passive: false });

  // The capture phase comes before the handlers of the board.
  root.addEventListener('pointerdown', (event) => {
    if (!svg || event.button !== 0 || !event.target.closest('svg')) return;
    fingers.set(event.pointerId, place(event));
    pan = null;
    if (fingers.size === 2) { may.cancel(); event.stopImmediatePropagation(); return; }
    if (fingers.size === 1 && lens.scale > 1) pan = { ...place(event), held: paper(place(event)), moved: false };
  }, true);
  root.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    if (fingers.size === 2) {
      event.stopImmediatePropagation();
      const [before, held] = [apart(), between()];
      fingers.set(event.pointerId, place(event));
      // The point between the fingers stays between them.
      enlarge(apart() / (before || 1), held);
      const now = between();
      lens.x += held[0] - now[0];
      lens.y += held[1] - now[1];
      look();
      return;
    }
    if (!pan || may.drag()) return;
    if (!pan.moved && Math.hypot(event.clientX - pan.x, event.clientY - pan.y) < SLACK) return;
    event.stopImmediatePropagation();
    if (!pan.moved) may.cancel();
    pan.moved = true;
    const [x, y] = paper(place(event));
    lens.x += pan.held[0] - x;
    lens.y += pan.held[1] - y;
    look();
  }, true);
  for (const name of ['pointerup', 'pointercancel']) {
    root.addEventListener(name, (event) => {
      const was = fingers.size;
      fingers.delete(event.pointerId);
      if (pan?.moved || was === 2) event.stopImmediatePropagation();
      if (!fingers.size) pan = null;
    }, true);
  }

  root.addEventListener('keydown', (event) => {
    if (!svg || event.target.closest('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === '+' || event.key === '=') enlarge(STEP);
    else if (event.key === '-') enlarge(1 / STEP);
    else if (event.key === '0') { lens.scale = 1; look(); } else if (event.shiftKey && moves[event.key]) {
      lens.x += moves[event.key][0] * SHIFT * box[2] / lens.scale;
      lens.y += moves[event.key][1] * SHIFT * box[3] / lens.scale;
      look();
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  return {
    /** The buttons for people without a wheel. */
    buttons,
    /** Shows another drawing of the rectangle `next`: left, top, width and height. */
    show(drawing, next) {
      const same = next.every((n, i) => Math.abs(n - box[i]) < 1);
      svg = drawing;
      box = next;
      if (!same) lens = { x: next[0] + next[2] / 2, y: next[1] + next[3] / 2, scale: 1 };
      look();
    },
    /** Moves the view so that the point is in it. */
    reveal([x, y]) {
      if (lens.scale === 1) return;
      const [w, h_] = [box[2] / lens.scale / 2, box[3] / lens.scale / 2];
      if (Math.abs(x - lens.x) > w * 0.9 || Math.abs(y - lens.y) > h_ * 0.9) { lens.x = x; lens.y = y; look(); }
    },
    /** Turns the view with the board. */
    turn() { lens.x = -lens.x; lens.y = -lens.y; box = [-box[0] - box[2], -box[1] - box[3], box[2], box[3]]; },
  };
}
