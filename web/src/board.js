// A board of any space: the server sends cells with outlines. One code draws and plays all boards. The server
// also sends the legal moves, so this module contains no rule.

import { h, man, s } from './api.js';

const UNIT = 100;
const PIECE = 0.92;
/** A longer movement is a drag and not a click, in pixels. */
const SLACK = 5;
/** The least width of a cell, in pixels; larger boards scroll. */
const FINGER = 24;
/** A board with a larger ratio of width to height has the controls of the game below it. */
const WIDE = 1.5;

/**
 * Draws into `root`. `on.play(moves)` receives the moves between two places, `on.refuse(text)` an illegal move,
 * `on.say(words)` a text for screen readers.
 */
export function board(root, on) {
  let view = null;
  let glyphs = {};
  let flipped = false;
  let picked = null;
  let focus = null;
  let drag = null;
  let notes = [];
  /** The start of an arrow that is drawn with keys. */
  let quill = null;
  let wrong = [];
  /** The parts of a recommended move: arrows and marked cells, or the place of a section. */
  let best = [];
  let svg = null;
  const elements = new Map();
  const men = new Map();

  const turn = ([x, y]) => (flipped ? [-x * UNIT, y * UNIT] : [x * UNIT, -y * UNIT]);
  const path = (points) => `M${points.map((p) => turn(p).map((n) => n.toFixed(1)).join(' ')).join('L')}Z`;
  const cell = (name) => view.cells.find((one) => one.name === name);
  const pieceOn = (name) => view.pieces.find((piece) => piece.cell === name);
  const is = (place, move) => (place.cell !== undefined ? move.from === place.cell
    : place.drop !== undefined ? move.drop === place.drop : move.section?.name === place.section);
  const movesOf = (place) => view.moves.filter((move) => is(place, move));
  const sectionAt = (name) => view.moves.find((move) => move.section?.cells.includes(name))?.section.name;

  function label(one) {
    const piece = pieceOn(one.name);
    const words = [one.name, piece ? `${piece.side} ${piece.kind}` : 'empty'];
    const here = picked ? movesOf(picked) : [];
    if (here.some((move) => move.captures?.includes(one.name))) words.push('may be captured');
    else if (here.some((move) => move.to === one.name)) words.push('may go here');
    if (picked?.cell === one.name) words.push('picked up');
    if (one.marks.includes('check')) words.push('in check');
    for (const { from, to } of notes) {
      if (from === one.name) words.push(from === to ? 'marked' : `arrow to ${to}`);
    }
    for (const { from, to } of best) {
      if (from === one.name) words.push(from === to ? 'hint' : `hint: to ${to}`);
    }
    for (const { from, to, sort } of wrong) {
      if (from === one.name) words.push(from === to ? `${sort} by the test` : `${sort} by the test: a move to ${to}`);
    }
    return words.join(', ');
  }

  function draw() {
    elements.clear();
    men.clear();
    const points = view.cells.flatMap((one) => one.outline.map(turn)).concat(view.labels.flatMap((l) => [-22, 22].map((d) => [turn(l.at)[0] + d, turn(l.at)[1] + d])),
      view.seams.flatMap((seam) => seam.path.map(turn)));
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const [left, top] = [Math.min(...xs) - 12, Math.min(...ys) - 12];
    const [width, height] = [Math.max(...xs) - left + 12, Math.max(...ys) - top + 12];
    svg = s('svg', {
      viewBox: `${left} ${top} ${width} ${height}`, role: 'group', class: flipped ? 'board flipped' : 'board',
      'aria-label': `Board, ${view.cells.length} cells. Arrows go from cell to cell, Enter picks up and puts down, M marks, Shift-M draws an arrow.`,
    });
    svg.style.minWidth = `${Math.ceil(width / UNIT * FINGER)}px`;
    on.shaped?.(width > WIDE * height);
    const layer = (name) => { const g = s('g', { class: name }); svg.append(g); return g; };
    const [cells, tints, seams, hints, pieces, handles, drawn] = ['cells', 'tints', 'seams', 'hints', 'pieces', 'handles', 'notes'].map(layer);
    for (const one of view.cells) {
      const d = path(one.outline);
      const element = s('path', { d, fill: one.fill, class: 'cell', role: 'button', 'data-cell': one.name, tabindex: -1 });
      cells.append(element);
      elements.set(one.name, element);
      for (const mark of one.marks) tints.append(s('path', { d, class: `tint ${mark}` }));
    }
    for (const seam of view.seams) {
      const d = `M${seam.path.map((p) => turn(p).join(' ')).join('L')}`;
      seams.append(s('path', { d, stroke: seam.colour, class: `seam ${seam.form}` }));
    }
    for (const one of view.labels) {
      const [x, y] = turn(one.at);
      seams.append(s('text', { x, y: y + 8, class: 'label', 'aria-hidden': 'true' }, one.text));
    }
    for (const piece of view.pieces) {
      const home = cell(piece.cell);
      if (!home) continue;
      const [x, y] = turn(home.at);
      const group = s('g', { class: 'man', 'aria-hidden': 'true', transform: place(x, y) }, man(glyphs, piece.glyph, piece.badge));
      pieces.append(group);
      men.set(piece.cell, group);
    }
    for (const note of [...wrong, ...best, ...notes]) drawn.append(sketch(note));
    hint(hints, handles);
    for (const one of view.cells) elements.get(one.name).setAttribute('aria-label', label(one));
    if (!elements.has(focus)) focus = view.cells.find((one) => view.moves.some((move) => move.from === one.name))?.name ?? view.cells[0]?.name;
    elements.get(focus)?.setAttribute('tabindex', 0);
    const held = root.contains(document.activeElement) && document.activeElement !== document.body;
    root.replaceChildren(svg);
    if (held) elements.get(focus)?.focus({ preventScroll: true });
  }

  const place = (x, y) => `translate(${(x - UNIT * PIECE / 2).toFixed(1)} ${(y - UNIT * PIECE / 2).toFixed(1)}) scale(${PIECE * UNIT / 100})`;

  function hint(layer, handles) {
    if (!picked) return;
    if (picked.cell) layer.append(s('path', { d: path(cell(picked.cell).outline), class: 'picked' }));
    const seen = new Set();
    for (const move of movesOf(picked)) {
      if (move.section) {
        const words = `Slide ${move.section.name} to ${move.section.place}`;
        const corners = move.section.outline.map(turn);
        const [x, y] = [0, 1].map((n) => corners.reduce((sum, p) => sum + p[n], 0) / corners.length);
        layer.append(s('path', { d: path(move.section.outline), class: 'vacant' }));
        handles.append(s('circle', {
          cx: x, cy: y, r: 24, class: 'berth', role: 'button', tabindex: 0, 'aria-label': words, 'data-move': move.text }));
        continue;
      }
      if (seen.has(move.to)) continue;
      seen.add(move.to);
      const [x, y] = turn(cell(move.to).at);
      const takes = move.captures?.length;
      layer.append(s('circle', { cx: x, cy: y, r: takes ? 43 : 14, class: takes ? 'target takes' : 'target' }));
      for (const victim of move.captures ?? []) {
        if (victim === move.to) continue;
        const [vx, vy] = turn(cell(victim).at);
        layer.append(s('path', { d: `M${vx - 22} ${vy - 22}L${vx + 22} ${vy + 22}M${vx + 22} ${vy - 22}L${vx - 22} ${vy + 22}`, class: 'victim' }));
      }
    }
  }

  function sketch({ from, to, outline, sort = '' }) {
    if (outline) return s('path', { d: path(outline), class: `note ${sort}` });
    if (from === to) return s('path', { d: path(cell(from).outline), class: `note ${sort}` });
    const [[x1, y1], [x2, y2]] = [turn(cell(from).at), turn(cell(to).at)];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const far = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / far, dy / far];
    const [bx, by] = [x2 - ux * 34, y2 - uy * 34];
    const d = `M${x1} ${y1}L${bx} ${by}M${x2} ${y2}L${bx - uy * 20} ${by + ux * 20}L${bx + uy * 20} ${by - ux * 20}Z`;
    return s('path', { d, class: `arrow ${sort}` });
  }

  function pick(next) {
    picked = next;
    draw();
    on.picked?.(picked);
  }

  /** Handles a click on a place. */
  function act(name) {
    focus = name;
    if (picked) {
      const there = movesOf(picked).filter((move) => move.to === name);
      if (there.length) {
        const was = picked;
        pick(null);
        on.play(there, was);
        return;
      }
      if (picked.cell === name) { pick(null); return; }
    }
    if (movesOf({ cell: name }).length) { pick({ cell: name }); return; }
    const section = sectionAt(name);
    if (section && !(picked && pieceOn(name))) { pick({ section }); return; }
    if (picked) {
      const text = picked.cell ? `${picked.cell}${name}` : picked.drop ? `${picked.drop}@${name}` : null;
      pick(null);
      if (text) on.refuse(text);
      return;
    }
    const piece = pieceOn(name);
    draw();
    if (piece) on.refuse(name);
  }

  /** Adds a mark, or an arrow from one cell to another; a repetition removes it. */
  function annotate(from, to) {
    const same = notes.findIndex((note) => note.from === from && note.to === to);
    if (same >= 0) notes.splice(same, 1); else notes.push({ from, to });
    draw();
  }

  function under(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element?.closest?.('[data-cell]')?.dataset.cell;
  }

  const point = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [at.x, at.y];
  };

  root.addEventListener('pointerdown', (event) => {
    if (!view) return;
    const berth = event.target.closest?.('[data-move]');
    if (berth) { slide(berth.dataset.move); return; }
    const name = under(event);
    if (name === undefined) { if (picked) pick(null); return; }
    event.preventDefault();
    const aim = picked && movesOf(picked).some((move) => move.to === name);
    drag = { name, x: event.clientX, y: event.clientY, button: event.button, moved: false, was: picked?.cell, aim };
    if (event.button === 0) {
      root.setPointerCapture(event.pointerId);
      if (!aim && picked?.cell !== name && movesOf({ cell: name }).length) { focus = name; pick({ cell: name }); drag.fresh = true; }
      elements.get(name)?.focus({ preventScroll: true });
    }
  });
  root.addEventListener('pointermove', (event) => {
    if (!drag || drag.button !== 0 || drag.aim) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    if (picked?.cell !== drag.name) return;
    drag.moved = true;
    const group = men.get(drag.name);
    group?.classList.add('held');
    const [x, y] = point(event);
    group?.setAttribute('transform', place(x, y));
  });
  root.addEventListener('pointerup', (event) => {
    if (!drag) return;
    const { name, button, moved, fresh } = drag;
    drag = null;
    if (button === 2) {
      const to = under(event);
      if (to === undefined) return;
      annotate(name, to);
      return;
    }
    if (button !== 0) return;
    if (!moved) { if (!fresh) act(name); return; }
    const to = under(event);
    if (to === undefined || to === name) { draw(); return; }
    act(to);
  });
  root.addEventListener('pointercancel', () => { drag = null; if (view) draw(); });
  root.addEventListener('contextmenu', (event) => event.preventDefault());

  root.addEventListener('keydown', (event) => {
    const berth = event.target.closest?.('[data-move]');
    if (berth && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); slide(berth.dataset.move); return; }
    const name = event.target.closest?.('[data-cell]')?.dataset.cell;
    if (name === undefined) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) {
      event.preventDefault();
      const next = neighbour(name, ways[event.key]);
      if (next) {
        elements.get(focus)?.setAttribute('tabindex', -1);
        focus = next;
        const element = elements.get(next);
        element.setAttribute('tabindex', 0);
        element.focus();
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act(name);
    } else if (event.key === 'm') {
      annotate(name, name);
    } else if (event.key === 'M') {
      if (quill === null) on.say(`An arrow begins at ${name}; Shift-M again where it ends.`);
      else annotate(quill, name);
      quill = quill === null ? name : null;
    } else if (event.key === 'Escape' && (picked || quill)) {
      event.preventDefault();
      quill = null;
      pick(null);
    }
  });

  function slide(text) {
    const move = view.moves.find((one) => one.text === text);
    pick(null);
    if (move) on.play([move]);
  }

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

  return {
    /** Shows a position. */
    show(next, pictures) { view = next; glyphs = pictures; picked = null; drag = null; quill = null; wrong = []; best = []; notes = notes.filter((n) => cell(n.from) && cell(n.to)); draw(); },
    flip() { flipped = !flipped; if (view) draw(); },
    isFlipped: () => flipped,
    clearNotes() { notes = []; },
    /** Marks the missing and the unwanted moves of a failed test; null removes the marks. */
    differ(test) {
      const of = (all, sort) => (all ?? []).filter((one) => one.cells.length && one.cells.every(cell)).map(({ cells }) => ({ from: cells[0], to: cells.at(-1), sort }));
      const before = wrong.length;
      wrong = [...of(test?.missing, 'missing'), ...of(test?.unwanted, 'unwanted')];
      if (view && (before || wrong.length)) draw();
    },
    /** Draws a recommended move. */
    advise(move) {
      const marks = [...(move.marks ?? []), ...(move.section?.cells ?? [])].map((name) => ({ from: name, to: name }));
      if (move.to !== undefined) marks.unshift({ from: move.from ?? move.to, to: move.to });
      best = marks.filter((mark) => cell(mark.from) && cell(mark.to));
      if (move.section) best.push({ outline: move.section.outline });
      for (const mark of best) mark.sort = 'best';
      draw();
    },
    /** Picks a piece up from the hand. */
    drop(letter) { pick(picked?.drop === letter ? null : { drop: letter }); },
    picked: () => picked,
    /** Drops a piece from the hand at the pointer. */
    dropAt(event, letter) {
      const name = under(event);
      if (name === undefined) return;
      picked = { drop: letter };
      act(name);
    },
    legalDrop: (letter) => view.moves.some((move) => move.drop === letter),
    hands() {
      return (side) => (view.hands?.[side] ?? []).map((held) => h('button', {
        class: flipped ? 'held-piece flipped' : 'held-piece', 'data-letter': held.letter, 'data-side': side,
        'aria-pressed': String(picked?.drop === held.letter && view.side === side),
        'aria-label': `${side} ${held.kind} in hand, ${held.count}`,
      }, s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, man(glyphs, held.glyph, held.badge)), h('span', {}, String(held.count))));
    },
  };
}
