// What the shipped definitions say about themselves, read from their texts without compiling them.

import { OVERTAKEN, ask } from './api.js';

/** The families in the order of the list of a new variant, with words for people. Others follow under their own names. */
const FAMILIES = {
  orthodox: 'Chess and its relatives', armies: 'Other armies', fairy: 'Fairy pieces', small: 'Small boards', asian: 'Games of Asia', drops: 'Pieces in hand',
  goals: 'Other goals', effects: 'Moves with effects', turns: 'Several moves in a turn', hexagonal: 'Hexagons', topology: 'Other shapes of boards', layers: 'Several boards',
  sides: 'More than two players', hidden: 'Hidden pieces', chance: 'Dice and chance', stones: 'Stones', stacks: 'Stacks', sections: 'Moving parts of the board',
  contrast: 'Strong and weak colours', monochromatic: 'Pieces that keep their colour', continuous: 'Planes and spheres',
};
/** Words that stay small in a title. */
const SMALL = new Set(['of', 'the', 'in', 'and', 'on', 'to']);

/** A readable title, from the name of a definition: its real title would need its text. */
export const titled = (name) => name.split('-').map((word, n) => (n && SMALL.has(word) ? word : word[0].toUpperCase() + word.slice(1))).join(' ');

/** The games of `list` (`{name, family}`) in groups `[words, names]`. */
export function groups(list) {
  const order = [...new Set([...Object.keys(FAMILIES), ...list.map((one) => one.family)])];
  return order.map((family) => [FAMILIES[family] ?? titled(family), list.filter((one) => one.family === family).map((one) => one.name)]).filter(([, names]) => names.length);
}

/** Reads a text under a key of `about`: plain, in quotes, or over several lines. */
export function aboutOf(text, key) {
  const [, begin, rest] = text.match(new RegExp(`^ +${key}: *(.*)((?:\\n {4,}.*)*)`, 'm')) ?? [];
  if (begin === undefined) return '';
  const words = `${/^[>|]/.test(begin) ? '' : begin} ${rest.replace(/\s+/g, ' ')}`.trim();
  if (/^'.*'$/.test(words)) return words.slice(1, -1).replaceAll("''", "'");
  return /^".*"$/.test(words) ? words.slice(1, -1).replaceAll('\\"', '"') : words;
}

const known = new Map();

/** One sentence about a shipped definition: what is new in it. Empty if it does not say. */
export async function pitchOf(name) {
  if (!known.has(name)) {
    const answer = await ask('shipped', { name }, `pitch of ${name}`);
    if (answer === OVERTAKEN || !answer.text) return '';
    const words = (aboutOf(answer.text, 'pitch') || aboutOf(answer.text, 'rules')).replace(/^A modifier that /, '');
    known.set(name, words && `${words[0].toUpperCase()}${words.slice(1)}`);
  }
  return known.get(name);
}
