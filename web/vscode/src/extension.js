// The extension: it starts the language server for definitions, and adds commands.

import { dirname, join, basename } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, RevealOutputChannelOn } from 'vscode-languageclient/node';
import { draw, page } from './board.js';
import { isDefinition } from './definition.js';
import { NotStarted, run } from './program.js';

/** Milliseconds from the last letter to the next drawing. */
const PAUSE = 300;

const program = () => vscode.workspace.getConfiguration('alfil').get('path')?.trim() || 'alfil';
const isOurs = (document) => document.languageId === 'yaml' && isDefinition(document.getText());
const isFile = (document) => document.uri.scheme === 'file';

/** The folder in which the names of other files begin. */
function folder(document) {
  if (isFile(document)) return dirname(document.uri.fsPath);
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
}

/** Says that the program does not start, with a way to the setting. */
async function complain(error) {
  const choice = 'Open the setting';
  const said = `Alfil: ${error.message}. Install the program \`alfil\`, or say in the setting \`alfil.path\` where it is.`;
  if (await vscode.window.showErrorMessage(said, choice) !== choice) return;
  // The setting belongs to the machine on which the extension runs.
  if (vscode.env.remoteName) await vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query: 'alfil.path' });
  else await vscode.commands.executeCommand('workbench.action.openSettings', 'alfil.path');
}

/** Runs `use`, and says so if the program does not start. */
async function trying(use) {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    await complain(error);
    return undefined;
  }
}

// ---- the language server

/** The server for all definitions. It starts with the first one. */
function service() {
  let client = null;
  /** Starts and stops happen one after the other. */
  let turn = Promise.resolve();
  const told = new Set();

  async function start() {
    const path = program();
    // This error is clearer than that of the connection.
    const { code, output } = await run(path, ['--version']);
    if (code !== 0 || !/^alfil\b/.test(output)) throw new NotStarted(path, 'it is no Alfil');
    const next = new LanguageClient('alfil', 'Alfil', { command: path, args: ['lsp'] }, {
      documentSelector: [{ language: 'yaml', scheme: 'file' }, { language: 'yaml', scheme: 'untitled' }],
      initializationOptions: { pictures: 'svg' },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml}') },
      // The server hears only of definitions. It takes a change of an unknown text as its opening.
      middleware: {
        didOpen: async (document, send) => {
          if (isOurs(document)) { told.add(document.uri.toString()); await send(document); }
        },
        didChange: async (event, send) => {
          const name = event.document.uri.toString();
          if (told.has(name) || isOurs(event.document)) { told.add(name); await send(event); }
        },
        didClose: async (document, send) => {
          if (told.delete(document.uri.toString())) await send(document);
        },
      },
    });
    await next.start();
    client = next;
  }

  async function stop() {
    const last = client;
    client = null;
    told.clear();
    await last?.dispose();
  }

  let failed = false;
  return {
    /** Starts the server if it is needed. After a failure only `restart` tries again. */
    ensure() {
      turn = turn.then(async () => {
        if (client || failed) return;
        try {
          await start();
        } catch (error) {
          failed = true;
          // Nothing waits for the answer of the user.
          complain(error instanceof NotStarted ? error : new NotStarted(program(), error.message));
        }
      });
      return turn;
    },
    stop() { turn = turn.then(stop); return turn; },
    forgive() { failed = false; },
  };
}

// ---- the board

/** The page beside a text, until it is closed. */
function pane(document, closed) {
  const title = basename(document.uri.path);
  const panel = vscode.window.createWebviewPanel('alfil.board', `Board of ${title}`, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {
    enableScripts: false, enableCommandUris: false, localResourceRoots: [],
  });
  let last = null;
  let wait = null;
  let work = null;
  let open = true;

  async function refresh() {
    work?.abort();
    const own = work = new AbortController();
    const { Light, HighContrastLight } = vscode.ColorThemeKind;
    const kind = vscode.window.activeColorTheme.kind;
    const theme = kind === Light ? 'wood' : kind === HighContrastLight ? 'plain' : 'dark';
    const name = title.replace(/\.ya?ml$/, '');
    const result = await trying(() => draw({ program: program(), text: document.getText(), folder: folder(document), name, theme, signal: own.signal }));
    if (!open || own.signal.aborted || !result) return;
    if (!result.findings) last = result;
    panel.webview.html = page({ last, wrong: result.findings ?? [] });
  }

  panel.webview.html = page({ last: null, wrong: [] });
  panel.onDidDispose(() => {
    open = false;
    clearTimeout(wait);
    work?.abort();
    closed();
  });
  refresh();
  return {
    panel,
    /** Draws again after a pause. */
    later() {
      clearTimeout(wait);
      wait = setTimeout(refresh, PAUSE);
    },
  };
}

// ---- activation

