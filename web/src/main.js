// The page. After each change of the text, it checks the text and then updates the game. Each part is a
// module of its own.

import { $, OVERTAKEN, ask, backend, drop, h, portrait } from './api.js';
import * as draft from './draft.js';
import { divider } from './divider.js';
import { editing } from './edit.js';
import { COLOURS, editor } from './editor.js';
import { alive } from './alive.js';
import { arrivals } from './arrivals.js';
import { exchange } from './exchange.js';
import { express } from './express.js';
import { gallery } from './gallery.js';
import { game } from './game.js';
import * as link from './link.js';
import { opener } from './opener.js';
import { origin } from './origin.js';
import { wholePage } from './page.js';
import * as pictures from './pictures.js';
import { reach } from './reach.js';
import * as session from './session.js';

/**
 * Pauses without changes in milliseconds: before all findings, before the game, and after the game before its tests. The first
 * check of the text has no pause.
 */
const PAUSE = { check: 30, game: 180, tests: 500 };
/** The time between two checks of the file. */
const LOOK = 2000;

const nonce = document.querySelector('script[nonce]').nonce;
let document_ = { name: '', file: false, saved: null };
let playable = null;
let timers = {};
/** The time of the last change. */
let last = -Infinity;
/** A first check that was requested before its text was shown. */
let early = null;
let stale = false;
/** Whether the text came from a link and may not yet be written to the file. */
let foreign = false;
/** A game that is shown when its definition can be played: `{start, moves}` of a link, a record with its `tree`, or one that was `packed`. */
let coming = null;
/** The text as it came from a file of another program; no unsaved work until it is changed. */
let arrived = null;
/** The name of the text with which the page began. Texts without a file and a name of their own are kept under it. */
let home = '';
/** The title of the game that was opened in the gallery. */
let title = null;
/** The shipped game that was opened last, `{name, text}`. While its text is unchanged, links name it. */
let shipped = null;

const text = editor($('editor'), {
  nonce,
  coming: (now) => { early = { now, answer: ask('glance', { text: now }) }; },
  changed,
  moved: (at) => highlight(at),
  keys: [
    { key: 'Shift-Alt-f', run: () => { format(); return true; } },
  ],
});
const play = game({
  text: () => playable ?? text.text(),
  edit: (edit) => text.apply(edit),
  show: (place) => { view('write'); text.select(place); },
  shown,
});

divider();
const byLink = exchange({ name: play.nameOf, copy: () => copyGame() });
const games = gallery({ open: (card, part) => openCard(card.name, part), isShown: () => isGallery() });
const living = alive($('alive'), {
  text: () => playable,
  edit: (edit) => { tab('tests'); $('tab-tests').focus(); text.apply(edit); },
  show: (place) => { view('write'); text.select(place); },
  board: (position, moves) => { tab('play'); play.follow(position, moves); },
});

const visual = editing({
  text,
  say: (words) => { for (const part of document.querySelectorAll('.edit-word')) part.textContent = words; },
  begin: async (fresh, name) => {
    if (!(await mayBegin())) return false;
    const before = arriving.back();
    const { file, name: old } = document_;
    toEditor();
    arriving.unfiled(name, fresh);
    tab('play');
    bar(file ? `This is a new text. ${old} does not change.` : '', ...(file ? [['OK', () => {}], before] : []));
    return true;
  },
  empty: async () => {
    if (!(await mayBegin())) return false;
    const answer = await ask('document');
    if (answer === OVERTAKEN || answer.error) return false;
    const before = arriving.back();
    const { file, left, name: old } = document_;
    toEditor();
    if (file || left) arriving.unfiled(UNTITLED, answer.beginning || PLAIN);
    else {
      document_ = answer;
      foreign = false;
      title = null;
      imported.show(null);
      if (text.text() !== answer.beginning) begin(answer.beginning);
      state();
    }
    tab(narrow.matches ? 'write' : 'play');
    bar(file ? `This is a new text. ${old} does not change.` : '', ...(file ? [['OK', () => {}], before] : []));
    text.focus();
    return true;
  },
  play: () => play.begin(null),
});
const imported = origin({ closed: () => { keep(); text.focus(); } });
const arriving = arrivals({
  text, play, imported, bar, begin, changed, state, follow, hideGallery, showGallery,
  slot: () => slot(),
  slotOf: (name) => slotOf(name),
  isUnsaved: () => isUnsaved(),
  unsaved: () => unsavedWords(),
  isGallery: () => isGallery(),
  now: () => ({ document: document_, foreign, title, arrived, home, playable }),
  set(next) {
    document_ = next.document ?? document_;
    foreign = next.foreign ?? foreign;
    if (next.title !== undefined) title = next.title;
    if (next.arrived !== undefined) arrived = next.arrived;
    if (next.coming !== undefined) coming = next.coming;
    if (next.shipped !== undefined) shipped = next.shipped;
  },
  reads: () => reads(),
  board: () => tab('play'),
  editor: () => { delete document.body.dataset.reader; tab(narrow.matches ? 'write' : 'play'); text.focus(); state(); },
  stop: () => byLink.stop(),
});
const files = opener({
  ...arriving,
  pick: backend.pick,
  text: () => text.text(),
  save: () => save(),
  copy: (name) => openCopy(name),
  values: learn,
});
const others = express({ show: (place) => { view('write'); text.select(place); }, isShown: () => !reads(), save: ({ name, type, content }) => download(name, type, content) });

// ---- the text and its file

function changed() {
  last = performance.now();
  // Requests about the old text are cancelled.
  for (const timer of Object.values(timers)) clearTimeout(timer);
  for (const lane of ['check', 'game', 'tests', 'coverage']) drop(lane);
  for (const part of ['findings', 'look']) $(part).setAttribute('aria-busy', 'true');
  check();
  untested([]);
  living.stop();
  play.interrupt();
  visual.changed();
  others.clear();
  state();
  keep();
}

