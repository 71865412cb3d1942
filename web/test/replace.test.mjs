// Nothing takes the place of a text or a file without a question, and boards fit when they are shown.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { opened, skip, story } from './browser.mjs';

const MINE = 'name: Lighthouse\nextends: chess\n';

/** Writes the file of the story and saves it. */
async function mine(me) {
  await me.write(MINE);
  await me.page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
}

const file = (me) => readFileSync(join(me.folder, 'lighthouse.yaml'), 'utf8');
const shows = (me, words) => me.page.locator('.cm-content', { hasText: words }).waitFor();
const question = (me) => me.page.locator('#replace[open]');

/** Presses Ctrl-S where the page has no file, and returns the download. */
async function saved(me) {
  const [download] = await Promise.all([me.page.waitForEvent('download'), me.page.keyboard.press('Control+s')]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('a new variant leaves the open file alone', { skip }, () => story('lighthouse.yaml', async (me) => {
  const { page } = me;
  await mine(me);
  await page.locator('#new').click();
  await page.locator('#new-name').fill('Harbour Chess');
  await page.locator('#new-make').click();
  await shows(me, 'Harbour Chess');
  // The pieces are those of chess, although the list of pieces had not arrived.
  await shows(me, 'extends: chess');
  await me.see('#bar', 'lighthouse.yaml does not change');
  await me.see('#name', 'harbour-chess');
  await me.see('#state', 'no file');
  await me.accessible();
  await me.picture('replace-new');
  const now = await saved(me);
  assert.equal(now.name, 'harbour-chess.yaml');
  assert.match(now.text, /name: Harbour Chess/);
  assert.equal(file(me), MINE);
  // The browser keeps the new text, and it still belongs to no file.
  await page.reload();
  await opened(page);
  await me.see('#bar', 'is here again');
  await shows(me, 'Harbour Chess');
  await me.see('#state', 'no file');
  await saved(me);
  assert.equal(file(me), MINE);
  await page.getByRole('button', { name: 'Drop it' }).click();
  await shows(me, 'Lighthouse');
  await me.see('#name', 'lighthouse.yaml');
  await me.see('#state', 'saved');
}));

test('a copy of a shipped game leaves the open file alone, and the way back leads to it', { skip }, () => story('lighthouse.yaml', async (me) => {
  const { page } = me;
  await mine(me);
  await page.selectOption('#shipped', 'duck');
  await shows(me, 'Duck');
  await me.see('#name', 'duck');
  assert.equal((await saved(me)).name, 'duck.yaml');
  assert.equal(file(me), MINE);
  await page.getByRole('button', { name: 'Back to mine' }).click();
  await shows(me, 'Lighthouse');
  await me.see('#name', 'lighthouse.yaml');
  await me.write(`${MINE}castling: none\n`);
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  assert.match(file(me), /castling: none/);
}));

/** The ways to another text. Each is tried over unsaved changes. */
const WAYS = {
  'a new variant': async ({ page }) => {
    await page.locator('#new').click();
    await page.locator('#new-text', { hasText: 'extends: chess' }).waitFor({ state: 'attached' });
    await page.locator('#new-make').click();
  },
  'a copy': ({ page }) => page.selectOption('#shipped', 'duck'),
  'a game of the gallery': async ({ page }) => {
    await page.locator('#home').click();
    await page.locator('[data-name="antichess"]').getByRole('button', { name: 'Play', exact: true }).click();
  },
  'a link': async (me) => {
    await me.tab('share');
    await me.page.locator('#link').fill('http://127.0.0.1:1/#open=duck');
    await me.page.locator('#link').press('Enter');
  },
};

for (const [name, go] of Object.entries(WAYS)) {
  test(`${name} does not replace unsaved changes without a question`, { skip }, () => story('lighthouse.yaml', async (me) => {
    const { page } = me;
    await mine(me);
    const changed = `${MINE}# More is to come.\n`;
    await me.write(changed);
    await me.current();
    await go(me);
    await question(me).waitFor();
    await me.see('#replace-word', '“lighthouse.yaml” has changes that are not saved');
    await page.locator('#replace-no').click();
    await question(me).waitFor({ state: 'hidden' });
    if (await page.locator('#wizard').isVisible()) await page.locator('#new-cancel').click();
    if (await page.locator('#gallery').isVisible()) await page.locator('#resume').click();
    await shows(me, 'More is to come');
    assert.equal(file(me), MINE);
    await go(me);
    await question(me).getByRole('button', { name: 'Save the text first' }).click();
    await page.waitForFunction(() => !document.querySelector('.cm-content').textContent.includes('More is to come'));
    assert.equal(file(me), changed);
  }));
}

test('in a Studio without a file, a new variant does not replace unsaved text without a question', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(MINE);
  await me.current();
  await WAYS['a new variant'](me);
  await me.see('#replace-word', 'has changes that are not saved');
  await page.keyboard.press('Escape');
  await question(me).waitFor({ state: 'hidden' });
  await page.locator('#new-cancel').click();
  await page.reload();
  await opened(page);
  await shows(me, 'Lighthouse');
  await WAYS['a new variant'](me);
  await page.getByRole('button', { name: 'Replace it' }).click();
  await shows(me, 'My Variant');
  // What the wizard has made is no work of the user yet.
  await WAYS['a new variant'](me);
  await page.locator('#wizard').waitFor({ state: 'hidden' });
}));

test('the wizard makes the variant of the fields, also while the answer about them is on its way', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.current();
  await page.locator('#new').click();
  await page.locator('#new-text', { hasText: 'extends: chess' }).waitFor({ state: 'attached' });
  await page.route('**/api/wizard', async (route) => {
    await new Promise((done) => { setTimeout(done, 1500); });
    await route.continue().catch(() => {});
  });
  await page.locator('#new-board').selectOption('grid');
  await page.locator('#new-files').fill('10');
  await page.locator('#new-make').click();
  await shows(me, 'grid 10x8');
  await page.locator('#wizard').waitFor({ state: 'hidden' });
}));

test('the controls of a game stand beside its board, also if its rules were read first', { skip }, async () => {
  for (const [width, height] of [[1440, 900], [1366, 1024]]) {
    await story(null, async (me) => {
      const { page } = me;
      await page.locator('[data-name="antichess"]').getByRole('button', { name: 'Rules', exact: true }).click();
      await me.current();
      await me.see('#rules', 'Antichess');
      await me.tab('play');
      await me.cell('e2').waitFor();
      const fits = () => page.waitForFunction(() => {
        const { bottom } = document.querySelector('#hint').getBoundingClientRect();
        return bottom > 0 && bottom <= innerHeight;
      });
      await fits();
      await me.picture(`replace-play-${width}`);
      // The same while the setup is edited in the place of the board.
      await page.locator('#change').click();
      await me.tab('play');
      await page.locator('#edit').click();
      await page.locator('#arrange-board svg').waitFor();
      await page.locator('#arrange-done').click();
      await me.tab('rules');
      await me.write('extends: antichess\ncastling: none\n');
      await me.current();
      await me.tab('play');
      await fits();
    }, { gallery: true, width, height });
  }
});
