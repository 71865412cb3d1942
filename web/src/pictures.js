// Pictures in pixels, drawn by the browser: a PNG, a moving PNG and a GIF.

import { GIFEncoder, applyPalette, quantize } from 'gifenc';

/** The width of a still picture in pixels. */
const WIDTH = 1000;
/** The greatest number of colours of a picture in a GIF. */
const COLOURS = 256;

/** Draws an SVG on a canvas, which is as high as the picture needs. */
async function drawn(svg, width) {
  const image = new Image();
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height: Math.round(width * image.height / image.width) });
  // All pictures of an animation have the same sort of colours, which is without transparency.
  const context = canvas.getContext('2d', { alpha: false });
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

const png = ({ canvas }) => new Promise((done) => { canvas.toBlob(done, 'image/png'); });

/** An SVG as PNG. */
export const still = async (svg) => png(await drawn(svg, WIDTH));

/** Draws the pictures of the answer to `frames`, each with its duration in milliseconds. */
async function* frames({ pictures, width, pause, most }) {
  for (const [at, svg] of pictures.entries()) {
    const picture = await drawn(svg, width);
    if (width * picture.canvas.height * pictures.length > most) throw new Error(`${pictures.length} pictures are too many for one moving picture`);
    yield { picture, pause: at === pictures.length - 1 ? 4 * pause : pause };
  }
}

/** The game as GIF. */
export async function gif(game) {
  const file = GIFEncoder();
  for await (const { picture: { canvas, context }, pause } of frames(game)) {
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const palette = quantize(data, COLOURS);
    file.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay: pause });
  }
  file.finish();
  return file.bytes();
}

/** The game as a moving PNG. The pictures are those of the browser, which this puts into one file. */
export async function apng(game) {
  const parts = [];
  let number = 0;
  for await (const { picture, pause } of frames(game)) {
    const chunks = split(new Uint8Array(await (await png(picture)).arrayBuffer()));
    const of = (type) => chunks.filter((one) => one.type === type).map((one) => one.data);
    const { width, height } = picture.canvas;
    if (!parts.length) parts.push(SIGNATURE, chunk('IHDR', of('IHDR')[0]), chunk('acTL', numbers(game.pictures.length, 0)));
    // The place of the picture is 0, 0. It stays `pause` thousandths of a second, and nothing is cleared or mixed.
    parts.push(chunk('fcTL', numbers(number, width, height, 0, 0), shorts(pause, 1000), new Uint8Array(2)));
    number += 1;
    for (const data of of('IDAT')) {
      if (number === 1) { parts.push(chunk('IDAT', data)); continue; }
      parts.push(chunk('fdAT', numbers(number), data));
      number += 1;
    }
  }
  parts.push(chunk('IEND'));
  return new Blob(parts);
}

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a PNG. */
function split(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const chunks = [];
  for (let at = SIGNATURE.length; at < bytes.length;) {
    const length = view.getUint32(at);
    chunks.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data: bytes.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

const packed = (size, set) => (...values) => {
  const view = new DataView(new ArrayBuffer(size * values.length));
  values.forEach((value, at) => view[set](size * at, value));
  return new Uint8Array(view.buffer);
};
const numbers = packed(4, 'setUint32');
const shorts = packed(2, 'setUint16');

/** A chunk of a PNG with its length and its checksum. */
function chunk(type, ...data) {
  const body = [new TextEncoder().encode(type), ...data];
  const length = data.reduce((sum, part) => sum + part.length, 0);
  return new Blob([numbers(length), ...body, numbers(checksum(body))]);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let sum = n;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/** The CRC-32 of some bytes, as PNG uses it. */
function checksum(parts) {
  let sum = 0xffffffff;
  for (const part of parts) for (const byte of part) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
