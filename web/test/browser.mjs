// Helpers for the stories: a browser, a server for each story, and the actions of a user.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The program to test. */
export const program = process.env.ALFIL ?? join(root, 'target/debug/alfil');
/** The engine for browsers that is part of the source. */
export const committed = join(root, 'web/module/alfil.wasm.lzma');
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The reason why a test cannot run here. In CI, where no test may be left out, it is an error. */
function missing(reason) {
  if (process.env.CI === 'true') throw new Error(`${reason}; CI leaves no test out`);
  return reason;
}

/** The packed engine for browsers. */
export const module = process.env.ALFIL_MODULE ?? committed;
/** The reason why the engine cannot be tried; false if it is there. */
export const noModule = existsSync(module) ? false : missing('no module: `npm run module` builds it');

/** Newly built parts of the page, in place of those in the program. */
const parts = process.env.ALFIL_PARTS;

async function fresh(context) {
  const kinds = { 'studio.js': 'text/javascript', 'studio.css': 'text/css' };
  for (const [name, contentType] of Object.entries(kinds)) await context.route(`**/${name}`, (route) => route.fulfill({ contentType, body: readFileSync(join(parts, name)) }));
  await context.route(/^http:[^#]*:\d+\/(#.*)?$/, async (route) => {
    const response = await route.fetch();
    const nonce = (await response.text()).match(/nonce="([^"]+)"/)?.[1];
    // The page of another server stays unchanged.
    if (!nonce) { await route.continue(); return; }
    await route.fulfill({ response, body: readFileSync(join(parts, 'index.html'), 'utf8').replaceAll('NONCE', nonce) });
  });
}

/** The reason why no story can run here; false if stories can run. */
export const noBrowser = existsSync(browser) ? false : missing(`no browser at ${browser}`);
/** The same for stories with the program. */
export const skip = noBrowser || (existsSync(program) ? false : missing(`no program at ${program}`));

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-renderer-priority-management',
];

/** A browser with a profile of its own. */
export async function browse({ width = 1360, height = 900, dark = false, touch = false } = {}) {
  const { chromium } = await import('playwright-core');
  const profile = mkdtempSync(join(tmpdir(), 'alfil-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser, args: flags, viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', acceptDownloads: true, hasTouch: touch,
  });
  if (parts) await fresh(context);
  context.setDefaultTimeout(15_000);
  return { context, end: async () => { await context.close(); rmSync(profile, { recursive: true, force: true }); } };
}

