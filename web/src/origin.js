// The panel about an imported variant: how much of it the definition says, and every remark with its line of the file.

import { $, h } from './api.js';

/** The longest part of a line that is shown, in characters. */
const LONGEST = 120;

/** Connects the panel. `closed` is called after the user has closed it. */
export function origin({ closed }) {
  let now = null;

  /** The words of a line of the file. */
  function quote(line) {
    const words = (now.lines[line] ?? '').trim();
    return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
  }

  function draw() {
    $('origin').hidden = !now;
    if (!now) { $('origin').replaceChildren(); return; }
    const heard = now.remarks.filter((remark) => remark.weight !== 'note');
    const quiet = now.remarks.filter((remark) => remark.weight === 'note').map((remark) => remark.key);
    const one = (remark) => h('li', { class: remark.weight },
      h('span', { class: 'at' }, remark.line ? `Line ${remark.line}` : 'The game'),
      h('span', {}, h('strong', {}, capital(remark.message)), remark.help ? h('em', {}, ` ${capital(remark.help)}`) : null,
        remark.line && quote(remark.line) ? h('code', { title: `${now.file}, line ${remark.line}, column ${remark.column}` }, quote(remark.line)) : null));
    $('origin').replaceChildren(...[
      h('div', { class: 'strip' }, h('h2', {}, `${now.name} from ${now.file}: ${now.extent}`), h('button', { onclick: () => { show(null); closed(); } }, 'Close')),
      heard.length ? h('ul', {}, ...heard.map(one)) : h('p', {}, 'All rules were translated.'),
      quiet.length ? h('p', { class: 'quiet' }, `No effect on the rules: ${[...new Set(quiet)].join(', ')}.`) : null,
    ].filter(Boolean));
    $('origin').tabIndex = heard.length > 2 ? 0 : -1;
  }

  const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : '');

  /** Shows an import as `about` describes it; null for none. */
  function show(about) {
    now = about;
    draw();
  }

  return {
    show,
    /** What is shown, as plain data. */
    shown: () => now,
    /** What is to be shown about an answer of the engine and its file. */
    about({ name, extent, remarks }, { name: file, content }) {
      const all = (content ?? '').split('\n');
      const lines = Object.fromEntries(remarks.filter((remark) => remark.line).map((remark) => [remark.line, (all[remark.line - 1] ?? '').slice(0, 2 * LONGEST)]));
      return { name, file, extent, remarks, lines };
    },
  };
}
