// The shipped games as cards: some good first choices, and all games. The engine derives what the filters need from the compiled
// rules, and draws the boards of the cards that come into view.

import { $, OVERTAKEN, ask, h } from './api.js';
import { PICKS, cards as cardsAsked, picture as pictureAsked, source } from './first.js';
import { entry, search } from './search.js';
import { lacks } from './symbols.js';

/** The number of games in one request. */
const BATCH = 12;

/** The sorts of board, in the words of the engine. */
const BOARDS = {
  square: 'square', grid: 'another grid', hexagonal: 'hexagonal', layers: 'several layers', wrapped: 'joined at its sides', graph: 'of linked cells', plane: 'a plane', sphere: 'a sphere',
};
/** Ranges of numbers of cells, by the value in the list. */
const SIZES = { small: [1, 48], usual: [49, 64], large: [65, 100], huge: [101, Infinity] };
/** Ranges of lengths, in moves of one side. */
const LENGTHS = { short: [1, 40], medium: [41, 100], long: [101, Infinity] };
/** Up to the first length a card says “short game”, and from the second one “long game”. */
const NOTABLE = { short: 40, long: 140 };

const isIn = ([least, most], number) => number !== null && number !== undefined && number >= least && number <= most;

/** Whether a game fits the value of each list and the check of each box. */
const FITS = {
  players: ({ facts }, value) => (value === 'teams' ? Boolean(facts.teams) : (facts.players ?? 2) === Number(value)),
  kind: ({ tags }, value) => Boolean(tags?.includes(value)),
  size: ({ facts }, value) => isIn(SIZES[value], facts.cells),
  length: ({ facts }, value) => isIn(LENGTHS[value], facts.plies),
  board: ({ facts }, value) => facts.board === value,
};
const BOXES = ['hidden', 'chance', 'hands', 'parts', 'starts'];

/** A picture without its white ground, which would shine on a dark page, and without the most of its margin. */
function bare(svg) {
  const isBoard = svg.includes('<g transform="translate(20 20)">');
  const cut = (_, width, height) => `viewBox="17 17 ${width - 34} ${height - 34}"`;
  const close = isBoard ? svg.replace(/viewBox="0 0 ([\d.]+) ([\d.]+)"/, cut) : svg;
  return close.replace(/<path d="M0 0H[\d.]+V[\d.]+H0Z" fill="#ffffff"\/>/, '');
}

/** What sets a game apart from others at the first look. */
function badges({ facts: { players = 2, teams, hidden, chance, plies } }) {
  return [
    teams ? `${players} players in teams` : players === 2 ? null : `${players} players`,
    hidden ? 'hidden' : null, chance ? 'dice' : null,
    !plies ? null : plies <= NOTABLE.short ? 'short game' : plies >= NOTABLE.long ? 'long game' : null,
  ].filter(Boolean);
}

/**
 * The gallery. `open(card, part)` opens a game: `play`, `computer`, `rules` or `change`. `isShown()` tells whether the gallery
 * is on the page; while it is not, nothing more is asked.
 */
