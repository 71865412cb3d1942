// Runs the program `alfil`.

import { spawn } from 'node:child_process';

/** The greatest number of characters that are read. */
const MOST = 64 << 20;

/** The program could not be started. Its setting may name another file. */
export class NotStarted extends Error {
  constructor(program, why) {
    super(`\`${program}\` could not be started (${why})`);
    this.name = 'NotStarted';
  }
}

/**
 * Runs the program and returns what it wrote and its exit code. `input` goes to its standard input, and names in the input
 * are looked for in the folder `cwd`. After `seconds`, or when `signal` is aborted, it is ended.
 * @returns {Promise<{code: number | null, output: string, errors: string}>} `code` is null if it was ended
 */
export function run(program, options, { cwd, input = '', signal, seconds = 20 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { cwd, stdio: 'pipe', windowsHide: true, env: { ...process.env, NO_COLOR: '1' } });
    const said = { output: '', errors: '' };
    const end = () => child.kill();
    const clock = setTimeout(end, seconds * 1000);
    signal?.addEventListener('abort', end);
    const tidy = () => { clearTimeout(clock); signal?.removeEventListener('abort', end); };
    for (const [name, stream] of [['output', child.stdout], ['errors', child.stderr]]) {
      stream.setEncoding('utf8');
      stream.on('data', (part) => {
        said[name] += part;
        if (said[name].length > MOST) end();
      });
    }
    child.on('error', (error) => { tidy(); reject(new NotStarted(program, error.code ?? error.message)); });
    child.on('close', (code) => { tidy(); resolve({ code, ...said }); });
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    if (signal?.aborted) end();
  });
}
