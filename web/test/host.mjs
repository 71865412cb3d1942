// A plain static server.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json', '.txt': 'text/plain' };

/** Serves the files of a folder and nothing else. It sets no header but the type and the tag of the content, as plain hosts do. */
export async function host(folder) {
  const sent = [];
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url, 'http://x').pathname.replace(/^\/part/, '').replace(/\/$/, '/index.html'));
    const found = existsSync(path);
    const content = found ? readFileSync(path) : Buffer.alloc(0);
    const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
    if (found && request.headers['if-none-match'] === etag) { response.writeHead(304, { etag }); response.end(); return; }
    sent.push({ path: request.url, bytes: content.length });
    response.writeHead(found ? 200 : 404, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream', etag });
    response.end(content);
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  return {
    // The site is in a folder of its host, so that absolute addresses would fail.
    address: `http://127.0.0.1:${server.address().port}/part/`,
    /** The files that were sent with their content, in order: `{path, bytes}`. */
    sent,
    end: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
  };
}
