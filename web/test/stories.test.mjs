// Stories of Studio, from an empty folder on. Each story has a server, a folder and a browser of its own.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { globe } from '../src/globe.js';
import { serve, skip, story } from './browser.mjs';

const THREE = `name: Three
extends: chess
pieces:
  camel: {letter: C, moves: C}
  guard: {letter: G, moves: WF}
  wizard: {letter: Z, moves: F C}
  knight: none
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

test('a broken file is corrected by clicks', { skip }, () => story('broken.yaml', async (me) => {
  await me.write('name: Broken\nextends: ches\ncastlng: none\n');
  await me.page.locator('.mend').first().waitFor();
  await me.picture('findings');
  await me.settled();
  while (await me.page.locator('.mend').count()) {
    const before = await me.page.locator('#findings').innerText();
    await me.page.locator('.mend').first().click();
    await me.page.waitForFunction((old) => document.getElementById('findings').innerText !== old, before);
    await me.settled();
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
  await me.see('#score', '14 hold');
  // An empty cell selects the section.
  await me.cell('d1').click();
  await me.picture('sections');
  await page.locator('[data-place]').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  assert.deepEqual(await me.moves(), ['III']);
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
  // The silver recaptures, and the bishop in hand is dropped.
  await me.play('g9', 'h8');
  await me.picture('hands');
  await page.locator('#hand-near .held-piece').click();
  await me.cell('e5').click();
  await me.see('.ply', 'B*55');
  assert.match(await me.cell('e5').getAttribute('aria-label'), /Sente bishop/);
  // Black's move, with the keyboard.
  await page.locator('#hand-far .held-piece').focus();
  await page.keyboard.press('Enter');
  await me.cell('e6').focus();
  await page.keyboard.press('Enter');
  await me.see('.ply', 'B*54');
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
  // Black's move with the mouse: the piece glides along its intervals and stops at the end of the nearest
  // one.
  const at = me.onPlane;
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
  await me.current();
  await me.cell('e2').focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await me.see('.ply', 'e4');
  // A rejected move names its rule.
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
  // Another program changes the file while nothing is unsaved: it is read again.
  writeFileSync(file, 'name: Two\nextends: chess\n');
  await me.see('.cm-content', 'name: Two');
  // If something is unsaved, both texts stay until one is chosen.
  await me.write('name: Mine\nextends: chess\n');
  writeFileSync(file, 'name: Theirs\nextends: chess\n');
  await page.locator('#save').click();
  await me.see('#bar', 'Another program changed the file');
  assert.equal(readFileSync(file, 'utf8'), 'name: Theirs\nextends: chess\n');
  await me.see('.cm-content', 'name: Mine');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await me.see('#state', 'saved');
  assert.equal(readFileSync(file, 'utf8'), 'name: Mine\nextends: chess\n');
  // The server is killed; the next one at the same address has the draft.
  await me.write('name: Draft\nextends: chess\n');
  await me.see('#state', 'changed');
  const { port } = new URL(me.studio.address);
  // The browser reports a connection that ends during a request.
  me.forgiven.push(/ERR_SOCKET_NOT_CONNECTED/);
  await me.studio.end();
  await me.see('#bar', 'The server has stopped');
  // The open tab has the token of the killed server.
  me.forgiven.push(/status of 401/);
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

test('seven tabs and three hundred findings, each tab with a text of its own', { skip }, () => story(null, async (me) => {
  const lines = Array.from({ length: 300 }, (_, n) => `  p${n}: {letter: ${n}, moves: Y${n}}`);
  const tabs = [me];
  for (let n = 0; n < 6; n += 1) tabs.push(await me.another());
  for (const [n, tab] of tabs.entries()) {
    // The unsaved text of one tab does not appear in another.
    await tab.page.locator('.cm-content', { hasText: 'Untitled' }).waitFor();
    await tab.write(`name: Tab ${n}\nextends: chess\npieces:\n${lines.join('\n')}\n`);
  }
  for (const tab of tabs) await tab.page.locator('#findings h2', { hasText: /\d{3} findings/ }).waitFor();
  for (const [n, tab] of tabs.entries()) {
    await tab.page.reload();
    await tab.page.locator('.cm-content', { hasText: `Tab ${n}` }).waitFor();
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

test('early findings come first, and later ones are not lost meanwhile', { skip }, () => story('early.yaml', async (me) => {
  const { page } = me;
  // This promise delays compilation.
  let wait = Promise.resolve();
  await page.route('**/api/check', async (route) => { await wait; await route.continue().catch(() => {}); });
  // Only a board shows that the leap of the second clause is too long.
  const text = 'name: Early\nextends: chess\npieces:\n  camel: {letter: C, moves: "C (9,0)"}\nsetup: rnbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBCR w KQkq - 0 1\n';
  await me.write(text);
  await me.settled();
  await me.see('#findings h2', /^1 finding$/);
  const late = await page.locator('#findings li .what').innerText();
  let on;
  wait = new Promise((done) => { on = done; });
  await me.write(`# a line more\n${text}about: {sorce: me}\n`);
  await me.see('#findings li', 'sorce');
  await me.see('#findings h2', 'looking for more');
  assert.equal(await page.locator('#findings').getAttribute('aria-busy'), 'true');
  on();
  await page.locator('#findings[aria-busy=false]').waitFor();
  await me.see('#findings h2', /^2 findings$/);
  assert.ok((await page.locator('#findings li .what').allInnerTexts()).includes(late));
  // A letter elsewhere: known findings stay, marked as old.
  wait = new Promise((done) => { on = done; });
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('# and another\n');
  await me.see('#findings li.again', /./);
  assert.equal(await page.locator('#findings li').count(), 2);
  on();
  await page.locator('#findings[aria-busy=false]').waitFor();
  assert.equal(await page.locator('#findings li.again').count(), 0);
}));

