//! Hashes of moves and positions that are the same on machines of 32 and 64 bits. Otherwise a search
//! in a browser would order its moves in another way than the program.

use std::hash::{DefaultHasher, Hasher};

/// The multiplier of `rustc-hash` on machines of 64 bits.
const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

/// The fast hash of `rustc-hash` 2.1 with 64 bits. Its upper half is the better one. `rustc-hash`
/// has only 32 bits on smaller machines. Numbers have the same hashes here, but byte strings have
/// others.
#[derive(Clone, Default, Debug)]
pub struct WideFxHasher(u64);

impl Hasher for WideFxHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, i: u8) {
        self.write_u64(i.into());
    }

    fn write_u16(&mut self, i: u16) {
        self.write_u64(i.into());
    }

    fn write_u32(&mut self, i: u32) {
        self.write_u64(i.into());
    }

    fn write_u64(&mut self, i: u64) {
        self.0 = self.0.wrapping_add(i).wrapping_mul(FACTOR);
    }

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

/// The hash of the standard library. Numbers whose size depends on the machine count as 64 bits.
#[derive(Clone, Default, Debug)]
pub struct WideHasher(DefaultHasher);

impl Hasher for WideHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_usize(&mut self, i: usize) {
        self.0.write_u64(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.0.write_u64(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
