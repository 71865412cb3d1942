// Three stories of users, each in Chromium and Firefox and in three sizes of the window: `npm run tales [-- PART…]`, for example
// `npm run tales -- design firefox 390`. They count what a user does. They run on the page of the program; with `site`, on a site that
// is built for them. ALFIL_PICTURES names a folder for pictures. This is not a part of `npm test`, because it takes long and Firefox needs
// a package that the project has not.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { program, root, serve } from './browser.mjs';
import { missing, person } from './drivers.mjs';
import { front, host } from './host.mjs';

const SIZES = [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844, touch: true }];
const RECORD = '[Event "Club"]\n[White "Bea"]\n[Black "Otto"]\n[Variant "Crazyhouse"]\n[Result "*"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 *\n';
const DEFINITION = 'name: Camels\nextends: chess\npieces:\n  knight: {moves: C}\n';

// ---- what all stories do

/** Whether a card has symbols that need a font, by the names of the browsers. On one machine, it is the same. */
const symbols = {};
/** The page has its game, and shows it as it is. */
const current = (me) => me.until(() => document.querySelector('#look').getAttribute('aria-busy') === 'false', null, 'the game is current');
const plies = (me) => me.read(() => document.querySelectorAll('.ply').length);
const played = (me, n) => me.until((n) => document.querySelectorAll('.ply').length >= n, n, `${n} moves are in the list`);
const start = async (me) => {
  await me.goto(me.address);
  await me.until(() => document.querySelector('.pick img[src]') && /^\d+ games$/.test(document.getElementById('found-games').textContent), null, 'the gallery is complete');
  // On a phone, the card is out of sight.
  if (!me.touch) symbols[me.name] = await me.until(() => { const { src } = document.querySelector('[data-pick="dobutsu"] img'); return src && (/[\u3000-\u{10FFFF}]/u.test(decodeURIComponent(src)) ? 'symbols' : 'figures'); }, null, 'the card of Dobutsu has its picture');
  await me.picture('start');
};
/** Moves by cells, one after another. */
async function move(me, ...cells) {
  await current(me);
  const before = await plies(me);
  for (const name of cells) await me.press(`[data-cell="${name}"]`);
  await played(me, before + 1);
}
const has = (me, words) => me.until((words) => [...document.querySelectorAll('.cm-line')].some((one) => one.textContent.trim().startsWith(words)), words, `the text has “${words}”`);

// ---- the stories

/** A game is found and played against the computer. */
async function find(me) {
  await start(me);
  await me.type('#by-words', 'duck');
  await me.until(() => document.querySelectorAll('.game:not([hidden])').length < 9, null, 'the search has found few games');
  await me.picture('found');
  if (me.touch) await me.press('.game[data-name="duck"] .more');
  await me.press('.game[data-name="duck"] button', 'Play the computer');
  await me.see('#name', 'Duck');
  await current(me);
  await me.picture('board');
  await me.press('#tab-rules');
  await me.see('#rules h2', 'Duck');
  await me.picture('rules');
  await me.press('#tab-play');
  for (let turn = 1; turn <= 6; turn += 1) {
    await current(me);
    await me.until(() => document.getElementById('turn').dataset.side === 'white' && !document.getElementById('thinking').textContent, null, 'White has the turn');
    // A pawn that can step, and an empty cell for the duck.
    const [from, to, duck] = await me.until(() => {
      const label = (name) => document.querySelector(`[data-cell="${name}"]`)?.getAttribute('aria-label') ?? '';
      const isEmpty = (name) => /^\w\d(, empty)?(,|$)/.test(label(name)) && !/white|black|duck/i.test(label(name));
      const file = [...'ahbgecdf'].find((one) => /white pawn/i.test(label(`${one}2`)) && isEmpty(`${one}3`));
      const free = [...'dcfebg'].map((one) => `${one}5`).find(isEmpty);
      return file && free && [`${file}2`, `${file}3`, free];
    }, null, 'a pawn can step');
    const before = await plies(me);
    await me.press(`[data-cell="${from}"]`);
    if (turn === 2) await me.picture('picked');
    await me.press(`[data-cell="${to}"]`);
    if (turn === 2) await me.picture('half');
    await me.press(`[data-cell="${duck}"]`);
    await played(me, before + 2);
  }
  await me.until(() => document.getElementById('turn').dataset.side === 'white', null, 'White has the turn');
  await me.picture('played');
  await me.read(() => document.querySelector('#moves').scrollIntoView({ block: 'center' }));
  await me.picture('moves');
}

