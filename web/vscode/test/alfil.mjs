// Helpers for the tests: the program, the folder of the project, and texts.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the extension. */
export const here = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The folder of the project. */
export const root = join(here, '../..');
/** The program to test. The tests run it in other folders. */
export const program = resolve(process.env.ALFIL ?? join(root, 'target/debug/alfil'));

/** The reason why the program cannot be tried; false if it is there. In CI, where no test may be left out, it is an error. */
export const noProgram = existsSync(program) ? false : `no program at ${program}`;
if (noProgram && process.env.CI === 'true') throw new Error(`${noProgram}; CI leaves no test out`);

/** The text of a shipped definition. */
export const shipped = (name) => readFileSync(join(root, 'definitions', `${name}.yaml`), 'utf8');
