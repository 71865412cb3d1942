// Stories of authors who edit without typing: the setup, the pieces, the zones, a new variant. See `browser.mjs`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, story } from './browser.mjs';

const MINE = `# My variant.
name: Mine
extends: chess
pieces:
  camel: {letter: M, moves: C}   # leaps
setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
`;

const helpers = (me) => {
  const { page } = me;
  const text = () => page.evaluate(() => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'));
  const line = (key) => page.evaluate((key) => [...document.querySelectorAll('.cm-line')].map((one) => one.textContent).find((one) => one.trim().startsWith(key)) ?? null, key);
  return {
    text, line,
    /** Waits until a line of the text begins so. */
    has: (words) => page.waitForFunction((words) => [...document.querySelectorAll('.cm-line')].some((one) => one.textContent.trim().startsWith(words)), words),
    /** Waits until no line of the text begins so. */
    lacks: (words) => page.waitForFunction((words) => ![...document.querySelectorAll('.cm-line')].some((one) => one.textContent.trim().startsWith(words)), words),
    square: (name) => page.locator(`[data-square="${name}"]`),
    /** Waits until a piece stands on the cell, after the board was drawn again. */
    stands: (name) => page.locator(`#arrange-board [data-man="${name}"]`).waitFor(),
    tool: (side, piece) => page.locator(`#palette [data-piece="${piece}"][data-side="${side}"]`),
    open: async () => { await me.current(); await page.locator('#edit').click(); await page.locator('[data-square]').first().waitFor(); },
    army: async () => { await me.current(); await me.tab('pieces'); await page.locator('#army summary').click(); await page.locator('#army-rows table').waitFor(); },
    /** Clicks cells around the piece. */
    around: async (...cells) => { for (const [x, y] of cells) await page.locator(`[data-around="${x} ${y}"]`).click(); },
    string: (words) => page.waitForFunction((words) => document.querySelector('#cells-string').textContent === words, words),
  };
};

test('a setup is edited by dragging, by clicks and by keys, and each change is one step of undo', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const on = helpers(me);
  await me.write(MINE);
  await on.open();
  const middle = async (locator) => { const { x, y, width, height } = await locator.boundingBox(); return [x + width / 2, y + height / 2]; };
  const drag = async (from, to) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down();
    await page.mouse.move(...await middle(to), { steps: 5 });
    await page.mouse.up();
  };
  await drag(on.tool('white', 'camel'), on.square('e4'));
  await on.has('setup: rnbqkbnr/pppppppp/8/8/4M3/8/PPPPPPPP/RNBQKBNR w KQkq');
  await page.locator('.cm-line.fresh', { hasText: 'setup' }).waitFor();
  await on.stands('e4');
  await drag(on.square('e4'), on.square('c5'));
  await on.has('setup: rnbqkbnr/pppppppp/8/2M5/8/8/');
  await on.stands('c5');
  // A click picks up and puts down; a castling right goes with its rook.
  await on.square('a1').click();
  await on.square('a4').click();
  await on.has('setup: rnbqkbnr/pppppppp/8/2M5/R7/8/PPPPPPPP/1NBQKBNR w Kkq');
  await on.stands('a4');
  await me.settled();
  // The keyboard chooses in the palette and puts on the board.
  await on.tool('black', 'camel').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.dataset.square === 'a4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await on.has('setup: rnbqkbnr/pppppppp/8/2M5/Rm6/');
  await on.stands('b4');
  await page.keyboard.press('Delete');
  await on.has('setup: rnbqkbnr/pppppppp/8/2M5/R7/');
  await me.accessible();
  await me.picture('edit-setup');
  for (const words of ['Rm6/', 'R7/8', '8/8/PPPPPPPP/RNB', '4M3/8', '8/8/PPPPPPPP/RNBQKBNR w KQkq']) {
    await page.locator('#arrange-undo').click();
    await page.waitForFunction((words) => document.querySelector('.cm-content').textContent.includes(words), words);
  }
  assert.equal((await on.text()).trimEnd(), MINE.trimEnd());
  await page.locator('#arrange-done').click();
  await me.play('e2', 'e4');
}));

test('a finger drags a piece onto the board of a phone', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const on = helpers(me);
  await me.write(MINE);
  await me.current();
  await me.tab('play');
  await on.open();
  const finger = await me.context.newCDPSession(page);
  await on.tool('white', 'camel').scrollIntoViewIfNeeded();
  const spot = async (locator) => { const { x, y, width, height } = await locator.boundingBox(); return { x: x + width / 2, y: y + height / 2 }; };
  const from = await spot(on.tool('white', 'camel'));
  const squares = await page.evaluate(() => [...document.querySelectorAll('[data-square]')].map((one) => ({ name: one.dataset.square, ...one.getBoundingClientRect().toJSON() })));
  const seen = squares.filter((one) => one.top > 110 && one.bottom < 690).at(-1);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.3, 0.6, 1]) {
    const to = { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.locator(`#arrange-board [data-man="${seen.name}"]`).waitFor();
  await page.waitForFunction((name) => document.querySelector(`[data-square="${name}"]`).getAttribute('aria-label').includes('white camel'), seen.name);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await me.accessible();
  await me.picture('edit-phone');
}, { width: 390, height: 800, touch: true, dark: true }));

