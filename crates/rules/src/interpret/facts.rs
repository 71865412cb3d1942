//! The facts about moves and positions on which questions depend.

use crate::chance::{DieId, FaceId};
use crate::ids::KindId;
use crate::question::Repeats;
use crate::section::SectionId;
use crate::side::{BySide, MOST_SIDES, Side};
use alfil_diagnostics::index::Id;
use std::iter::successors;

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub kind: KindId,
}

/// The thing that moves: a piece on the board, a piece in hand, a section of the board, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Actor {
    /// The piece on the move's first cell.
    Piece,
    /// A piece of this kind from the hand (a drop).
    Hand(KindId),
    /// A section of the board, with the index of the place to which it moves.
    Section(SectionId, u8),
    /// A die, which shows this value.
    Die(DieId, FaceId),
    /// Nothing: the player skips a step of the turn.
    Nobody,
}

/// The facts of a move that later rules may need. All are known before the move is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Facts<Cell> {
    /// The side that made the move.
    pub side: Side,
    /// The thing that moved.
    pub actor: Actor,
    /// The kind of the moved piece before the move; the first kind if no piece moved.
    pub kind: KindId,
    /// The start cell of the moved piece; arbitrary if no piece moved.
    pub from: Cell,
    /// The last cell of the moved piece; arbitrary if no piece moved.
    pub to: Cell,
    /// The captured pieces.
    pub captured: Captured,
    /// The kind to which the piece promoted.
    pub promotion: Option<KindId>,
    /// True if the move castles.
    pub castles: bool,
}

impl<Cell: Copy> Facts<Cell> {
    /// Returns the start cell, if a piece on the board moved.
    #[inline]
    pub fn origin(&self) -> Option<Cell> {
        (self.actor == Actor::Piece).then_some(self.from)
    }

    /// Returns the last cell of the move, if a piece moved or was dropped.
    #[inline]
    pub fn target(&self) -> Option<Cell> {
        self.mover().map(|_| self.to)
    }

    /// Returns the kind of the piece that moved or was dropped.
    #[inline]
    pub fn mover(&self) -> Option<KindId> {
        match self.actor {
            Actor::Piece | Actor::Hand(_) => Some(self.kind),
            Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        }
    }
}

/// The kinds of the pieces that a move captured, by owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Captured(BySide<u64>);

impl Captured {
    /// Adds a piece. A game has at most 64 kinds.
    #[inline]
    pub fn insert(&mut self, owner: Side, kind: KindId) {
        self.0[owner] |= 1 << (kind.index() % 64);
    }

    /// Returns whether no piece was captured.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == BySide::default()
    }

    /// Iterates over the kinds of captured pieces of `owner`, in order.
    #[inline]
    pub fn of(self, owner: Side) -> impl Iterator<Item = KindId> {
        let next = |&kinds: &u64| Some(kinds & kinds.wrapping_sub(1));
        let left = successors(Some(self.0[owner]), next).take_while(|&kinds| kinds != 0);
        left.map(|kinds| KindId::from_index(kinds.trailing_zeros() as usize))
    }
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
    pub fn times(&self, how: Repeats, side: Side) -> u32 {
        match how {
            Repeats::Anyhow => self.times,
            Repeats::ByChecks => self.by_checks[side],
        }
    }
}
