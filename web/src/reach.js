// The moves of a piece, each clause in its colour: cells, dots and the piece, as the server computed them.

import { h, man, s } from './api.js';
import { surface } from './surface.js';
import { COLOURS } from './editor.js';

const UNIT = 100;

/** Creates a panel of `piece`; `show(n)` selects the letters of its clause n. */
export function reach(panel, piece, glyphs, show) {
  const turn = ([x, y]) => [x * UNIT, -y * UNIT];
  const points = panel.cells.flatMap((cell) => cell.outline.map(turn));
  const [xs, ys] = [0, 1].map((n) => points.map((p) => p[n]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const words = piece.clauses.map((clause, n) => `${clause.text}: ${panel.spots.filter((spot) => spot.clauses.includes(n)).length} cells`);
  const svg = s('svg', {
    viewBox: `${left - 2} ${top - 2} ${Math.max(...xs) - left + 4} ${Math.max(...ys) - top + 4}`, class: 'reach', role: 'img',
    'aria-label': `How the ${piece.name} moves${panel.title ? `, ${panel.title}` : ''}. ${words.join('; ')}`,
  });
  const at = new Map(panel.cells.map((cell) => [cell.name, turn(cell.at)]));
  for (const cell of panel.cells) svg.append(s('path', { d: `M${cell.outline.map((p) => turn(p).join(' ')).join('L')}Z`, fill: cell.fill, class: panel.points ? 'still bare' : 'still' }));
  svg.append(...surface(panel, turn));
  for (const { cell, clauses, does } of panel.spots) {
    const [x, y] = at.get(cell);
    clauses.forEach((n, i) => {
      const cx = x + (i - (clauses.length - 1) / 2) * 30;
      const sign = does === 'captures'
        ? s('path', { d: `M${cx - 15} ${y - 15}L${cx + 15} ${y + 15}M${cx + 15} ${y - 15}L${cx - 15} ${y + 15}` })
        : s('circle', { cx, cy: y, r: does === 'moves' ? 14 : 17 });
      sign.setAttribute('class', `sign-${does} of-${n % COLOURS}`);
      sign.append(s('title', {}, piece.clauses[n].text));
      sign.addEventListener('click', () => show(n));
      svg.append(sign);
    });
  }
  if (at.has(panel.at)) {
    const [x, y] = at.get(panel.at);
    svg.append(s('g', { transform: `translate(${x - 46} ${y - 46}) scale(0.92)`, class: 'man' }, man(glyphs, piece.glyph, piece.badge)));
  }
  return h('figure', {}, panel.title ? h('figcaption', {}, panel.title) : '', svg);
}
