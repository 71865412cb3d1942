// A dialog for a new variant: its board, its army, its differences and its name.

import { $, OVERTAKEN, ask, h } from './api.js';

/** The name of a file for a variant with this title. */
const stem = (title) => title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).join('-') || 'untitled';

/** Connects the dialog. `begin(text, name)` starts with the new definition, and returns false if the user keeps the old one. */
export function wizard({ begin }) {
  /** The text for the fields as they are; null until the engine has answered, or if there is none. */
  let text = null;
  /** The newest question about the fields. */
  let newest = Promise.resolve();
  /** The number of questions. The answer to an older one may arrive late. */
  let asked = 0;
  /** Whether the variant of the fields is about to be made. */
  let making = false;

  /** Asks for the text of the present fields. An older text is not theirs. */
  function update() {
    text = null;
    asked += 1;
    newest = question(asked);
    return newest;
  }

  /** The lattice as the language writes it; empty for that of the army. */
  function lattice() {
    const kind = $('new-board').value;
    if (!kind) return '';
    const size = [$('new-files').value, $('new-ranks').value].map((n) => n.trim());
    return kind === 'hex' ? `hex ${size[0]}` : `${kind} ${size.join('x')}`;
  }

  async function question(mine) {
    $('new-ranks').disabled = $('new-board').value === 'hex' || !$('new-board').value;
    $('new-files').disabled = !$('new-board').value;
    const modifiers = [...$('new-modifiers').querySelectorAll(':checked')].map((one) => one.value);
    const army = $('new-army').value;
    // The modifiers depend on the army only.
    const fitting = $('new-modifiers').dataset.army !== army;
    const answer = await ask('wizard', { text: '', name: $('new-name').value, army, lattice: lattice(), modifiers: fitting ? [] : modifiers, fitting });
    if (answer === OVERTAKEN || mine !== asked) return;
    const wrong = answer.error ?? (answer.errors.length ? answer.errors.join('; ') : null);
    text = answer.error ? null : answer.text;
    $('new-text').textContent = text ?? '';
    $('new-word').textContent = wrong ? `${wrong[0].toUpperCase()}${wrong.slice(1)}.` : '';
    $('new-make').disabled = text === null;
    if (answer.error) return;
    if ($('new-army').options.length === 1) {
      $('new-army').append(...answer.armies.map((name) => h('option', {}, name)));
      // Most variants begin with the pieces of chess.
      $('new-army').value = 'chess';
      await update();
      return;
    }
    if (fitting) {
      $('new-modifiers').dataset.army = army;
      const box = (one) => h('label', {}, h('input', { type: 'checkbox', value: one.name, onchange: update }), ` ${one.title}`);
      $('new-modifiers').replaceChildren(...(answer.modifiers.length ? answer.modifiers.map(box) : [h('span', { class: 'quiet' }, 'None fits.')]));
    }
  }

  $('new').onclick = async () => {
    $('wizard').showModal();
    $('new-name').focus();
    await update();
  };
  for (const id of ['new-name', 'new-army', 'new-board', 'new-files', 'new-ranks']) $(id).addEventListener('input', update);
  $('new-cancel').onclick = () => $('wizard').close();
  $('wizard-form').onsubmit = async (event) => {
    event.preventDefault();
    if (making) return;
    making = true;
    for (let last = null; last !== newest;) {
      last = newest;
      await last;
    }
    // The user may have closed the dialog meanwhile.
    if (text !== null && $('wizard').open && await begin(text, stem($('new-name').value))) $('wizard').close();
    making = false;
  };
}
