// The sides of the game on the page: their words, such as `white` or `red`, and what people call them.

let names = { white: 'White', black: 'Black' };

/** The words of the sides, in the order of turns. */
export const words = () => Object.keys(names);
/** What people call a side. */
export const name = (side) => names[side];
export const areTwo = () => words().length === 2;
/** Whether a side moves first in each round. */
export const leads = (side) => side === words()[0];
/** Whether the sides have the names of chess, which need no capital within a text. */
export const areUsual = () => areTwo() && names.white === 'White' && names.black === 'Black';

/** Takes over the sides of another game: names by words. Returns whether the words are others than before. */
export function change(next) {
  const before = words().join();
  names = next;
  return words().join() !== before;
}
