// Builds `dist/` from `src/`: the extension as one file, the grammars for colours, and the licences of bundled packages.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grammars } from './src/highlight.js';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, 'dist');
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
// VS Code loads extensions in this form, also older ones.
const { metafile } = await build({
  absWorkingDir: here, entryPoints: ['src/extension.js'], outfile: join(out, 'extension.cjs'), bundle: true, minify: true, format: 'cjs', platform: 'node',
  target: 'node20', external: ['vscode'], charset: 'utf8', legalComments: 'none', metafile: true, mainFields: ['module', 'main'],
});
for (const [name, grammar] of Object.entries(grammars(new URL('../../grammar/', import.meta.url)))) writeFileSync(join(out, name), `${JSON.stringify(grammar)}\n`);

const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
const notice = (name) => {
  const folder = join(here, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
};
writeFileSync(join(out, 'THIRD-PARTY.txt'), [...packages].sort().map(notice).join('\n----\n\n'));
