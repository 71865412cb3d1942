// Playing by links: each player opens the link of the other one, moves, and sends a link back.

import { $, h } from './api.js';
import * as sides from './sides.js';

/** Words and a button about the next step. `name(side)` is the name of a side, and `copy` copies the link. */
export function exchange({ name, copy }) {
  /** The side of the person at this page; null unless the game is played by links. */
  let own = null;
  /** Whether the link with the present position has been copied. */
  let sent = false;
  /** The last node of the tree of moves that was shown. */
  let last = null;

  /** Two players send the link to and fro, more of them send it round. */
  const way = () => (sides.areTwo() ? 'back' : 'on');
  const stop = () => { own = null; $('exchange').hidden = true; };

  function draw(view) {
    $('exchange').hidden = !own;
    if (!own) return;
    const mine = view.side === own;
    const words = view.told ? 'The game is over.' : mine ? `It is your turn: you play ${name(own)}.` : sent ? `The link is copied. Send it, and wait for the link with ${name(view.side)}'s move.` : `Your turn is complete. Send the link ${way()}: ${name(view.side)} moves next.`;
    const back = mine && !view.told ? null : h('button', { class: sent ? null : 'main', onclick: copy }, sent ? 'Copy the link again' : `Copy the link to send ${way()}`);
    $('exchange').replaceChildren(...[h('span', { role: 'status' }, words), back, h('button', { onclick: stop, title: 'Both sides move on this page' }, 'Play on here')].filter(Boolean));
  }

  return {
    /** A game came by a link: the person at this page has the turn. */
    arrived(view) { own = view.side; sent = false; draw(view); },
    /** The link was copied. The player who copies the first link has just moved. */
    copied(view) {
      if (!view || (own === null && !view.plies)) return;
      own ??= sides.areTwo() ? sides.words().find((side) => side !== view.side) : last.side;
      sent = true;
      draw(view);
    },
    /** Another position is on the board. */
    shown(view, node) {
      if (node !== last) sent = false;
      last = node;
      draw(view);
    },
    stop,
  };
}
