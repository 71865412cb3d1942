// Which texts are definitions, and the page with the board.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { draw, page } from '../src/board.js';
import { KEYS, isDefinition } from '../src/definition.js';
import { NotStarted, run } from '../src/program.js';
import { noProgram, program, root, shipped } from './alfil.mjs';

const folder = mkdtempSync(join(tmpdir(), 'alfil-vscode-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const drawn = (text, more = {}) => draw({ program, text, folder, name: 'mine', theme: 'dark', ...more });

/** The elements of pages. None of them runs or loads anything. */
const TAGS = new Set([
  'html', 'head', 'meta', 'title', 'style', 'body', 'div', 'ul', 'li', 'h1', 'h2', 'h3', 'address', 'figure', 'img', 'section', 'p', 'code', 'strong', 'em',
  'table', 'tr', 'th', 'td',
]);

/** Checks a page: its policy, no script, and pictures that are in the page. Returns the SVG of the board. */
function checked(html) {
  const policies = [...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g)];
  assert.equal(policies.length, 1);
  const [nonce] = html.match(/(?<=<style nonce=")[^"]+/);
  assert.equal(policies[0][1], `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`);
  for (const [tag, name] of html.matchAll(/<\/?([a-z0-9]+)[^>]*>/gi)) {
    assert.ok(TAGS.has(name), tag.slice(0, 100));
    assert.ok(!/\s(?:on\w+|href)=/i.test(tag.replace(/"[^"]*"/g, '""')), tag.slice(0, 100));
  }
  assert.equal(html.match(/<style/g).length, 1);
  for (const [, source] of html.matchAll(/src="([^"]{0,30})/g)) assert.match(source, /^data:image\/svg\+xml/);
  const [, board] = html.match(/<figure class="board"><img alt="The start" src="data:image\/svg\+xml;base64,([^"]*)"/) ?? [];
  return board && Buffer.from(board, 'base64').toString('utf8');
}

test('all shipped definitions are definitions, and files of other programs are none', () => {
  for (const family of readdirSync(join(root, 'definitions'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const file of readdirSync(join(root, 'definitions', family.name)).filter((name) => name.endsWith('.yaml'))) {
      const text = shipped(`${family.name}/${file.slice(0, -5)}`);
      assert.ok(isDefinition(text), file);
      if (/^(space|pieces|setup|ends|castling):/m.test(text)) assert.ok(isDefinition(text.replace(/^alfil: 1\n/, '')), file);
    }
  }
  for (const other of ['', 'name: ci\non: push\njobs: {}\n', 'extends: eslint\nrules: {}\n', 'services:\n  alfil: 1\n', 'name: x\ntests: []\n', '# alfil: 1\n- a\n']) {
    assert.ok(!isDefinition(other), other);
  }
});

test('the keys are those of the program', { skip: noProgram }, () => {
  const { definitions } = JSON.parse(execFileSync(program, ['schema'], { encoding: 'utf8' }));
  assert.deepEqual([...KEYS].sort(), Object.keys(definitions['a-definition'].properties).sort());
});

for (const [name, title, words] of [['orthodox/chess', 'Chess', 'castles'], ['asian/xiangqi', 'Xiangqi', 'General'], ['continuous/continuous-contrast', '', 'plane']]) {
  test(`the page of ${name} has the board and the rules`, { skip: noProgram }, async () => {
    const last = await drawn(shipped(name));
    const html = page({ last, wrong: [] });
    const board = checked(html);
    assert.ok(/^<svg [^]*<\/svg>\s*$/.test(board));
    assert.ok(html.includes(`<h1>${title}`));
    assert.ok(html.includes(words));
    assert.ok(!html.includes('class="note"'));
    // The board is there once.
    assert.equal(html.match(/alt="The start"/g).length, 1);
    assert.ok(!html.includes('<h2>A game</h2>'));
  });
}

test('a text with a mistake keeps the last board, and names the finding', { skip: noProgram }, async () => {
  const last = await drawn(shipped('orthodox/chess'));
  const text = shipped('orthodox/chess').replace('moves: N', 'moves: N%');
  const line = text.split('\n').findIndex((one) => one.includes('moves: N%')) + 1;
  const { findings } = await drawn(text);
  assert.deepEqual(findings, [`line ${line}: \`%\` has no meaning here`]);
  const html = page({ last, wrong: [...findings, '<script>alert(1)</script>'] });
  assert.ok(checked(html));
  assert.ok(html.includes('There are findings. This is the last text without errors.'));
  assert.ok(html.includes(`<li>${findings[0]}</li><li>&lt;script&gt;`));
  assert.ok(page({ last: null, wrong: findings }).includes('The board appears when the text has no errors'));
});

test('names and words of a definition are no markup', { skip: noProgram }, async () => {
  const text = 'alfil: 1\nname: "<script>x</script>"\nabout: {rules: "<img src=x onerror=y>"}\nextends: chess\n';
  const last = await drawn(text);
  checked(page({ last, wrong: [] }));
  assert.ok(last.rules.includes('&lt;script'));
});

test('parents are looked for in the folder of the file, and nothing is written there', { skip: noProgram }, async () => {
  writeFileSync(join(folder, 'base.yaml'), 'alfil: 1\nname: Base\nextends: chess\npieces:\n  knight: {moves: C}\n');
  const last = await drawn('alfil: 1\nextends: ./base.yaml\ncastling: none\n');
  assert.ok(last.rules.includes('leap of 3 by 1'));
  assert.ok(last.rules.startsWith('<h1>mine</h1>'));
  assert.deepEqual(readdirSync(folder), ['base.yaml']);
});

test('a drawing that is overtaken ends without a result', { skip: noProgram }, async () => {
  const overtaken = new AbortController();
  const result = drawn(shipped('orthodox/chess'), { signal: overtaken.signal });
  overtaken.abort();
  assert.equal(await result, null);
});

test('a program that is not there is named', async () => {
  await assert.rejects(run('no-such-alfil', []), (error) => error instanceof NotStarted && /`no-such-alfil` could not be started \(ENOENT\)/.test(error.message));
});
