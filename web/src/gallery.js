// The shipped games as cards. The engine derives what the filters need from the compiled rules, and draws the boards of the
// cards that come into view.

import { $, OVERTAKEN, ask, h } from './api.js';
import { lacks } from './symbols.js';

/** The number of games in one request. */
const BATCH = 12;

/** The sorts of board, in the words of the engine. */
const BOARDS = {
  square: 'square', grid: 'another grid', hexagonal: 'hexagonal', layers: 'several layers', wrapped: 'joined at its sides', graph: 'of linked cells', plane: 'a plane', sphere: 'a sphere',
};
/** Ranges of numbers of cells, by the value in the list. */
const SIZES = { small: [1, 48], usual: [49, 64], large: [65, 100], huge: [101, Infinity] };

/**
 * The gallery. `open(card, part)` opens a game: `play`, `rules` or `change`. `isShown()` tells whether the gallery is on
 * the page; while it is not, nothing more is asked.
 */
export function gallery({ open, isShown }) {
  /** The names of all shipped definitions; null until they are known. */
  let names = null;
  const cards = [];
  /** Cards in view whose board is not drawn yet. */
  const waiting = new Set();
  let loading = false;
  let drawing = false;

  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = cards.find((one) => one.element === target);
      if (isIntersecting && !card.drawn) waiting.add(card); else waiting.delete(card);
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
      const { text } = await ask('shipped', { name: card.name }, 'card text');
      const drawnWith = (set) => ask('share', { text, start: null, moves: [], form: 'card', set }, 'card');
      let picture = text && await drawnWith('symbols');
      if (picture?.content && lacks([picture.content])) picture = await drawnWith('figures');
      if (!picture || picture === OVERTAKEN || picture.error) continue;
      card.drawn = true;
      card.image.src = `data:image/svg+xml;utf8,${encodeURIComponent(picture.content)}`;
      seen.unobserve(card.element);
    }
    drawing = false;
  }

  function element(card) {
    const id = `card-${card.name}`;
    card.image = h('img', { alt: '', width: 300, height: 300 });
    const origin = [card.inventor, card.year].filter(Boolean).join(', ');
    const button = (part, words, cls) => h('button', { class: cls, 'aria-describedby': id, onclick: () => open(card, part) }, words);
    return h('li', { class: 'game', 'data-name': card.name },
      // The picture says nothing to screen readers that the texts do not.
      h('div', { class: 'picture', 'aria-hidden': 'true', onclick: () => open(card, 'play') }, card.image),
      h('h2', { id }, card.title),
      origin ? h('p', { class: 'quiet' }, origin) : null,
      card.line ? h('p', { class: 'line' }, card.line) : null,
      h('p', { class: 'strip' }, button('play', 'Play', 'main'), button('rules', 'Read the rules'), button('change', 'Change')));
  }

  /** Loads the cards that are still missing. */
  async function load() {
    if (loading) return;
    loading = true;
    if (!names) {
      const answer = await ask('shipped', {}, 'gallery names');
      if (answer !== OVERTAKEN && answer.shipped) names = answer.shipped.map((one) => one.name).sort();
      else $('found-games').textContent = answer.error ? `${answer.error}.` : '';
    }
    while (names?.length && isShown()) {
      const batch = names.slice(0, BATCH);
      const answer = await ask('gallery', { text: '', names: batch }, 'gallery');
      if (answer === OVERTAKEN) continue;
      if (answer.error) { $('found-games').textContent = `${answer.error}.`; break; }
      names = names.slice(BATCH);
      answer.cards.sort((a, b) => batch.indexOf(a.name) - batch.indexOf(b.name));
      for (const card of answer.cards) {
        card.element = element(card);
        card.words = [card.title, card.name, card.inventor, card.year, card.family, card.parent, card.line].join(' ').toLowerCase();
        // Names of files say less to a reader than titles, which therefore give the order.
        const after = cards.findIndex((one) => one.title.localeCompare(card.title) > 0);
        const at = after < 0 ? cards.length : after;
        $('games').insertBefore(card.element, cards[at]?.element ?? null);
        cards.splice(at, 0, card);
        seen.observe(card.element);
      }
      choices();
      filter();
    }
    loading = false;
  }

  /** Fills the lists of families and parents with those of the cards. */
  function choices() {
    const fill = (id, any, of) => {
      const before = $(id).value;
      const all = [...new Set(cards.map(of).filter(Boolean))].sort();
      $(id).replaceChildren(h('option', { value: '' }, any), ...all.map((one) => h('option', {}, one)));
      $(id).value = before;
    };
    fill('by-family', 'any family', (card) => card.family);
    fill('by-parent', 'any parent', (card) => card.parent);
  }

  function filter() {
    const words = $('by-words').value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = (id, value) => !$(id).value || $(id).value === value;
    const wanted = (id, fact) => !$(id).checked || fact;
    const [least, most] = SIZES[$('by-size').value] ?? [0, Infinity];
    let count = 0;
    for (const card of cards) {
      const { facts } = card;
      const fits = words.every((word) => card.words.includes(word)) && chosen('by-board', facts.board) && chosen('by-family', card.family) && chosen('by-parent', card.parent)
        && (!$('by-size').value || (facts.cells >= least && facts.cells <= most))
        && wanted('by-hands', facts.hands) && wanted('by-parts', facts.parts) && wanted('by-starts', facts.starts);
      card.element.hidden = !fits;
      if (fits) count += 1;
    }
    $('found-games').textContent = `${count === cards.length ? '' : `${count} of `}${cards.length} games${names?.length ? ' so far' : ''}`;
  }

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
    title: (name) => cards.find((one) => one.name === name)?.title,
  };
}
