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
  assert.deepEqual(await Promise.all(['value', 'analyse', 'timing'].map((id) => page.locator(`#${id}`).isVisible())), [false, false, false]);
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
  for (const side of ['blue', 'yellow']) await page.locator(`#player-${side}`).selectOption({ label: 'Computer, level 1' });
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
  // The setup is edited as text.
  await page.locator('#change').click();
  await me.tab('play');
  await page.locator('#edit').click();
  await me.see('.edit-word', 'A game of more than two sides is edited as text.');
}, { gallery: true, width: 390, height: 844, touch: true }));

test('a game of three sides in one file, without a network', { skip: skip || noModule }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alfil-sides-'));
  const file = join(folder, 'trichess.html');
  const small = module.replace(/(\.gz)?$/, '.lzma');
  execFileSync(program, ['page', 'trichess', '--module', existsSync(small) ? small : module, '-o', file], { stdio: 'pipe' });
  try {
    await alone(pathToFileURL(file).href, async (me) => {
      const { page } = me;
      await me.cell('d2').waitFor({ timeout: 60_000 });
      await me.see('#turn', 'Red to move');
      await page.locator('#player-blue').selectOption({ label: 'Computer, level 1' });
      await me.play('d2', 'd4');
      await me.see('#turn', 'Yellow to move');
      assert.equal((await me.moves()).length, 2);
    }, { offline: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
