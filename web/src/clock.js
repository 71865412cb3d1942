// Chess clocks: a time and an increment for each side. The page ends the game when a time is over. The rules of a definition
// have no clocks.

import { $, h } from './api.js';
import * as sides from './sides.js';

/** The time between two drawings in milliseconds. */
const TICK = 100;
/** Below this time in milliseconds, a clock shows tenths of seconds. */
const SHORT = 10_000;
const MINUTE = 60_000;

/** A time in words of a clock: `4:59`, `1:02:03`, `9.3`. */
export function shown(time) {
  if (time < SHORT) return (Math.floor(Math.max(time, 0) / 100) / 10).toFixed(1);
  const seconds = Math.ceil(time / 1000);
  const two = (n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * The clocks of a game. `view()` is the position on the board, `fell()` is called when a time is over, `kept` after
 * changes that a reload should keep.
 */
export function clock({ view, fell, kept }) {
  /** The settings and times in milliseconds; null without clocks. */
  let state = null;
  let running = null;
  let since = 0;
  let timer = null;

  const left = (side) => state.left[side] - (running === side ? performance.now() - since : 0);

  /** Whether the clocks are those of the sides on the page. After a reload, the sides arrive later than the clocks. */
  const fits = () => Boolean(state) && Object.keys(state.left).join() === sides.words().join();

  function draw() {
    $('clocks').hidden = !fits();
    $('pause').disabled = !state || Boolean(state.flag);
    $('pause').textContent = running ? 'Pause' : 'Run';
    $('noclock').disabled = !state;
    if (!fits()) return;
    for (const side of sides.words()) {
      const element = $(`clock-${side}`);
      element.textContent = shown(left(side));
      element.classList.toggle('runs', running === side);
      element.classList.toggle('fell', state.flag === side);
      element.setAttribute('aria-label', `${sides.name(side)}'s time${running === side ? ', running' : ''}`);
    }
  }

  /** Takes the time since the last call from the running clock. */
  function settle() {
    if (!running) return;
    state.left[running] = left(running);
    since = performance.now();
  }

  function stop() {
    settle();
    running = null;
    clearInterval(timer);
    timer = null;
  }

  function start(side) {
    settle();
    running = side;
    since = performance.now();
    timer ??= setInterval(tick, TICK);
  }

  function tick() {
    settle();
    if (state.left[running] <= 0) {
      const side = running;
      stop();
      state.left[side] = 0;
      state.flag = side;
      kept();
      draw();
      fell();
      return;
    }
    draw();
  }

  function pause() {
    if (!running) return;
    stop();
    draw();
    kept();
  }

  const setting = (id) => Math.max(Number($(id).value.replace(',', '.')) || 0, 0);

  /** Makes the clocks and the settings of all sides. */
  function seat() {
    $('clocks').replaceChildren(...sides.words().flatMap((side) => [h('span', { id: `clock-${side}`, role: 'timer' }), ' ']));
    $('clock-settings').replaceChildren(...sides.words().map((side) => h('p', {},
      h('label', { for: `minutes-${side}` }), ' ', h('input', { id: `minutes-${side}`, inputmode: 'decimal', value: '5' }),
      ' ', h('label', { for: `seconds-${side}` }, 'and seconds a move'), ' ', h('input', { id: `seconds-${side}`, inputmode: 'decimal', value: '3' }))));
    rename();
  }

  /** Shows the names of the sides, and their colours if there are more than two. */
  function rename(colours = {}) {
    $('clocks').classList.toggle('many', !sides.areTwo());
    for (const side of sides.words()) {
      document.querySelector(`label[for=minutes-${side}]`).textContent = `${sides.name(side)}, minutes`;
      $(`clock-${side}`).style.setProperty('--sign', colours[side] ?? '');
    }
    draw();
  }

  $('clockform').onsubmit = (event) => {
    event.preventDefault();
    if (state) stop();
    const each = (value) => Object.fromEntries(sides.words().map((side) => [side, value(side)]));
    const times = each((side) => setting(`minutes-${side}`) * MINUTE);
    if (!sides.words().every((side) => times[side] > 0)) { $('clockword').textContent = 'Each side needs a time above 0 minutes.'; return; }
    state = { begin: times, left: { ...times }, extra: each((side) => setting(`seconds-${side}`) * 1000), flag: null };
    $('clockword').textContent = 'The clocks start with the next move.';
    draw();
    kept();
  };
  $('pause').onclick = () => {
    if (running) pause();
    else if (state && !view().told) start(view().side);
    draw();
  };
  function remove() {
    if (state) stop();
    state = null;
    $('clockword').textContent = '';
    draw();
    kept();
  }
  $('noclock').onclick = remove;
  // The other sides have the settings of the first one until they are changed.
  $('clock-settings').oninput = ({ target }) => {
    const [part, side] = target.id.split(/-(.*)/);
    if (!sides.leads(side)) { target.dataset.own = ''; return; }
    for (const one of sides.words().slice(1)) if (!('own' in $(`${part}-${one}`).dataset)) $(`${part}-${one}`).value = target.value;
  };
  // Time goes on in a hidden page, and the picture is right when it is seen again.
  document.addEventListener('visibilitychange', () => { if (!document.hidden && running) tick(); });

  seat();

  return {
    pause,
    /** Takes over the sides of a game with their colours. Clocks of other sides are removed. */
    change(isOther, colours) {
      if (state && !fits()) remove();
      if (isOther) seat();
      rename(colours);
    },
    /** Notes a move of `side`. The clock of the side that is to move now runs on. */
    moved(side) {
      if (!state || state.flag) return;
      $('clockword').textContent = '';
      settle();
      const next = view().side;
      if (next !== side && running) state.left[side] += state.extra[side];
      if (view().told) stop();
      else start(next);
      draw();
      kept();
    },
    /** Begins another game with the same settings. */
    reset() {
      if (!state) return;
      stop();
      state = { ...state, left: { ...state.begin }, flag: null };
      draw();
    },
    /** The state for a reload; null without clocks. */
    pack() { if (state) settle(); return state; },
    /** Takes over a state. No clock runs then. */
    unpack(packed) { if (state) stop(); state = packed ?? null; draw(); },
    /** How the game has ended by the clock. */
    words() {
      if (!state?.flag) return null;
      const loser = sides.name(state.flag);
      const winner = sides.areTwo() ? sides.words().find((side) => side !== state.flag) : null;
      return `${loser}'s time is over: ${winner ? `${sides.name(winner)} wins` : `${loser} has lost`}`;
    },
  };
}
