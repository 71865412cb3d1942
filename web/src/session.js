// The game on the board, kept for a reload of this tab. The text itself is kept by `draft`.

/** A longer text is not kept with its game, because the browser gives a session a few megabytes. */
const MOST = 500_000;
const key = (slot) => `game:${slot}`;

/** Keeps `{text, game}`: a game, and the text to which it belongs. */
export function keep(slot, content) {
  try {
    if (content.text.length < MOST) sessionStorage.setItem(key(slot), JSON.stringify(content));
  } catch { /* The session is full or closed to the page. */ }
}

/** Returns what was kept, or null. */
export function find(slot) {
  try { return JSON.parse(sessionStorage.getItem(key(slot))); } catch { return null; }
}

/** Whether the moves up to the position on the board are these ones. */
export function isOf({ game }, start, moves) {
  let list = game.tree;
  const texts = game.at.map((n) => { const [text, , , , , children] = list[n]; list = children; return text; });
  return game.start === start && texts.length === moves.length && texts.every((text, n) => text === moves[n]);
}