/** A variant is made and sent to a friend, who has no network. */
async function design(me) {
  const keepers = { white: ['i1', 'j1'], black: ['i8', 'j8'] };
  await start(me);
  await me.press('#fresh');
  await me.see('#new-caption', 'grid 8x8');
  await me.type('#new-name', 'Lighthouse Chess');
  await me.picture('wizard');
  await me.choose('#new-board', 'squares');
  await me.type('#new-files', '10');
  await me.until(() => document.getElementById('new-make').disabled || document.getElementById('new-caption').textContent.includes('10x8'), null, 'the board has 10 files');
  await me.picture('wizard-board');
  await me.press('#new-make');
  await me.gone('#wizard');
  await current(me);
  await me.picture('made');
  // The new piece.
  await me.press('#tab-pieces');
  await me.press('#army summary');
  await me.see('#army-rows td');
  await me.picture('army');
  await me.type('#add-name', 'keeper');
  await me.press('#add-piece button');
  await me.see('#cells-title', 'keeper');
  await me.picture('piece');
  await me.type('#cells-typed', 'KD');
  await me.press('#cells-read button');
  await me.see('#cells-string', 'KD');
  await me.press('#cells-write');
  await me.until(() => document.querySelector('[data-field="keeper moves"]')?.value === 'KD', null, 'the keeper moves');
  await current(me);
  await me.picture('cells');
  // The setup.
  await me.press('#tab-play');
  await me.press('#edit');
  await me.see('#palette [data-piece="keeper"]');
  await me.picture('setup-before');
  for (const [side, cells] of Object.entries(keepers)) {
    await me.press(`#palette [data-piece="keeper"][data-side="${side}"]`);
    for (const cell of cells) {
      await me.press(`[data-square="${cell}"]`);
      await me.until((cell) => /keeper/.test(document.querySelector(`[data-square="${cell}"]`)?.getAttribute('aria-label')), cell, `a keeper stands on ${cell}`);
    }
  }
  await me.picture('setup');
  // What promotes, and a second goal.
  await me.press('#promote-part summary');
  await me.see('#promote-now', 'Promotes');
  for (const kind of ['queen', 'rook', 'bishop', 'knight', 'keeper']) await me.press('#promote-form .boxes label', kind);
  await me.picture('promotion');
  await me.press('#promote-form button', 'Write it');
  await me.until(() => /promotes: .*keeper/.test([...document.querySelectorAll('.cm-line')].map((one) => one.textContent).join('\n')), null, 'the pawn promotes to a keeper');
  await me.choose('#goals-which', 'it promotes to a kind');
  await me.choose('#goals-kind', 'keeper');
  await me.see('#goals-part .preview', 'win when promoting to keeper');
  await me.press('#goals-part form button');
  await me.see('#goals-part .sentences', 'win when promoting to keeper');
  await me.picture('goal');
  await current(me);
  await me.press('#arrange-done');
  await move(me, 'e2', 'e4');
  await me.picture('moved');
  const wrong = await me.read(() => [...document.querySelectorAll('#findings li.error')].map((one) => one.textContent));
  if (wrong.length) throw new Error(wrong.join('; '));
  await me.press('#tab-share');
  await me.picture('share');
  const file = await me.downloads(() => me.press('[data-form="page"]'));
  await me.see('#bar', 'opens with a double click');
  await me.picture('shared');
  const sent = join(me.kept, 'lighthouse.html');
  copyFileSync(file, sent);
  // The friend.
  await me.friend(async (friend) => {
    await friend.offline();
    await friend.goto(pathToFileURL(sent).href);
    await friend.see('#name', 'Lighthouse Chess');
    await current(friend);
    await friend.picture('friend');
    await move(friend, 'd2', 'd4');
    await friend.picture('friend-moved');
  });
}

/** A record and a definition of a friend are opened. */
async function open(me) {
  const record = join(me.kept, 'club.pgn');
  const definition = join(me.kept, 'camels.yaml');
  writeFileSync(record, RECORD);
  writeFileSync(definition, DEFINITION);
  await start(me);
  await me.press('#open-fresh');
  await me.see('#opener');
  await me.picture('opener');
  await me.choosesFile(() => me.press('#opener-pick'), record);
  await me.see('#bar', 'Crazyhouse, Bea – Otto');
  await played(me, 7);
  await current(me);
  if (!(await me.read(() => 'reader' in document.body.dataset))) throw new Error('a game is not shown as to a reader');
  await me.picture('record');
  await me.press('#restart');
  await me.press('#forth');
  await me.press('#forth');
  await me.picture('review');
  for (let n = 0; n < 5; n += 1) await me.press('#forth');
  await move(me, 'e7', 'e6');
  await me.press('#home');
  await me.see('#games-title');
  await me.picture('back');
  await me.press('#open-fresh');
  await me.choosesFile(() => me.press('#opener-pick'), definition);
  await me.gone('#opener');
  await me.see('#name', 'camels.yaml');
  await has(me, 'name: Camels').catch(() => {});
  await current(me);
  await me.picture('definition');
  if (me.touch && !(await me.read(() => document.getElementById('play').checkVisibility()))) await me.press('#tab-play');
  await move(me, 'b1', 'c4');
  await me.picture('definition-played');
}

