// The focus ring of a board. It is drawn over the cells, so that no neighbour covers a side of it.

import { s } from './api.js';

/** Draws a ring around the focused cell in `root`. `path(name)` returns the outline of a cell. */
export function ring(root, path) {
  let element = null;
  const show = (target) => {
    const name = target?.closest?.('[data-cell]')?.dataset.cell;
    const seen = name !== undefined && target.matches(':focus-visible');
    if (!element) return;
    element.classList.toggle('hidden', !seen);
    if (seen) element.setAttribute('d', path(name));
  };
  root.addEventListener('focusin', (event) => show(event.target));
  root.addEventListener('focusout', () => show(null));
  return {
    /** Creates the ring for a new drawing. */
    layer() {
      element = s('path', { class: 'focusring hidden' });
      return element;
    },
  };
}
