// Pieces glide to their new places. The board only compares two of its drawings, so this module contains no rule.

/** The time of a move in milliseconds. */
const TIME = 170;
/** If more pieces change, the drawings show different games, and nothing glides. */
const MOST = 12;
const KEY = 'motion';

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether pieces glide. The system may forbid it. */
export const isOn = () => localStorage.getItem(KEY) !== 'off' && !still.matches;

/** Lets pieces glide, or not. */
export function set(on) { localStorage.setItem(KEY, on ? 'on' : 'off'); }

const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/**
 * Pairs the pieces of two drawings, each with a `look` and the point `at`. Returns `[from, to]` for each piece that has
 * another place. Equal pieces belong together, the nearest first. If one piece is left on both sides, it has changed its look.
 */
export function pairs(before, after) {
  const same = (one, other) => one.look === other.look && distance(one.at, other.at) < 1e-6;
  const gone = before.filter((one) => !after.some((other) => same(one, other)));
  const fresh = after.filter((one) => !before.some((other) => same(one, other)));
  if (gone.length > MOST || fresh.length > MOST) return [];
  const close = gone.flatMap((from) => fresh.filter((to) => to.look === from.look).map((to) => ({ from, to })))
    .sort((a, b) => distance(a.from.at, a.to.at) - distance(b.from.at, b.to.at));
  const found = [];
  const free = (side, one) => !found.some((pair) => pair[side] === one);
  for (const pair of close) if (free('from', pair.from) && free('to', pair.to)) found.push(pair);
  const [left, right] = [gone.filter((one) => free('from', one)), fresh.filter((one) => free('to', one))];
  if (left.length === 1 && right.length === 1 && left[0].side === right[0].side) found.push({ from: left[0], to: right[0] });
  return found.map(({ from, to }) => [from, to]);
}

/** Moves the pictures of `after`, each an SVG element `group`, from the places that they had in `before`. */
export function glide(before, after) {
  if (!isOn()) return;
  for (const [from, to] of pairs(before, after)) {
    const [x, y] = [from.at[0] - to.at[0], from.at[1] - to.at[1]];
    // A piece on its way lies above the others.
    to.group.parentNode.append(to.group);
    to.group.animate({ translate: [`${x}px ${y}px`, '0px 0px'] }, { duration: TIME, easing: 'ease-out' });
  }
}
