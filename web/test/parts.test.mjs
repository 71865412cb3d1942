// Whole moves on the board, part by part: by mouse, by touch and by keyboard. The answers of the server say which
// moves are legal, so one test plays every game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, story } from './browser.mjs';

/** Games with moves of several parts, and the picture of each. */
const BOARDS = ['othello', 'ataxx', 'duck', 'amazons', 'seirawan', 'janggi', 'alice', 'raumschach', 'cube', 'shogi', 'opposition'];
const INPUTS = ['mouse', 'touch', 'keyboard'];
const PLIES = 10;

/** Numbers that are the same in every run. */
const dice = (seed) => () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };

/** A branch that is only a name completes the stem of its node. */
const branches = (node) => node.branches.map((one) => (typeof one === 'string' ? { cell: one, text: node.stem + one } : one));

/** Returns the parts of one move. Moves of many parts are preferred. */
function line(tree, roll) {
  const any = () => {
    const parts = [];
    for (let node = tree; node;) {
      const list = branches(node);
      const one = list[Math.floor(roll() * list.length)];
      parts.push({ ...one, set: one.cells });
      node = one.next;
    }
    return parts;
  };
  return [any(), any(), any()].sort((a, b) => b.length - a.length)[0];
}

/** Returns the keys from cell to cell, as the arrow keys of the page lead. */
const arrows = (page) => page.evaluate(() => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  const leads = {};
  for (const element of document.querySelectorAll('[data-cell]')) {
    const name = element.dataset.cell;
    leads[name] = [];
    for (const key of keys) {
      element.focus();
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const next = document.activeElement.dataset.cell;
      if (next !== name) leads[name].push([key, next]);
    }
  }
  return leads;
});

/** Returns the shortest way by arrow keys. */
function way(leads, from, to) {
  const known = new Map([[from, []]]);
  for (const name of known.keys()) {
    if (name === to) return known.get(name);
    for (const [key, next] of leads[name] ?? []) if (!known.has(next)) known.set(next, [...known.get(name), key]);
  }
  return assert.fail(`no arrow keys lead from ${from} to ${to}`);
}

