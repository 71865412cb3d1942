// Whether the browser has the letters of symbols, such as those of shogi. A machine without a font for them draws empty boxes.

/** The letters in the texts of pictures. */
const letters = (pictures) => new Set(pictures.flatMap((svg) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].flatMap(([, text]) => [...text])));

/** No font has these characters, so every browser draws its box. The box of a character with more digits may be wider. */
const MISSING = ['\uFFFF', '\u{10FFFF}'];
/** The height of letters. The boxes of Firefox contain the number of the character, if they have room for it. */
const HEIGHT = 8;
const SIZE = 24;

let context = null;
/** How each character looks, as the pixels of a small picture. */
const looks = new Map();

function look(letter) {
  if (!looks.has(letter)) {
    context ??= Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE }).getContext('2d', { willReadFrequently: true });
    context.clearRect(0, 0, SIZE, SIZE);
    context.font = `${HEIGHT}px sans-serif`;
    context.fillText(letter, 2, SIZE - 6);
    looks.set(letter, context.getImageData(0, 0, SIZE, SIZE).data.join());
  }
  return looks.get(letter);
}

const isBox = (letter) => letter > '\u2FFF' && look(letter) === look(MISSING[letter.length - 1]);

/** Returns true if a letter in these pictures would be an empty box. */
export const lacks = (pictures) => [...letters(pictures)].some(isBox);
/** Returns true if no letter of a text would be an empty box. */
export const isReadable = (text) => ![...text].some(isBox);
