// The server of `alfil studio` as the back end of the page. The token follows the `#` of the address, which browsers
// never send.

import { pickToRead } from './files.js';
import { letters } from './letters.js';
import { withEngine } from './page.js';

/** The back end. `ask` returns the answer to a question, and throws if `signal` is aborted. */
export function server() {
  const token = location.hash.match(/^#([0-9a-f]{32})(?:&|$)/)?.[1] ?? sessionStorage.getItem('token') ?? '';
  if (token) sessionStorage.setItem('token', token);

  return {
    /** Whether the page and its engine are one, without a server that writes files. */
    alone: false,
    reader: false,
    /** The address of a site with Studio, to which links lead; see `alfil studio --site`. The document tells it. */
    site: null,
    get isPublic() { return this.site !== null; },
    values: () => undefined,
    /** The page of a game, without its game. */
    async emptyPage() {
      const [page, engine] = await Promise.all(['/page.html', '/alfil.module'].map((name) => fetch(name)));
      if (!engine.ok) throw new Error('this program was built without the engine for browsers, so it cannot make pages');
      return withEngine(await page.text(), letters(new Uint8Array(await engine.arrayBuffer())));
    },
    /** Lets the user pick a file to read; see `files`. */
    pick: pickToRead,
    async ask(name, question, signal) {
      const response = await fetch(`/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(question),
        signal,
      });
      if (response.headers.get('content-type') !== 'application/json') {
        const locked = response.status === 401;
        const why = locked ? 'this address has no valid key' : `the server answers ${response.status}`;
        return { error: why, gone: locked, locked };
      }
      return response.json();
    },
    /** The answer after `ask` has thrown an error. */
    failed: () => ({ error: 'the server has stopped; the text is kept in this browser', gone: true }),
  };
}