/** A player with one kind of input. */
function hand(page, input) {
  let leads = null;
  const middle = (selector) => page.evaluate((selector) => {
    const element = document.querySelector(selector);
    if (!element) return null;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, selector);
  const press = async (selector) => {
    const at = await middle(selector);
    assert.ok(at, `${selector} is on the page`);
    if (input === 'mouse') await page.mouse.click(...at);
    else if (input === 'touch') await page.touchscreen.tap(...at);
    else { await page.locator(selector).focus(); await page.keyboard.press('Enter'); }
  };
  const cell = async (name) => {
    if (input !== 'keyboard') { await press(`[data-cell="${name}"]`); return; }
    leads ??= await arrows(page);
    const from = await page.evaluate(() => {
      const element = document.activeElement.dataset.cell ? document.activeElement : document.querySelector('[data-cell][tabindex="0"]');
      element.focus();
      return element.dataset.cell;
    });
    for (const key of way(leads, from, name)) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  };
  const button = async (words) => {
    const place = await page.evaluate((words) => {
      const at = (list) => [...list].findIndex((one) => one.querySelector('span:last-child')?.textContent === words || one.textContent === words);
      const open = document.querySelector('#choose[open]');
      return { open: Boolean(open), n: at(document.querySelectorAll(open ? '#choices button' : '#others button')) };
    }, words);
    assert.ok(place.n >= 0, `"${words}" is offered`);
    if (!place.open || input !== 'keyboard') { await press(`${place.open ? '#choices' : '#others'} button:nth-child(${place.n + 1})`); return; }
    // The dialog begins at its first choice.
    for (let n = 0; n < place.n; n += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  return {
    /** Sections change the cells of the board, and arrow keys with them. */
    forget: () => { leads = null; },
    /** Makes one part of a move. */
    async make(part, side) {
      if (part.cell !== undefined) await cell(part.cell);
      else if (part.hand) await press(`[data-letter="${part.hand}"][data-side="${side}"]`);
      else if (part.place) await press(`[data-place="${part.words}"]`);
      else if (part.section) await button(`Slide ${part.section.name}`);
      else if (part.set) {
        for (const name of part.set) await cell(name);
        if (await page.locator('#others button', { hasText: 'No more' }).count()) await button('No more');
      } else await button(part.words);
    },
  };
}

/** Waits for the answer with the next position. */
const board = (page) => page.waitForResponse((response) => response.url().endsWith('/api/board'));

/** Opens a shipped game. Returns its first position. */
async function start(page, name) {
  // Otherwise the answer might belong to the game before.
  const current = () => page.locator('#look[aria-busy="false"]').waitFor({ state: 'attached' });
  await current();
  const [answer] = await Promise.all([board(page), page.selectOption('#shipped', name)]);
  await current();
  return answer.json();
}

for (const input of INPUTS) {
  test(`moves of several parts by ${input}`, { skip }, () => story(null, async (me) => {
    const { page } = me;
    for (const [number, name] of BOARDS.entries()) {
      const player = hand(page, input);
      const roll = dice(7 + 31 * number + 1009 * INPUTS.indexOf(input));
      let view = await start(page, name);
      for (let ply = 1; ply <= PLIES && view.tree.branches.length; ply += 1) {
        const parts = line(view.tree, roll);
        const { text } = parts.at(-1);
        const told = `${name}, ply ${ply} by ${input}, ${text}`;
        for (const part of parts.slice(0, -1)) await player.make(part, view.side);
        if (ply === 5) await me.picture(`parts-${name}-${input}`, '#boardside');
        const [answer] = await Promise.all([board(page), player.make(parts.at(-1), view.side)]).catch((error) => assert.fail(`${told}: ${error}`));
        view = await answer.json();
        assert.equal(view.played?.at(-1)?.text, text, told);
        await page.waitForFunction((n) => document.querySelectorAll('.ply').length >= n && document.querySelectorAll('.ply')[n - 1].getAttribute('aria-current'), ply);
        if (parts[0].section) player.forget();
      }
    }
  }, { touch: input === 'touch' }));
}

/** Returns a random interval or turn among those that the server lists for a body, if its middle is free. */
function stretch(families, roll, isFree) {
  const all = families.filter((one) => one.motion !== 'region').flatMap((family) => family.intervals.map((part) => ({ family, part })));
  // A point inside an interval is no end to which the body would snap.
  const quiet = all.filter(({ family, part }) => !part.captures.length && !part.promotes && part.to - part.from > 0.2 && isFree(family, (part.from + part.to) / 2));
  return quiet[Math.floor(roll() * quiet.length)];
}

for (const input of INPUTS) {
  test(`bodies of a plane, swords among them, by ${input}`, { skip }, () => story(null, async (me) => {
    const { page } = me;
    const roll = dice(77 + INPUTS.indexOf(input));
    let view = await start(page, 'continuous-menagerie');
    const press = async (at) => (input === 'touch' ? page.touchscreen.tap(...at) : page.mouse.click(...at));
    for (let ply = 1; ply <= PLIES; ply += 1) {
      const movable = view.pieces.filter((piece) => piece.moves);
      // A pointer that goes down on a body selects it.
      const isFree = (family, far) => input === 'keyboard' || family.motion === 'turn'
        || view.pieces.every(({ at: [x, y] }) => Math.hypot(chosen.at[0] + family.along[0] * far - x, chosen.at[1] + family.along[1] * far - y) > 0.7);
      const shuffled = movable.map((piece) => ({ piece, by: roll() - (piece.kind === 'sword' ? 1 : 0) })).sort((one, other) => one.by - other.by);
      let chosen = null;
      let found = null;
      for (const { piece: body } of shuffled) {
        if (found) break;
        chosen = body;
        const piece = page.waitForResponse((response) => response.url().endsWith('/api/piece'));
        if (input === 'keyboard') { await page.locator(`[data-body="${chosen.id}"]`).focus(); await page.keyboard.press('Enter'); } else await press(await me.onPlane(...chosen.at));
        const { families } = await (await piece).json();
        // The first sword of each game turns.
        const turns = families.filter((one) => one.motion === 'turn');
        found = stretch(ply < 3 && turns.length ? turns : families, roll, isFree);
        await page.locator('#glide:not([hidden])').waitFor();
        if (!found && input === 'keyboard') await page.keyboard.press('Escape');
      }
      const { family, part } = found;
      const middle = Number(((part.from + part.to) / 2).toFixed(3));
      const told = `ply ${ply} by ${input}: ${chosen.kind} at ${chosen.at}, ${family.motion} ${family.bearing ?? ''} by ${middle}`;
      const next = board(page).catch((error) => assert.fail(`${told}: ${error}`));
      if (ply === 5) await me.picture(`parts-plane-${input}`, '#boardside');
      if (input === 'keyboard') {
        await page.locator(family.motion === 'turn' ? '#degrees' : '#distance').focus();
        if (family.motion !== 'turn') {
          const option = page.locator('#bearing option', { hasText: new RegExp(`^${Number(family.bearing.toFixed(4))}°`) });
          await page.locator('#bearing').selectOption(await option.first().getAttribute('value'));
        }
        await page.keyboard.type(String(middle));
        await page.keyboard.press('Enter');
      } else if (family.motion === 'turn') {
        const box = await page.locator('.knob').boundingBox();
        const from = [box.x + box.width / 2, box.y + box.height / 2];
        const [x, y] = await me.onPlane(...chosen.at);
        const angle = middle * Math.PI / 180;
        const [dx, dy] = [from[0] - x, from[1] - y];
        const to = [x + dx * Math.cos(angle) + dy * Math.sin(angle), y - dx * Math.sin(angle) + dy * Math.cos(angle)];
        if (input === 'touch') {
          const session = await me.context.newCDPSession(page);
          const finger = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py, id: 0 })) });
          await finger('touchStart', from);
          for (const n of [0.5, 1]) await finger('touchMove', [from[0] + (to[0] - from[0]) * n, from[1] + (to[1] - from[1]) * n]);
          await finger('touchEnd');
          await session.detach();
        } else {
          await page.mouse.move(...from);
          await page.mouse.down();
          await page.mouse.move(...to, { steps: 2 });
          await page.mouse.up();
        }
      } else {
        const [ux, uy] = family.along;
        await press(await me.onPlane(chosen.at[0] + ux * middle, chosen.at[1] + uy * middle));
      }
      view = await (await next).json();
      await page.waitForFunction((n) => document.querySelectorAll('.ply').length === n, ply);
    }
  }, { touch: input === 'touch' }));
}

