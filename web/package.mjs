// Assembles the npm package in a folder: `npm run package [-- OUT]`. It first builds the module, unless ALFIL_MODULE names
// one. `npm pack OUT` makes the archive.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const out = process.argv[2] ?? join(here, 'npm');
const built = process.env.ALFIL_MODULE ?? join(here, 'module/alfil.wasm.gz');
if (!process.env.ALFIL_MODULE) execFileSync(process.execPath, [join(here, 'module.mjs'), built], { stdio: 'inherit' });

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of readdirSync(join(here, 'package'))) copyFileSync(join(here, 'package', name), join(out, name));
copyFileSync(join(here, 'src/engine.js'), join(out, 'engine.js'));
copyFileSync(built, join(out, 'alfil.wasm.gz'));
for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(root, name), join(out, name));

// All packages have the version of the workspace.
const { version } = readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "(?<version>[^"]+)"$/m).groups;
const manifest = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
console.log(`${out}: ${readdirSync(out).map((name) => `${name} ${statSync(join(out, name)).size}`).join(', ')}`);