test('downloads: a page with a game, pictures, a PGN', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(THREE);
  await me.see('#findings', 'No findings');
  await me.cell('g1').waitFor();
  await me.play('g1', 'f4');
  await me.play('e7', 'e5');
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  assert.match((await me.take('pgn')).bytes.toString(), /1\. Zf4 e5/);
  const svg = await me.take('svg');
  assert.match(svg.bytes.toString(), /<path data-cell="e5"[^]*<g data-man="e5">/);
  assert.deepEqual((await me.take('png')).bytes.subarray(0, 8), png);
  const moving = await me.take('apng');
  assert.deepEqual(moving.bytes.subarray(0, 8), png);
  // The chunk with the number of pictures says three.
  assert.equal(moving.bytes.readUInt32BE(moving.bytes.indexOf('acTL') + 4), 3);
  const gif = await me.take('gif');
  assert.equal(gif.bytes.subarray(0, 6).toString(), 'GIF89a');
  assert.ok(await page.evaluate(async (bytes) => (await createImageBitmap(new Blob([Uint8Array.from(bytes)]))).width > 300, [...gif.bytes]));
  await me.tab('share');
  await me.picture('share');
  const rules = await me.take('html');
  const path = join(me.folder, rules.name);
  writeFileSync(path, rules.bytes);
  const tab = await me.context.newPage();
  const refused = [];
  tab.on('console', (message) => { if (message.type() === 'error') refused.push(message.text()); });
  await tab.goto(`file://${path}`);
  await tab.locator('#now', { hasText: 'The start' }).waitFor();
  const man = (cell) => tab.locator(`#frame [data-man="${cell}"]`).count();
  assert.deepEqual([await man('g1'), await man('f4')], [1, 0]);
  await tab.locator('#on').click();
  assert.deepEqual([await man('g1'), await man('f4')], [0, 1]);
  await tab.keyboard.press('ArrowRight');
  await tab.locator('#now', { hasText: '2 of 2: e5' }).waitFor();
  assert.equal(await tab.locator('#on').isDisabled(), true);
  await tab.locator('#frame').scrollIntoViewIfNeeded();
  if (process.env.ALFIL_PICTURES) await tab.screenshot({ path: join(process.env.ALFIL_PICTURES, 'page.png') });
  await tab.getByRole('button', { name: 'Zf4' }).click();
  assert.deepEqual([await man('e7'), await man('e5')], [1, 0]);
  // A foreign script does not run.
  await tab.evaluate(() => { const script = document.createElement('script'); script.textContent = 'window.bad = true'; document.body.append(script); });
  assert.equal(await tab.evaluate(() => window.bad), undefined);
  assert.equal(refused.filter((words) => !words.includes('Content Security Policy')).length, 0);
}));

