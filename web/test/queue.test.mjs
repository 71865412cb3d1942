// The queue of workers, with workers that the test controls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queue } from '../src/queue.js';

/** A queue of such workers, and all workers that it has started. */
function desk({ most = 1, limit = 60 } = {}) {
  const started = [];
  const start = () => {
    const worker = { asked: [], ended: false, postMessage: (words) => worker.asked.push(JSON.parse(words)), terminate: () => { worker.ended = true; } };
    started.push(worker);
    return worker;
  };
  return { started, ...queue({ start, most, limit }) };
}

const signal = () => new AbortController().signal;
const reply = (worker, answer) => worker.onmessage({ data: JSON.stringify(answer) });

test('one worker answers one question after another', async () => {
  const { ask, started } = desk();
  const answers = [ask({ n: 1 }, signal()), ask({ n: 2 }, signal())];
  assert.deepEqual(started.map((worker) => worker.asked), [[{ n: 1 }]]);
  reply(started[0], 'one');
  assert.deepEqual(started.map((worker) => worker.asked), [[{ n: 1 }, { n: 2 }]]);
  reply(started[0], 'two');
  assert.deepEqual(await Promise.all(answers), ['one', 'two']);
});

test('a cancelled question ends its worker, and the next one has another', async () => {
  const { ask, started } = desk();
  const control = new AbortController();
  const old = ask({ n: 1 }, control.signal);
  const waiting = new AbortController();
  const never = ask({ n: 2 }, waiting.signal);
  const next = ask({ n: 3 }, signal());
  waiting.abort();
  control.abort();
  await assert.rejects(old, { name: 'AbortError' });
  await assert.rejects(never, { name: 'AbortError' });
  assert.deepEqual(started.map(({ asked, ended }) => [asked, ended]), [[[{ n: 1 }], true], [[{ n: 3 }], false]]);
  reply(started[1], 'three');
  assert.equal(await next, 'three');
});

test('after a panic, the next question has another worker', async () => {
  const { ask, started } = desk();
  const lost = ask({ n: 1 }, signal());
  started[0].onerror({ preventDefault() {} });
  assert.match((await lost).error, /the engine failed/);
  const next = ask({ n: 2 }, signal());
  reply(started[1], 'two');
  assert.deepEqual([started[0].ended, await next], [true, 'two']);
});

test('a limit of time ends the worker', async () => {
  const { ask, started } = desk({ limit: 0 });
  assert.match((await ask({}, signal())).error, /takes more than/);
  assert.equal(started[0].ended, true);
});

test('a warm worker takes the first question', async () => {
  const { ask, started, warm } = desk();
  warm();
  const answer = ask({ n: 1 }, signal());
  reply(started[0], 'one');
  assert.deepEqual([started.length, await answer], [1, 'one']);
});
