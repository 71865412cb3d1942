// The evaluation, which is the value of the position: a bar beside the board, and the same in words.

import { $, OVERTAKEN, ask, drop } from './api.js';

/** The time of a search in seconds. */
const SECONDS = 0.6;

/** The bar. `here()` returns the node of the position on the board, and `question` the data of a request about it. */
export function gauge({ here, question }) {
  let isOn = false;
  /** Whether positions of this game have values. */
  let isPossible = true;

  function draw(value) {
    const bar = $('gauge');
    bar.classList.toggle('busy', !value);
    if (!value) return;
    const part = (value.share * 100).toFixed(1);
    bar.setAttribute('aria-valuenow', part);
    bar.setAttribute('aria-valuetext', value.words);
    bar.title = value.words;
    bar.querySelector('div').style.height = `${part}%`;
    bar.querySelector('span').textContent = value.text;
    bar.classList.toggle('black', value.share < 0.5);
  }

  /** Shows the value of the position on the board. Without `search`, only a value that is known already. */
  async function update(search) {
    drop('value');
    if (!isOn || !isPossible) return;
    const node = here();
    draw(node.value);
    if (node.value || !search) return;
    const answer = await ask('analyze', question({ seconds: SECONDS }), 'value');
    if (answer === OVERTAKEN || answer.error) return;
    node.value = answer.value;
    if (node === here()) draw(node.value);
  }

  function flip(isFlipped) { $('gauge').classList.toggle('flipped', isFlipped); }

  /** Shows or hides the bar, for a game with or without values. */
  function allow(possible) {
    isPossible = possible;
    $('value').hidden = !possible;
    $('value').disabled = !possible;
    open();
  }

  /** Shows the bar if it is wanted. The table makes room for it. */
  function open() {
    $('gauge').hidden = !isOn || !isPossible;
    $('table').classList.toggle('gauged', !$('gauge').hidden);
  }

  $('value').onclick = () => {
    isOn = !isOn;
    $('value').setAttribute('aria-pressed', String(isOn));
    open();
    update(true);
  };

  return { update, flip, allow };
}
