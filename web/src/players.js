// The players of all sides, each a person or the computer, and the moves of the computer.

import { $, OVERTAKEN, ask, drop, h } from './api.js';
import * as sides from './sides.js';

/** The highest level of the computer. */
const LEVELS = 10;
/** The least time between two moves of the computer in milliseconds, so that each move can be seen. */
const PACE = 350;
/** A shorter search is not announced, in milliseconds. */
const SHORT = 500;

/**
 * The choice of players. `view()` returns the position on the board and `question` the data of a request about it.
 * `isLast()` says whether it is the last position of its line. `play` plays the text of a move, and `say` reports an error. `changed()` is called when a player changes.
 */
export function players({ view, question, isLast, play, say, changed }) {
  let thinking = false;
  /** The number of the latest search. The answer of an earlier one no longer counts. */
  let latest = 0;
  /** Whether a change of the text has ended a search. */
  let interrupted = false;

  const level = (side) => Number($(`player-${side}`)?.value ?? 0);
  /** Whether dice are rolled now. No player does that, so it needs no choice of players. */
  const isRoll = () => Boolean(view()?.roll) && !view().told;
  const isDue = () => isRoll() || Boolean(view() && !view().told && level(view().side));

  function show() {
    $('thought').hidden = !sides.words().some(level);
    for (const label of labels()) label.classList.toggle('out', Boolean(view()?.out?.includes(label.dataset.side)));
    $('think').textContent = thinking ? 'Stop' : 'Let it move';
    $('think').disabled = !thinking && (!isDue() || isRoll());
    if (!thinking) $('thinking').textContent = '';
  }

  /** Makes a move if it is the computer's turn, or rolls dice. */
  async function answer() {
    stop();
    if (!isDue()) return;
    thinking = true;
    show();
    latest += 1;
    const mine = latest;
    // A game of the computer with itself may be endless, so it waits while the page is hidden.
    if (sides.words().every(level) && document.hidden) await new Promise((done) => { document.addEventListener('visibilitychange', done, { once: true }); });
    if (mine !== latest) return;
    const told = setTimeout(() => { if (!isRoll()) $('thinking').textContent = 'The computer is thinking…'; }, SHORT);
    const pace = new Promise((done) => { setTimeout(done, PACE); });
    // The lower levels make mistakes at random. Each move has random numbers of its own.
    const seed = Math.floor(Math.random() * 2 ** 32);
    const reply = await ask('reply', question({ level: level(view().side) || 1, seed }));
    if (reply !== OVERTAKEN && mine === latest) await pace;
    clearTimeout(told);
    if (reply === OVERTAKEN || mine !== latest) return;
    // Until its move is on the board, no other move is accepted.
    if (reply.error) say(`The computer cannot move: ${reply.error}.`);
    else await play(reply.text, isRoll() ? 'dice' : 'computer');
    if (mine !== latest) return;
    thinking = false;
    show();
  }

  /** Ends the search. The computer moves again when it is asked to. */
  function stop() {
    latest += 1;
    interrupted = false;
    if (thinking) drop('reply');
    thinking = false;
    show();
  }

  const labels = () => [...$('players').querySelectorAll('label[data-side]')];

  /** A label with the colour of the side, and the choice of its player. */
  function row(side) {
    const levels = Array.from({ length: LEVELS }, (_, n) => h('option', { value: n + 1 }, `Computer, level ${n + 1}`));
    const onchange = async () => { await changed(); if (isLast()) answer(); else stop(); };
    return [h('label', { for: `player-${side}`, 'data-side': side }), h('select', { id: `player-${side}`, onchange }, h('option', { value: 0 }, 'Person'), ...levels)];
  }

  /** Makes the choices for all sides; people play them at first. */
  function seat() {
    for (const old of $('players').querySelectorAll('label[data-side], select[id^=player-]')) old.remove();
    $('players').prepend(...sides.words().flatMap(row));
    rename();
  }

  /** Shows the names of the sides, and their colours if there are more than two. */
  function rename(colours = {}) {
    for (const label of labels()) {
      const { side } = label.dataset;
      label.textContent = sides.name(side);
      label.classList.toggle('coloured', !sides.areTwo());
      label.style.setProperty('--sign', colours[side] ?? '');
    }
  }

  seat();
  $('think').onclick = () => { if (thinking) stop(); else answer(); };

  return {
    answer,
    /** Takes over the sides of a game. If their words are the same as before, the players stay. */
    change(isOther, colours) { if (isOther) { stop(); seat(); } rename(colours); },
    stop,
    show,
    isThinking: () => thinking,
    /** The sides that people play. */
    people: () => sides.words().filter((side) => !level(side)),
    /** Whether the computer has taken a move of this position from a person. */
    isAnswer: () => isDue() && !sides.words().every(level),
    /** Ends the search because the text changes. */
    interrupt() {
      const was = thinking || interrupted;
      stop();
      interrupted = was;
    },
    /** Continues after a change of the text. */
    resume() { if (interrupted) answer(); else show(); },
  };
}
