//! The facts about earlier moves that rules depend on.

use crate::model::moves::Actor;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::{CLOCKS, ClockId, Repeats};
use alfil_rules::side::{BySide, MOST_SIDES, Side};
use std::iter::successors;

/// Everything about earlier moves that rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Memory {
    /// The last move, if a rule depends on it.
    pub(crate) last: Option<Facts>,
    /// For each clock, the number of turns of both sides since a move that resets it. The current
    /// turn counts from its second step on.
    pub(crate) clocks: [u16; CLOCKS],
    /// Cells whose pieces have not moved since the start, if a rule depends on them.
    pub(crate) never_moved: AnySet,
}

/// The number of times that a position has occurred. Texts of positions do not contain it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// Occurrences, including this one.
    pub times: u32,
    /// For each side, occurrences during its current series of moves that all gave check.
    pub by_checks: BySide<u32>,
}

impl Default for History {
    fn default() -> Self {
        History { times: 1, by_checks: BySide([1; MOST_SIDES]) }
    }
}

impl History {
    /// Returns the number of occurrences. `how` may restrict them to those in a series of checks by
    /// `side`.
    pub(crate) fn times(&self, how: Repeats, side: Side) -> u32 {
        match how {
            Repeats::Anyhow => self.times,
            Repeats::ByChecks => self.by_checks[side],
        }
    }
}

impl Memory {
    /// Updates the clock with index `clock` after a move in step `step` of a turn. `was_such` is
    /// true if the move resets the clock.
    pub(crate) fn tick(&mut self, clock: usize, step: u32, was_such: bool) {
        let time = &mut self.clocks[clock];
        *time = if was_such { 0 } else { time.saturating_add(u16::from(step == 1)) };
    }

    /// Updates the clocks when the first step of a turn is skipped because it has no move.
    pub(crate) fn skip(&mut self, clocks: usize) {
        (0..clocks).for_each(|clock| self.tick(clock, 1, false));
    }

    /// Returns whether the clock has not been reset for `turns` turns of each side.
    pub(crate) fn lasts(&self, turns: u32, clock: ClockId) -> bool {
        self.clocks.get(clock.index()).is_some_and(|&time| u32::from(time) >= 2 * turns)
    }
}

/// The facts of a move that later rules may need. All are known before the move is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Facts {
    /// The side that made the move.
    pub(crate) side: Side,
    /// The thing that moved.
    pub(crate) actor: Actor,
    /// The kind of the moved piece before the move; the first kind if no piece moved.
    pub(crate) kind: KindId,
    /// The start cell of the moved piece; arbitrary if no piece moved.
    pub(crate) from: Site,
    /// The last cell of the moved piece; arbitrary if no piece moved.
    pub(crate) to: Site,
    /// The captured pieces.
    pub(crate) captured: Captured,
    /// The kind to which the piece promoted.
    pub(crate) promotion: Option<KindId>,
    /// True if the move castles.
    pub(crate) castles: bool,
}

/// The kinds of the pieces that a move captured, by owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Captured(BySide<u64>);

impl Captured {
    /// Adds a piece.
    pub(crate) fn insert(&mut self, owner: Side, kind: KindId) {
        self.0[owner] |= 1 << (kind.index() % 64);
    }

    /// Returns whether no piece was captured.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == BySide::default()
    }

    /// Iterates over the kinds of captured pieces of `owner`, in order.
    pub(crate) fn of(self, owner: Side) -> impl Iterator<Item = KindId> {
        let next = |&kinds: &u64| Some(kinds & kinds.wrapping_sub(1));
        let left = successors(Some(self.0[owner]), next).take_while(|&kinds| kinds != 0);
        left.map(|kinds| KindId::from_index(kinds.trailing_zeros() as usize))
    }
}

impl Facts {
    /// Returns the start cell, if a piece on the board moved.
    pub(crate) fn origin(&self) -> Option<Site> {
        (self.actor == Actor::Piece).then_some(self.from)
    }

    /// Returns the last cell of the move, if a piece moved or was dropped.
    pub(crate) fn target(&self) -> Option<Site> {
        self.mover().map(|_| self.to)
    }

    /// Returns the kind of the piece that moved or was dropped.
    pub(crate) fn mover(&self) -> Option<KindId> {
        match self.actor {
            Actor::Piece | Actor::Hand(_) => Some(self.kind),
            Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }
}
