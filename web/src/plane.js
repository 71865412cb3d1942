// A plane: bodies, and every interval and region that a picked body may go to. Where it may stop is the server's
// answer, number by number; here it is only drawn, and the nearest such stop is found to the pointer.

import { OVERTAKEN, ask, h, man, s } from './api.js';

/** Within so many pixels a body snaps to the end of an interval. */
const SNAP = 9;

/**
 * Draws into `root`, with its numbers in the form `typed`. `on.play(texts)` is given the text of a move,
 * `on.question()` what a question about this position says.
 */
export function plane(root, typed, on) {
  let view = null;
  let glyphs = {};
  let flipped = false;
  let picked = null;
  let focus = 0;
  let drag = false;
  let stop = null;
  let svg = null;
  let layers = {};
  const bodies = new Map();

  const turn = ([x, y]) => (flipped ? [view.size[0] - x, y] : [x, view.size[1] - y]);
  const line = (points, close) => `M${points.map((p) => turn(p).map((n) => n.toFixed(4)).join(' ')).join('L')}${close ? 'Z' : ''}`;
  const round = (n) => Number(n.toFixed(4));

  function draw() {
    bodies.clear();
    const [width, height] = view.size;
    const rim = 0.15;
    svg = s('svg', {
      viewBox: `${-rim} ${-rim} ${width + 2 * rim} ${height + 2 * rim}`, role: 'group', class: 'board plane',
      'aria-label': 'Plane. Arrows go from piece to piece, Enter picks one up; its ways stand in the form below.',
    });
    svg.append(s('rect', { x: 0, y: 0, width, height, class: 'ground' }));
    for (let x = 0; x <= width; x += 1) svg.append(s('path', { d: `M${x} 0V${height}`, class: 'grid' }));
    for (let y = 0; y <= height; y += 1) svg.append(s('path', { d: `M0 ${y}H${width}`, class: 'grid' }));
    for (const name of ['attacked', 'areas', 'paths', 'bodies', 'ghost']) {
      layers[name] = s('g', { class: name });
      svg.append(layers[name]);
    }
    const inside = s('svg', { x: 0, y: 0, width, height, viewBox: `0 0 ${width} ${height}` });
    layers.attacked.append(inside);
    for (const outlines of view.attacked) {
      inside.append(s('path', { d: outlines.map((o) => line(o, true)).join(''), class: 'attack' }));
    }
    if (view.last) layers.areas.append(s('path', { d: line(view.last), class: 'lastway' }));
    for (const piece of view.pieces) {
      const [x, y] = turn(piece.at);
      const size = 0.62;
      const group = s('g', {
        class: `body${piece.check ? ' check' : ''}${picked?.id === piece.id ? ' chosen' : ''}`, role: 'button', tabindex: piece.id === focus ? 0 : -1,
        'data-body': piece.id, 'aria-label': `${piece.side} ${piece.kind} at ${round(piece.at[0])}, ${round(piece.at[1])}${piece.check ? ', in check' : ''}${picked?.id === piece.id ? ', picked up' : ''}`,
      },
      s('path', { d: line(piece.outline, true), class: `disc ${piece.side}` }),
      s('g', { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` }, man(glyphs, piece.glyph, piece.badge)));
      layers.bodies.append(group);
      bodies.set(piece.id, group);
    }
    const held = root.contains(document.activeElement);
    root.replaceChildren(svg);
    if (held) bodies.get(focus)?.focus({ preventScroll: true });
    ways();
  }

  /** Every interval and region of the picked body. */
  function ways() {
    layers.paths.replaceChildren();
    for (const node of layers.areas.querySelectorAll('.area')) node.remove();
    layers.ghost.replaceChildren();
    if (!picked?.families) return;
    for (const area of picked.areas) {
      layers.areas.append(s('path', { d: area.outlines.map((o) => line(o, true)).join(''), class: `area ${area.sort}` }));
    }
    for (const path of picked.paths) {
      const [a, b] = [turn(path.from), turn(path.to)];
      const point = Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-3;
      layers.paths.append(point
        ? s('circle', { cx: a[0], cy: a[1], r: 0.07, class: `stop ${path.sort}` })
        : s('path', { d: line([path.from, path.to]), class: `way ${path.sort}` }));
      if (!point && path.ray) {
        layers.paths.append(s('circle', { cx: b[0], cy: b[1], r: 0.05, class: `end ${path.sort}${path.open ? ' open' : ''}` }));
      }
    }
    for (const [at, along] of picked.walls) {
      const across = [-along[1] * 0.18, along[0] * 0.18];
      layers.paths.append(s('path', { d: line([[at[0] - across[0], at[1] - across[1]], [at[0] + across[0], at[1] + across[1]]]), class: 'wall' }));
    }
    ghost();
  }

  function ghost() {
    layers.ghost.replaceChildren();
    if (!stop || !picked) return;
    const piece = view.pieces.find((one) => one.id === picked.id);
    const shift = (p) => [p[0] - piece.at[0] + stop.at[0], p[1] - piece.at[1] + stop.at[1]];
    const [x, y] = turn(stop.at);
    layers.ghost.append(
      s('path', { d: line([piece.at, stop.at]), class: 'trail' }),
      s('path', { d: line(piece.outline.map(shift), true), class: `disc ghostly ${piece.side}` }),
      s('g', { transform: `translate(${x - 0.31} ${y - 0.31}) scale(0.0062)`, class: 'ghostly' }, man(glyphs, piece.glyph, piece.badge)),
    );
    const taken = stop.captures?.length ? `, takes ${stop.captures.join(' ')}` : '';
    const told = typed.querySelector('output');
    if (told) told.textContent = `${stop.text}${taken}`;
  }

  /** The nearest stop to a point of the plane. */
  function nearest(p, reach) {
    let best = null;
    const offer = (candidate) => {
      const far = Math.hypot(candidate.at[0] - p[0], candidate.at[1] - p[1]) - (candidate.contact ? reach : 0);
      if (!best || far < best.far) best = { ...candidate, far };
    };
    const at = [Number(picked.families[0]?.x), Number(picked.families[0]?.y)];
    for (const family of picked.families) {
      if (family.motion === 'ray') {
        const [ux, uy] = family.along;
        const wished = (p[0] - at[0]) * ux + (p[1] - at[1]) * uy;
        for (const part of family.intervals) {
          const inside = (d) => {
            const width = part.to - part.from;
            const rim = Math.min(0.001, width / 4);
            return Math.min(Math.max(d, part.from + (part.from_open ? rim : 0)), part.to - (part.to_open ? rim : 0));
          };
          const add = (d, contact) => offer({
            at: [at[0] + ux * d, at[1] + uy * d], captures: part.captures, promotes: part.promotes, contact,
            text: `${picked.place}:${family.bearing}:${d}${part.captures.length ? '' : '-'}`, family, distance: d,
          });
          add(inside(wished), false);
          if (!part.from_open) add(part.from, true);
          if (!part.to_open) add(part.to, true);
        }
      } else if (family.motion === 'region') {
        for (const area of picked.areas.filter((one) => one.sort !== 'forbidden')) {
          const point = inArea(area, p) ? p : borderPoint(area, p);
          if (point) offer({ at: point, captures: area.sort === 'captures' ? ['what it covers'] : [], promotes: area.sort === 'promotes',
            text: `${picked.place}-${round(point[0])},${round(point[1])}`, contact: false });
        }
      }
    }
    return best;
  }

  function inArea(area, [x, y]) {
    let inside = false;
    for (const outline of area.outlines) {
      for (let i = 0, j = outline.length - 1; i < outline.length; j = i, i += 1) {
        const [[xi, yi], [xj, yj]] = [outline[i], outline[j]];
        if ((yi > y) !== (yj > y) && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
      }
    }
    return inside;
  }

  function borderPoint(area, [x, y]) {
    let best = null;
    for (const outline of area.outlines) {
      outline.forEach(([ax, ay], i) => {
        const [bx, by] = outline[(i + 1) % outline.length];
        const [dx, dy] = [bx - ax, by - ay];
        const length = dx * dx + dy * dy || 1;
        const t = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1);
        const at = [ax + dx * t, ay + dy * t];
        const far = Math.hypot(at[0] - x, at[1] - y);
        if (!best || far < best.far) best = { at, far };
      });
    }
    return best?.at;
  }

  const point = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return flipped ? [view.size[0] - at.x, at.y] : [at.x, view.size[1] - at.y];
  };
  const reach = () => SNAP / svg.getScreenCTM().a;

  async function pick(id) {
    stop = null;
    if (id === null) { picked = null; typed.hidden = true; draw(); return; }
    focus = id;
    picked = { id };
    draw();
    const answer = await ask('piece', { ...on.question(), piece: id });
    if (answer === OVERTAKEN || picked?.id !== id) return;
    if (answer.error) { on.say(answer.error); return; }
    picked = { id, ...answer };
    draw();
    form();
    if (!answer.families.length) on.say('That piece cannot move.');
  }

  /** The same by numbers: for the keyboard, and for who wants an exact one. */
  function form() {
    typed.hidden = !picked.families.length;
    const rays = picked.families.filter((family) => family.motion === 'ray');
    const region = picked.families.some((family) => family.motion === 'region');
    const turns = picked.families.find((family) => family.motion === 'turn');
    const interval = (part) => `${part.from_open ? '(' : '['}${round(part.from)}${part.to === part.from ? '' : ` to ${round(part.to)}`}${part.to_open ? ')' : ']'}${part.captures.length ? ` takes ${part.captures.join(' ')}` : ''}`;
    const way = h('select', { id: 'bearing' }, ...rays.map((family, n) => h('option', { value: n }, `${round(family.bearing)}°: ${family.intervals.map(interval).join(', ')}`)));
    const number = h('input', { id: 'distance', inputmode: 'decimal', autocomplete: 'off' });
    const fields = [];
    if (rays.length) fields.push(h('label', { for: 'bearing' }, 'Bearing'), way, h('label', { for: 'distance' }, 'Distance'), number);
    const x = h('input', { id: 'to-x', inputmode: 'decimal' });
    const y = h('input', { id: 'to-y', inputmode: 'decimal' });
    if (region) fields.push(h('label', { for: 'to-x' }, 'To x'), x, h('label', { for: 'to-y' }, 'y'), y);
    const degrees = h('input', { id: 'degrees', inputmode: 'decimal' });
    if (turns) fields.push(h('label', { for: 'degrees' }, 'Turn by degrees'), degrees);
    const show = () => {
      const family = rays[way.value];
      const d = Number(number.value);
      if (!family || !number.value || Number.isNaN(d)) return;
      const [ux, uy] = family.along;
      stop = nearest([family.x + ux * d, family.y + uy * d], 0);
      ghost();
    };
    number.addEventListener('input', show);
    way.addEventListener('change', show);
    typed.replaceChildren(...fields, h('button', {}, 'Go'), h('output', {}));
    typed.onsubmit = (event) => {
      event.preventDefault();
      if (turns && degrees.value) go(`${picked.place}@${Number(degrees.value) >= 0 ? '+' : ''}${Number(degrees.value)}`);
      else if (region && x.value && y.value) go(`${picked.place}-${x.value},${y.value}`);
      else if (rays.length && number.value) go(`${picked.place}:${rays[way.value].bearing}:${number.value}`, stop?.promotes);
      else if (stop) go(stop.text, stop.promotes);
    };
  }

  function go(text, promotes) {
    const { becomes } = picked;
    picked = null;
    stop = null;
    typed.hidden = true;
    if (!promotes) { on.play([{ text }]); return; }
    const quiet = text.endsWith('-') && !text.includes('-', 0) ? '-' : text.endsWith('-') ? '-' : '';
    const plain = quiet ? text.slice(0, -1) : text;
    on.play(becomes.map((one) => ({ text: `${plain}=${one.letter}${quiet}`, promotion: one })));
  }

  root.addEventListener('pointerdown', (event) => {
    if (!view || event.button !== 0) return;
    event.preventDefault();
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest?.('[data-body]');
    const id = element ? Number(element.dataset.body) : null;
    const mine = id !== null && view.pieces.find((piece) => piece.id === id)?.moves;
    if (mine && picked?.id !== id) { root.setPointerCapture(event.pointerId); drag = true; pick(id); bodies.get(id)?.focus({ preventScroll: true }); return; }
    if (picked && id === picked.id) { root.setPointerCapture(event.pointerId); drag = true; return; }
    if (picked?.families?.length) {
      const best = nearest(point(event), reach());
      if (best) { go(best.text, best.promotes); return; }
    }
    if (id !== null) on.say(`${view.pieces.find((piece) => piece.id === id).side} has no move with it now.`);
    pick(null);
  });
  root.addEventListener('pointermove', (event) => {
    if (!picked?.families?.length) return;
    stop = nearest(point(event), reach());
    ghost();
  });
  root.addEventListener('pointerup', (event) => {
    if (!drag) return;
    drag = false;
    if (!picked?.families?.length || !stop) return;
    const piece = view.pieces.find((one) => one.id === picked.id);
    const p = point(event);
    // Put down where it was picked up: it stays in the hand, for a click elsewhere.
    if (Math.hypot(p[0] - piece.at[0], p[1] - piece.at[1]) < 0.3) { stop = null; ghost(); return; }
    go(stop.text, stop.promotes);
  });
  root.addEventListener('keydown', (event) => {
    const element = event.target.closest?.('[data-body]');
    if (!element || !view) return;
    const id = Number(element.dataset.body);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) {
      event.preventDefault();
      const [dx, dy] = ways[event.key];
      const [x, y] = turn(view.pieces.find((piece) => piece.id === id).at);
      let best = null;
      for (const piece of view.pieces) {
        const [ox, oy] = turn(piece.at);
        const along = (ox - x) * dx + (oy - y) * dy;
        const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
        if (along < 0.05 || aside > along * 1.5) continue;
        if (!best || along + 2 * aside < best.cost) best = { id: piece.id, cost: along + 2 * aside };
      }
      if (best) { bodies.get(focus)?.setAttribute('tabindex', -1); focus = best.id; bodies.get(focus).setAttribute('tabindex', 0); bodies.get(focus).focus(); }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pick(id).then(() => typed.querySelector('select, input')?.focus());
    } else if (event.key === 'Escape') pick(null);
  });
  typed.addEventListener('keydown', (event) => { if (event.key === 'Escape') { pick(null); bodies.get(focus)?.focus(); } });

  return {
    show(next, pictures) { view = next; glyphs = pictures; picked = null; stop = null; typed.hidden = true; if (!view.pieces.some((p) => p.id === focus)) focus = view.pieces[0]?.id ?? 0; draw(); },
    flip() { flipped = !flipped; if (view) draw(); },
    clearNotes() {},
  };
}
