// The board of the setup, with a palette of all pieces beside it. Pieces come by dragging, by clicks and by keys.

import { $, h, man, portrait, s } from './api.js';
import { ring } from './ring.js';
import { surface } from './surface.js';
import { isReadable } from './symbols.js';
import { arrange, watch, wrap } from './wrap.js';
import { zones } from './zones.js';

const UNIT = 100;
const PIECE = 0.92;
/** A longer movement is a drag and not a click, in pixels. */
const SLACK = 5;

/** Creates the board in `#arrange`. `revise` makes a change of the text, `say` shows a message. */
export function palette({ revise, say }) {
  let view = null;
  /** What a click puts on a cell: `{piece, side}`, `{erase}`, or null for moving pieces. */
  let brush = null;
  /** The cell whose piece is picked up. */
  let held = null;
  let focus = null;
  let drag = null;
  let turn = (point) => point;
  const root = $('arrange-board');
  /** The number of columns in which the layers are drawn. */
  let columns = 1;
  const elements = new Map();

  const paint = zones({ revise, view: () => view, redraw: draw, rest: () => choose(null) });
  const path = (points) => `M${points.map((p) => turn(p).map((n) => n.toFixed(1)).join(' ')).join('L')}Z`;
  const cell = (name) => view.cells.find((one) => one.name === name);
  const pieceOn = (name) => view.pieces.find((one) => one.cell === name);
  const halo = ring(root, (name) => path(cell(name).outline));
  const told = (words) => { $('arrange-word').textContent = words; };

  function label(one) {
    const piece = pieceOn(one.name);
    const words = [one.name, piece ? `${piece.side} ${piece.kind}` : 'empty'];
    if (held === one.name) words.push('picked up');
    if (paint.has(one.name)) words.push(`in the zone ${paint.name()}`);
    return words.join(', ');
  }

  /** The number of columns in which the layers stand. */
  function shape() {
    const outlines = view.cells.flatMap((one) => one.outline);
    const [xs, ys] = [0, 1].map((n) => outlines.map((p) => p[n]));
    return arrange(root, view.layers ?? [], Math.max(...xs) - Math.min(...xs) + 1, Math.max(...ys) - Math.min(...ys) + 1).columns;
  }

  watch(root, () => { if (view && shape() !== columns) draw(); });

  function draw() {
    if (!view) return;
    $('palette').querySelector('[data-tool=move]')?.setAttribute('aria-pressed', String(brush === null && !paint.isOn()));
    elements.clear();
    columns = shape();
    const laid = wrap(view.layers ?? [], columns);
    turn = (point) => { const [x, y] = laid(point); return [x * UNIT, -y * UNIT]; };
    const points = view.cells.flatMap((one) => one.outline.map(turn)).concat(view.labels.map((one) => turn(one.at)));
    const [xs, ys] = [0, 1].map((n) => points.map((p) => p[n]));
    const [left, top] = [Math.min(...xs) - 24, Math.min(...ys) - 24];
    const svg = s('svg', {
      viewBox: `${left} ${top} ${Math.max(...xs) - left + 24} ${Math.max(...ys) - top + 24}`, role: 'group', class: view.points ? 'board points' : 'board',
      'aria-label': `Setup, ${view.cells.length} cells. The arrow keys go from cell to cell, Enter puts or picks up a piece, Delete removes it.`,
    });
    const tints = s('g', { class: 'hints' });
    for (const one of view.cells) {
      const d = path(one.outline);
      const element = s('path', { d, fill: one.fill, class: 'cell', role: 'button', tabindex: -1, 'data-square': one.name, 'aria-label': label(one) });
      elements.set(one.name, element);
      svg.append(element);
      if (paint.has(one.name)) tints.append(s('path', { d, class: 'inzone' }));
    }
    if (held && cell(held)) tints.append(s('path', { d: path(cell(held).outline), class: 'picked' }));
    svg.append(...surface(view, turn), tints);
    for (const one of view.labels.filter(({ text }) => isReadable(text))) {
      const [x, y] = turn(one.at);
      svg.append(s('text', { x, y: y + 8, class: 'label', 'aria-hidden': 'true' }, one.text));
    }
    for (const piece of view.pieces) {
      const [x, y] = turn(cell(piece.cell).at);
      const half = UNIT * PIECE / 2;
      svg.append(s('g', { class: 'man', 'aria-hidden': 'true', 'data-man': piece.cell, transform: `translate(${x - half} ${y - half}) scale(${PIECE * UNIT / 100})` }, man(view.glyphs, piece.glyph, piece.badge)));
    }
    svg.append(halo.layer());
    if (!elements.has(focus)) focus = view.cells[0]?.name;
    elements.get(focus)?.setAttribute('tabindex', 0);
    const had = root.contains(document.activeElement);
    root.replaceChildren(svg);
    if (had) elements.get(focus)?.focus({ preventScroll: true });
  }

  const same = (one) => (one === null ? brush === null : brush && one.piece === brush.piece && one.side === brush.side && one.erase === brush.erase);

  function tools() {
    const tool = (one, words, ...inner) => h('button', {
      type: 'button', class: 'tool', 'aria-pressed': String(Boolean(same(one))), 'aria-label': words, title: words,
      'data-piece': one?.piece ?? null, 'data-side': one?.side ?? null, 'data-tool': one?.piece ? null : one?.erase ? 'erase' : 'move',
    }, ...inner);
    const words = Object.keys(view.sides);
    const rows = words.map((side, n) => h('div', { class: 'strip', role: 'group', 'aria-label': view.sides[side] },
      ...view.kinds.filter((kind) => n === 0 || kind.sided).map((kind) => tool({ piece: kind.name, side }, kind.sided ? `${view.sides[side]} ${kind.name}` : kind.name, portrait(view.glyphs, kind.looks[side].glyph, kind.looks[side].badge)))));
    const had = $('palette').contains(document.activeElement);
    $('palette').replaceChildren(h('div', { class: 'strip' }, tool(null, 'Move pieces', 'Move'), tool({ erase: true }, 'Remove pieces', 'Remove')), ...rows);
    if (had) $('palette').querySelector('[aria-pressed=true]')?.focus();
  }

  /** Chooses what a click does. */
  function choose(next) {
    brush = next;
    held = null;
    if (next) paint.stop();
    if (view) { tools(); draw(); }
    told(next?.piece ? `A click puts a ${next.side} ${next.piece} on a cell.` : next?.erase ? 'A click removes a piece.' : '');
  }

  const put = (name, { piece, side }) => revise({ do: 'put', cell: name, piece, side });

  /** Handles a click on a cell, or Enter. */
  function act(name) {
    focus = name;
    if (paint.isOn()) { paint.toggle(name); return; }
    if (brush?.piece) { put(name, brush); return; }
    if (brush?.erase) { if (pieceOn(name)) revise({ do: 'remove', cell: name }); return; }
    if (held && held !== name) {
      const from = held;
      held = null;
      revise({ do: 'move', from, to: name });
      return;
    }
    held = held || !pieceOn(name) ? null : name;
    told(held ? `${pieceOn(name).side} ${pieceOn(name).kind} on ${name} picked up.` : '');
    draw();
  }

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest?.('#arrange-board [data-square]')?.dataset.square;

  /** Moves a picture with the pointer. */
  function fly(event) {
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK) {
      drag.ghost = s('svg', { viewBox: '0 0 100 100', class: 'flying' }, man(view.glyphs, drag.look.glyph, drag.look.badge));
      document.body.append(drag.ghost);
    }
    if (drag.ghost) Object.assign(drag.ghost.style, { left: `${event.clientX - 24}px`, top: `${event.clientY - 24}px` });
  }

  function end() {
    const was = drag;
    drag = null;
    was?.ghost?.remove();
    return was;
  }

  $('palette').addEventListener('pointerdown', (event) => {
    const button = event.target.closest('[data-piece]');
    if (!button || event.button !== 0) return;
    const { piece, side } = button.dataset;
    drag = { piece, side, x: event.clientX, y: event.clientY, look: view.kinds.find((kind) => kind.name === piece).looks[side] };
    $('palette').setPointerCapture(event.pointerId);
  });
  $('palette').addEventListener('pointermove', (event) => { if (drag?.piece) fly(event); });
  $('palette').addEventListener('pointerup', (event) => {
    const was = end();
    if (!was?.piece) return;
    if (!was.ghost) { pick(was); return; }
    const name = under(event);
    if (name) put(name, was);
  });
  $('palette').addEventListener('pointercancel', end);
  const pick = ({ piece, side }) => choose(same({ piece, side }) ? null : { piece, side });
  $('palette').addEventListener('click', (event) => {
    const button = event.target.closest('.tool');
    if (!button) return;
    const { piece, side, tool } = button.dataset;
    // The pointer has chosen a piece already; only the keyboard clicks without one.
    if (!piece) { paint.stop(); choose(tool === 'erase' ? { erase: true } : null); }
    else if (event.detail === 0) { pick({ piece, side }); elements.get(focus)?.focus(); }
  });

  root.addEventListener('pointerdown', (event) => {
    const name = view && event.button === 0 && under(event);
    if (!name) return;
    event.preventDefault();
    focus = name;
    elements.get(name)?.focus({ preventScroll: true });
    if (paint.isOn()) { paint.begin(name); drag = { paints: true }; } else drag = { name, x: event.clientX, y: event.clientY, look: brush ? null : pieceOn(name) };
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener('pointermove', (event) => {
    if (drag?.paints) {
      // A fast stroke passes several cells between two events.
      const all = event.getCoalescedEvents?.() ?? [];
      for (const one of all.length ? all : [event]) { const name = under(one); if (name) paint.over(name); }
    } else if (drag?.look) fly(event);
  });
  root.addEventListener('pointerup', (event) => {
    const was = end();
    if (!was) return;
    if (was.paints) { paint.end(); return; }
    if (!was.ghost) { act(was.name); return; }
    const to = under(event);
    // A piece that leaves the board is removed.
    if (!to) revise({ do: 'remove', cell: was.name });
    else if (to !== was.name) revise({ do: 'move', from: was.name, to });
  });
  root.addEventListener('pointercancel', () => { if (end()?.paints) paint.end(); });

  root.addEventListener('keydown', (event) => {
    const name = event.target.closest?.('[data-square]')?.dataset.square;
    if (!name) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) {
      const next = neighbour(name, ways[event.key]);
      if (next) {
        elements.get(focus)?.setAttribute('tabindex', -1);
        focus = next;
        elements.get(next).setAttribute('tabindex', 0);
        elements.get(next).focus();
      }
    } else if (event.key === 'Enter' || event.key === ' ') act(name);
    else if (event.key === 'Delete' || event.key === 'Backspace') { focus = name; if (pieceOn(name)) revise({ do: 'remove', cell: name }); } else if (event.key === 'Escape') choose(null);
    else return;
    event.preventDefault();
  });

  /** Returns the nearest cell in the direction of an arrow key. */
  function neighbour(name, [dx, dy]) {
    const [x, y] = turn(cell(name).at);
    let best = null;
    for (const one of view.cells) {
      const [ox, oy] = turn(one.at);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 10 || aside > along * 1.2) continue;
      const cost = along + aside * 2;
      if (!best || cost < best.cost) best = { name: one.name, cost };
    }
    return best?.name;
  }

  $('arrange-clear').onclick = () => revise({ do: 'clear' });
  $('arrange-space').onsubmit = (event) => { event.preventDefault(); revise({ do: 'space', lattice: $('lattice').value.trim() }); };

  return {
    /** Shows a setup. */
    show(next) {
      view = next;
      if (brush?.piece && !(view.sides[brush.side] && view.kinds.some((kind) => kind.name === brush.piece))) brush = null;
      if (held && !pieceOn(held)) held = null;
      if (document.activeElement !== $('lattice')) $('lattice').value = view.lattice;
      $('arrange').classList.remove('stale');
      tools();
      paint.show();
      draw();
    },
    /** Says why the text has no setup now. The last one stays in view. */
    stale(why) {
      $('arrange').classList.toggle('stale', Boolean(view));
      say(`${why[0].toUpperCase()}${why.slice(1)}.`);
    },
  };
}
