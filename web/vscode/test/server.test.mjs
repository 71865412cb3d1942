// The language server, as the extension uses it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { noProgram, program, shipped } from './alfil.mjs';

const require = createRequire(import.meta.url);
const { StreamMessageReader, StreamMessageWriter, createProtocolConnection } = require('vscode-languageserver-protocol/node');

/** Starts the server, and calls `use` with a connection and a function that opens a text and returns its findings. */
async function serving(use) {
  const folder = mkdtempSync(join(tmpdir(), 'alfil-lsp-'));
  const child = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const waiting = new Map();
  // The server may send findings that need no compilation first. The last message about a text counts.
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => waiting.get(uri)?.(diagnostics));
  connection.listen();
  try {
    const rootUri = pathToFileURL(folder).href;
    const { capabilities } = await connection.sendRequest('initialize', {
      processId: process.pid, rootUri, capabilities: {}, initializationOptions: { pictures: 'svg' },
    });
    await connection.sendNotification('initialized', {});
    const open = (name, text) => {
      const uri = pathToFileURL(join(folder, name)).href;
      const found = new Promise((resolve) => { waiting.set(uri, resolve); });
      connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
      return found.then((diagnostics) => ({ uri, diagnostics }));
    };
    await use({ connection, capabilities, open });
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
  } finally {
    connection.dispose();
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a mistake is found at its letters, and has a fix', { skip: noProgram }, () => serving(async ({ connection, open }) => {
  const { uri, diagnostics } = await open('faulty.yaml', 'alfil: 1\nextends: chess\npieces:\n  king: {moves: K%}\n');
  assert.deepEqual(diagnostics.map(({ code, range, source }) => [code, range.start, source]), [['unknown-letter', { line: 3, character: 17 }, 'alfil']]);
  const [{ range }] = diagnostics;
  const [fix] = await connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics } });
  assert.equal(fix.title, 'delete it');
}));

test('a shipped definition has no finding, and its movements have pictures', { skip: noProgram }, () => serving(async ({ connection, open }) => {
  const text = shipped('orthodox/chess');
  const { uri, diagnostics } = await open('chess.yaml', text);
  assert.deepEqual(diagnostics, []);
  const line = text.split('\n').findIndex((one) => one.includes('knight: {'));
  const character = text.split('\n')[line].indexOf('moves: N') + 7;
  const { contents } = await connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line, character } });
  assert.match(contents.value, /leap of 2 by 1/);
  assert.match(contents.value, /!\[movement\]\(data:image\/svg\+xml,/);
}));

test('the server takes a change of an unknown text as its opening', { skip: noProgram }, () => serving(async ({ connection, capabilities }) => {
  // The extension relies on this, and on whole texts.
  assert.equal(capabilities.textDocumentSync, 1);
  const uri = 'file:///nowhere/new.yaml';
  const found = new Promise((resolve) => { connection.onNotification('textDocument/publishDiagnostics', resolve); });
  connection.sendNotification('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: 'alfil: 1\nextends: ches\n' }] });
  assert.match((await found).diagnostics[0].message, /ches/);
}));
