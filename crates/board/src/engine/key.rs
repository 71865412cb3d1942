//! Zobrist keys: hashes of 64 bits, which are the same for equal positions. The clocks are left
//! out.
//!
//! A key is the exclusive-or of one number for each piece on the board, piece in hand, right and
//! other fact. It is computed on demand, because counting moves needs few keys, and an update
//! would slow down every move. The search updates the part for pieces on the board itself.

use crate::engine::state::State;
use crate::model::memory::Memory;
use crate::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_topology::sections::Arrangement;
use alfil_topology::site_set::Site;

use alfil_rules::chance::Shown;
use alfil_rules::counter::Counters;
use alfil_rules::side::{BySide, Side, SideSet};
use alfil_search::hash::WideHasher;
use std::hash::{Hash, Hasher};

impl<const W: usize> State<W> {
    /// The key of a position. `length` is the number of steps of its turn. The computation costs a
    /// few instructions per piece.
    pub(crate) fn key(&self, length: u32) -> u64 {
        let mut key = self.key_without_pieces(length);
        for side in Side::ALL {
            for site in self.by_side[side] {
                key ^= piece_key(side, self.kind_at(site).index(), site);
            }
        }
        key
    }

    /// The key without the part for pieces on the board.
    pub(crate) fn key_without_pieces(&self, length: u32) -> u64 {
        let mut key = mix(2 << 20 ^ self.info.rights.rotate_left(32)) ^ self.passed_key();
        key ^= step_key(self.info.step, length) ^ arrangement_key(self.info.arrangement);
        if self.side != Side::White {
            key ^= mix(0x5349_4444 + self.side as u64);
        }
        if self.info.out != SideSet::NONE {
            key ^= mix(9 << 32 | self.info.out.bits());
        }
        // Most games have no counters, and the comparison is much faster than the loop.
        if self.counters != Counters::default() {
            let BySide(counters) = self.counters;
            for (counter, count) in counters.into_iter().flatten().enumerate() {
                key ^= counter_key(counter, count);
            }
        }
        if self.shown != Shown::default() {
            key ^= mix(8 << 32 | u64::from(self.shown.code()));
        }
        if !self.drawn.is_nothing() {
            for (number, word) in self.drawn.words().enumerate() {
                key ^= mix(word ^ mix(9 << 32 | number as u64));
            }
        }
        for (height, (site, piece)) in self.columns.iter().enumerate() {
            key ^= covered_key(height, piece, site);
        }
        for side in Side::ALL {
            for (group, held) in self.hands[side].groups().enumerate() {
                key ^= hand_key(side, group, held);
            }
        }
        key
    }

    /// The key of the remembered moves. [`State::key`] does not contain it, because repeated
    /// positions may differ in memory.
    pub(crate) fn memory_key(&self) -> u64 {
        if self.memory == Memory::default() {
            return 0;
        }
        let mut hasher = WideHasher::default();
        self.memory.hash(&mut hasher);
        mix(hasher.finish())
    }

    /// The part of the key for en passant squares. It contains the piece that can be captured,
    /// since different pieces may have passed the same cell.
    pub(crate) fn passed_key(&self) -> u64 {
        let one = |cell: Site| {
            mix(3 << 20 | (self.passer(cell).index() as u64) << 10 | cell.index() as u64)
        };
        self.info.passed.into_iter().fold(0, |key, cell| key ^ one(cell))
    }
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014). Every bit of the input affects every bit
/// of the output.
const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The key of a piece. `kind` is the index of its kind.
#[inline(always)]
pub(super) fn piece_key(side: Side, kind: usize, site: Site) -> u64 {
    mix(1 << 20 | (side as u64) << 16 | (kind as u64) << 8 | site.index() as u64)
}

/// The key of a piece beneath others. `height` is its number among all of them.
#[cold]
fn covered_key(height: usize, piece: Piece, site: Site) -> u64 {
    let place = piece_key(piece.side, piece.kind.index(), site);
    mix(place ^ mix(11 << 32 | height as u64))
}

/// The key of a counter; 0 if the counter is 0.
fn counter_key(counter: usize, count: u8) -> u64 {
    if count == 0 { 0 } else { mix(7 << 20 | (counter as u64) << 8 | u64::from(count)) }
}

/// The key of the pieces in hand of four kinds; 0 if there are none. `held` contains their numbers.
fn hand_key(side: Side, group: usize, held: u64) -> u64 {
    if held == 0 {
        return 0;
    }
    mix(held ^ mix(4 << 32 | (side as u64) << 24 | group as u64))
}

/// The key of an arrangement of sections; 0 for the first one.
fn arrangement_key(arrangement: Arrangement) -> u64 {
    if arrangement == Arrangement::default() {
        return 0;
    }
    mix(6 << 32 | arrangement.index() as u64)
}

/// The key of a step of the turn; 0 if the turn has only one step.
fn step_key(step: u32, length: u32) -> u64 {
    if length <= 1 {
        return 0;
    }
    mix(5 << 32 | u64::from(length) << 16 | u64::from(step))
}
