// Reads bytes that `xz --format=lzma` has packed. They are a quarter shorter than those of gzip, which browsers read
// themselves. The names are those of the specification of LZMA by Igor Pavlov, which is in the public domain.

/** Probabilities are numbers below 2^11, and begin in the middle. */
const [PRECISION, HALF, SHIFT] = [1 << 11, 1 << 10, 5];
/** Below this range, the decoder takes another byte. */
const TOP = 2 ** 24;

const STATES = 12;
/** States from here on follow a match; before, a literal. */
const AFTER_MATCH = 7;
const [LENGTHS_LOW, LENGTHS_HIGH] = [1 << 3, 1 << 8];
/** The shortest match. */
const SHORTEST = 2;
const [SLOTS, FULL_DISTANCES, ALIGNED] = [1 << 6, 1 << 7, 1 << 4];
/** The distance that marks the end. */
const END = 0xffffffff;

const [RANGE, CODE] = [0, 1];

const probabilities = (count) => new Uint16Array(count).fill(HALF);

/** The probabilities of the lengths of matches, or of repeated matches. */
const lengths = () => ({ choice: probabilities(2), low: probabilities(16 * LENGTHS_LOW), middle: probabilities(16 * LENGTHS_LOW), high: probabilities(LENGTHS_HIGH) });

/**
 * Unpacks `packed`: a byte of properties, four for the size of the dictionary, which is not needed here, eight for the
 * length, which `xz` leaves open, and then the code, up to the mark of its end. Throws an error if it is damaged.
 */
export function unlzma(packed) {
  const properties = packed[0];
  const lc = properties % 9;
  const lp = Math.floor(properties / 9) % 5;
  const pb = Math.floor(properties / 45);
  const [literalMask, positionMask] = [(1 << lp) - 1, (1 << pb) - 1];

  let out = new Uint8Array(packed.length * 5);
  let written = 0;
  let read = 18;
  // Numbers in an array of 32 bits are never boxed.
  const coder = new Uint32Array([0xffffffff, packed[14] * TOP + (packed[15] << 16) + (packed[16] << 8) + packed[17]]);

  function normalize() {
    if (read > packed.length + 4) throw new Error('the packed bytes are damaged');
    coder[RANGE] *= 256;
    coder[CODE] = coder[CODE] * 256 + packed[read];
    read += 1;
  }

  function bit(probs, at) {
    const p = probs[at];
    const bound = (coder[RANGE] >>> 11) * p;
    let value = 0;
    if (coder[CODE] < bound) {
      coder[RANGE] = bound;
      probs[at] = p + ((PRECISION - p) >> SHIFT);
    } else {
      coder[RANGE] -= bound;
      coder[CODE] -= bound;
      probs[at] = p - (p >> SHIFT);
      value = 1;
    }
    if (coder[RANGE] < TOP) normalize();
    return value;
  }

  /** `count` bits with equal chances. */
  function direct(count) {
    let value = 0;
    for (let n = 0; n < count; n += 1) {
      const half = coder[RANGE] >>> 1;
      coder[RANGE] = half;
      const one = coder[CODE] >= half ? 1 : 0;
      if (one) coder[CODE] -= half;
      value = value * 2 + one;
      if (coder[RANGE] < TOP) normalize();
    }
    return value;
  }

  /** A number of `count` bits, the highest first. */
  function tree(probs, from, count) {
    let m = 1;
    for (let n = 0; n < count; n += 1) m = (m << 1) | bit(probs, from + m);
    return m - (1 << count);
  }

  /** A number of `count` bits, the lowest first. */
  function reverse(probs, from, count) {
    let [m, value] = [1, 0];
    for (let n = 0; n < count; n += 1) {
      const one = bit(probs, from + m);
      m = (m << 1) | one;
      value |= one << n;
    }
    return value;
  }

  function length(probs, position) {
    if (!bit(probs.choice, 0)) return SHORTEST + tree(probs.low, position * LENGTHS_LOW, 3);
    if (!bit(probs.choice, 1)) return SHORTEST + LENGTHS_LOW + tree(probs.middle, position * LENGTHS_LOW, 3);
    return SHORTEST + 2 * LENGTHS_LOW + tree(probs.high, 0, 8);
  }

  const literals = probabilities(0x300 << (lc + lp));
  const isMatch = probabilities(STATES << 4);
  const isRep = probabilities(STATES);
  const isRepG0 = probabilities(STATES);
  const isRepG1 = probabilities(STATES);
  const isRepG2 = probabilities(STATES);
  const isRep0Long = probabilities(STATES << 4);
  const slots = probabilities(4 * SLOTS);
  const near = probabilities(FULL_DISTANCES);
  const align = probabilities(ALIGNED);
  const [first, again] = [lengths(), lengths()];

  function distance(long) {
    const slot = tree(slots, Math.min(long - SHORTEST, 3) * SLOTS, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** count;
    if (slot < 14) return base + reverse(near, base - slot, count);
    return base + direct(count - 4) * ALIGNED + reverse(align, 0, 4);
  }

  function literal(state, rep0) {
    const before = written ? out[written - 1] : 0;
    const from = 0x300 * (((written & literalMask) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= AFTER_MATCH) {
      let match = out[written - rep0 - 1];
      while (symbol < 0x100) {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const one = bit(literals, from + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | one;
        if (expected !== one) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, from + symbol);
    return symbol & 0xff;
  }

  function room(more) {
    if (written + more <= out.length) return;
    const larger = new Uint8Array(2 * out.length + more);
    larger.set(out);
    out = larger;
  }

  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (;;) {
    const position = written & positionMask;
    if (!bit(isMatch, (state << 4) + position)) {
      room(1);
      out[written] = literal(state, rep0);
      written += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let long;
    if (!bit(isRep, state)) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      long = length(first, position);
      state = state < AFTER_MATCH ? 7 : 10;
      rep0 = distance(long);
      if (rep0 === END) return out.subarray(0, written);
    } else {
      const isOther = bit(isRepG0, state);
      const isShort = !isOther && !bit(isRep0Long, (state << 4) + position);
      if (isOther) {
        let other = rep1;
        if (bit(isRepG1, state)) {
          other = rep2;
          if (bit(isRepG2, state)) { other = rep3; rep3 = rep2; }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = other;
      }
      long = isShort ? 1 : length(again, position);
      state = (state < AFTER_MATCH ? 8 : 11) + (isShort && state < AFTER_MATCH ? 1 : 0);
    }
    if (rep0 >= written) throw new Error('the packed bytes are damaged');
    room(long);
    for (let n = 0; n < long; n += 1, written += 1) out[written] = out[written - rep0 - 1];
  }
}
