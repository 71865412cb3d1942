// Stories of games in which a side does not see the whole board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, story } from './browser.mjs';

const label = (page, cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');
const type = async (page, move) => { await page.locator('#move').fill(move); await page.keyboard.press('Enter'); };

test('two people at one screen see their own views, with a screen between', { skip }, () => story('fog-of-war', async (me) => {
  const { page } = me;
  await me.current();
  await me.see('#turn', 'White to move');
  assert.equal(await label(page, 'e7'), 'e7, not seen');
  assert.match(await label(page, 'e2'), /^e2, White pawn/i);
  await type(page, 'e2e4');
  await me.see('#screen', 'Black to move');
  // While the board is covered, nobody can move.
  assert.equal(await page.locator('#board').isVisible(), false);
  await me.picture('screen');
  await page.locator('#uncover').click();
  assert.equal(await page.locator('#board').isVisible(), true);
  assert.equal(await label(page, 'e4'), 'e4, not seen');
  assert.match(await label(page, 'e7'), /^e7, Black pawn/i);
  for (const id of ['moves', 'hint', 'value', 'send']) assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
  assert.doesNotMatch(await page.locator('#pasted').inputValue(), /P/);
  await me.picture('fog');
  await me.accessible();
  await type(page, 'e7e4');
  await me.see('#word', 'e7e4: It is not possible.');
  await page.locator('#move').fill('');
  await type(page, 'e7e5');
  await me.see('#screen', 'White to move');
  await page.locator('#uncover').click();
  // The pawns stop each other. White knows that something stands on e5.
  assert.equal(await label(page, 'e5'), 'e5, a piece that is not seen');
  await page.locator('#sight').selectOption('all');
  await page.waitForFunction(() => /pawn/.test(document.querySelector('[data-cell="e5"]').ariaLabel));
  await me.see('#moves', 'e5');
}));

test('against the computer, a person sees the own view', { skip }, () => story('fog-of-war', async (me) => {
  const { page } = me;
  await me.current();
  await page.locator('#player-black').selectOption('2');
  await type(page, 'e2e4');
  // Black has answered when the second turn begins.
  await page.waitForFunction(() => /^.* w .* 2$/.test(document.querySelector('#pasted').value));
  assert.equal(await page.locator('#screen').isVisible(), false);
  assert.equal(await label(page, 'e8'), 'e8, not seen');
}));

test('an umpire refuses tries that are not legal, and tells captures', { skip }, () => story('kriegspiel', async (me) => {
  const { page } = me;
  await me.current();
  await type(page, 'e2e4');
  await page.locator('#uncover').click();
  await type(page, 'd7d5');
  await page.locator('#uncover').click();
  assert.equal(await label(page, 'd5'), 'd5, not seen');
  await type(page, 'd2c3');
  await me.see('#word', 'd2c3: The umpire says no.');
  await page.locator('#move').fill('');
  await type(page, 'd2d5');
  await me.see('#word', 'd2d5: It is not possible.');
  await page.locator('#move').fill('');
  // The pawn may try both captures. One of them is legal.
  await page.locator('[data-cell="e4"]').click();
  await page.locator('[data-cell="f5"]').click();
  await me.see('#word', 'e4f5: The umpire says no.');
  await me.picture('umpire');
  await page.locator('[data-cell="e4"]').click();
  await page.locator('[data-cell="d5"]').click();
  await me.see('#screen', 'Black to move');
  await page.locator('#uncover').click();
  await me.see('#turn', 'A piece was captured on d5');
  await me.accessible();
}));

test('pieces are placed unseen, and then everything is seen', { skip }, () => story('deployment', async (me) => {
  const { page } = me;
  await me.current();
  await type(page, 'K@a1 B@b1 B@c1 N@d1 N@e1 R@f1 R@g1 Q@h1');
  await me.see('#screen', 'Black to move');
  await page.locator('#uncover').click();
  assert.equal(await label(page, 'a1'), 'a1, not seen');
  await type(page, 'K@a8 B@b8 B@c8 N@d8 N@e8 R@f8 R@g8');
  await page.waitForFunction(() => document.querySelector('#pasted').value.includes('[q]'));
  assert.equal(await label(page, 'a1'), 'a1, not seen');
  await type(page, 'Q@h8');
  await page.waitForFunction(() => /king/.test(document.querySelector('[data-cell="a1"]').ariaLabel));
  assert.equal(await page.locator('#screen').isVisible(), false);
}));
