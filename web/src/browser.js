// The back end of a page without a server: the engine in workers of the browser.

import { canWrite, files } from './files.js';
import { key } from './first.js';
import { bytes, letters } from './letters.js';
import { withEngine } from './page.js';
import { queue } from './queue.js';
import { LIMITS, QUEUES } from './queues.js';

/** The script of a worker, which the build puts here. */
const SCRIPT = WORKER;

/** The greatest number of searches of the computer player at a time. */
const THINKERS = 2;

/** Unpacks bytes in a worker, so that the page does not stop meanwhile. */
const unpacked = (script, packed) => new Promise((resolve, reject) => {
  const worker = new Worker(script);
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data.unpacked); };
  worker.onerror = () => reject(new Error('the engine in this page is damaged'));
  worker.postMessage({ packed }, [packed.buffer]);
});

/** Loads a file beside the page. */
async function load(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Compiles the module, which is packed: in the page, or beside it. */
async function compile(script, beside) {
  const inside = document.getElementById('module');
  const packed = inside ? bytes(inside.textContent.trim()) : await load(beside);
  inside?.remove();
  return WebAssembly.compile(await unpacked(script, packed));
}

/**
 * The back end. `page` says what the page begins with: `{module, first, offline, name, title, text, file, files, values, reader, made, site}`.
 * `module` is the address of the module if it is not in the page, `first` that of the answers to the first questions, and `offline` that of the service worker. `text` is a definition, `file` its path and `files` the texts of its parents, if
 * they came from files. `values` is the text of its file of learned values. A page with `reader` opens on the game. `made` is the state of
 * the program that made the page, and `site` the address of a site with Studio, to which links lead.
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
  // A site without the file, or with a damaged one, waits for the engine.
  const first = page.first ? load(page.first).then((file) => JSON.parse(new TextDecoder().decode(file))).catch(() => ({})) : null;
  let isReady = false;
  ready.then(() => { isReady = true; }, () => {});
  const engine = async (name, question = {}, signal = new AbortController().signal) => {
    const known = first && !isReady ? (await first)[key([name, question])] : null;
    if (known) return known;
    const queues = await ready;
    return queues[QUEUES[name] ?? 'game'].ask({ ...question, ask: name }, signal);
  };
  const own = files(engine);
  // Without a secure address there is no service worker, and the page works online only. It loads all files, so it waits until the
  // page has its own.
  if (page.offline) ready.then(() => navigator.serviceWorker?.register(page.offline)).catch(() => {});
  let beginning = page.text;

  return {
    alone: true,
    reader: Boolean(page.reader),
    title: page.title,
    made: page.made,
    canWrite,
    /** The address before a link of this page. A page on the disk has links to a site, if it knows one. */
    site: location.protocol === 'file:' ? page.site ?? location.href.split('#')[0] : location.href.split('#')[0],
    /** Whether others can open the site. */
    isPublic: location.protocol !== 'file:' || Boolean(page.site),
    /** The values that a page made here takes along. */
    values: () => values,
    /** The page of a game, without its game. */
    async emptyPage() {
      const { whole } = document.getElementById('alfil');
      // A browser may hide the nonce of an element from scripts.
      if (whole) return whole.replaceAll('nonce=""', 'nonce="alfil"');
      const [empty, packed] = await Promise.all(['page.html', page.module].map(load));
      return withEngine(new TextDecoder().decode(empty), letters(packed));
    },
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
