// What a person does with Studio, from an empty folder on; each story has a server, a folder and a browser of its own.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve, skip, story } from './browser.mjs';

const THREE = `name: Three
extends: chess
pieces:
  camel: {letter: C, moves: C}
  guard: {letter: G, moves: WF}
  wizard: {letter: Z, moves: F C}
setup: rgbqkbzr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBZR w KQkq - 0 1
`;

test('from an empty folder to a tested variant of three new pieces', { skip }, () => story('three.yaml', async (me) => {
  const { page } = me;
  await me.see('#state', 'not written yet');
  await me.write(THREE);
  await me.see('#findings', 'No findings');
  await me.tab('pieces');
  await me.see('.card h3', 'Wizard');
  await me.picture('pieces');
  await page.locator('.card', { hasText: 'Wizard' }).locator('.reach .of-1').first().click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'C');
  // Each clause has its letters and its colour in the text.
  await page.locator('.card', { hasText: 'Wizard' }).locator('.clauses button').nth(1).click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'C');
  await me.tab('play');
  await me.cell('b1').waitFor();
  await me.play('g1', 'f4');
  await me.play('e7', 'e5');
  assert.deepEqual(await me.moves(), ['Zf4', 'e5']);
  await me.picture('write-and-play');
  await page.getByRole('button', { name: 'This move is legal' }).click();
  await me.see('#score', '1 hold');
  await me.tab('play');
  await page.getByRole('button', { name: 'Record this position' }).click();
  await me.see('#score', '2 hold');
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  const written = readFileSync(join(me.folder, 'three.yaml'), 'utf8');
  assert.equal(written, `${THREE}\ntests:\n  - moves: {including: e7e5}\n    after: g1f4\n  - perft: [25]\n    after: g1f4 e7e5\n    source: counted in Studio\n`);
  await me.picture('tests');
}));

test('a broken file is mended by clicks', { skip }, () => story('broken.yaml', async (me) => {
  await me.write('name: Broken\nextends: ches\ncastlng: none\n');
  await me.page.locator('.mend').first().waitFor();
  await me.picture('findings');
  while (await me.page.locator('.mend').count()) {
    const before = await me.page.locator('#findings').innerText();
    await me.page.locator('.mend').first().click();
    await me.page.waitForFunction((old) => document.getElementById('findings').innerText !== old, before);
  }
  await me.see('#findings', 'No findings');
  await me.cell('e2').waitFor();
}));

test('a turn of White and Black with both steps', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'white-and-black');
  await me.see('#score', 'hold');
  // From a light cell, then from a dark one.
  await me.play('e2', 'e4');
  await me.see('#turn', 'White to move, step 2 of the turn');
  await me.picture('steps');
  await me.play('d2', 'd4');
  await me.see('#turn', 'Black to move');
  await me.play('b7', 'b5');
  await me.see('#turn', 'Black to move, step 2 of the turn');
  await me.play('a7', 'a5');
  await me.see('#turn', 'White to move');
  assert.deepEqual(await page.locator('#moves li').allInnerTexts(), ['e4 d4 b5 a5']);
}));

test('a slider is moved in Opposition', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'opposition');
  await me.see('#score', '13 hold');
  // The section is picked up by a cell on which nothing stands.
  await me.cell('d1').click();
  await me.picture('sections');
  await page.locator('[data-move]').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  assert.deepEqual(await me.moves(), ['white:a1']);
  assert.equal(await me.cell('g1').count(), 0);
  assert.match(await me.cell('c1').getAttribute('aria-label'), /white king/);
}));

test('a drop in shogi, by click and by dragging', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'shogi');
  await me.see('#score', 'hold');
  await me.play('c3', 'c4');
  await me.play('g7', 'g6');
  await me.cell('b2').click();
  await me.cell('h8').click();
  await page.locator('#choices button', { hasText: 'horse' }).click();
  await page.locator('#hand-near .held-piece').waitFor();
  // The silver takes back, and the bishop in hand comes down again.
  await me.play('g9', 'h8');
  await me.picture('hands');
  await page.locator('#hand-near .held-piece').click();
  await me.cell('e5').click();
  await me.see('.ply', 'B@e5');
  assert.match(await me.cell('e5').getAttribute('aria-label'), /white bishop/);
  // Black's, by the keyboard.
  await page.locator('#hand-far .held-piece').focus();
  await page.keyboard.press('Enter');
  await me.cell('e6').focus();
  await page.keyboard.press('Enter');
  await me.see('.ply', 'B@e6');
}));

test('promotion by dialog', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\n');
  await me.cell('e2').waitFor();
  await me.setUp('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await me.see('#turn', 'White to move');
  await page.waitForFunction(() => document.querySelector('[data-cell=a7]')?.getAttribute('aria-label').includes('pawn'));
  await me.drag('a7', 'a8');
  await page.locator('#choose[open]').waitFor();
  await me.picture('promotion');
  await me.accessible();
  await page.locator('#choices button', { hasText: 'knight' }).click();
  await me.see('.ply', 'a8=N');
}));

