// A small dialog beside a place: choices that are no cells, as pictures or words.

import { $, h, portrait } from './api.js';

/** The distance of the dialog from the place and from the edge of the window, in pixels. */
const GAP = 8;

let end = null;
/** Whether a pointer went down in the dialog. The click of the touch that opened it may fall on it and does not count. */
let armed = false;

/** Closes the dialog, if it is open. Its promise resolves to null. */
export function close() { end?.(null); }

/**
 * Asks the player to choose one of `options`, each with `words` and perhaps a picture of a piece. `beside` is the box of
 * the place that the question is about. Resolves to the number of the option, or to null.
 */
export function choose({ title, options, glyphs, beside }) {
  close();
  const dialog = $('choose');
  $('chooseword').textContent = title;
  const buttons = options.map((one, n) => h('button', { class: 'choice', onclick: (event) => { if (armed || event.detail === 0) end?.(n); } },
    one.glyph ? portrait(glyphs, one.glyph, one.badge) : null, h('span', {}, one.words)));
  $('choices').replaceChildren(...buttons);
  return new Promise((done) => {
    end = (n) => {
      end = null;
      dialog.onclose = null;
      dialog.close();
      done(n);
    };
    armed = false;
    dialog.onpointerdown = () => { armed = true; };
    $('never').onclick = (event) => { if (armed || event.detail === 0) end?.(null); };
    dialog.onclose = () => end?.(null);
    dialog.showModal();
    place(dialog, beside);
  });
}

/** Moves the dialog beside a box: to its right or left, otherwise below or above it. Without a box it is in the middle. */
function place(dialog, box) {
  const { style } = dialog;
  style.left = '';
  style.top = '';
  dialog.classList.toggle('beside', Boolean(box));
  if (!box) return;
  const { width, height } = dialog.getBoundingClientRect();
  const within = (n, size, room) => Math.max(GAP, Math.min(n, room - size - GAP));
  const [right, left] = [box.right + GAP, box.left - width - GAP];
  const fits = right + width + GAP <= innerWidth ? right : left >= GAP ? left : null;
  const below = box.bottom + GAP + height + GAP <= innerHeight ? box.bottom + GAP : box.top - height - GAP;
  style.left = `${within(fits ?? (box.left + box.right - width) / 2, width, innerWidth)}px`;
  style.top = `${within(fits === null ? below : (box.top + box.bottom - height) / 2, height, innerHeight)}px`;
}
