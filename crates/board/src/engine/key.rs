//! Keys of packed positions.
//!
//! Owns: [`State::key`] and [`State::passed_key`]. Takes a packed state; gives 64 bits that equal positions
//! share, clocks left out. Invariant: the key is the exclusive-or of what stands, is held, lives and was
//! passed. It is worked out when it is asked for: a search asks at few of its positions, and keeping it
//! up to date would cost every move.

use crate::engine::state::State;
use crate::model::memory::Memory;
use crate::topology::sections::Arrangement;
use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;

use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side};
use std::hash::{DefaultHasher, Hash, Hasher};

impl<const W: usize> State<W> {
    /// The key of a position whose turn has `length` steps. Cost: a few instructions a piece.
    pub fn key(&self, length: u32) -> u64 {
        let mut key = mix(2 << 20 ^ self.info.rights.rotate_left(32)) ^ self.passed_key();
        key ^= step_key(self.info.step, length) ^ arrangement_key(self.info.arrangement);
        if self.side == Side::Black {
            key ^= mix(0x5349_4445);
        }
        let BySide([white, black]) = self.counters;
        for (counter, count) in white.into_iter().chain(black).enumerate() {
            key ^= counter_key(counter, count);
        }
        for side in Side::BOTH {
            for site in self.by_side[side] {
                key ^= piece_key(side, self.kind_at(site), site);
            }
            for (kind, held) in self.hands[side].iter() {
                key ^= hand_key(side, kind, held);
            }
        }
        key
    }

    /// The part of what is remembered of moves, which does not make a position another one.
    pub fn memory_key(&self) -> u64 {
        if self.memory == Memory::default() {
            return 0;
        }
        let mut hasher = DefaultHasher::new();
        self.memory.hash(&mut hasher);
        mix(hasher.finish())
    }

    /// The part of the passed cells. Two pieces may pass one cell by different ways: the victim is part of
    /// it.
    pub fn passed_key(&self) -> u64 {
        let one = |cell: Site| {
            mix(3 << 20 | (self.passer(cell).index() as u64) << 10 | cell.index() as u64)
        };
        self.info.passed.into_iter().fold(0, |key, cell| key ^ one(cell))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every input bit reaches every output bit.
const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn piece_key(side: Side, kind: KindId, site: Site) -> u64 {
    mix(1 << 20 | (side as u64) << 16 | (kind.index() as u64) << 8 | site.index() as u64)
}

/// Of a counter's number; 0 has no key.
fn counter_key(counter: usize, count: u8) -> u64 {
    if count == 0 { 0 } else { mix(7 << 20 | (counter as u64) << 8 | u64::from(count)) }
}

/// Of so many pieces in hand; none have no key.
fn hand_key(side: Side, kind: KindId, held: u16) -> u64 {
    if held == 0 {
        return 0;
    }
    mix(4 << 32 | (side as u64) << 24 | (kind.index() as u64) << 16 | u64::from(held))
}

/// The first arrangement has no key.
fn arrangement_key(arrangement: Arrangement) -> u64 {
    if arrangement == Arrangement::default() {
        return 0;
    }
    mix(6 << 32 | arrangement.index() as u64)
}

/// Of a step in a turn of so many; a turn of one step has no key.
fn step_key(step: u32, length: u32) -> u64 {
    if length <= 1 {
        return 0;
    }
    mix(5 << 32 | u64::from(length) << 16 | u64::from(step))
}