test('a king of the plane walks between two rooks', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Plane\nextends: continuous\nsetup: K4,1 r2,4 r6,4 k4,7.5 w 0 1\n');
  await page.locator('[data-body]').nth(3).waitFor();
  const king = page.locator('[data-body][aria-label^="white king"]');
  await king.focus();
  await page.keyboard.press('Enter');
  await page.locator('#distance').waitFor();
  await me.picture('plane');
  const forward = await page.locator('#bearing option', { hasText: /^90°/ }).getAttribute('value');
  await page.selectOption('#bearing', forward);
  await page.locator('#distance').fill('0.7');
  await page.locator('#distance').press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  assert.match(await page.locator('[data-body][aria-label^="white king"]').getAttribute('aria-label'), /at 4, 1\.7/);
  // Black's with the mouse: it glides along its ways and stops at the end of the one that is nearest.
  const at = (x, y) => page.evaluate(([px, py]) => {
    const svg = document.querySelector('svg.plane');
    const point = new DOMPoint(px, 8 - py).matrixTransform(svg.getScreenCTM());
    return [point.x, point.y];
  }, [x, y]);
  await page.mouse.click(...(await at(4, 7.5)));
  await page.locator('#distance').waitFor();
  await page.mouse.move(...(await at(4.1, 5)), { steps: 4 });
  await page.locator('.ghostly').first().waitFor();
  await me.picture('glide');
  await page.mouse.click(...(await at(4.1, 5)));
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  assert.match(await page.locator('[data-body][aria-label^="black king"]').getAttribute('aria-label'), /at 4, 6\.5/);
}));

test('the keyboard alone plays', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\n');
  await me.cell('e2').waitFor();
  await me.cell('e2').focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await me.see('.ply', 'e4');
  // A refusal names its rule.
  await me.cell('e7').focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await me.see('#word', 'has no such move');
}));

test('a branch beside the game, and a game that is read', { skip }, () => story(null, async (me) => {
  await me.write('name: Mine\nextends: chess\n');
  await me.cell('e2').waitFor();
  await me.setUp('1. f3 e5 2. g4 Qh4#');
  await me.see('#turn', 'Black wins by checkmate');
  await me.page.locator('#back').click();
  await me.see('#turn', 'Black to move');
  await me.play('d7', 'd5');
  assert.deepEqual(await me.moves(), ['f3', 'e5', 'g4', 'Qh4#', 'd5']);
  await me.see('.branch', 'd5');
}));

test('a file changed outside, two tabs, a server that is killed: nothing is lost', { skip }, () => story('mine.yaml', async (me) => {
  const { page, folder } = me;
  const file = join(folder, 'mine.yaml');
  await me.write('name: One\nextends: chess\n');
  await page.locator('#save').click();
  await me.see('#state', 'saved');
  // Somebody else writes while nothing is unsaved: it is read.
  writeFileSync(file, 'name: Two\nextends: chess\n');
  await me.see('.cm-content', 'name: Two');
  // And while something is: both are kept until one is chosen.
  await me.write('name: Mine\nextends: chess\n');
  writeFileSync(file, 'name: Theirs\nextends: chess\n');
  await page.locator('#save').click();
  await me.see('#bar', 'changed outside');
  assert.equal(readFileSync(file, 'utf8'), 'name: Theirs\nextends: chess\n');
  await me.see('.cm-content', 'name: Mine');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await me.see('#state', 'saved');
  assert.equal(readFileSync(file, 'utf8'), 'name: Mine\nextends: chess\n');
  // The server is killed; the next one at the same address has the draft.
  await me.write('name: Draft\nextends: chess\n');
  await me.see('#state', 'changed');
  const { port } = new URL(me.studio.address);
  await me.studio.end();
  await me.see('#bar', 'The server has gone');
  const again = await serve(folder, 'mine.yaml', port);
  try {
    const tab = await me.context.newPage();
    await tab.goto(again.address);
    await tab.locator('.cm-content', { hasText: 'name: Draft' }).waitFor();
    assert.equal(readFileSync(file, 'utf8'), 'name: Mine\nextends: chess\n');
  } finally { await again.end(); }
}));

test('a definition of 256 cells', { skip }, () => story(null, async (me) => {
  const men = (letters) => `${letters}${letters}`;
  const rows = ['rnbqkbnrrnbqqbnr', men('pppppppp'), ...Array(12).fill('16'), men('PPPPPPPP'), 'RNBQKBNRRNBQQBNR'];
  await me.write(`name: Wide\nextends: chess\nspace: grid 16x16\ncastling: none\nsetup: ${rows.join('/')} w - - 0 1\n`);
  await me.cell('p16').waitFor();
  assert.equal(await me.page.locator('[data-cell]').count(), 256);
  await me.play('e2', 'e4');
  await me.see('#turn', 'Black to move');
}));

test('seven tabs and three hundred findings', { skip }, () => story(null, async (me) => {
  const lines = Array.from({ length: 300 }, (_, n) => `  p${n}: {letter: ${n}, moves: Y${n}}`);
  await me.write(`extends: chess\npieces:\n${lines.join('\n')}\n`);
  await me.see('#findings h2', /\d{3} findings/);
  for (let n = 0; n < 6; n += 1) {
    const tab = await me.context.newPage();
    await tab.goto(me.studio.address);
    // The draft is here as well.
    await tab.locator('#findings h2', { hasText: /\d{3} findings/ }).waitFor();
  }
}));

test('hexagons, by the code that draws squares', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'glinski');
  await me.cell('f11').waitFor();
  await me.play('b1', 'b2');
  await me.cell('f6').waitFor();
  await me.cell('f7').click();
  await me.picture('hexagons');
  assert.equal(await page.locator('.target').count(), 1);
}));

for (const [name, size] of Object.entries({ wide: {}, dark: { dark: true }, phone: { width: 320, height: 640 } })) {
  test(`${name}: nothing serious for axe, nothing wider than the page`, { skip }, () => story('mine.yaml', async (me) => {
    const { page } = me;
    await me.write(THREE);
    await me.see('#findings', 'No findings');
    await me.accessible();
    for (const tab of ['play', 'pieces', 'rules', 'tests', 'share']) {
      await me.tab(tab);
      await page.waitForTimeout(150);
      await me.accessible();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${tab} is ${over} pixels too wide`);
      if (tab === 'play') await me.picture(`${name}`);
    }
    await me.tab('play');
    await me.play('g1', 'f4');
  }, size));
}
