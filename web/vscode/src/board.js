// The page beside the text: the board, and the rules in words. It contains no script, and its policy allows none.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './program.js';

const STYLE = `
body { color: var(--vscode-editor-foreground, #222); background: var(--vscode-editor-background, #fff); max-width: 46em; margin: 0 auto; padding: 0 1em 2em;
  font: var(--vscode-font-size, 13px)/1.5 var(--vscode-font-family, sans-serif); }
h1 { font-size: 1.6em; margin: .6em 0 0; } h2 { font-size: 1.25em; margin: 1.4em 0 .4em; border-bottom: 1px solid var(--vscode-panel-border, #8886); }
h3 { font-size: 1.05em; margin: .2em 0; } address { opacity: .75; } p { margin: .5em 0; }
figure { margin: .5em 0; text-align: center; } img { max-width: 100%; height: auto; } .board img { width: 30em; }
section { padding: .6em 0; border-top: 1px solid var(--vscode-panel-border, #8883); } section img { background: #fff; border-radius: 4px; padding: 4px; box-sizing: border-box; }
code { font-family: var(--vscode-editor-font-family, monospace); overflow-wrap: anywhere; }
.note { position: sticky; top: 0; margin: 0 -1em; padding: .5em 1em; background: var(--vscode-inputValidation-warningBackground, #fff3cd);
  color: var(--vscode-inputValidation-warningForeground, inherit); border-bottom: 1px solid var(--vscode-inputValidation-warningBorder, #b58900); }
.note ul { margin: .2em 0; padding-left: 1.4em; }`;

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]);

/**
 * Draws the board of a text and writes its rules. The folder of the text is where names of other files begin, and nothing is
 * written there. Returns null if `signal` was aborted.
 * @param {{program: string, text: string, folder: string, name: string, theme: 'wood' | 'plain' | 'dark', signal?: AbortSignal}} task
 * @returns {Promise<{board: string, rules: string} | {findings: string[]} | null>}
 */
export async function draw({ program, text, folder, name, theme, signal }) {
  const own = await mkdtemp(join(tmpdir(), 'alfil-board-'));
  try {
    const file = join(own, 'board.svg');
    const how = { cwd: folder, input: text, signal };
    // The title is above the board already.
    const [drawn, told] = await Promise.all([
      run(program, ['diagram', '-', '--title', '', '--theme', theme, '-o', file], how), run(program, ['rules', '-', '--html'], how),
    ]);
    if (signal?.aborted) return null;
    if (drawn.code === 0 && told.code === 0) return { board: await readFile(file, 'utf8'), rules: words(told.output, name) };
    const checked = await run(program, ['check', '-', '--json'], how);
    if (signal?.aborted) return null;
    return { findings: findings(checked.output) ?? [(drawn.errors || told.errors).trim() || 'the program did not answer'] };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** The findings in the answer of `check --json`, errors first; null if there are none. */
function findings(json) {
  try {
    const found = JSON.parse(json).findings;
    const errors = found.filter(({ severity }) => severity === 'error');
    return found.length ? (errors.length ? errors : found).map(({ start, message }) => (start ? `line ${start.line}: ${message}` : message)) : null;
  } catch {
    return null;
  }
}

/** The words of a page of `alfil rules --html`: without its head, its board, and the game to click through with its script. */
function words(page, name) {
  return page
    .replace(/^[^]*?<\/style>/, '')
    .replace(/<script\b[^]*?<\/script>/g, '')
    .replace(/(?:<h2>[^<]*<\/h2>\s*)?<div class="game">[^]*?<\/div>/g, '')
    .replace(/<figure[^>]*><img alt="The start"[^>]*><\/figure>/, '')
    .replace('</html>', '')
    // A definition without a name has the name of its file, which the program does not know here.
    .replace(/<h1>(.*\+ )?-<\/h1>/, (_, parents = '') => `<h1>${parents}${escape(name)}</h1>`)
    .trim();
}

/**
 * The whole page. `last` is the last drawing of the text, and `wrong` are findings that appeared since then.
 * @param {{last: {board: string, rules: string} | null, wrong: string[]}} shown
 */
export function page({ last, wrong }) {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const lines = wrong.slice(0, 5).map((line) => `<li>${escape(line)}</li>`);
  if (wrong.length > lines.length) lines.push(`<li>and ${wrong.length - lines.length} more</li>`);
  const state = last ? 'This is the last text without errors.' : 'The board appears when the text has no errors.';
  const note = wrong.length ? `<div class="note" role="status">There are findings. ${state}<ul>${lines.join('')}</ul></div>` : '';
  const board = last ? `<figure class="board"><img alt="The start" src="data:image/svg+xml;base64,${Buffer.from(last.board).toString('base64')}"></figure>` : '';
  // The title of the game comes before its board.
  const [, title = '', rest = ''] = last?.rules.match(/^(<h1>.*?<\/h1>(?:\s*<address>[^]*?<\/address>)?)?([^]*)$/) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Board</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${note}
${title}
${board}
${rest}
</body>
</html>
`;
}
