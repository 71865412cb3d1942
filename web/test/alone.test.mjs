// Stories of the pages without Alfil's server: the site on a plain static server, and a game in one file on the disk. They need
// the module (`npm run module`, or ALFIL_MODULE); the second part also needs the program.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { alone, browse, module, noBrowser, noModule, program, root } from './browser.mjs';
import { host } from './host.mjs';

const skip = noModule || noBrowser;

let folder = null;
let site = null;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'alfil-site-'));
  execFileSync(process.execPath, [join(root, 'web/site.mjs'), join(folder, 'site')], { env: { ...process.env, ALFIL_MODULE: module }, stdio: 'pipe' });
  site = await host(join(folder, 'site'));
});
after(async () => {
  await site?.end();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const CAMELS = 'name: Camels\nextends: chess\npieces:\n  knight: {moves: C}\n';
/** Waits until at least `n` moves are in the list. */
const plies = (me, n) => me.page.waitForFunction((n) => document.querySelectorAll('.ply').length >= n, n);

test('on a static host: write, play the computer, share, and again without the host', { skip }, async () => {
  let link = null;
  await alone(site.address, async (me) => {
    const { page } = me;
    await me.see('#state', 'no file');
    await me.see('#findings', 'No findings');
    await me.write('name: Camels\nextends: chess\ncastlng: none\n');
    await page.locator('.mend').first().waitFor();
    await me.write(CAMELS);
    await me.see('#findings', 'No findings');
    await me.current();
    await page.selectOption('#player-black', '2');
    await me.play('b1', 'c4');
    await plies(me, 2);
    await me.see('#turn', 'White to move');
    await me.accessible();
    await me.tab('share');
    await page.locator('[data-form="link"]').click();
    await page.waitForFunction(() => document.getElementById('link').value);
    link = await page.locator('#link').inputValue();
    assert.ok(link.startsWith(`${site.address}#text=`), link);
    const { bytes } = await me.take('svg');
    assert.match(bytes.toString(), /^<svg/);
    assert.equal((await me.take('png')).bytes.subarray(1, 4).toString(), 'PNG');
    // The browser keeps the text.
    await page.reload();
    await me.see('#bar', 'is here again');
    await page.waitForFunction(() => document.querySelector('.cm-content').textContent.includes('Camels'));
    // Without the host, everything is still there.
    await page.evaluate(async () => { await navigator.serviceWorker.ready; });
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await me.context.setOffline(true);
    await page.reload();
    await me.see('#bar', 'is here again');
    await me.current();
    await page.selectOption('#shipped', 'glinski');
    await me.replace();
    await me.see('#score', 'hold');
  });
  await alone(link, async (me) => {
    await me.see('#bar', 'This definition came from a link');
    await me.current();
    await me.tab('play');
    await me.play('b1', 'c4');
    assert.deepEqual(await me.moves(), ['Nc4']);
    await me.page.locator('#send').click();
    await me.see('#bar', 'The link with the game');
    link = await me.page.locator('#link').inputValue();
  });
  // On a phone, the game arrives as well.
  await alone(link, async (me) => {
    await me.tab('play');
    await plies(me, 1);
    assert.ok(await me.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await me.accessible();
  }, { width: 390, height: 844, touch: true });
});

test('the first visit sends nothing twice', { skip }, async () => {
  const from = site.sent.length;
  await alone(site.address, async (me) => {
    const { page } = me;
    await page.locator('.game img[src]').first().waitFor();
    await page.evaluate(async () => { await navigator.serviceWorker.ready; });
    await page.waitForFunction(() => navigator.serviceWorker.controller);
  }, { gallery: true });
  const sent = site.sent.slice(from).filter(({ bytes }) => bytes > 50_000).map(({ path }) => path);
  assert.deepEqual(sent, [...new Set(sent)]);
  assert.ok(sent.some((path) => path.endsWith('alfil.module')), sent.join());
});

test('a link with a shipped game names it, and opens on the board', { skip }, async () => {
  let link = null;
  await alone(`${site.address}#open=duck`, async (me) => {
    const { page } = me;
    await me.see('#name', 'Duck');
    await me.current();
    await me.play('e2', 'e4', 'd5');
    await plies(me, 1);
    await page.locator('#send').click();
    await me.see('#bar', 'The link with the game');
    link = await page.locator('#link').inputValue();
  });
  assert.match(link, /#open=duck&game=[\w-]+$/);
  assert.ok(link.length - site.address.length < 150, link);
  await alone(link, async (me) => {
    const { page } = me;
    await plies(me, 1);
    await me.see('#name', 'Duck');
    await me.see('#exchange', 'It is your turn: you play Black.');
    assert.equal(await page.title(), 'Duck');
    assert.equal(await page.locator('#editor').isVisible(), false);
    assert.equal(await page.locator('#bar').isVisible(), false);
    await me.play('e7', 'e5', 'd4');
    await plies(me, 2);
    // The game is still there after a reload.
    await page.reload();
    await plies(me, 2);
    await me.accessible();
  }, { width: 390, height: 844, touch: true });
  // A game that cannot be read is no reason to hide the board, but is said.
  await alone(`${site.address}#open=chess&game=rubbish`, async (me) => {
    await me.see('#name', 'Chess');
    await me.see('#bar', 'contains no game');
  });
});

test('Share makes a page of a game, which opens offline and makes another one', { skip }, async () => {
  const file = join(folder, 'shared.html');
  const again = join(folder, 'again.html');
  await alone(site.address, async (me) => {
    const { page } = me;
    await me.write('name: Cam </title><script>x\nextends: chess\npieces:\n  knight: {moves: C}\n');
    await me.see('#findings', 'No findings');
    await me.current();
    await me.tab('share');
    const waits = page.waitForEvent('download');
    await page.locator('[data-form="page"]').click();
    await (await waits).saveAs(file);
    await me.see('#bar', 'opens with a double click');
  });
  await alone(pathToFileURL(file).href, async (me) => {
    const { page } = me;
    await me.cell('b1').waitFor();
    assert.equal(await page.title(), 'Cam </title><script>x');
    await page.selectOption('#player-black', '1');
    await me.play('b1', 'c4');
    await plies(me, 2);
    // Its links lead to the site that made it.
    await page.locator('#send').click();
    await page.waitForFunction(() => document.getElementById('link').value);
    assert.ok((await page.locator('#link').inputValue()).startsWith(`${site.address}#text=`));
    await page.locator('#change').click();
    await me.write('name: Second\nextends: chess\n');
    await me.see('#findings', 'No findings');
    await me.current();
    await me.tab('share');
    const waits = page.waitForEvent('download');
    await page.locator('[data-form="page"]').click();
    await (await waits).saveAs(again);
  }, { offline: true, width: 390, height: 844, touch: true });
  await alone(pathToFileURL(again).href, async (me) => {
    await me.cell('b1').waitFor();
    assert.equal(await me.page.title(), 'Second');
    await me.play('b1', 'c3');
  }, { offline: true });
  // A page says that its engine is older than the program that made it.
  writeFileSync(again, readFileSync(again, 'utf8').replace(/"language":\d+/, '"language":1'));
  await alone(pathToFileURL(again).href, async (me) => { await me.see('#bar', 'The engine in this page'); }, { offline: true });
});

test('on a phone: the gallery of the site, a game against the computer, and the game as GIF', { skip }, () => alone(site.address, async (me) => {
  const { page } = me;
  await page.locator('.game img[src]').first().waitFor();
  await page.waitForFunction(() => /^\d+ games$/.test(document.getElementById('found-games').textContent), null, { timeout: 60_000 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await me.accessible();
  await page.locator('#by-words').fill('ataxx');
  await page.locator('.game:visible').getByRole('button', { name: 'Play', exact: true }).click();
  await me.see('#name', 'Ataxx');
  await me.current();
  await page.selectOption('#player-black', '1');
  await me.play('f1');
  await plies(me, 2);
  const { name, bytes } = await me.take('gif');
  assert.equal(name, 'ataxx.gif');
  assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
  await page.goBack();
  await page.locator('.game:visible h3', { hasText: 'Ataxx' }).waitFor();
}, { gallery: true, width: 390, height: 844, touch: true }));

test('the players survive a reload on the site, and in a page of one game', { skip }, async () => {
  const chess = { module: 'alfil.module', name: 'chess', title: 'Chess', text: 'alfil: 1\nname: Mine\nextends: chess\n', reader: true };
  const page_ = readFileSync(join(folder, 'site', 'index.html'), 'utf8').replace(/(<script type="application\/json" id="alfil">)[^<]*/, (_, tag) => tag + JSON.stringify(chess));
  writeFileSync(join(folder, 'site', 'one.html'), page_);
  for (const address of [`${site.address}#open=chess`, `${site.address}one.html`]) {
    await alone(address, async (me) => {
      const { page } = me;
      await me.current();
      await page.selectOption('#player-black', '2');
      await me.play('e2', 'e4');
      await plies(me, 2);
      await me.see('#turn', 'White to move');
      await page.reload();
      await plies(me, 2);
      await me.current();
      assert.equal(await page.locator('#player-black').inputValue(), '2', address);
      await me.play('d2', 'd3');
      await plies(me, 4);
    }, { gallery: true });
  }
});

test('a newer question ends an older one, and a search can be stopped', { skip }, () => alone(site.address, async (me) => {
  const { page } = me;
  await me.current();
  await page.selectOption('#player-black', '10');
  await me.play('e2', 'e4');
  await me.see('#thinking', 'The computer is thinking');
  await page.getByRole('button', { name: 'Stop' }).click();
  await me.play('e7', 'e5');
  await me.write('name: Mine\nextends: che');
  await me.write(CAMELS);
  await me.see('#findings', 'No findings');
  await me.current();
  assert.match(await me.cell('b1').getAttribute('aria-label'), /knight/);
}));

test('a file is opened and downloaded, where the page may not write', { skip }, () => alone(site.address, async (me) => {
  const { page } = me;
  const path = join(folder, 'mine.yaml');
  writeFileSync(path, '\ufeffname: Mine\r\nextends: chess\r\n');
  await page.locator('#open').click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#opener-pick').click()]);
  await chooser.setFiles(path);
  await me.see('#name', 'mine.yaml');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert.equal(download.suggestedFilename(), 'mine.yaml');
  assert.equal(readFileSync(await download.path(), 'utf8'), 'name: Mine\nextends: chess\n');
}, { before: () => { delete globalThis.showSaveFilePicker; delete globalThis.showOpenFilePicker; } }));

test('a file is written, where the page may', { skip }, () => alone(site.address, async (me) => {
  const { page } = me;
  await page.locator('#open').click();
  await page.locator('#opener-pick').click();
  await me.see('#name', 'mine.yaml');
  await me.see('#state', 'saved');
  await me.write('name: Yours\nextends: chess\n');
  await page.keyboard.press('Control+s');
  await me.see('#state', 'saved');
  assert.equal(await page.evaluate(() => globalThis.disk), '\ufeffname: Yours\r\nextends: chess\r\n');
  // Another program has changed it.
  await page.evaluate(() => { globalThis.disk = 'name: Theirs\nextends: chess\n'; });
  await me.write('name: Ours\nextends: chess\n');
  await page.keyboard.press('Control+s');
  await me.see('#bar', 'Another program changed the file');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.waitForFunction(() => globalThis.disk === 'name: Ours\nextends: chess\n');
}, {
  before: () => {
    globalThis.disk = '\ufeffname: Mine\r\nextends: chess\r\n';
    const handle = {
      name: 'mine.yaml',
      getFile: async () => new File([globalThis.disk], 'mine.yaml'),
      createWritable: async () => ({ write: async (text) => { globalThis.disk = text; }, close: async () => {} }),
    };
    globalThis.showOpenFilePicker = async () => [handle];
    globalThis.showSaveFilePicker = async () => handle;
  },
}));

test('on a static host: a section of variants.ini, and a game of a shipped variant', { skip }, () => alone(site.address, async (me) => {
  const { page } = me;
  const data = (name) => readFileSync(join(root, 'tests/data/files', name), 'utf8');
  const paste = async (text) => {
    await page.locator('#open').click();
    await page.locator('#opener-text').fill(text);
    await page.getByRole('button', { name: 'Open the text' }).click();
  };
  await paste(data('variants.ini'));
  await me.see('#opener-about', '3 sections: 1 complete, 1 partly, 1 not at all.');
  await page.locator('.row', { hasText: 'camelot' }).click();
  await me.see('#origin', 'camelot from pasted text: complete');
  await me.current();
  assert.match(await me.cell('b1').getAttribute('aria-label'), /custom a/);
  await paste(data('games.pgn'));
  await page.locator('.row', { hasText: 'Bea' }).click();
  await me.see('#bar', 'Crazyhouse, Bea – Otto: from pasted text.');
  await plies(me, 7);
  // A reload continues the game, and a step back leads to the text before.
  await page.reload();
  await plies(me, 7);
}));

test('on a static host: learned values and moving pictures', { skip }, async () => {
  await alone(site.address, async (me) => {
    const { page } = me;
    await me.see('#findings', 'No findings');
    const open = async (name, content) => {
      await page.locator('#open').click();
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#opener-pick').click()]);
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    };
    await open('bad.values', 'dragon: 300\n');
    await me.see('#bar', 'bad.values is not used');
    await open('mine.values', 'queen: 3000\n');
    await me.see('#bar', 'The computer uses mine.values now');
    // By these values, White is ahead by about thirty pawns.
    await me.write('name: Queen\nextends: chess\nsetup: rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n');
    await me.see('#findings', 'No findings');
    await me.current();
    await page.locator('#hint').click();
    await page.waitForFunction(() => /White is (2[5-9]|3\d)\.\d\d pawns ahead/.test(document.getElementById('word').textContent));
    await me.play('e2', 'e4');
    for (const [form, head] of [['apng', '89504e47'], ['gif', '47494638']]) {
      const { bytes } = await me.take(form);
      assert.equal(bytes.subarray(0, 4).toString('hex'), head);
      assert.ok(form === 'gif' || bytes.includes('acTL'));
      // The browser reads each file, and finds both pictures in it.
      const count = await page.evaluate(async ({ data, type }) => {
        const decoder = new ImageDecoder({ data: Uint8Array.from(data), type });
        await Promise.all([decoder.tracks.ready, decoder.completed]);
        return decoder.tracks.selectedTrack.frameCount;
      }, { data: [...bytes], type: form === 'gif' ? 'image/gif' : 'image/png' });
      assert.equal(count, 2);
    }
  }, { before: () => { delete globalThis.showSaveFilePicker; } });
});

const noPage = skip || (existsSync(program) ? false : `no program at ${program}`);

/** Writes the page of a game, and returns its address and its size. */
function page(name, cwd = folder) {
  const path = join(folder, `${name.replaceAll(/[^a-z]/g, '')}.html`);
  execFileSync(program, ['page', name, '--module', module, '-o', path], { cwd, stdio: 'pipe' });
  return { address: pathToFileURL(path).href, size: readFileSync(path).length };
}

test('one file from the disk: it opens on the game, and plays offline', { skip: noPage }, async () => {
  const { address, size } = page('chess');
  console.log(`the page of chess has ${size} bytes`);
  let link = null;
  /** The link to the changed game. */
  let changed = null;
  await alone(address, async (me) => {
    const { page } = me;
    await me.cell('e2').waitFor();
    assert.equal(await page.title(), 'Chess');
    assert.equal(await page.locator('#editor').isVisible(), false);
    await me.accessible();
    await page.selectOption('#player-black', '1');
    await me.play('e2', 'e4');
    await plies(me, 2);
    await me.picture('one-file');
    await page.selectOption('#player-black', '0');
    await me.tab('rules');
    await me.see('#rules', 'Castling');
    // The address contains the game.
    await page.waitForFunction(() => location.hash.startsWith('#game='));
    await page.reload();
    await plies(me, 2);
    await page.locator('#send').click();
    await page.waitForFunction(() => document.getElementById('link').value);
    link = await page.locator('#link').inputValue();
    await page.getByRole('button', { name: 'Change the rules' }).click();
    await me.write('name: Mine\nextends: chess\npieces:\n  knight: {moves: C}\n');
    await me.see('#findings', 'No findings');
    await me.current();
    await me.see('#state', 'no file');
    await me.tab('play');
    await page.locator('#restart').click();
    await page.selectOption('#player-black', '2');
    await me.play('b1', 'c4');
    await me.see('#turn', 'White to move');
    await me.accessible();
    await page.locator('#send').click();
    await page.waitForFunction((old) => document.getElementById('link').value !== old, link);
    changed = await page.locator('#link').inputValue();
  }, { offline: true });
  assert.match(link, /^file:.*#game=/);
  // The other player, on a phone.
  assert.match(changed, /^file:.*#text=/);
  await alone(changed, async (me) => {
    await me.tab('play');
    await plies(me, 2);
    assert.equal((await me.moves())[0], 'Nc4');
    assert.match(await me.cell('c4').getAttribute('aria-label'), /knight/);
    assert.ok(await me.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await me.accessible();
  }, { width: 390, height: 844, touch: true, offline: true });
  await alone(link, async (me) => {
    await plies(me, 2);
    assert.ok(await me.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await me.accessible();
  }, { width: 390, height: 844, touch: true, offline: true });
});

test('a file with parents of its own', { skip: noPage }, async () => {
  writeFileSync(join(folder, 'base.yaml'), 'name: Base\nextends: chess\npieces:\n  camel: {letter: M, moves: C}\n');
  writeFileSync(join(folder, 'camels.yaml'), 'name: Two <camels>\nextends: ./base.yaml\nsetup: rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1\n');
  await alone(page('./camels.yaml', folder).address, async (me) => {
    await me.cell('b1').waitFor();
    assert.equal(await me.page.title(), 'Two <camels>');
    assert.match(await me.cell('b1').getAttribute('aria-label'), /camel/);
    await me.play('b1', 'c4');
  }, { offline: true });
});

test('the first cards of a site are there before its engine', { skip }, async () => {
  const { context, end } = await browse();
  const page = await context.newPage();
  await page.route('**/alfil.module', () => {});
  await page.goto(site.address);
  await page.locator('[data-pick="duck"] img').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[data-pick="duck"] img').naturalWidth > 0);
  await end();
});
