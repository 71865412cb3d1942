// Bytes as printable letters, as `crates/cli/src/page.rs` writes them. Two letters of 91 hold 13 bits; a single one at the end
// holds 6.

const [PAIR, SINGLE, BASE] = [13, 6, 91];

/** The number of a letter, given its code: the letters are printable ASCII without `&`, `<` and `\`. */
const number = (code) => code - 33 - (code > 38) - (code > 60) - (code > 92);

/** Reads the bytes of `letters`. */
export function bytes(letters) {
  const pairs = letters.length >> 1;
  const single = letters.length & 1;
  const out = new Uint8Array((pairs * PAIR + single * SINGLE) >> 3);
  let [bits, count, at] = [0, 0, 0];
  const take = (value, more) => {
    bits |= value << count;
    count += more;
    for (; count >= 8 && at < out.length; count -= 8, bits >>= 8) out[at++] = bits & 255;
  };
  for (let pair = 0; pair < pairs; pair += 1) take(number(letters.charCodeAt(2 * pair)) + BASE * number(letters.charCodeAt(2 * pair + 1)), PAIR);
  if (single) take(number(letters.charCodeAt(letters.length - 1)), SINGLE);
  return out;
}

/** The code of the letter with a number. */
function code(number) {
  let letter = 33 + number;
  for (const skipped of [38, 60, 92]) letter += letter >= skipped;
  return letter;
}

/** Writes bytes as letters. */
export function letters(bytes_) {
  const out = new Uint8Array(Math.ceil((bytes_.length * 8) / PAIR) * 2);
  let [bits, count, at] = [0, 0, 0];
  const pair = () => {
    out[at++] = code((bits & 8191) % BASE);
    out[at++] = code(Math.floor((bits & 8191) / BASE));
  };
  for (const byte of bytes_) {
    bits |= byte << count;
    count += 8;
    if (count < PAIR) continue;
    pair();
    bits >>>= PAIR;
    count -= PAIR;
  }
  if (count > SINGLE) pair(); else if (count) out[at++] = code(bits);
  return new TextDecoder().decode(out.subarray(0, at));
}