/** Lets the browser keep the text, if it is not saved. */
function keep() {
  const saved = text.text() === (document_.saved ?? document_.beginning);
  const name = document_.slot === undefined ? undefined : document_.name;
  // A page with a file may show a text of no file. After a reload, it is there again, and still belongs to no file.
  const unfiled = !document_.file && document_.left ? true : undefined;
  // A text that came as a game is a game again after a reload.
  const reader = reads() || undefined;
  draft.keep(slot(), saved ? null : { text: text.text(), foreign, name, unfiled, reader, imported: imported.shown() ?? undefined });
}

/** Takes over what the browser has kept of a text besides its letters. */
function resume({ foreign: isForeign, name, unfiled, imported: about }) {
  foreign = Boolean(isForeign);
  if (unfiled && document_.file) document_ = { name: document_.name, left: true, file: false, saved: null, beginning: null };
  if (name !== undefined && !document_.file) document_ = { ...document_, slot: document_.slot ?? document_.name, name };
  imported.show(about ?? null);
}

/** The name under which the browser keeps a text. Pages on the disk share one memory, so theirs has their addresses. */
const slotOf = (name) => (backend.alone ? `${location.pathname} ${name}` : name);
const slot = () => slotOf(document_.slot ?? document_.name);

/** Whether the text has changes that are in no file. */
const isUnsaved = () => ![document_.saved ?? document_.beginning, arrived].includes(text.text());

const isDirty = () => text.text() !== document_.saved;

function state() {
  $('name').textContent = isGallery() ? '' : reads() ? title ?? backend.title ?? document_.name : document_.name;
  // The head of Studio is out of sight then, and the game is what the page is about.
  for (const [attribute, value] of [['role', 'heading'], ['aria-level', '1']]) { if (reads()) $('name').setAttribute(attribute, value); else $('name').removeAttribute(attribute); }
  $('save').disabled = document_.file && !isDirty();
  $('save').textContent = document_.file || backend.canWrite ? 'Save' : 'Download';
  $('state').textContent = reads() ? (text.text() === document_.beginning ? '' : 'changed') : !document_.file ? 'no file' : isDirty() ? (document_.saved === null ? 'not written yet' : 'changed') : 'saved';
  document.title = reads() ? $('name').textContent : `${document_.file && isDirty() ? '• ' : ''}${document_.name || 'Alfil'} – Studio`;
}

/** Asks before unsaved changes are replaced by another text. Returns true if they may be, or if there are none. */
const mayReplace = async () => !isUnsaved() || consent(unsavedWords());

/**
 * Asks before a new text of the user's own replaces another one, which is on the page or kept by the browser. Returns true if it may, or if
 * there is none.
 */
async function mayBegin() {
  if (!(await mayReplace())) return false;
  if (slot() === slotOf(home)) return true;
  const kept = await draft.find(slotOf(home));
  return !kept || consent(`This browser has unsaved text of “${kept.name ?? home}”. It will be lost.`, false);
}

/** Asks whether a text may be lost. It can be saved first if it is on the page. */
async function consent(words, isHere = true) {
  const dialog = $('replace');
  $('replace-word').textContent = words;
  dialog.querySelector('[value=save]').hidden = !isHere;
  dialog.returnValue = '';
  dialog.showModal();
  $('replace-no').focus();
  await new Promise((done) => { dialog.addEventListener('close', done, { once: true }); });
  return dialog.returnValue === 'replace' || (dialog.returnValue === 'save' && save());
}

const unsavedWords = () => `“${document_.name}” has changes that are not saved. They will be lost.`;

function bar(words, ...buttons) {
  $('bar').hidden = !words;
  const close = () => { $('bar').hidden = true; };
  $('bar').replaceChildren(...(words ? [h('span', {}, words), ...buttons.map(([name, run]) => h('button', { onclick: () => { close(); run(); } }, name))] : []));
}

/** Saves the text. Returns true if it is in a file now; otherwise a bar says why not. */
async function save() {
  if (!document_.file) return saveAs();
  if (foreign) {
    bar(`This text is not from ${document_.name}. Replace the content of the file with it?`, [`Write it to ${document_.name}`, () => { foreign = false; save(); }], ['Not now', () => {}]);
    return false;
  }
  const written = text.text();
  const answer = await ask('save', { text: written, before: document_.saved }, 'save');
  if (answer === OVERTAKEN) return false;
  if (answer.error) { bar(`Not saved: ${answer.error}.`, ['Try again', save]); return false; }
  if (answer.conflict) { conflict(answer.saved); return false; }
  document_.saved = answer.saved;
  bar(answer.lost?.length ? `Saved, but ${answer.lost.join(', ')}.` : '');
  changed();
  return true;
}

const withEnd = (name) => (/\.ya?ml$/.test(name) ? name : `${name}.yaml`);

/** Writes the text to a new file. Returns true if the user has it now. */
async function saveAs() {
  const name = withEnd(document_.name || 'untitled');
  if (!backend.canWrite) { download(name, 'text/yaml', text.text()); return true; }
  try {
    const now = await backend.saveAs(text.text(), name);
    if (!now) return false;
    draft.keep(slot(), null);
    document_ = now;
    foreign = false;
    changed();
    return true;
  } catch (error) { bar(`Not saved: ${error.message}.`, ['Try again', save]); return false; }
}

/** Lets the computer use the learned values of a file, if they fit the game. */
async function learn(file) {
  if (!backend.learn) throw new Error('It has learned values. The computer uses the file with values next to the definition.');
  const values = await file.text();
  const { error } = await ask('values', { text: text.text(), values });
  if (!error) await backend.learn(values);
  bar(error ? `${file.name} is not used: ${error}.` : `The computer uses ${file.name} now.`);
}

