// Shows an opened file on the page: a definition, an imported variant, or a game or position of a record.

import { backend } from './api.js';
import * as draft from './draft.js';

/** Whether a record is played by the rules of a shipped definition. */
const isShipped = (answer) => answer.kind === 'record' && answer.name !== null && !answer.name.endsWith('-960');

const KEEP = ['Keep it', () => {}];

/**
 * Connects what arrives with the page. `page.now()` returns its `document`, whether its text is `foreign` to its file, its
 * `title`, the text that `arrived` last, the `home` of texts without a name and the `playable` text; `page.set` changes these.
 */
export function arrivals(page) {
  const { text, play, imported, bar } = page;
  const address = () => location.pathname + location.search;
  /** What saving would do, for a page with a file. */
  const saving = ({ document: { file, name } }) => (file ? ` Before it replaces ${name}, saving asks you.` : '');

  /** What unsaved work the opened file would replace, in words; null if there is none. */
  async function danger(answer) {
    const { document: { file }, home } = page.now();
    if (answer.kind === 'record' && answer.here) return null;
    if (page.isUnsaved()) return page.unsaved();
    // A draft in the browser has the name under which the new text would be kept.
    if (file) return null;
    const own = isShipped(answer) ? answer.name : home;
    if (page.slotOf(own) === page.slot()) return null;
    const kept = await draft.find(page.slotOf(own));
    return kept && kept.text !== answer.definition ? `This browser has unsaved text of “${kept.name ?? own}”. It will be replaced.` : null;
  }

  /** Shows a text that belongs to no file. A page with a file asks before it saves the text there. */
  function drafted(name, fresh) {
    const { document: present, home } = page.now();
    page.set(present.file ? { foreign: true } : { document: { ...present, name, slot: home, saved: null, beginning: null } });
    page.set({ arrived: fresh, title: null });
    page.stop();
    page.begin(fresh);
  }

  /**
   * Shows a new text that belongs to no file. A page with a file forgets it, so that saving does not write there. Under the name of
   * that file, the browser keeps the text.
   */
  function unfiled(name, fresh) {
    const { document: present, home } = page.now();
    const left = present.file || present.left;
    page.set({ document: { name, slot: home, file: false, left, saved: null, beginning: null }, foreign: false, arrived: fresh, title: null });
    imported.show(null);
    page.stop();
    page.begin(fresh);
    page.state();
  }

  /** A button of the bar that returns to the present state of the page. */
  function back() {
    const { document: present, foreign, title, arrived } = page.now();
    const before = { text: text.text(), game: play.pack(), about: imported.shown(), isReader: page.reads(), isGallery: page.isGallery() };
    return ['Back to mine', async () => {
      page.set({ document: present, foreign, title, arrived, coming: { packed: before.game } });
      if (before.isReader) document.body.dataset.reader = ''; else delete document.body.dataset.reader;
      history.replaceState(null, '', address());
      imported.show(before.about);
      if (text.text() !== before.text) page.begin(before.text); else if (page.now().playable === before.text) await page.follow();
      page.state();
      if (before.isGallery) page.showGallery();
    }];
  }

  /** Leaves the gallery, with a step of the history that returns to it. */
  function leave(to = address()) {
    if (page.isGallery()) history.pushState(null, '', to); else history.replaceState(null, '', to);
    page.hideGallery();
  }

  /** Opens a definition. With a handle, its file becomes that of the page. */
  function definition({ definition: fresh }, { name, handle }) {
    const before = back();
    leave();
    imported.show(null);
    if (backend.alone && (handle || !page.now().document.file)) {
      if (handle) backend.adopt(handle);
      page.set({ document: { name, file: Boolean(handle), saved: fresh, beginning: fresh }, foreign: false, arrived: null });
      page.begin(fresh);
      page.changed();
      bar('');
    } else {
      drafted(name, fresh);
      bar(`This is the text of ${name}.${saving(page.now())}`, KEEP, before);
    }
    page.editor();
  }

  /** Opens an imported variant as a draft, with the remarks about it. */
  function variant(answer, file) {
    const before = back();
    leave();
    imported.show(imported.about(answer, file));
    drafted(answer.stem, answer.definition);
    const n = answer.remarks.filter((remark) => remark.weight !== 'note').length;
    const remarks = n ? `, with ${n} ${n === 1 ? 'remark' : 'remarks'} below the text` : '';
    bar(`“${answer.name}” is imported from ${file.name}: ${answer.extent}${remarks}.${saving(page.now())}`, KEEP, before);
    page.editor();
  }

  /** Opens a game or a position, by the rules on the page or by those of a shipped game. */
  async function record(answer, file) {
    const before = back();
    const value = (name) => answer.tags.find(([tag, words]) => tag === name && !/^\??$/.test(words))?.[1];
    const players = value('White') || value('Black') ? `${value('White') ?? '?'} – ${value('Black') ?? '?'}` : null;
    const words = [answer.title, players, answer.result === '*' ? null : answer.result, answer.operations].filter(Boolean).join(', ');
    if (answer.here) {
      if (page.isGallery()) leave();
      page.stop();
      play.fill(answer);
      page.board();
      await play.refresh();
    } else {
      const { document: present } = page.now();
      page.set({ coming: answer });
      leave(isShipped(answer) ? `#open=${answer.name}` : undefined);
      imported.show(null);
      if (isShipped(answer) && !present.file) {
        page.set({ document: { ...present, name: answer.name, slot: undefined, saved: null, beginning: answer.definition }, arrived: null });
        page.stop();
        page.begin(answer.definition);
      } else drafted(answer.name, answer.definition);
      page.set({ title: answer.title, shipped: isShipped(answer) ? { name: answer.name, text: answer.definition } : undefined });
      document.body.dataset.reader = '';
      page.board();
      page.state();
      if (page.now().playable === text.text()) await page.follow();
    }
    bar(`${words}: from ${file.name}.`, KEEP, before);
  }

  return { danger, definition, variant, record, unfiled, back };
}
