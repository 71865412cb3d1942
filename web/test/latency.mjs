// Measures the time from a letter to its findings and to its board, on a copy of every shipped definition:
// `npm run latency [-- NAME...]`. It prints figures without a limit, since a busy machine is slower. ALFIL
// should name a program built with `--release`. ALFIL_SITE is the address of a page without a server, to be measured in
// place of it. ALFIL_TAB selects another tab than the board. Ctrl-C ends it
// after the current definition.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { browse, opened, root, serve, skip } from './browser.mjs';

if (skip) throw new Error(skip);

/** Pauses from an answer to the next letter, in milliseconds: fast and slow typing. */
const PAUSES = [30, 250];
/** The name of the first letter of a page, whose code has never run before. */
const FIRST = 'first letter';
/** The idle part of a quiet machine, and the number of half seconds to wait for it. */
const [QUIET, PATIENCE] = [0.9, Number(process.env.ALFIL_PATIENCE ?? 20)];
/** The measured steps, in order. */
const STEPS = ['first findings', 'all findings', 'board', 'all'];

/** In the page: records each measured letter and the times at which its changes arrive and are drawn. */
function watch() {
  globalThis.key = null;
  // This listener runs before those of the page. The time is that of the key event, not of its handling.
  addEventListener('keydown', (event) => { if (globalThis.armed) Object.assign(globalThis, { armed: false, key: { at: event.timeStamp } }); }, true);
  const come = (name) => {
    const { key } = globalThis;
    if (!key || key[name]) return;
    key[name] = { come: performance.now() - key.at };
    // After this frame, the change is drawn.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { key[name].drawn = performance.now() - key.at; };
      port2.postMessage(null);
    });
  };
  addEventListener('DOMContentLoaded', () => {
    const [findings, board, look] = ['findings', 'board', 'look'].map((id) => document.getElementById(id));
    const quiet = (part) => part.getAttribute('aria-busy') === 'false';
    new MutationObserver((all) => {
      if (all.some((one) => one.type === 'childList')) come('first findings');
      if (quiet(findings)) come('all findings');
    }).observe(findings, { childList: true, attributeFilter: ['aria-busy'] });
    new MutationObserver(() => { come('board'); }).observe(board, { childList: true, subtree: true });
    // The view is complete with pieces, diagrams and rules, or with a message for a text with errors.
    new MutationObserver(() => {
      if (quiet(look)) come(look.classList.contains('stale') ? 'no board' : 'all');
    }).observe(look, { attributeFilter: ['aria-busy'] });
  });
}