/** Handles a file that another program changed: nothing is lost without the author's consent. */
function conflict(theirs) {
  const keep = ['Keep mine', () => { document_.saved = theirs; changed(); save(); }];
  const other = ['Take theirs', () => { document_.saved = theirs; text.replace(theirs ?? ''); changed(); }];
  const words = theirs === null ? 'The file is no longer on the disk.' : 'Another program changed the file, and you changed this text. You can undo “Take theirs”.';
  bar(words, keep, ...(theirs === null ? [] : [other]));
}

async function look() {
  if (document.hidden || !document_.file) return;
  const answer = await ask('document', {}, 'look');
  if (answer === OVERTAKEN) return;
  if (answer.error) {
    if (answer.gone) draft.leave();
    bar(answer.gone ? 'The server has stopped. The text is kept here; start alfil studio again with the same file, and reload the page.' : answer.error);
    return;
  }
  if ($('bar').textContent.startsWith('The server has stopped')) bar('');
  if (answer.saved === document_.saved) return;
  if (!isDirty() && answer.saved !== null) {
    document_.saved = answer.saved;
    text.replace(answer.saved);
    changed();
    bar('Another program changed the file, so it was read again.', ['OK', () => {}]);
  } else if ($('bar').hidden) conflict(answer.saved);
}

async function open() {
  const answer = await ask('document');
  // Nothing on the page works without the key, so only the reason is left.
  if (answer.locked) { document.body.dataset.locked = ''; return; }
  if (answer.error) { bar(`${answer.error}.`); return; }
  document_ = answer;
  home = answer.name;
  if (!backend.alone) backend.site = answer.site ?? null;
  const beginning = answer.saved ?? answer.beginning;
  const kept = await draft.find(slot());
  text.replace(beginning);
  // A page of one game begins with this game, even if another one was opened there before.
  if (kept && kept.text !== beginning && backend.reader && (kept.name ?? home) !== home) {
    bar(`You had opened ${kept.name} here before.`, ['Open it again', () => { resume(kept); begin(kept.text); write(); }], ['Stay here', () => {}]);
  } else if (kept && kept.text !== beginning) {
    resume(kept);
    text.replace(kept.text);
    if (kept.reader) document.body.dataset.reader = '';
    else bar('Your unsaved text from before is here again.', ['Keep it', () => {}], ['Drop it', () => { document_ = answer; foreign = false; imported.show(null); text.replace(beginning); state(); }]);
  }
  const isKept = foreign || text.text() !== beginning;
  const address = location.hash;
  await arrive(address);
  const game_ = session.find(slot());
  if (!coming && link.inside(address).open === undefined && game_?.text === text.text()) play.unpack(game_.game);
  if (mayBrowse() && !isKept && text.text() === beginning && !coming) showGallery();
  // Input before this point would be lost, because the text replaces it.
  $('editor').inert = false;
  state();
  check();
}

// ---- the gallery

/** The name that both back ends give to a text without a name. */
const UNTITLED = 'untitled';
/** What a page with a file takes for a text with nothing in it. */
const PLAIN = 'alfil: 1\nname: Untitled\nextends: chess\n';

const isGallery = () => 'gallery' in document.body.dataset;

/** Whether the page begins with the gallery: neither a file nor a name was asked for. */
const mayBrowse = () => !backend.reader && !document_.file && document_.name === UNTITLED;

function showGallery() {
  document.body.dataset.gallery = '';
  $('resume').hidden = playable === null && !isUnsaved();
  state();
  hasOwn().then((is) => { $('resume').textContent = is ? 'Back to the text' : 'Back to the game'; });
  games.show();
  // On a step back to here, `route` shows the gallery again.
  history.replaceState({ isGallery: true }, '');
}

function hideGallery() {
  delete document.body.dataset.gallery;
  state();
}

/** Opens a game of the gallery, as a step of the browser's history. */
async function openCard(name, part) {
  if (!(await mayLeave())) return;
  history.pushState(null, '', `#open=${name}`);
  await openShipped(name, part);
}

/** Without a file, a shipped game has a text of its own in the browser, so that of the page is not lost. */
const mayLeave = async () => !document_.file || mayReplace();

/** Opens a shipped definition, to be played (by people, or against the `computer`), read or changed. `isAgain` continues the game that this tab has of it. */
async function openShipped(name, part, isAgain = false) {
  const isChallenge = part === 'computer';
  if (isChallenge) part = 'play';
  const answer = await ask('shipped', { name });
  if (answer === OVERTAKEN) return;
  if (answer.error || !answer.text) { coming = null; bar(answer.error ? `${answer.error}.` : `There is no shipped game “${name}”.`); return; }
  const before = text.text();
  shipped = { name, text: answer.text };
  if (!document_.file) document_ = { ...document_, name, slot: undefined, saved: null, beginning: answer.text };
  // A game that came by a link belongs to the text as it is shipped. What the user has made of that text stays under its name.
  const made = coming && !document_.file ? await draft.find(slot()) : null;
  if (made && made.text !== answer.text) document_.slot = `${name} by link`;
  imported.show(null);
  arrived = document_.file ? answer.text : null;
  foreign = document_.file;
  title = games.title(name) ?? null;
  byLink.stop();
  // The user was writing, so the text is opened again.
  if (await startWith(answer.text)) part = 'change';
  const game_ = isAgain ? session.find(slot()) : null;
  if (game_?.text === text.text()) play.unpack(game_.game);
  if (part === 'change') delete document.body.dataset.reader; else document.body.dataset.reader = '';
  hideGallery();
  tab(part === 'rules' ? 'rules' : 'play');
  // The same text as before is not checked again.
  if (playable === text.text()) { if (coming) follow(); else play.refresh(); if (!reads()) tests(playable); }
  // Without a position on the board yet, the computer takes its side with the first one.
  if (isChallenge) play.playComputer?.();
  if (part !== 'change') $(`tab-${part}`).focus();
  else if (narrow.matches) { tab('write'); text.focus(); } else text.focus();
  if (document_.file) bar(`This is a copy of ${title ?? name}, which is not saved on the disk. Before it replaces ${document_.name}, saving asks you.`, ['Keep it', () => {}], ['Back to mine', () => { foreign = false; delete document.body.dataset.reader; history.replaceState(null, '', location.pathname + location.search); begin(before); state(); }]);
}