test('each part is announced and taken back', { skip }, () => story(null, async (me) => {
  const { page } = me;
  const label = (name) => me.cell(name).getAttribute('aria-label');
  const said = async (id) => page.locator(id).textContent();
  await start(page, 'duck');
  await me.cell('e2').click();
  assert.equal(await said('#part'), 'white pawn on e2 picked up, 2 cells');
  await me.cell('e4').click();
  assert.equal(await said('#turn'), 'White to move: where does the duck go?');
  assert.equal(await said('#bubble'), 'Where does the duck go?');
  assert.equal(await page.locator('#bubble').evaluate((bubble) => {
    const { left, right, top, bottom } = bubble.getBoundingClientRect();
    return [...document.querySelectorAll('circle.target')].filter((dot) => { const at = dot.getBoundingClientRect(); return at.left < right && at.right > left && at.top < bottom && at.bottom > top; }).length;
  }), 0, 'the question hides no cell that may be chosen');
  assert.equal(await label('e4'), 'e4, white pawn');
  assert.equal(await label('e2'), 'e2, empty, the duck may go here');
  await me.picture('duck');
  await me.accessible();
  // A cell that is no choice says why, and the parts stay.
  await me.cell('d1').click();
  await me.see('#word', 'e2e4,D@d1');
  for (const back of [() => page.keyboard.press('Escape'), () => me.cell('e4').click(), () => page.locator('#back').click()]) {
    await back();
    assert.equal(await said('#part'), 'e4 taken back');
    assert.equal(await label('e2'), 'e2, white pawn, picked up');
    assert.deepEqual([await said('#word'), await said('#turn')], ['', 'White to move']);
    assert.equal(await page.locator('#bubble').isVisible(), false);
    await me.cell('e4').click();
    assert.equal(await said('#turn'), 'White to move: where does the duck go?');
  }
  // A new check of the same position keeps the parts.
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# a remark\n');
  await board(page);
  await me.current();
  assert.equal(await label('e4'), 'e4, white pawn');
  assert.equal(await said('#turn'), 'White to move: where does the duck go?');
  await me.cell('d6').click();
  await me.see('.ply', 'e4@d6');
  await me.cell('e7').click();
  await page.keyboard.press('Escape');
  assert.equal(await said('#part'), 'put down');
  assert.equal(await label('e7'), 'e7, black pawn');
}));

