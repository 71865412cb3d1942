// Bytes as letters, whose pairs the tests of the program have as well (`tests/command/units.rs`), and bytes that `xz` has packed.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bytes } from '../src/letters.js';
import { unlzma } from '../src/lzma.js';

test('letters are read as the bytes that the program wrote', () => {
  const rows = readFileSync(new URL('../../tests/data/letters.tsv', import.meta.url), 'utf8').split('\n').filter((row) => row && !row.startsWith('#'));
  for (const row of rows.slice(1)) {
    const [hex, letters] = row.split('\t');
    assert.equal(Buffer.from(bytes(letters)).toString('hex'), hex);
  }
  assert.ok(rows.length > 5);
});

const TEXT = 'Alfil, alfil, and again an alfil. Alfil, alfil, and again an alfil! 0123456789 9876543210\n';
/** The text, packed by `xz --format=lzma` with `--lzma1=preset=9e,pb=0` and `--lzma1=preset=1,lc=1,lp=3,pb=2`. */
const PACKED = [
  'AwAAAAT//////////wAgm+H9G92OrXr16fExQ1LCzhc+i+fbO5Ro/mziEK2Iepp724oOv273qUCvrXRLq8E9LQoN//gmQAA=',
  'dgAAEAD//////////wAgmwjGk3u7cp5guE7Sihw7wCK4fPMBfJFjbWm5+3cDqFlmWkM7yB3UipXq/MIIdGqWwb0U0tjzFp///FlwAA==',
];
const packed = PACKED.map((base64) => new Uint8Array(Buffer.from(base64, 'base64')));

test('what xz has packed is unpacked', () => {
  for (const one of packed) assert.equal(Buffer.from(unlzma(one)).toString(), TEXT);
});

test('packed bytes that are cut off or changed are no endless loop', () => {
  for (const one of packed) {
    for (let at = 13; at < one.length - 8; at += 1) {
      assert.throws(() => unlzma(one.subarray(0, at)), /damaged/);
      const changed = one.slice();
      changed[at] ^= 0x55;
      try { unlzma(changed); } catch (error) { assert.match(error.message, /damaged/); }
    }
  }
});

test('a large file with repeats at many distances', { skip: spawnSync('xz', ['--version']).error ? 'xz is not installed' : false }, () => {
  const from = readFileSync(new URL('../dist/studio.js', import.meta.url));
  const twice = Buffer.concat([from, Buffer.alloc(70000, 'ab'), from.subarray(1000)]);
  for (const form of ['preset=9e,pb=0,nice=273', 'preset=6', 'preset=0,lp=2,lc=2']) {
    const one = execFileSync('xz', ['--format=lzma', `--lzma1=${form}`, '--stdout'], { input: twice, maxBuffer: 1 << 26 });
    assert.equal(Buffer.compare(Buffer.from(unlzma(new Uint8Array(one))), twice), 0, form);
  }
});
