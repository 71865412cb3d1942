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
      parts.push({ ...one, set: one.cells, home: node.home });
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
        if (await page.locator('.victim').count()) await cell(part.home);
      } else await button(part.words);
    },
  };
}

/** Waits for the answer with the next position. */
const board = (page) => page.waitForResponse((response) => response.url().endsWith('/api/board'));

/** Opens a shipped game. Returns its first position. */
async function start(page, name) {
  const [answer] = await Promise.all([board(page), page.selectOption('#shipped', name)]);
  await page.locator('#look[aria-busy="false"]').waitFor();
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
        if (ply === 5) await me.picture(`parts-${name}-${input}`);
        const [answer] = await Promise.all([board(page), player.make(parts.at(-1), view.side)]).catch((error) => assert.fail(`${told}: ${error}`));
        view = await answer.json();
        assert.equal(view.played?.at(-1)?.text, text, told);
        await page.waitForFunction((n) => document.querySelectorAll('.ply').length >= n && document.querySelectorAll('.ply')[n - 1].getAttribute('aria-current'), ply);
        if (parts[0].section) player.forget();
      }
    }
  }, { touch: input === 'touch' }));
}