test('a piece comes into play by a dialog beside its cell, on a phone', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await start(page, 'seirawan');
  await page.locator('#tab-play').click();
  await me.cell('b1').tap();
  await me.cell('c3').tap();
  await page.locator('#choose[open]').waitFor();
  assert.deepEqual(await page.locator('#choices button > span').allInnerTexts(), ['no piece', 'hawk', 'elephant']);
  assert.match(await me.cell('c3').getAttribute('aria-label'), /white knight/);
  await me.picture('gating');
  await me.accessible();
  await page.locator('#never').tap();
  assert.match(await me.cell('b1').getAttribute('aria-label'), /picked up/);
  await me.cell('c3').tap();
  await page.locator('#choices button', { hasText: 'elephant' }).tap();
  await me.see('.ply', 'Nc3/E');
  // After castling, the piece may come to either cell. A button leaves it out.
  await me.setUp('4k3/8/8/8/8/8/PPPPPPPP/4K2R[H] w K - 0 1');
  await page.waitForFunction(() => document.querySelector('[data-cell=h1]')?.getAttribute('aria-label').includes('rook'));
  await me.cell('e1').tap();
  await me.cell('g1').tap();
  await me.see('#turn', 'White to move: where does the hawk go?');
  assert.match(await me.cell('f1').getAttribute('aria-label'), /white rook/);
  assert.deepEqual(await page.locator('#others button').allInnerTexts(), ['no piece']);
  await me.cell('h1').tap();
  await me.see('.ply', 'O-O/Hh1');
}, { width: 390, height: 800, touch: true }));

test('a lion chooses where it ends and what it captures', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await start(page, 'chu-lion');
  const lion = async () => {
    await me.setUp('3k3/7/3p3/3p3/3L3/7/3K3 w - - 0 1');
    await page.waitForFunction(() => document.querySelector('[data-cell=d4]')?.getAttribute('aria-label').includes('black pawn'));
  };
  await lion();
  await me.cell('d3').click();
  assert.deepEqual(await page.locator('#others button').allInnerTexts(), ['Stay on d3']);
  await me.cell('d4').click();
  await me.see('#turn', 'where does it end?');
  await me.cell('d3').click();
  await me.see('.ply', 'Lxd3');
  await lion();
  await me.cell('d3').click();
  await me.cell('d5').click();
  await me.see('#turn', 'which pieces does it capture?');
  await me.picture('captures');
  await me.cell('d4').click();
  await me.see('.ply', 'd3d5xd4');
  await lion();
  await me.cell('d3').click();
  await me.cell('d5').click();
  await page.locator('#others button', { hasText: 'No more' }).click();
  await me.see('.ply', 'd3d5#');
}));

