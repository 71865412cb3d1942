// A dialog for a new variant: its board, its army, its differences and its name, with a picture of the board.

import { $, OVERTAKEN, ask, drop, h } from './api.js';
import { groups, pitchOf, titled } from './shipped.js';
import { lacks } from './symbols.js';

/** The name of a file for a variant with this title. */
const stem = (title) => title.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).join('-') || 'untitled';

/** All lanes of the questions of the dialog. */
const LANES = ['wizard', 'wizard fitting', 'wizard card'];

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** The size with which each board begins. */
const SIZES = { hex: ['6', ''], ring: ['4', '16'] };
const SQUARES = ['8', '8'];
/** Games whose pieces stand well on a board, and the board for them; without one, the board that was chosen. */
const FITTING = { hex: { army: 'glinski' }, torus: { army: 'torus', board: '' }, ring: { army: 'circular', board: '' } };
/** Why the pieces of a game may not fit a board. */
const REASONS = {
  hex: 'These pieces stand on squares. Take pieces that are made for hexagons, or only two kings.',
  torus: 'The last rank of this board lies beside the first, where the enemy stands. Take pieces that are made for it, or only two kings.',
  ring: 'The last rank of this board lies beside the first, where the enemy stands. Take pieces that are made for it, or only two kings.',
  klein: 'The last rank of this board lies beside the first, where the enemy stands. Take only two kings, or another board.',
};
const OTHERWISE = 'Take another board or other pieces.';

/**
 * Connects the dialog. `begin(text, name)` starts with the new definition, and `empty()` with a plain text. Both return false if the
 * user keeps the old one.
 */
