// The extension without VS Code: a small imitation of its interface records what the extension asks for.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, test } from 'node:test';
import { here, noProgram, program, shipped } from './alfil.mjs';

const folder = mkdtempSync(join(tmpdir(), 'alfil-extension-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { outputFiles: [{ text: source }] } = await build({
  absWorkingDir: here, entryPoints: ['src/extension.js'], bundle: true, format: 'cjs', platform: 'node', write: false, external: ['vscode', 'vscode-languageclient/node'],
});

/** A text in the imitated editor. */
function document(path, text, languageId = 'yaml') {
  const uri = { scheme: 'file', path, fsPath: path, toString: () => `file://${path}` };
  return { uri, languageId, text, isDirty: false, isClosed: false, getText() { return this.text; }, save: async () => true };
}

/** Starts the extension with some open texts. `path` is the setting, `answers` are what the user chooses, in order. */
function start(documents, { path = program, answers = [] } = {}) {
  const seen = { commands: {}, executed: [], errors: [], output: [], panels: [], terminals: [], clients: [], shown: [] };
  const events = {};
  const event = (name) => (handler) => { events[name] = handler; return { dispose() {} }; };
  const vscode = {
    env: {},
    ViewColumn: { Beside: -2 },
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    Uri: { file: (name) => document(name, '').uri },
    workspace: {
      textDocuments: documents,
      workspaceFolders: [{ uri: document(folder, '').uri }],
      getConfiguration: () => ({ get: () => path }),
      createFileSystemWatcher: () => ({}),
      openTextDocument: async (uri) => documents.find((one) => one.uri.toString() === uri.toString()),
      onDidOpenTextDocument: event('open'), onDidChangeTextDocument: event('change'), onDidSaveTextDocument: event('save'), onDidChangeConfiguration: event('setting'),
    },
    window: {
      activeTextEditor: documents.length ? { document: documents[0] } : undefined,
      activeColorTheme: { kind: 2 },
      createOutputChannel: () => ({ clear() { seen.output.length = 0; }, show() {}, append: (text) => seen.output.push(text), appendLine: (text) => seen.output.push(`${text}\n`) }),
      createTerminal: (options) => { seen.terminals.push(options); return { show() {} }; },
      createWebviewPanel: (type, title, column, options) => {
        const panel = { type, title, options, webview: { html: '' }, reveal() {}, dispose() {}, onDidDispose: (handler) => { panel.close = handler; } };
        seen.panels.push(panel);
        return panel;
      },
      showErrorMessage: async (text, choice) => { seen.errors.push(text); return choice; },
      showInformationMessage: async (text) => { seen.errors.push(text); },
      showQuickPick: async (items) => items.find(answers.shift()),
      showInputBox: async ({ validateInput }) => { const answer = answers.shift(); assert.equal(validateInput(answer), undefined); return answer; },
      showTextDocument: async (uri) => { seen.shown.push(uri.fsPath); },
      onDidChangeActiveTextEditor: event('editor'), onDidChangeActiveColorTheme: event('theme'),
    },
    commands: {
      registerCommand: (name, handler) => { seen.commands[name] = handler; return { dispose() {} }; },
      executeCommand: async (...all) => { seen.executed.push(all); },
    },
  };
  class LanguageClient {
    constructor(id, name, server, client) { Object.assign(this, { server, client, running: false }); seen.clients.push(this); }
    async start() { this.running = true; }
    async dispose() { this.running = false; }
  }
  const require = createRequire(import.meta.url);
  const modules = { vscode, 'vscode-languageclient/node': { LanguageClient, RevealOutputChannelOn: { Never: 4 } } };
  const module = { exports: {} };
  new Function('require', 'module', 'exports', source)((name) => modules[name] ?? require(name), module, module.exports);
  module.exports.activate({ subscriptions: [] });
  return { seen, events };
}

/** Waits until `ready` returns something. */
async function until(ready) {
  for (const end = Date.now() + 20000; Date.now() < end; await pause(20)) {
    const result = ready();
    if (result) return result;
  }
  throw new Error(`nothing happened: ${ready}`);
}

const chess = () => document(join(folder, 'chess.yaml'), shipped('orthodox/chess'));

test('the commands are those of the manifest', () => {
  const { contributes } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const { seen } = start([]);
  assert.deepEqual(Object.keys(seen.commands).sort(), contributes.commands.map(({ command }) => command).sort());
});

test('files of other programs start no server', async () => {
  const { seen, events } = start([document('/etc/other.yaml', 'on: push\njobs: {}\n')]);
  events.open(document('/etc/x.json', 'alfil: 1\n', 'json'));
  await pause(100);
  assert.deepEqual([seen.clients, seen.errors], [[], []]);
  assert.deepEqual(seen.executed, [['setContext', 'alfil.isDefinition', false]]);
});

