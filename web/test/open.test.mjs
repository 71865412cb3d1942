// Stories of files that are opened and saved for other programs: variants, diagrams, games and positions. They need the
// program.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, skip, story } from './browser.mjs';

/** The files that the tests of the answers open as well. */
const data = (name) => readFileSync(join(root, 'tests/data/files', name), 'utf8');
/** Variants: one that is imported whole, one in part and one not at all. */
const VARIANTS = data('variants.ini');
const DIAGRAM = data('diagram.txt');
/** Games of chess, of Crazyhouse, and of a game that is not shipped. */
const GAMES = data('games.pgn');

/** Opens a file in the dialog. */
async function open(me, name, content) {
  const { page } = me;
  if (!(await page.locator('#opener').isVisible())) await page.locator('#open').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#opener-pick').click()]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

const closed = (me) => me.page.locator('#opener').waitFor({ state: 'hidden' });
const definition = (me) => me.page.evaluate(() => document.querySelector('.cm-content').innerText);

/** Drops a file on the page. */
async function dropped(me, name, content, onto = 'body') {
  const data = await me.page.evaluateHandle(([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    return data;
  }, [name, content]);
  for (const type of ['dragenter', 'dragover', 'drop']) await me.page.dispatchEvent(onto, type, { dataTransfer: data });
}

test('a section of variants.ini is chosen by keys, and its remarks name the lines of the file', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'variants.ini', VARIANTS);
  await me.see('#opener-about', '3 sections: 1 complete, 1 partly, 1 not at all.');
  await me.accessible();
  await me.picture('open-variants');
  // A section that cannot be imported says why.
  await page.locator('.row', { hasText: 'not at all' }).click();
  await me.see('#opener-found', 'there is no variant `nowhere`');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.selectOption('#opener-kind', 'partly');
  await page.locator('#opener-filter').focus();
  assert.equal(await page.locator('.row').count(), 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await closed(me);
  await me.see('#origin', 'counted from variants.ini: partly');
  await me.see('#origin li', 'Line 8');
  await me.see('#origin code', 'chasingRule = axf');
  await me.see('#bar', 'partly, with 2 remarks');
  await me.see('#name', 'counted');
  await me.current();
  assert.match(await definition(me), /extends: makruk/);
  await me.accessible();
  await me.picture('open-remarks');
  // The draft and its remarks survive a reload.
  await page.reload();
  await me.see('#bar', 'is here again');
  await me.see('#origin', 'counted from variants.ini');
  assert.match(await definition(me), /extends: makruk/);
  await me.see('#name', 'counted');
}));

test('a dropped diagram is a draft, and unsaved work is not replaced without consent', { skip }, () => story('mine.yaml', async (me) => {
  const { page, folder } = me;
  await me.write('name: Mine\nextends: chess\n');
  await me.settled();
  await dropped(me, 'small.txt', DIAGRAM, '.cm-content');
  await me.see('#opener-found', 'has changes that are not saved');
  await me.accessible();
  await page.keyboard.press('Escape');
  await closed(me);
  assert.match(await definition(me), /name: Mine/);
  await dropped(me, 'small.txt', DIAGRAM);
  await page.getByRole('button', { name: 'Open it all the same' }).click();
  await closed(me);
  await me.see('#origin', 'small from small.txt');
  await me.see('#findings', 'No findings');
  await me.current();
  await me.tab('play');
  await me.play('b1', 'c3');
  // The text belongs to no file, and saving asks before it replaces the one of the page.
  await page.locator('#save').click();
  await me.see('#bar', 'Write it to mine.yaml');
  await page.getByRole('button', { name: 'Not now' }).click();
  assert.throws(() => readFileSync(join(folder, 'mine.yaml')));
  await dropped(me, 'other.yaml', 'name: Other\nextends: shogi\n');
  // An imported text that was not changed is no unsaved work.
  await me.see('#bar', 'This is the text of other.yaml');
  await page.getByRole('button', { name: 'Back to mine' }).click();
  await me.see('#origin', 'small from small.txt');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
}));

test('a file of games opens the game of its variant, with comments and variations, and saves them again', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'games.pgn', GAMES);
  await me.see('#opener-about', '3 games.');
  await me.see('.row', 'Chess · 1-0 · 7 moves · Club');
  await me.accessible();
  await me.picture('open-games');
  // A variant that is not shipped may be read by the rules on the page.
  await page.locator('.row', { hasText: 'Ida' }).click();
  await me.see('#opener-found', 'no shipped game has the rules of `Bughouse`');
  await page.getByRole('button', { name: 'Another file' }).click();
  await open(me, 'games.pgn', GAMES);
  await me.see('#opener-about', '3 games.');
  await page.locator('#opener-filter').fill('ada');
  await page.keyboard.press('Enter');
  await closed(me);
  await me.see('#bar', 'Chess, Ada – Emil, 1-0: from games.pgn.');
  await me.see('#turn', 'White wins');
  assert.deepEqual(await me.moves(), ['e4', 'e5', 'Qh5!?', 'Nf3', 'Nc6', 'Nc6', 'Bc4', 'Nf6??', 'Qxf7#']);
  await me.see('#moves', 'the usual move');
  await me.see('#moves', 'A trap.');
  await me.accessible();
  await me.picture('open-game');
  // A reload keeps all of it.
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 9);
  await me.see('#moves', 'A trap.');
  const pgn = (await me.take('pgn')).bytes.toString();
  for (const part of ['[White "Ada"]', '[Result "1-0"]', '{A trap.} 1. e4 e5 2. Qh5 $5 (2. Nf3 Nc6 {the usual move})', '3. Bc4 Nf6 $4 4. Qxf7# 1-0']) assert.ok(pgn.replaceAll('\n', ' ').includes(part), `${part} in ${pgn}`);
}));