test('a link opens as a draft, and nothing is written without consent', { skip }, () => story('theirs.yaml', async (me) => {
  const { page } = me;
  await me.write(THREE);
  await me.tab('share');
  await page.locator('[data-form="link"]').click();
  await page.waitForFunction(() => document.getElementById('link').value.includes('#text='));
  const address = await page.locator('#link').inputValue();
  await story('mine.yaml', async (you) => {
    const file = join(you.folder, 'mine.yaml');
    await you.write('name: Mine\nextends: chess\n');
    await you.page.keyboard.press('Control+s');
    await you.see('#state', 'saved');
    await you.tab('share');
    await you.page.locator('#link').fill('http://127.0.0.1:1/nothing');
    await you.page.locator('#link').press('Enter');
    await you.see('#linkword', 'not a link of Studio');
    await you.page.locator('#link').fill(address.slice(0, -9));
    await you.page.locator('#link').press('Enter');
    await you.see('#bar', 'incomplete or changed');
    await you.page.locator('#link').fill(address);
    await you.page.locator('#link').press('Enter');
    await you.see('#bar', 'came from a link');
    await you.see('.cm-content', 'name: Three');
    await you.page.locator('.cm-content').focus();
    await you.page.keyboard.press('Control+s');
    await you.see('#bar', 'Write it to mine.yaml');
    assert.equal(readFileSync(file, 'utf8'), 'name: Mine\nextends: chess\n');
    await you.page.getByRole('button', { name: 'Write it' }).click();
    await you.see('#state', 'saved');
    assert.equal(readFileSync(file, 'utf8'), THREE);
  });
  // A new Studio gets the link on the command line.
  const other = await serve(me.folder, `http://127.0.0.1:9/${new URL(address).hash}`);
  try {
    const tab = await me.context.newPage();
    await tab.goto(other.address);
    await tab.locator('.cm-content', { hasText: 'name: Three' }).waitFor();
    assert.match(await tab.locator('#state').innerText(), /no file/);
    assert.equal(existsSync(join(me.folder, 'theirs.yaml')), false);
  } finally { await other.end(); }
  // A text that is too long for a link is reported.
  const noise = Array.from({ length: 12 }, () => `# ${randomBytes(2400).toString('base64')}`).join('\n');
  await me.write(`${THREE}${noise}\n`);
  await me.tab('share');
  await page.locator('[data-form="link"]').click();
  await me.see('#bar', 'send the file instead');
}));

test('the plane is enlarged, a body turned by its handle, and attackers of the king are named', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const at = me.onPlane;
  await me.write('name: Plane\nextends: continuous\nsetup: K4,1 R4,3 r4,6 k7,7.5 w 0 1\n');
  const king = page.locator('[data-body][aria-label^="white king"]');
  await king.waitFor();
  const size = async () => (await page.locator('svg.plane').getAttribute('viewBox')).split(' ').map(Number)[2];
  const before = await size();
  await page.mouse.move(...(await at(4, 1)));
  const seen = await at(4, 1);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((w) => Number(document.querySelector('svg.plane').getAttribute('viewBox').split(' ')[2]) < w, before);
  const still = await at(4, 1);
  assert.ok(Math.hypot(seen[0] - still[0], seen[1] - still[1]) < 2, 'what is under the pointer stays there');
  await king.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  assert.ok(await size() < before / 1.8);
  await page.keyboard.press('0');
  assert.equal(await size(), before);
  // If the rook moves sideways, the other rook attacks along the king's file.
  await page.mouse.click(...(await at(4, 3)));
  await page.locator('#distance').waitFor();
  await page.locator('#glide summary').click();
  await me.see('#glide li', /the king would be attacked by the black rook at 4, 6/);
  const from = (await page.locator('#glide li').first().innerText()).match(/From ([\d.]+), ([\d.]+) to ([\d.]+), ([\d.]+)/).slice(1).map(Number);
  await page.mouse.move(...(await at((from[0] + from[2]) / 2, (from[1] + from[3]) / 2)), { steps: 3 });
  await me.see('#glide output', 'Not there: the king would be attacked by');
  await page.locator('.sight').first().waitFor({ state: 'attached' });
  await me.picture('seen');
  await me.accessible();
}));

