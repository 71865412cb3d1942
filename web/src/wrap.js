// The place of a board on the page: its size, the rows of its layers, and whether the controls stand below it.

/** The empty space between two rows of layers, in cells. */
const ROW_GAP = 1.4;
/** A board whose cells would be smaller beside the controls may have the whole width, in pixels. */
const SMALL = 44;
/** The gain in size for which the controls go below the board. */
const WORTH = 1.2;
/** The width of the controls beside the board, with the space between, in pixels. */
const CONTROLS = 277;
/** In a narrower part of the page the controls stand below every board, in pixels: in a usual and in an upright window. */
const NARROW = { usual: 600, upright: 900 };
/** The part of the window's height for a board with its controls below. */
const TALL = 0.7;
/** The least height of a board, in pixels. */
const LEAST = 225;

const element = (id) => document.getElementById(id);

/** The part of the page that a board may fill. */
const frame = (root) => root.closest('#table') ?? root;

/** The width and the height inside of the part of the page that shows the game; 0 while it is hidden. */
function inside() {
  const look = element('look');
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(look);
  const of = (all, ...parts) => Math.max(all - parts.reduce((sum, part) => sum + parseFloat(part), 0), 0);
  return { width: of(look.clientWidth, paddingLeft, paddingRight), height: of(look.clientHeight, paddingTop, paddingBottom) };
}

/** The height for the board, without what stands above and below it. The words below it have room for two lines, so that no text resizes the board. */
function free() {
  const usual = Math.max(window.innerHeight - 240, LEAST);
  const side = element('boardside');
  const all = inside().height;
  if (!side.clientHeight || !all) return usual;
  const above = element('felt').getBoundingClientRect().top - side.getBoundingClientRect().top;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const words = [...element('board').querySelectorAll('.legend')].reduce((sum, legend) => sum + legend.offsetHeight + 0.3 * rem, 0);
  const hand = side.classList.contains('handed') ? element('hand-near').offsetHeight + 0.5 * rem : 0;
  const below = hand + 3.1 * rem + words;
  return Math.max(Math.floor(all - above - below), LEAST);
}

const isUpright = () => window.innerHeight > window.innerWidth;
const isNarrow = (width) => width < NARROW[isUpright() ? 'upright' : 'usual'];

/** The greatest height of a board on a table of this width. With the controls below it, the page scrolls, and some of them stay in the window. */
const high = (width) => (isNarrow(width) ? Math.max(window.innerHeight * TALL, LEAST) : free());

/**
 * The width with controls below and beside the board, and the height, in pixels. While the part is hidden, that of the window is taken;
 * the board is measured again when it is shown.
 */
function room(root) {
  const isGame = frame(root).id === 'table';
  const full = frame(root).clientWidth || (isGame && inside().width) || window.innerWidth - 40;
  const aside = isNarrow(full) ? 0 : full - CONTROLS;
  return { full, aside, high: isGame ? high(full) : Math.max(window.innerHeight - 240, 240) };
}

/**
 * Arranges a board of `width` by `height` cells. `layers` are the lower left and upper right corners of its layers, which lie
 * side by side; there may be none. Returns the number of columns, and whether the board needs the whole width.
 */
export function arrange(root, layers, width, height) {
  const { full, aside, high } = room(root);
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

/**
 * Gives the drawing on the table its size: the greatest that leaves the lines above and below it in the window. Beside the board, the
 * controls need a part that is wide enough.
 */
export function size() {
  const table = element('table');
  const svg = element('board').querySelector('svg');
  if (!table.clientWidth || !svg) return;
  table.classList.toggle('below', isNarrow(table.clientWidth));
  const { width: w, height: h } = svg.viewBox.baseVal;
  for (const [name, value] of [['--room', `${Math.round(high(table.clientWidth))}px`], ['--ratio', (w / h).toFixed(4)]]) {
    if (table.style.getPropertyValue(name) !== value) table.style.setProperty(name, value);
  }
}

/** Whether two boxes of the screen have a point in common. */
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Shows `words` in `label` beside a cell; null hides it. `where()` gives the box of the cell `at`, and those `taken` by cells that may be
 * chosen. If every place beside the cell hides one of them, the label stands at the edge of the board; without room there it is left out,
 * because the line above the board has the same words.
 */
export function beside(label, words, where) {
  label.hidden = !words;
  if (!words) return;
  label.textContent = words;
  const { at, taken } = where();
  const felt = element('felt').getBoundingClientRect();
  const board = element('board').getBoundingClientRect();
  const look = element('look').getBoundingClientRect();
  const { width, height } = label.getBoundingClientRect();
  const [middle, level] = [(at.left + at.right - width) / 2, (at.top + at.bottom - height) / 2];
  const within = (x) => Math.min(Math.max(x, board.left), board.right - width);
  const spots = [[within(middle), at.top - height - 4], [within(middle), at.bottom + 4], [at.right + 6, level], [at.left - width - 6, level],
    [board.left - width - 6, level], [board.right + 6, level], [within(middle), board.bottom - height]];
  const box = ([left, top]) => ({ left, top, right: left + width, bottom: top + height });
  const side = element('gameside').getBoundingClientRect();
  const isFree = (one) => one.left >= look.left && one.right <= look.right && one.top >= board.top && one.bottom <= board.bottom
    && !meet(one, side) && !meet(one, at) && !taken.some((cell) => meet(one, cell));
  const spot = spots.map(box).find(isFree);
  label.hidden = !spot;
  if (!spot) return;
  label.style.left = `${spot.left - felt.left}px`;
  label.style.top = `${spot.top - felt.top}px`;
}

/** Calls `fit` whenever the room of a board has changed while it can be seen; also when a tab shows it again. */
export function watch(root, fit) {
  const observer = new ResizeObserver(() => { if (frame(root).clientWidth) fit(); });
  observer.observe(frame(root));
  // The width of the board may depend on its shape. The width of the tabs does not.
  observer.observe(element('look'));
  // A tab that is shown again need not have another size.
  observer.observe(element('play'));
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
