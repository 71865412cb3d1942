// The package: it contains the files that it needs, and nothing else.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { here, root } from './alfil.mjs';

const folder = mkdtempSync(join(tmpdir(), 'alfil-vsix-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = new Map();

/** The files of an archive with their contents. */
function unzip(bytes) {
  const found = new Map();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size, name, extra, comment] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), ...[28, 30, 32].map((n) => bytes.readUInt16LE(at + n))];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    found.set(bytes.toString('utf8', at + 46, at + 46 + name), method ? inflateRawSync(packed) : packed);
    at += 46 + name + extra + comment;
  }
  return found;
}

before(() => {
  const file = join(folder, 'alfil.vsix');
  execFileSync(process.execPath, [join(here, 'package.mjs'), file], { stdio: 'pipe' });
  files = unzip(readFileSync(file));
});

test('the package has the files of the extension and no others', () => {
  assert.deepEqual([...files.keys()].sort(), [
    '[Content_Types].xml', 'extension.vsixmanifest', 'extension/LICENSE-APACHE', 'extension/LICENSE-MIT', 'extension/README.md', 'extension/dist/THIRD-PARTY.txt',
    'extension/dist/block.tmLanguage.json', 'extension/dist/definition.tmLanguage.json', 'extension/dist/extension.cjs', 'extension/dist/flow.tmLanguage.json',
    'extension/icon.png', 'extension/package.json',
  ]);
  assert.equal(files.get('extension/LICENSE-MIT').toString(), readFileSync(join(root, 'LICENSE-MIT'), 'utf8'));
});

test('the archive is read by other programs', { skip: spawnSync('unzip', ['-v']).error ? 'no unzip' : false }, () => {
  execFileSync('unzip', ['-tq', join(folder, 'alfil.vsix')], { stdio: 'pipe' });
});

test('the same sources give the same bytes', () => {
  const again = join(folder, 'again.vsix');
  execFileSync(process.execPath, [join(here, 'package.mjs'), again], { stdio: 'pipe' });
  assert.ok(readFileSync(again).equals(readFileSync(join(folder, 'alfil.vsix'))));
});

test('the manifest names files of the package, and the version of the workspace', () => {
  const manifest = JSON.parse(files.get('extension/package.json'));
  const [, version] = readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "([^"]+)"$/m);
  assert.equal(manifest.version, version);
  for (const path of [manifest.main, manifest.icon, ...manifest.contributes.grammars.map((grammar) => grammar.path)]) {
    assert.ok(files.has(posix.join('extension', path)), path);
  }
  const xml = files.get('extension.vsixmanifest').toString();
  for (const [, path] of xml.matchAll(/Path="([^"]+)"/g)) assert.ok(files.has(path), path);
  assert.match(xml, new RegExp(`Id="alfil" Version="${version}" Publisher="alfil"`));
});

test('the extension needs nothing but VS Code and Node.js', () => {
  const code = files.get('extension/dist/extension.cjs').toString();
  const needed = new Set([...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name.replace(/^node:/, '')));
  for (const name of needed) assert.ok(name === 'vscode' || builtinModules.includes(name), name);
  assert.ok(!code.includes(here), 'a path of this machine');
});

test('the licences of all bundled packages are there', () => {
  const notices = files.get('extension/dist/THIRD-PARTY.txt').toString();
  for (const name of ['vscode-languageclient', 'vscode-languageserver-protocol', 'vscode-jsonrpc', 'semver', 'minimatch']) assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
});
