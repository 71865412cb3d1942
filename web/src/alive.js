// Shows which rules take effect in games. The server searches in slices, and the page requests slices until
// the search is done or stopped.

import { OVERTAKEN, ask, drop, h } from './api.js';

/** Descriptions of rules, by their state. */
const STATES = { 'never fired': 'never', untested: 'never, and the file says why', 'not looked at': 'not looked at' };

/**
 * The tab in `panel`. `text` returns the text of the game, `edit` changes it, `show` selects a place in it, `board` shows a game.
 */
export function alive(panel, { text, edit, show, board }) {
  let running = false;
  /** The searched text, the finished slices and the last answer. */
  let searched = null;
  let slices = 0;
  let answer = null;

  const count = (n, one, more) => `${n} ${n === 1 ? one : more}`;

  function stop() {
    if (!running) return;
    running = false;
    drop('alive');
  }

  /** The text has changed, so the results belong to an older text. */
  function begin() {
    stop();
    [searched, slices, answer] = [null, 0, null];
    draw();
  }

  async function run() {
    searched = text();
    if (searched === null) return;
    running = true;
    const now = searched;
    draw();
    while (running && searched === now) {
      const next = await ask('alive', { text: now, slices: slices + 1 });
      if (next === OVERTAKEN || searched !== now) return;
      if (next.error) { running = false; draw(next.error); return; }
      slices += 1;
      answer = next;
      if (next.done) running = false;
      draw();
    }
  }

  async function test(rule) {
    const made = await ask('alive-test', { text: searched, slices, rule: rule.name });
    if (made === OVERTAKEN) return;
    if (made.error) { draw(made.error); return; }
    edit(made.edit);
  }

  function row(rule) {
    const name = rule.place ? h('button', { class: 'link', title: 'Select in the text', onclick: () => show(rule.place) }, rule.name) : rule.name;
    const number = (value) => h('td', { class: 'number' }, value === null ? '–' : String(value));
    const moves = rule.game?.moves ?? [];
    const words = moves.length ? moves.slice(0, 6).join(' ') + (moves.length > 6 ? ` … (${moves.length})` : '') : 'as it stands';
    const game = rule.game
      ? [h('button', { class: 'link', title: 'On the board', onclick: () => board(rule.game.position, moves) }, rule.game.position ? `from a position: ${words}` : moves.length ? words : 'the start'),
        h('button', { 'aria-label': `Add as a test: the game of ${rule.name}`, onclick: () => test(rule) }, 'Add as a test')]
      : [h('span', {}, STATES[rule.state] + (rule.because ? `: ${rule.because}` : ''))];
    return h('tr', { class: rule.state === 'never fired' ? 'silent' : null }, h('th', { scope: 'row' }, name), number(rule.tried), number(rule.held), number(rule.differed), h('td', {}, h('span', { class: 'strip' }, ...game)));
  }

  function draw(problem) {
    // The keyboard focus stays on the button.
    const held = panel.contains(document.activeElement);
    const button = running
      ? h('button', { id: 'alive-stop', onclick: () => { stop(); draw(); } }, 'Stop')
      : h('button', { id: 'alive-run', class: 'main', onclick: run, disabled: Boolean(answer?.done) }, answer && !answer.done ? 'Go on' : 'Play games');
    const fired = answer?.rules.filter((rule) => rule.state === 'fired').length;
    const status = !answer ? (running ? 'Playing…' : '')
      : `${fired} of ${count(answer.rules.length, 'rule', 'rules')} fired in ${count(answer.games, 'game', 'games')}, ${count(answer.positions, 'position', 'positions')}${running ? ', still playing…' : answer.done ? '' : ', stopped'}`;
    const heads = ['Rule', 'Tried', 'Held', 'Made a difference', 'Shortest game'];
    // Rules that never fired come first.
    const order = (rule) => Number(rule.state === 'fired');
    const table = answer?.rules.length ? h('div', { class: 'wide' }, h('table', { class: 'alive' }, h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...[...answer.rules].sort((a, b) => order(a) - order(b)).map(row)))) : null;
    panel.replaceChildren(h('h2', {}, 'Rules in use'),
      h('p', { class: 'quiet' }, 'The program plays games, at random and in search of rules that have not fired. A rule has fired if the game would be different without it.'),
      h('div', { class: 'strip' }, button, h('span', { role: 'status' }, status)),
      ...[problem ? h('p', { class: 'fails' }, `${problem}.`) : null, table].filter(Boolean));
    if (held) (panel.querySelector('#alive-run:enabled, #alive-stop') ?? panel).focus();
  }

  draw();
  return { begin, stop };
}
