// A board of any space: the server sends cells with outlines. One code draws and plays all boards. The server
// also sends the legal moves as a tree of their parts, so this module contains no rule. Each part is a click.

import { h, man, s } from './api.js';
import { glide } from './motion.js';
import { parts } from './parts.js';
import { ring } from './ring.js';
import { surface } from './surface.js';
import { isReadable } from './symbols.js';
import { arrange, watch, wrap } from './wrap.js';
import { zoom } from './zoom.js';

const UNIT = 100;
const PIECE = 0.92;
/** A longer movement is a drag and not a click, in pixels. */
const SLACK = 5;
/** The distance of the names of files and ranks from the edge of the board, in cells. */
const LABEL = 0.28;
/** The least width of a cell, in pixels; larger boards scroll. */
const FINGER = 21;

/** A sine or cosine without the error of rounding, so that turned cells have straight sides. */
const exactly = (part) => Math.round(part * 1e12) / 1e12;

/**
 * Draws into `root`. `on.play(text)` receives a complete move, `on.refuse(text)` an illegal one. `on.choose` asks for one of
 * several pictures or words. `on.say(words)` shows a text, `on.tell(words)` is only for screen readers. `on.asks(words)` shows the
 * question of the present part, and null ends it.
 */
export function board(root, on) {
  let view = null;
  let glyphs = {};
  /** By how many degrees the board is turned, against the clock. */
  let angle = 0;
  /** The parts of a move that are selected. */
  const made = parts();
  /** The open question whose answers are no cells. */
  let asking = null;
  /** The question of the present part, whose answers are cells. */
  let asked = null;
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
  /** The pieces of the last drawing, for their ways to the next one. */
  let drawn = { form: '', men: [] };
  /** Whether the player has moved a piece by dragging, so that it is there already. */
  let carried = false;

  /** Moves points to the rows of their layers. */
  let laid = (point) => point;
  let form = {};
  const isHalf = () => angle === 180;
  const turn = (point) => {
    const [x, y] = laid(point);
    const [cos, sin] = [Math.cos, Math.sin].map((f) => exactly(f(angle * Math.PI / 180)));
    return [(x * cos - y * sin) * UNIT, (-x * sin - y * cos) * UNIT];
  };
  const path = (points) => `M${points.map((p) => turn(p).map((n) => n.toFixed(1)).join(' ')).join('L')}Z`;
  const cell = (name) => view.cells.find((one) => one.name === name);
  const sideName = (side) => on.name?.(side) ?? side;
  const sectionAt = (name) => made.roots((one) => one.section?.cells.includes(name))[0];
  /** Choices of the present part that are no cells. */
  const options = () => (made.depth() ? made.branches().filter((one) => one.words && !one.place && one.cell === undefined) : []);
  /** Places of the section that is picked up. */
  const places = () => made.branches().filter((one) => one.place);

  /** The pieces as they stand after the selected parts. */
  function standing() {
    if (!made.depth()) return view.pieces;
    const { moved = [], gone = [], new: fresh = [] } = made.node();
    const ends = new Map(moved);
    const taken = new Set([...gone, ...moved.map(([, to]) => to).filter((to) => !ends.has(to)), ...fresh.map((one) => one.cell)]);
    const still = view.pieces.filter((piece) => ends.has(piece.cell) || !taken.has(piece.cell));
    return [...still.map((piece) => ({ ...piece, cell: ends.get(piece.cell) ?? piece.cell })).filter((piece) => !fresh.some((one) => one.cell === piece.cell)),
      ...fresh.map((one) => ({ side: view.side, ...one }))];
  }
  const pieceOn = (name) => standing().find((piece) => piece.cell === name);

  function label(one, piece, targets) {
    const unseen = { unseen: 'not seen', 'unseen occupied': 'a piece that is not seen' };
    const called = (man) => `${sideName(man.side)} ${man.kind}`;
    const stack = piece && [piece, ...(piece.beneath ?? []).toReversed()].map(called).join(' on ');
    const words = [one.name, stack ?? one.marks.map((mark) => unseen[mark]).find(Boolean) ?? 'empty'];
    const { does } = made.node();
    const captured = [...targets.values()].some((branch) => branch?.captures?.includes(one.name));
    const branch = targets.get(one.name);
    if (targets.has(one.name) && made.depth()) words.push(branch?.castles ?? does ?? (captured ? 'may be captured' : 'may go here'));
    else if (captured && made.depth()) words.push('may be captured');
    else if (branch?.puts && !piece) words.push(`a ${branch.puts} may be put here`);
    if (made.chosen().includes(one.name)) words.push('chosen');
    if (made.depth() === 1 && made.first().cell === one.name) words.push('picked up');
    if (one.marks.includes('check')) words.push('in check');
    for (const { from, to } of notes) {
      if (from === one.name) words.push(from === to ? 'marked' : `arrow to ${to}`);
    }
    for (const { from, to } of best) {
      if (from === one.name) words.push(from === to ? 'hint' : `hint: to ${to}`);
    }
    for (const { from, to, sort } of wrong) {
      const why = sort === 'new' ? 'new here' : `${sort} by the test`;
      if (from === one.name) words.push(from === to ? why : `${why}: a move to ${to}`);
    }
    return words.join(', ');
  }

  function draw() {
    elements.clear();
    men.clear();
    form = shape();
    laid = wrap(view.layers ?? [], form.columns);
    const beside = closer();
    const points = view.cells.flatMap((one) => one.outline.map(turn)).concat(view.labels.flatMap((l) => [-16, 16].map((d) => [turn(beside(l.at))[0] + d, turn(beside(l.at))[1] + d])),
      view.seams.flatMap((seam) => seam.path.map(turn)));
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const [left, top] = [Math.min(...xs) - 8, Math.min(...ys) - 8];
    const [width, height] = [Math.max(...xs) - left + 8, Math.max(...ys) - top + 8];
    svg = s('svg', {
      viewBox: `${left} ${top} ${width} ${height}`, role: 'group', class: isHalf() ? 'board flipped' : 'board',
      'aria-label': `Board, ${view.cells.length} cells. The arrow keys go from cell to cell, Enter picks up and puts down, M marks, Shift-M draws an arrow.`,
    });
    svg.style.minWidth = `${Math.ceil(width / UNIT * FINGER)}px`;
    lens.show(svg, [left, top, width, height]);
    const layer = (name) => { const g = s('g', { class: name }); svg.append(g); return g; };
    const [cells, tints, seams, hints, pieces, handles, sketches] = ['cells', 'tints', 'seams', 'hints', 'pieces', 'handles', 'notes'].map(layer);
    if (view.points) svg.classList.add('points');
    for (const one of view.cells) {
      const d = path(one.outline);
      const element = s('path', { d, fill: one.fill, class: 'cell', role: 'button', 'data-cell': one.name, tabindex: -1 });
      cells.append(element);
      elements.set(one.name, element);
      const [x, y] = turn(one.at);
      for (const mark of one.marks) tints.append(view.points ? s('circle', { cx: x, cy: y, r: 48, class: `tint ${mark}` }) : s('path', { d, class: `tint ${mark}` }));
    }
    seams.append(...surface(view, turn));
    for (const seam of view.seams) {
      const d = `M${seam.path.map((p) => turn(p).join(' ')).join('L')}`;
      seams.append(s('path', { d, stroke: seam.colour, class: `seam ${seam.form}` }));
    }
    for (const one of view.labels.filter(({ text }) => isReadable(text))) {
      const [x, y] = turn(beside(one.at));
      seams.append(s('text', { x, y: y + 8, class: 'label', 'aria-hidden': 'true' }, one.text));
    }
    const here = standing();
    const shown = [];
    for (const piece of here) {
      const home = cell(piece.cell);
      if (!home) continue;
      const [x, y] = turn(home.at);
      const group = s('g', { class: 'man', 'aria-hidden': 'true', transform: place(x, y) }, man(glyphs, piece.glyph, piece.badge));
      // The pieces beneath it stand small along its left, the lowest first.
      (piece.beneath ?? []).forEach((one, n, all) => {
        const step = Math.min(33, 50 / Math.max(all.length - 1, 1));
        group.append(s('g', { transform: `translate(-5 ${52 - n * step}) scale(0.5)` }, man(glyphs, one.glyph)));
      });
      pieces.append(group);
      men.set(piece.cell, group);
      shown.push({ look: piece.glyph, side: piece.side, at: [x, y], group });
    }
    travel(shown);
    svg.append(halo.layer());
    for (const note of [...wrong, ...best, ...notes]) sketches.append(sketch(note));
    const targets = made.targets();
    hint(hints, handles, targets);
    const occupied = new Map(here.map((piece) => [piece.cell, piece]));
    for (const one of view.cells) elements.get(one.name).setAttribute('aria-label', label(one, occupied.get(one.name), targets));
    if (!elements.has(focus)) focus = view.cells.find((one) => made.root(one.name))?.name ?? view.cells[0]?.name;
    elements.get(focus)?.setAttribute('tabindex', 0);
    const held = root.contains(document.activeElement) && document.activeElement !== document.body;
    root.replaceChildren(svg);
    on.shaped?.(form.wide);
    if (held) elements.get(focus)?.focus({ preventScroll: true });
  }

  /** Moves the names of files and ranks near to the edge of a board of squares, so that the cells are larger. */
  function closer() {
    if ((view.layers ?? []).length > 1 || view.points || view.cells.some((one) => one.outline.length !== 4)) return (at) => at;
    const corners = view.cells.flatMap((one) => one.outline);
    const ends = [0, 1].map((axis) => { const all = corners.map((p) => p[axis]); return [Math.min(...all), Math.max(...all)]; });
    return (at) => at.map((n, axis) => Math.min(Math.max(n, ends[axis][0] - LABEL), ends[axis][1] + LABEL));
  }

  /** Lets pieces glide from their places in the last drawing. */
  function travel(now) {
    const place_ = `${angle} ${form.columns}`;
    const before = drawn;
    drawn = { form: place_, men: now };
    if (before.form !== place_) return;
    const changed = now.length !== before.men.length || now.some((one, n) => one.look !== before.men[n].look || one.at[0] !== before.men[n].at[0] || one.at[1] !== before.men[n].at[1]);
    if (!changed) return;
    if (!carried) glide(before.men, now);
    carried = false;
  }

  /** The arrangement of the layers, and whether the board needs the whole width. */
  function shape() {
    const points = view.cells.flatMap((one) => one.outline);
    const [xs, ys] = [0, 1].map((n) => points.map((p) => p[n]));
    return arrange(root, view.layers ?? [], Math.max(...xs) - Math.min(...xs) + 1, Math.max(...ys) - Math.min(...ys) + 1);
  }

  const lens = zoom(root, {
    drag: () => Boolean(drag && (drag.moved || (made.depth() === 1 && made.first().cell === drag.name))),
    cancel: () => { const was = drag; drag = null; if (was?.moved && view) draw(); },
  });
  const halo = ring(root, (name) => path(cell(name).outline));
  // The board is drawn again if the page gives it another shape.
  watch(root, () => {
    if (!view || drag) return;
    const next = shape();
    if (next.columns !== form.columns || next.wide !== form.wide) draw(); else on.shaped?.(form.wide);
    bubble();
  });

  const place = (x, y) => `translate(${(x - UNIT * PIECE / 2).toFixed(1)} ${(y - UNIT * PIECE / 2).toFixed(1)}) scale(${PIECE * UNIT / 100})`;

  function hint(layer, handles, targets) {
    const spot = made.spot();
    if (spot !== undefined) layer.append(s('path', { d: path(cell(spot).outline), class: 'picked' }));
    for (const { place: { outline }, words } of places()) {
      const corners = outline.map(turn);
      const [x, y] = [0, 1].map((n) => corners.reduce((sum, p) => sum + p[n], 0) / corners.length);
      layer.append(s('path', { d: path(outline), class: 'vacant' }));
      handles.append(s('circle', { cx: x, cy: y, r: 24, class: 'berth', role: 'button', tabindex: 0, 'aria-label': words, 'data-place': words }));
    }
    for (const name of made.chosen()) layer.append(s('path', { d: path(cell(name).outline), class: 'picked' }));
    const cross = (name) => {
      const [x, y] = turn(cell(name).at);
      layer.append(s('path', { d: `M${x - 22} ${y - 22}L${x + 22} ${y + 22}M${x + 22} ${y - 22}L${x - 22} ${y + 22}`, class: 'victim' }));
    };
    for (const [name, branch] of targets) {
      // Without a picked-up piece, only the cells for pieces of an endless supply are marked.
      // Castling is shown at the place of the king; the partner is another way to it.
      if (!cell(name) || branch?.castles || (!made.depth() && !branch?.puts)) continue;
      const [x, y] = turn(cell(name).at);
      // A cell of a set of captures has no branch of its own.
      const takes = !branch || branch.captures?.length;
      // What is not seen is dark, so its sign is light.
      const dark = cell(name).marks.some((mark) => mark.startsWith('unseen')) ? ' unlit' : '';
      layer.append(s('circle', { cx: x, cy: y, r: takes ? 43 : 14, class: `${takes ? 'target takes' : made.depth() ? 'target' : 'target puts'}${dark}` }));
      for (const victim of branch?.captures ?? []) if (victim !== name && cell(victim)) cross(victim);
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

  /** Says the question of the present part. Those about pictures and words stand in their dialog. */
  function announce() {
    const ask = (made.depth() && made.targets().size ? made.node().ask : null) ?? null;
    if (ask || asked) on.say('');
    asked = ask;
    on.asks(ask);
    bubble();
  }

  /** Shows the question beside the last part, where it hides no cell that may be chosen. */
  function bubble() {
    const spot = made.spot() ?? made.node().home;
    const free = lens.scale() === 1 && spot !== undefined && elements.has(spot);
    on.near?.(asked && free ? asked : null, () => ({
      at: elements.get(spot).getBoundingClientRect(),
      taken: [...made.targets().keys()].filter((name) => elements.has(name)).map((name) => elements.get(name).getBoundingClientRect()),
    }));
  }
  for (const kind of ['wheel', 'pointerup', 'keyup']) root.addEventListener(kind, () => { if (asked) bubble(); }, { passive: true });

  /** Draws the present part, and asks for the next one. */
  function turnTo(words) {
    draw();
    announce();
    if (words) on.tell(words);
    on.picked?.();
    question();
  }

  /** Opens, keeps or closes the dialog of a part without cells. */
  function question() {
    const list = made.targets().size && made.depth() ? [] : options();
    const now = list.length ? JSON.stringify([made.depth(), list.map((one) => [one.words, one.glyph])]) : null;
    if (now === asking) return;
    asking = now;
    if (!now) { on.unask(); return; }
    const { ask, home } = made.node();
    on.choose({ title: ask, options: list, glyphs, beside: elements.get(home)?.getBoundingClientRect() }).then((n) => {
      if (asking !== now) return;
      asking = null;
      elements.get(focus)?.focus({ preventScroll: true });
      if (n === null) undo();
      else take(options()[n]);
    });
  }

  /** Selects a part. If the move is complete, it is played. */
  function take(branch) {
    const text = made.take(branch);
    if (text !== null) { turnTo(); on.play(text); return; }
    const count = made.targets().size;
    const cellCount = `${count} ${count === 1 ? 'cell' : 'cells'}`;
    const piece = branch.cell !== undefined && made.depth() === 1 ? view.pieces.find((one) => one.cell === branch.cell) : null;
    turnTo(piece ? `${piece.side} ${piece.kind} on ${branch.cell} picked up, ${cellCount}`
      : branch.hand ? `${branch.hand} picked up from the hand, ${cellCount}`
        : branch.section ? `${branch.section.name} picked up` : `${branch.cell ?? branch.words} chosen${count ? `, ${cellCount}` : ''}`);
  }

  function undo() {
    const spot = made.spot();
    made.undo();
    turnTo(made.depth() ? `${spot ?? 'The last choice'} taken back` : 'put down');
  }

  function clear() {
    made.clear();
    turnTo();
  }

  /** Handles a click on a place. */
  function act(name) {
    focus = name;
    const targets = made.targets();
    if (made.depth() && targets.has(name)) {
      const branch = targets.get(name) ?? made.mark(name);
      if (branch) take(branch);
      else turnTo(`${name} chosen`);
      return;
    }
    if (made.depth() && made.spot() === name) { undo(); return; }
    // Another piece takes the place of the first part. Later parts must be taken back one by one.
    if (made.depth() < 2) {
      const other = made.root(name) ?? (made.depth() && pieceOn(name) ? null : sectionAt(name));
      if (other) { made.clear(); take(other); return; }
    }
    const { stem } = made.node();
    const begun = made.depth();
    if (begun === 1) clear();
    else draw();
    if (begun) { if (stem) on.refuse(`${stem}${name}`); else on.say('Not there.'); return; }
    if (pieceOn(name)) on.refuse(name);
    else if (stem) on.refuse(`${stem}${name}`);
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
    const berth = event.target.closest?.('[data-place]');
    if (berth) { slide(berth.dataset.place); return; }
    const name = under(event);
    if (name === undefined) { if (made.depth() === 1) clear(); return; }
    event.preventDefault();
    const aim = made.depth() > 0 && made.targets().has(name);
    drag = { name, x: event.clientX, y: event.clientY, button: event.button, moved: false, aim };
    carried = false;
    if (event.button === 0) {
      root.setPointerCapture(event.pointerId);
      const branch = made.root(name);
      if (!aim && made.depth() < 2 && made.spot() !== name && branch?.next && !branch.puts) {
        focus = name;
        made.clear();
        take(branch);
        drag.fresh = true;
      }
      elements.get(name)?.focus({ preventScroll: true });
    }
  });
  root.addEventListener('pointermove', (event) => {
    if (!drag || drag.button !== 0 || drag.aim) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    if (made.depth() !== 1 || made.first().cell !== drag.name) return;
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
    carried = true;
    act(to);
  });
  root.addEventListener('pointercancel', () => { drag = null; if (view) draw(); });
  root.addEventListener('contextmenu', (event) => event.preventDefault());

  root.addEventListener('keydown', (event) => {
    const berth = event.target.closest?.('[data-place]');
    if (berth && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); slide(berth.dataset.place); return; }
    if (event.key === 'Escape' && (made.depth() || quill)) {
      event.preventDefault();
      quill = null;
      if (made.depth()) undo();
      elements.get(focus)?.focus({ preventScroll: true });
      return;
    }
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
        lens.reveal(turn(cell(next).at));
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      act(name);
    } else if (event.key === 'm') {
      annotate(name, name);
    } else if (event.key === 'M') {
      if (quill === null) on.say(`An arrow begins at ${name}; press Shift-M again where it ends.`);
      else annotate(quill, name);
      quill = quill === null ? name : null;
    }
  });

  function slide(words) {
    const branch = places().find((one) => one.words === words);
    if (branch) take(branch);
  }

  /** The branch of a piece in hand. Without legal drops, it only collects the cell for a reason. */
  const fromHand = (letter) => made.roots((one) => one.hand === letter)[0] ?? { hand: letter, next: { stem: `${letter}@`, branches: [] } };

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
    /** Shows a position. If it is the same as before, the selected parts stay. */
    show(next, pictures) {
      const same = view && next.text === view.text && next.plies === view.plies;
      view = next;
      glyphs = pictures;
      made.show(next.tree, same);
      quill = null;
      wrong = [];
      if (!same) { drag = null; best = []; }
      notes = notes.filter((n) => cell(n.from) && cell(n.to));
      best = best.filter((n) => n.outline || (cell(n.from) && cell(n.to)));
      draw();
      // A new position has words of its own.
      asked = null;
      announce();
      question();
    },
    /** The buttons that enlarge the board. */
    lens: lens.buttons,
    /** Puts down what is picked up. */
    clear,
    /** Takes back one part of a move that has several; false if there is none. */
    back() {
      if (made.depth() < 2) return false;
      undo();
      return true;
    },
    isBegun: () => made.depth() > 1,
    /** What buttons offer now: sections and passes, or choices beside those of cells. */
    actions() {
      const exact = made.exact();
      if (exact) return [{ words: 'No more', run: () => take(exact) }];
      const list = made.depth() ? (made.targets().size ? options() : []) : made.roots((one) => one.pass || one.section);
      return list.map((one) => ({ words: one.section ? `Slide ${one.section.name}` : one.words, run: () => take(one) }));
    },
    /** Turns the board: by how many degrees, against the clock. */
    spin(degrees) {
      if (degrees === angle) return;
      const isOpposite = Math.abs(degrees - angle) === 180;
      angle = degrees;
      if (isOpposite) lens.turn();
      if (view) draw();
    },
    clearNotes() { notes = []; },
    /** Marks the missing, the unwanted and the new moves of a failed test; null removes the marks. */
    differ(test) {
      const of = (all, sort) => (all ?? []).filter((one) => one.cells.length && one.cells.every(cell)).map(({ cells }) => ({ from: cells[0], to: cells.at(-1), sort }));
      const before = wrong.length;
      wrong = [...of(test?.missing, 'missing'), ...of(test?.unwanted, 'unwanted'), ...of(test?.new, 'new')];
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
    drop(letter) {
      const again = made.depth() === 1 && made.first().hand === letter;
      if (made.depth() > 1) return;
      made.clear();
      if (again) turnTo('put down');
      else take(fromHand(letter));
    },
    /** Drops a piece from the hand at the pointer. */
    dropAt(event, letter) {
      const name = under(event);
      if (name === undefined || made.depth() > 1) return;
      made.clear();
      made.take(fromHand(letter));
      act(name);
    },
    hands() {
      return (side) => (view.hands?.[side] ?? []).map((held) => h('button', {
        class: isHalf() ? 'held-piece flipped' : 'held-piece', 'data-letter': held.letter, 'data-side': side,
        'aria-pressed': String(made.first()?.hand === held.letter && view.side === side),
        'aria-label': `${sideName(side)} ${held.kind} in hand, ${held.count ?? 'without end'}`,
      }, s('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, man(glyphs, held.glyph, held.badge)), h('span', {}, String(held.count ?? '∞'))));
    },
  };
}
