// A definition in the part of an address after its `#`, which browsers never send. It is compressed, in
// letters that every program leaves alone.

/** The largest length of a link; other programs cut longer ones. */
const LONGEST = 32_000;
/** The largest text of a link in bytes; the server reads no longer one. */
const MOST = 1_048_576;

/** Returns the compressed content of a link; undefined if the address is no link. */
export const inside = (address) => address.match(/#(?:[^&]*&)?text=([^&]*)$/)?.[1];

/** Returns `{link}` with `text` in it, or `{error}`. */
export async function write(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const link = `${location.origin}/#text=${letters}`;
  if (link.length <= LONGEST) return { link };
  return { error: `This definition makes a link of ${link.length} letters, and many programs cut what is longer than ${LONGEST}: send the file instead.` };
}

/** Returns `{text}` for the result of `inside`, or `{error}`. */
export async function read(letters) {
  const broken = { error: 'The link is broken off or changed, so there is no definition in it.' };
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) { await reader.cancel(); return { error: `The link holds more than ${MOST} bytes, which is no definition.` }; }
      parts.push(value);
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
    return text ? { text } : broken;
  } catch { return broken; }
}
