// The table of pieces: drawing, letter, name, movement and worth of each, in fields that edit the text.

import { $, first, h, portrait } from './api.js';
import { drawings } from './drawings.js';
import { movement } from './movement.js';

/** Creates the table in `root`. `revise` makes a change of the text. */
export function table(root, { revise, undo, text, say }) {
  let view = null;
  const cells = movement({ revise, text, say });
  const pictures = drawings({ revise, text, say });

  /** A field that changes the text when it is left or Enter is pressed. */
  function field(kind, key, value, run, more = {}) {
    const input = h('input', { value, 'aria-label': `${key} of ${kind.name}`, 'data-field': `${kind.name} ${key}`, autocomplete: 'off', spellcheck: 'false', ...more });
    let known = value;
    const commit = async () => {
      const typed = input.value.trim();
      if (typed === known) return;
      const before = known;
      known = typed;
      if (!(await run(typed))) { known = before; input.value = before; }
    };
    input.onchange = commit;
    // A field that was drawn again while the author typed has no change of its own to announce.
    input.onkeydown = (event) => { if (event.key === 'Enter') commit(); else if (event.key === 'Escape') input.value = known; };
    return input;
  }

  const set = (kind, key) => (value) => revise({ do: 'set-piece', piece: kind.name, key, value });

  function row(kind) {
    return h('tr', {},
      h('td', {}, h('button', { type: 'button', class: 'look', 'aria-label': `Drawing of ${kind.name}`, title: 'Choose a drawing', 'data-drawing': kind.name, onclick: () => pictures.open(kind, view) },
        portrait(view.glyphs, first(kind.looks).glyph, first(kind.looks).badge))),
      h('td', {}, field(kind, 'letter', kind.letter, set(kind, 'letter'), { class: 'letter' })),
      h('td', {}, field(kind, 'name', kind.name, (name) => revise({ do: 'rename-piece', piece: kind.name, name }))),
      h('td', {}, h('span', { class: 'pair' }, field(kind, 'moves', kind.moves, set(kind, 'moves'), { class: 'moves', title: kind.inherited ? 'This value comes from a parent' : null }),
        h('button', { type: 'button', 'aria-label': `Cells of ${kind.name}`, title: 'Click the cells around the piece', 'data-cells': kind.name, onclick: () => cells.open(kind, view) }, 'Cells'))),
      h('td', {}, field(kind, 'worth', kind.worth === 1 ? '' : String(kind.worth), set(kind, 'worth'), { class: 'letter', inputmode: 'numeric', placeholder: '1', title: 'What the piece counts in rules that compare worth; empty means 1' })),
      h('td', {}, h('button', { type: 'button', 'aria-label': `Remove ${kind.name}`, 'data-remove': kind.name, onclick: () => revise({ do: 'remove-piece', piece: kind.name }) }, 'Remove')));
  }

  function draw() {
    // What is being typed stays.
    const typing = document.activeElement?.dataset?.field ? document.activeElement : null;
    if (typing) typing.onchange = null;
    const head = ['Drawing', 'Letter', 'Name', 'Movement', 'Worth', ''].map((words) => h(words ? 'th' : 'td', words ? { scope: 'col' } : {}, words));
    $('army-rows').replaceChildren(h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...view.kinds.map(row))));
    const again = typing && [...$('army-rows').querySelectorAll('input')].find((one) => one.dataset.field === typing.dataset.field);
    if (!again) return;
    if (typing.value !== typing.defaultValue) again.value = typing.value;
    again.focus();
  }

  $('add-piece').onsubmit = async (event) => {
    event.preventDefault();
    const name = $('add-name').value.trim();
    if (!(await revise({ do: 'add-piece', name, letter: $('add-letter').value.trim(), moves: 'none' }))) return;
    $('add-name').value = '';
    $('add-letter').value = '';
    const kind = view?.kinds.find((one) => one.name === name);
    if (kind) cells.open(kind, view);
  };
  $('army-undo').onclick = undo;

  return {
    show(next) {
      view = next;
      root.classList.remove('stale');
      draw();
      cells.show(view);
    },
    stale(why) {
      root.classList.toggle('stale', Boolean(view));
      say(`${why[0].toUpperCase()}${why.slice(1)}.`);
    },
  };
}
