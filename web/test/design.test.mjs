// Stories of authors who design a variant without typing: the wizard with its board, what wins and promotes, the first move and the
// drawings. See `browser.mjs`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, story } from './browser.mjs';

const MINE = `name: Mine
extends: chess
zones: {harbour: d4-e5}
`;

/** Waits until a line of the text begins so. */
const has = ({ page }, words) => page.waitForFunction((words) => [...document.querySelectorAll('.cm-line')].some((one) => one.textContent.trim().startsWith(words)), words);
/** Waits until no line of the text contains these words. */
const lacks = ({ page }, words) => page.waitForFunction((words) => !document.querySelector('.cm-content').textContent.includes(words), words);
const shows = (me, words) => me.page.locator('.cm-content', { hasText: words }).waitFor();
const made = (me, words) => me.page.locator('#new-text', { hasText: words }).waitFor({ state: 'attached' });

/** Opens the editor of the setup. */
async function arrange(me) {
  await me.current();
  await me.tab('play');
  await me.page.locator('#edit').click();
  await me.page.locator('#arrange-board [data-square]').first().waitFor();
}

/** Whether nothing is wider than the window. */
const fits = ({ page }) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('#conduct, #opening, #wizard, #drawings')].every((one) => one.scrollWidth <= one.clientWidth + 1));

test('a new variant is chosen by its board, and mistakes keep it from being made', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const picture = () => page.locator('#new-picture').getAttribute('src');
  const caption = (words) => page.locator('#new-caption', { hasText: words }).waitFor();
  await page.locator('#fresh').click();
  await caption('Chess, grid 8x8');
  const chess = await picture();
  assert.match(await page.locator('#new-picture').getAttribute('alt'), /grid 8x8/);
  // The pieces are in groups, and the common ones are the first.
  await page.locator('#new-army optgroup').first().waitFor({ state: 'attached' });
  assert.deepEqual(await page.locator('#new-army > option').allTextContents(), ['Chess', 'Two kings, and pieces of your own']);
  assert.equal(await page.locator('#new-army optgroup').first().getAttribute('label'), 'Chess and its relatives');
  assert.equal(await page.locator('#new-army option[value="king-of-the-hill"]').textContent(), 'King of the Hill');
  // A difference says what it changes.
  await page.locator('#new-modifiers label', { hasText: /Atomic.*explode/ }).waitFor();
  await me.picture('design-wizard');
  await page.locator('#new-board').selectOption('hex');
  await me.see('#new-word', 'no king for Black');
  await me.see('#new-advice', 'made for hexagons');
  assert.ok(await page.locator('#new-make').isDisabled());
  // The last picture stays.
  assert.equal(await picture(), chess);
  const found = await page.evaluate(() => document.querySelector('#new-look').className);
  assert.equal(found, 'stale');
  await page.getByRole('button', { name: 'The pieces of Glinski' }).click();
  await caption('Glinski, hex 6');
  assert.ok(await page.locator('#new-make').isEnabled());
  assert.notEqual(await picture(), chess);
  // On a board whose ends are joined, two kings do not begin side by side.
  await page.locator('#new-board').selectOption('torus');
  await me.see('#new-advice', 'beside the first');
  await page.getByRole('button', { name: 'Only two kings' }).click();
  await caption('torus 8x8');
  await me.see('#new-about', 'One king for each side');
  await made(me, 'setup: 8/8/8/4k3/');
  assert.ok(await fits(me));
  await me.accessible();
  await page.locator('#new-make').click();
  await shows(me, 'space: torus 8x8');
  assert.ok(await page.locator('#gallery').isHidden());
  // A step back leads to the gallery again.
  await page.goBack();
  await page.locator('#gallery').waitFor();
}, { gallery: true }));

test('the wizard fits on a phone, and keys make a variant', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.locator('#fresh').focus();
  await page.keyboard.press('Enter');
  await page.locator('#new-picture[src]').waitFor();
  await page.keyboard.type('Duckling');
  await made(me, 'name: Duckling');
  await page.locator('#new-board').selectOption('ring');
  await me.see('#new-word', 'king');
  assert.ok(await fits(me));
  await me.accessible();
  await me.picture('design-wizard-phone');
  await page.getByRole('button', { name: 'The pieces of Circular' }).click();
  await made(me, 'extends: circular');
  await page.locator('#new-name').focus();
  await page.keyboard.press('Enter');
  await page.locator('#wizard').waitFor({ state: 'hidden' });
  await me.see('#name', 'duckling');
  await has(me, 'extends: circular');
  await me.cell('a1').waitFor();
}, { gallery: true, width: 390, height: 844, touch: true }));