test('a rook follows a circle, and a scimitar turns on it', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Plane\nextends: continuous-circles\nsetup: K1,1 R4,3 S6.5,2@90 p6,5 k7,7.5 w 0 1\n');
  await me.current();
  await page.mouse.click(...(await me.onPlane(4, 3)));
  await page.locator('#distance').waitFor();
  await me.see('#glide', '90° right, radius 2');
  // A third of the left circle around 4,5. The pawn ends that arc, so the rook comes from the other side.
  const third = [4 + 2 * Math.sin(2 * Math.PI / 3), 5 - 2 * Math.cos(2 * Math.PI / 3)];
  await page.mouse.move(...(await me.onPlane(...third)), { steps: 3 });
  await me.see('#glide output', 'R4,3:180r2:8.3');
  await me.picture('circle');
  await page.mouse.move(...(await me.onPlane(5.96, 4.72)), { steps: 3 });
  await me.see('#glide output', 'takes p6,5');
  await page.mouse.click(...(await me.onPlane(5.96, 4.72)));
  await page.waitForFunction(() => document.querySelectorAll('[data-body]').length === 4);
  assert.match((await me.moves())[0], /^R4,3:0l2:2\.89/);
  await me.accessible();
}));

test('a rook goes round a sphere, which turns', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const ball = globe(4);
  const at = (x, y) => me.onPlane(...ball.spot([x, y]));
  await me.write('name: Sphere\nextends: continuous-sphere\nsetup: K0,-90 R30,-40 Q60,-50 P-60,-50 p0,-20 k0,80 n-60,10 b150,-10 w 0 1\n');
  await me.current();
  // Dragging the background turns the sphere: the rook moves to the right.
  const rook = () => page.locator('[data-body]').nth(1).boundingBox();
  const before = await rook();
  const [x, y] = await me.onPlane(1.6, 6.2);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 3 });
  await page.mouse.up();
  assert.ok((await rook()).x > before.x + 20, 'the sphere turns');
  await me.picture('sphere-turned');
  await page.getByRole('button', { name: 'Fit' }).click();
  assert.ok(Math.abs((await rook()).x - before.x) < 1, 'and back');
  await page.mouse.click(...(await at(30, -40)));
  await page.locator('#distance').waitFor();
  await me.see('#glide', '270°');
  // North along longitude 30 to latitude 10, 50 degrees or 3.491 away.
  await page.mouse.move(...(await at(30, 10)), { steps: 3 });
  await me.see('#glide output', /R30,-40:90:3\.49/);
  await me.picture('sphere');
  await page.mouse.click(...(await at(30, 10)));
  await page.waitForFunction(() => document.querySelector('.lastway'));
  assert.match((await me.moves())[0], /^R30,-40:90:3\.49/);
  await me.accessible();
}));

