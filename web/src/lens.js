// The visible part of a drawing, and its magnification: what a board and a plane have in common. The lens knows neither;
// their own handlers say which gestures belong to it.

import { h } from './api.js';

/** The magnification for one step of the wheel or one key. */
const STEP = 1.25;

/** The direction of each arrow key. */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The direction of an arrow key with Shift, which moves the view; undefined for other keys. */
export const shifted = (event) => (event.shiftKey ? ARROWS[event.key] : undefined);

/** The place of an event on the screen. */
const place = (event) => ({ x: event.clientX, y: event.clientY });

/**
 * A lens over `noun`, with magnifications from 1 to `closest`. `whole()` follows each request to show all;
 * `isWhole()` tells whether nothing would change then, besides the magnification.
 */
export function lens(noun, closest, { whole = () => {}, isWhole = () => true } = {}) {
  let svg = null;
  /** Left, top, width and height of all that can be seen. */
  let box = [0, 0, 1, 1];
  /** The middle of the view in the drawing, and the magnification. */
  let view = { x: 0.5, y: 0.5, scale: 1 };
  /** The last places of all fingers. */
  const fingers = new Map();

  const all = h('button', { type: 'button', title: `Show the whole ${noun} (0)`, onclick: () => reset() }, 'Fit');
  const buttons = h('p', { class: 'strip lenses' },
    h('button', { type: 'button', 'aria-label': `Enlarge the ${noun}`, title: 'Enlarge (+)', onclick: () => enlarge(STEP) }, '+'),
    h('button', { type: 'button', 'aria-label': `Shrink the ${noun}`, title: 'Shrink (-)', onclick: () => enlarge(1 / STEP) }, '−'),
    all);

  /** Applies the view, and keeps it inside the box. */
  function look() {
    const [left, top, width, height] = box;
    const [w, h_] = [width / view.scale, height / view.scale];
    view.x = Math.min(Math.max(view.x, left + w / 2), left + width - w / 2);
    view.y = Math.min(Math.max(view.y, top + h_ / 2), top + height - h_ / 2);
    svg?.setAttribute('viewBox', `${view.x - w / 2} ${view.y - h_ / 2} ${w} ${h_}`);
    all.disabled = view.scale === 1 && isWhole();
  }

  /** Enlarges by `factor`; the point `at` of the drawing stays at its place on the screen. */
  function enlarge(factor, at = [view.x, view.y]) {
    const before = view.scale;
    view.scale = Math.min(Math.max(before * factor, 1), closest);
    const kept = before / view.scale;
    view.x = at[0] + (view.x - at[0]) * kept;
    view.y = at[1] + (view.y - at[1]) * kept;
    look();
  }

  function move(dx, dy) {
    view.x += dx;
    view.y += dy;
    look();
  }

  function reset() {
    view.scale = 1;
    look();
    whole();
  }

  const paper = ({ x, y }) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, at.y];
  };
  const between = () => { const [a, b] = [...fingers.values()]; return paper({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }); };
  const apart = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };

  return {
    /** The buttons for people without a wheel. */
    buttons,
    /** The magnification. */
    scale: () => view.scale,
    /** The point of the drawing under the pointer. */
    paper: (event) => paper(place(event)),
    move,
    /** Shows another drawing of the rectangle `next`: left, top, width and height. A rectangle of another size shows all. */
    show(drawing, next) {
      const least = (next[2] + next[3]) / 1000;
      const same = next.every((n, i) => Math.abs(n - box[i]) < least);
      svg = drawing;
      box = next;
      if (!same) view = { x: next[0] + next[2] / 2, y: next[1] + next[3] / 2, scale: 1 };
      look();
    },
    /** Turns the view by half a turn around a point. */
    turn([x, y]) {
      view.x = 2 * x - view.x;
      view.y = 2 * y - view.y;
      box = [2 * x - box[0] - box[2], 2 * y - box[1] - box[3], box[2], box[3]];
    },
    /** Moves the view so that the point is in it. */
    reveal([x, y]) {
      if (view.scale === 1) return;
      const [w, h_] = [box[2] / view.scale / 2, box[3] / view.scale / 2];
      if (Math.abs(x - view.x) > w * 0.9 || Math.abs(y - view.y) > h_ * 0.9) { view.x = x; view.y = y; look(); }
    },
    /** The number of fingers on the drawing, after one more. */
    down(event) { fingers.set(event.pointerId, place(event)); return fingers.size; },
    /** The number of fingers, after one less. */
    up(event) { fingers.delete(event.pointerId); return fingers.size; },
    /** Two fingers enlarge and move the view; the point between them stays between them. Returns whether these are two. */
    pinch(event) {
      if (fingers.size !== 2 || !fingers.has(event.pointerId)) return false;
      const [before, held] = [apart(), between()];
      fingers.set(event.pointerId, place(event));
      enlarge(apart() / (before || 1), held);
      const now = between();
      move(held[0] - now[0], held[1] - now[1]);
      return true;
    },
    /** Enlarges or shrinks by one step of the wheel. Returns false if all is visible already, so that the wheel belongs to the page. */
    wheel(event) {
      if (event.deltaY > 0 && view.scale === 1) return false;
      enlarge(event.deltaY < 0 ? STEP : 1 / STEP, paper(place(event)));
      return true;
    },
    /** Obeys `+`, `-`, `0`. Returns whether it was one of these. */
    key(event) {
      if (event.key === '+' || event.key === '=') enlarge(STEP);
      else if (event.key === '-') enlarge(1 / STEP);
      else if (event.key === '0') reset();
      else return false;
      return true;
    },
  };
}
