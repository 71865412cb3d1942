// Tests of demanding use: only keys, wide and large boards, a hostile page.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { skip, story } from './browser.mjs';

/** Presses `key` until an element of `selector` has the focus. */
async function until(page, selector, key = 'Tab') {
  for (let n = 0; n < 40; n += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} is not reached by ${key}; at ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))}`);
}

test('keys alone write, mend, play, promote, take back, test and save', { skip }, () => story('keys.yaml', async (me) => {
  const { page } = me;
  const { keyboard } = page;
  // When Chromium replaces typed text, it tries to keep its colours, which the policy of the page forbids.
  me.forgiven.push(/Applying inline style/);
  await until(page, '.cm-content');
  await keyboard.press('Control+a');
  await keyboard.type('name: Keys\nextends: ches\n');
  await me.settled();
  // After Escape, the editor lets one Tab leave it.
  await keyboard.press('Escape');
  await until(page, '.mend');
  await keyboard.press('Enter');
  await me.see('#findings h2', 'No findings');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'findings');
  await me.current();
  await until(page, '[role=tab][aria-selected=true]');
  await until(page, '#tab-rules', 'ArrowRight');
  await me.see('#rules h3', 'Castling');
  await until(page, '#tab-play', 'ArrowLeft');
  await until(page, '[data-cell]');
  const to = async (cell) => {
    const place = (name) => [name.charCodeAt(0), Number(name.slice(1))];
    const [x, y] = place(await page.evaluate(() => document.activeElement.dataset.cell));
    const [wantedX, wantedY] = place(cell);
    for (let n = x; n !== wantedX; n += Math.sign(wantedX - x)) await keyboard.press(wantedX > x ? 'ArrowRight' : 'ArrowLeft');
    for (let n = y; n !== wantedY; n += Math.sign(wantedY - y)) await keyboard.press(wantedY > y ? 'ArrowUp' : 'ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), cell);
  };
  const move = async (from, there) => {
    await to(from);
    await keyboard.press('Enter');
    await to(there);
    await keyboard.press('Enter');
  };
  await move('g1', 'f3');
  await me.see('.ply', 'Nf3');
  await move('e7', 'e5');
  await me.see('.ply', 'e5');
  // Marks and arrows, which screen readers announce as well.
  await to('d5');
  await keyboard.press('m');
  await keyboard.press('M');
  await to('d4');
  await keyboard.press('M');
  assert.match(await me.cell('d5').getAttribute('aria-label'), /marked, arrow to d4/);
  assert.deepEqual([await page.locator('.note').count(), await page.locator('.arrow').count()], [1, 1]);
  await until(page, '#back');
  await keyboard.press('Enter');
  await me.see('#turn', 'Black to move');
  await until(page, '#move');
  await keyboard.type('d7d5');
  await keyboard.press('Enter');
  await me.see('.branch', 'd5');
  await until(page, '[data-what=legal]');
  await keyboard.press('Enter');
  await me.see('#score', '1 holds');
  // The board stays in view, and the button keeps the focus.
  assert.equal(await page.evaluate(() => document.activeElement.dataset.what), 'legal');
  await until(page, '#paste summary');
  await keyboard.press('Enter');
  await until(page, '#pasted');
  await keyboard.press('Control+a');
  await keyboard.type('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await until(page, '#read');
  await keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-cell=a7]')?.getAttribute('aria-label').includes('pawn'));
  await until(page, '[data-cell]', 'Shift+Tab');
  await move('a7', 'a8');
  await page.locator('#choose[open]').waitFor();
  await until(page, '#choices button:nth-child(2)');
  const chosen = await page.evaluate(() => document.activeElement.innerText);
  await keyboard.press('Enter');
  await me.see('.ply', /^a8=/);
  assert.match(await me.cell('a8').getAttribute('aria-label'), new RegExp(chosen));
  await keyboard.press('Control+s');
  await me.see('#state', 'saved');
  assert.equal(readFileSync(join(me.folder, 'keys.yaml'), 'utf8'), 'name: Keys\nextends: chess\n\ntests:\n  - moves: {including: d7d5}\n    after: g1f3\n');
}));

test('keys alone walk a king on a plane and take it back', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Plane\nextends: continuous\nsetup: K4,1 r2,4 r6,4 k4,7.5 w 0 1\n');
  await page.locator('[data-body]').nth(3).waitFor();
  await me.current();
  await page.locator('#tab-play').focus();
  await until(page, '[data-body]');
  await until(page, '[aria-label^="white king"]', 'ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('#distance').waitFor();
  await until(page, '#bearing');
  await page.keyboard.type('90');
  await until(page, '#distance');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0.5');
  await page.keyboard.press('Enter');
  await page.locator('[data-body][aria-label^="white king at 4, 1.5"]').waitFor();
  await until(page, '#back');
  await page.keyboard.press('Enter');
  await page.locator('[data-body][aria-label^="white king at 4, 1"]').waitFor();
}));

const SPACES = ['glinski', 'mccooey', 'circular', 'cube', 'torus', 'raumschach', 'alice', 'opposition', 'xiangqi', 'shogi', 'continuous-menagerie'];

for (const [name, size] of Object.entries({ wide: {}, phone: { width: 320, height: 640 } })) {
  test(`every space fits, ${name}, and its cells are wide enough for a finger`, { skip }, () => story(null, async (me) => {
    const { page } = me;
    for (const space of SPACES) {
      await me.current();
      if (name === 'phone') await me.tab('write');
      await page.selectOption('#shipped', space);
      await page.waitForFunction(() => document.getElementById('look').getAttribute('aria-busy') === 'true');
      await me.current();
      await me.tab('play');
      const [over, narrow] = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth,
        Math.min(...[...document.querySelectorAll('[data-cell]')].map((cell) => cell.getBoundingClientRect().width))]);
      assert.ok(over <= 0, `${space} is ${over} pixels too wide`);
      // Cells of a ring are narrower towards its middle.
      if (space !== 'circular') assert.ok(narrow >= 20, `${space}: ${narrow}`);
      await me.picture(`${name}-${space}`);
    }
    await me.accessible();
  }, size));
}

test('a page of another origin learns nothing and writes nothing', { skip }, () => story('mine.yaml', async (me) => {
  const { page, folder } = me;
  await me.write('name: Mine\nextends: chess\n');
  await me.settled();
  const { origin } = new URL(me.studio.address);
  const token = me.studio.address.split('#')[1];
  const hostile = createServer((_, response) => { response.setHeader('content-type', 'text/html'); response.end('<!doctype html><title>Hostile</title>'); });
  await new Promise((done) => { hostile.listen(0, '127.0.0.1', done); });
  try {
    const tab = await me.context.newPage();
    await tab.goto(`http://127.0.0.1:${hostile.address().port}/`);
    const tried = await tab.evaluate(async ([target, key]) => {
      const body = JSON.stringify({ text: 'name: Theirs\n', before: null });
      const ways = {
        simple: [`${target}/api/save`, { method: 'POST', body }],
        blind: [`${target}/api/save`, { method: 'POST', body, mode: 'no-cors' }],
        // Even with the token, which it cannot know.
        keyed: [`${target}/api/save`, { method: 'POST', body, headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` } }],
        read: [`${target}/api/document`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` } }],
        page: [`${target}/`, {}],
      };
      const said = {};
      for (const [name, [address, form]] of Object.entries(ways)) {
        try {
          const response = await fetch(address, form);
          said[name] = response.type === 'opaque' ? 'opaque' : await response.text();
        } catch { said[name] = 'refused'; }
      }
      const frame = document.createElement('iframe');
      frame.src = `${target}/`;
      document.body.append(frame);
      await new Promise((done) => { frame.onload = done; });
      try { said.frame = frame.contentDocument ? 'seen' : 'hidden'; } catch { said.frame = 'hidden'; }
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${target}/api/save`, enctype: 'text/plain', target: 'there' });
      const there = document.createElement('iframe');
      there.name = 'there';
      const field = document.createElement('input');
      Object.assign(field, { name: body.slice(0, -1), value: '}' });
      form.append(field);
      document.body.append(there, form);
      form.submit();
      await new Promise((done) => { there.onload = done; });
      return said;
    }, [origin, token]);
    assert.deepEqual(tried, { simple: 'refused', blind: tried.blind, keyed: 'refused', read: 'refused', page: 'refused', frame: 'hidden' });
    assert.ok(['opaque', 'refused'].includes(tried.blind));
    assert.equal(existsSync(join(folder, 'mine.yaml')), false);
    // The server still answers its own page.
    await page.keyboard.press('Control+s');
    await me.see('#state', 'saved');
    assert.equal(readFileSync(join(folder, 'mine.yaml'), 'utf8'), 'name: Mine\nextends: chess\n');
  } finally { hostile.close(); }
}));

test('seven tabs with long tests delay no request', { skip }, () => story(null, async (me) => {
  const tabs = [me];
  for (let n = 0; n < 6; n += 1) tabs.push(await me.another());
  // Each test counts to depth five, from another position.
  const slow = [...'abcdefgh'].flatMap((file) => ['3', '4'].map((rank) => `  - perft: [20, 400, 9000, 200000, 4900000]\n    after: ${file}2${file}${rank}\n    source: books\n`));
  for (const tab of tabs) {
    await tab.page.bringToFront();
    await tab.write(`name: Slow\nextends: chess\ntests:\n${slow.join('')}`);
    await tab.current();
    await tab.page.waitForTimeout(700);
  }
  for (const [n, tab] of tabs.entries()) {
    await tab.page.bringToFront();
    await tab.write(`name: Tab ${n}\nextends: ches\n`);
    await tab.see('#findings h2', '1 finding');
    await tab.page.locator('.mend').first().click();
    await tab.see('#findings h2', 'No findings');
    await tab.current();
    await tab.play('e2', 'e4');
  }
}));

test('downloads need no network', { skip }, () => story('mine.yaml', async (me) => {
  await me.write('name: Mine\nextends: chess\n');
  await me.current();
  await me.play('e2', 'e4');
  const { path } = await me.take('html');
  const asked = [];
  // Meanwhile, the page of Studio cannot reach its server.
  me.forgiven.push(/ERR_INTERNET_DISCONNECTED/);
  const tab = await me.context.newPage();
  await me.context.setOffline(true);
  tab.on('request', (request) => asked.push(request.url()));
  await tab.goto(`file://${path}`).catch(() => {});
  await tab.setContent(readFileSync(path, 'utf8'));
  await tab.locator('#on').click();
  await tab.locator('#now', { hasText: '1 of 1: e4' }).waitFor();
  assert.deepEqual(asked.filter((address) => !address.startsWith('file:')), []);
  await me.context.setOffline(false);
}));