test('numbered starts, several typed moves, and a test that leaves the board in view', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await start(page, 'chess960');
  assert.equal(await page.locator('#startnumber').inputValue(), '518');
  await page.locator('#startnumber').fill('0');
  await page.locator('#starts button', { hasText: 'Set up' }).click();
  await me.see('#word', 'Start 0 of 960');
  assert.match(await me.cell('a1').getAttribute('aria-label'), /white bishop/);
  await page.locator('#another').click();
  await page.waitForFunction(() => /^Start \d+ of 960/.test(document.getElementById('word').textContent) && document.getElementById('startnumber').value !== '0');
  await page.locator('#startnumber').fill('1000');
  await page.locator('#starts button', { hasText: 'Set up' }).click();
  await me.see('#word', 'Chess960 has 960 starts, numbers 0 to 959');
  await me.write('extends: chess\n');
  await me.current();
  assert.equal(await page.locator('#starts').isVisible(), false);
  await page.locator('#move').fill('e2e4 e5 Nf4 d7d6');
  await page.keyboard.press('Enter');
  await me.see('#word', 'Nf4:');
  assert.deepEqual([await me.moves(), await page.locator('#move').inputValue()], [['e4', 'e5'], 'Nf4 d7d6']);
  await page.getByRole('button', { name: 'This move is legal' }).click();
  await me.see('#score', '1 holds');
  await me.see('#word', 'Added to the tests.');
  assert.ok(await me.cell('e4').isVisible());
}));

test('kinds of an endless supply, and choices in words', { skip }, () => story(null, async (me) => {
  const { page } = me;
  await me.write(`name: Parts
space: grid 5x5
pieces:
  king: {letter: K, moves: W, royal: true}
  knight: {letter: N, moves: N}
  stone: {letter: S, moves: "@5"}
  guard: {letter: G, moves: "@5"}
hand: {captured: gone, supply: [stone, guard]}
effects:
  - when moving knight may remove one any stone
  - when moving king may count steps
setup: 1k3/5/5/5/1K1N1[] w 0 1
ends: {checkmated: loss, stalemated: draw, goals: [win when own steps = 9]}
`);
  await me.settled();
  await page.locator('#hand-near .held-piece').nth(1).waitFor();
  await me.current();
  const labels = await page.locator('#hand-near .held-piece').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  assert.deepEqual(labels, ['white stone in hand, without end', 'white guard in hand, without end']);
  const choose = async (title, options, option) => {
    await page.locator('#choose[open]').waitFor();
    assert.match(await page.locator('#chooseword').innerText(), title);
    assert.deepEqual(await page.locator('#choices button > span').allInnerTexts(), options);
    await page.locator('#choices button', { hasText: option }).click();
  };
  assert.equal(await me.cell('c3').getAttribute('aria-label'), 'c3, empty, a piece may be put here');
  await me.cell('c3').click();
  await choose(/^Which piece goes to c3\?$/, ['stone', 'guard'], 'guard');
  await me.see('.ply', 'G@c3');
  await me.cell('b5').click();
  await me.cell('a5').click();
  await choose(/^When .* the player may add 1/, ['skip it', 'do it'], 'do it');
  await me.see('.ply', 'b5a5,+');
  await page.locator('#hand-near .held-piece').first().click();
  await me.cell('e5').click();
  await me.see('.ply', 'S@e5');
  await me.cell('a5').click();
  await me.cell('a4').click();
  await choose(/./, ['skip it', 'do it'], 'skip it');
  await me.see('.ply', 'a4');
  // A piece to remove is a cell; a button removes none.
  await me.cell('d1').click();
  await me.cell('e3').click();
  await me.see('#word', 'the player may remove');
  assert.equal(await me.cell('e5').getAttribute('aria-label'), 'e5, white stone, may be chosen');
  assert.deepEqual(await page.locator('#others button').allInnerTexts(), ['skip it']);
  await me.cell('e5').click();
  await me.see('.ply', 'Ne3@e5');
  assert.match(await me.cell('e5').getAttribute('aria-label'), /^e5, empty/);
}));