test('a box is turned, and a rook goes up to a knight above it', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Box\nextends: continuous-space\nsetup: K4,0.5,1 R4,4,2 P6,5,5 n4,4,6 q1,6,6 k7,7.5,1 w 0 1\n');
  await me.current();
  const middle = async (id) => {
    const box = await page.locator(`[data-body="${id}"] circle`).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const rook = await page.locator('[data-body]', { has: page.locator('circle') }).evaluateAll((all) => all.find((one) => one.getAttribute('aria-label').startsWith('white rook')).dataset.body);
  const knight = await page.locator('[data-body]').evaluateAll((all) => all.find((one) => one.getAttribute('aria-label').startsWith('black knight')).dataset.body);
  await page.mouse.click(...(await middle(rook)));
  await page.locator('#distance').waitFor();
  await me.see('#glide', '0,0,1: [0.1 to 3.75), [3.75] takes n4,4,6');
  await me.picture('box');
  // The buttons turn the box. The rook stays picked up.
  await page.locator('[aria-label="Turn to the right"]').click();
  await page.mouse.move(...(await middle(knight)), { steps: 3 });
  await me.see('#glide output', 'takes n4,4,6');
  await me.picture('box-turned');
  await page.mouse.click(...(await middle(knight)));
  await page.waitForFunction(() => document.querySelectorAll('[data-body]').length === 5);
  assert.match((await me.moves())[0], /^R4,4,2:0,0,1:3\.75/);
  // The empty space turns the box, too.
  const king = await page.locator('[data-body]').evaluateAll((all) => all.find((one) => one.getAttribute('aria-label').startsWith('white king')).dataset.body);
  const was = await middle(king);
  const svg = await page.locator('svg.plane').boundingBox();
  await page.mouse.move(svg.x + 8, svg.y + 8);
  await page.mouse.down();
  await page.mouse.move(svg.x + 128, svg.y + 48, { steps: 4 });
  await page.mouse.up();
  const now = await middle(king);
  assert.ok(Math.hypot(now[0] - was[0], now[1] - was[1]) > 10, `${was} to ${now}`);
  await me.accessible();
}));

test('a guard that is pinned shows where it may not go', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Plane\nextends: continuous-menagerie\nsetup: K4,1 G4,3 r4,6 k7,7.5 w 0 1\n');
  await me.current();
  await page.mouse.click(...(await me.onPlane(4, 3)));
  await page.locator('.area.forbidden').first().waitFor({ state: 'attached' });
  assert.ok(await page.locator('.area.quiet').count() > 0, 'along the file it may go');
  // Beside the file the guard would open it. The forbidden region covers these points, and none on the file
  // itself.
  const covers = ([x, y]) => page.evaluate(([px, py]) => [...document.querySelectorAll('.area.forbidden')]
    .some((area) => area.isPointInFill(new DOMPoint(px, 8 - py))), [x, y]);
  assert.deepEqual([await covers([3.6, 3]), await covers([4.4, 3]), await covers([4, 3.3])], [true, true, false]);
  await page.mouse.move(...(await me.onPlane(3.6, 3)), { steps: 3 });
  await me.see('#glide output', 'Not there: the king would be attacked by the black rook at 4, 6');
  await page.mouse.click(...(await me.onPlane(3.6, 3)));
  await me.see('#word', 'The king would be attacked by the black rook at 4, 6');
  assert.equal((await me.moves()).length, 0);
  await page.locator('#glide summary').click();
  await me.see('#glide li', /In the region around .* the king would be attacked by the black rook at 4, 6/);
  await me.picture('pinned');
  await me.accessible();
}));

