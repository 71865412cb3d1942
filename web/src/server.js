// The server of `alfil studio` as the back end of the page. The token follows the `#` of the address, which browsers
// never send.

import { pickToRead } from './files.js';

/** The back end. `ask` returns the answer to a question, and throws if `signal` is aborted. */
export function server() {
  const token = location.hash.match(/^#([0-9a-f]{32})(?:&|$)/)?.[1] ?? sessionStorage.getItem('token') ?? '';
  if (token) sessionStorage.setItem('token', token);

  return {
    /** Whether the page and its engine are one, without a server that writes files. */
    alone: false,
    reader: false,
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
        const why = response.status === 401
          ? 'this page was opened without its key: use the whole address that alfil studio printed'
          : `the server answers ${response.status}`;
        return { error: why, gone: response.status === 401 };
      }
      return response.json();
    },
    /** The answer after `ask` has thrown an error. */
    failed: () => ({ error: 'the server has stopped; the text is kept in this browser', gone: true }),
  };
}