/** Called by VS Code when a YAML file is opened or a command is given. */
export function activate(context) {
  const server = service();
  const panes = new Map();
  const output = vscode.window.createOutputChannel('Alfil Tests');

  /** Starts the server for the first definition. */
  function look(document) {
    if (!document.isClosed && isOurs(document)) server.ensure();
  }

  /** The button of the board and the commands are shown for definitions. A page beside the text does not hide them. */
  function mark(editor) {
    if (editor) vscode.commands.executeCommand('setContext', 'alfil.isDefinition', isOurs(editor.document));
  }

  /** The definition to which a command applies. */
  async function chosen(uri) {
    const document = uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
    if (document && isOurs(document)) return document;
    vscode.window.showInformationMessage('Alfil: open a definition first. It is a YAML file with the key `alfil`.');
    return undefined;
  }

  async function showBoard(uri) {
    const document = await chosen(uri);
    if (!document) return;
    const name = document.uri.toString();
    const shown = panes.get(name);
    if (shown) shown.panel.reveal(undefined, true);
    else panes.set(name, pane(document, () => panes.delete(name)));
  }

  async function newVariant() {
    const list = await trying(() => run(program(), ['list', '--json']));
    if (!list) return;
    const games = JSON.parse(list.output).definitions.filter(({ role }) => role === 'game');
    const items = games.map(({ name, title, family }) => ({ label: title, description: name, detail: family, name }));
    items.sort((a, b) => (b.name === 'chess') - (a.name === 'chess'));
    const parent = await vscode.window.showQuickPick(items, { placeHolder: 'Which game does the variant change?', matchOnDescription: true });
    if (!parent) return;
    const validateInput = (text) => (/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(text.trim()) ? undefined : 'Letters, digits, blanks and hyphens');
    const name = (await vscode.window.showInputBox({ prompt: 'The name of the variant', validateInput }))?.trim();
    if (!name) return;
    const first = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
    const [where] = first ? [first] : await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, openLabel: 'Begin here' }) ?? [];
    if (!where) return;
    const file = `${name.toLowerCase().replace(/\s+/g, '-')}.yaml`;
    const made = await trying(() => run(program(), ['new', '--extends', parent.name, '--', file], { cwd: where.fsPath }));
    if (!made) return;
    if (made.code !== 0) { vscode.window.showErrorMessage(`Alfil: ${made.errors.trim()}`); return; }
    await vscode.window.showTextDocument(vscode.Uri.file(join(where.fsPath, file)));
  }

  async function runTests(uri) {
    const document = await chosen(uri);
    if (!document) return;
    // The records of moves are beside the file, so the file is tested, as it is now.
    if (isFile(document) && document.isDirty && !await document.save()) return;
    const [name, input] = isFile(document) ? [basename(document.uri.fsPath), ''] : ['-', document.getText()];
    output.clear();
    output.show(true);
    output.appendLine(`alfil test ${name}`);
    const options = ['test', '--', name];
    const done = await trying(() => run(program(), options, { cwd: folder(document), input, seconds: 600 }));
    if (!done) return;
    output.append(done.output + done.errors);
    output.appendLine(done.code === 0 ? 'All is well.' : done.code === null ? 'It was ended after ten minutes.' : 'There are findings.');
  }

  async function openStudio(uri) {
    const document = await chosen(uri);
    if (!document) return;
    if (!isFile(document)) { vscode.window.showInformationMessage('Alfil: save the file first.'); return; }
    if (document.isDirty && !await document.save()) return;
    const shellArgs = ['studio', document.uri.fsPath];
    vscode.window.createTerminal({ name: 'Alfil Studio', shellPath: program(), shellArgs, cwd: folder(document) }).show(true);
  }

  context.subscriptions.push(
    output,
    { dispose: () => server.stop() },
    { dispose: () => { for (const { panel } of [...panes.values()]) panel.dispose(); } },
    vscode.commands.registerCommand('alfil.showBoard', showBoard),
    vscode.commands.registerCommand('alfil.newVariant', newVariant),
    vscode.commands.registerCommand('alfil.runTests', runTests),
    vscode.commands.registerCommand('alfil.openStudio', openStudio),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.window.onDidChangeActiveTextEditor(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      look(document);
      const editor = vscode.window.activeTextEditor;
      if (editor?.document === document) mark(editor);
      panes.get(document.uri.toString())?.later();
    }),
    // A parent may have been saved.
    vscode.workspace.onDidSaveTextDocument(() => { for (const shown of panes.values()) shown.later(); }),
    vscode.window.onDidChangeActiveColorTheme(() => { for (const shown of panes.values()) shown.later(); }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('alfil.path')) return;
      server.forgive();
      server.stop();
      for (const document of vscode.workspace.textDocuments) look(document);
      for (const shown of panes.values()) shown.later();
    }),
  );
  for (const document of vscode.workspace.textDocuments) look(document);
  mark(vscode.window.activeTextEditor);
}
