// The program as a process that answers questions, and random games. The tests of the module and of the npm package compare with it.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from './browser.mjs';

/** Starts a worker process of the program. It gives one answer after another. */
export function native() {
  const child = spawn(program, ['studio', '--desk'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()(line));
  child.on('exit', () => waiting.forEach((done) => done('{"error": "the process has ended"}')));
  return {
    ask: (question) => new Promise((done) => { waiting.push(done); child.stdin.write(`${question}\n`); }),
    end: () => child.kill(),
  };
}

/** Pseudo-random numbers below `n`: the same on every run. */
export function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
}