test('pieces are defined by clicks on cells', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const on = helpers(me);
  await me.write(MINE);
  await on.army();
  const pick = (id, value) => page.locator(id).selectOption(value);
  const write = async (expected) => {
    await on.string(expected);
    await page.locator('#cells-write').click();
  };
  // A knight.
  await page.locator('#add-name').fill('horse');
  await page.locator('#add-piece button').click();
  await on.has('horse: {letter: H, moves: none}');
  await page.locator('#cells:not([hidden])').waitFor();
  await on.around([1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]);
  await write('N');
  await on.has('horse: {letter: H, moves: N}');
  await page.locator('#cells-words', { hasText: 'leap of 2 by 1' }).waitFor();
  // A slide forward.
  await page.locator('#cells-clear').click();
  await pick('#cells-way', 'slide');
  await on.around([0, 1]);
  await write('fR');
  await on.has('horse: {letter: H, moves: fR}');
  // A cannon.
  await page.locator('#cells-clear').click();
  await pick('#cells-alike', 'all');
  await pick('#cells-does', 'm');
  await on.around([0, 1]);
  await pick('#cells-does', 'c');
  await pick('#cells-over', 'p');
  await on.around([0, 1]);
  await write('mR cpR');
  await me.accessible();
  await page.locator('#cells').evaluate((box) => box.scrollIntoView());
  await me.picture('edit-movement');
  // A pawn with its first move.
  await page.locator('#cells-clear').click();
  await pick('#cells-way', 'leap');
  await pick('#cells-alike', 'sides');
  await pick('#cells-over', '');
  await page.locator('#cells-passing').check();
  await on.around([1, 1]);
  await page.locator('#cells-passing').uncheck();
  await pick('#cells-does', 'm');
  await on.around([0, 1]);
  await page.locator('#cells-first').check();
  await pick('#cells-over', 'n');
  await on.around([0, 2]);
  await write('fmW fceF ifmnD');
  await on.has('horse: {letter: H, moves: fmW fceF ifmnD}');
  for (const words of ['horse: {letter: H, moves: mR cpR}', 'horse: {letter: H, moves: fR}', 'horse: {letter: H, moves: N}', 'horse: {letter: H, moves: none}']) {
    await page.locator('#army-undo').click();
    await on.has(words);
  }
  await page.locator('#army-undo').click();
  await on.lacks('horse');
  assert.equal((await on.text()).trimEnd(), MINE.trimEnd());
}));

test('the table edits pieces, and a king keeps its castling', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const on = helpers(me);
  await me.write(MINE);
  await on.army();
  const enter = async (field, value) => {
    await page.locator(`[data-field="${field}"]`).fill(value);
    await page.locator(`[data-field="${field}"]`).press('Enter');
  };
  await enter('camel name', 'dromedary');
  await on.has('dromedary: {letter: M, moves: C}   # leaps');
  await enter('dromedary moves', 'C fW');
  await on.has('dromedary: {letter: M, moves: C fW}   # leaps');
  await enter('dromedary worth', '4');
  await on.has('dromedary: {letter: M, moves: C fW, worth: 4}   # leaps');
  await page.locator('[data-cells="king"]').click();
  await page.locator('#cells-hidden', { hasText: 'isO2 stays as it is' }).waitFor();
  await page.locator('#cells-alike').selectOption('all');
  await on.around([0, 2]);
  await on.string('KD isO2');
  await page.locator('#cells-write').click();
  await on.has('king: {moves: KD isO2}');
  await page.locator('[data-remove="dromedary"]').click();
  await on.lacks('dromedary');
  await page.locator('[data-remove="queen"]').click();
  await on.has('queen: none');
  await on.has('setup: rnb1kbnr/');
  await me.accessible();
}));

test('a zone is painted', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const on = helpers(me);
  await me.write(MINE);
  await on.open();
  await page.locator('#zone').fill('hill');
  await page.locator('#zone-paint').click();
  const middle = async (name) => { const { x, y, width, height } = await on.square(name).boundingBox(); return [x + width / 2, y + height / 2]; };
  await page.mouse.move(...await middle('d4'));
  await page.mouse.down();
  for (const name of ['e4', 'e5', 'd5']) await page.mouse.move(...await middle(name), { steps: 3 });
  await page.mouse.up();
  await on.has('zones: {hill: d4-e5}');
  await page.waitForFunction(() => document.querySelectorAll('.inzone').length === 4);
  await on.square('f4').click();
  await on.has('zones: {hill: d4-e5 f4}');
  await page.waitForFunction(() => document.querySelectorAll('.inzone').length === 5);
  await me.accessible();
  await me.picture('edit-zone');
  await page.locator('#arrange-undo').click();
  await on.has('zones: {hill: d4-e5}');
  await page.locator('#arrange-undo').click();
  await on.lacks('zones');
}));

test('a variant by mouse only, from the wizard to a played move', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const on = helpers(me);
  await me.current();
  await page.locator('#new').click();
  await page.locator('#new-text', { hasText: 'extends: chess' }).waitFor({ state: 'attached' });
  await page.locator('#new-board').selectOption('cylinder');
  await page.locator('#new-text', { hasText: 'space: cylinder 8x8' }).waitFor({ state: 'attached' });
  await page.locator('#new-modifiers label', { hasText: /Berolina/ }).first().click();
  await page.locator('#new-text', { hasText: 'berolina-modifier' }).waitFor({ state: 'attached' });
  await me.accessible();
  await me.picture('edit-wizard');
  await page.locator('#new-make').click();
  await on.has('space: cylinder 8x8');
  await me.settled();
  await on.open();
  await on.tool('white', 'queen').click();
  await on.square('d3').click();
  await on.has('setup: rnbqkbnr/pppppppp/8/8/8/3Q4/');
  await page.locator('#arrange-done').click();
  await me.play('d3', 'd5');
  assert.deepEqual((await me.moves()).length, 1);
}));
