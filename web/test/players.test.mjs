// Stories of people who play: the gallery, the list of moves, clocks, sounds, motion, keys, and games by links.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { alone, browse, opened, serve, skip, story } from './browser.mjs';

const isOpen = { gallery: true };
const EMPTY = /^\d+ games$/;

/** Waits until the gallery has all cards. */
const all = (page) => page.waitForFunction((words) => new RegExp(words).test(document.getElementById('found-games').textContent), EMPTY.source, { timeout: 60_000 });
const shown = (page) => page.locator('.game:visible h3').allInnerTexts();
const card = (page, name, words) => page.locator(`.game[data-name="${name}"]`).getByRole('button', { name: words, exact: true });
/** The moves as a book prints them. The numbers of a list are not in its text. */
const printed = async (page) => (await page.locator('#moves li').evaluateAll((items) => items.map((item) => `${item.value}. ${item.innerText}`))).join(' ').replace(/\s+/g, ' ').trim();

test('the gallery shows all games, and its filters come from their rules', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.locator('.game').first().waitFor();
  await page.locator('.game img[src]').first().waitFor();
  await all(page);
  const count = await page.locator('.game').count();
  assert.ok(count >= 90, `${count} games`);
  await me.accessible();
  await me.picture('gallery');
  const filter = async (change, wanted) => {
    await change();
    assert.deepEqual(await shown(page), wanted);
    await page.getByRole('button', { name: 'All games' }).click();
    await page.waitForFunction((n) => document.querySelectorAll('.game:not([hidden])').length === n, count);
  };
  await filter(() => page.locator('#by-words').fill('alice'), ['Alice Chess']);
  await filter(() => page.selectOption('#by-board', 'hexagonal'), ["Glinski's Hexagonal Chess", "McCooey's Hexagonal Chess", "Shafran's Hexagonal Chess", 'Trichess']);
  await page.keyboard.press('Tab');
  // With the keyboard: from the filter to a card, and back.
  await card(page, 'alice', 'Play').focus();
  await page.keyboard.press('Enter');
  await me.see('#name', 'Alice Chess');
  await me.current();
  assert.equal(await page.locator('#write').isVisible(), false);
  await me.play('Ae2', 'Ae4');
  // The mark of the last move is on the cell where the pawn stands now.
  assert.equal(await page.locator('.tint.last').count(), 2);
  await page.goBack();
  await card(page, 'duck', 'Rules').click();
  await me.see('#rules h2', 'Duck');
  await page.locator('#home').click();
  await card(page, 'duck', 'Change').click();
  await me.current();
  await page.locator('.cm-content').waitFor();
  await me.see('#score', 'hold');
}, isOpen));

/** Words of players, with games that each must find, or with all games (`only`) that it finds. */
const SEARCHES = [
  { words: 'duck', games: ['duck'] },
  { words: 'explode', games: ['atomic'] },
  { words: 'bomb', games: ['atomic'] },
  { words: 'invisible', games: ['fog-of-war', 'kriegspiel'] },
  { words: 'blind', games: ['kriegspiel'] },
  { words: 'quick', games: ['dobutsu', 'gardner', 'atomic'] },
  { words: 'fast', games: ['dobutsu', 'los-alamos'] },
  { words: 'easy', games: ['breakthrough', 'othello'] },
  { words: 'beginner', games: ['breakthrough', 'king-of-the-hill'] },
  { words: 'chinese chess', games: ['xiangqi', 'minixiangqi'] },
  { words: 'japanese', games: ['dobutsu'] },
  { words: '3d', games: ['raumschach'] },
  { words: 'freestyle', only: ['chess960'] },
  { words: 'random', games: ['chess960'] },
  { words: 'round', games: ['circular'], none: ['ataxx', 'othello'] },
  { words: 'checkers', games: ['draughts', 'lasca'] },
  { words: 'go', none: ['gothic'] },
  { words: 'four players', only: ['chaturaji', 'four-player-chess', 'four-player-teams'] },
  { words: '4 players', only: ['chaturaji', 'four-player-chess', 'four-player-teams'] },
  { words: 'three players', only: ['trichess'] },
  { words: 'King of the Hill', games: ['king-of-the-hill'], none: ['chess'] },
  { words: 'Gliński', games: ['glinski'] },
  { words: 'parton 1953', only: ['alice'] },
  // Slips of the hand. The page says what it has searched instead.
  { words: 'duk', games: ['duck'], says: 'No game has “duk”; these have “duck”.' },
  { words: 'kriegspeil', only: ['kriegspiel'], says: 'No game has “kriegspeil”' },
  { words: 'blnid', games: ['kriegspiel'], says: 'these have “blind”' },
  { words: 'qqqqq', only: [], says: 'No game has “qqqqq”.' },
];

