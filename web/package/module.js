// The bytes of the WebAssembly module, wherever they are.

/** The first bytes of a file that gzip has compressed. */
const GZIP = [0x1f, 0x8b];

/** The bytes of a file at an address, also of a file on the disk in Node.js. */
async function fetched(address) {
  if (address.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import(/* webpackIgnore: true */ 'node:fs/promises');
    return readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the module at ${address} cannot be read: ${response.status}`);
  return response.arrayBuffer();
}

/** The unpacked bytes. Some hosts announce `.gz` as an encoding, so the browser may have unpacked them already. */
async function unpacked(source) {
  const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
  if (!GZIP.every((byte, at) => bytes[at] === byte)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** The compiled module of `source`: an address, bytes, a response or a compiled module. */
export async function compiled(source = new URL('./alfil.wasm.gz', import.meta.url)) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string') source = new URL(source, globalThis.location?.href);
  if (source instanceof URL) source = await fetched(source);
  if (source instanceof Response) source = await source.arrayBuffer();
  return WebAssembly.compile(await unpacked(source));
}