test('an empty text begins in the wizard', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.locator('#fresh').click();
  await page.locator('#new-empty').click();
  await shows(me, 'extends: chess');
  await me.see('#name', 'untitled');
  await me.write(MINE);
  await page.locator('#new').click();
  await page.locator('#new-empty').click();
  await me.see('#replace-word', 'has changes that are not saved');
  await page.locator('#replace-no').click();
  await page.locator('#new-cancel').click();
  await shows(me, 'harbour');
  await page.locator('#new').click();
  await page.locator('#new-empty').click();
  await me.replace();
  await lacks(me, 'harbour');
}, { gallery: true }));

test('an empty text leaves an open file alone', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(MINE);
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  await page.locator('#new').click();
  await page.locator('#new-empty').click();
  await me.see('#bar', 'mine.yaml does not change');
  await lacks(me, 'harbour');
  await me.see('#state', 'no file');
  await page.getByRole('button', { name: 'Back to mine' }).click();
  await shows(me, 'harbour');
  await me.see('#name', 'mine.yaml');
}));

test('“Back to the text” opens the own text, not the game that was played last', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const play = async (name) => page.locator(`[data-name="${name}"]`).first().getByRole('button', { name: 'Play', exact: true }).click();
  await me.write(MINE);
  await me.current();
  await page.locator('#home').click();
  await play('duck');
  await me.current();
  await me.see('#name', 'Duck');
  await page.locator('#home').click();
  await me.see('#resume', 'Back to the text');
  await page.locator('#resume').click();
  await shows(me, 'harbour');
  await me.see('#name', 'untitled');
  await me.play('e2', 'e4');
  // The same after another game, for a new variant as well: it asks, although that text is not on the page.
  await page.locator('#home').click();
  await play('duck');
  await me.current();
  await page.locator('#home').click();
  await page.locator('#fresh').click();
  await made(me, 'extends: chess');
  await page.locator('#new-make').click();
  await me.see('#replace-word', 'unsaved text of “untitled”');
  assert.ok(await page.locator('#replace [value=save]').isHidden());
  await page.locator('#replace-no').click();
  await page.locator('#new-cancel').click();
  await page.locator('#resume').click();
  await shows(me, 'harbour');
  await me.see('.ply', 'e4');
}));

test('without an own text, the way back from the gallery leads to the game', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.locator('[data-name="duck"]').first().getByRole('button', { name: 'Play', exact: true }).click();
  await me.current();
  await page.locator('#home').click();
  await me.see('#resume', 'Back to the game');
  await page.locator('#resume').click();
  await me.see('#name', 'Duck');
}, { gallery: true }));

test('a file that gave place to a game comes back from the gallery', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(MINE);
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  await page.locator('#home').click();
  await page.locator('[data-name="duck"]').first().getByRole('button', { name: 'Play', exact: true }).click();
  await me.see('#bar', 'This is a copy of Duck');
  await me.current();
  await page.locator('#home').click();
  await page.locator('#resume').click();
  await shows(me, 'harbour');
  await me.see('#state', 'saved');
}));

