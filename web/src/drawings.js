// The choice of a drawing for a piece.

import { $, OVERTAKEN, ask, h, portrait } from './api.js';

/** Connects the dialog. `revise` makes a change of the text, and `text()` is the present one. */
export function drawings({ revise, text, say }) {
  /** All drawings by their names; null until they are known. They are the same for all games. */
  let all = null;
  let piece = null;

  async function choose(value) {
    $('drawings').close();
    await revise({ do: 'set-piece', piece, key: 'figure', value });
    document.querySelector(`[data-drawing="${CSS.escape(piece)}"]`)?.focus();
  }

  async function open(kind, view) {
    piece = kind.name;
    if (!all) {
      const answer = await ask('setup', { text: text(), drawings: true }, 'drawings');
      if (answer === OVERTAKEN) return;
      if (answer.error || !answer.drawings) { say(`${answer.error ?? 'There are no drawings'}.`); return; }
      all = Object.fromEntries(answer.drawings.map(({ name, svg }) => [name, svg]));
      const one = (name) => h('button', { type: 'button', class: 'choice', 'data-figure': name, onclick: () => choose(name) }, portrait(all, name), h('span', {}, name));
      $('drawings-grid').replaceChildren(...Object.keys(all).map(one));
    }
    $('drawings-title').textContent = `The drawing of ${piece}`;
    $('drawings-note').hidden = !view.figures;
    $('drawings').showModal();
  }

  $('drawings-none').onclick = () => choose('');
  $('drawings-close').onclick = () => $('drawings').close();
  return { open };
}
