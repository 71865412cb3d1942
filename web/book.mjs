// Builds the documents as a book and checks the links in it: `npm run book [-- OUT]`. It needs mdBook, from `MDBOOK`,
// the path, or where `.ci/install` puts it. The site contains the book if mdBook is there.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tools = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'tools');

// The program, or nothing.
function mdbook() {
  const known = [process.env.MDBOOK, 'mdbook', join(tools, 'mdbook/bin/mdbook')].filter(Boolean);
  return known.find((program) => spawnSync(program, ['--version']).status === 0);
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

// Links to pages, pictures and headings that do not exist.
function broken(folder) {
  const texts = new Map(files(folder).filter((path) => path.endsWith('.html')).map((path) => [path, readFileSync(path, 'utf8')]));
  const found = [];
  for (const [path, text] of texts) {
    const content = text.match(/<main>(.*?)<\/main>/s)?.[1] ?? '';
    for (const [, target] of content.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file, anchor] = target.split('#');
      const to = file ? resolve(dirname(path), decodeURIComponent(file)) : path;
      const wrong = !existsSync(to) || statSync(to).isDirectory() || (anchor && texts.has(to) && !texts.get(to).includes(`id="${decodeURIComponent(anchor)}"`));
      // The page for printing has all chapters, with anchors of its own.
      if (wrong && !path.endsWith('print.html')) found.push(`${relative(folder, path)}: ${target}`);
    }
  }
  return found;
}

// Builds the book in `out`. Returns false if there is no mdBook.
export function book(out) {
  const program = mdbook();
  if (!program) return false;
  const built = mkdtempSync(join(tmpdir(), 'alfil-book-'));
  try {
    execFileSync(program, ['build', root, '--dest-dir', built], { stdio: ['ignore', 'ignore', 'inherit'] });
    const wrong = broken(built);
    if (wrong.length > 0) throw new Error(`links of the book that lead nowhere:\n${wrong.join('\n')}`);
    rmSync(out, { recursive: true, force: true });
    cpSync(built, out, { recursive: true });
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
  return true;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const out = resolve(process.argv[2] ?? join(root, 'target/book'));
  if (!book(out)) {
    console.error('mdBook is not installed; `.ci/install` installs it');
    process.exit(1);
  }
  console.log(`${out}: ${files(out).filter((path) => path.endsWith('.html')).length} pages`);
}
