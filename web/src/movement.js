// The movement of a piece by clicks on the cells around it. The engine turns the cells into a string and says it in words.

import { $, OVERTAKEN, ask, first, h, portrait } from './api.js';

/** The distance from the piece to the edge of the grid, in cells. */
const REACH = 4;
const SIGNS = { both: '●', m: '○', c: '✕' };

/** Creates the editor of movements in `#cells`. */
export function movement({ revise, text, say }) {
  let piece = null;
  let marks = [];
  /** Terms without a cell, such as castling, which stay as they are. */
  let kept = [];
  /** Terms that cells cannot show. While there are some, nothing is written. */
  let hidden = [];
  let string = null;
  let focus = [0, 1];
  const box = $('cells');

  /** What a click adds: the modifiers and the range of a movement string. */
  function manner() {
    const slides = $('cells-way').value === 'slide';
    const steps = $('cells-steps').value.trim();
    const order = 'mcepgn';
    const chosen = [$('cells-does').value, $('cells-passing').checked ? 'e' : '', $('cells-over').value].join('');
    return { letters: ($('cells-first').checked ? 'i' : '') + [...order].filter((c) => chosen.includes(c)).join(''), range: slides ? steps || '0' : '' };
  }

  /** The cells that a click means. */
  function alike([x, y]) {
    const all = { one: [[x, y]], sides: [[x, y], [-x, y]], all: [[x, y], [-x, y], [x, -y], [-x, -y], [y, x], [-y, x], [y, -x], [-y, -x]] }[$('cells-alike').value];
    return all.filter(([a, b], n) => all.findIndex(([c, d]) => a === c && b === d) === n);
  }

  const at = (x, y) => marks.filter((one) => one.x === x && one.y === y);
  const does = ({ letters }) => (letters.includes('m') ? 'm' : letters.includes('c') && !letters.includes('m') ? 'c' : letters.includes('e') ? 'c' : 'both');
  const said = ({ letters, range }) => [{ both: 'moves and captures', m: 'moves', c: 'captures' }[does({ letters })], range ? (range === '0' ? 'as a slide' : `at most ${range} times`) : '', letters.includes('i') ? 'on its first move' : '', letters.includes('p') || letters.includes('g') ? 'over a piece' : '', letters.includes('n') ? 'if the way is free' : ''].filter(Boolean).join(' ');

  /** Whether a slide of this piece passes the cell. */
  const passed = (x, y) => marks.some((one) => one.range && [2, 3, 4].some((n) => one.x * n === x && one.y * n === y && (one.range === '0' || n <= Number(one.range.split('-').at(-1)) || one.range.endsWith('-0'))));

  function toggle([x, y]) {
    if (x === 0 && y === 0) return;
    const { letters, range } = manner();
    const is = (one, [a, b]) => one.x === a && one.y === b && one.letters === letters && one.range === range;
    const group = alike([x, y]);
    const removes = marks.some((one) => is(one, [x, y]));
    marks = marks.filter((one) => !group.some((cell) => is(one, cell)));
    if (!removes) marks.push(...group.map(([a, b]) => ({ x: a, y: b, letters, range })));
    focus = [x, y];
    draw();
    tell();
  }

  function draw(look) {
    if (look) box.picture = look;
    const grid = [];
    for (let y = REACH; y >= -REACH; y -= 1) {
      for (let x = -REACH; x <= REACH; x += 1) {
        const here = at(x, y);
        const place = [x > 0 ? `${x} right` : x < 0 ? `${-x} left` : '', y > 0 ? `${y} forward` : y < 0 ? `${-y} backward` : ''].filter(Boolean).join(', ');
        const own = x === 0 && y === 0;
        const signs = here.map((one) => h('span', {}, `${SIGNS[does(one)]}${one.range ? '→' : ''}${one.letters.includes('i') ? '¹' : ''}${one.letters.includes('p') || one.letters.includes('g') ? '^' : ''}`));
        grid.push(h('button', {
          type: 'button', class: `around${(x + y) % 2 ? ' dark' : ''}${here.length ? ' marked' : ''}`, disabled: own, 'data-around': `${x} ${y}`, tabindex: x === focus[0] && y === focus[1] ? 0 : -1,
          'aria-label': own ? 'The piece' : `${place}: ${here.map(said).join('; ') || 'nothing'}`, 'aria-pressed': own ? null : String(here.length > 0),
        }, ...(own ? [box.picture?.cloneNode(true)] : signs.length ? signs : [passed(x, y) ? '·' : ''])));
      }
    }
    const had = $('cells-grid').contains(document.activeElement);
    $('cells-grid').replaceChildren(...grid);
    if (had) $('cells-grid').querySelector('[tabindex="0"]')?.focus();
  }

  /** Takes over an answer about the movement. */
  function take(answer) {
    if (answer === OVERTAKEN) return;
    string = answer.error ? null : answer.string;
    $('cells-string').textContent = string ?? '';
    $('cells-words').textContent = answer.error ? `${answer.error[0].toUpperCase()}${answer.error.slice(1)}.` : (answer.sentences ?? []).join(' ');
    const notes = hidden.map((one) => h('li', {}, h('code', {}, one.term), ` is not shown: ${one.why}.`));
    const stays = kept.map((term) => h('li', {}, h('code', {}, term), ' stays as it is.'));
    $('cells-hidden').replaceChildren(...notes, ...stays);
    $('cells-anew').hidden = !hidden.length && !kept.length;
    $('cells-write').disabled = string === null || hidden.length > 0;
  }

  async function tell() {
    take(await ask('movement', { text: text(), piece, marks, kept }));
  }

  async function open(kind, view) {
    piece = kind.name;
    box.hidden = false;
    $('cells-title').textContent = `How the ${piece} moves`;
    const answer = await ask('movement', { text: text(), piece });
    if (answer === OVERTAKEN) return;
    [marks, kept, hidden] = answer.error ? [[], [], []] : [answer.marks, answer.kept, answer.hidden];
    $('cells-typed').value = answer.error ? '' : answer.written;
    draw(portrait(view.glyphs, first(kind.looks).glyph, first(kind.looks).badge));
    if (answer.error) take(answer); else if (hidden.length) take({ ...answer, string: null, sentences: [] }); else await tell();
    $('cells-grid').scrollIntoView({ block: 'nearest' });
    $('cells-grid').querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  $('cells-grid').addEventListener('click', (event) => {
    const button = event.target.closest('[data-around]');
    if (button) toggle(button.dataset.around.split(' ').map(Number));
  });
  $('cells-grid').addEventListener('keydown', (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const step = ([x, y]) => [Math.max(-REACH, Math.min(REACH, x + way[0])), Math.max(-REACH, Math.min(REACH, y + way[1]))];
    let next = step(focus);
    // The piece itself is no cell to choose.
    if (next[0] === 0 && next[1] === 0) next = step(next);
    $('cells-grid').querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
    focus = next;
    const button = $('cells-grid').querySelector(`[data-around="${next.join(' ')}"]`);
    button.setAttribute('tabindex', 0);
    button.focus();
  });
  $('cells-way').onchange = () => { $('cells-steps').disabled = $('cells-way').value !== 'slide'; };
  $('cells-anew').onclick = () => { [marks, kept, hidden] = [[], [], []]; draw(); tell(); };
  $('cells-clear').onclick = () => { marks = []; draw(); tell(); };
  $('cells-close').onclick = () => { box.hidden = true; };
  $('cells-write').onclick = async () => {
    if (await revise({ do: 'set-piece', piece, key: 'moves', value: string })) $('cells-typed').value = string;
  };
  $('cells-read').onsubmit = async (event) => {
    event.preventDefault();
    const answer = await ask('movement', { text: text(), piece, string: $('cells-typed').value.trim() });
    if (answer === OVERTAKEN) return;
    if (!answer.error) { [marks, kept, hidden] = [answer.marks, answer.kept, answer.hidden]; draw(); }
    take(answer);
  };

  return {
    open,
    /** Follows a change of the text: the piece may be gone. */
    show(view) { if (piece && !view.kinds.some((kind) => kind.name === piece)) { box.hidden = true; piece = null; say(''); } },
  };
}