/** Starts with a text that no file holds, or with what the user has made of it before. Returns true in the second case. */
async function startWith(beginning) {
  const kept = document_.file ? null : await draft.find(slot());
  begin(beginning);
  if (!kept || kept.text === beginning) return false;
  const fresh = document_;
  resume(kept);
  text.replace(kept.text);
  bar('Your unsaved text from before is here again.', ['Keep it', () => {}], ['Drop it', () => { document_ = fresh; imported.show(null); begin(beginning); state(); }]);
  return true;
}

/** Follows the address after a step of the browser's history, or a change by the user. */
function route({ state: entry }) {
  if (entry?.isGallery) showGallery();
  else if (Object.keys(link.inside(location.hash)).length) arrive(location.hash);
  else hideGallery();
}

$('home').onclick = () => { bar(''); history.pushState(null, '', location.pathname + location.search); showGallery(); };
$('home').hidden = backend.reader;
$('fresh').onclick = () => visual.fresh();
$('resume').onclick = async () => {
  if (isOwn() || !(await hasOwn())) hideGallery(); else await openOwn();
};

/** Whether the text on the page is the user's own, and not a shipped game as it is. */
const isOwn = () => shippedHere() === null || (!document_.file && slot() === slotOf(home));

/** Whether there is a text of the user's own: on the page, in the file or kept by the browser. */
const hasOwn = async () => isOwn() || document_.file || (await draft.find(slotOf(home))) !== null;

/** Opens the user's own text in place of a shipped game. */
async function openOwn() {
  const answer = document_.file ? document_ : await ask('document');
  if (answer === OVERTAKEN || answer.error) return;
  document_ = answer;
  foreign = false;
  arrived = null;
  title = null;
  byLink.stop();
  imported.show(null);
  const kept = await draft.find(slot());
  begin(answer.saved ?? answer.beginning);
  // With a file, the browser has kept the shipped game.
  if (kept && !kept.foreign && kept.text !== text.text()) {
    resume(kept);
    text.replace(kept.text);
  }
  const game_ = session.find(slot());
  if (game_?.text === text.text()) play.unpack(game_.game);
  toEditor();
  tab(narrow.matches ? 'write' : 'play');
  // The same text as before is not checked again.
  if (playable === text.text()) play.refresh();
  text.focus();
}

/** Leaves the gallery or a game for the editor, with a step of the history that returns to the gallery. */
function toEditor() {
  const address = location.pathname + location.search;
  if (isGallery()) history.pushState(null, '', address); else history.replaceState(null, '', address);
  delete document.body.dataset.reader;
  hideGallery();
}

/** Starts with another definition that is not played or tested yet. */
function begin(other) {
  play.forget();
  $('score').textContent = '';
  text.replace(other);
}

/** Opens the definition of a link as a text without a file. */
async function arrive(address) {
  const sent = link.inside(address);
  if (Object.keys(sent).length === 0) return;
  const game_ = sent.game === undefined ? null : await link.readGame(sent.game);
  if (sent.open !== undefined) {
    if (!(await mayLeave())) return;
    coming = game_?.error ? null : game_;
    // After a reload, the session has the game as it is then.
    history.replaceState(null, '', `#open=${sent.open}`);
    await openShipped(sent.open, 'play', !coming);
    if (game_?.error) bar(game_.error);
    return;
  }
  hideGallery();
  history.replaceState(null, '', location.pathname);
  const answer = sent.text === undefined ? { text: backend.reader ? document_.beginning : text.text() } : await link.read(sent.text);
  const error = answer.error ?? game_?.error;
  if (error) { bar(error); return; }
  const before = text.text();
  if (answer.text !== before && !(await mayReplace())) return;
  coming = game_;
  if (coming) tab('play');
  if (answer.text === before) {
    if (playable === before) await follow();
    return;
  }
  const isMine = document_.file || isUnsaved();
  foreign = document_.file;
  title = null;
  const back = ['Back to mine', () => { foreign = false; delete document.body.dataset.reader; begin(before); state(); }];
  // A friend who sends a game wants to play it. An author who sends only the text wants it to be read.
  if (coming) document.body.dataset.reader = ''; else delete document.body.dataset.reader;
  begin(answer.text);
  state();
  if (coming && !isMine) bar('');
  else bar(`This ${coming ? 'game' : 'definition'} came from a link, and is not saved on the disk.${document_.file ? ` Saving asks before it takes the place of ${document_.name}.` : ''}`, ['Keep it', () => {}], ...(isMine ? [back] : []));
}

/** Shows the game of a link. */
async function follow() {
  if (!coming) return;
  const sent = coming;
  const { start, moves } = sent;
  coming = null;
  if (sent.packed || sent.tree) {
    if (sent.packed) play.unpack(sent.packed); else play.fill(sent);
    await play.refresh();
    return;
  }
  // After a reload, the session has more of the same game than the address: variations, comments and clocks.
  const kept = session.find(slot());
  if (kept?.text === playable && session.isOf(kept, start, moves)) {
    play.unpack(kept.game);
    await play.refresh();
  } else await play.follow(start, moves);
  if (moves.length) byLink.arrived(play.view());
}

async function format() {
  const answer = await ask('format', { text: text.text() });
  if (answer !== OVERTAKEN && answer.text) text.replace(answer.text);
}

