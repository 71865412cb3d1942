// The divider between the text and the game, which the mouse and keys move.

import { $ } from './api.js';

const KEY = 'divider';
/** The least and the greatest part of the page that the text may have, in percent. */
const [LEAST, MOST] = [15, 75];
/** The change by one key, in percent. */
const STEP = 2;

/** Makes the divider movable, and gives it its place from before. */
export function divider() {
  const bar = $('divider');
  const main = bar.parentElement;
  let part = Number(localStorage.getItem(KEY)) || null;

  const now = () => part ?? Math.round(100 * $('write').offsetWidth / main.offsetWidth);

  function set(next) {
    part = next === null ? null : Math.min(Math.max(next, LEAST), MOST);
    if (part === null) { main.style.removeProperty('--write'); localStorage.removeItem(KEY); } else {
      main.style.setProperty('--write', `${part}%`);
      localStorage.setItem(KEY, String(part));
    }
    tell();
  }

  /** Tells screen readers the place. While the text is hidden, it has none. */
  function tell() {
    if (main.offsetWidth && $('write').offsetWidth) bar.setAttribute('aria-valuenow', Math.round(now()));
  }
  new ResizeObserver(tell).observe($('write'));

  bar.setAttribute('aria-valuemin', LEAST);
  bar.setAttribute('aria-valuemax', MOST);
  set(part);
  bar.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    bar.focus({ preventScroll: true });
  });
  bar.addEventListener('pointermove', (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = main.getBoundingClientRect();
    set(100 * (event.clientX - left) / width);
  });
  // A double click restores the usual place.
  bar.addEventListener('dblclick', () => set(null));
  bar.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    const end = { Home: LEAST, End: MOST }[event.key];
    if (by) set(now() + by);
    else if (end) set(end);
    else if (event.key === 'Enter') set(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
