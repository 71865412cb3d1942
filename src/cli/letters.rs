//! Writes bytes as printable ASCII for the page of `alfil page`. This file does not use other modules
//! of the program, so that tests can include it.
//!
//! Two letters of 91 hold 13 bits, so the text is 23 % longer than the bytes; with base 64 it would
//! be 33 %. `web/src/letters.js` reads it.

/// Bits in a pair of letters: 91 * 91 is more than 2^13.
const PAIR: u32 = 13;
/// Bits in a single letter, at the end.
const SINGLE: u32 = 6;
const BASE: u32 = 91;

/// The letter with this number: the printable characters in order, without `&`, `<` and `\`, which
/// have a meaning in HTML or in scripts.
fn letter(number: u32) -> char {
    let skipped = [b'&', b'<', b'\\'];
    let mut code = b'!' + number as u8;
    for other in skipped {
        code += u8::from(code >= other);
    }
    char::from(code)
}

/// The letters for `bytes`. The first bytes are in the low bits.
pub(crate) fn letters(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 16 / 13 + 2);
    let (mut bits, mut count) = (0u32, 0);
    let mut pair = |bits: u32| {
        let value = bits & ((1 << PAIR) - 1);
        out.extend([letter(value % BASE), letter(value / BASE)]);
    };
    for &byte in bytes {
        bits |= u32::from(byte) << count;
        count += u8::BITS;
        if count >= PAIR {
            pair(bits);
            bits >>= PAIR;
            count -= PAIR;
        }
    }
    // The number of letters tells the number of bytes: the unused bits are fewer than a byte.
    match count {
        0 => {}
        1..=SINGLE => out.push(letter(bits)),
        _ => pair(bits),
    }
    out
}
