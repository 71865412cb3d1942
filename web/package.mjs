// Assembles the npm package in a folder: `npm run package [-- OUT]`. Its engine is the committed module, or that of ALFIL_MODULE.
// `npm pack OUT` makes the archive.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { unpacked } from './unpack.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const out = process.argv[2] ?? join(here, 'npm');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of readdirSync(join(here, 'package'))) copyFileSync(join(here, 'package', name), join(out, name));
copyFileSync(join(here, 'src/engine.js'), join(out, 'engine.js'));
// Node.js and browsers unpack gzip without a package. Zopfli, in about a minute, makes it 6 % smaller than zlib.
const module = Buffer.from(unpacked());
const { gzipAsync } = process.env.ALFIL_MODULE ? {} : await import('@gfx/zopfli');
writeFileSync(join(out, 'alfil.wasm.gz'), gzipAsync ? await gzipAsync(module, { numiterations: 5 }) : gzipSync(module, { level: 9 }));
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(root, name), join(out, name));

// All packages have the version of the workspace.
const { version } = readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "(?<version>[^"]+)"$/m).groups;
const manifest = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
console.log(`${out}: ${readdirSync(out).map((name) => `${name} ${statSync(join(out, name)).size}`).join(', ')}`);
