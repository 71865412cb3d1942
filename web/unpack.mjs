// The engine that `module.mjs` has built, for scripts and tests.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decompress } from 'lzma1';

/** The path of the packed module: that of ALFIL_MODULE, or the committed one. */
export const path = process.env.ALFIL_MODULE ?? join(dirname(fileURLToPath(import.meta.url)), 'module/alfil.wasm.lzma');

/** Whether the module is there. */
export const isThere = () => existsSync(path);

/** The bytes of the module. */
export const unpacked = () => decompress(readFileSync(path));