test('two fingers enlarge the plane, keys move the view', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Plane\nextends: continuous\n');
  await me.current();
  const whole = await me.seen();
  const touch = await me.context.newCDPSession(page);
  const fingers = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [x, y] = await me.onPlane(4, 4);
  await fingers('touchStart', [x - 30, y]);
  await fingers('touchStart', [x - 30, y], [x + 30, y]);
  for (const far of [45, 60, 75, 90]) await fingers('touchMove', [x - far, y], [x + far, y]);
  await fingers('touchEnd');
  const pinched = await me.seen();
  assert.ok(Math.abs(whole[2] / pinched[2] - 3) < 0.1, `thrice as far apart, ${whole[2] / pinched[2]} times as large`);
  const still = await me.onPlane(4, 4);
  assert.ok(Math.hypot(still[0] - x, still[1] - y) < 2, 'what is between the fingers stays there');
  // One finger drags the background.
  await fingers('touchStart', [x, y]);
  await fingers('touchMove', [x + 40, y]);
  await fingers('touchEnd');
  assert.ok((await me.seen())[0] < pinched[0] - 0.1);
  // Pinched together, the fingers show the whole plane, and no move was made.
  await fingers('touchStart', [x - 120, y]);
  await fingers('touchStart', [x - 120, y], [x + 120, y]);
  for (const far of [90, 60, 30]) await fingers('touchMove', [x - far, y], [x + far, y]);
  await fingers('touchEnd');
  assert.deepEqual((await me.seen()).map((n) => n.toFixed(6)), whole.map((n) => n.toFixed(6)));
  assert.equal((await me.moves()).length, 0);
  // The same by keys.
  await page.locator('[data-body][aria-label^="white king"]').focus();
  for (const key of ['+', '+', '+']) await page.keyboard.press(key);
  const before = await me.seen();
  for (const [key, axis, sign] of [['ArrowRight', 0, 1], ['ArrowUp', 1, -1], ['ArrowLeft', 0, -1], ['ArrowDown', 1, 1]]) {
    const from = await me.seen();
    await page.keyboard.press(`Shift+${key}`);
    const to = await me.seen();
    assert.ok((to[axis] - from[axis]) * sign > 0.1, key);
    assert.equal(to[1 - axis], from[1 - axis], key);
  }
  assert.deepEqual((await me.seen()).map((n) => n.toFixed(6)), before.map((n) => n.toFixed(6)));
  // The view ends where the plane ends, and the piece still has the focus.
  for (let n = 0; n < 30; n += 1) await page.keyboard.press('Shift+ArrowRight');
  const [left, , width] = await me.seen();
  assert.ok(Math.abs(left + width - (whole[0] + whole[2])) < 1e-6);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^white king/);
  await page.keyboard.press('0');
  assert.deepEqual(await me.seen(), whole);
}, { touch: true }));

test('a screen reader announces every cell, body and dialog', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const names = async (role) => (await me.heard()).filter((one) => one.role === role).map((one) => one.name);
  await me.write('name: Mine\nextends: chess\n');
  await me.current();
  await me.setUp('8/P6k/8/8/8/5n2/4P3/K7 w - - 0 1');
  await page.waitForFunction(() => document.querySelector('[data-cell=a7]')?.getAttribute('aria-label').includes('pawn'));
  await me.cell('e2').click();
  await page.waitForFunction(() => document.querySelector('[data-cell=e2]')?.getAttribute('aria-label').includes('picked up'));
  const cells = (await names('button')).filter((name) => /^[a-h][1-8], /.test(name));
  assert.equal(cells.length, 64);
  const told = (cell) => cells.find((name) => name.startsWith(`${cell}, `));
  assert.deepEqual(['e2', 'e4', 'f3', 'h7', 'd5'].map(told), [
    'e2, white pawn, picked up', 'e4, empty, may go here', 'f3, black knight, may be captured', 'h7, black king', 'd5, empty']);
  await me.cell('f3').click();
  await page.locator('.ply').first().waitFor();
  const said = async () => (await me.heard()).filter((one) => one.role === 'status').map((one) => one.text);
  assert.ok((await said()).includes('exf3. Black to move'), String(await said()));
  await me.play('h7', 'h8');
  await me.drag('a7', 'a8');
  await page.locator('#choose[open]').waitFor();
  const dialog = await me.heard();
  assert.deepEqual(dialog.filter((one) => one.role === 'dialog').map((one) => one.name), ['Promote to']);
  // Screen readers see nothing behind a dialog.
  assert.deepEqual(dialog.filter((one) => one.role === 'button').map((one) => one.name).sort(), ['None of these', 'bishop', 'knight', 'queen', 'rook']);
  await page.locator('#never').click();
  await me.write('name: Plane\nextends: continuous-menagerie\nsetup: K4,1 R1,5 G4,3 S2,2 r4,6 r1,7 k7,7.5 w 0 1\n');
  await me.current();
  await page.locator('[data-body][aria-label^="white rook"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('#distance').waitFor();
  const bodies = (await names('button')).filter((name) => / at [\d.]+, [\d.]+/.test(name));
  assert.deepEqual(bodies.sort(), ['black king at 7, 7.5', 'black rook at 1, 7, may be captured', 'black rook at 4, 6', 'white guard at 4, 3',
    'white king at 4, 1', 'white rook at 1, 5, picked up', 'white sword at 2, 2']);
  assert.deepEqual((await names('textbox')).slice(1, 2), ['Distance']);
  await page.keyboard.press('Escape');
  await page.locator('[data-body][aria-label^="white sword"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.knob').waitFor();
  assert.deepEqual(await names('slider'), ['Turn, by arrows; Enter turns']);
  for (const tab of ['play', 'pieces', 'rules', 'tests', 'share']) {
    await me.tab(tab);
    await page.waitForTimeout(150);
    // Every control and text has a name, on each tab.
    const dumb = (await me.heard()).filter((one) => ['button', 'textbox', 'combobox', 'slider', 'tab', 'tabpanel', 'region', 'image', 'link', 'option', 'heading'].includes(one.role) && !one.name);
    assert.deepEqual(dumb, [], tab);
  }
  await me.write('name: Broken\nextends: ches\n');
  await me.settled();
  assert.ok((await said()).includes('1 finding'), String(await said()));
}));