/** Starts a server on `file` in a folder of its own. */
export async function serve(folder, file, port = 0) {
  const server = spawn(program, ['studio', '--no-open', '--port', String(port), ...(file ? [file] : [])], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await Promise.race([
    new Promise((done) => { createInterface({ input: server.stdout }).once('line', (line) => done([line])); }),
    new Promise((_, fail) => { server.once('exit', (code) => fail(new Error(`the server ended with ${code}`))); }),
  ]);
  return { server, address, end: () => new Promise((done) => { if (server.exitCode ?? server.signalCode) { done(); return; } server.once('exit', done); server.kill('SIGKILL'); }) };
}

/** Runs a story: `tell({page, folder, ...})` on a page of `file`; any error of the page fails it. */
export async function story(file, tell, form = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'alfil-studio-'));
  const studio = await serve(folder, file);
  const { context, end } = await browse(form);
  try {
    const page = await context.newPage();
    const complaints = [];
    const forgiven = [/ERR_CONNECTION_(REFUSED|RESET)/];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error' && !forgiven.some((words) => words.test(message.text()))) complaints.push(message.text()); });
    await page.goto(studio.address);
    await opened(page, form);
    await tell(person(page, { folder, studio, context, forgiven }));
    assert.deepEqual(complaints, []);
  } finally {
    await end();
    await studio.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a story on a page without Alfil's server, in a profile of its own. `before` runs in the page before its scripts. With
 * `offline` there is no network at all.
 */
export async function alone(address, tell, { before, offline = false, gallery = false, ...form } = {}) {
  const { context, end } = await browse(form);
  try {
    if (before) await context.addInitScript(before);
    if (offline) await context.setOffline(true);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
    await page.goto(address);
    await opened(page, { gallery });
    await tell(person(page, { context }));
    assert.deepEqual(complaints, []);
  } finally {
    await end();
  }
}

/** Waits for the text; before, the editor is not ready. Goes on from the gallery to the text, unless the story is about it. */
export async function opened(page, { gallery = false } = {}) {
  await page.locator('#editor:not([inert])').waitFor({ state: 'attached' });
  if (gallery || !(await page.locator('#fresh').isVisible())) return;
  await page.locator('#fresh').click();
  await page.locator('#new-empty').click();
  await page.locator('#gallery').waitFor({ state: 'hidden' });
}

function person(page, more) {
  const me = {
    page, ...more,
    /** Replaces the whole text by `text`. The empty text between may be checked as well. */
    write: async (text) => {
      // On a phone, the page opens on the board.
      if (await page.locator('#tab-write').isVisible()) await me.tab('write');
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(text);
    },
    /** Opens another tab for the same user. */
    another: async () => {
      const other = await more.context.newPage();
      await other.goto(more.studio.address);
      await opened(other);
      return person(other, more);
    },
    tab: (name) => page.locator(`#tab-${name}`).click(),
    cell: (name) => page.locator(`[data-cell="${name}"]`),
    /** Clicks one cell after another, and waits until the move is in the list. */
    play: async (...cells) => {
      await me.current();
      const before = await page.locator('.ply').count();
      for (const name of cells) await me.cell(name).click();
      await page.waitForFunction((n) => document.querySelectorAll('.ply').length > n, before);
    },
    drag: async (from, to) => {
      await me.current();
      // If the board is redrawn meanwhile, the cell appears a moment later.
      const box = async (name) => (await page.waitForFunction((name) => {
        const { x, y, width, height } = document.querySelector(`[data-cell="${name}"]`)?.getBoundingClientRect() ?? {};
        return width ? { x, y, width, height } : null;
      }, name)).jsonValue();
      const [a, b] = [await box(from), await box(to)];
      const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(...middle(a));
      await page.mouse.down();
      await page.mouse.move(...middle(b), { steps: 6 });
      await page.mouse.up();
    },
    /** Returns the name and the bytes of a download. */
    take: async (form) => {
      await me.tab('share');
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-form="${form}"]`).click()]);
      return { name: download.suggestedFilename(), path: await download.path(), bytes: readFileSync(await download.path()) };
    },
    /** Returns the place of a plane's point on the screen. */
    onPlane: (x, y) => page.evaluate(([px, py]) => {
      const svg = document.querySelector('svg.plane');
      const at = new DOMPoint(px, 8 - py).matrixTransform(svg.getScreenCTM());
      return [at.x, at.y];
    }, [x, y]),
    /** Returns the page as screen readers see it: roles, names and live texts. */
    heard: async () => {
      const session = await more.context.newCDPSession(page);
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      await session.detach();
      const by = new Map(nodes.map((node) => [node.nodeId, node]));
      const words = (node) => (node.role?.value === 'StaticText' ? node.name.value : (node.childIds ?? []).map((id) => words(by.get(id))).filter(Boolean).join(' '));
      return nodes.filter((node) => !node.ignored)
        .map((node) => ({ role: node.role?.value, name: node.name?.value ?? '', text: node.role?.value === 'status' ? words(node) : '' }));
    },
    /** Returns the visible part of a plane: left, top, width and height. */
    seen: async () => (await page.locator('svg.plane').getAttribute('viewBox')).split(' ').map(Number),
    moves: () => page.locator('.ply').allInnerTexts(),
    /** Answers that a text without a copy on the disk may be replaced. */
    replace: () => page.locator('#replace[open] button[value=replace]').click(),
    see: (selector, words) => page.locator(selector, { hasText: words }).first().waitFor(),
    setUp: async (pasted) => {
      await me.current();
      if (!(await page.locator('#paste').evaluate((details) => details.open))) await page.locator('#paste summary').click();
      await page.locator('#pasted').fill(pasted);
      await page.locator('#read').click();
    },
    /** Waits until the game is that of the text. `#look` is busy from the first change of the text. */
    current: () => page.locator('#look[aria-busy="false"]').waitFor({ state: 'attached' }),
    /** Waits until all checks are complete. */
    settled: () => page.locator('#findings[aria-busy="false"]').waitFor({ state: 'attached' }),
    /** Checks that axe reports nothing serious. During a check, a sign fades in, and axe would take it at a wrong colour. */
    accessible: async () => {
      await me.settled();
      await me.current();
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const bad = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
      assert.deepEqual(bad.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`), []);
    },
    /** Saves a picture of the page or a part of it, if ALFIL_PICTURES names a folder. */
    picture: async (name, part = null) => {
      if (!process.env.ALFIL_PICTURES) return;
      // The cursor of the editor blinks without end.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished)).then(() => null));
      await (part ? page.locator(part) : page).screenshot({ path: join(process.env.ALFIL_PICTURES, `${name}.png`) });
    },
  };
  return me;
}
