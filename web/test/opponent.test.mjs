// Stories of play against the computer: games, hints, the value of a position, the analysis of a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, story } from './browser.mjs';

const CHESS = 'name: Mine\nextends: chess\n';

/** A game of five moves: each runner moves one cell forward, and the first one on the last rank wins. */
const RACE = `name: Race
space: grid 3x5
pieces:
  runner: {letter: R, moves: fmWfcF}
setup: 2r/3/3/3/R2 w 0 1
ends:
  goals: [win when own runner in rank 5]
  checkmated: none
  stalemated: loss
`;

/** Waits until the game has this number of moves. */
const plies = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.ply').length === n, count);

/** Waits until the analysis is complete. */
const analysed = (page) => page.locator('#review [role=status]', { hasText: 'turning point' }).waitFor({ timeout: 60_000 });

test('a game against the computer, from the first move to its end', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(RACE);
  await me.current();
  await page.locator('#value').click();
  await page.locator('#player-black').selectOption({ label: 'Computer, level 1 (beginner)' });
  for (const [from, to, count] of [['a1', 'a2', 2], ['a2', 'a3', 4], ['a3', 'a4', 6]]) {
    await me.play(from, to);
    await plies(page, count);
    await me.see('#turn', 'White to move');
  }
  const said = (await me.heard()).filter((one) => one.role === 'status').map((one) => one.text);
  assert.ok(said.includes('The computer plays Rc2. White to move'), String(said));
  // The bar knows that the next move wins.
  await page.locator('#gauge[aria-valuetext="White wins in 1 turn"]').waitFor();
  assert.equal(await page.locator('#gauge span').innerText(), '#1');
  await me.play('a4', 'a5');
  await me.see('#turn', 'White wins');
  await page.locator('#gauge span', { hasText: '1–0' }).waitFor();
  assert.match(await page.locator('#gauge').getAttribute('aria-valuetext'), /^White wins/);
  assert.deepEqual([await page.locator('#hint').isDisabled(), await page.locator('#think').isDisabled()], [true, true]);
  assert.equal((await me.moves()).length, 7);
}));

test('Undo takes the answer of the computer back as well', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(CHESS);
  await me.current();
  // The computer has White, so it begins.
  await page.selectOption('#player-white', '3');
  await plies(page, 1);
  await me.see('#turn', 'Black to move');
  await me.play('a7', 'a6');
  await plies(page, 3);
  await page.locator('#back').click();
  await page.waitForFunction(() => document.querySelector('.ply[aria-current]') === document.querySelector('.ply'));
  await me.see('#turn', 'Black to move');
  // Before the first move it is the turn of the computer, but it waits.
  await page.locator('#back').click();
  await me.see('#turn', 'White to move');
  await page.getByRole('button', { name: 'Move now' }).click();
  await me.see('#turn', 'Black to move');
}));

test('a search is stopped, and another text goes on with it', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(CHESS);
  await me.current();
  await page.selectOption('#player-black', '10');
  await me.play('e2', 'e4');
  await me.see('#thinking', 'The computer is thinking');
  // While it thinks, a click makes no move for it.
  await me.cell('e7').click();
  await me.cell('e5').click();
  await me.see('#word', 'The computer is thinking');
  await page.getByRole('button', { name: 'Stop' }).click();
  await me.cell('e7').click();
  await me.cell('e5').click();
  await plies(page, 2);
  await me.play('g1', 'f3');
  await me.see('#thinking', 'The computer is thinking');
  // A change of the text ends the search. The next one has the new rules.
  await me.write('name: Mine\nextends: chess\npieces:\n  knight: {moves: N W}\n');
  await me.see('#turn', 'White to move');
  assert.equal((await me.moves()).length, 4);
}));

test('a hint is an arrow and a sentence', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(CHESS);
  await me.current();
  await me.setUp('1. f3 e5 2. g4');
  await me.see('#turn', 'Black to move');
  await page.locator('#hint').click();
  await page.locator('.arrow.best').waitFor();
  await me.see('#word', 'Hint: Qh4#. Black wins in 1 turn (#-1).');
  assert.match(await me.cell('d8').getAttribute('aria-label'), /^d8, black queen, hint: to h4$/);
  await me.picture('hint');
  await me.accessible();
  await me.play('d8', 'h4');
  assert.equal(await page.locator('.arrow.best').count(), 0);
  // A choice within a move is marked as well.
  await page.selectOption('#shipped', 'duck');
  await me.replace();
  await me.see('#score', 'hold');
  await page.locator('#hint').click();
  await page.locator('.arrow.best').waitFor();
  await page.locator('.note.best').waitFor();
}));