function download(name, type, content) {
  const link = h('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// ---- findings

async function check() {
  const now = text.text();
  const asked = early?.now === now ? early.answer : ask('glance', { text: now });
  early = null;
  const soon = await asked;
  if (soon === OVERTAKEN || now !== text.text()) return;
  if (soon.error) { notice(soon.error); return; }
  outline(soon.outline);
  // Findings from compiling the old text stay, marked as old, until the new text is compiled.
  const told = new Set(soon.findings.map(same));
  findings([...soon.findings, ...text.found().filter((one) => one.late && !told.has(same(one))).map((one) => ({ ...one, again: true }))], true);
  // Continued typing prevents compilation.
  await pause('check');
  const answer = await ask('check', { text: now });
  if (answer === OVERTAKEN || now !== text.text()) return;
  if (answer.error) { notice(answer.error); return; }
  findings(answer.findings.map((one) => ({ ...one, late: !told.has(same(one)) })), false);
  if (answer.playable) {
    notice('');
    if (playable !== null) await pause('game');
    await changeGame(now);
  } else {
    const errors = answer.findings.filter((one) => one.severity === 'error').length;
    // Results of an older text would look like those of this one.
    $('score').textContent = '';
    if (playable === null && narrow.matches && !reads()) tab('write');
    notice(playable === null || play.isForgotten() ? 'Nothing to play yet.' : `${errors} ${errors === 1 ? 'mistake' : 'mistakes'} must be corrected before you can play; the board shows the last text that could be played.`);
  }
}

/** Waits until the text has not changed for this time; never resolves if it changes before. */
const pause = (name) => new Promise((done) => { timers[name] = setTimeout(done, PAUSE[name] - (performance.now() - last)); });

const same = (finding) => `${finding.code} ${finding.from} ${finding.to} ${finding.title}`;

function notice(words) {
  if (words) for (const part of ['findings', 'look']) $(part).setAttribute('aria-busy', 'false');
  stale = Boolean(words);
  $('stale').hidden = !words;
  $('stale').textContent = words;
  $('look').classList.toggle('stale', stale);
}

/** Shows findings at their letters and below the text; `looking` says that there may be more. */
function findings(list, looking) {
  text.findings(list);
  const one = (finding) => h('li', { class: finding.again ? `${finding.severity} again` : finding.severity },
    h('button', { class: 'link', onclick: () => text.select(finding) }, `Line ${finding.line ?? '?'}`),
    h('span', { class: 'what' }, h('strong', {}, finding.title), finding.reason ? ` – ${finding.reason}` : '',
      finding.help ? h('em', {}, ` ${finding.help}`) : null),
    finding.edit ? h('button', { class: 'mend', disabled: finding.again, onclick: () => text.apply(finding.edit) }, 'Mend') : null);
  const shown = list.slice(0, 100);
  const more = list.length > shown.length ? h('p', {}, `and ${list.length - shown.length} more`) : null;
  const head = list.length ? `${list.length} ${list.length === 1 ? 'finding' : 'findings'}` : 'No findings';
  const still = looking ? h('span', { class: 'looking' }, list.length ? ', looking for more…' : ' so far, still looking…') : null;
  const held = $('findings').contains(document.activeElement);
  $('findings').replaceChildren(...[h('h2', { class: list.length ? '' : 'well' }, head, still), list.length ? h('ul', {}, ...shown.map(one)) : null, more].filter(Boolean));
  $('findings').setAttribute('aria-busy', String(looking));
  // Announced when the check is complete, and only if the text differs from before.
  if (!looking && $('found').textContent !== head) $('found').textContent = head;
  $('findings').tabIndex = list.length > 3 ? 0 : -1;
  // With the keyboard, the focus goes to the next remaining finding.
  if (held) ($('findings').querySelector('.mend:enabled') ?? $('findings')).focus();
}

function outline(list) {
  const option = (one) => h('option', { value: `${one.from} ${one.to}` }, `${'\u2003'.repeat(one.depth)}${one.name}`);
  $('outline').replaceChildren(h('option', { value: '' }, 'a part'), ...list.sort((a, b) => a.from - b.from).map(option));
}
$('outline').onchange = () => {
  const [from] = $('outline').value.split(' ').map(Number);
  if ($('outline').value) text.select({ from, to: from });
  $('outline').value = '';
};

// ---- the game

const capital = (words) => words[0].toUpperCase() + words.slice(1);

async function changeGame(now) {
  const answer = await ask('game', { text: now });
  if (answer === OVERTAKEN || now !== text.text()) return;
  if (answer.error) { notice(answer.error); return; }
  playable = now;
  // A link opens a game whose card is not loaded.
  if (reads() && !title) { title = answer.title; state(); }
  $('move').placeholder = answer.example;
  $('move').title = answer.spelling.replace(/ {2,}/, ': ');
  await play.change(answer);
  await follow();
  if (now !== text.text()) return;
  pieces(answer);
  rules(answer);
  visual.played(answer);
  living.begin();
  text.clauses(answer.pieces.map((piece) => piece.clauses));
  $('look').setAttribute('aria-busy', 'false');
  if (!reads()) timers.tests = setTimeout(() => tests(now), PAUSE.tests);
}

/** The game whose pieces are on the cards. */
let onCards = null;
$('set').addEventListener('change', () => { if (onCards) pieces(onCards); });

function pieces(answer) {
  onCards = answer;
  const glyphs = play.glyphs();
  const says = ([head, words]) => h('p', {}, head ? h('strong', {}, `${head}. `) : null, words);
  const card = (piece) => h('article', { class: 'card', 'data-from': piece.key?.from ?? null, 'data-to': piece.clauses.at(-1)?.to ?? piece.key?.to ?? null },
    h('header', {}, portrait(glyphs, piece.glyph, piece.badge), h('h3', {}, piece.name), h('code', {}, piece.letter)),
    h('p', { class: 'clauses' }, ...piece.clauses.map((clause, n) => (clause.from === undefined
      ? h('span', { class: `clause clause-${n % COLOURS}` }, clause.text)
      : h('button', {
        class: `clause clause-${n % COLOURS}`, title: 'Select in the text', 'data-from': clause.from, 'data-to': clause.to, onclick: () => { view('write'); text.select(clause); },
      }, clause.text)))),
    (piece.clauses.length || !piece.key) && piece.clauses.every((clause) => clause.from === undefined) ? h('p', { class: 'quiet' }, piece.key ? 'Its movement is in a parent.' : 'From a parent.') : null,
    piece.reaches?.length ? h('div', { class: 'reaches' }, ...piece.reaches.map((panel) => reach(panel, piece, glyphs, (n) => {
      if (piece.clauses[n].from === undefined) return;
      view('write');
      text.select(piece.clauses[n]);
    })))
      : piece.svg ? h('img', { alt: `How the ${piece.name} moves`, src: `data:image/svg+xml;utf8,${encodeURIComponent(piece.svg)}` }) : null,
    piece.body ? h('p', {}, piece.body) : null,
    ...piece.moves.map(says),
    piece.attacks ? h('p', {}, piece.attacks.said) : null, ...(piece.attacks?.moves ?? []).map(says),
    ...piece.promotes.map((words) => h('p', {}, words)),
    piece.boxed ? h('p', { class: 'boxed' }, `${capital(piece.boxed)}.`) : null);
  // Pieces of this file come first.
  const own = (piece) => Number(Boolean(piece.key || piece.clauses.some((clause) => clause.from !== undefined)));
  const key = h('p', { class: 'quiet' }, 'Dots are moves and captures, rings are only moves, crosses are only captures. Each clause has its colour.');
  $('cards').replaceChildren(h('h2', {}, answer.title || 'Pieces'), answer.pieces.some((piece) => piece.reaches?.length) ? key : '', h('div', { class: 'cards' }, ...[...answer.pieces].sort((a, b) => own(b) - own(a)).map(card)));
}

/** Marks the card of the piece at the cursor. */
function highlight(at) {
  for (const card of document.querySelectorAll('.card[data-from]')) {
    const within = at >= Number(card.dataset.from) && at <= Number(card.dataset.to);
    if (within && !card.classList.contains('current') && !$('pieces').hidden) card.scrollIntoView({ block: 'nearest' });
    card.classList.toggle('current', within);
  }
}

/** Shows the rules as the page of `alfil rules --html` does: the words of the author, the start, and each piece beside its picture. */
function rules(answer) {
  const { origin, words, start, before, bound, after } = answer.rules;
  // The author's words may begin with a heading between stars, as those of pieces do.
  const paragraph = (words_) => (words_ ? [h('p', {}, words_)] : []);
  const said = ([head, words_]) => h('p', {}, head ? h('strong', {}, `${head}: `) : null, words_);
  const picture = (svg, alt) => (svg ? h('figure', {}, h('img', { alt, src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` })) : null);
  const part = ([head, words_]) => [h('h3', {}, head), h('p', {}, words_)];
  const piece = (one) => h('section', { class: 'piece' },
    h('h4', {}, portrait(play.glyphs(), one.glyph, one.badge), `${one.name} (${one.letter})`),
    picture(one.svg, `How it moves: ${one.name}`),
    ...paragraph(one.body), ...one.moves.map(said),
    ...(one.attacks ? [h('p', {}, one.attacks.said), ...one.attacks.moves.map(said)] : []),
    ...one.promotes.flatMap(paragraph));
  $('rules').replaceChildren(...[
    h('h2', {}, answer.title || 'Rules'), origin ? h('p', { class: 'quiet' }, `${origin.replace(/\.$/, '')}.`) : null,
    ...words.map((one) => h('p', { class: 'author' }, one)),
    picture(start, 'The start'), ...before.flatMap(part),
    h('h3', {}, 'Pieces'), ...paragraph(bound), ...answer.pieces.map(piece), ...after.flatMap(part),
    h('p', { class: 'strip' }, h('button', { onclick: () => document.querySelector('[data-form="html"]').click() }, 'Download the rules'))].filter(Boolean));
}

async function tests(now) {
  const answer = await ask('tests', { text: now });
  if (answer === OVERTAKEN || now !== text.text()) return;
  if (answer.error) { $('tests').replaceChildren(h('p', {}, answer.error)); return; }
  const failed = answer.cases.filter((one) => one.failures.length).length;
  const count = (n, one, more) => `${n} ${n === 1 ? one : more}`;
  $('score').textContent = answer.cases.length ? (failed ? count(failed, 'fails', 'fail') : count(answer.cases.length, 'holds', 'hold')) : '';
  $('score').className = failed ? 'fails' : 'holds';
  const why = (failure) => h('p', {}, h('strong', {}, failure.title), failure.reason ? ` – ${failure.reason}` : '', failure.help ? h('em', {}, ` ${failure.help}`) : null,
    failure.place ? ' ' : null, failure.place ? h('button', { class: 'link', onclick: () => { view('write'); text.select(failure.place); } }, 'Show') : null);
  const one = (test) => h('li', { class: test.failures.length ? 'fails' : 'holds' },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, test.failures.length ? '✕' : '✓'),
    h('div', {}, h('code', {}, test.name), h('span', { class: 'hidden' }, test.failures.length ? ' fails' : ' holds'), ...test.failures.map(why),
      h('span', { class: 'strip' },
        test.from !== undefined ? h('button', { class: 'link', onclick: () => { view('write'); text.select(test); } }, 'In the text') : null,
        test.position ? h('button', { class: 'link', onclick: () => { tab('play'); play.begin(test.position, test); } }, 'On the board') : null)));
  $('tests').replaceChildren(h('h2', {}, answer.cases.length ? `${answer.cases.length - failed} of ${count(answer.cases.length, 'holds', 'hold')}` : 'No tests yet'),
    answer.cases.length ? h('ul', { class: 'cases' }, ...answer.cases.map(one)) : h('p', {}, 'Play a move, then record that it is legal with the buttons beside the board.'),
    h('div', { id: 'covered', role: 'status' }, h('button', { onclick: () => coverage(now) }, 'Which rules does no test exercise?')));
}

async function coverage(now) {
  const answer = await ask('coverage', { text: now });
  if (answer === OVERTAKEN || now !== text.text()) return;
  if (answer.error) { bar(`${answer.error}.`); return; }
  const head = answer.missing.length ? `No test exercises ${answer.missing.length} of ${answer.rules} rules` : `All ${answer.rules} rules of this file are exercised`;
  const one = (rule) => h('li', {}, rule.place ? h('button', { class: 'link', onclick: () => { view('write'); text.select(rule.place); } }, rule.name) : rule.name);
  const held = $('covered').contains(document.activeElement);
  $('covered').replaceChildren(h('p', {}, head), h('ul', {}, ...answer.missing.map(one)));
  $('covered').tabIndex = -1;
  if (held) $('covered').focus();
  untested(answer.missing.map((rule) => rule.place).filter(Boolean));
}

/** Marks rules that no test exercises, in the text and on the clauses of the pieces. */
function untested(places) {
  text.untested(places);
  const meets = (from, to) => places.some((place) => place.from < to && from < place.to);
  for (const clause of document.querySelectorAll('.clauses [data-from]')) {
    const bare = meets(Number(clause.dataset.from), Number(clause.dataset.to));
    clause.classList.toggle('untested', bare);
    clause.title = bare ? 'No test would miss it. Select in the text' : 'Select in the text';
  }
}

// ---- sharing

/** The forms that a page without a server draws itself, because the fonts would double the size of the engine. */
const DRAWN = {
  png: { question: 'share', form: 'svg', type: 'image/png', draw: (answer) => pictures.still(answer.content) },
  apng: { question: 'frames', type: 'image/apng', draw: pictures.apng },
  gif: { question: 'frames', type: 'image/gif', draw: pictures.gif },
};

for (const button of document.querySelectorAll('[data-form]')) {
  button.onclick = async () => {
    const { form } = button.dataset;
    if (form === 'ini' || form === 'diagram') { await expressed(form); return; }
    if (form === 'yaml') { download(document_.file ? document_.name : `${document_.name}.yaml`, 'text/yaml', text.text()); return; }
    if (form === 'page') { await takePage(); return; }
    if (form === 'link') { await copyLink(); return; }
    if (form === 'game') { await copyGame(); return; }
    const drawn = backend.alone && DRAWN[form];
    const answer = await ask(drawn?.question ?? 'share', play.question({ form: drawn?.form ?? form, tree: form === 'pgn' ? play.tree() : undefined, tags: form === 'pgn' ? play.tags() : undefined }));
    if (answer === OVERTAKEN) return;
    if (answer.error) { bar(`${answer.error}.`); return; }
    if (drawn) {
      try { download(`${answer.name.replace(/\.svg$/, '')}.${form}`, drawn.type, await drawn.draw(answer)); } catch (error) { bar(`${capital(error.message)}.`); }
      return;
    }
    const bytes = answer.base64 && Uint8Array.from(atob(answer.base64), (c) => c.charCodeAt(0));
    download(answer.name, answer.type, bytes ?? answer.content);
    if (answer.said) bar(`${capital(answer.said)}.`);
  };
}

/** Downloads the game as one page that everybody can open. */
async function takePage() {
  const { name } = shippedHere() ?? document_;
  const answer = await ask('share', play.question({ form: 'page', name }));
  if (answer === OVERTAKEN) return;
  if (answer.error) { bar(`${capital(answer.error)}.`); return; }
  try {
    const site = backend.isPublic ? backend.site : undefined;
    const begin = { ...answer.begin, values: answer.begin.values ?? backend.values(), site };
    const content = wholePage(await backend.emptyPage(), begin);
    download(answer.name, answer.type, content);
    bar(`${answer.name} is downloaded, ${(content.length / 1e6).toFixed(1)} MB. It opens with a double click, without a network, on phones as well.`, ['OK', () => {}]);
  } catch (error) { bar(`${capital(error.message)}.`); }
}

/** The shipped game whose unchanged text is on the page; null if there is none. */
const shippedHere = () => (shipped?.text === text.text() ? shipped : null);

/** Saves the game for another program. */
async function expressed(form) {
  const answer = await ask('share', { text: playable ?? text.text(), form, name: document_.name });
  if (answer === OVERTAKEN) return;
  if (answer.error) { bar(`${capital(answer.error)}.`); return; }
  others.take(form, answer);
}

/** The definition and the game on the board. A page of one game need not send its own definition. */
function contents() {
  const { start, moves } = play.question();
  const open = shippedHere()?.name;
  const own = backend.reader && text.text() === document_.beginning;
  return { open, text: own || open ? undefined : text.text(), game: { start, moves } };
}

/** The contents of a link that others can open. A page on the disk sends its own definition to the site. */
function linked() {
  const now = contents();
  return now.text === undefined && now.open === undefined && backend.alone && location.protocol === 'file:' && backend.isPublic ? { ...now, text: text.text() } : now;
}

/** What the bar says about a link that nobody else can open. Returns true if it said so. */
function onlyHere() {
  if (backend.isPublic) return false;
  const why = backend.alone
    ? 'This page is a file on your disk, so a link to it opens only where the file is.'
    : 'No link can lead others to this Studio, because it runs on your machine only. (“alfil studio --site ADDRESS” names a site with Studio, to which links then lead.)';
  bar(`${why} A playable page opens everywhere. The link is in the field under Share, for another Studio.`, ['Playable page', takePage], ['OK', () => {}]);
  return true;
}

/** In a page of one game, the address contains the game, so it survives another start of the browser. */
async function shown(view, node) {
  if (coming) return;
  byLink.shown(view, node);
  if (playable !== null) session.keep(slot(), { text: playable, game: play.pack() });
  if (!backend.reader) return;
  const now = contents();
  if (now.text !== undefined && now.text !== playable) return;
  const address = await link.fragment(now);
  if (!coming) history.replaceState(null, '', now.text === undefined && !now.game.moves.length && !now.game.start ? location.pathname + location.search : address);
}

async function copyGame() {
  const { link: address, error } = await link.write(linked());
  if (error) { bar(error); return; }
  $('link').value = address;
  byLink.copied(play.view());
  if (onlyHere()) { navigator.clipboard.writeText(address).catch(() => {}); return; }
  try {
    await navigator.clipboard.writeText(address);
    bar('The link with the game so far is copied. The other player opens it, or pastes it into the field under Share.', ['OK', () => {}]);
  } catch {
    tab('share');
    $('link').select();
    $('linkword').textContent = 'Copy it from here.';
  }
}
$('send').onclick = copyGame;

async function copyLink() {
  const open = shippedHere()?.name;
  const { link: address, error } = await link.write(open ? { open } : { text: text.text() });
  if (error) { bar(error); return; }
  $('link').value = address;
  $('link').select();
  onlyHere();
  try { await navigator.clipboard.writeText(address); $('linkword').textContent = 'Copied.'; } catch { $('linkword').textContent = 'Copy it from here.'; }
}

$('openlink').onsubmit = (event) => {
  event.preventDefault();
  const address = $('link').value.trim();
  const { text: sent, game: game_, open: name } = link.inside(address);
  if (sent === undefined && game_ === undefined && name === undefined) { $('linkword').textContent = 'This is not a link of Studio: it has no “#text=” or “#open=”.'; return; }
  $('linkword').textContent = '';
  if (sent !== undefined && game_ === undefined) view('write');
  arrive(address);
};
addEventListener('popstate', route);

// ---- tabs

const tabs = [...document.querySelectorAll('[role=tab]')];
const narrow = matchMedia('(max-width: 899px)');

function tab(name) {
  const isOther = $(`tab-${name}`).getAttribute('aria-selected') !== 'true';
  view(name === 'write' ? 'write' : 'look');
  for (const one of tabs) {
    const chosen = one.id === `tab-${name}`;
    one.setAttribute('aria-selected', String(chosen));
    one.tabIndex = chosen ? 0 : -1;
    if (one.id !== 'tab-write' && name !== 'write') $(one.getAttribute('aria-controls')).hidden = !chosen;
  }
  // Each part begins at its top.
  if (isOther) $('look').scrollTop = 0;
  visual.seen();
}

/** Shows one half of the page on narrow screens. */
function view(name) {
  document.body.dataset.view = name;
  if (name === 'write' && narrow.matches) for (const one of tabs) one.setAttribute('aria-selected', String(one.id === 'tab-write'));
}

for (const one of tabs) one.onclick = () => tab(one.id.slice(4));
$('tabs').addEventListener('keydown', (event) => {
  const seen = tabs.filter((one) => one.offsetParent);
  const at = seen.indexOf(event.target);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: seen.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  const to = seen[(next + seen.length) % seen.length];
  to.click();
  to.focus();
});

// ---- beginning

addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  save();
});

/** Whether the page shows the game and not the editor. */
const reads = () => 'reader' in document.body.dataset;

/** Opens the editor in the page of a game. */
function write() {
  delete document.body.dataset.reader;
  tab('play');
  if (narrow.matches) tab('write');
  state();
  if (playable !== null) tests(playable);
  text.focus();
}

$('save').onclick = save;
// A page that is one file contains the notices.
const notices = $('notice-text');
if (notices) $('notices').href = URL.createObjectURL(new Blob([notices.textContent], { type: 'text/plain' }));
for (const id of ['open', 'open-fresh', 'open-game']) $(id).onclick = files.begin;
$('change').onclick = write;
$('to-conduct').onclick = () => {
  tab('play');
  $('edit').click();
  $('conduct').scrollIntoView({ block: 'start' });
};
$('format').onclick = format;
$('undo').onclick = () => text.undo();
$('redo').onclick = () => text.redo();
$('shipped').onchange = () => {
  const name = $('shipped').value;
  $('shipped').value = '';
  if (name) openCopy(name);
};

/** Begins a text of the user's own with that of a shipped game. */
async function openCopy(name) {
  if (!(await mayBegin())) return;
  const answer = await ask('shipped', { name });
  if (answer === OVERTAKEN) return;
  if (answer.error || !answer.text) { bar(answer.error ? `${answer.error}.` : `There is no shipped game “${name}”.`); return; }
  const before = arriving.back();
  const { file, name: old } = document_;
  hideGallery();
  delete document.body.dataset.reader;
  arriving.unfiled(name, answer.text);
  bar(file ? `This is a copy of ${name}. ${old} does not change.` : '', ...(file ? [['OK', () => {}], before] : []));
}

(async () => {
  if (backend.reader) document.body.dataset.reader = '';
  tab('play');
  await open();
  if ('locked' in document.body.dataset) return;
  const list = await ask('shipped', {}, 'names');
  if (list === OVERTAKEN || list.error) return;
  const families = Map.groupBy ? Map.groupBy(list.shipped, (one) => one.family) : new Map([['', list.shipped]]);
  for (const [family, members] of families) {
    $('shipped').append(h('optgroup', { label: family }, ...members.map((one) => h('option', {}, one.name))));
  }
  setInterval(look, LOOK);
})();

/** Says that the engine in this page is older than the program that made the page. */
async function compareEngine() {
  if (!backend.made) return;
  const info = await ask('info');
  if (info === OVERTAKEN || info.error || info.language === backend.made.language) return;
  bar(`The engine in this page (Alfil ${info.version}) was built before the last change of the language, so it may not know every word of this definition.`, ['OK', () => {}]);
}
compareEngine();
addEventListener('beforeunload', (event) => { if (document_.file && isDirty()) event.preventDefault(); });
