// Chess clocks: a time and an increment for each side. The page ends the game when a time is over. The rules of a definition
// have no clocks.

import { $ } from './api.js';

const SIDES = ['white', 'black'];
const other = (side) => (side === 'white' ? 'black' : 'white');
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
 * The clocks of a game. `view()` is the position on the board, `fell(side)` is called when a time is over, `kept` after
 * changes that a reload should keep.
 */
export function clock({ view, name, fell, kept }) {
  /** The settings and times in milliseconds; null without clocks. */
  let state = null;
  let running = null;
  let since = 0;
  let timer = null;

  const left = (side) => state.left[side] - (running === side ? performance.now() - since : 0);

  function draw() {
    $('clocks').hidden = !state;
    $('pause').disabled = !state || Boolean(state.flag);
    $('pause').textContent = running ? 'Pause' : 'Run';
    $('noclock').disabled = !state;
    if (!state) return;
    for (const side of SIDES) {
      const element = $(`clock-${side}`);
      element.textContent = shown(left(side));
      element.classList.toggle('runs', running === side);
      element.classList.toggle('fell', state.flag === side);
      element.setAttribute('aria-label', `${name(side)}'s time${running === side ? ', running' : ''}`);
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
      fell(side);
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

  $('clockform').onsubmit = (event) => {
    event.preventDefault();
    if (state) stop();
    const times = Object.fromEntries(SIDES.map((side) => [side, setting(`minutes-${side}`) * MINUTE]));
    if (!SIDES.every((side) => times[side] > 0)) { $('clockword').textContent = 'Each side needs a time above 0 minutes.'; return; }
    state = { begin: times, left: { ...times }, extra: Object.fromEntries(SIDES.map((side) => [side, setting(`seconds-${side}`) * 1000])), flag: null };
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
  // The second side has the settings of the first one until they are changed.
  for (const part of ['minutes', 'seconds']) {
    $(`${part}-white`).oninput = () => { if (!$(`${part}-black`).dataset.own) $(`${part}-black`).value = $(`${part}-white`).value; };
    $(`${part}-black`).oninput = () => { $(`${part}-black`).dataset.own = ''; };
  }
  // Time goes on in a hidden page, and the picture is right when it is seen again.
  document.addEventListener('visibilitychange', () => { if (!document.hidden && running) tick(); });

  return {
    pause,
    /** Shows the settings, for a game that may have clocks, or removes the clocks. */
    allow(possible) { $('timing').hidden = !possible; if (!possible && state) remove(); },
    /** The side whose time is over. */
    fallen: () => state?.flag ?? null,
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
    /** Takes over the names of the sides. */
    rename() {
      for (const side of SIDES) if (name(side)) document.querySelector(`label[for=minutes-${side}]`).textContent = `${name(side)}, minutes`;
      draw();
    },
    /** How the game has ended by the clock. */
    words: () => (state?.flag ? `${name(state.flag)}'s time is over: ${name(other(state.flag))} wins` : null),
  };
}
