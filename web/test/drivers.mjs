// Two browsers behind one small set of actions, so that a story is written once: Chromium by Playwright, and Firefox by Puppeteer over
// WebDriver BiDi. Playwright drives no Firefox but its own, and Puppeteer is no package of this project: it is looked for when it is needed.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PLACES = { chromium: process.env.CHROMIUM ?? '/usr/bin/chromium', firefox: process.env.ALFIL_FIREFOX ?? '/usr/bin/firefox-esr' };
/** The time that an action may wait, in milliseconds. */
const PATIENCE = 60_000;
const sleep = (n) => new Promise((done) => { setTimeout(done, n); });

/** Puppeteer, from the packages of this project or from the folder that ALFIL_PUPPETEER names; null if it is in neither. */
async function puppeteer() {
  try {
    const folder = process.env.ALFIL_PUPPETEER;
    const from = folder ? pathToFileURL(createRequire(join(folder, 'x.js')).resolve('puppeteer-core')).href : 'puppeteer-core';
    return (await import(from)).default;
  } catch { return null; }
}

/** The reason why a browser cannot be driven here; null if it can. */
export async function missing(name) {
  if (!existsSync(PLACES[name])) return `there is no ${name} at ${PLACES[name]}`;
  if (name === 'firefox' && !(await puppeteer())) return 'puppeteer-core is not installed; ALFIL_PUPPETEER names a folder whose node_modules has it';
  return null;
}

/** Chromium with an empty profile. */
async function chromium({ width, height, touch, folder }) {
  const { chromium: kind } = await import('playwright-core');
  const context = await kind.launchPersistentContext(join(folder, 'profile'), {
    executablePath: PLACES.chromium, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
    viewport: { width, height }, hasTouch: touch, isMobile: touch, acceptDownloads: true,
  });
  // No test can answer the dialogs in which a page asks for a file to write; without them, files are chosen as in Firefox.
  await context.addInitScript(() => { delete globalThis.showSaveFilePicker; });
  const page = context.pages()[0] ?? await context.newPage();
  return {
    page,
    select: (selector, value) => page.selectOption(selector, value),
    offline: () => context.setOffline(true),
    async file(act, path) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
      await chooser.setFiles(path);
    },
    async download(act, into) {
      const [download] = await Promise.all([page.waitForEvent('download'), act()]);
      const path = join(into, download.suggestedFilename());
      await download.saveAs(path);
      return path;
    },
    end: () => context.close(),
  };
}

/** Firefox with an empty profile. It has no touch of its own: the driver makes the taps. */
async function firefox({ width, height, touch, folder }) {
  const down = mkdtempSync(join(folder, 'down-'));
  const browser = await (await puppeteer()).launch({
    browser: 'firefox', executablePath: PLACES.firefox, headless: true, defaultViewport: { width, height },
    extraPrefsFirefox: {
      'browser.download.folderList': 2, 'browser.download.dir': down, 'browser.download.useDownloadDir': true, 'browser.download.alwaysOpenPanel': false,
      // A coarse pointer without hovering, as a finger is.
      ...(touch ? { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1, 'dom.w3c_touch_events.enabled': 1 } : {}),
    },
  });
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  return {
    page,
    select: (selector, value) => page.select(selector, value),
    offline: () => page.setOfflineMode(true),
    async file(act, path) {
      // The driver answers the dialog by closing it, so that the page hears that the user gave up before it hears of the file.
      await page.evaluate(() => { Object.defineProperty(HTMLInputElement.prototype, 'oncancel', { configurable: true, set() {} }); });
      const [chooser] = await Promise.all([page.waitForFileChooser(), act()]);
      await chooser.accept([path]);
    },
    async download(act) {
      const before = readdirSync(down);
      await act();
      for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
        const found = readdirSync(down);
        const fresh = found.find((one) => !before.includes(one) && !one.endsWith('.part'));
        if (fresh && !found.some((one) => one.endsWith('.part'))) return join(down, fresh);
      }
      throw new Error('nothing was downloaded');
    },
    end: () => browser.close(),
  };
}

