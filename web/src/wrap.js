// The place of a board on the page: the rows of its layers, and whether the controls stand below it.

/** The empty space between two rows of layers, in cells. */
const ROW_GAP = 1.4;
/** A board whose cells would be smaller beside the controls may have the whole width, in pixels. */
const SMALL = 44;
/** The gain in size for which the controls go below the board. */
const WORTH = 1.2;

/** The part of the page that a board may fill. */
const frame = (root) => root.closest('#table') ?? root;

/**
 * The width beside the controls and with controls below, and the height, in pixels. A hidden part of the page has no width;
 * until it is shown, a usual one is taken.
 */
function room(root) {
  const full = frame(root).clientWidth || 600;
  const aside = matchMedia('(max-width: 1199px)').matches ? full : full - Math.min(Math.max(208, full * 0.3), 272) - 22;
  return { full, aside, height: Math.max(window.innerHeight - 240, 240) };
}

/**
 * Arranges a board of `width` by `height` cells. `layers` are the lower left and upper right corners of its layers, which lie
 * side by side; there may be none. Returns the number of columns, and whether the board needs the whole width.
 */
export function arrange(root, layers, width, height) {
  const { full, aside, height: high } = room(root);
  const shapes = [];
  for (let columns = 1; columns <= Math.max(layers.length, 1); columns += 1) {
    const rows = layers.length ? Math.ceil(layers.length / columns) : 1;
    if (layers.length && Math.ceil(layers.length / rows) !== columns) continue;
    const [w, h] = layers.length
      ? [columns * (layers[0][1][0] - layers[0][0][0] + 1), rows * (layers[0][1][1] - layers[0][0][1] + ROW_GAP)]
      : [width, height];
    shapes.push({ columns, beside: Math.min(aside / w, high / h), below: Math.min(full / w, high / h) });
  }
  const best = (key) => shapes.reduce((a, b) => (b[key] > a[key] + 0.5 ? b : a));
  const [beside, below] = [best('beside'), best('below')];
  const wide = beside.beside < SMALL && below.below > beside.beside * WORTH;
  return { columns: wide ? below.columns : beside.columns, wide };
}

/** Calls `fit` whenever the room of a board has changed while it can be seen; also when a tab shows it again. */
export function watch(root, fit) {
  const observer = new ResizeObserver(() => { if (frame(root).clientWidth) fit(); });
  observer.observe(frame(root));
  // The width of the board may depend on its shape. The width of the tabs does not.
  observer.observe(document.getElementById('look'));
}

/** Returns the function that moves points of the board to the rows of its layers. */
export function wrap(layers, columns) {
  if (layers.length < 2 || columns >= layers.length) return (point) => point;
  const [[left, low], [right, high]] = layers[0];
  const [step, row] = [right - left + 1, high - low + ROW_GAP];
  return ([x, y]) => {
    const layer = Math.min(Math.max(Math.floor((x - left + 0.6) / step), 0), layers.length - 1);
    const [column, line] = [layer % columns, Math.floor(layer / columns)];
    return [x + (column - layer) * step, y - line * row];
  };
}
