// A plain static server, and one that puts newly built parts before the program.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
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

/** A server in front of the program at `address`: the parts of the page come from the folder `parts`, all else from the program. */
export async function front(address, parts) {
  const { origin, hash, host: behind } = new URL(address);
  const read = (name) => readFileSync(join(parts, name), 'utf8');
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host: behind, ...(request.headers.origin ? { origin } : {}) };
    const through = ask(new URL(request.url, origin), { method: request.method, headers }, (answer) => {
      const name = request.url.slice(1) || 'index.html';
      if (request.method !== 'GET' || !['index.html', 'studio.js', 'studio.css', 'page.html'].includes(name)) { response.writeHead(answer.statusCode, answer.headers); answer.pipe(response); return; }
      answer.resume();
      const { 'content-length': _length, 'content-encoding': _coding, etag: _tag, ...kept } = answer.headers;
      response.writeHead(answer.statusCode, { ...kept, 'cache-control': 'no-store' });
      const nonce = answer.headers['content-security-policy']?.match(/nonce-([^']+)'/)?.[1];
      response.end(name === 'index.html' ? read(name).replaceAll('NONCE', nonce) : read(name));
    });
    through.on('error', () => response.destroy());
    response.on('close', () => through.destroy());
    request.pipe(through);
  });
  await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
  return { address: `http://127.0.0.1:${server.address().port}/${hash}`, end: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }) };
}
