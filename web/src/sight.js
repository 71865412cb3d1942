// What each side sees, in a game with `sight`: whose view the board shows, and the screen between the turns of two people.

import { $ } from './api.js';

/**
 * `people()` returns the sides that people play, and `name(side)` what they call a side. `changed()` requests the position again,
 * and `opened()` is called when the board is uncovered.
 */
export function sight({ people, name, changed, opened }) {
  /** Whether the sides of this game do not see everything. */
  let limited = false;
  /** The side that looked last. */
  let known = null;
  /** The side that must look alone before the board is shown. */
  let waits = null;

  /** Whose view the server is asked for. */
  function as() {
    if (!limited || $('sight').value === 'all') return undefined;
    if ($('sight').value !== 'turn') return $('sight').value;
    const sides = people();
    return sides.length === 2 ? 'mover' : sides[0];
  }

  function cover() {
    $('table').classList.toggle('covered', waits !== null);
    $('screen').hidden = waits === null;
    if (waits !== null) $('screen').querySelector('p').textContent = `${name(waits)} to move. Press the button when only ${name(waits)} looks at the screen.`;
  }

  function open() {
    waits = null;
    cover();
    opened();
  }

  $('uncover').onclick = open;
  $('sight').onchange = () => { waits = null; known = null; cover(); changed(); };

  return {
    as,
    /** The side whose view is wanted while `side` is to move; undefined means everything. */
    wanted: (side) => (as() === 'mover' ? side : as()),
    /** Whether the board is covered, so that nobody can move. */
    isCovered: () => waits !== null,
    /** Takes over another game. `word` says what the sides see; null means everything. */
    change(word) {
      limited = Boolean(word);
      $('sights').hidden = !limited;
      $('sight').querySelector('[value=white]').textContent = `what ${name('white')} sees`;
      $('sight').querySelector('[value=black]').textContent = `what ${name('black')} sees`;
    },
    /** Shows a position: covers it if another side looks than before. */
    show(view) {
      const looker = view.looker ?? null;
      $('look').classList.toggle('veiled', looker !== null);
      if (looker === null) waits = null;
      else if (as() === 'mover' && known !== null && known !== looker) waits = looker;
      known = looker;
      cover();
      if (waits !== null) $('uncover').focus({ preventScroll: true });
    },
  };
}
