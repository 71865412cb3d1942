// Builds `dist/` from `src/` for the program and the site. The same sources and the same lock file give the same bytes.
import { build } from 'esbuild';
import { gzipAsync } from '@gfx/zopfli';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
mkdirSync(out, { recursive: true });
const target = ['chrome123', 'firefox120', 'safari17.5'];
// The page starts its workers from a text, because a page on the disk may not load a second file.
const { outputFiles: [worker], metafile: inWorker } = await build({
  absWorkingDir: here, entryPoints: ['src/worker.js'], bundle: true, minify: true, format: 'iife', target, charset: 'utf8', write: false, metafile: true,
});
const { metafile } = await build({
  absWorkingDir: here, entryPoints: ['src/main.js'], outfile: join(out, 'studio.js'), bundle: true, minify: true, format: 'esm',
  target, charset: 'utf8', legalComments: 'none', metafile: true, define: { WORKER: JSON.stringify(worker.text) },
});
await build({ absWorkingDir: here, entryPoints: ['src/studio.css'], outfile: join(out, 'studio.css'), minify: true, charset: 'utf8', target });
copyFileSync(join(here, 'src/index.html'), join(out, 'index.html'));

// The licence file names the authors of all bundled packages.
const packages = new Set(Object.keys({ ...metafile.inputs, ...inWorker.inputs }).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
const notice = (name) => {
  const folder = join(here, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
};
writeFileSync(join(out, 'THIRD-PARTY.txt'), [...packages].sort().map(notice).join('\n----\n\n'));

// `page.html` is a whole page in one file, without its game and its engine. `alfil page` and Studio fill in these three parts,
// whose marks stand alone in an element.

/** The nonce of the style. It need not be secret, because the page contains nothing of strangers that is read as HTML. */
const NONCE = 'alfil';
/**
 * The first script. It keeps the page as it came, from which Studio makes pages of other games. Then it unpacks the other script,
 * and starts it.
 */
const BOOT = `
document.getElementById('alfil').whole = document.documentElement.outerHTML;
const packed = document.getElementById('program');
const bytes = Uint8Array.from(atob(packed.textContent), (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const textContent = await new Response(stream).text();
packed.replaceWith(Object.assign(document.createElement('script'), { type: 'module', textContent }));
`;
const read = (name) => readFileSync(join(out, name), 'utf8');
const script = read('studio.js');
/** The source of a script in the policy. */
const source = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'", `script-src ${source(BOOT)} ${source(script)} 'wasm-unsafe-eval'`, `style-src 'nonce-${NONCE}'`,
  'img-src data:', 'worker-src blob:', "base-uri 'none'", "form-action 'none'",
].join('; ');
// Zopfli gives the same bytes with every version of Node.js.
const packed = Buffer.from(await gzipAsync(Buffer.from(script), { numiterations: 5 })).toString('base64');
let page = read('index.html').replaceAll('NONCE', NONCE);
for (const [part, by] of [
  ['<meta name="viewport"', `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport"`],
  ['<title>Alfil Studio</title>', '<title>TITLE</title>'],
  [`<link rel="stylesheet" href="studio.css" nonce="${NONCE}">`, `<style nonce="${NONCE}">\n${read('studio.css')}</style>`],
  [`<script type="module" src="studio.js" nonce="${NONCE}"></script>`, [
    '<script type="application/json" id="alfil">BEGINNING</script>',
    `<script type="text/plain" id="notice-text">${read('THIRD-PARTY.txt').replaceAll('</', '< /')}</script>`,
    '<script type="text/plain" id="module">MODULE</script>',
    `<script type="text/plain" id="program">${packed}</script>`,
    `<script type="module" nonce="${NONCE}">${BOOT}</script>`,
  ].join('\n')],
]) {
  if (!page.includes(part)) throw new Error(`index.html has no ${part}`);
  page = page.replace(part, () => by);
}
writeFileSync(join(out, 'page.html'), page);
