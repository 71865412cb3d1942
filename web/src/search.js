// The search for games by the words of players.

/** Words of at most this many letters must be whole words: “go” is not the beginning of “gothic”. */
const WHOLE = 2;
/** In shorter words, one other letter makes another word. */
const LEAST = 3;
/** Words that say nothing about a game. */
const EMPTY = new Set(['a', 'an', 'and', 'for', 'game', 'games', 'in', 'of', 'on', 'the', 'to', 'variant', 'variants', 'with']);

/** The words of a text in small letters, without accents: “Gliński's” is `glinskis`. */
export function wordsOf(text) {
  const plain = text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f'’]/g, '').replaceAll('ł', 'l').replaceAll('ø', 'o');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a question that count. */
export function wanted(question) {
  const words = wordsOf(question);
  const full = words.filter((word) => !EMPTY.has(word));
  return full.length ? full : words;
}

/**
 * What is searched in a card. Names and tags stand for the game; a short word in its sentence, such as the “go” of “pieces go
 * on top”, does not.
 */
export function entry(card) {
  const names = wordsOf([card.title, card.name, card.inventor, card.year, ...(card.tags ?? [])].filter(Boolean).join(' '));
  const { board, size } = card.facts;
  const more = wordsOf([card.line, card.family, card.parent, board, size].filter(Boolean).join(' '));
  return { names: new Set(names), all: new Set([...names, ...more]) };
}

function has({ names, all }, word) {
  if (word.length <= WHOLE) return names.has(word);
  for (const one of all) if (one.startsWith(word)) return true;
  return false;
}

/** Whether one word becomes the other by one letter more, less or changed, or by two neighbours that change places. */
export function isNear(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
    || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2));
}

/** The words of all entries that a mistyped word may mean. Those of names, and those that begin alike, are more likely. */
function meant(word, entries) {
  if (word.length < LEAST || /\d/.test(word)) return [];
  const near = (of) => [...new Set(entries.flatMap((one) => [...of(one)]))].filter((one) => one.length >= LEAST && isNear(word, one));
  const inNames = near((one) => one.names);
  const found = inNames.length ? inNames : near((one) => one.all);
  const alike = found.filter((one) => one[0] === word[0]);
  return alike.length ? alike : found;
}

/**
 * Searches `entries` for a question. Returns `{fits, unknown}`: whether an entry has all words, and the words that no entry
 * has, each with the words that were searched instead.
 */
export function search(question, entries) {
  const words = wanted(question);
  const unknown = words.filter((word) => !entries.some((one) => has(one, word))).map((word) => ({ word, instead: meant(word, entries) }));
  const choices = words.map((word) => unknown.find((one) => one.word === word)?.instead ?? [word]);
  return { fits: (one) => choices.every((choice) => choice.some((word) => has(one, word))), unknown };
}