test('the words of players find their games, and filters answer their questions', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await all(page);
  const found = () => page.locator('.game:visible').evaluateAll((games) => games.map((one) => one.dataset.name).sort());
  for (const { words, games = [], only, none = [], says } of SEARCHES) {
    await page.locator('#by-words').fill(words);
    const names = await found();
    if (only) assert.deepEqual(names, only, words);
    assert.deepEqual(games.filter((name) => !names.includes(name)), [], `“${words}” does not find these`);
    assert.deepEqual(none.filter((name) => names.includes(name)), [], `“${words}” finds these`);
    if (says) assert.ok((await page.locator('#found-games').innerText()).includes(says), words);
  }
  await page.locator('#by-words').fill('');
  const filtered = async (change) => {
    await change();
    const names = await found();
    await me.see('#more-count', '(1)');
    assert.equal(await page.locator('#picks').isVisible(), false);
    await page.getByRole('button', { name: 'All games' }).click();
    await me.see('#found-games', EMPTY);
    return names;
  };
  const by = (id, value) => filtered(() => page.selectOption(`#by-${id}`, value));
  const check = (id) => filtered(() => page.locator(`#by-${id}`).check());
  assert.deepEqual(await by('players', '3'), ['trichess']);
  assert.deepEqual(await by('players', '4'), ['chaturaji', 'four-player-chess', 'four-player-teams']);
  assert.deepEqual(await by('players', 'teams'), ['four-player-teams']);
  const two = await by('players', '2');
  assert.ok(two.includes('chess') && !two.includes('trichess'));
  const hidden = await check('hidden');
  assert.ok(['fog-of-war', 'kriegspiel'].every((name) => hidden.includes(name)) && !hidden.includes('chess'), hidden.join());
  const dice = await check('chance');
  assert.ok(['chaturaji', 'dice-chess'].every((name) => dice.includes(name)) && !dice.includes('chess'), dice.join());
  const short = await by('length', 'short');
  assert.ok(short.length && !short.includes('four-player-chess'), short.join());
  const long = await by('length', 'long');
  assert.ok(long.length && !long.some((name) => short.includes(name)));
  assert.ok((await by('kind', 'classic')).includes('shogi'));
  assert.ok((await by('kind', 'strange')).includes('raumschach'));
  assert.ok((await by('size', 'small')).includes('dobutsu'));
  assert.ok((await check('hands')).includes('crazyhouse'));
  assert.ok((await check('parts')).includes('duck'));
  assert.ok((await check('starts')).includes('chess960'));
}, isOpen));

test('picked games come first, with positions in play', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await all(page);
  const asked = [];
  page.on('request', (request) => { if (request.url().endsWith('/api/gallery')) asked.push(request.postDataJSON().names); });
  await page.reload();
  await opened(page, isOpen);
  await page.locator('.pick[data-pick="duck"] img[src]').waitFor();
  await all(page);
  assert.equal(asked[0].length, 8);
  assert.ok(asked.length < 16, `${asked.length} requests`);
  assert.deepEqual(await page.locator('.pick').evaluateAll((picks) => picks.map((one) => one.dataset.pick)), asked[0]);
  const picture = await page.locator('.pick[data-pick="duck"] img').getAttribute('src');
  // The duck is not on the board at the start. The ground of the page shows through.
  assert.match(decodeURIComponent(picture), /duck/);
  assert.doesNotMatch(decodeURIComponent(picture), /H0Z" fill="#ffffff"/);
  const titles = await shown(page);
  assert.deepEqual(titles, titles.toSorted((a, b) => a.localeCompare(b)));
  await page.locator('#by-words').fill('duck');
  assert.equal(await page.locator('#picks').isVisible(), false);
  await page.locator('#by-words').fill('');
  await page.locator('#picks').waitFor();
  await page.locator('.pick[data-pick="duck"]').getByRole('button', { name: 'Play the computer', exact: true }).click();
  await me.see('#name', 'Duck');
  await me.current();
  const computers = () => page.locator('#players select').evaluateAll((players) => players.filter((one) => /^player-/.test(one.id)).map((one) => Number(one.value) > 0));
  await page.waitForFunction(() => Number(document.querySelector('#player-black')?.value) > 0);
  assert.deepEqual(await computers(), [false, true]);
  await me.play('e2', 'e4', 'd5');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  // The same for a game whose text is on the page already.
  await page.goBack();
  await card(page, 'duck', 'Play the computer').click();
  await me.current();
  await page.waitForFunction(() => !document.querySelectorAll('.ply').length && Number(document.querySelector('#player-black')?.value) > 0);
  assert.deepEqual(await computers(), [false, true]);
}, isOpen));