/**
 * Runs in the page: the middle of the first element in sight that fits `selector` and contains `words`. An element out of the window is
 * scrolled into it. `covered` names what lies on it.
 */
function spot([selector, words]) {
  const all = [...document.querySelectorAll(selector)];
  const fits = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && (!words || one.textContent.includes(words));
  const element = all.find((one) => fits(one) && one.getBoundingClientRect().width);
  if (!element) return null;
  const middle = () => { const { x, y, width, height } = element.getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; };
  const isOn = ({ x, y }) => { const top = document.elementFromPoint(x, y); return top && (element.contains(top) || top.contains(element) && getComputedStyle(element).pointerEvents === 'none' || top.closest('label')?.control === element); };
  if (!isOn(middle())) element.scrollIntoView({ block: 'center', inline: 'nearest' });
  const at = middle();
  const top = document.elementFromPoint(at.x, at.y);
  return { ...at, covered: isOn(at) ? null : top ? top.outerHTML.slice(0, 120) : 'the edge of the window' };
}

/** A person at a browser: acts as with mouse or finger and keyboard, and counts it. */
export async function person(name, { width, height, touch, picture }) {
  const folder = mkdtempSync(join(tmpdir(), 'alfil-tales-'));
  const driver = await { chromium, firefox }[name]({ width, height, touch, folder });
  const { page } = driver;
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  const me = {
    name, page, folder, complaints, touch,
    /** Clicks or taps, and words that were typed. */
    clicks: 0, words: 0,
    read: (what, value) => page.evaluate(what, value),
    /** Waits until `what` returns something true in the page, and returns it. */
    async until(what, value, why = String(what)) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(40)) {
        const found = await page.evaluate(what, value);
        if (found) return found;
      }
      throw new Error(`this did not happen: ${why}`);
    },
    see: (selector, words = '') => me.until(([selector, words]) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility({ visibilityProperty: true }) && (one.textContent || one.value || '').includes(words)), [selector, words], `“${words}” in ${selector}`),
    gone: (selector) => me.until((selector) => ![...document.querySelectorAll(selector)].some((one) => one.checkVisibility()), selector, `${selector} is gone`),
    /** Waits for a place that does not move any more. */
    async place(selector, words) {
      let last = null;
      for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(60)) {
        const now = await page.evaluate(spot, [selector, words]);
        if (now && !now.covered && last && Math.hypot(now.x - last.x, now.y - last.y) < 0.5) return now;
        last = now;
      }
      throw new Error(last ? `${selector} ${words ?? ''} is covered by ${last.covered}` : `there is no ${selector} ${words ?? ''}`);
    },
    /** Clicks or taps an element. */
    async press(selector, words) {
      const { x, y } = await me.place(selector, words);
      me.clicks += 1;
      if (touch) await page.touchscreen.tap(x, y); else await page.mouse.click(x, y);
    },
    /** Goes into a field and types instead of what is there. Keys such as `Enter` follow in `end`. */
    async type(selector, words, end) {
      await me.press(selector);
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(words, { delay: 15 });
      me.words += words.split(/\s+/).length;
      if (end) await page.keyboard.press(end);
    },
    /** Chooses in a list, which takes two clicks. */
    async choose(selector, words) {
      await me.place(selector);
      const value = await me.until(([selector, words]) => { const found = [...document.querySelector(selector).options].find((one) => one.textContent.trim() === words); return found && [found.value]; }, [selector, words], `${selector} has “${words}”`);
      me.clicks += 2;
      await driver.select(selector, value[0]);
    },
    choosesFile: (act, path) => driver.file(act, path),
    downloads: (act) => driver.download(act, folder),
    offline: () => driver.offline(),
    goto: (address) => page.goto(address),
    picture: (point) => picture(me, point),
    end: async () => { await driver.end(); rmSync(folder, { recursive: true, force: true }); },
  };
  return me;
}