test('text typed before the file arrives is not lost', { skip }, () => story('late.yaml', async (me) => {
  const { page } = me;
  let on;
  const wait = new Promise((done) => { on = done; });
  await page.route('**/api/document', async (route) => { await wait; await route.continue().catch(() => {}); });
  await page.reload();
  await page.locator('.cm-content').waitFor();
  assert.equal(await page.evaluate(() => { document.querySelector('.cm-content').focus(); return document.activeElement.className; }), '');
  on();
  await page.locator('#editor:not([inert])').waitFor();
  await me.write(THREE);
  await me.play('g1', 'f4');
}));

test('a body turns by its handle', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'continuous-menagerie');
  await page.locator('[data-body]').nth(3).waitFor();
  let turned = false;
  for (const body of await page.locator('[data-body]').all()) {
    await body.focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(150);
    if (await page.locator('.knob').count()) { turned = true; break; }
    await page.keyboard.press('Escape');
  }
  assert.ok(turned, 'some body of the menagerie turns');
  await me.picture('turn');
  const box = await page.locator('.knob').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 14, y + 4, { steps: 4 });
  await page.mouse.move(x - 22, y + 10, { steps: 4 });
  assert.match(await page.locator('.knob').getAttribute('aria-valuetext'), /^[1-9][\d.]* degrees/);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 1);
  assert.match((await me.moves())[0], /@\+\d/);
}));

test('a failed test shows its missing and unwanted moves on the board', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\ntests:\n  - moves: {including: e2e5, excluding: d2d4}\n  - game: f2f3 e7e5 g2g4 d8h4\n    ends: stalemate\n');
  await me.see('#score', '2 fail');
  await me.tab('tests');
  await page.getByRole('button', { name: 'On the board' }).first().click();
  await page.locator('.arrow.missing').waitFor();
  assert.deepEqual([await page.locator('.arrow.missing').count(), await page.locator('.arrow.unwanted').count()], [1, 1]);
  assert.match(await page.locator('#differs').innerText(), /Missing: e2e5\s+Not wanted: d2d4/);
  assert.match(await me.cell('e2').getAttribute('aria-label'), /missing by the test: a move to e5/);
  await me.picture('differs');
  await me.accessible();
  await me.play('e2', 'e4');
  assert.equal(await page.locator('.arrow').count(), 0);
  // The board shows the position where the game ends differently.
  await me.tab('tests');
  await page.getByRole('button', { name: 'On the board' }).nth(1).click();
  await me.see('#turn', 'Black wins by checkmate');
  await me.see('#differs', 'the game has another end');
}));