test('a hint for a body on a plane, and a game of the computer with itself', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write('name: Plane\nextends: continuous\nsetup: K4,1 R1,4 q6,4 k7,7.5 w 0 1\n');
  await me.current();
  await page.locator('#hint').click();
  await page.locator('.disc.best').waitFor();
  await me.see('#word', /Hint: R1,4:0:4\.75\. White is/);
  await page.selectOption('#player-black', '1');
  await page.selectOption('#player-white', '1');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length >= 3);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Move now' }).waitFor();
}));

test('the computer makes all steps of its turn', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.selectOption('#shipped', 'white-and-black');
  await me.see('#score', 'hold');
  await page.selectOption('#player-white', '2');
  await plies(page, 2);
  await me.see('#turn', 'Black to move');
  assert.equal(await page.locator('#moves li').count(), 1);
}));

test('an analysis finds the turning point, and its graph leads there', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(CHESS);
  await me.current();
  assert.equal(await page.locator('#analyse').isDisabled(), true);
  await me.setUp('1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#');
  await me.see('#turn', 'White wins by checkmate');
  await page.locator('#paste summary').click();
  await page.locator('#value').click();
  await page.locator('#analyse').click();
  await analysed(page);
  const faults = await page.locator('#review li').allInnerTexts();
  assert.match(faults.at(-1), /^3… Nf6\?\? loses \d+\.\d\d pawns \(.* → #1\); better /);
  assert.equal((await me.moves())[5], 'Nf6??');
  await me.accessible();
  // The better move is an arrow in the position before.
  await page.locator('#review li', { hasText: 'Nf6' }).getByRole('button', { name: 'better' }).click();
  await page.locator('.arrow.best').waitFor();
  await me.see('#word', 'Better was');
  await me.see('.ply[aria-current]', 'Qh5');
  await me.picture('analysis');
  // Keys and clicks on the graph go through the game.
  const graph = page.locator('.graph');
  assert.match(await graph.getAttribute('aria-valuetext'), /^3\. Qh5.*: /);
  await graph.focus();
  await page.keyboard.press('ArrowRight');
  await me.see('.ply[aria-current]', 'Nf6');
  assert.equal(await graph.getAttribute('aria-valuetext'), '3… Nf6??: White wins in 1 turn');
  await page.keyboard.press('Home');
  await page.locator('.graph[aria-valuenow="0"]').waitFor();
  assert.equal(await page.locator('.ply[aria-current]').count(), 0);
  const box = await graph.boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await me.see('#turn', 'White wins by checkmate');
  // Saving changes no value, but another text has others.
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  await me.settled();
  await me.current();
  assert.equal((await me.moves())[5], 'Nf6??');
  await me.write('name: Mine\nextends: chess\npieces:\n  knight: {moves: N W}\n');
  await page.locator('#review').waitFor({ state: 'hidden' });
  await me.see('.ply', /^Nf6$/);
}));

test('on a phone, all of it fits and is accessible', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(CHESS);
  await me.current();
  await me.tab('play');
  await page.locator('#value').click();
  await page.selectOption('#player-black', '1');
  await me.play('e2', 'e4');
  await plies(page, 2);
  await page.locator('#analyse').click();
  await analysed(page);
  await page.locator('#hint').click();
  await me.see('#word', 'Hint:');
  await me.accessible();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { width: 320, height: 640 }));

test('dice are rolled by the page, and moves follow them', { skip }, () => story('dice-chess', async (me) => {
  const { page } = me;
  await me.see('#turn', 'White to roll the red-die');
  await page.getByRole('button', { name: 'Roll the red-die' }).click();
  // The second die follows by itself. If nothing can move, Black rolls, and so on.
  await me.see('#turn', /to move.*The red-die shows/);
  assert.equal(await page.locator('#dice .die').count(), 2);
  assert.match(await page.locator('#dice .die').first().getAttribute('title'), /^red-die: \w+$/);
  await me.picture('dice');
  // A turn without a move has rolls only, and the next line begins with the rolls of Black or White.
  const rolls = await page.locator('#moves li').allInnerTexts();
  assert.match(rolls.join(' '), /^(\s*red-die=\w+\s+blue-die=\w+)+\s*$/);
  await page.locator('#back').click();
  await me.see('#turn', /(White|Black) to roll the red-die/);
}));
