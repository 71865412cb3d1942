// The first questions of the start page. A site has their answers in a file, so that its first cards are there before the engine.

/** Games for a first visit: each shows another thing that a variant can be, and is easy to begin. */
export const PICKS = ['duck', 'atomic', 'crazyhouse', 'king-of-the-hill', 'dobutsu', 'glinski', 'horde', 'continuous'];

/** The question for the text with which a new page begins. */
export const draft = () => ['draft', {}];
/** The question for the cards of these games. */
export const cards = (names) => ['gallery', { text: '', names }];
/** The question for the text of a game. */
export const source = (name) => ['shipped', { name }];
/** The question for the picture on a card, after the moves of its scene. */
export const picture = (text, moves, set) => ['share', { text, start: null, moves, form: 'card', set }];

/** The name of a question in the file. */
export const key = (question) => JSON.stringify(question);

/** The answers to the first questions, by their names. `ask` answers a question: its name and its fields. */
export function answers(ask) {
  const all = {};
  const answered = (question) => (all[key(question)] = ask(...question));
  answered(draft());
  for (const { name, scene } of answered(cards(PICKS)).cards) {
    answered(picture(answered(source(name)).text, scene ?? [], 'symbols'));
  }
  return all;
}
