// Saving for other programs: what their formats cannot express, with its place in the definition.

import { $, h } from './api.js';

const NAMES = { ini: 'variants.ini', diagram: 'The diagram' };

/** Connects the list below the forms. `show(place)` selects letters of the text; `isShown()` tells whether there is an editor. `save` downloads a file. */
export function express({ show, isShown, save }) {
  const where = ({ place, file, line }) => {
    if (!line) return 'The game';
    if (place && isShown()) return h('button', { class: 'link', onclick: () => show(place) }, `Line ${line}`);
    return place ? `Line ${line}` : `${file}, line ${line}`;
  };
  const one = (gap) => h('li', {}, h('span', { class: 'at' }, where(gap)), h('span', {}, gap.rule));

  return {
    /** Saves a game in the format `form`, or lists what it cannot express. */
    take(form, answer) {
      const panel = $('gaps');
      panel.hidden = answer.exact;
      panel.replaceChildren();
      if (answer.exact) { save(answer); return; }
      const n = answer.gaps.length;
      const head = `${NAMES[form]} cannot express ${n === 1 ? 'one rule' : `${n} rules`} of this game`;
      const rest = answer.content === null ? h('p', {}, 'So there is nothing to save.')
        : h('p', { class: 'strip' }, h('button', { onclick: () => save(answer) }, 'Save the other rules'), h('span', { class: 'quiet' }, form === 'ini' ? 'Comments in the file list the missing rules.' : 'The file does not list the missing rules.'));
      panel.replaceChildren(h('h3', { tabindex: -1 }, head), h('ul', { class: 'remarks' }, ...answer.gaps.map(one)), rest);
      panel.querySelector('h3').focus();
    },
    /** Removes the list, because the text has changed. */
    clear() { $('gaps').hidden = true; $('gaps').replaceChildren(); },
  };
}
