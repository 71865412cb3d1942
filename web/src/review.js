// The analysis of a game: the value after each move as a graph, and the moves that lose much.

import { $, OVERTAKEN, ask, drop, h, s } from './api.js';

/** The time for each position in seconds. */
const SECONDS = 0.4;
/** The size of the graph in its own units. */
const [WIDTH, HEIGHT] = [300, 72];

/**
 * The analysis. `line()` returns the nodes of the game from its start, `here()` the node of the position on the board,
 * `question(node)` the data of a request about a node. `goto` shows a node, `advise` a better move, and `marked` shows the
 * signs of the moves.
 */
export function review({ line, here, question, goto, advise, marked }) {
  let nodes = [];
  let running = false;
  let problem = null;
  /** The number of the latest analysis. The answers of an earlier one no longer count. */
  let latest = 0;

  const pawns = (loss) => `${(loss / 100).toFixed(2)} pawns`;
  const name = ({ turn, san, review: found }) => (found ? `${turn}${found.side === 'white' ? '.' : '…'} ${san}${found.sign ?? ''}` : san);
  const done = () => nodes.filter((node) => node.review).length;
  const x = (n) => (nodes.length > 1 ? n * WIDTH / (nodes.length - 1) : 0);
  const y = (value) => HEIGHT * (1 - value.share);

  async function run() {
    stop();
    nodes = line();
    running = true;
    problem = null;
    const mine = latest;
    draw();
    // From the end, because the computer then already knows the positions after each move.
    for (const node of nodes.slice(1).reverse()) {
      if (node.review) continue;
      const answer = await ask('review', question(node, { seconds: SECONDS }));
      if (answer === OVERTAKEN || mine !== latest) return;
      if (answer.error) { problem = answer.error; break; }
      const { before, after, side, verdict } = answer;
      node.review = { side, best: before.best, line: before.shown, verdict, sign: verdict?.sign };
      node.value = after.value;
      node.parent.value ??= before.value;
      draw();
    }
    running = false;
    draw();
    marked();
  }

  function stop() {
    latest += 1;
    if (!running) return;
    running = false;
    drop('review');
    draw();
    marked();
  }

  /** Removes the analysis. */
  function forget() {
    stop();
    nodes = [];
    draw();
  }

  /** Shows the position before a move, and a better move there. */
  async function better(node) {
    await goto(node.parent);
    advise(node.review.best, `Better was ${node.review.best.san} (${node.review.verdict.best.text}): ${node.review.line.join(' ')}`);
  }

  function graph() {
    const known = nodes.map((node, n) => ({ node, n })).filter(({ node }) => node.value);
    const points = known.map(({ node, n }) => `${x(n).toFixed(1)} ${y(node.value).toFixed(1)}`);
    const at = nodes.indexOf(here());
    const words = at < 0 ? 'another line' : `${at ? name(nodes[at]) : 'the start'}${nodes[at].value ? `: ${nodes[at].value.words}` : ''}`;
    const svg = s('svg', {
      viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, class: 'graph', role: 'slider', tabindex: 0, 'aria-label': 'Evaluation over the game',
      'aria-valuemin': 0, 'aria-valuemax': nodes.length - 1, 'aria-valuenow': Math.max(at, 0), 'aria-valuetext': words,
    }, s('rect', { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: 'ground' }));
    if (points.length) {
      const [first, last] = [x(known[0].n), x(known.at(-1).n)].map((n) => n.toFixed(1));
      svg.append(s('path', { d: `M${first} ${HEIGHT}L${points.join('L')}L${last} ${HEIGHT}Z`, class: 'advantage' }));
    }
    svg.append(s('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'middle' }));
    if (points.length) svg.append(s('path', { d: `M${points.join('L')}`, class: 'curve' }));
    for (const { node, n } of known) {
      if (node.review?.sign) svg.append(s('circle', { cx: x(n), cy: y(node.value), r: 4, class: `fault ${kind(node)}` }, s('title', {}, name(node))));
    }
    if (at >= 0) svg.append(s('path', { d: `M${x(at).toFixed(1)} -4V${HEIGHT + 4}`, class: 'now' }));
    svg.addEventListener('click', (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const n = Math.round(point.x / WIDTH * (nodes.length - 1));
      goto(nodes[Math.min(Math.max(n, 0), nodes.length - 1)]);
    });
    svg.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: nodes.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (nodes[to]) goto(nodes[to]);
    });
    return svg;
  }

  const kind = (node) => ({ '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' })[node.review.sign];

  function row(node) {
    const { best, verdict } = node.review;
    return h('li', {}, h('button', { class: 'link', 'aria-current': node === here() ? 'step' : null, onclick: () => goto(node) }, name(node)),
      ` loses ${pawns(verdict.loss)} (${verdict.best.text} → ${verdict.played.text}); `,
      h('button', { class: 'link', title: 'Show it on the board', onclick: () => better(node) }, `better ${best.san}`));
  }

  function draw() {
    const panel = $('review');
    panel.hidden = nodes.length < 2;
    if (panel.hidden) { panel.replaceChildren(); return; }
    const faults = nodes.filter((node) => node.review?.sign);
    const held = panel.contains(document.activeElement) ? document.activeElement.getAttribute('role') ?? document.activeElement.textContent : null;
    const count = faults.length === 0 ? 'No turning points' : faults.length === 1 ? '1 turning point' : `${faults.length} turning points`;
    const status = running ? `Move ${done() + 1} of ${nodes.length - 1}…` : done() < nodes.length - 1 ? `${done()} of ${nodes.length - 1} moves analysed` : count;
    panel.replaceChildren(graph(),
      h('div', { class: 'strip' }, h('span', { role: 'status', class: running ? 'quiet' : null }, status), running ? h('button', { onclick: stop }, 'Stop') : null),
      ...[problem ? h('p', { class: 'fails' }, `${problem}.`) : null, faults.length ? h('ul', {}, ...faults.map(row)) : null].filter(Boolean));
    // The keyboard focus stays on the graph or on the same button.
    if (held) ([...panel.querySelectorAll('[role=slider], button')].find((one) => (one.getAttribute('role') ?? one.textContent) === held) ?? $('analyse')).focus({ preventScroll: true });
  }

  $('analyse').onclick = run;

  return { stop, forget, draw };
}
