// A dialog for a new variant: its board, its army, its differences and its name.

import { $, OVERTAKEN, ask, h } from './api.js';

/** Connects the dialog. `begin(text)` starts with the new definition. */
export function wizard({ begin }) {
  let text = null;

  /** The lattice as the language writes it; empty for that of the army. */
  function lattice() {
    const kind = $('new-board').value;
    if (!kind) return '';
    const size = [$('new-files').value, $('new-ranks').value].map((n) => n.trim());
    return kind === 'hex' ? `hex ${size[0]}` : `${kind} ${size.join('x')}`;
  }

  async function update() {
    $('new-ranks').disabled = $('new-board').value === 'hex' || !$('new-board').value;
    $('new-files').disabled = !$('new-board').value;
    const modifiers = [...$('new-modifiers').querySelectorAll(':checked')].map((one) => one.value);
    const army = $('new-army').value;
    // The modifiers depend on the army only.
    const fitting = $('new-modifiers').dataset.army !== army;
    const answer = await ask('wizard', { text: '', name: $('new-name').value, army, lattice: lattice(), modifiers: fitting ? [] : modifiers, fitting });
    if (answer === OVERTAKEN) return;
    const wrong = answer.error ?? (answer.errors.length ? answer.errors.join('; ') : null);
    text = answer.error ? null : answer.text;
    $('new-text').textContent = text ?? '';
    $('new-word').textContent = wrong ? `${wrong[0].toUpperCase()}${wrong.slice(1)}.` : '';
    $('new-make').disabled = text === null;
    if (answer.error) return;
    if ($('new-army').options.length === 1) $('new-army').append(...answer.armies.map((name) => h('option', {}, name)));
    if (fitting) {
      $('new-modifiers').dataset.army = army;
      const box = (one) => h('label', {}, h('input', { type: 'checkbox', value: one.name, onchange: update }), ` ${one.title}`);
      $('new-modifiers').replaceChildren(...(answer.modifiers.length ? answer.modifiers.map(box) : [h('span', { class: 'quiet' }, 'None fits.')]));
    }
  }

  $('new').onclick = async () => {
    $('wizard').showModal();
    await update();
    if ($('new-army').value === '' && $('new-army').dataset.seen === undefined) { $('new-army').dataset.seen = ''; $('new-army').value = 'chess'; await update(); }
    $('new-name').focus();
  };
  for (const id of ['new-name', 'new-army', 'new-board', 'new-files', 'new-ranks']) $(id).addEventListener('input', update);
  $('new-cancel').onclick = () => $('wizard').close();
  $('wizard-form').onsubmit = (event) => {
    event.preventDefault();
    if (text === null) return;
    $('wizard').close();
    begin(text);
  };
}
