// Who moves first, and who may castle.

import { $, h } from './api.js';

/** The usual letters of castling rights: the side and the wing. */
const RIGHTS = { K: [0, 'king'], Q: [0, 'queen'], k: [1, 'king'], q: [1, 'queen'] };

/** Creates the fields in `#opening`. `revise` makes a change of the text, `say` shows a message. */
export function opening({ revise, say }) {
  let view = null;

  const held = () => (view.rights === '-' ? '' : view.rights);
  /** Other letters than the usual ones name files or pieces, and are typed. */
  const isUsual = () => /^(-|[KQkq]*)$/.test(view.rights) && Object.keys(view.sides).length === 2;

  async function tick({ target: { value, checked } }) {
    const letters = Object.keys(RIGHTS).filter((one) => (one === value ? checked : held().includes(one))).join('');
    if (!(await revise({ do: 'rights', rights: letters || '-' }))) show(view);
    else if (checked && !held().includes(value)) { show(view); say('There is no rook, or no king, for this castling in the setup.'); }
  }

  function box(letter) {
    const [side, wing] = RIGHTS[letter];
    const label = `${Object.values(view.sides)[side]}, ${wing}’s side`;
    return h('label', {}, h('input', { type: 'checkbox', value: letter, checked: held().includes(letter), onchange: tick }), ` ${label}`);
  }

  function show(next) {
    view = next;
    $('first-part').hidden = !view.first;
    $('first').replaceChildren(...Object.entries(view.sides).map(([value, words]) => h('option', { value }, words)));
    if (view.first) $('first').value = view.first;
    $('rights').hidden = typeof view.rights !== 'string';
    if ($('rights').hidden) return;
    const had = document.activeElement?.closest('#rights-boxes') ? document.activeElement.value : null;
    $('rights-boxes').replaceChildren(...(isUsual() ? Object.keys(RIGHTS).map(box) : []));
    if (had) $('rights-boxes').querySelector(`[value=${had}]`)?.focus();
    $('rights-letters').hidden = isUsual();
    if (document.activeElement !== $('rights-typed')) $('rights-typed').value = view.rights;
  }

  $('first').onchange = async () => { if (!(await revise({ do: 'turn', side: $('first').value }))) show(view); };
  $('rights-typed').onchange = () => revise({ do: 'rights', rights: $('rights-typed').value.trim() || '-' });

  return { show };
}