test('goals, effects and duties are written by forms', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(MINE);
  await arrange(me);
  const part = (list) => page.locator(`#${list}-part`);
  const add = (list) => part(list).locator('form button').click();
  await page.locator('#goals-zone').selectOption('harbour');
  await me.see('#goals-part .preview', 'win when own king in harbour');
  await add('goals');
  await has(me, 'goals: [win when own king in harbour]');
  await page.locator('#goals-result').selectOption('loss');
  await page.locator('#goals-which').selectOption({ label: 'it has none left of a kind' });
  await page.locator('#goals-kind').selectOption('queen');
  await add('goals');
  await has(me, 'goals: [win when own king in harbour, loss when no own queen]');
  await page.locator('#goals-which').selectOption('own words');
  await page.locator('#goals-typed').fill('^');
  await add('goals');
  await page.waitForFunction(() => document.querySelectorAll('#goals-part .sentences li').length === 3);
  await me.see('#goals-part .sentences', 'Those of the parent');
  await me.accessible();
  await part('goals').getByRole('button', { name: 'Remove “those of the parent”' }).click();
  await part('goals').getByRole('button', { name: 'Remove “win when own king in harbour”' }).click();
  await has(me, 'goals: [loss when no own queen]');
  await page.waitForFunction(() => document.querySelector('#goals-part .sentences').textContent === 'loss when no own queenRemove');
  await part('effects').locator('summary').click();
  await add('effects');
  await has(me, 'effects: [when capturing then remove any but king at K of end]');
  await part('must').locator('summary').click();
  await add('must');
  await has(me, 'must: [capturing]');
  await part('claims').locator('summary').click();
  await add('claims');
  await has(me, 'claims: [draw when repeated 3 times]');
  await me.settled();
  // A sentence that is none is explained by the findings of the text.
  await page.locator('#must-which').selectOption('own words');
  await page.locator('#must-typed').fill('jumping');
  await add('must');
  await me.see('#findings', 'jumping');
  await part('must').getByRole('button', { name: 'Remove “jumping”' }).click();
  await has(me, 'must: [capturing]');
  await me.settled();
  assert.ok(await fits(me));
  await me.accessible();
  await me.picture('design-goals');
  // Each was one step.
  await page.locator('#arrange-undo').click();
  await page.locator('#arrange-undo').click();
  await page.locator('#arrange-undo').click();
  await lacks(me, 'claims');
}));

/** All sentences of the forms can be checked. */
test('every sentence that a form offers is one of the language', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(`${MINE}pieces:\n  war camel: {letter: M, moves: C}\n`);
  await arrange(me);
  for (const list of ['goals', 'claims', 'effects', 'must']) {
    if (list !== 'goals') await page.locator(`#${list}-part summary`).click();
    const forms = await page.locator(`#${list}-which option`).count();
    // The last one is for own words.
    for (let n = 0; n < forms - 1; n += 1) {
      await page.locator(`#${list}-which`).selectOption(String(n));
      for (const [field, value] of [['kind', 'war camel'], ['other', 'rook'], ['any', 'piece'], ['zone', 'harbour']]) if (await page.locator(`#${list}-${field}`).isVisible()) await page.locator(`#${list}-${field}`).selectOption(value);
      const sentence = await page.locator(`#${list}-part .preview code`).textContent();
      await page.locator(`#${list}-part form button`).click();
      await page.locator(`#${list}-part .sentences code`, { hasText: sentence }).waitFor();
      await me.settled();
      assert.deepEqual(await page.locator('#findings li.error').allTextContents(), [], sentence);
      await page.locator(`#${list}-part .sentences button`).click();
      await page.waitForFunction((list) => !document.querySelector(`#${list}-part .sentences code`), list);
    }
  }
}));

test('promotion is written by a form', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(MINE);
  await arrange(me);
  await page.locator('#promote-part summary').click();
  await me.see('#promote-now', 'Promotes on the last rank to queen, rook, bishop or knight');
  assert.equal(await page.locator('#promote-piece').inputValue(), 'pawn');
  await page.locator('#promote-form').getByLabel('queen').check();
  await page.locator('#promote-area').selectOption('harbour');
  await page.getByRole('button', { name: 'Write it' }).click();
  await has(me, 'pawn: {promotes: {at: harbour, to: [queen]}}');
  await page.locator('#promote-piece').selectOption('knight');
  assert.equal(await page.locator('#promote-area').inputValue(), 'last rank');
  await page.locator('#promote-area').selectOption({ label: 'other cells…' });
  await page.locator('#promote-cells').fill('ranks 7-8');
  await page.locator('#promote-form').getByLabel('all others').check();
  await page.getByRole('button', { name: 'Write it' }).click();
  await has(me, 'knight: {promotes: {at: ranks 7-8, to: [others]}}');
  // What the text says is shown again.
  await page.locator('#promote-piece').selectOption('pawn');
  assert.equal(await page.locator('#promote-area').inputValue(), 'harbour');
  assert.ok(await page.locator('#promote-form').getByLabel('queen').isChecked());
  await me.current();
  await me.accessible();
  await me.picture('design-promotion');
  await page.locator('#promote-none').click();
  await has(me, 'pawn: {promotes: none}');
  await me.settled();
  await me.see('#findings h2', /findings?/i);
}));