test('on a phone, the gallery is a short list', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await all(page);
  const height = await page.locator('#gallery').evaluate((gallery) => gallery.scrollHeight);
  assert.ok(height <= 12 * 844, `${height / 844} screens`);
  assert.equal(await page.locator('#by-board').isVisible(), false);
  await me.accessible();
  await me.picture('gallery-phone');
  // The marks of a game leave its title whole.
  const cut = await page.locator('.game h3').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  assert.deepEqual(cut.filter((title) => title.length < 26), []);
  const low = () => page.locator('#gallery').locator('button:visible, select:visible, summary:visible').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 40).map((one) => one.outerHTML));
  assert.deepEqual(await low(), []);
  await page.locator('#more summary').click();
  assert.deepEqual(await low(), []);
  await page.setViewportSize({ width: 320, height: 640 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.getElementById('gallery').scrollWidth <= innerWidth));
  const row = page.locator('.game[data-name="ataxx"]');
  await row.getByRole('button', { name: 'More' }).click();
  await row.getByRole('button', { name: 'Play the computer' }).waitFor();
  await page.locator('.game[data-name="amazons"]').getByRole('button', { name: 'More' }).click();
  await row.getByRole('button', { name: 'Play the computer' }).waitFor({ state: 'hidden' });
  // A touch of any place of the row plays the game.
  await row.locator('.line').scrollIntoViewIfNeeded();
  const { x, y } = await row.locator('.line').boundingBox();
  await page.touchscreen.tap(x + 20, y + 10);
  await me.see('#name', 'Ataxx');
}, { ...isOpen, width: 390, height: 844, touch: true }));

test('a link that names a game opens it, and a reload continues it', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await page.goto(`${me.studio.address}&open=othello`);
  await page.reload();
  await opened(page, isOpen);
  await me.current();
  await me.see('#name', 'Othello');
  await me.play('e3');
  await page.reload();
  await me.see('.ply', '@e3');
  await me.accessible();
}, { ...isOpen, width: 390, height: 800, dark: true, touch: true }));

test('a game of the gallery does not take the place of a file', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  await me.write('name: Mine\nextends: chess\n');
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  await page.locator('#home').click();
  await card(page, 'ataxx', 'Play').click();
  await me.see('#bar', 'This is a copy of Ataxx');
  await me.current();
  await me.play('f1');
  await page.keyboard.press('Control+s');
  await me.see('#bar', 'Write it to mine.yaml');
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.locator('#home').click();
  // The text is that of the file, and not the game.
  await page.getByRole('button', { name: 'Back to the text' }).click();
  await page.locator('.cm-content', { hasText: 'Mine' }).waitFor();
  await me.see('#state', 'saved');
  assert.equal(readFileSync(join(me.folder, 'mine.yaml'), 'utf8'), 'name: Mine\nextends: chess\n');
}));

test('a changed game of the gallery is there again after a reload', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await card(page, 'amazons', 'Change').click();
  await me.current();
  await me.write('name: Mine\nextends: chess\n');
  await me.see('#findings', 'No findings');
  await me.current();
  await page.reload();
  await opened(page, isOpen);
  await me.see('#bar', 'is here again');
  await page.locator('.cm-content', { hasText: 'Mine' }).waitFor();
}, isOpen));

test('an argument that names a game opens it', { skip }, () => story('duck', async (me) => {
  await me.see('#name', 'duck');
  assert.equal(await me.page.locator('#gallery').isVisible(), false);
}));