export function wizard({ begin, empty }) {
  /** The text for the fields as they are; null until the engine has answered, or if it cannot be played. */
  let text = null;
  /** The newest question about the fields. */
  let newest = Promise.resolve();
  /** The number of questions. The answer to an older one may arrive late. */
  let asked = 0;
  /** Whether the variant of the fields is about to be made. */
  let making = false;
  /** The names of all modifiers that were chosen and not taken back. They are chosen again with an army that they fit. */
  const wanted = new Set();
  /** Whether the list of games is complete. */
  let isListed = false;
  /** What the picture shows. */
  let pictured = null;

  /** Asks for the text of the present fields. An older text is not theirs. */
  function update() {
    text = null;
    asked += 1;
    newest = question(asked);
    return newest;
  }

  const army = () => $('new-army').value;
  const board = () => $('new-board').value;
  const modifiers = () => [...$('new-modifiers').querySelectorAll(':checked')].map((one) => one.value);

  /** The lattice as the language writes it; empty for that of the army. */
  function lattice() {
    const kind = board();
    if (!kind) return '';
    const size = [$('new-files').value, $('new-ranks').value].map((n) => n.trim());
    return kind === 'hex' ? `hex ${size[0]}` : `${kind} ${size.join('x')}`;
  }

  async function question(mine) {
    const isOld = () => mine !== asked;
    $('new-second').hidden = board() === 'hex';
    const isOther = $('new-modifiers').dataset.army !== army();
    if (isOther) {
      $('new-modifiers').dataset.army = army();
      $('new-modifiers').replaceChildren(h('span', { class: 'quiet' }, army() ? 'Looking for those that fit…' : 'None fits.'));
      describe();
    }
    const fields = { text: '', name: $('new-name').value, army: army(), lattice: lattice(), modifiers: modifiers() };
    const answer = await ask('wizard', fields);
    if (answer === OVERTAKEN || isOld()) return;
    const wrong = answer.error ?? (answer.errors.length ? answer.errors.join('; ') : null);
    text = wrong ? null : answer.text;
    $('new-text').textContent = answer.text ?? '';
    $('new-word').textContent = wrong ? sentence(wrong) : '';
    advise(wrong);
    $('new-make').disabled = text === null;
    if (text !== null) draw(text, fields, answer.lattice);
    if (!board()) fitBoxes(answer.lattice);
    $('new-look').classList.toggle('stale', text === null);
    if (!isListed && !answer.error) list(answer.armies);
    if (isOther && fields.army) fit(fields);
  }

  /** Shows the size of the board of the army, if it has files and ranks. Typing another one changes the board. */
  function fitBoxes(lattice) {
    const [, files, ranks] = /^\w+ (\d+)x(\d+)$/.exec(lattice ?? '') ?? [];
    const active = document.activeElement;
    if (!files || [$('new-files'), $('new-ranks')].includes(active)) return;
    [$('new-files').value, $('new-ranks').value] = [files, ranks];
  }

  /** Says what to choose instead, with a button for each way out. */
  function advise(wrong) {
    const way = (words, change) => h('button', { type: 'button', onclick: () => { change(); update(); $('new-army').focus(); } }, words);
    const fitting = FITTING[board()];
    const ways = [];
    if (wrong && fitting && army() !== fitting.army) {
      ways.push(way(`The pieces of ${titled(fitting.army)}`, () => {
        choose(fitting.army);
        if (fitting.board !== undefined) $('new-board').value = fitting.board;
      }));
    }
    if (wrong && army()) ways.push(way('Only two kings', () => choose('')));
    if (wrong && board()) ways.push(way('The board of the game', () => { $('new-board').value = ''; }));
    if (wrong && modifiers().length) ways.push(way('No differences', () => { wanted.clear(); for (const one of $('new-modifiers').querySelectorAll(':checked')) one.checked = false; }));
    $('new-advice').textContent = wrong ? (army() && REASONS[board()]) || OTHERWISE : '';
    $('new-ways').replaceChildren(...ways);
  }

  /** Chooses the pieces, also those of a game that is not in the list yet. */
  function choose(name) {
    if (![...$('new-army').options].some((one) => one.value === name)) $('new-army').append(h('option', { value: name }, titled(name)));
    $('new-army').value = name;
  }

  /** Draws the board. The last picture stays until the next one is there. */
  async function draw(now, fields, head) {
    const key = JSON.stringify([fields.army, fields.lattice, fields.modifiers]);
    if (key === pictured) return;
    pictured = key;
    const drawnWith = (set) => ask('share', { text: now, start: null, moves: [], form: 'card', set }, 'wizard card');
    let picture = await drawnWith('symbols');
    if (picture?.content && lacks([picture.content])) picture = await drawnWith('figures');
    if (picture === OVERTAKEN || key !== pictured) return;
    if (picture.error) { pictured = null; return; }
    $('new-picture').src = `data:image/svg+xml;utf8,${encodeURIComponent(picture.content)}`;
    $('new-picture').alt = `The board at the start: ${head}`;
    $('new-picture').hidden = false;
    $('new-caption').textContent = `${$('new-army').selectedOptions[0].text}, ${head}`;
  }

  /** Says in one sentence what is new in the chosen game. */
  async function describe() {
    const name = army();
    const words = name ? await pitchOf(name) : 'One king for each side. Add your own pieces later.';
    if (name === army()) $('new-about').textContent = words;
  }

  /** Completes the list of games. */
  async function list(armies) {
    isListed = true;
    const answer = await ask('shipped', {}, 'wizard names');
    const all = answer === OVERTAKEN || answer.error ? armies.map((name) => ({ name, family: 'other' })) : answer.shipped.filter((one) => armies.includes(one.name));
    const chosen = army();
    const own = [...$('new-army').options].slice(0, 2);
    const grouped = groups(all.filter((one) => one.name !== 'chess'));
    $('new-army').replaceChildren(...own, ...grouped.map(([words, names]) => h('optgroup', { label: words }, ...names.map((name) => h('option', { value: name }, titled(name))))));
    $('new-army').value = chosen;
  }

  /** Offers the modifiers that fit the pieces. Each takes a compilation, so they come after the board. */
  async function fit(fields) {
    const answer = await ask('wizard', { ...fields, modifiers: [], fitting: true }, 'wizard fitting');
    if (answer === OVERTAKEN || answer.error || fields.army !== army()) return;
    const one = ({ name, title }) => {
      const words = h('span', { class: 'quiet' });
      pitchOf(name).then((pitch) => { words.textContent = pitch; });
      const tick = (event) => { if (event.target.checked) wanted.add(name); else wanted.delete(name); update(); };
      return h('label', {}, h('input', { type: 'checkbox', value: name, checked: wanted.has(name), onchange: tick }), h('span', {}, title, ' ', words));
    };
    $('new-modifiers').replaceChildren(...(answer.modifiers.length ? answer.modifiers.map(one) : [h('span', { class: 'quiet' }, 'None fits.')]));
    if (modifiers().length) update();
  }

  async function open() {
    $('wizard').showModal();
    $('new-name').focus();
    $('new-name').select();
    // The modifiers were not found if the dialog was closed too early.
    delete $('new-modifiers').dataset.army;
    await update();
  }

  const close = () => $('wizard').close();

  $('new').onclick = open;
  // Answers that nobody waits for would delay those of the page.
  $('wizard').addEventListener('close', () => { for (const lane of LANES) drop(lane); });
  for (const id of ['new-files', 'new-ranks']) $(id).addEventListener('input', () => { if (!board()) $('new-board').value = 'grid'; });
  for (const id of ['new-name', 'new-army', 'new-files', 'new-ranks']) $(id).addEventListener('input', update);
  $('new-board').addEventListener('input', () => {
    [$('new-files').value, $('new-ranks').value] = SIZES[board()] ?? SQUARES;
    update();
  });
  $('new-cancel').onclick = close;
  $('new-empty').onclick = async () => { if (await empty()) close(); };
  $('wizard-form').onsubmit = async (event) => {
    event.preventDefault();
    if (making) return;
    making = true;
    for (let last = null; last !== newest;) {
      last = newest;
      await last;
    }
    // The user may have closed the dialog meanwhile.
    if (text !== null && $('wizard').open && await begin(text, stem($('new-name').value))) close();
    making = false;
  };

  return { open };
}