test('coverage marks the clauses that no test exercises', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(`${THREE}tests:\n  - moves: {including: g1f4}\n    source: me\n`);
  await me.see('#score', '1 hold');
  await me.tab('tests');
  await page.getByRole('button', { name: 'Which rules' }).click();
  await me.see('#covered', 'No test exercises');
  await page.locator('.cm-content .untested').first().waitFor();
  await me.tab('pieces');
  const bare = await page.locator('.clauses .untested').allInnerTexts();
  // The clauses of the camel, the guard and one of the wizard's; a test exercises the other one.
  assert.deepEqual(bare.sort(), ['C', 'F', 'F', 'W']);
  await me.picture('coverage');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# more\n');
  assert.equal(await page.locator('.untested').count(), 0);
}));

test('games show which rules take effect, and one of them becomes a test', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Sisters\nspace: grid 5x5\npieces:\n  king: {letter: K, moves: K, royal: true}\n  queen: {letter: Q, moves: Q}\nevery move: not (moving queen and exactly 3 own queens)\nsetup: 1qkq1/5/5/5/1QKQ1 w 0 1\nends: {checkmated: loss, stalemated: draw, threefold: draw}\n');
  await me.current();
  await me.tab('alive');
  await page.getByRole('button', { name: 'Play games' }).click();
  await page.waitForFunction(() => document.querySelector('#alive [role=status]')?.textContent.includes('fired in') && !document.querySelector('#alive-stop'), null, { timeout: 60_000 });
  const row = page.locator('table.alive tbody tr');
  assert.match(await row.first().innerText(), /restriction 1\s.*never/s);
  await me.picture('alive');
  await me.accessible();
  await row.filter({ hasText: 'checkmate' }).getByTitle('On the board').click();
  await me.see('#turn', 'checkmate');
  await me.tab('alive');
  await row.filter({ hasText: 'queen Q' }).getByRole('button', { name: 'Add as a test' }).first().click();
  await me.see('#score', '1 holds');
  assert.match(await page.locator('.cm-content').innerText(), /tests:\s+- moves: \{including: /);
  // The results belong to the old text.
  await me.current();
  await me.tab('alive');
  assert.equal(await row.count(), 0);
}));

test('clauses of parents have colours, too', { skip }, () => story(null, async (me) => {
  await me.write('name: Mine\nextends: chess\n');
  await me.tab('pieces');
  const pawn = me.page.locator('.card', { hasText: 'Pawn' });
  await pawn.locator('.reach .of-1').first().waitFor();
  assert.ok(await pawn.locator('.clauses span').count() > 1);
}));

test('a piece is dragged from the hand, the right button marks, and names are completed', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'shogi');
  await me.cell('b2').waitFor();
  await me.setUp('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[S] w 0 1');
  const held = page.locator('#hand-near .held-piece');
  await held.first().waitFor();
  const [a, b] = [await held.first().boundingBox(), await me.cell('e5').boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await page.locator('.flying').waitFor();
  await page.mouse.up();
  await me.see('.ply', '*55');
  assert.equal(await page.locator('.flying').count(), 0);
  // A mark and an arrow; the same again removes the mark.
  const middle = async (name) => { const box = await me.cell(name).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const right = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await middle(to)), { steps: 4 });
    await page.mouse.up({ button: 'right' });
  };
  await right('c3', 'c3');
  await right('a1', 'd4');
  assert.deepEqual([await page.locator('.note').count(), await page.locator('.arrow').count()], [1, 1]);
  await right('c3', 'c3');
  assert.equal(await page.locator('.note').count(), 0);
  await me.write('name: Mine\next');
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'extends' }).first().click();
  await me.see('.cm-content', 'extends:');
  await page.keyboard.insertText('glin');
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'glinski' }).first().click();
  await me.see('.cm-content', 'extends: glinski');
}));