test('on a phone: a game of Crazyhouse, and a pasted one with variations', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const narrow = async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await open(me, 'games.pgn', GAMES);
  await me.see('#opener-about', '3 games.');
  await narrow();
  await me.accessible();
  await me.picture('open-games-narrow');
  await page.locator('.row', { hasText: 'Bea' }).click();
  await closed(me);
  await me.see('#bar', 'Crazyhouse, Bea – Otto: from games.pgn.');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 7);
  assert.match(await me.cell('d5').getAttribute('aria-label'), /pawn/);
  await me.picture('open-game-narrow');
  await me.setUp('1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3!');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 5);
  assert.deepEqual(await me.moves(), ['e4', 'e5', 'c5', 'Nf3', 'Nf3!']);
  await me.see('#moves', 'best');
  // A variation that cannot be played is named, and the main line stays.
  await me.setUp('1. e4 (1. Qh5) e5');
  await me.see('#word', '1:11: the rest of a variation is left out: `Qh5` is not legal');
  assert.deepEqual(await me.moves(), ['e4', 'e5']);
  await narrow();
  await me.accessible();
  // An imported text comes with its remarks.
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await open(me, 'variants.ini', VARIANTS);
  await me.see('#opener-about', '1 not at all.');
  await narrow();
  await me.picture('open-variants-narrow');
  await page.locator('.row', { hasText: 'partly' }).click();
  await closed(me);
  await me.see('#origin li', 'Line 8');
  await narrow();
  await me.accessible();
  await me.picture('open-remarks-narrow');
  await page.locator('#origin button').click();
  await page.locator('#origin').waitFor({ state: 'hidden' });
  // A list of rules that another program cannot express.
  await me.write('name: Twice\nextends: duck\nturn: {steps: [{}, {}]}\n');
  await me.settled();
  await me.current();
  await me.tab('share');
  await page.locator('[data-form="diagram"]').click();
  await me.see('#gaps', 'The diagram cannot express');
  await narrow();
  await me.accessible();
  await me.picture('open-gaps-narrow');
}, { width: 390, height: 844, touch: true }));

test('positions are listed, pasted texts are recognised, and other programs get advice', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.locator('#open').click();
  await page.locator('#opener-text').fill('4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castle";\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n');
  await page.getByRole('button', { name: 'Open the text' }).click();
  await me.see('#opener-about', '2 positions.');
  await page.locator('.row', { hasText: 'castle' }).click();
  await closed(me);
  await me.see('#bar', 'from pasted text.');
  await page.waitForFunction(() => document.getElementById('pasted').value.startsWith('4k3/8/8/8/8/8/8/4K2R w K'));
  // A position of shogi opens shogi.
  await page.getByRole('button', { name: 'Change the rules' }).click();
  await dropped(me, 'start.fen', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n');
  await closed(me);
  await me.see('#bar', 'Shogi: from start.fen.');
  await me.see('#turn', 'Sente to move');
  // Programs cannot be read.
  await dropped(me, 'xiangqi.zrf', '(game (title "Xiangqi"))\n(board (image "a.bmp") (grid (dimensions ("a/b/c/d/e/f/g/h/i" (60 0)) ("0/9/8/7/6/5/4/3/2/1" (0 60)))))\n');
  await me.see('#opener-found', 'the nearest shipped game is xiangqi');
  await me.accessible();
  await me.picture('open-advice');
  await page.getByRole('button', { name: 'Open a copy of xiangqi' }).click();
  await closed(me);
  await me.see('#name', 'xiangqi');
  // Sizes are bounded.
  await dropped(me, 'huge.pgn', '[Event "?"]\n'.repeat(400_000));
  await me.see('#opener-found', 'Studio opens files of at most 4194304');
  await page.locator('#opener-close').click();
  await dropped(me, 'none.ini', '[]');
  await me.see('#opener', 'none.ini');
}));

test('a game is saved for other programs, and what they cannot express leads to its line', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: capablanca\n');
  await me.settled();
  await me.current();
  const { name, bytes } = await me.take('ini');
  assert.equal(name, 'mine.ini');
  assert.match(bytes.toString(), /^\[mine:chess\]\n/);
  assert.match((await me.take('diagram')).bytes.toString(), /^files=10\n/);
  await me.write('name: Twice\nextends: duck\nturn: {steps: [{}, {}]}\n');
  await me.settled();
  await me.current();
  await me.tab('share');
  await page.locator('[data-form="ini"]').click();
  await me.see('#gaps', 'variants.ini cannot express');
  await me.accessible();
  await me.picture('open-gaps');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the other rules' }).click()]);
  assert.match(readFileSync(await download.path(), 'utf8'), /# not expressed: turns of several moves \(.*:3:1\)/);
  await page.locator('#gaps button', { hasText: 'Line 3' }).click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'turn');
}));
