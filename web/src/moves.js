// The tree of moves, and the list that shows it as books print it. The first child of a node is the main line, and the
// others are variations. A node has the `text` and the `san` of its move, the number of its `turn` and the `side` that
// moved. It may have a `comment`, and those of records may have a comment `before` the move and numbers of `glyphs`.

import { $, h } from './api.js';
import { leads } from './sides.js';

/** Creates a node without a move. */
export const root = () => ({ text: null, san: null, children: [], parent: null });

/** Adds a move after `parent`. A move that is there already is returned as it is. */
export function add(parent, { text, san, turn, side }) {
  const known = parent.children.find((one) => one.text === text);
  if (known) return known;
  const node = { text, san, turn, side, children: [], parent };
  parent.children.push(node);
  return node;
}

/**
 * Adds the moves of a record: a list in which each names the one before it, from 1; 0 is the start. Returns the end of the
 * main line.
 */
export function graft(tree, list) {
  const nodes = [tree];
  const join = (...parts) => parts.filter(Boolean).join(' ');
  for (const one of list) {
    const node = add(nodes[one.after] ?? tree, one);
    // A variation may begin like the line that it leaves.
    if (one.comment) node.comment = join(node.comment, one.comment);
    if (one.before) node.before = join(node.before, one.before);
    if (one.glyphs) node.glyphs = [...new Set([...(node.glyphs ?? []), ...one.glyphs])];
    nodes.push(node);
  }
  return last(tree);
}

/** The usual signs of glyphs. */
const SIGNS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+' };

/** The glyphs of a node as signs: those of the move directly behind it, others after a space. */
const signs = ({ glyphs = [] }) => glyphs.map((n) => (n < 7 ? SIGNS[n] ?? '' : ` ${SIGNS[n] ?? `$${n}`}`)).join('');

/** The texts of the moves up to a node. */
export const line = (node) => (node.parent ? [...line(node.parent), node.text] : []);

/** The node and all before it, the latest first. */
function* upwards(node) {
  for (let at = node; at.parent; at = at.parent) yield at;
}

const place = (node) => node.parent.children.indexOf(node);

/** The first node of the variation that contains this one; undefined on the main line. */
const variation = (node) => [...upwards(node)].find((one) => place(one) > 0);

/** The variation before or after that of a node, if there is one. */
function beside(node, step) {
  const fork = [...upwards(node)].find((one) => one.parent.children.length > 1);
  return fork?.parent.children[place(fork) + step];
}

/** The last node of the line that begins with this one. */
function last(node) {
  let at = node;
  while (at.children.length) [at] = at.children;
  return at;
}

/** The tree as plain data, and the way to a node as numbers of children. */
export function pack(tree, here) {
  const one = ({ text, san, turn, side, comment, children, before, glyphs }) => {
    const plain = [text, san, turn, side, comment ?? '', children.map(one)];
    return before || glyphs ? [...plain, { before, glyphs }] : plain;
  };
  return { tree: tree.children.map(one), at: [...upwards(here)].map(place).reverse() };
}

/** Fills an empty tree from plain data. Returns the node of the way. */
export function unpack(tree, { tree: packed, at }) {
  const fill = (parent, list) => {
    for (const [text, san, turn, side, comment, children, more] of list) {
      const node = add(parent, { text, san, turn, side });
      if (comment) node.comment = comment;
      Object.assign(node, more);
      fill(node, children);
    }
  };
  fill(tree, packed);
  return at.reduce((node, n) => node.children[n] ?? node, tree);
}

/** A move for the eye: the numbers of a plane have two decimals at most. */
const short = (san) => san.replace(/\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));

/** The number before a move: `2.` for the side that moves first, `2…` for the others. */
export const number = ({ turn, side }) => `${turn}${leads(side) ? '.' : '…'}`;

/**
 * The list of moves. `here()` is the node of the position on the board, `goto` shows another one, and `say` reports what was
 * done. `kept` is called after a change that does not change the position.
 */
