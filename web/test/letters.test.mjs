// Bytes as letters, whose pairs the tests of the program have as well (`crates/cli/src/page.rs`).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bytes, letters as written } from '../src/letters.js';

test('letters are read and written as the program writes them', () => {
  const rows = readFileSync(new URL('../../tests/data/letters.tsv', import.meta.url), 'utf8').split('\n').filter((row) => row && !row.startsWith('#'));
  for (const row of rows.slice(1)) {
    const [hex, letters] = row.split('\t');
    assert.equal(Buffer.from(bytes(letters)).toString('hex'), hex);
    assert.equal(written(Buffer.from(hex, 'hex')), letters);
  }
  assert.ok(rows.length > 5);
});
