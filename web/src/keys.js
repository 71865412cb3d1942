// The keys of the game, and the panel that lists them.

import { $ } from './api.js';

/** Elements in which keys have another meaning. */
const WRITES = 'input, textarea, select, dialog, [contenteditable=true], [role=tab], [role=separator], [role=slider], summary';

/**
 * Listens to keys. `act` has a function for each name of an action. Arrows belong to the board while it has the focus. Letters
 * work only while the focus is in the game, so a voice or a slip elsewhere does nothing.
 */
export function keys(act) {
  const everywhere = { ',': act.back, '.': act.on, Home: act.start, End: act.end };
  const arrows = { ArrowLeft: act.back, ArrowRight: act.on, ArrowUp: act.before, ArrowDown: act.after };
  const letters = { f: act.flip, h: act.hint, c: act.comment, v: act.value, '/': act.type };

  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (at.closest?.(WRITES)) return;
    if (event.key === '?') { event.preventDefault(); $('help').showModal(); return; }
    const inGame = $('play').contains(at);
    if ($('play').hidden || !$('play').offsetParent || !(inGame || at === document.body)) return;
    const run = everywhere[event.key] ?? (at.closest?.('.board') ? null : arrows[event.key]) ?? (inGame ? letters[event.key] : null);
    if (!run) return;
    event.preventDefault();
    run();
  });
  $('keys').onclick = () => $('help').showModal();
  $('unhelp').onclick = () => $('help').close();
}