export function moveList(tree, { here, goto, say, kept }) {
  const word = (node) => h('button', {
    class: 'ply', 'aria-current': node === here() ? 'step' : null, onclick: () => goto(node),
    title: [short(node.san) === node.san ? '' : node.san, node.review?.sign ? `Loses ${(node.review.verdict.loss / 100).toFixed(2)} pawns` : ''].filter(Boolean).join('. ') || null,
  }, short(node.san), node.glyphs ? h('span', { class: 'glyph' }, signs(node)) : null, node.review?.sign ? h('span', { class: 'sign' }, node.review.sign) : null);
  const remark = (words) => (words ? [h('span', { class: 'comment' }, words)] : []);

  /**
   * The moves from `first` on, with the variations `beside` it. Each has its parts, and `isNumbered` if a number stands before
   * it even amid a turn.
   */
  function* along(first, beside) {
    let isNumbered = true;
    for (let node = first; node; [node, ...beside] = node.children) {
      const asides = beside.map((other) => h('span', { class: 'branch' }, '(', ...spread(other), ')'));
      yield { node, parts: [...remark(node.before), word(node), ...remark(node.comment), ...asides], isNumbered };
      isNumbered = Boolean(node.comment) || asides.length > 0;
    }
  }

  const numeral = (node) => h('span', { class: 'number' }, number(node));

  /** A variation, in one row of words. */
  function spread(first) {
    const words = [];
    let turn = null;
    for (const { node, parts, isNumbered } of along(first, [])) {
      if (isNumbered || (leads(node.side) && node.turn !== turn)) words.push(numeral(node));
      words.push(...parts);
      turn = node.turn;
    }
    return words.flatMap((one, n) => (n ? [' ', one] : [one]));
  }

  /** Scrolls the list, and nothing around it, until a move can be seen: on a phone the board must stay where it is. */
  function reveal(current, before) {
    const list = $('moves');
    list.scrollTop = current ? before : 0;
    if (!current) return;
    const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  }

  function draw() {
    const items = [];
    let item = null;
    let turn = null;
    const [first, ...rest] = tree.children;
    for (const { node, parts, isNumbered } of along(first, rest)) {
      const begins = node.turn !== turn;
      if (begins) {
        turn = node.turn;
        item = h('li', { value: turn });
        items.push(item);
      }
      // The list itself shows the number before a move of the first side.
      if (isNumbered && !(begins && leads(node.side))) item.append(numeral(node), ' ');
      for (const part of parts) item.append(part, ' ');
    }
    const held = $('moves').contains(document.activeElement);
    const before = $('moves').scrollTop;
    $('moves').replaceChildren(...items);
    $('moves').classList.toggle('long', items.length > 4);
    const current = $('moves').querySelector('[aria-current]');
    reveal(current, before);
    // The keyboard stays in the list.
    if (held) (current ?? $('restart')).focus({ preventScroll: true });
    const node = here();
    $('annotate').hidden = !node.parent;
    $('promote').disabled = !node.parent || !variation(node);
    if (document.activeElement !== $('comment')) $('comment').value = node.comment ?? '';
    $('commented').textContent = node.parent ? `Comment on ${number(node)} ${node.san}` : 'Comment';
  }

  $('promote').onclick = () => {
    const first = variation(here());
    if (!first) return;
    const all = first.parent.children;
    all.unshift(...all.splice(place(first), 1));
    say(`${number(first)} ${first.san} is the main line now.`);
    draw();
    kept();
  };

  $('remove').onclick = async () => {
    const node = here();
    if (!node.parent) return;
    const [all, at] = [node.parent.children, place(node)];
    all.splice(at, 1);
    await goto(node.parent);
    const undo = async () => { all.splice(at, 0, node); await goto(node); };
    say(h('span', {}, `${number(node)} ${node.san} and all after it are deleted. `, h('button', { class: 'link', onclick: undo }, 'Undo')));
  };

  $('comment').oninput = () => {
    const node = here();
    if (!node.parent) return;
    node.comment = $('comment').value.trim();
    draw();
    kept();
  };

  return {
    draw,
    /** Goes to the end of the line, or to the variation before or after. */
    end: () => goto(last(here())),
    turn(step) { const next = beside(here(), step); if (next) goto(next); },
  };
}