test('variations have numbers, comments, promotion and deletion', { skip }, () => story('chess', async (me) => {
  const { page } = me;
  for (const [from, to] of [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3']]) await me.play(from, to);
  await page.keyboard.press(',');
  await me.see('#turn', 'White to move');
  await me.play('f2', 'f4');
  await me.play('e5', 'f4');
  await me.see('.branch', '(2. f4 exf4)');
  assert.equal(await printed(page), '1. e4 e5 2. Nf3 (2. f4 exf4)');
  // Keys outside the board: the variation before, the start, the end.
  const now = () => page.locator('.ply[aria-current]').innerText();
  await page.locator('.ply', { hasText: 'exf4' }).focus();
  const press = async (key, wanted) => {
    await page.locator('#play h2, #flip').first().focus();
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => (document.querySelector('.ply[aria-current]')?.innerText ?? '') === wanted, wanted);
  };
  await press('ArrowUp', 'Nf3');
  await press('ArrowDown', 'f4');
  await press('Home', '');
  await press('End', 'Nf3');
  await press('ArrowLeft', 'e5');
  await press('ArrowRight', 'Nf3');
  assert.equal(await now(), 'Nf3');
  // A reply to the main line is numbered again after the variation.
  await me.play('b8', 'c6');
  assert.equal(await printed(page), '1. e4 e5 2. Nf3 (2. f4 exf4) 2… Nc6');
  await page.locator('.ply', { hasText: /^f4$/ }).click();
  await me.see('#turn', 'Black to move');
  await page.keyboard.press('c');
  await page.keyboard.type('the gambit');
  await page.getByRole('button', { name: 'Promote' }).click();
  await me.see('#word', '2. f4 is the main line now.');
  assert.equal(await printed(page), '1. e4 e5 2. f4 the gambit (2. Nf3 Nc6) 2… exf4');
  await me.accessible();
  await me.picture('variations');
  const { bytes } = await me.take('pgn');
  assert.match(bytes.toString(), /1\. e4 e5 2\. f4 \{the gambit\} \(2\. Nf3 Nc6\) 2\.\.\. exf4 \*/);
  await me.tab('play');
  // Everything is there after a reload.
  await page.reload();
  await opened(page);
  await me.see('.branch', 'Nf3');
  assert.equal(await printed(page), '1. e4 e5 2. f4 the gambit (2. Nf3 Nc6) 2… exf4');
  assert.equal(await now(), 'f4');
  await page.locator('#annotate summary').click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await me.see('#word', '2. f4 and all after it are deleted');
  assert.equal(await printed(page), '1. e4 e5 2. Nf3 Nc6');
  await page.locator('#word').getByRole('button', { name: 'Undo' }).click();
  await me.see('.comment', 'the gambit');
}));

test('the king castles by a click on the rook, and by dragging it there', { skip }, () => story('chess', async (me) => {
  await me.setUp('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  await me.page.waitForFunction(() => document.querySelector('[data-cell=a8]')?.getAttribute('aria-label').includes('rook'));
  await me.cell('e1').click();
  assert.match(await me.cell('h1').getAttribute('aria-label'), /may castle with this rook/);
  await me.cell('e1').click();
  await me.play('e1', 'h1');
  await me.drag('e8', 'a8');
  await me.see('.ply', 'O-O-O');
  assert.deepEqual(await me.moves(), ['O-O', 'O-O-O']);
}));

test('pieces glide, unless the user or the system wants none of it', { skip }, () => story('chess', async (me) => {
  const { page } = me;
  // Counts the pictures that the page moves.
  await page.evaluate(() => {
    globalThis.glides = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...all) { globalThis.glides += 1; return animate.apply(this, all); };
  });
  const glides = () => page.evaluate(() => { const n = globalThis.glides; globalThis.glides = 0; return n; });
  await me.play('e2', 'e4');
  assert.equal(await glides(), 1);
  await me.drag('e7', 'e5');
  await me.see('.ply', 'e5');
  assert.equal(await glides(), 0, 'a dragged piece is there already');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await me.play('g1', 'f3');
  assert.equal(await glides(), 0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.locator('#motion').uncheck();
  await me.play('b8', 'c6');
  assert.equal(await glides(), 0);
  await page.locator('#motion').check();
  await me.play('f1', 'c4');
  assert.equal(await glides(), 1);
}));

test('sounds are off until they are wanted', { skip }, () => story('chess', async (me) => {
  const { page } = me;
  await page.evaluate(() => {
    globalThis.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...all) { globalThis.tones += 1; return start.apply(this, all); };
  });
  await me.play('e2', 'e4');
  assert.equal(await page.evaluate(() => globalThis.tones), 0);
  await page.locator('#sound').check();
  await me.play('d7', 'd5');
  assert.equal(await page.evaluate(() => globalThis.tones), 2);
  await me.play('e4', 'd5');
  assert.equal(await page.evaluate(() => globalThis.tones), 4, 'a capture has two tones');
  await page.reload();
  await opened(page);
  assert.equal(await page.locator('#sound').isChecked(), true);
}));

/** Sets the clocks in minutes and seconds. */
async function wind(page, white, black, seconds) {
  if (!(await page.locator('#timing').evaluate((details) => details.open))) await page.locator('#timing summary').click();
  await page.locator('#minutes-white').fill(String(white));
  await page.locator('#seconds-white').fill(String(seconds));
  await page.locator('#minutes-black').fill(String(black));
  await page.getByRole('button', { name: 'Set the clocks' }).click();
}

test('clocks run, stop, survive a reload, and end the game', { skip }, () => story('chess', async (me) => {
  const { page } = me;
  await wind(page, 10, 3, 2);
  assert.equal(await page.locator('#clock-white').innerText(), '10:00');
  assert.equal(await page.locator('#clock-black').innerText(), '3:00');
  assert.equal(await page.locator('#seconds-black').inputValue(), '2');
  await me.play('e2', 'e4');
  await page.locator('#clock-black.runs').waitFor();
  await me.accessible();
  await me.picture('clocks');
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.equal(await page.locator('.runs').count(), 0);
  await page.reload();
  await opened(page);
  await me.see('.ply', 'e4');
  assert.equal(await page.locator('#clocks').isVisible(), true);
  assert.equal(await page.locator('.runs').count(), 0);
  await me.play('e7', 'e5');
  await page.locator('#clock-white.runs').waitFor();
  // Taking back stops the clock.
  await page.locator('#back').click();
  await page.waitForFunction(() => !document.querySelector('.runs'));
  await wind(page, 5, 0.005, 0);
  await me.play('d7', 'd5');
  await me.play('e4', 'd5');
  await me.see('#turn', "Black's time is over: White wins");
  await me.cell('d8').click();
  await me.cell('d5').click();
  await me.see('#word', 'Set the clocks again, or remove them, to play on.');
  await page.getByRole('button', { name: 'No clocks' }).click();
  await me.play('d8', 'd5');
}));

test('the computer plays against a clock', { skip }, () => story('chess', async (me) => {
  await wind(me.page, 5, 5, 1);
  await me.page.selectOption('#player-black', '1');
  await me.play('e2', 'e4');
  await me.page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  await me.page.locator('#clock-white.runs').waitFor();
}));

test('the panel of keys', { skip }, () => story('chess', async (me) => {
  const { page } = me;
  await me.current();
  await me.cell('e2').focus();
  await page.keyboard.press('?');
  await page.locator('#help[open]').waitFor();
  await me.accessible();
  await page.keyboard.press('Escape');
  await me.cell('e2').focus();
  await page.keyboard.press('f');
  await page.locator('svg.board.flipped').waitFor();
  await page.locator('#flip').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('e4 e5 Nf3');
  await page.keyboard.press('Enter');
  await me.see('.ply', 'Nf3');
  assert.deepEqual(await me.moves(), ['e4', 'e5', 'Nf3']);
}));

test('two people play by sending links', { skip }, () => story('chess', async (me) => {
  const { page, context } = me;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const link = async (page) => {
    await page.waitForFunction(() => document.querySelector('#exchange:not([hidden])')?.textContent.includes('The link is copied'));
    return page.locator('#link').inputValue();
  };
  await me.play('e2', 'e4');
  await page.locator('#send').click();
  await me.see('#exchange', "wait for the link with Black's move");
  const first = await link(page);
  const other = await browse({ width: 390, height: 800 });
  const friend = await serve(me.folder, null);
  try {
    await other.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const tab = await other.context.newPage();
    await tab.goto(`${friend.address}&${first.split('#')[1]}`);
    await opened(tab, isOpen);
    await tab.locator('#exchange', { hasText: 'It is your turn: you play Black.' }).waitFor();
    await tab.locator('[data-cell=e7]').click();
    await tab.locator('[data-cell=e5]').click();
    await tab.locator('#exchange', { hasText: 'Send the link back' }).waitFor();
    await tab.locator('#exchange button', { hasText: 'Copy the link to send back' }).click();
    const second = await link(tab);
    await me.tab('share');
    await page.locator('#link').fill(second);
    await page.locator('#openlink button').click();
    await me.see('#exchange', 'It is your turn: you play White.');
    assert.deepEqual(await me.moves(), ['e4', 'e5']);
  } finally {
    await other.end();
    await friend.end();
  }
}));

test('a text that cannot be played shows no tests of the one before, and a wrong count names new moves', { skip }, () => story('mine.yaml', async (me) => {
  const { page } = me;
  const camel = 'name: Camels\nextends: chess\npieces:\n  knight: {moves: + C}\n';
  await me.write(camel);
  await me.see('#score', 'hold').catch(() => {});
  await me.write(`${camel}tests:\n  - perft: [20]\n    source: none\n`);
  await me.see('#score', '1 fails');
  await me.tab('tests');
  await page.getByRole('button', { name: 'On the board' }).click();
  await me.see('#differs', 'New against the parent: b1a4 b1c4 g1f4 g1h4');
  assert.equal(await page.locator('.arrow.new').count(), 4);
  await me.write(`${camel}castlng: none\n`);
  await page.locator('.mend').first().waitFor();
  await me.settled();
  assert.equal(await page.locator('#score').innerText(), '');
}));

test('a phone opens on the board', { skip }, () => story('duck', async (me) => {
  await me.cell('e2').waitFor();
  assert.equal(await me.page.locator('#write').isVisible(), false);
  assert.ok(await me.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { width: 390, height: 800, touch: true }));

/** The distance from the tabs to the board. */
const gap = (page) => page.evaluate(() => Math.round(document.getElementById('board').getBoundingClientRect().top - document.getElementById('tabs').getBoundingClientRect().bottom));

for (const [width, height] of [[360, 640], [390, 844]]) {
  test(`eight moves do not scroll the board away at ${width} by ${height}`, { skip }, () => story(null, async (me) => {
    const { page } = me;
    await page.evaluate(() => { location.hash += '&open=chess'; });
    await page.reload();
    await me.current();
    const first = await gap(page);
    const moves = [['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6'], ['f1', 'c4'], ['g8', 'f6'], ['d2', 'd3'], ['f8', 'c5']];
    for (const [from, to] of moves) {
      await me.cell(from).tap();
      await me.cell(to).tap();
      await page.locator('.ply').nth(moves.findIndex((one) => one[1] === to)).waitFor();
      assert.equal(await gap(page), first, `after ${from}${to}`);
    }
    // The focus of the field may scroll to it once; the moves do not.
    await page.locator('#move').focus();
    const now = await gap(page);
    for (const [n, move] of ['c2c3', 'd7d6', 'b1d2', 'c8e6', 'c4b3', 'd8d7', 'f3g5', 'a7a6', 'g5e6', 'f7e6', 'd2f3', 'a8d8'].entries()) {
      await page.keyboard.type(move);
      await page.keyboard.press('Enter');
      await page.locator('.ply').nth(8 + n).waitFor();
      assert.equal(await gap(page), now, `after ${move}`);
    }
    // The list itself shows the last move.
    assert.ok(await page.evaluate(() => {
      const [list, last] = ['#moves', '#moves [aria-current]'].map((one) => document.querySelector(one).getBoundingClientRect());
      return last.top >= list.top - 1 && last.bottom <= list.bottom + 1;
    }));
    for (const box of ['#motion', '#sound']) assert.ok((await page.locator(box).boundingBox()).height >= 20, box);
  }, { ...isOpen, width, height, touch: true }));
}

for (const [width, height] of [[1440, 900], [1024, 768]]) {
  test(`the controls stand beside the board at ${width} by ${height}, also after another tab`, { skip }, () => story(null, async (me) => {
    const { page } = me;
    await card(page, 'duck', 'Rules').click();
    await me.see('#rules h2', 'Duck');
    await me.current();
    await me.tab('play');
    await me.cell('e2').waitFor();
    const inWindow = async (id) => {
      const box = await page.locator(id).boundingBox();
      const board = await page.locator('#board svg').boundingBox();
      assert.ok(box.x >= board.x + board.width && box.y + box.height <= height, `${id} ${JSON.stringify(box)}`);
    };
    await me.play('e2', 'e4', 'e5');
    for (const id of ['#player-black', '#hint', '#back', '#moves', '#challenge button']) await inWindow(id);
    const board = await page.locator('#board svg').boundingBox();
    assert.ok(board.height > height - 200, `${board.height}`);
    // With a bar, only one part of the page scrolls at most.
    await page.evaluate(() => { document.getElementById('bar').hidden = false; document.getElementById('bar').textContent = 'Some words.'; });
    await page.waitForFunction((before) => document.querySelector('#board svg').getBoundingClientRect().height < before, board.height);
    const scrolls = await page.evaluate(() => [document.documentElement, document.getElementById('look')].filter((one) => one.scrollHeight > one.clientHeight).length);
    assert.ok(scrolls === 0, `${scrolls} scroll`);
  }, { ...isOpen, width, height }));
}

test('the players survive a reload, and the computer goes on', { skip }, () => story('chess', async (me) => {
  const { page } = me;
  await me.current();
  await page.getByRole('button', { name: 'Play the computer' }).click();
  assert.equal(await page.locator('#player-black option:checked').innerText(), 'Computer, level 4 (medium)');
  assert.equal(await page.locator('#challenge').isVisible(), false);
  await page.selectOption('#player-black', '2');
  await me.play('e2', 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  await page.reload();
  await opened(page);
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2 && document.getElementById('player-black').value === '2');
  await me.current();
  await me.play('d2', 'd3');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 4);
  // After a step back, the computer waits also after a reload.
  await page.locator('#restart').click();
  await me.see('#turn', 'White to move');
  await page.reload();
  await opened(page);
  await page.waitForFunction(() => document.getElementById('player-black').value === '2');
}));

test('a new game keeps the players, and Undo brings back the old one', { skip }, () => story('chess960', async (me) => {
  const { page } = me;
  await me.current();
  await page.locator('#startnumber').fill('0');
  await page.locator('#starts button').first().click();
  await me.see('#word', 'Start 0 of 960');
  await page.selectOption('#player-black', '1');
  await me.play('a2', 'a4');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  const before = await me.moves();
  await page.getByRole('button', { name: 'New game' }).click();
  await me.see('#word', 'A new game.');
  assert.deepEqual(await me.moves(), []);
  assert.deepEqual([await page.locator('#player-black').inputValue(), await page.locator('#startnumber').inputValue()], ['1', '0']);
  assert.match(await me.cell('a1').getAttribute('aria-label'), /white bishop/);
  await me.accessible();
  await page.locator('#word button').click();
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  assert.deepEqual(await me.moves(), before);
  await page.getByRole('button', { name: 'New game' }).click();
  await me.see('#word', 'A new game.');
  await me.play('h2', 'h3');
  await page.waitForFunction(() => document.querySelectorAll('.ply').length === 2);
  assert.equal(await page.locator('.branch').count(), 0);
  assert.doesNotMatch(await page.locator('#word').innerText(), /new game/);
  await page.reload();
  await opened(page);
  await me.current();
  assert.equal(await page.locator('#startnumber').inputValue(), '0');
}));

test('the board of the last game is covered until that of the next one is there', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await card(page, 'chess', 'Play').first().click();
  await me.current();
  await me.cell('e2').waitFor();
  await page.route('**/api/game', async (route) => { await new Promise((done) => { setTimeout(done, 700); }); await route.continue(); });
  await page.locator('#home').click();
  await card(page, 'dobutsu', 'Play').click();
  await me.see('#name', 'Dobutsu');
  assert.equal(await page.locator('#board svg').isVisible(), false);
  assert.ok((await page.locator('#board').boundingBox()).height > 300, 'it keeps its place');
  assert.equal(await page.locator('#turn').textContent(), '');
  await page.locator('#move').fill('e2e4');
  await page.keyboard.press('Enter');
  await me.cell('b4').waitFor();
  assert.equal(await page.locator('#board svg').isVisible(), true);
  assert.deepEqual(await me.moves(), []);
}, isOpen));

test('an address without its key says what is missing, and nothing else', { skip }, () => story(null, async ({ page }) => {
  const other = await page.context().newPage();
  await other.goto(page.url().split('#')[0]);
  await other.getByRole('heading', { name: 'This address is not complete' }).waitFor();
  assert.equal(await other.locator('header').isVisible(), false);
  assert.equal(await other.locator('main').isVisible(), false);
}));
