// A plane: bodies, and every interval and region of the selected body. The server sends the legal stops as
// numbers. This module only draws them and finds the stop nearest to the pointer.

import { OVERTAKEN, ask, h, man, s } from './api.js';
import { globe } from './globe.js';
import { lens, shifted } from './lens.js';
import { glide } from './motion.js';

/** The distance in pixels at which a body snaps to the end of an interval. */
const SNAP = 9;
/** The same for turns, in degrees. */
const SNAP_TURN = 3;
/** The largest magnification. */
const CLOSEST = 12;
/** The space around the plane, in its units. */
const RIM = 0.15;
/** The height of the numbers on the axes, in units of the plane. */
const TALL = 0.1;
/** The turn of a sphere by one key, in units of its drawing. */
const ROLL = 0.2;

/**
 * Draws into `root`, with its numbers in the form `typed`. `on.play(texts)` receives the text of a move,
 * `on.question()` returns the data of a request about this position.
 */
export function plane(root, typed, on) {
  let view = null;
  let glyphs = {};
  let flipped = false;
  let picked = null;
  let focus = 0;
  let drag = false;
  let stop = null;
  /** A recommended move. */
  let advice = null;
  let svg = null;
  let layers = {};
  let pan = null;
  let grip = null;
  const bodies = new Map();
  /** The bodies of the last drawing, for their ways to the next one. */
  let drawn = { look: '', men: [] };
  /** Whether the player has moved a body or the sphere by dragging, so that bodies are there already. */
  let carried = false;

  /** The picture of the sphere, if the game has one. Then points are longitudes and latitudes. */
  let ball = null;

  /** Whether the space is a box, whose points have three numbers. */
  const isBox = () => view.size.length === 3;
  /** The view of a box: the degrees by which it is turned, and those between the line of sight and its floor. */
  const eye = { spin: -28, tilt: 24 };
  /** Width and height of the drawing. A box may be turned in any way inside of it. */
  const extent = () => {
    if (isBox()) return [Math.hypot(...view.size), Math.hypot(...view.size)];
    return ball?.size ?? view.size;
  };

  /** The place of a point on the drawing of a box: to the right, down and away from the eye. */
  function seen([x, y, z = 0]) {
    const spin = (eye.spin + (flipped ? 180 : 0)) * Math.PI / 180;
    const tilt = eye.tilt * Math.PI / 180;
    const [dx, dy, dz] = [x, y, z].map((n, axis) => n - view.size[axis] / 2);
    const right = dx * Math.cos(spin) - dy * Math.sin(spin);
    const ahead = dx * Math.sin(spin) + dy * Math.cos(spin);
    const middle = extent()[0] / 2;
    return [
      middle + right, middle - (ahead * Math.sin(tilt) + dz * Math.cos(tilt)), ahead * Math.cos(tilt) - dz * Math.sin(tilt),
    ];
  }

  const faced = ([x, y]) => (flipped ? [extent()[0] - x, y] : [x, extent()[1] - y]);
  const turn = (p) => {
    if (isBox()) return seen(p).slice(0, 2);
    return faced(ball ? ball.spot(p) : p);
  };
  /** The point that is compared with the pointer: of the plane or, for a box, of the drawing. */
  const flat = (p) => (isBox() && p.length === 3 ? turn(p) : p);
  const polyline = (places, close) => `M${places.map((p) => p.map((n) => n.toFixed(4)).join(' ')).join('L')}${close ? 'Z' : ''}`;
  const line = (points, close) => (ball ? ball.parts(points, close).map((part) => polyline(part.map(faced), close)).join('') : polyline(points.map(turn), close));
  /** The distance between two points; in a box, on the drawing. */
  const gap = (a, b) => {
    if (ball) return ball.gap(a, b);
    const [[ax, ay], [bx, by]] = [flat(a), flat(b)];
    return Math.hypot(ax - bx, ay - by);
  };
  const round = (n) => Number(n.toFixed(4));

  /** The point of a place, which is a letter and a point. */
  const at = (place) => place.match(/-?[\d.]+(?:,-?[\d.]+)+/)[0].split(',').map(Number);
  /** The text of a capture without moving. */
  const shotText = (shot) => `${picked.place}x${shot.captures.join('x')}`;

  /** Whether the selected body has a move that captures `piece`. */
  function takes(piece) {
    const parts = picked?.families?.flatMap((family) => family.intervals ?? family.faces ?? family.shots ?? []) ?? [];
    return parts.some((part) => part.captures.some((place) => at(place).every((n, axis) => Math.abs(n - piece.at[axis]) < 1e-6)));
  }

  function draw() {
    bodies.clear();
    const [width, height] = extent();
    svg = s('svg', {
      role: 'group', class: flipped ? 'board plane flipped' : 'board plane',
      'aria-label': isBox() ? 'Box. The arrow keys go from piece to piece, Enter picks one up; the form below lists its moves. Plus and minus enlarge and shrink, zero shows all, arrow keys with Shift turn the box.' : 'Plane. The arrow keys go from piece to piece, Enter picks one up; the form below lists its moves. Plus and minus enlarge and shrink, zero shows all, arrow keys with Shift move the view.',
    });
    glass.show(svg, [-RIM, -RIM, width + 2 * RIM, height + 2 * RIM]);
    if (isBox()) walls();
    else ground(width, height);
    for (const outline of view.obstacles ?? []) svg.append(s('path', { d: line(outline, true), class: 'obstacle' }));
    for (const name of ['attacked', 'areas', 'shadows', 'paths', 'bodies', 'advice', 'ghost']) {
      layers[name] = s('g', { class: name });
      svg.append(layers[name]);
    }
    const inside = s('svg', { x: 0, y: 0, width, height, viewBox: `0 0 ${width} ${height}` });
    layers.attacked.append(inside);
    // On a sphere the outlines are short and overlap, so they are filled together.
    for (const outlines of ball ? [view.attacked.flat()] : view.attacked) {
      inside.append(s('path', { d: outlines.map((o) => line(o, true)).join(''), class: ball ? 'attack together' : 'attack' }));
    }
    for (const part of view.last) layers.areas.append(s('path', { d: line(part), class: 'lastway' }));
    figures();
    const held = root.contains(document.activeElement);
    root.replaceChildren(svg, isBox() ? legendOfBox : legend);
    if (held) bodies.get(focus)?.focus({ preventScroll: true });
    ways();
  }

  /** Draws meridians and parallels with their degrees. */
  function degrees() {
    for (const way of ball.grid()) svg.append(s('path', { d: line(way), class: 'grid' }));
    // The upper edge would cut a number just below it.
    const number = (p, n) => { const [x, y] = turn(p); if (y > TALL) svg.append(s('text', { x: x + 0.05, y: y - 0.05, class: 'axis', 'aria-hidden': 'true' }, String(n))); };
    for (let x = -150; x <= 180; x += 30) number([x, 0], x);
    for (const y of [-60, -30, 30, 60]) for (const x of [0, 180]) number([x, y], y);
  }

  /** Draws a line at every whole unit, and its number. */
  function lattice(width, height) {
    for (let x = 0; x <= width; x += 1) svg.append(s('path', { d: `M${x} 0V${height}`, class: 'grid' }));
    for (let y = 0; y <= height; y += 1) svg.append(s('path', { d: `M0 ${y}H${width}`, class: 'grid' }));
    // Numbers of the axes, inside the edge.
    const number = (x, y, n) => s('text', { x, y, class: 'axis', 'aria-hidden': 'true' }, String(n));
    for (let x = 1; x < width; x += 1) { const [at] = turn([x, 0]); svg.append(number(at + 0.05, height - 0.05, x)); }
    for (let y = 1; y < height; y += 1) { const [, at] = turn([0, y]); svg.append(number(0.05, at - 0.05, y)); }
  }

  /** Draws the bodies with their figures. */
  function figures() {
    const shown = [];
    // The pieces in front of others are drawn after them.
    const depth = isBox() ? (piece) => -seen(piece.at)[2] : () => 0;
    for (const piece of [...view.pieces].sort((a, b) => depth(a) - depth(b))) {
      const [x, y] = turn(piece.at);
      const size = isBox() ? Math.min(0.62, piece.radius * 2) : 0.62;
      const group = s('g', {
        class: `body${piece.check ? ' check' : ''}${picked?.id === piece.id ? ' chosen' : ''}`, role: 'button', tabindex: piece.id === focus ? 0 : -1,
        'data-body': piece.id, 'aria-label': `${piece.side} ${piece.kind} at ${where(piece.at)}${piece.check ? ', in check' : ''}${picked?.id === piece.id ? ', picked up' : ''}${takes(piece) ? ', may be captured' : ''}`,
      },
      isBox() ? orb(piece, piece.at, `disc ${piece.side}`)
        : s('path', { d: (piece.parts ?? piece.outlines).map((part) => line(part, true)).join(''), class: `disc ${piece.side}${piece.outlines.length > 1 ? ' parts' : ''}` }),
      s('g', { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` }, man(glyphs, piece.glyph, piece.badge)));
      // Where a body reaches over joined edges, its figure is drawn there too.
      for (const [ax, ay] of (piece.places ?? []).map(turn)) {
        group.append(s('g', { transform: `translate(${ax - size / 2} ${ay - size / 2}) scale(${size / 100})` }, man(glyphs, piece.glyph, piece.badge)));
      }
      if (isBox()) layers.shadows.append(...shadow(piece, piece.at));
      layers.bodies.append(group);
      bodies.set(piece.id, group);
      shown.push({ look: piece.glyph, side: piece.side, at: [x, y], group });
    }
    const look_ = `${flipped} ${eye.spin} ${eye.tilt}`;
    if (drawn.look === look_ && !carried) glide(drawn.men, shown);
    carried = false;
    drawn = { look: look_, men: shown };
    if (advice) recommend();
  }

  const where = (p) => p.map(round).join(', ');

  /** Draws a plane or a sphere with its shades, its grid and its numbers. */
  function ground(width, height) {
    if (ball) {
      for (const [cx, cy] of ball.middles.map(faced)) svg.append(s('circle', { cx, cy, r: ball.radius, class: 'ground' }));
    } else svg.append(s('rect', { x: 0, y: 0, width, height, class: 'ground' }));
    darkSquares();
    for (const outline of view.zones ?? []) svg.append(s('path', { d: line(outline, true), class: 'zone' }));
    if (ball) degrees();
    else lattice(width, height);
  }

  function darkSquares() {
    for (const [low, high] of view.dark) {
      const corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
      svg.append(s('path', { d: line(corners, true), class: 'dark' }));
    }
  }

  /** Draws the floor of a box with its grid, its edges and the numbers of its axes. */
  function walls() {
    const [width, height, depth] = view.size;
    svg.append(s('path', { d: line([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]], true), class: 'ground' }));
    darkSquares();
    const grid = (from, to) => svg.append(s('path', { d: line([from, to]), class: 'grid' }));
    for (let x = 0; x <= width; x += 1) grid([x, 0, 0], [x, height, 0]);
    for (let y = 0; y <= height; y += 1) grid([0, y, 0], [width, y, 0]);
    const corner = (i) => view.size.map((side, axis) => ((i >> axis) & 1 ? side : 0));
    for (let i = 0; i < 8; i += 1) {
      for (const bit of [1, 2, 4]) if (!(i & bit)) svg.append(s('path', { d: line([corner(i), corner(i | bit)]), class: 'rim' }));
    }
    const number = (p, n) => { const [x, y] = turn(p); svg.append(s('text', { x, y, class: 'axis', 'aria-hidden': 'true' }, String(n))); };
    for (let x = 0; x <= width; x += 1) number([x, -0.25, 0], x);
    for (let y = 0; y <= height; y += 1) number([width + 0.25, y, 0], y);
    for (let z = 1; z <= depth; z += 1) number([-0.25, 0, z], z);
  }

  /** Draws a ball of the size of a piece. */
  function orb(piece, p, name) {
    const [cx, cy] = turn(p);
    return s('circle', { cx, cy, r: piece.radius, class: name });
  }

  /** Draws the shadow of a ball on the floor, and the line down to it. */
  function shadow(piece, p) {
    const floor = [p[0], p[1], 0];
    const [cx, cy] = turn(floor);
    const ry = piece.radius * Math.sin(Math.abs(eye.tilt) * Math.PI / 180);
    return [s('ellipse', { cx, cy, rx: piece.radius, ry, class: 'shadow' }), s('path', { d: line([p, floor]), class: 'drop' })];
  }

  /** Turns a box by degrees. */
  function rotate(spin, tilt) {
    eye.spin = (eye.spin + spin) % 360;
    eye.tilt = Math.min(Math.max(eye.tilt + tilt, 0), 90);
    draw();
  }

  /** Returns the outline of a body, with every point moved by `shift`. */
  function body(piece, shift = (p) => p) {
    return piece.outlines.map((part) => line(part.map(shift), true)).join('');
  }

  /** The copies of the plane beyond joined edges, and the plane itself: the shift of each, and -1 if it is upside down. */
  const copies = () => view.copies ?? [[0, 0, 1]];
  /** The image of a point in a copy, and the point of the plane with this image. */
  const image = ([bx, by, sense], [x, y]) => [x + bx, sense * y + by];
  const folded = ([bx, by, sense], [x, y]) => [x - bx, sense * (y - by)];

  /** Returns a straight way, which may end beyond joined edges. It is drawn on the plane in parts. */
  function straight(from, to, name, trace) {
    if (ball) return s('path', { d: line(trace ?? ball.between(from, to)), class: name });
    if (!view.copies) return s('path', { d: line([from, to]), class: name });
    const [width, height] = view.size;
    const inside = s('svg', { x: 0, y: 0, width, height, viewBox: `0 0 ${width} ${height}` });
    for (const copy of copies()) inside.append(s('path', { d: line([image(copy, from), image(copy, to)]), class: name }));
    return inside;
  }

  /** Draws the recommended move: its way, and the body at its end. */
  function recommend() {
    const piece = view.pieces.find((one) => one.id === advice.piece);
    if (!piece) return;
    const ghost = isBox() ? orb(piece, advice.to, 'disc best')
      : s('path', { d: body(piece, moved(piece.at, advice.to, advice.turn)), class: 'disc best' });
    layers.advice.append(straight(advice.from, advice.end ?? advice.to, 'way best', advice.trace), ghost);
  }

  /** Returns the function that moves a point with a body, which goes from one place to another and turns by degrees. */
  function moved(from, to, degrees = 0) {
    // On a sphere, bodies are discs.
    if (ball) return (p) => ball.great(to, ball.toward(from, p)).at(ball.gap(from, p));
    const [sin, cos] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
    return ([x, y]) => {
      const [dx, dy] = [x - from[0], y - from[1]];
      return [to[0] + dx * cos - dy * sin, to[1] + dx * sin + dy * cos];
    };
  }

  /** Turns a sphere back to its first view. */
  function face() {
    if (!ball) return;
    ball.reset();
    carried = true;
    draw();
  }

  const glass = lens('plane', CLOSEST, { whole: face, isWhole: () => !ball });

  /** Turns a sphere, as a finger would that moves by `x` and `y` units of the drawing. */
  function roll(x, y) {
    ball.turn(flipped ? [-x, y] : [x, -y]);
    carried = true;
    draw();
  }

  const turns = h('span', { class: 'turns' },
    h('button', { type: 'button', title: 'Turn to the left (Shift and left arrow)', 'aria-label': 'Turn to the left', onclick: () => rotate(-15, 0) }, '↶'),
    h('button', { type: 'button', title: 'Turn to the right (Shift and right arrow)', 'aria-label': 'Turn to the right', onclick: () => rotate(15, 0) }, '↷'));
  glass.buttons.append(turns);

  const legend = h('p', { class: 'quiet legend' }, 'Shaded: points that the enemy attacks. For a selected piece: green for moves, red for captures, grey where the king would be attacked.');
  const legendOfBox = h('p', { class: 'quiet legend' }, 'A dashed line leads from each ball to its shadow on the floor. Drag the empty space to turn the box. For a selected piece: green for moves, red for captures, grey where the king would be attacked.');

  /** Draws every interval and region of the selected body. */
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
      if (path.shot) {
        layers.paths.append(s('path', { d: line([path.from, path.to]), class: `way shot ${path.sort}` }), s('circle', { cx: b[0], cy: b[1], r: 0.3, class: `way shot ${path.sort}` }));
        continue;
      }
      const point = gap(path.from, path.to) < 1e-3;
      layers.paths.append(point
        ? s('circle', { cx: a[0], cy: a[1], r: 0.07, class: `stop ${path.sort}` })
        : s('path', { d: line([path.from, path.to]), class: `way ${path.sort}` }));
      if (!point && path.ray) {
        layers.paths.append(s('circle', { cx: b[0], cy: b[1], r: 0.05, class: `end ${path.sort}${path.open ? ' open' : ''}` }));
      }
    }
    for (const [at, along] of picked.walls) {
      if (isBox()) {
        const [[x, y], [tx, ty]] = [turn(at), turn(at.map((n, axis) => n + along[axis]))];
        const long = Math.hypot(tx - x, ty - y) || 1;
        const [ax, ay] = [-(ty - y) / long * 0.18, (tx - x) / long * 0.18];
        layers.paths.append(s('path', { d: `M${x - ax} ${y - ay}L${x + ax} ${y + ay}`, class: 'wall' }));
        continue;
      }
      const across = [-along[1], along[0]];
      const ends = [-0.18, 0.18].map((d) => (ball ? ball.great(at, across).at(d) : [at[0] + across[0] * d, at[1] + across[1] * d]));
      layers.paths.append(s('path', { d: line(ends), class: 'wall' }));
    }
    ghost();
  }

  function ghost() {
    layers.ghost.replaceChildren();
    const told = typed.querySelector('output');
    if (told) told.textContent = '';
    if (!picked) return;
    const piece = view.pieces.find((one) => one.id === picked.id);
    const turned = stop?.turn !== undefined;
    if (stop) {
      const to = turned || stop.shot ? piece.at : stop.at;
      const shift = moved(piece.at, to, stop.turn ?? stop.swing);
      const [x, y] = turn(to);
      const look_ = `disc ghostly ${piece.side}${stop.forbidden ? ' forbidden' : ''}`;
      layers.ghost.append(
        ...(isBox() ? shadow(piece, to) : []),
        straight(piece.at, stop.end ?? (stop.shot ? stop.at : to), 'trail', stop.trace),
        isBox() ? orb(piece, to, look_) : s('path', { d: body(piece, shift), class: look_ }),
        s('g', { transform: `translate(${x - 0.31} ${y - 0.31}) scale(0.0062)`, class: 'ghostly' }, man(glyphs, piece.glyph, piece.badge)),
      );
      if (stop.forbidden) {
        const royals = view.pieces.filter((one) => one.royal && one.side === piece.side);
        for (const id of stop.seen) {
          const by = view.pieces.find((one) => one.id === id);
          for (const royal of royals) {
            const target = royal.id === piece.id ? to : royal.at;
            layers.ghost.append(s('path', { d: line(ball ? ball.between(by.at, target) : [by.at, target]), class: 'sight' }));
          }
        }
      }
      const taken = stop.captures?.length ? `, takes ${stop.captures.join(' ')}` : '';
      if (told) told.textContent = stop.forbidden ? `Not there: ${sight(stop.seen)}` : `${stop.text}${taken}`;
    }
    if (picked.families?.some((family) => family.motion === 'turn')) handle(piece);
  }

  /** Describes the pieces that would attack the king. */
  function sight(seen) {
    const names = seen.map((id) => view.pieces.find((one) => one.id === id)).map((by) => `the ${by.side} ${by.kind} at ${where(by.at)}`);
    return names.length ? `the king would be attacked by ${names.join(' and ')}` : 'the king would be in check';
  }

  /** Draws the handle that turns the body, by dragging or with the arrow keys. */
  function handle(piece) {
    const far = Math.max(...piece.outlines.flat().map(([x, y]) => Math.hypot(x - piece.at[0], y - piece.at[1]))) + 0.3;
    const degrees = stop?.turn ?? 0;
    const angle = (90 + degrees) * Math.PI / 180;
    const at = [piece.at[0] + far * Math.cos(angle), piece.at[1] + far * Math.sin(angle)];
    const [x, y] = turn(at);
    const knob = s('circle', {
      cx: x, cy: y, r: 0.13, class: 'knob', role: 'slider', tabindex: 0, 'aria-label': 'Turn, by arrows; Enter turns',
      'aria-valuemin': -180, 'aria-valuemax': 180, 'aria-valuenow': round(degrees), 'aria-valuetext': `${round(degrees)} degrees`,
    });
    const held = grip?.focused;
    layers.ghost.append(s('path', { d: line([piece.at, at]), class: 'stem' }), knob);
    if (held) knob.focus({ preventScroll: true });
  }

  /** Returns the legal turn nearest to `wished` degrees. */
  function nearestTurn(wished) {
    let best = null;
    for (const family of picked.families.filter((one) => one.motion === 'turn')) {
      for (const part of family.intervals) {
        const rim = Math.min(0.01, (part.to - part.from) / 4);
        const [low, high] = [part.from + (part.from_open ? rim : 0), part.to - (part.to_open ? rim : 0)];
        for (const round_ of [wished - 360, wished, wished + 360]) {
          let by = Math.min(Math.max(round_, low), high);
          if (!part.from_open && Math.abs(by - part.from) < SNAP_TURN) by = part.from;
          if (!part.to_open && Math.abs(by - part.to) < SNAP_TURN) by = part.to;
          const far = Math.abs(by - round_);
          if (by && (!best || far < best.far)) best = { turn: by, far, captures: part.captures, promotes: part.promotes };
        }
      }
    }
    if (!best) return null;
    const by = Number(best.turn.toFixed(6));
    return { ...best, text: `${picked.place}@${by >= 0 ? '+' : ''}${by}${best.captures.length ? '' : '-'}` };
  }

  /** Returns the point nearest to `p` where only the safety of the king forbids a stop. */
  function nearestForbidden(p) {
    let best = null;
    const offer = (at, seen) => {
      const far = gap(at, p);
      if (!best || far < best.far) best = { at, far, seen, forbidden: true };
    };
    for (const path of picked.paths.filter((one) => one.sort === 'forbidden')) offer(path.shot ? path.to : onSegment(path.from, path.to, p), path.seen);
    for (const area of picked.areas.filter((one) => one.sort === 'forbidden')) if (inArea(area, p)) offer(p, area.seen);
    return best;
  }

  function onSegment(a, b, [x, y]) {
    const [[ax, ay], [bx, by]] = [flat(a), flat(b)];
    if (ball) {
      // The part is short, and its nearest point is the foot or an end.
      const [own, length] = [ball.great([ax, ay], ball.toward([ax, ay], [bx, by])), ball.gap([ax, ay], [bx, by])];
      const foot = own.wished([x, y]);
      if (foot <= length) return own.at(foot);
      return ball.gap([ax, ay], [x, y]) < ball.gap([bx, by], [x, y]) ? [ax, ay] : [bx, by];
    }
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy || 1;
    const t = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1);
    return a.map((n, axis) => n + (b[axis] - n) * t);
  }

  /** Returns the move for a release at `p`; a forbidden stop may be nearer than all legal ones. */
  function aim(p) {
    const legal = nearest(p, reach());
    const forbidden = nearestForbidden(p);
    return forbidden && (!legal || forbidden.far < legal.far) ? forbidden : legal;
  }

  const hasWay = (family) => ['ray', 'arc', 'flight'].includes(family.motion);
  /** The bearing of a family in the text of its moves, with the circle of an arc. In a box, its direction. */
  const bearing = (family) => family.heading?.join(',') ?? `${family.bearing}${family.circle ?? ''}`;

  /** Returns the point of a way at a distance, and the distance of the point nearest to `p`. */
  function way({ motion, x, y, z, along, centre, radius, side }) {
    if (ball) return { ...ball.great([x, y], along), swing: () => 0 };
    if (motion === 'flight') {
      const at = (d) => [x, y, z].map((n, axis) => n + along[axis] * d);
      const [[ax, ay], [bx, by]] = [turn(at(0)), turn(at(1))];
      const [ux, uy] = [bx - ax, by - ay];
      // A way along the line of sight is a point of the drawing.
      const square = ux * ux + uy * uy || 1;
      return { at, wished: (p) => ((p[0] - ax) * ux + (p[1] - ay) * uy) / square, swing: () => 0 };
    }
    if (motion === 'ray') {
      const [ux, uy] = along;
      return { at: (d) => [x + ux * d, y + uy * d], wished: (p) => (p[0] - x) * ux + (p[1] - y) * uy, swing: () => 0 };
    }
    const [cx, cy] = centre;
    const start = Math.atan2(y - cy, x - cx);
    const sign = side === 'left' ? 1 : -1;
    const lap = 2 * Math.PI;
    return {
      at: (d) => [cx + radius * Math.cos(start + sign * d / radius), cy + radius * Math.sin(start + sign * d / radius)],
      // The body turns with the arc.
      swing: (d) => (sign * d / radius) * 180 / Math.PI,
      wished: (p) => (((sign * (Math.atan2(p[1] - cy, p[0] - cx) - start)) % lap + lap) % lap) * radius,
    };
  }

  /** Returns the stop nearest to a point of the plane. */
  function nearest(p, reach) {
    let best = null;
    const offer = (candidate) => {
      const far = gap(candidate.at, p) - (candidate.contact ? reach : 0);
      if (!best || far < best.far) best = { ...candidate, far };
    };
    for (const family of picked.families) {
      if (hasWay(family)) {
        const own = way(family);
        for (const copy of copies()) for (const part of family.intervals) {
          const wished = own.wished(isBox() ? p : image(copy, p));
          const inside = (d) => {
            const width = part.to - part.from;
            const rim = Math.min(0.001, width / 4);
            const [low, high] = [part.from + (part.from_open ? rim : 0), part.to - (part.to_open ? rim : 0)];
            const round_ = Number(d.toFixed(3));
            return round_ >= low && round_ <= high ? round_ : Math.min(Math.max(d, low), high);
          };
          const add = (d, contact) => offer({
            at: isBox() ? own.at(d) : folded(copy, own.at(d)), end: own.at(d), trace: ball?.trace(own, d), swing: own.swing(d), captures: part.captures, promotes: part.promotes, contact,
            text: `${picked.place}:${bearing(family)}:${d}${part.captures.length ? '' : '-'}`, family, distance: d,
          });
          add(inside(wished), false);
          if (!part.from_open) add(part.from, true);
          if (!part.to_open) add(part.to, true);
        }
      } else if (family.motion === 'shot') {
        // A capture by moving ends beside the captured body, a capture without moving is aimed at its middle.
        for (const shot of family.shots) {
          for (const place of shot.captures) offer({ at: at(place), captures: shot.captures, promotes: shot.promotes, text: shotText(shot), shot: true, contact: false });
        }
      } else if (family.motion === 'region' || family.motion === 'path') {
        for (const area of picked.areas.filter((one) => one.sort !== 'forbidden')) {
          const point = inArea(area, p) ? p : borderPoint(area, p);
          if (point) offer({ at: point, captures: area.sort === 'captures' ? ['what it covers'] : [], promotes: area.sort === 'promotes',
            text: `${picked.place}-${round(point[0])},${round(point[1])}`, contact: false });
        }
        // Where a path of two parts captures, its ends form a line.
        for (const part of picked.paths.filter((one) => one.arc && one.sort !== 'forbidden')) {
          const point = onSegment(part.from, part.to, p);
          offer({ at: point, captures: part.sort === 'captures' ? ['what it covers'] : [], promotes: part.sort === 'promotes',
            text: `${picked.place}-${round(point[0])},${round(point[1])}`, contact: true });
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
        const at = onSegment([ax, ay], outline[(i + 1) % outline.length], [x, y]);
        const far = Math.hypot(at[0] - x, at[1] - y);
        if (!best || far < best.far) best = { at, far };
      });
    }
    return best?.at;
  }

  const point = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    if (isBox()) return [at.x, at.y];
    const place = flipped ? [extent()[0] - at.x, at.y] : [at.x, extent()[1] - at.y];
    return ball ? ball.under(place) : place;
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
    if (!answer.families.length) on.say('This piece cannot move.');
  }

  /** The form for exact numbers, also for the keyboard. */
  function form() {
    typed.hidden = !picked.families.length;
    const rays = picked.families.filter(hasWay);
    const region = picked.families.some((family) => family.motion === 'region' || family.motion === 'path');
    const turns = picked.families.find((family) => family.motion === 'turn');
    const interval = (part) => `${part.from_open ? '(' : '['}${round(part.from)}${part.to === part.from ? '' : ` to ${round(part.to)}`}${part.to_open ? ')' : ']'}${part.captures.length ? ` takes ${part.captures.join(' ')}` : ''}`;
    const ways = h('select', { id: 'bearing' }, ...rays.map((family, n) => h('option', { value: n }, family.heading ? `${bearing(family)}: ${family.intervals.map(interval).join(', ')}` : `${round(family.bearing)}°${family.circle ? ` ${family.side}, radius ${round(family.radius)}` : ''}: ${family.intervals.map(interval).join(', ')}`)));
    const number = h('input', { id: 'distance', inputmode: 'decimal', autocomplete: 'off' });
    const fields = [];
    if (rays.length) fields.push(h('label', { for: 'bearing' }, isBox() ? 'Direction (right, forward, up)' : 'Bearing'), ways, h('label', { for: 'distance' }, 'Distance'), number);
    const x = h('input', { id: 'to-x', inputmode: 'decimal' });
    const y = h('input', { id: 'to-y', inputmode: 'decimal', 'aria-label': 'To y' });
    if (region) fields.push(h('label', { for: 'to-x' }, 'To x'), x, h('label', { for: 'to-y' }, 'y'), y);
    const shots = picked.families.filter((family) => family.motion === 'shot').flatMap((family) => family.shots);
    const target = h('select', { id: 'target' }, h('option', { value: '' }, ''), ...shots.map((shot, n) => h('option', { value: n }, shot.captures.join(' '))));
    if (shots.length) fields.push(h('label', { for: 'target' }, 'Capture without moving'), target);
    const degrees = h('input', { id: 'degrees', inputmode: 'decimal' });
    if (turns) fields.push(h('label', { for: 'degrees', title: turns.intervals.map(interval).join(', ') }, 'Turn by degrees'), degrees);
    const show = () => {
      const family = rays[ways.value];
      const d = Number(number.value);
      if (!family || !number.value || Number.isNaN(d)) return;
      stop = nearest(flat(way(family).at(d)), 0);
      ghost();
    };
    number.addEventListener('input', show);
    ways.addEventListener('change', show);
    degrees.addEventListener('input', () => { stop = Number(degrees.value) ? nearestTurn(Number(degrees.value)) : null; ghost(); });
    const closed = picked.paths.filter((path) => path.sort === 'forbidden').map((path) => (path.shot ? `A capture of ${where(path.to)}: ${sight(path.seen)}.` : where(path.from) === where(path.to) ? `At ${where(path.to)} ${sight(path.seen)}.` : `From ${where(path.from)} to ${where(path.to)} ${sight(path.seen)}.`))
      .concat(picked.areas.filter((area) => area.sort === 'forbidden' && area.outlines[0]?.length).map((area) => `In the region around ${where(middle(area.outlines[0]))} ${sight(area.seen)}.`))
      .concat(picked.walls.map(([at]) => `A friend stops the move at ${where(at)}.`));
    const why = closed.length ? h('details', {}, h('summary', {}, 'The limits of its moves'), h('ul', {}, ...closed.map((words) => h('li', {}, words)))) : null;
    typed.replaceChildren(...[...fields, h('button', {}, 'Go'), h('output', {}), why].filter(Boolean));
    typed.onsubmit = (event) => {
      event.preventDefault();
      if (target.value) go(shotText(shots[target.value]), shots[target.value].promotes);
      else if (turns && degrees.value) go(`${picked.place}@${Number(degrees.value) >= 0 ? '+' : ''}${Number(degrees.value)}`);
      else if (region && x.value && y.value) go(`${picked.place}-${x.value},${y.value}`);
      else if (rays.length && number.value) go(`${picked.place}:${bearing(rays[ways.value])}:${number.value}`, stop?.promotes);
      else if (stop && !stop.forbidden) go(stop.text, stop.promotes);
    };
  }

  const middle = (points) => [0, 1].map((n) => points.reduce((sum, p) => sum + p[n], 0) / points.length);

  function go(text, promotes) {
    const { becomes } = picked;
    picked = null;
    stop = null;
    // The form closes, so the keyboard focus goes to the plane.
    if (typed.contains(document.activeElement)) bodies.get(focus)?.focus({ preventScroll: true });
    typed.hidden = true;
    if (!promotes) { on.play([{ text }]); return; }
    const quiet = text.endsWith('-') && !text.includes('-', 0) ? '-' : text.endsWith('-') ? '-' : '';
    const plain = quiet ? text.slice(0, -1) : text;
    on.play(becomes.map((one) => ({ text: `${plain}=${one.letter}${quiet}`, promotion: one })));
  }

  root.addEventListener('wheel', (event) => {
    if (view && event.target.closest('svg') && glass.wheel(event)) event.preventDefault();
  }, { passive: false });

  root.addEventListener('pointerdown', (event) => {
    if (!view || event.button !== 0 || !event.target.closest('svg')) return;
    event.preventDefault();
    const fingers = glass.down(event);
    // Without capture, the end of the gesture is lost if the element is redrawn or the pointer leaves it.
    root.setPointerCapture(event.pointerId);
    if (fingers === 2) { drag = false; pan = null; grip = null; stop = null; ghost(); return; }
    if (event.target.closest('.knob')) { grip = { focused: true, dragged: true }; return; }
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest?.('[data-body]');
    const id = element ? Number(element.dataset.body) : null;
    const mine = id !== null && view.pieces.find((piece) => piece.id === id)?.moves;
    if (mine && picked?.id !== id) { drag = true; pick(id); bodies.get(id)?.focus({ preventScroll: true }); return; }
    if (picked && id === picked.id) { drag = true; return; }
    if (picked?.families?.length) {
      const best = aim(point(event));
      if (best?.forbidden) { stop = best; ghost(); on.say(`${sight(best.seen)}.`.replace(/^t/, 'T')); return; }
      if (best) { go(best.text, best.promotes); return; }
    }
    if (id !== null) on.say(`${view.pieces.find((piece) => piece.id === id).side} has no move with it now.`);
    pick(null);
    // Dragging the background moves the view, or turns a sphere or a box.
    pan = glass.paper(event);
    pan.held = [event.clientX, event.clientY];
  });
  root.addEventListener('pointermove', (event) => {
    if (glass.pinch(event)) return;
    if (pan && isBox()) {
      const [x, y] = [event.clientX, event.clientY];
      rotate((x - pan.held[0]) * 0.4, (y - pan.held[1]) * 0.4);
      pan.held = [x, y];
      return;
    }
    if (pan) {
      const [x, y] = glass.paper(event);
      if (ball) {
        roll(x - pan[0], y - pan[1]);
        pan = [x, y];
      } else glass.move(pan[0] - x, pan[1] - y);
      return;
    }
    if (!picked?.families?.length) return;
    const p = point(event);
    if (grip?.dragged) {
      const piece = view.pieces.find((one) => one.id === picked.id);
      const degrees = Math.atan2(p[1] - piece.at[1], p[0] - piece.at[0]) * 180 / Math.PI - 90;
      stop = nearestTurn(degrees < -180 ? degrees + 360 : degrees);
    } else if (stop?.turn !== undefined) return;
    else stop = aim(p);
    ghost();
  });
  root.addEventListener('pointerup', (event) => {
    glass.up(event);
    pan = null;
    if (grip?.dragged) {
      grip = null;
      if (stop?.turn !== undefined) go(stop.text, stop.promotes);
      return;
    }
    if (!drag) return;
    drag = false;
    if (!picked?.families?.length || !stop) return;
    const piece = view.pieces.find((one) => one.id === picked.id);
    const p = point(event);
    // If it is released at its start, the body stays selected for a click elsewhere.
    if (gap(p, piece.at) < 0.3) { stop = null; ghost(); return; }
    if (stop.forbidden) { on.say(`${sight(stop.seen)}.`.replace(/^t/, 'T')); return; }
    carried = true;
    go(stop.text, stop.promotes);
  });
  root.addEventListener('pointercancel', (event) => { glass.up(event); pan = null; grip = null; drag = false; });

  root.addEventListener('keydown', (event) => {
    if (!view || event.target.closest('.lenses')) return;
    if (event.target.closest('.knob')) {
      const by = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
      if (by) {
        event.preventDefault();
        event.stopImmediatePropagation();
        grip = { focused: true };
        // Skips an illegal range to the next legal one.
        const now = stop?.turn ?? 0;
        const wished = now + by * (event.shiftKey ? 10 : 1);
        const next = nearestTurn(wished);
        if (next && Math.sign(next.turn - now) === by) stop = next;
        ghost();
        grip = null;
      } else if (event.key === 'Enter' && stop?.turn !== undefined) {
        event.preventDefault();
        event.stopImmediatePropagation();
        go(stop.text, stop.promotes);
      }
      return;
    }
    const way = shifted(event);
    if (way && isBox()) rotate(...way.map((n) => 15 * n));
    else if (way && ball) roll(...way.map((n) => -ROLL * n));
    else if (way) glass.move(...way.map((n) => n / glass.scale()));
    else if (!glass.key(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
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
    /** Shows a position. If it is the same as before, the selected body stays so, with its moves by the present rules. */
    show(next, pictures) {
      const same = view && next.text === view.text && next.plies === view.plies;
      const again = same && picked ? picked.id : null;
      view = next;
      glyphs = pictures;
      if (!view.globe) ball = null;
      else if (ball?.radius !== view.globe) ball = globe(view.globe);
      turns.hidden = !isBox();
      picked = null;
      stop = null;
      advice = null;
      typed.hidden = true;
      if (!view.pieces.some((p) => p.id === focus)) focus = view.pieces[0]?.id ?? 0;
      draw();
      if (again !== null && view.pieces.find((piece) => piece.id === again)?.moves) pick(again);
    },
    /** The buttons that enlarge the plane. */
    lens: glass.buttons,
    /** Puts the selected body down. */
    clear() { pick(null); },
    flip() {
      flipped = !flipped;
      if (view && isBox()) draw();
      else if (view) { glass.turn(extent().map((side) => side / 2)); draw(); }
    },
    clearNotes() {},
    /** Draws a recommended move. */
    advise(move) { advice = move; draw(); },
  };
}
