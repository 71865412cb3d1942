//! Sets of things that a question depends on.

use super::lookahead::Lookahead;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// What a question, a description of pieces or a number depends on. Sets are upper bounds: a
/// question may depend on less.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs(u64);

impl Needs {
    /// Nothing but the side for which the question is evaluated.
    pub const NONE: Needs = Needs(0);
    /// What sort of move it is, and which piece makes it.
    pub const ACTION: Needs = Needs(1);
    /// Whether the move is a pass.
    pub const PASSING: Needs = Needs(1 << 1);
    /// Whether the move captures.
    pub const CAPTURE: Needs = Needs(1 << 2);
    /// What the move captures.
    pub const PREY: Needs = Needs(1 << 3);
    /// Whether the piece promotes, and to what.
    pub const PROMOTION: Needs = Needs(1 << 4);
    /// Pieces between the start and the end of the move.
    pub const BETWEEN: Needs = Needs(1 << 5);
    /// Whether the move gives check or mate.
    pub const CHECKING: Needs = Needs(1 << 6);
    /// The start and end cell of the move, without the pieces there.
    pub const ENDS: Needs = Needs(1 << 7);
    /// Terms of the mover's movement.
    pub const TERMS: Needs = Needs(1 << 8);
    /// Where the piece that moves stands.
    pub const STAND: Needs = Needs(1 << 9);
    /// The position after the move.
    pub const AFTER: Needs = Needs(1 << 10);
    /// Which pieces attack others.
    pub const ATTACKS: Needs = Needs(1 << 11);
    /// Legal moves.
    pub const REPLIES: Needs = Needs(1 << 12);
    /// Which side is to move.
    pub const ON_MOVE: Needs = Needs(1 << 13);
    /// Pieces of the side for which the question is evaluated.
    pub const OWN: Needs = Needs(1 << 14);
    /// Pieces of other sides.
    pub const OTHERS: Needs = Needs(1 << 15);
    /// Cells, or which of them are empty.
    pub const CELLS: Needs = Needs(1 << 16);
    /// Pieces in hands.
    pub const HANDS: Needs = Needs(1 << 17);
    /// Which cells an area contains.
    pub const AREAS: Needs = Needs(1 << 18);
    /// The anchor `mover`.
    pub const MOVER: Needs = Needs(1 << 19);
    /// The anchor `victim`.
    pub const VICTIM: Needs = Needs(1 << 20);
    /// The anchor `start`.
    pub const START: Needs = Needs(1 << 21);
    /// The anchor `end`.
    pub const END: Needs = Needs(1 << 22);
    /// The anchor of the castling partner.
    pub const PARTNER: Needs = Needs(1 << 23);
    /// An anchor beside the move, such as `behind start`.
    pub const BESIDE: Needs = Needs(1 << 24);
    /// An anchor of the previous move.
    pub const LAST: Needs = Needs(1 << 25);
    /// Whether pieces have moved.
    pub const UNMOVED: Needs = Needs(1 << 26);
    /// The value of a die.
    pub const DIE: Needs = Needs(1 << 27);
    /// Whether pieces have the kind of another piece or of a die.
    pub const LIKENESS: Needs = Needs(1 << 28);
    /// How pieces or cells lie to each other.
    pub const RELATIONS: Needs = Needs(1 << 29);
    /// The cells that a movement passes.
    pub const PATHS: Needs = Needs(1 << 38);
    /// Counters.
    pub const COUNTERS: Needs = Needs(1 << 30);
    /// Numbers of turns.
    pub const TURNS: Needs = Needs(1 << 31);
    /// The worth of a side's pieces.
    pub const WORTH: Needs = Needs(1 << 32);
    /// Two numbers that are compared.
    pub const NUMBERS: Needs = Needs(1 << 33);
    /// The move before.
    pub const PAST: Needs = Needs(1 << 34);
    /// A clock.
    pub const CLOCKS: Needs = Needs(1 << 35);
    /// Earlier positions.
    pub const HISTORY: Needs = Needs(1 << 36);
    /// The pieces with which a side began.
    pub const SETUP: Needs = Needs(1 << 37);

