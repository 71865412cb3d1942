// A sphere for drawing: both halves next to each other, each seen from outside. Points are longitudes and latitudes in
// degrees; places are points of the picture, with lengths in units of the sphere and y upwards.

const RAD = Math.PI / 180;
/** The space between the halves, as a part of the radius. */
const GAP = 0.12;
/** The point above which the observer of the left half is at first. */
const ABOVE = [0, -60];

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const mix = (a, s, b, t) => [0, 1, 2].map((i) => a[i] * s + b[i] * t);
/** The vector of a point, and the point of a vector. */
const lift = ([x, y]) => [Math.cos(y * RAD) * Math.cos(x * RAD), Math.cos(y * RAD) * Math.sin(x * RAD), Math.sin(y * RAD)];
const lower = ([x, y, z]) => [Math.atan2(y, x) / RAD, Math.atan2(z, Math.hypot(x, y)) / RAD];
/** The directions to the east and to the north at a point; at a pole, those of longitude 0. */
const axes = ([x, y]) => [
  [-Math.sin(x * RAD), Math.cos(x * RAD), 0],
  [-Math.sin(y * RAD) * Math.cos(x * RAD), -Math.sin(y * RAD) * Math.sin(x * RAD), Math.cos(y * RAD)],
];

/** Returns the picture of a sphere with this radius. */
export function globe(radius) {
  let above = [...ABOVE];
  const middles = [[radius, radius], [radius * (3 + GAP), radius]];
  const size = [radius * (4 + GAP), 2 * radius];

  /** The observers of both halves: the second one is opposite to the first. */
  function eyes() {
    const back = [above[0] > 0 ? above[0] - 180 : above[0] + 180, -above[1]];
    return [above, back].map((p, half) => ({ toward: lift(p), axes: axes(p), middle: middles[half] }));
  }
  let [front, back] = eyes();

  const sight = (eye, v) => ({ at: [dot(v, eye.axes[0]), dot(v, eye.axes[1])], near: dot(v, eye.toward) });
  const put = (eye, [x, y]) => [eye.middle[0] + x * radius, eye.middle[1] + y * radius];

  /** The place of a point, in the half where it is visible. */
  function spot(p) {
    const v = lift(p);
    const seen = sight(front, v);
    return seen.near >= 0 ? put(front, seen.at) : put(back, sight(back, v).at);
  }

  /** The point at a place; outside of both halves, the nearest one of the rim. */
  function under([x, y]) {
    const eye = x < size[0] / 2 ? front : back;
    let [a, b] = [(x - eye.middle[0]) / radius, (y - eye.middle[1]) / radius];
    const far = Math.hypot(a, b);
    if (far > 1) [a, b] = [a / far, b / far];
    const near = Math.sqrt(Math.max(1 - a * a - b * b, 0));
    return lower(mix(mix(eye.axes[0], a, eye.axes[1], b), 1, eye.toward, near));
  }

  function rim(eye, a, b) {
    const part = a.near / (a.near - b.near);
    const [x, y] = [0, 1].map((i) => a.at[i] + (b.at[i] - a.at[i]) * part);
    const far = Math.hypot(x, y) || 1;
    return [x / far, y / far];
  }

  /** Points of the rim from one to another, the shorter way. */
  function around(from, to) {
    const start = Math.atan2(from[1], from[0]);
    const by = Math.atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
    const steps = Math.max(Math.ceil(Math.abs(by) / 0.1), 1);
    return Array.from({ length: steps + 1 }, (_, i) => [Math.cos(start + by * i / steps), Math.sin(start + by * i / steps)]);
  }

  /** The visible parts of a line or a closed outline, each as places. A closed one goes along the rim where it is cut. */
  function parts(points, close) {
    const all = [];
    for (const eye of [front, back]) {
      const seen = points.map((p) => sight(eye, lift(p)));
      const first = seen.findIndex((one) => one.near >= 0);
      if (first < 0) continue;
      if (close) {
        const outline = [];
        let left = null;
        for (let i = 0; i < seen.length; i += 1) {
          const [a, b] = [seen[(first + i) % seen.length], seen[(first + i + 1) % seen.length]];
          if (a.near >= 0) outline.push(a.at);
          if ((a.near >= 0) === (b.near >= 0)) continue;
          const at = rim(eye, a, b);
          if (left) { outline.push(...around(left, at)); left = null; } else left = at;
        }
        all.push(outline.map((at) => put(eye, at)));
        continue;
      }
      let run = [];
      for (let i = 0; i < seen.length; i += 1) {
        const [a, b] = [seen[i], seen[i + 1]];
        if (a.near >= 0) run.push(put(eye, a.at));
        if (!b || (a.near >= 0) === (b.near >= 0)) continue;
        run.push(put(eye, rim(eye, a, b)));
        if (a.near >= 0) { all.push(run); run = []; }
      }
      if (run.length) all.push(run);
    }
    return all;
  }

  /** The distance between two points along the surface. */
  function gap(a, b) {
    const [u, v] = [lift(a), lift(b)];
    return Math.atan2(Math.hypot(...cross(u, v)), dot(u, v)) * radius;
  }

  /** The great circle from a point along a direction to the east and north: its points, and where it is nearest to one. */
  function great(from, [east, north]) {
    const start = lift(from);
    const ahead = mix(axes(from)[0], east, axes(from)[1], north);
    const lap = 2 * Math.PI;
    return {
      at: (d) => lower(mix(start, Math.cos(d / radius), ahead, Math.sin(d / radius))),
      wished: (p) => ((Math.atan2(dot(lift(p), ahead), dot(lift(p), start)) % lap) + lap) % lap * radius,
    };
  }

  /** The direction from one point to another, to the east and north. */
  function toward(from, to) {
    const [east, north] = axes(from).map((axis) => dot(lift(to), axis));
    const far = Math.hypot(east, north) || 1;
    return [east / far, north / far];
  }

  /** The points of a way, close enough to be drawn by straight lines. */
  function trace(way, distance) {
    const steps = Math.max(Math.ceil(distance / radius / (5 * RAD)), 1);
    return Array.from({ length: steps + 1 }, (_, i) => way.at(distance * i / steps));
  }

  /** Meridians and parallels, as lines of points. */
  function grid() {
    const range = (from, to, step) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
    const meridians = range(-150, 180, 30).map((x) => range(-90, 90, 5).map((y) => [x, y]));
    return meridians.concat(range(-60, 60, 30).map((y) => range(-180, 180, 5).map((x) => [x, y])));
  }

  return {
    size, middles, radius, spot, under, parts, gap, great, toward, trace, grid,
    /** The shortest way between two points. */
    between: (a, b) => trace(great(a, toward(a, b)), gap(a, b)),
    /** Turns the sphere by distances on the picture. */
    turn([dx, dy]) {
      const x = above[0] - dx / radius / RAD;
      above = [((x + 180) % 360 + 360) % 360 - 180, Math.min(Math.max(above[1] - dy / radius / RAD, -90), 90)];
      [front, back] = eyes();
    },
    /** Shows the first view again. */
    reset() { above = [...ABOVE]; [front, back] = eyes(); },
  };
}
