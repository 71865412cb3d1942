// Editing without typing. Each change is a question to the engine, whose edits go into the text as one step of undo.

import { $, OVERTAKEN, ask } from './api.js';
import { conduct } from './conduct.js';
import { opening } from './opening.js';
import { palette } from './palette.js';
import { table } from './table.js';
import { wizard } from './wizard.js';

/** The pause before the board of the setup follows a typed text, in milliseconds. */
const PAUSE = 120;

/**
 * Connects the parts of the page that edit the text. `text` is the editor, `say(words)` shows a message, `begin(text)` starts with
 * another definition, `empty()` with a plain one, and `play()` begins a game from the start.
 */
export function editing({ text, say, begin, empty, play }) {
  /** Changes wait for each other, because each edits the text after the one before. */
  let last = Promise.resolve();
  let timer = null;
  /** The text of the last question about the setup, with its answer. */
  let asked = null;

  /** Makes a change. Resolves to true if the text was edited, or says it already. */
  function revise(change) {
    const step = last.then(async () => {
      const now = text.text();
      const answer = await ask('edit', { text: now, change });
      if (answer === OVERTAKEN || now !== text.text()) return false;
      if (answer.error) { say(`${answer.error[0].toUpperCase()}${answer.error.slice(1)}.`); return false; }
      say('');
      if (answer.edits.length) {
        text.applyAll(answer.edits, answer.lines);
        await update();
      }
      return true;
    });
    last = step.catch(() => {});
    return step;
  }

  const undo = async () => { text.undo(); await update(); };
  const board = palette({ revise, undo, text: () => text.text(), say });
  const army = table($('army'), { revise, undo, text: () => text.text(), say });
  const rules = conduct({ revise });
  const start = opening({ revise, say });
  const fresh = wizard({ begin, empty });

  const isOpen = () => !$('arrange').hidden || (!$('pieces').hidden && $('army').open);

  /** Asks for the setup and the pieces of the present text. A question about the same text is not repeated. */
  function update() {
    clearTimeout(timer);
    if (!isOpen()) return Promise.resolve();
    const now = text.text();
    if (now !== asked?.now) asked = { now, answer: follow(now) };
    return asked.answer;
  }

  async function follow(now) {
    const answer = await ask('setup', { text: now });
    if (answer === OVERTAKEN || now !== text.text()) return;
    if (answer.error) { board.stale(answer.error); army.stale(answer.error); return; }
    if ($('set').value === 'figures') answer.glyphs = answer.figures ?? answer.glyphs;
    board.show(answer);
    army.show(answer);
    rules.show(answer);
    start.show(answer);
  }

  function toggle(on) {
    $('arrange').hidden = !on;
    $('table').hidden = on;
    $('edit').setAttribute('aria-pressed', String(on));
    if (on) { asked = null; update(); $('arrange-done').focus(); } else $('edit').focus();
  }
  $('edit').onclick = () => toggle(true);
  $('arrange-done').onclick = () => toggle(false);
  $('arrange-play').onclick = () => { toggle(false); play(); };
  $('arrange-undo').onclick = undo;
  $('army').addEventListener('toggle', () => { asked = null; update(); });

  return {
    /** Follows a change of the text. */
    changed() {
      clearTimeout(timer);
      if (isOpen()) timer = setTimeout(update, PAUSE);
    },
    /** Follows a change of the tab. */
    seen: () => { update(); },
    /** Takes over what the game of the text says about its pieces. */
    played: (answer) => rules.played(answer.pieces),
    /** Opens the dialog for a new variant. */
    fresh: fresh.open,
  };
}
