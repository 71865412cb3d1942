// Builds `dist/` from `src/` for the program. The same sources and the same lock file give the same bytes.
import { build } from 'esbuild';
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