    /// The anchors whose cell follows from the start of the move, or from the previous move.
    const KNOWN_AT_START: Needs = Needs::MOVER.or(Needs::START).or(Needs::LAST);
    /// The other anchors.
    pub const KNOWN_AT_END: Needs =
        Needs::VICTIM.or(Needs::END).or(Needs::PARTNER).or(Needs::BESIDE);
    /// All anchors.
    pub const ANCHORS: Needs = Needs::KNOWN_AT_START.or(Needs::KNOWN_AT_END);
    /// Facts about the move itself. Neither a position nor the other pieces decide them.
    const OF_THE_MOVE: Needs = Needs::ACTION
        .or(Needs::PASSING)
        .or(Needs::CAPTURE)
        .or(Needs::PREY)
        .or(Needs::PROMOTION)
        .or(Needs::BETWEEN)
        .or(Needs::ENDS);
    /// Everything that differs between the moves of a position.
    pub(super) const MOVE: Needs = Needs::OF_THE_MOVE
        .or(Needs::CHECKING)
        .or(Needs::TERMS)
        .or(Needs::STAND)
        .or(Needs::AFTER)
        .or(Needs::ANCHORS);
    /// The move, the cells between its ends, and the cells that its terms test.
    pub(super) const WAY: Needs = Needs::OF_THE_MOVE.or(Needs::TERMS);
    /// The mover and its start, and what sort of move it is.
    pub(super) const AT_START: Needs =
        Needs::ACTION.or(Needs::PASSING).or(Needs::MOVER).or(Needs::UNMOVED);
    /// Everything that depends on earlier moves.
    pub(crate) const EARLIER: Needs = Needs::COUNTERS
        .or(Needs::TURNS)
        .or(Needs::DIE)
        .or(Needs::CLOCKS)
        .or(Needs::PAST)
        .or(Needs::LAST)
        .or(Needs::UNMOVED);
    /// What a side knows of its move and of its own pieces, if it does not see the others. It knows
    /// that it captures, but not what.
    pub(crate) const SEEN: Needs = Needs::ACTION
        .or(Needs::PASSING)
        .or(Needs::CAPTURE)
        .or(Needs::PROMOTION)
        .or(Needs::ENDS)
        .or(Needs::DIE)
        .or(Needs::ON_MOVE)
        .or(Needs::OWN)
        .or(Needs::AREAS)
        .or(Needs::HANDS);

    /// Returns the union of two sets.
    #[must_use]
    pub const fn or(self, other: Needs) -> Needs {
        Needs(self.0 | other.0)
    }

    /// Returns true if the sets have a common element.
    pub const fn meets(self, other: Needs) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if `other` contains the whole set.
    pub const fn within(self, other: Needs) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns how much of the game must be examined.
    pub(super) fn level(self) -> Lookahead {
        if self.meets(Needs::REPLIES) {
            Lookahead::Replies
        } else if self.meets(Needs::ATTACKS.or(Needs::AFTER)) {
            Lookahead::Attack
        } else if self.within(Needs::OF_THE_MOVE) {
            Lookahead::Move
        } else {
            Lookahead::Board
        }
    }

    /// Returns what must be examined for a question about an earlier move, if `self` is what it
    /// would need about this move. The position after the earlier move is no longer ahead, but to
    /// examine it takes as much as attacks do.
    pub(super) fn of_earlier_move(self) -> Needs {
        let after = if self.meets(Needs::AFTER) { Needs::ATTACKS } else { Needs::NONE };
        after | self & (Needs::ATTACKS | Needs::REPLIES)
    }
}

impl BitOr for Needs {
    type Output = Needs;

    #[inline]
    fn bitor(self, other: Needs) -> Needs {
        self.or(other)
    }
}

impl BitOrAssign for Needs {
    #[inline]
    fn bitor_assign(&mut self, other: Needs) {
        *self = self.or(other);
    }
}

impl BitAnd for Needs {
    type Output = Needs;

    #[inline]
    fn bitand(self, other: Needs) -> Needs {
        Needs(self.0 & other.0)
    }
}