// ---- the table

const TALES = { find, design, open };
const wanted = process.argv.slice(2);
/** Whether a part of the command line names one of `all`; without any, all run. */
const isWanted = (one, all) => { const named = all.map(String).filter((name) => wanted.includes(name)); return !named.length || named.includes(String(one)); };

const kept = mkdtempSync(join(tmpdir(), 'alfil-tales-'));
const pictures = process.env.ALFIL_PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });
/** Starts what the stories run on. */
async function ground() {
  if (wanted.includes('site')) {
    execFileSync(process.execPath, [join(root, 'web/site.mjs'), join(kept, 'site')], { stdio: 'pipe' });
    return host(join(kept, 'site'));
  }
  if (!existsSync(program)) throw new Error(`no program at ${program}`);
  const studio = await serve(kept, null);
  const parts = process.env.ALFIL_PARTS;
  if (!parts) return studio;
  const before = await front(studio.address, parts);
  return { address: before.address, end: async () => { await before.end(); await studio.end(); } };
}
const { address, end } = await ground();
const rows = [];
const remarks = [];
try {
  for (const browser of ['chromium', 'firefox'].filter((one, _, all) => isWanted(one, all))) {
    const reason = await missing(browser);
    if (reason) { console.log(`No story runs in ${browser}: ${reason}.`); continue; }
    for (const [tale, tell] of Object.entries(TALES).filter(([one]) => isWanted(one, Object.keys(TALES)))) {
      for (const size of SIZES.filter(({ width }) => isWanted(width, SIZES.map((one) => one.width)))) rows.push(await run(browser, tale, tell, size));
    }
  }
} finally {
  await end();
  rmSync(kept, { recursive: true, force: true });
}

/** Runs one story, and returns its row. */
async function run(browser, tale, tell, size) {
  const from = performance.now();
  const all = [];
  const picture = async (me, point) => {
    const name = `${tale}-${browser}-${size.width}-${point}`;
    const wide = await me.read(() => (document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : 0));
    if (wide) remarks.push(`${name}: the page is ${wide} wide`);
    if (!pictures) return;
    // What moves has come to rest. The cursor of the editor blinks without end.
    await me.read(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished)).then(() => null));
    await me.page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  const begin = async (more) => {
    const me = await person(browser, { ...more, picture });
    all.push(me);
    return Object.assign(me, { address, kept });
  };
  let fault = null;
  try {
    const me = await begin(size);
    me.friend = async (act) => act(await begin({ width: 390, height: 844, touch: true }));
    await tell(me);
  } catch (error) {
    fault = error.message.split('\n')[0];
    for (const me of all) await picture(me, 'fault').catch(() => {});
  }
  for (const me of all) {
    if (me.complaints.length) fault ??= me.complaints.join(' | ').slice(0, 400);
    await me.end().catch(() => {});
  }
  const row = {
    story: tale, browser, width: size.width, clicks: all.reduce((n, me) => n + me.clicks, 0), words: all.reduce((n, me) => n + me.words, 0),
    seconds: ((performance.now() - from) / 1000).toFixed(1), ok: fault ? 'no' : 'yes',
  };
  if (fault) remarks.push(`${tale}, ${browser}, ${size.width}: ${fault}`);
  console.error(`${tale}, ${browser}, ${size.width}: ${fault ?? 'ok'}`);
  return row;
}

const columns = ['story', 'browser', 'width', 'clicks', 'words', 'seconds', 'ok'];
const wide = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length)));
const line = (cells) => cells.map((cell, n) => (typeof cell === 'number' || n > 2 && n < 6 ? String(cell).padStart(wide[n]) : String(cell).padEnd(wide[n]))).join('  ').trimEnd();
console.log([columns, ...rows.map((row) => columns.map((column) => row[column]))].map(line).join('\n'));
if (new Set(Object.values(symbols)).size > 1) remarks.push(`the browsers draw the same pieces differently: ${JSON.stringify(symbols)}`);
for (const one of remarks) console.log(one);
if (remarks.length) process.exitCode = 1;
