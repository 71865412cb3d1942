// The back end of a page without a server: the engine in workers of the browser.

import { canWrite, files } from './files.js';
import { bytes } from './letters.js';
import { queue } from './queue.js';
import { LIMITS, QUEUES } from './queues.js';

/** The script of a worker, which the build puts here. */
const SCRIPT = WORKER;

/** The greatest number of searches of the computer player at a time. */
const THINKERS = 2;

/** The first byte of what gzip has compressed. */
const GZIP = 0x1f;

/** Unpacks bytes in a worker, so that the page does not stop meanwhile. */
const unpacked = (script, packed) => new Promise((resolve, reject) => {
  const worker = new Worker(script);
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data.unpacked); };
  worker.onerror = () => reject(new Error('the engine in this page is damaged'));
  worker.postMessage({ packed }, [packed.buffer]);
});

/** Compiles the module, which is compressed: in the page, or beside it. */
async function compile(script, beside) {
  const inside = document.getElementById('module');
  let stream;
  if (inside) {
    const packed = bytes(inside.textContent.trim());
    inside.remove();
    if (packed[0] !== GZIP) return WebAssembly.compile(await unpacked(script, packed));
    stream = new Blob([packed]).stream();
  } else stream = (await fetch(beside)).body;
  stream = stream.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { 'content-type': 'application/wasm' } }));
}

/**
 * The back end. `page` says what the page begins with: `{module, offline, name, title, text, file, files, values, reader}`.
 * `module` is the address of the module if it is not in the page, and `offline` that of the service worker. `text` is a definition, `file` its path and `files` the texts of its parents, if
 * they came from files. `values` is the text of its file of learned values. A page with `reader` opens on the game.
 */
export function browser(page) {
  let values = page.values;
  const open = () => JSON.stringify({ ask: 'open', file: page.file, files: page.files, values });
  const script = URL.createObjectURL(new Blob([SCRIPT], { type: 'text/javascript' }));
  const ready = compile(script, page.module).then((module) => {
    const start = () => {
      const worker = new Worker(script);
      worker.postMessage({ module, open: open() });
      return worker;
    };
    const most = (name) => (name === 'thinking' ? THINKERS : 1);
    const queues = Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, queue({ start, limit, most: most(name) })]));
    queues.text.warm();
    queues.game.warm();
    return queues;
  });
  const engine = async (name, question = {}, signal = new AbortController().signal) => {
    const queues = await ready;
    return queues[QUEUES[name] ?? 'game'].ask({ ...question, ask: name }, signal);
  };
  const own = files(engine);
  // Without a secure address there is no service worker, and the page works online only.
  if (page.offline) navigator.serviceWorker?.register(page.offline).catch(() => {});
  let beginning = page.text;

  return {
    alone: true,
    reader: Boolean(page.reader),
    title: page.title,
    canWrite,
    /** Lets the user pick a file to read; see `files`. */
    pick: own.pick,
    /** Makes a picked file that of the page; see `files`. */
    adopt: own.adopt,
    /** Lets the computer use a file of learned values, given its text. */
    async learn(text) {
      values = text;
      (await ready).thinking.renew();
    },
    /** Lets the user pick a file to write; see `files`. */
    saveAs: own.saveAs,
    async ask(name, question, signal) {
      if (name === 'save') return own.save(question.text, question.before);
      if (name !== 'document') return engine(name, question, signal);
      if (own.isOpen()) return own.look();
      beginning ??= await engine('draft');
      return { name: page.name ?? 'untitled', file: false, saved: null, beginning };
    },
    failed: (error) => ({ error: error.message }),
  };
}