test('a definition starts the server once, and the server hears of no other file', { skip: noProgram }, async () => {
  const first = chess();
  const { seen, events } = start([first]);
  const client = await until(() => seen.clients[0]);
  events.open(document(join(folder, 'b.yaml'), 'alfil: 1\n'));
  await pause(200);
  assert.equal(seen.clients.length, 1);
  assert.ok(client.running);
  assert.deepEqual(client.server, { command: program, args: ['lsp'] });
  assert.deepEqual(client.client.initializationOptions, { pictures: 'svg' });
  assert.deepEqual(seen.executed, [['setContext', 'alfil.isDefinition', true]]);
  const { didOpen, didChange, didClose } = client.client.middleware;
  const sent = [];
  const other = document('/etc/other.yaml', 'on: push\n');
  const send = async (what) => { sent.push(what); };
  await didOpen(first, send);
  await didOpen(other, send);
  await didChange({ document: other }, send);
  await didClose(other, send);
  assert.deepEqual(sent, [first]);
  // It becomes a definition, and stays one for the server while its text is changed.
  other.text = 'alfil: 1\n';
  await didChange({ document: other }, send);
  other.text = 'alf: 1\n';
  await didChange({ document: other }, send);
  await didClose(other, send);
  assert.equal(sent.length, 4);
});

test('a program that does not start is reported once, with a way to the setting', async () => {
  const { seen, events } = start([chess()], { path: '/no/such/alfil' });
  await until(() => seen.executed.find(([name]) => name === 'workbench.action.openSettings'));
  events.change({ document: chess() });
  await pause(100);
  assert.deepEqual(seen.errors, [
    'Alfil: `/no/such/alfil` could not be started (ENOENT). Install the program `alfil`, or say in the setting `alfil.path` where it is.',
  ]);
  assert.deepEqual(seen.executed.at(-1), ['workbench.action.openSettings', 'alfil.path']);
  // Another setting is tried.
  events.setting({ affectsConfiguration: (name) => name === 'alfil.path' });
  await until(() => seen.errors.length === 2);
});

test('another program is not taken for Alfil', async () => {
  const { seen } = start([chess()], { path: process.execPath });
  await until(() => seen.errors.length);
  assert.match(seen.errors[0], /it is no Alfil/);
  assert.equal(seen.clients.length, 0);
});

test('the board follows the text before it is saved', { skip: noProgram }, async () => {
  const text = chess();
  const { seen, events } = start([text]);
  await seen.commands['alfil.showBoard']();
  const [panel] = seen.panels;
  assert.equal(panel.title, 'Board of chess.yaml');
  assert.deepEqual(panel.options, { enableScripts: false, enableCommandUris: false, localResourceRoots: [] });
  await until(() => panel.webview.html.includes('<h1>Chess</h1>'));
  text.text = text.text.replace('name: Chess', 'name: Checkers');
  events.change({ document: text });
  await until(() => panel.webview.html.includes('<h1>Checkers</h1>'));
  text.text = text.text.replace('moves: N', 'moves: N%');
  events.change({ document: text });
  await until(() => panel.webview.html.includes('class="note"'));
  assert.ok(panel.webview.html.includes('<h1>Checkers</h1>'));
  text.text = text.text.replace('N%', 'N');
  events.change({ document: text });
  await until(() => !panel.webview.html.includes('class="note"'));
  // It is shown once, until it is closed.
  await seen.commands['alfil.showBoard']();
  assert.equal(seen.panels.length, 1);
  panel.close();
  await seen.commands['alfil.showBoard']();
  assert.equal(seen.panels.length, 2);
  seen.panels[1].close();
  assert.deepEqual(readdirSync(folder), []);
});

test('a new variant is a file that is opened, and no file is replaced', { skip: noProgram }, async () => {
  const choose = ({ name }) => name === 'xiangqi';
  const { seen } = start([], { answers: [choose, 'Two Rivers', choose, 'Two Rivers'] });
  await seen.commands['alfil.newVariant']();
  const file = join(folder, 'two-rivers.yaml');
  assert.deepEqual(seen.shown, [file]);
  assert.match(readFileSync(file, 'utf8'), /^extends: xiangqi$/m);
  writeFileSync(file, 'mine');
  await seen.commands['alfil.newVariant']();
  assert.match(seen.errors[0], /already exists/);
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

test('the tests of a file are run', { skip: noProgram }, async () => {
  const file = join(folder, 'tested.yaml');
  const text = document(file, 'alfil: 1\nextends: chess\ntests:\n  - perft: [20]\n    source: counted\n  - perft: [21]\n    source: wrong\n');
  writeFileSync(file, text.text);
  const { seen } = start([text]);
  await seen.commands['alfil.runTests']();
  const said = seen.output.join('');
  assert.match(said, /^alfil test tested\.yaml\n/);
  assert.match(said, /There are findings\.\n$/);
  assert.match(said, /1 passed/);
});

test('Studio opens in a terminal, without a shell', async () => {
  const text = chess();
  const { seen } = start([text], { path: '/no/such/alfil' });
  await seen.commands['alfil.openStudio']();
  assert.deepEqual(seen.terminals, [{ name: 'Alfil Studio', shellPath: '/no/such/alfil', shellArgs: ['studio', join(folder, basename(text.uri.fsPath))], cwd: folder }]);
});

test('commands on other texts say what they need', async () => {
  const { seen } = start([document('/etc/other.yaml', 'on: push\n')]);
  for (const name of ['showBoard', 'runTests', 'openStudio']) await seen.commands[`alfil.${name}`]();
  assert.equal(seen.errors.length, 3);
  assert.match(seen.errors[0], /open a definition first/);
});
