// Builds the engine as a WebAssembly module, packed with LZMA: `npm run module [-- OUT]`. The module is committed, so that
// `alfil page` and `npm run site` need nothing but a clone. An issue that changes answers builds it anew, once, and CI compares its
// answers with those of the program. Beside it stands `alfil.json`, with what the module says of itself.
//
// The build needs `xz` and the target `wasm32-unknown-unknown` of Rust, or the compiler for it that `.ci/install` unpacks. `wasm-opt`
// makes the module smaller if it is on the path or in `node_modules` (`npm install --no-save binaryen`). ALFIL_PROFILE=quick builds
// a large module in less time, for CI; `dev` builds one for trying.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engine } from './src/engine.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const out = process.argv[2] ?? join(here, 'module/alfil.wasm.lzma');
const profile = process.env.ALFIL_PROFILE ?? 'web';
const target = 'wasm32-unknown-unknown';
const { target_directory: built } = JSON.parse(execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: root, maxBuffer: 1 << 28 }));

/** The environment with which Rust builds for WebAssembly: that of the user, or the compiler of `.ci/install`. */
function compiler() {
  try {
    const library = execFileSync('rustc', ['--print', 'target-libdir', '--target', target], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    if (existsSync(library.trim())) return process.env;
  } catch { /* a Rust that does not know the target */ }
  const own = (name) => join(built, 'tools/rust/bin', name);
  if (existsSync(own('rustc'))) return { ...process.env, RUSTC: own('rustc'), CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: own('rust-lld') };
  console.error(`Rust has no target ${target}. \`rustup target add ${target}\` adds it; \`.ci/install\` unpacks a compiler for it on Debian.`);
  process.exit(1);
}

const env = compiler();
execFileSync('cargo', ['build', '--package', 'alfil-web', '--target', target, '--profile', profile], { cwd: root, stdio: 'inherit', env });
let file = join(built, target, profile === 'dev' ? 'debug' : profile, 'alfil_web.wasm');
const sizes = [['built', readFileSync(file).length]];

// The features are those that rustc uses for this target, which all browsers have.
const features = ['bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext', 'reference-types', 'multivalue'].map((name) => `--enable-${name}`);
const smaller = join(built, 'alfil.small.wasm');
try {
  execFileSync('wasm-opt', ['-Oz', '--strip-debug', '--strip-producers', ...features, file, '-o', smaller], {
    env: { ...process.env, PATH: `${process.env.PATH}:${join(here, 'node_modules/.bin')}` }, stdio: ['ignore', 'inherit', 'inherit'],
  });
  file = smaller;
  sizes.push(['wasm-opt', readFileSync(file).length]);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
  console.log('wasm-opt is not installed, so the module is larger than necessary');
}
// `pb=0`, because instructions of WebAssembly have any length.
const effort = profile === 'web' ? 'preset=9e,pb=0,nice=273' : 'preset=1,pb=0';
const packed = execFileSync('xz', ['--format=lzma', `--lzma1=${effort}`, '--stdout', file], { maxBuffer: 1 << 28 });
// `xz` leaves the length open, in bytes 5 to 12. With it, damaged bytes cannot be unpacked without end.
packed.writeBigUInt64LE(BigInt(statSync(file).size), 5);
sizes.push(['lzma', packed.length]);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, packed);
const about = engine(new WebAssembly.Module(readFileSync(file)))('{"ask":"info"}');
writeFileSync(join(dirname(out), 'alfil.json'), `${about}\n`);
console.log(`${out}: ${sizes.map(([name, bytes]) => `${name} ${bytes}`).join(', ')}`);
