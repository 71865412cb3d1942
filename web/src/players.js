// The players of all sides, each a person or the computer, and the moves of the computer.

import { $, OVERTAKEN, ask, drop, h } from './api.js';
import * as sides from './sides.js';

/** The levels of the computer in words, from 1 on. */
const LEVELS = ['beginner', 'easy', 'casual', 'medium', 'solid', 'hard', 'tough', 'strong', 'expert', 'strongest'];
/** The level of a computer that was asked for without one. */
const MIDDLE = 4;
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
  /** Players of a game that a reload brings back, until its sides are known. */
  let kept = null;
  /** Whether a reload has brought them back, and the computer has not gone on yet. */
  let isBack = false;

  const level = (side) => Number($(`player-${side}`)?.value ?? 0);
  /** Whether dice are rolled now. No player does that, so it needs no choice of players. */
  const isRoll = () => Boolean(view()?.roll) && !view().told;
  const isDue = () => isRoll() || Boolean(view() && !view().told && level(view().side));

  function show() {
    $('thought').hidden = !sides.words().some(level);
    $('challenge').hidden = sides.words().some(level);
    for (const label of labels()) label.classList.toggle('out', Boolean(view()?.out?.includes(label.dataset.side)));
    $('think').textContent = thinking ? 'Stop' : 'Move now';
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
    const levels = LEVELS.map((words, n) => h('option', { value: n + 1 }, `Computer, level ${n + 1} (${words})`));
    const onchange = async () => { await changed(); if (isLast()) answer(); else stop(); };
    return [h('label', { for: `player-${side}`, 'data-side': side }), h('select', { id: `player-${side}`, onchange }, h('option', { value: 0 }, 'Person'), ...levels)];
  }

  /** Makes the choices for all sides; people play them at first. */
  function seat() {
    for (const old of $('players').querySelectorAll('label[data-side], select[id^=player-]')) old.remove();
    $('players').prepend(...sides.words().flatMap(row));
    rename();
    restore();
  }

  /** Takes over the kept players if they are those of these sides. */
  function restore() {
    if (!kept || Object.keys(kept).join() !== sides.words().join()) return;
    for (const side of sides.words()) $(`player-${side}`).value = String(kept[side]);
    kept = null;
    isBack = true;
    show();
  }

  /** Gives all sides to people. */
  function clear() {
    stop();
    kept = null;
    isBack = false;
    for (const side of sides.words()) $(`player-${side}`).value = '0';
    show();
  }

  /** Lets the computer play all sides but one, which stays with a person. */
  async function challenge(own) {
    for (const side of sides.words()) $(`player-${side}`).value = String(side === own ? 0 : level(side) || MIDDLE);
    show();
    await changed();
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
  $('challenge').querySelector('button').onclick = () => {
    challenge(view()?.side ?? sides.words()[0]);
    // The button is gone now.
    $(`player-${sides.words().find(level)}`).focus({ preventScroll: true });
  };
  $('think').onclick = () => { if (thinking) stop(); else answer(); };

  return {
    answer,
    /** Takes over the sides of a game. If their words are the same as before, the players stay. */
    change(isOther, colours) { if (isOther) { stop(); seat(); } restore(); rename(colours); },
    stop,
    challenge,
    clear,
    /** The players for a reload; undefined if all are people. */
    pack: () => (sides.words().some(level) ? Object.fromEntries(sides.words().map((side) => [side, level(side)])) : undefined),
    /** Takes over such players. After a reload, the sides arrive later than the players. */
    unpack(packed) { clear(); kept = packed ?? null; restore(); },
    /** Lets the computer go on after a reload, if the game is at its end. */
    revive() { const was = isBack; isBack = false; if (was && isLast()) answer(); },
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
