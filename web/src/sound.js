// Short sounds for moves, made by the browser itself: there are no files. They are off until the user wants them.

const KEY = 'sound';

/** Each sound as tones: frequency in hertz, beginning and length in seconds. */
const SOUNDS = {
  move: [[330, 0, 0.06]],
  capture: [[220, 0, 0.08], [160, 0.03, 0.1]],
  check: [[520, 0, 0.07], [660, 0.08, 0.09]],
  end: [[440, 0, 0.14], [330, 0.15, 0.14], [262, 0.3, 0.28]],
};
const LOUD = 0.2;

let context = null;

export const isOn = () => localStorage.getItem(KEY) === 'on';

/** Switches sounds on or off, and lets the user hear the first one. */
export function set(on) {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  if (on) play('move');
}

/** Plays one of the sounds. */
export function play(name) {
  if (!isOn() || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  // A page makes no sound before its first click.
  context.resume?.();
  for (const [frequency, begin, length] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency });
    const volume = new GainNode(context, { gain: LOUD });
    const start = context.currentTime + begin;
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** The sound of a move between two positions. */
export function between(before, after) {
  if (after.told) return 'end';
  if (after.check) return 'check';
  return after.pieces.length < before.pieces.length ? 'capture' : 'move';
}
