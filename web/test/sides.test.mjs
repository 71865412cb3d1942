// Stories of games with three and four sides.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { alone, module, noModule, program, skip, story } from './browser.mjs';

/** The cross of 160 cells. Red can check with the rook on d10, which mates Blue. */
const MATE = 'R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/1,rR,12/3,rR,10/14/14/13,gK/14/14/bK,13/14/14/7,rK,6';
/** Green is left against Red and loses its king at once. */
const LAST = 'R-0,1,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/12,rR,1/10,rR,3/14/14/14/14/14/bK,12,gK/14/14/7,rK,6';

const open = async (me, name) => {
  await me.page.goto(`${me.studio.address}&open=${name}`);
  await me.page.reload();
  await me.page.locator('#gallery').waitFor({ state: 'hidden' });
  await me.current();
  await me.page.locator('[data-cell]').first().waitFor();
};
/** The place of a cell on the screen, relative to the middle of the board. */
const place = (page, name) => page.evaluate((wanted) => {
  const of = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
  const all = [...document.querySelectorAll('[data-cell]')].map(of);
  const middle = [0, 1].map((n) => (Math.min(...all.map((at) => at[n])) + Math.max(...all.map((at) => at[n]))) / 2);
  const at = of(document.querySelector(`[data-cell="${wanted}"]`));
  return at.map((n, axis) => Math.sign(Math.round((n - middle[axis]) / 40)));
}, name);
const sign = (page) => page.locator('#turn').evaluate((turn) => getComputedStyle(turn).getPropertyValue('--sign').trim());

test('four sides play in turn, by mouse and by keys', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'four-player-chess');
  assert.equal(await page.locator('[data-cell]').count(), 160);
  await me.see('#turn', 'Red to move');
  assert.deepEqual(await page.locator('#players label[data-side]').allInnerTexts(), ['Red', 'Blue', 'Yellow', 'Green']);
  const signs = [await sign(page)];
  await me.picture('four-sides');
  await me.accessible();
  assert.equal(await me.cell('d2').getAttribute('aria-label'), 'd2, Red pawn');
  await me.play('d2', 'd4');
  await me.see('#turn', 'Blue to move');
  signs.push(await sign(page));
  // A pawn of another side stays where it is.
  await me.cell('e2').click();
  await me.see('#word', 'e2');
  await me.drag('b5', 'c5');
  await me.see('#turn', 'Yellow to move');
  signs.push(await sign(page));
  for (const name of ['d13', 'd11']) {
    await me.cell(name).focus();
    await page.keyboard.press('Enter');
  }
  await me.see('#turn', 'Green to move');
  signs.push(await sign(page));
  assert.equal(new Set(signs).size, 4);
  await me.play('m5', 'l5');
  await me.see('#turn', 'Red to move');
  assert.equal((await page.locator('#moves li').count()), 1);
  assert.deepEqual(await me.moves(), ['d4', 'c5', 'd11', 'l5']);
  await page.locator('#back').click();
  await me.see('#turn', 'Green to move');
  // What compares two sides is not offered.
  assert.deepEqual(await Promise.all(['value', 'analyse'].map((id) => page.locator(`#${id}`).isVisible())), [false, false]);
  await me.see('#only-two', 'games of two sides');
  await page.locator('#hint').click();
  await me.see('#word', 'Hint:');
  // A reload keeps the game.
  await page.reload();
  await me.see('#turn', 'Green to move');
  assert.equal((await me.moves()).length, 4);
}, { gallery: true }));

test('the board turns by a quarter, so that each side sits at the bottom', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'four-player-chess');
  for (const home of ['g1', 'a8', 'h14', 'n7']) {
    assert.equal((await place(page, home))[1], 1, `${home} is at the bottom`);
    await page.locator('#flip').click();
  }
  assert.equal((await place(page, 'g1'))[1], 1);
  await page.locator('#flip').click();
  await me.picture('four-sides-turned');
  await me.play('d2', 'd4');
  await me.see('#turn', 'Blue to move');
  await open(me, 'trichess');
  assert.equal((await place(page, 'd1'))[1], 1);
  await page.locator('#flip').click();
  assert.equal((await place(page, 'c10'))[1], 1);
  await me.picture('three-sides-turned');
}, { gallery: true }));

test('a side that is out is named, and the last one wins', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'four-player-chess');
  await me.setUp(MATE);
  await me.see('#turn', 'Red to move');
  await me.play('d10', 'a10');
  await me.see('#turn', 'Yellow to move. Blue is out');
  assert.equal(await page.locator('#players .out').innerText(), 'Blue');
  assert.equal(await me.cell('a4').getAttribute('aria-label'), "a4, nobody's king");
  await me.picture('four-sides-out');
  await page.locator('#back').click();
  await me.see('#turn', 'Red to move');
  assert.equal(await page.locator('#players .out').count(), 0);
  await me.setUp(LAST);
  await page.locator('[data-cell=k10][aria-label="k10, Red rook"]').waitFor();
  await me.play('k10', 'n10');
  await me.see('#turn', 'Red wins');
  assert.equal(await page.locator('#hint').isDisabled(), true);
}, { gallery: true }));

test('the computer plays the sides that it is given', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'trichess');
  await me.see('#turn', 'Red to move');
  for (const side of ['blue', 'yellow']) await page.locator(`#player-${side}`).selectOption({ label: 'Computer, level 1 (beginner)' });
  await me.play('d2', 'd4');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 3);
  await me.see('#turn', 'Red to move');
  await page.locator('#back').click();
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]') === null);
  await me.see('#turn', 'Red to move');
  // Another game of two sides has its own players.
  await open(me, 'chess');
  assert.deepEqual(await page.locator('#players label[data-side]').allInnerTexts(), ['White', 'Black']);
  await me.see('#turn', 'White to move');
  assert.equal(await page.locator('#value').isVisible(), true);
}, { gallery: true }));

