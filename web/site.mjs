// Builds a folder with Studio that any static host can serve: `npm run site [-- OUT]`. Its engine is the committed module, or that
// of ALFIL_MODULE; its parts are the committed ones, or those of ALFIL_PARTS. With mdBook, the folder also contains the documents as a book. All addresses are relative, and the page loads nothing from elsewhere.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { book } from './book.mjs';
import { engine } from './src/engine.js';
import { answers } from './src/first.js';
import { path, unpacked } from './unpack.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'site');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const dist = (name) => join(process.env.ALFIL_PARTS ?? join(here, 'dist'), name);
// `page.html` is the page of a single game, which the page fills.
for (const name of ['studio.js', 'studio.css', 'page.html']) copyFileSync(dist(name), join(out, name));
copyFileSync(dist('THIRD-PARTY.txt'), join(out, 'notices.txt'));
copyFileSync(path, join(out, 'alfil.module'));
for (const name of ['icon.svg', 'manifest.webmanifest']) copyFileSync(join(here, 'src', name), join(out, name));

// The engine starts from a Blob. The style of the editor has the nonce; every script is a file of this folder.
const policy = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self' 'nonce-alfil'", 'img-src data:', "connect-src 'self'",
  "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');
const words = engine(new WebAssembly.Module(unpacked()));
const ask = (name, question) => JSON.parse(words(JSON.stringify({ ...question, ask: name })));
ask('open', {});
writeFileSync(join(out, 'first.json'), JSON.stringify(answers(ask)));
const head = [
  `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  '<link rel="manifest" href="manifest.webmanifest">',
  `<script type="application/json" id="alfil">${JSON.stringify({ module: 'alfil.module', first: 'first.json', offline: 'offline.js' })}</script>`,
].join('\n');
const replace = (text, part, by) => {
  if (!text.includes(part)) throw new Error(`index.html has no ${part}`);
  return text.replace(part, by);
};
let page = readFileSync(dist('index.html'), 'utf8').replaceAll('NONCE', 'alfil');
page = replace(page, '<meta name="viewport"', `${head}\n<meta name="viewport"`);
page = replace(page, 'rel="icon" href="data:,"', 'rel="icon" href="icon.svg"').replace('img-src data:', "img-src 'self' data:");
if (book(join(out, 'book'))) {
  page = replace(page, 'to make your own.</p>', 'to make your own. <a href="book/language.html">The documents</a> explain how.</p>');
  console.log(`${out}/book: the documents`);
} else {
  console.log('mdBook is not installed, so the site has no book');
}
writeFileSync(join(out, 'index.html'), page);

const files = ['studio.js', 'studio.css', 'first.json', 'page.html', 'alfil.module', 'notices.txt', 'icon.svg', 'manifest.webmanifest'];
const hash = createHash('sha256');
for (const name of ['index.html', ...files]) hash.update(readFileSync(join(out, name)));
const worker = readFileSync(join(here, 'src/offline.js'), 'utf8');
writeFileSync(join(out, 'offline.js'), `const FILES = ${JSON.stringify(['./', ...files])};\nconst VERSION = '${hash.digest('hex').slice(0, 16)}';\n${worker}`);
console.log(`${out}: ${['index.html', ...files].map((name) => `${name} ${readFileSync(join(out, name)).length}`).join(', ')}`);