test('the first move and castling are set beside the board, and the game goes on from there', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\n');
  await me.play('e2', 'e4');
  await arrange(me);
  await page.locator('#first').selectOption('black');
  await has(me, 'setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq');
  const white = page.getByLabel('White, queen’s side');
  await white.uncheck();
  await has(me, 'setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kkq');
  assert.ok(await page.getByLabel('Black, queen’s side').isChecked());
  // There is no right without its rook.
  await page.locator('[data-tool=erase]').click();
  await page.locator('[data-square=a1]').click();
  await has(me, 'setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq');
  await white.click();
  await me.see('#arrange .edit-word', 'There is no rook');
  assert.ok(!(await white.isChecked()));
  await me.accessible();
  await me.picture('design-opening');
  await page.locator('#arrange-play').click();
  await me.see('#turn', 'Black to move');
  assert.deepEqual(await me.moves(), []);
  await me.play('e7', 'e5');
}));

test('games without castling or with more sides have no such fields', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: xiangqi\n');
  await arrange(me);
  assert.ok(await page.locator('#rights').isHidden());
  assert.ok(await page.locator('#first').isVisible());
  await me.write('name: Mine\nextends: four-player-chess\n');
  await page.locator('#first-part').waitFor({ state: 'hidden' });
  await me.accessible();
}));

test('a piece gets a drawing', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\npieces:\n  lighthouse: {letter: L, moves: W}\n');
  await me.current();
  await me.tab('pieces');
  await page.locator('#army summary').click();
  const button = page.locator('[data-drawing="lighthouse"]');
  const before = await button.innerHTML();
  await button.click();
  await page.locator('#drawings [data-figure="tower"]').waitFor();
  await me.accessible();
  await me.picture('design-drawings');
  await page.locator('#drawings [data-figure="tower"]').click();
  await page.locator('.cm-content', { hasText: 'figure: tower' }).waitFor();
  await page.waitForFunction((before) => document.querySelector('[data-drawing="lighthouse"]').innerHTML !== before, before);
  await page.waitForFunction(() => document.activeElement.dataset.drawing === 'lighthouse');
  await page.keyboard.press('Enter');
  await page.locator('#drawings-none').click();
  await lacks(me, 'figure');
  // An empty worth is 1.
  const worth = page.locator('[data-field="lighthouse worth"]');
  assert.equal(await worth.getAttribute('placeholder'), '1');
  await worth.fill('4');
  await worth.press('Enter');
  await page.locator('.cm-content', { hasText: 'worth: 4' }).waitFor();
  await worth.fill('');
  await worth.press('Enter');
  await lacks(me, 'worth');
}));

test('words stand beside their fields and buttons', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\npieces:\n  lighthouse: {letter: L, moves: none}\n');
  await me.current();
  await me.tab('pieces');
  await page.locator('#army summary').click();
  await page.locator('[data-cells="lighthouse"]').click();
  assert.ok(await page.locator('#army-rows').evaluate((one) => one.scrollWidth <= one.clientWidth));
  const apart = await page.locator('#cells-kinds label[for]').evaluateAll((labels) => labels.filter((one) => Math.abs(one.getBoundingClientRect().y - one.control.getBoundingClientRect().y) > 12).map((one) => one.textContent));
  assert.deepEqual(apart, []);
  // No cells are no movement of a parent.
  const own = page.locator('.card', { has: page.getByRole('heading', { name: 'Lighthouse' }) });
  assert.match(await own.innerText(), /no move of its own/);
  assert.doesNotMatch(await own.innerText(), /parent/);
  await me.tab('share');
  const lefts = await page.locator('.takes span').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  assert.equal(new Set(lefts).size, 1, lefts.join());
}, { width: 1024, height: 768 }));

test('all tools of the designer fit on a phone', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write(MINE);
  await arrange(me);
  for (const part of ['promote', 'effects', 'must', 'claims']) await page.locator(`#${part}-part summary`).click();
  assert.ok(await fits(me));
  await me.accessible();
  await page.locator('#conduct').evaluate((one) => one.scrollIntoView());
  await me.picture('design-phone');
  // The head of the page has two lines, with whole words.
  assert.ok(await page.locator('header').first().evaluate((one) => one.offsetHeight) < 100);
  // So has each piece, with all its fields.
  await me.tab('pieces');
  await page.locator('#army summary').click();
  await page.locator('#army-rows tbody td').first().waitFor();
  assert.ok(await page.locator('#army-rows').evaluate((one) => one.scrollWidth <= one.clientWidth));
  await me.accessible();
  await me.picture('design-pieces-phone');
}, { width: 390, height: 844, touch: true, dark: true }));
