// Stories about the look of boards: points, names, piece sets, zoom, rows of layers, the divider.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, skip, story } from './browser.mjs';

const seen = (page) => page.locator('svg.board').getAttribute('viewBox').then((box) => box.split(' ').map(Number));
const near = (one, other, slack = 0.5) => one.every((n, i) => Math.abs(n - other[i]) < slack);

test('xiangqi is played on points, by Red, with symbols or figures', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: xiangqi\n');
  await me.see('#turn', 'Red to move');
  await me.current();
  assert.equal(await page.locator('svg.board.points').count(), 1);
  assert.ok(await page.locator('.ruling.line').count() > 20, 'lines between the points');
  // Words that no font has are left out, as boxes would be in their place.
  const hasFont = (await page.locator('#set').inputValue()) === 'symbols';
  assert.equal(await page.locator('.riverword').count(), hasFont ? 2 : 0);
  assert.match(await me.cell('e1').getAttribute('aria-label'), /^e1, Red general/);
  await me.play('h3', 'e3');
  await me.see('#turn', 'Black to move');
  // A machine without a font for the symbols begins with figures.
  await page.locator('#set').selectOption('symbols');
  const signs = () => page.locator('.board .man text').count();
  assert.equal(await signs(), 32);
  const onCards = () => page.locator('#cards .card header svg text').count();
  assert.equal(await onCards(), 7);
  await page.locator('#set').selectOption('figures');
  assert.equal(await signs(), 0);
  assert.equal(await onCards(), 0);
  await me.accessible();
  await page.reload();
  await me.cell('e1').waitFor();
  assert.equal(await page.locator('#set').inputValue(), 'figures');
}));

test('a piece has the drawing of its author, and a script in one is a finding', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const rook = (drawing) => `name: Mine\nextends: chess\npieces:\n  rook: {picture: '${drawing}'}\n`;
  await me.write(rook('<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c03020"/></svg>'));
  await me.current();
  await me.cell('a1').waitFor();
  assert.equal(await page.locator('.board .man circle[fill="#c03020"]').count(), 4);
  await me.write(rook('<svg viewBox="0 0 10 10"><script>alert(1)</script></svg>'));
  await me.see('#findings', 'a picture of a piece has no `script`');
}));

test('the wheel, keys, buttons and dragging enlarge a board and move the view', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\n');
  await me.current();
  await me.cell('e4').waitFor();
  const whole = await seen(page);
  const { x, y } = await me.cell('e4').boundingBox();
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.wheel(0, -100);
  await page.waitForFunction((before) => document.querySelector('svg.board').getAttribute('viewBox') !== before, whole.join(' '));
  const larger = await seen(page);
  assert.ok(Math.abs(whole[2] / larger[2] - 1.25) < 0.01);
  const still = await me.cell('e4').boundingBox();
  assert.ok(Math.hypot(still.x - x, still.y - y) < 4, 'what is under the pointer stays there');
  // An empty cell is dragged: the view moves, and no move is made.
  const empty = await me.cell('d5').boundingBox();
  await page.mouse.move(empty.x + 20, empty.y + 20);
  await page.mouse.down();
  await page.mouse.move(empty.x + 50, empty.y + 45, { steps: 5 });
  await page.mouse.up();
  assert.ok((await seen(page))[0] < larger[0] - 1);
  assert.equal((await me.moves()).length, 0);
  // A piece is still dragged in the enlarged board.
  await me.drag('e2', 'e4');
  await me.see('.ply', 'e4');
  await me.cell('e4').focus();
  await page.keyboard.press('0');
  assert.ok(near(await seen(page), whole));
  await page.getByRole('button', { name: 'Enlarge the board' }).click();
  assert.ok(Math.abs(whole[2] / (await seen(page))[2] - 1.25) < 0.01);
  await me.cell('e4').focus();
  for (let n = 0; n < 9; n += 1) await page.keyboard.press('Shift+ArrowRight');
  const [left, , width] = await seen(page);
  assert.ok(Math.abs(left + width - (whole[0] + whole[2])) < 0.5, 'the view ends where the board ends');
  await page.getByRole('button', { name: 'Fit' }).click();
  assert.ok(near(await seen(page), whole));
}));

test('layers stand in rows, and the ring of the focus is over all cells', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: raumschach\n');
  await me.current();
  await me.cell('Aa1').waitFor();
  const [low, high] = [await me.cell('Aa1').boundingBox(), await me.cell('Ea1').boundingBox()];
  assert.ok(high.y > low.y + low.height * 3, 'a layer in a row of its own');
  assert.ok(low.width > 30, `cells of ${low.width} pixels`);
  await me.play('Ab2', 'Ab3');
  await me.cell('Aa1').focus();
  await page.keyboard.press('ArrowRight');
  const ring = page.locator('.focusring:not(.hidden)');
  assert.equal(await ring.count(), 1);
  assert.equal(await ring.getAttribute('d'), await me.cell('Ab1').getAttribute('d'));
  await me.accessible();
}, { width: 1280, height: 800 }));

test('the divider is moved by the mouse and by keys, and keeps its place', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const width = () => page.locator('#write').evaluate((element) => element.offsetWidth);
  const bar = page.getByRole('separator');
  const before = await width();
  const { x, y } = await bar.boundingBox();
  await page.mouse.move(x + 3, y + 200);
  await page.mouse.down();
  await page.mouse.move(x - 150, y + 200, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs(before - (await width()) - 153) < 8);
  await bar.focus();
  const dragged = await width();
  await page.keyboard.press('ArrowRight');
  assert.ok(await width() > dragged + 10);
  const kept = await width();
  await page.reload();
  await opened(page);
  assert.equal(await width(), kept);
  await me.accessible();
  await bar.focus();
  await page.keyboard.press('Enter');
  assert.equal(await width(), before);
}));