test('the setup of four sides is edited by mouse and by keys, and zones for one of them', { skip }, () => story('cross.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Cross\nextends: four-player-chess\n');
  await me.settled();
  await me.current();
  const line = (words) => page.waitForFunction((words) => [...document.querySelectorAll('.cm-line')].some((one) => one.textContent.includes(words)), words);
  const tool = (side, piece) => page.locator(`#palette [data-side="${side}"][data-piece="${piece}"]`);
  const square = (name) => page.locator(`[data-square="${name}"]`);
  const middle = async (locator) => { const { x, y, width, height } = await locator.boundingBox(); return [x + width / 2, y + height / 2]; };
  await page.locator('#edit').click();
  await square('g7').waitFor();
  assert.deepEqual(await page.locator('#palette [role=group]').evaluateAll((rows) => rows.map((row) => row.ariaLabel)), ['Red', 'Blue', 'Yellow', 'Green']);
  await page.mouse.move(...await middle(tool('yellow', 'queen')));
  await page.mouse.down();
  await page.mouse.move(...await middle(square('g7')), { steps: 5 });
  await page.mouse.up();
  await line('bQ,bP,4,yQ,5,gP,gK');
  await page.locator('[data-square=g7][aria-label="g7, yellow queen"]').waitFor();
  await me.picture('edit-four-sides', '#arrange');
  await tool('green', 'knight').focus();
  await page.keyboard.press('Enter');
  await square('h7').focus();
  await page.keyboard.press('Enter');
  await line('bQ,bP,4,yQ,gN,4,gP,gK');
  await page.keyboard.press('Escape');
  await square('g7').focus();
  await page.keyboard.press('Delete');
  await line('bQ,bP,5,gN,4,gP,gK');
  // A zone of one side, and of all.
  await page.locator('#zone').fill('camp');
  assert.deepEqual(await page.locator('#zone-side option').allInnerTexts(), ['for all sides', 'for Red', 'for Blue', 'for Yellow', 'for Green']);
  await page.locator('#zone-paint').click();
  await square('g7').click();
  await line('camp: g7');
  await page.waitForFunction(() => document.querySelectorAll('.inzone').length === 1);
  await page.locator('#zone-side').selectOption('blue');
  await square('h8').click();
  await line('camp: {red: g7, blue: g7 h8, yellow: g7, green: g7}');
  await me.accessible();
  await page.locator('#arrange-done').click();
  await me.play('d2', 'd4');
  await me.see('#turn', 'Blue to move');
}));

test('clocks of four sides run in turn, survive a reload, and end the game', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'four-player-chess');
  await page.locator('#timing summary').click();
  await page.locator('#minutes-red').fill('10');
  await page.locator('#minutes-green').fill('0.02');
  await page.locator('#seconds-red').fill('0');
  assert.equal(await page.locator('#minutes-blue').inputValue(), '10');
  await page.getByRole('button', { name: 'Set the clocks' }).click();
  assert.deepEqual(await page.locator('#clocks [role=timer]').allInnerTexts(), ['10:00', '10:00', '10:00', '1.2']);
  await me.play('d2', 'd4');
  await page.locator('#clock-blue.runs').waitFor();
  await me.play('b5', 'c5');
  await page.locator('#clock-yellow.runs').waitFor();
  await me.picture('clocks-four');
  await me.accessible();
  await page.reload();
  await me.see('#turn', 'Yellow to move');
  await page.locator('#clock-yellow:not(.runs)').waitFor();
  await me.play('d13', 'd11');
  await me.see('#turn', "Green's time is over: Green has lost");
  await me.cell('m5').click();
  await me.cell('l5').click();
  await me.see('#word', 'Set the clocks again, or remove them, to play on.');
  // A game of other sides has clocks of its own.
  await open(me, 'chess');
  assert.equal(await page.locator('#clocks').isVisible(), false);
  assert.deepEqual(await page.locator('#clock-settings label[for^=minutes]').allTextContents(), ['White, minutes', 'Black, minutes']);
}, { gallery: true }));

test('a game of teams on a phone', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await open(me, 'four-player-teams');
  await me.see('#turn', 'Red to move');
  await me.picture('four-sides-phone');
  await me.accessible();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const name of ['d2', 'd4']) {
    const { x, y, width, height } = await me.cell(name).boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  }
  await me.see('#turn', 'Blue to move');
  // By links, the game goes round.
  await page.locator('#send').click();
  await me.tab('play');
  await me.see('#exchange', "wait for the link with Blue's move");
  // The palette has the pieces of all sides.
  await page.locator('#change').click();
  await me.tab('play');
  await page.locator('#edit').click();
  await page.locator('#palette [data-piece=queen]').nth(3).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await me.picture('four-sides-edit-phone');
  await me.accessible();
}, { gallery: true, width: 390, height: 844, touch: true }));

test('a game of three sides in one file, without a network', { skip: skip || noModule }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alfil-sides-'));
  const file = join(folder, 'trichess.html');
  execFileSync(program, ['page', 'trichess', '--module', module, '-o', file], { stdio: 'pipe' });
  try {
    await alone(pathToFileURL(file).href, async (me) => {
      const { page } = me;
      await me.cell('d2').waitFor({ timeout: 60_000 });
      await me.see('#turn', 'Red to move');
      await page.locator('#player-blue').selectOption({ label: 'Computer, level 1 (beginner)' });
      await me.play('d2', 'd4');
      await me.see('#turn', 'Yellow to move');
      assert.equal((await me.moves()).length, 2);
    }, { offline: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
