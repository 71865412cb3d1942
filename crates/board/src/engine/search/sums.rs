//! Sums over the pieces of a position, which the search updates with each move: the pieces' part
//! of the key, the balance of material, and the number of pieces. They save about a third of the
//! search's time in chess, compared with sums over all pieces at each node.

use super::tapered::Tapered;
use super::values::Values;
use crate::engine::key::piece_key;
use crate::engine::state::State;
use crate::tables::by_site::BySite;
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// The sums of one position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Sums<const W: usize> {
    /// The pieces' part of the key.
    pub(super) key: u64,
    /// The value of White's pieces on the board minus that of Black's.
    pub(super) balance: Tapered,
    /// The number of pieces on the board. Neutral pieces count twice.
    pub(super) pieces: u32,
    by_side: BySide<SiteSet<W>>,
}

impl<const W: usize> Sums<W> {
    /// The sums of a position, computed from scratch.
    pub(super) fn of(values: &Values<W>, state: &State<W>) -> Sums<W> {
        let mut sums = Sums::default();
        let kinds = &state.squares;
        sums.change(values, kinds, (state.by_side, SiteSet::ALL), Sign::Add);
        sums.by_side = state.by_side;
        sums
    }

    /// Adds or removes the pieces of both sides on `cells`.
    #[inline(always)]
    fn change(
        &mut self,
        values: &Values<W>,
        kinds: &BySite<u8, W>,
        (by_side, cells): (BySide<SiteSet<W>>, SiteSet<W>),
        sign: Sign,
    ) {
        for side in Side::BOTH {
            for site in by_side[side] & cells {
                let kind = usize::from(kinds[site]);
                self.key ^= piece_key(side, kind, site);
                let value = values.at(side, kind, site);
                let is_positive = (side == Side::White) == (sign == Sign::Add);
                self.balance += if is_positive { value } else { -value };
                match sign {
                    Sign::Add => self.pieces += 1,
                    Sign::Remove => self.pieces -= 1,
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Add,
    Remove,
}

/// The sums of the present position, and the data to update them.
#[derive(Clone, Debug)]
pub(super) struct Tracker<const W: usize> {
    sums: Sums<W>,
    /// The kinds of the pieces that are in the sums.
    kinds: BySite<u8, W>,
}

/// The data to take back an update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<const W: usize> {
    sums: Sums<W>,
    changed: SiteSet<W>,
}

/// The cells that a move may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent<const W: usize> {
    /// The cells whose owners differ, and these cells.
    Cells(SiteSet<W>),
    /// Any cell: the move may have effects.
    Board,
}

impl<const W: usize> Tracker<W> {
    pub(super) fn new(values: &Values<W>, state: &State<W>) -> Tracker<W> {
        Tracker { sums: Sums::of(values, state), kinds: state.squares.clone() }
    }

    /// The sums of the present position.
    #[inline(always)]
    pub(super) fn sums(&self) -> &Sums<W> {
        &self.sums
    }

    /// Updates the sums after a move led to `state`.
    #[inline(always)]
    pub(super) fn update(
        &mut self,
        values: &Values<W>,
        state: &State<W>,
        extent: Extent<W>,
    ) -> Before<W> {
        let (old, new) = (self.sums.by_side, state.by_side);
        let moved = (old[Side::White] ^ new[Side::White]) | (old[Side::Black] ^ new[Side::Black]);
        let changed = moved
            | match extent {
                Extent::Cells(cells) => cells,
                Extent::Board => {
                    let differs = |site: &Site| self.kinds[*site] != state.squares[*site];
                    state.occupied().into_iter().filter(differs).collect()
                }
            };
        let before = Before { sums: self.sums, changed };
        self.sums.change(values, &self.kinds, (old, changed), Sign::Remove);
        self.sums.change(values, &state.squares, (new, changed), Sign::Add);
        self.sums.by_side = new;
        for site in changed {
            self.kinds[site] = state.squares[site];
        }
        before
    }

    /// Restores the sums when a move is taken back. `state` is the position before the move.
    #[inline(always)]
    pub(super) fn restore(&mut self, state: &State<W>, before: &Before<W>) {
        self.sums = before.sums;
        for site in before.changed {
            self.kinds[site] = state.squares[site];
        }
    }
}