/** The letters to type, each with its kind and place. */
function letters(text) {
  const behind = (pattern) => { const found = pattern.exec(text); return found ? found.index + found[0].length : null; };
  return [
    [FIRST, '#', text.length],
    ['key', 'x', 0],
    ['title', 'z', behind(/^name: *["']?\w+/m)],
    ['movement', 'W', behind(/moves: *["']?[A-Za-z]\w*/)],
    ['number', '1', behind(/(?:perft: *\[ *|setup:[^\n]*?|space:[^\n]*?)\d/)],
    ['word', 's', behind(/^ {2,}\w+: *["']?[a-z]+/m)],
    ['comment', '#', text.length],
  ].filter(([, , at]) => at !== null);
}

/** Puts the cursor after `at` letters, and returns the text. */
const go = (page, at) => page.evaluate((anchor) => {
  // The editor finds its view in the same way.
  const { view } = document.querySelector('.cm-content').cmTile.root;
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
  return view.state.doc.toString();
}, at);

/** Returns the idle part of the machine's time during half a second. */
async function idle() {
  const sum = () => cpus().reduce(([free, all], { times }) => [free + times.idle, all + Object.values(times).reduce((a, b) => a + b)], [0, 0]);
  const before = sum();
  await new Promise((done) => { setTimeout(done, 500); });
  const after = sum();
  return (after[0] - before[0]) / (after[1] - before[1]);
}

/** Types one letter and waits for all its effects. */
async function type(page, letter, pause) {
  await page.evaluate(() => { globalThis.armed = true; });
  await page.keyboard.press(letter);
  await page.waitForFunction(() => key?.['all findings']?.drawn && (key.all ?? key['no board'])?.drawn && !armed);
  const told = await page.evaluate(() => key);
  await page.waitForTimeout(pause);
  await page.keyboard.press('Escape');
  return told;
}

const shipped = readdirSync(join(root, 'definitions'), { recursive: true }).filter((path) => path.endsWith('.yaml')).sort();
const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'alfil-latency-'));
const { context, end } = await browse();
await context.addInitScript(watch);
/** Ends early with the measurements so far. */
let enough = false;
process.once('SIGINT', () => { enough = true; });
const all = [];
const first = [];
const loads = [loadavg()[0]];
try {
  for (const path of shipped) {
    const name = basename(path, '.yaml');
    if (enough) break;
    if (wanted.length && !wanted.includes(name)) continue;
    const text = readFileSync(join(root, 'definitions', path), 'utf8');
    // Waits a while for other work on the machine to end.
    for (let n = 0; n < PATIENCE && (await idle()) < QUIET; n += 1);
    const site = process.env.ALFIL_SITE;
    const studio = site ? { address: site, end: () => {} } : await serve(folder, name);
    const page = await context.newPage();
    try {
      await page.goto(studio.address);
      await opened(page);
      if (site) await page.selectOption('#shipped', name);
      await page.locator('#findings[aria-busy="false"]').waitFor({ state: 'attached' });
      await page.locator('#look[aria-busy="false"]').waitFor({ state: 'attached' });
      if (process.env.ALFIL_TAB) await page.locator(`#tab-${process.env.ALFIL_TAB}`).click();
      const own = [];
      for (const [n, [what, letter, at]] of letters(text).entries()) {
        for (const one of [letter, 'Backspace']) {
          await go(page, one === letter ? at : at + 1);
          own.push({ name, what: one === letter || what === FIRST ? what : `${what} gone`, ...await type(page, one, PAUSES[n % PAUSES.length]) });
        }
      }
      if (await go(page, 0) !== text) throw new Error(`${name}: the text is not what it was`);
      // Only the first letter counts, not its removal.
      first.push(...own.splice(0, 2).slice(0, 1));
      all.push(...own);
      console.log([name.padEnd(24), ...STEPS.map((step) => row(own, step))].join('  '));
    } finally {
      await page.close();
      await studio.end();
    }
    loads.push(loadavg()[0]);
  }
} finally {
  await end();
  rmSync(folder, { recursive: true, force: true });
}

function percentile(list, part) { return list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.ceil(list.length * part) - 1)]; }

/** The median, the 95th percentile and the maximum. */
function row(of, step, when = 'drawn') {
  const list = of.flatMap((one) => one[step]?.[when] ?? []);
  return list.length ? [0.5, 0.95, 1].map((part) => percentile(list, part).toFixed(0).padStart(5)).join('') : '    –    –    –';
}

console.log(`\n${all.length} letters in ${new Set(all.map((one) => one.name)).size} definitions; load ${Math.min(...loads).toFixed(2)} to ${Math.max(...loads).toFixed(2)}`);
console.log('milliseconds from the letter: half, 95 %, longest');
for (const step of STEPS) for (const when of ['come', 'drawn']) console.log(`  ${step.padEnd(16)}${when.padEnd(8)}${row(all, step, when)}`);
for (const step of STEPS) console.log(`  ${step.padEnd(16)}drawn, first letter of a page ${row(first, step)}`);
for (const step of STEPS) {
  const slow = all.filter((one) => one[step]).sort((a, b) => b[step].drawn - a[step].drawn).slice(0, 8);
  console.log(`slowest ${step}: ${slow.map((one) => `${one.name} (${one.what}) ${one[step].drawn.toFixed(0)}`).join(', ')}`);
}