export function gallery({ open, isShown }) {
  /** The names of the games that are not in the list yet; null until they are known. */
  let names = null;
  /** Whether the picked games are there. */
  let isBegun = false;
  /** The cards in the list. */
  const cards = [];
  /** All loaded cards, by their names. */
  const known = new Map();
  /** The card of each element. */
  const byElement = new Map();
  /** Cards in view whose board is not drawn yet. */
  const waiting = new Set();
  let loading = false;
  let drawing = false;

  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = byElement.get(target);
      if (isIntersecting) card.inView.add(target); else card.inView.delete(target);
      if (card.inView.size && !card.drawn) waiting.add(card); else waiting.delete(card);
    }
    draw();
  }, { root: $('gallery'), rootMargin: '300px' });

  /** Draws boards one after another, so that a game that is opened meanwhile does not wait for many. */
  async function draw() {
    if (drawing) return;
    drawing = true;
    while (waiting.size && isShown()) {
      const [card] = waiting;
      waiting.delete(card);
      const { text } = await ask(...source(card.name), 'card text');
      const drawnWith = (set, moves) => ask(...pictureAsked(text, moves, set), 'card');
      let scene = card.scene ?? [];
      let picture = text && await drawnWith('symbols', scene);
      // A card without its position in play shows the start.
      if (picture?.error && scene.length) picture = await drawnWith('symbols', scene = []);
      if (picture?.content && lacks([picture.content])) picture = await drawnWith('figures', scene);
      if (!picture || picture === OVERTAKEN || picture.error) continue;
      card.drawn = `data:image/svg+xml;utf8,${encodeURIComponent(bare(picture.content))}`;
      for (const [element, image] of card.images) {
        image.src = card.drawn;
        seen.unobserve(element);
      }
    }
    drawing = false;
  }

  /** Shows the further buttons of one card only. They are always there where they have room. */
  function unfold(element) {
    for (const one of $('games').querySelectorAll('.game')) {
      const isOpen = one === element && !one.classList.contains('open');
      one.classList.toggle('open', isOpen);
      one.querySelector('.more').setAttribute('aria-expanded', isOpen);
    }
  }

  /** An element of a card, for the list of all games or (`cls` is `pick`) for the picked ones. */
  function element(card, cls) {
    const id = `${cls}-${card.name}`;
    const image = h('img', { alt: '', width: 300, height: 300, src: card.drawn });
    const origin = [card.inventor, card.year].filter(Boolean).join(', ');
    const button = (part, words, form) => h('button', { class: form, 'aria-describedby': id, onclick: () => open(card, part) }, h('span', {}, words));
    const more = h('button', { class: 'more', 'aria-label': 'More', 'aria-describedby': id, 'aria-expanded': 'false', onclick: () => unfold(made) }, '…');
    const made = h('li', { class: cls, [cls === 'game' ? 'data-name' : 'data-pick']: card.name },
      // The picture says nothing to screen readers that the texts do not.
      h('div', { class: 'picture', 'aria-hidden': 'true', onclick: () => open(card, 'play') }, image),
      h('div', { class: 'about' },
        h('div', { class: 'head' }, h('h3', { id }, card.title), ...badges(card).map((words) => h('span', { class: 'mark' }, words))),
        origin && cls === 'game' ? h('p', { class: 'quiet origin' }, origin) : null,
        h('p', { class: 'line' }, card.line ?? '')),
      h('p', { class: 'strip' }, button('play', 'Play', 'main go'), cls === 'game' ? more : null,
        h('span', { class: 'rest' }, button('computer', 'Play the computer'), button('rules', 'Rules', 'minor'), button('change', 'Change', 'minor'))));
    byElement.set(made, card);
    if (!card.drawn) {
      card.images.set(made, image);
      seen.observe(made);
    }
    return made;
  }

  /** Puts a loaded card into the list. */
  function list(card) {
    // Names of files say less to a reader than titles, which therefore give the order.
    const after = cards.findIndex((one) => one.title.localeCompare(card.title) > 0);
    const at = after < 0 ? cards.length : after;
    card.element = element(card, 'game');
    $('games').insertBefore(card.element, cards[at]?.element ?? null);
    cards.splice(at, 0, card);
  }

  /** Puts the picked games into the places that are kept for them. A game that the engine does not know has no place. */
  function pick() {
    for (const [name, place] of places) {
      if (known.has(name)) place.replaceWith(element(known.get(name), 'pick')); else place.remove();
    }
  }

  /** Loads the cards of these names. Returns false if there is no answer now. */
  async function cardsOf(batch) {
    if (!batch.length) return true;
    const answer = await ask(...cardsAsked(batch), 'gallery');
    if (answer === OVERTAKEN) return false;
    if (answer.error) throw new Error(answer.error);
    for (const card of answer.cards) known.set(card.name, Object.assign(card, { images: new Map(), inView: new Set(), entry: entry(card), drawn: null }));
    return true;
  }

  /** Loads the cards that are still missing, the picked ones first. */
  async function load() {
    if (loading) return;
    loading = true;
    try {
      const all = names ? null : ask('shipped', {}, 'gallery names');
      while (!isBegun && isShown()) {
        if (!(await cardsOf(PICKS))) continue;
        isBegun = true;
        pick();
        filter();
      }
      const answer = await all;
      if (answer?.error) throw new Error(answer.error);
      if (answer?.shipped) names = answer.shipped.map((one) => one.name).sort();
      while (names?.length && isShown()) {
        const batch = names.slice(0, BATCH);
        if (!(await cardsOf(batch.filter((name) => !known.has(name))))) continue;
        names = names.slice(BATCH);
        batch.filter((name) => known.has(name)).forEach((name) => list(known.get(name)));
        filter();
      }
    } catch (error) {
      $('picks').hidden ||= !isBegun;
      $('found-games').textContent = `${error.message}.`;
    }
    loading = false;
  }

  /** What is said about words that no game has. */
  function instead({ word, instead: others }) {
    const quoted = others.slice(0, 3).map((one) => `“${one}”`).join(' or ');
    return `No game has “${word}”${quoted ? `; these have ${quoted}` : ''}.`;
  }

  function filter() {
    const isComplete = names?.length === 0;
    const question = $('by-words').value.trim();
    const lists = Object.keys(FITS).filter((id) => $(`by-${id}`).value);
    const boxes = BOXES.filter((id) => $(`by-${id}`).checked);
    const { fits, unknown } = search(question, cards.map((card) => card.entry));
    let count = 0;
    for (const card of cards) {
      const isFound = fits(card.entry) && lists.every((id) => FITS[id](card, $(`by-${id}`).value)) && boxes.every((id) => card.facts[id]);
      card.element.hidden = !isFound;
      if (isFound) count += 1;
    }
    const chosen = lists.length + boxes.length;
    const isAll = !question && !chosen;
    $('picks').hidden = !isAll || (isBegun && !$('picked').children.length);
    $('games-title').textContent = isAll ? 'All games' : 'Games that fit';
    $('more-count').textContent = chosen ? ` (${chosen})` : '';
    const said = isComplete ? unknown.map(instead) : [];
    if (isComplete && !count && !said.length) said.push('Try fewer words or filters.');
    $('found-games').textContent = cards.length ? [`${isAll ? '' : `${count} of `}${cards.length} games${isComplete ? '' : ' so far'}`, ...said].join('. ').replace(/\.\.$/, '.') : '';
  }

  /** Empty cards, which keep the places of the picked ones. */
  const places = new Map(PICKS.map((name) => [name, h('li', { class: 'pick', 'aria-hidden': 'true' }, h('div', { class: 'picture' }), h('div', { class: 'about' }, h('div', { class: 'head' }, '\u00a0'), h('p', { class: 'line' })), h('p', { class: 'strip' }))]));
  $('picked').append(...places.values());

  // On a phone, the games come first.
  if (matchMedia('(max-width: 599px)').matches) $('more').open = false;
  $('by-board').append(...Object.entries(BOARDS).map(([value, words]) => h('option', { value }, words)));
  $('filters').onsubmit = (event) => event.preventDefault();
  $('filters').oninput = filter;
  $('filters').onreset = () => setTimeout(filter);

  return {
    /** Continues to load and to draw. */
    show() { load(); draw(); },
    /** The title of a loaded game. */
    title: (name) => known.get(name)?.title,
  };
}
