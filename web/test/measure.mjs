// Measures the pages without a server: sizes, the time to the first board, and the speed of counting next to the program:
// `npm run measure`. It needs the module (`npm run module`, or ALFIL_MODULE); ALFIL should name a program built with `--release`.
// It prints a table without limits, since a busy machine is slower.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unpacked } from '../unpack.mjs';
import { browse, module, noBrowser, noModule, program, root } from './browser.mjs';
import { host } from './host.mjs';
import { native } from './native.mjs';

if (noModule || noBrowser) throw new Error(noModule || noBrowser);

/** The number of new profiles for each time to the first board, whose median is told. ALFIL_RUNS is another number. */
const RUNS = Number(process.env.ALFIL_RUNS ?? 5);
/** How many times slower Chromium makes the thread of the page. Its workers keep their speed. */
const SLOWER = [1, 4];
/** Counted games with their depths: one of them has hands. */
const COUNTS = [['chess', 4], ['chess', 6], ['crazyhouse', 5]];
/** The number of counts, of which the fastest is told. Each is by a new engine, because an engine remembers what it counted. */
const TRIES = 5;

const folder = mkdtempSync(join(tmpdir(), 'alfil-measure-'));
const mega = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const size = (path) => statSync(path).size;
const told = (what, value) => console.log(`${what.padEnd(52)} ${value}`);
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Returns the milliseconds from the start of the navigation to the first cell of the board, in a new profile. */
async function firstBoard(address, slower) {
  const { context, end } = await browse();
  try {
    await context.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('#board [data-cell]')) return;
        seen.disconnect();
        // After this frame, the board is drawn.
        requestAnimationFrame(() => setTimeout(() => { globalThis.drawn = performance.now(); }));
      });
      seen.observe(document, { childList: true, subtree: true });
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(address);
    return await (await page.waitForFunction(() => globalThis.drawn, null, { timeout: 120_000 })).jsonValue();
  } finally { await end(); }
}

/** Counts in the browser: the fastest time of each game in milliseconds, with the count. */
async function inBrowser() {
  const own = join(folder, 'counts');
  mkdirSync(own);
  copyFileSync(join(root, 'web/src/engine.js'), join(own, 'engine.js'));
  writeFileSync(join(own, 'alfil.wasm'), unpacked());
  writeFileSync(join(own, 'index.html'), '<!doctype html><title>Counts</title>');
  const site = await host(own);
  const { context, end } = await browse();
  try {
    const page = await context.newPage();
    await page.goto(site.address);
    return await page.evaluate(async ({ counts, tries }) => {
      const { conversation, imports } = await import('./engine.js');
      const compiled = await WebAssembly.compile(await (await fetch('alfil.wasm')).arrayBuffer());
      const all = [];
      for (const [name, depth] of counts) {
        const times = [];
        let [count, text] = [null, null];
        for (let n = 0; n < tries; n += 1) {
          const ask = conversation(await WebAssembly.instantiate(compiled, imports));
          ({ text } = JSON.parse(ask(JSON.stringify({ ask: 'variant', name }))));
          ask(JSON.stringify({ ask: 'state', text, start: null, moves: [] }));
          const from = performance.now();
          ({ count } = JSON.parse(ask(JSON.stringify({ ask: 'perft', text, depth, start: null, moves: [] }))));
          times.push(performance.now() - from);
        }
        all.push({ name, depth, text, count, time: Math.min(...times) });
      }
      return all;
    }, { counts: COUNTS, tries: TRIES });
  } finally {
    await end();
    await site.end();
  }
}

/** Counts the same by worker processes of the program. Returns the fastest time of each. */
async function inProgram(counted) {
  const all = [];
  for (const { name, text, depth, count } of counted) {
    const times = [];
    for (let n = 0; n < TRIES; n += 1) {
      const worker = native();
      const ask = async (question) => JSON.parse(await worker.ask(JSON.stringify(question)));
      await ask({ ask: 'state', text, start: null, moves: [] });
      const from = performance.now();
      const answer = await ask({ ask: 'perft', text, depth, start: null, moves: [] });
      times.push(performance.now() - from);
      worker.end();
      if (answer.count !== count) throw new Error(`${name}: ${count} positions in the browser, ${answer.count ?? answer.error} by the program`);
    }
    all.push(Math.min(...times));
  }
  return all;
}

try {
  told('module, as built', mega(unpacked().length));
  told('module, packed by LZMA', mega(size(module)));
  execFileSync(process.execPath, [join(root, 'web/site.mjs'), join(folder, 'site')], { env: { ...process.env, ALFIL_MODULE: module }, stdio: 'pipe' });
  const sum = readdirSync(join(folder, 'site')).filter((name) => name !== 'book').map((name) => size(join(folder, 'site', name))).reduce((a, b) => a + b);
  told('site, all files', mega(sum));
  const file = join(folder, 'chess.html');
  execFileSync(program, ['page', 'chess', '--module', module, '-o', file], { stdio: 'pipe' });
  told('page of chess', mega(size(file)));

  const site = await host(join(folder, 'site'));
  try {
    for (const [what, address] of [['site, opened on chess', `${site.address}#open=chess`], ['page of chess from the disk', pathToFileURL(file).href]]) {
      for (const slower of SLOWER) {
        const times = [];
        for (let n = 0; n < RUNS; n += 1) times.push(await firstBoard(address, slower));
        told(`first board, ${what}${slower === 1 ? '' : `, ${slower} times slower`}`, `${(median(times) / 1000).toFixed(2)} s`);
      }
    }
  } finally { await site.end(); }

  const counted = await inBrowser();
  const there = await inProgram(counted);
  for (const [n, { name, depth, count, time }] of counted.entries()) {
    told(`${name}, ${depth} plies, ${count} positions`, `${time.toFixed(1)} ms in the browser, ${there[n].toFixed(1)} ms by the program`);
  }
  told('load of the machine', loadavg()[0].toFixed(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
