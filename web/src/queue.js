// Workers, and the questions that wait for them. An answer can be cancelled only by ending its worker, so a newer question
// never waits for an obsolete one.

/**
 * A queue for up to `most` workers, which `start` creates. Each answer may take `limit` seconds. Returns a function
 * from a question to its answer, which ends when `signal` is aborted. The answer is `{error}` if the worker breaks.
 */
export function queue({ start, limit, most }) {
  /** Idle workers. The last one was busy most recently, so it knows the most recent text. */
  const idle = [];
  const waiting = [];
  let busy = 0;
  /** Changes when no worker of before may answer again. */
  let age = 0;

  function next() {
    while (waiting.length && busy < most) run(waiting.shift());
  }

  function run({ question, signal, resolve, reject }) {
    if (signal.aborted) { reject(signal.reason); return; }
    busy += 1;
    const worker = idle.pop() ?? start();
    const born = age;
    const end = (known) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      [worker.onmessage, worker.onerror] = [null, null];
      if (known && born === age) idle.push(worker); else worker.terminate();
      busy -= 1;
      next();
    };
    const fail = (error) => { end(false); resolve({ error }); };
    const cancel = () => { end(false); reject(signal.reason); };
    const timer = setTimeout(() => fail(`it takes more than ${limit} seconds`), limit * 1000);
    signal.addEventListener('abort', cancel);
    worker.onmessage = ({ data }) => { end(true); resolve(JSON.parse(data)); };
    worker.onerror = (event) => {
      event.preventDefault();
      fail('the engine failed on this text');
    };
    worker.postMessage(JSON.stringify(question));
  }

  return {
    ask: (question, signal) => new Promise((resolve, reject) => {
      waiting.push({ question, signal, resolve, reject });
      next();
    }),
    /** Lets new workers answer all further questions. */
    renew() {
      age += 1;
      for (const worker of idle.splice(0)) worker.terminate();
    },
    /** Starts a worker before its first question. */
    warm() { if (!busy && !idle.length) idle.push(start()); },
  };
}
