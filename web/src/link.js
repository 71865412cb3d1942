// A definition and a game in the part of an address after its `#`, which browsers never send. They are compressed,
// in letters that every program leaves alone.

import { backend } from './api.js';

/** The largest length of a link; other programs cut longer ones. */
const LONGEST = 32_000;
/** The largest text of a link in bytes; the server reads no longer one. */
const MOST = 1_048_576;

/** Returns the parts of a link: `text` for a compressed definition, `game` for moves, `open` for the name of a shipped game. Each may be missing. */
export function inside(address) {
  const at = address.indexOf('#');
  return Object.fromEntries(at < 0 ? [] : address.slice(at + 1).split('&').map((part) => part.match(/^(text|game|open)=(.*)$/)?.slice(1)).filter(Boolean));
}

async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the part of an address with the definition `text`, the game `game` and the name `open` of a shipped game, each of which may be missing. */
export async function fragment({ text, game, open }) {
  const parts = [];
  if (open !== undefined) parts.push(`open=${open}`);
  if (text !== undefined) parts.push(`text=${await pack(text)}`);
  if (game !== undefined) parts.push(`game=${await pack(JSON.stringify(game))}`);
  return `#${parts.join('&')}`;
}

/** Returns `{link}` with these contents, or `{error}`. Where nobody else can open the page, the link is only for another Studio. */
export async function write(contents) {
  const link = `${backend.site ?? `${location.origin}/`}${await fragment(contents)}`;
  if (link.length <= LONGEST) return { link };
  return { error: `The link of this definition has ${link.length} letters, but many programs cut off links of more than ${LONGEST}: send the file instead.` };
}

/** Returns the game of a link, `{start, moves}`, or `{error}`. */
export async function readGame(letters) {
  const { text, error } = await read(letters);
  if (error) return { error: 'The link is incomplete or changed, so it contains no game.' };
  try {
    const { start = null, moves } = JSON.parse(text);
    if ((start === null || typeof start === 'string') && moves.every((move) => typeof move === 'string')) return { start, moves };
  } catch { /* not a game */ }
  return { error: 'The link contains no game.' };
}

/** Returns `{text}` for the definition of a link, or `{error}`. */
export async function read(letters) {
  const broken = { error: 'The link is incomplete or changed, so it contains no definition.' };
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST) { await reader.cancel(); return { error: `The link contains more than ${MOST} bytes, which is too much for a definition.` }; }
      parts.push(value);
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
    return text ? { text } : broken;
  } catch { return broken; }
}
