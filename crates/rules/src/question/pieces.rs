//! Descriptions of pieces and cells in questions and effects, numbers, and sets of what a question
//! depends on.

use crate::chance::DieId;
use crate::condition::{Area, Relation};
use crate::ids::KindId;
use crate::side::{Side, SideIter, SideSet, Sides, Whose};
use crate::term::Term;
use std::num::NonZeroU32;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A required number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// At least one. This is the default if no number is written.
    Some,
    /// No piece at all.
    No,
    /// Exactly this many.
    Exactly(u32),
    /// This many or more.
    AtLeast(u32),
    /// This many or fewer.
    AtMost(u32),
    /// All of them. This is also true if there are none.
    All,
}

/// A description of pieces by owner and kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    /// The owner; `None` for both sides.
    pub whose: Option<Whose>,
    /// The kinds; `None` for all.
    pub kinds: Option<Vec<KindId>>,
    /// Kinds that are excluded, although `kinds` includes them.
    pub but: Vec<KindId>,
}

/// Pieces or cells that pass all filters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces<A = Area, P = Pattern> {
    /// The pieces or cells before they are filtered.
    pub what: Subject,
    /// The filters.
    pub filters: Vec<Filter<A, P>>,
}

/// The things that are counted or selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Pieces on the board and in hand.
    Men(Men),
    /// Empty cells.
    Empty,
    /// Cells, empty or not. Filters select among them.
    Cells,
    /// A piece or a cell of the move.
    Anchor(Anchor),
}

alfil_diagnostics::spelt! {
    /// A piece or a cell of the move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Anchor: &'static str, word, from_word {
        /// The moving piece, on the cell where it stands.
        Mover = "mover",
        /// The captured piece. It is off the board until the effects end.
        Victim = "victim",
        /// The cell where the mover starts.
        Start = "start",
        /// The cell where the mover ends.
        End = "end",
        /// The cell where the castling partner stood.
        Partner = "partner",
        /// The cell just before the start, on the line of the move.
        Behind = "behind start",
        /// The cell just after the end, on the line of the move.
        Beyond = "beyond end",
        /// The cell one layer above the end, from the mover's point of view.
        Above = "above end",
        /// The cell one layer below the end, from the mover's point of view.
        Below = "below end",
        /// The piece that made the previous move, on the cell where that move ended. Either side
        /// may own it.
        LastMover = "previous mover",
        /// The cell where the previous move started.
        LastStart = "previous start",
    }
}

/// A movement string without conditions, or terms of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The kind, if the terms belong to a kind.
    pub kind: Option<KindId>,
    /// The author's text.
    pub text: String,
    /// The terms.
    pub terms: Vec<Term>,
}

/// A test of a piece or a cell, or its negation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter<A = Area, P = Pattern> {
    /// The required result of the test.
    pub holds: bool,
    /// The test.
    pub test: Test<A, P>,
}

alfil_diagnostics::spelt! {
    /// A row of cells.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Row: &'static str, word, from_word {
        /// A rank, of any layer.
        Rank = "rank",
        /// A file, of any layer.
        File = "file",
        /// A layer.
        Layer = "layer",
    }
}

impl Row {
    /// The relation of two cells of one row.
    pub fn relation(self) -> Relation {
        match self {
            Row::Rank => Relation::SameRank,
            Row::File => Relation::SameFile,
            Row::Layer => Relation::SameLayer,
        }
    }
}

/// A test of a piece or a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test<A = Area, P = Pattern> {
    /// The piece or cell is in this area.
    In(A),
    /// The piece is in hand.
    InHand,
    /// An enemy of the piece attacks it; if pieces are given, one of these.
    Attacked(Option<Box<Pieces<A, P>>>),
    /// Another piece of the same side could recapture on the cell of the piece.
    Guarded,
    /// On its rank, the piece stands between pieces of this description.
    Between(Men),
    /// The pattern leads to the piece or cell from one of these pieces: by a capture, or by a quiet
    /// move if the cell is empty.
    At(P, Box<Pieces<A, P>>),
    /// The piece or cell lies on a path of the pattern from one of the first pieces to one of the
    /// second. Only pieces of the filtered description stand between them on the path.
    Along(P, Box<Pieces<A, P>>, Box<Pieces<A, P>>),
    /// The piece or cell is on the rank, file or layer of one of these.
    InRow(Row, Box<Pieces<A, P>>),
    /// The piece or cell is on this cell of the move.
    On(Anchor),
    /// The piece has the kind of the mover.
    LikeMover,
    /// In one of these pairs of kinds, the piece is of the second kind, and the piece that the
    /// anchor names of the first. A mover that is still in hand counts.
    Paired(Anchor, Vec<[Men; 2]>),
    /// The piece is of the kind that a die shows.
    LikeDie(DieId),
    /// The piece has not moved or changed since the game began.
    NeverMoved,
}

impl Anchor {
    /// True for a cell, empty or not; false for a piece.
    pub fn is_cell(self) -> bool {
        match self {
            Anchor::Start
            | Anchor::End
            | Anchor::Partner
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below
            | Anchor::LastStart => true,
            Anchor::Mover | Anchor::Victim | Anchor::LastMover => false,
        }
    }

    /// True for a cell next to the path of the move. Only on such a cell may a filter require a
    /// piece; other anchors only exclude a piece (`but mover`).
    pub fn is_beside(self) -> bool {
        self.needs() == Needs::BESIDE
    }

    /// Whether the anchor refers to the previous move.
    #[inline]
    pub fn is_of_last(self) -> bool {
        self.needs() == Needs::LAST
    }
}

impl Number {
    /// True if `count` matching pieces out of `all` are the required number.
    pub fn holds(self, count: u32, all: u32) -> bool {
        match self {
            Number::Some => count > 0,
            Number::No => count == 0,
            Number::Exactly(n) => count == n,
            Number::AtLeast(n) => count >= n,
            Number::AtMost(n) => count <= n,
            Number::All => count == all,
        }
    }
}

impl Men {
    /// Every piece of both sides.
    pub fn all() -> Men {
        Men { whose: None, kinds: None, but: Vec::new() }
    }

    /// These pieces in hands.
    pub fn in_hand(&self) -> Pieces {
        let held = Filter { holds: true, test: Test::InHand };
        Pieces { what: Subject::Men(self.clone()), filters: vec![held] }
    }

    /// The owners of these pieces, if the description is evaluated for `side`.
    #[inline]
    pub fn sides(&self, sides: Sides, side: Side) -> SideIter {
        sides.of(self.whose.unwrap_or(Whose::Any), side).into_iter()
    }

    /// Returns true if the description includes pieces of every kind.
    pub fn is_any_kind(&self) -> bool {
        self.kinds.is_none() && self.but.is_empty()
    }

    /// Whether the description includes pieces of `kind`.
    pub fn has(&self, kind: KindId) -> bool {
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)) && !self.but.contains(&kind)
    }
}

impl<A, P> Pieces<A, P> {
    /// An anchor without filters.
    pub fn anchor(anchor: Anchor) -> Pieces<A, P> {
        Pieces { what: Subject::Anchor(anchor), filters: Vec::new() }
    }

    /// True for pieces without filters. In a text, a filter after them would seem to belong to
    /// them.
    pub(crate) fn takes_filters(&self) -> bool {
        self.filters.is_empty()
            && match &self.what {
                Subject::Men(_) => true,
                Subject::Anchor(anchor) => !anchor.is_cell(),
                Subject::Empty | Subject::Cells => false,
            }
    }

    /// True if the description stands for cells, empty or not. These are cells by name, or a cell
    /// of the move with filters of place only.
    #[inline]
    pub fn is_place(&self) -> bool {
        match &self.what {
            Subject::Anchor(anchor) => {
                anchor.is_cell()
                    && !self.filters.is_empty()
                    && self.filters.iter().all(|filter| filter.test.is_of_place())
            }
            Subject::Cells => true,
            Subject::Men(_) | Subject::Empty => false,
        }
    }

    /// Returns whether pieces in hand pass all filters. Of all tests, only `InHand` is true for them.
    pub(crate) fn are_in_hand(&self) -> bool {
        self.filters.iter().all(|filter| filter.holds == matches!(filter.test, Test::InHand))
    }

    /// The sides whose pieces the description includes, if it is evaluated for `side`; none if it
    /// includes no pieces.
    #[inline]
    pub fn sides(&self, sides: Sides, side: Side) -> impl Iterator<Item = (Side, &Men)> {
        let (men, owners) = match &self.what {
            Subject::Men(men) => (Some(men), men.sides(sides, side)),
            Subject::Empty | Subject::Cells | Subject::Anchor(_) => {
                (None, SideSet::NONE.into_iter())
            }
        };
        owners.filter_map(move |side| Some((side, men?)))
    }
}

// Numbers that questions compare, that effects remember, and that count the steps of a turn.

alfil_diagnostics::id! {
    /// A counter of each side.
    CounterId(u8)
}

/// A number of a side other than a number of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// A counter.
    Counted(CounterId),
    /// The number of turns that the side has finished.
    Turns,
    /// The total worth of the side's pieces, on the board and in hand.
    Worth,
}

/// A number that rules compute from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount<A = Area, P = Pattern> {
    /// The first part.
    pub first: Part<A, P>,
    /// The parts that are added to it or subtracted from it, in order.
    pub rest: Vec<(Sign, Part<A, P>)>,
}

alfil_diagnostics::spelt! {
    /// What happens to a part of a number.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Sign: &'static str, sign, from_sign {
        /// This part is added to the sum.
        Plus = "+",
        /// The part is subtracted.
        Minus = "-",
    }
}

/// A part of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<A = Area, P = Pattern> {
    /// The number.
    pub what: Quantity<A, P>,
    /// The number that divides it. Then the remainder counts.
    pub modulo: Option<NonZeroU32>,
}

/// A number before it is divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity<A = Area, P = Pattern> {
    /// A number that the author writes.
    Whole(u32),
    /// A counter, the number of turns or the worth of a side.
    Tally(Whose, Tally),
    /// The number of the rank, file or layer of such a piece or cell, from 1. Ranks and layers
    /// count from the side of the question. Of several, the greatest number; 0 without any.
    Place(Row, Box<Pieces<A, P>>),
    /// How many of these pieces or cells there are.
    Count(Box<Pieces<A, P>>),
}

impl<A, P> Amount<A, P> {
    /// The number `n`.
    pub fn whole(n: u32) -> Amount<A, P> {
        Amount::of(Quantity::Whole(n))
    }

    /// A number of one part.
    pub fn of(what: Quantity<A, P>) -> Amount<A, P> {
        Amount { first: Part { what, modulo: None }, rest: Vec::new() }
    }

    /// The parts without their signs.
    pub fn parts(&self) -> impl Iterator<Item = &Part<A, P>> {
        std::iter::once(&self.first).chain(self.rest.iter().map(|(_, part)| part))
    }

    /// The pieces or cells that the number is about.
    pub fn pieces(&self) -> impl Iterator<Item = &Pieces<A, P>> {
        self.parts().filter_map(|part| match &part.what {
            Quantity::Place(_, pieces) | Quantity::Count(pieces) => Some(&**pieces),
            Quantity::Whole(_) | Quantity::Tally(..) => None,
        })
    }

    /// What the number is, if it is neither a sum nor a remainder.
    pub fn only(&self) -> Option<&Quantity<A, P>> {
        (self.rest.is_empty() && self.first.modulo.is_none()).then_some(&self.first.what)
    }

    /// The sum. `value` is the value of a part before it is divided.
    #[inline]
    pub fn sum(&self, mut value: impl FnMut(&Quantity<A, P>) -> u32) -> i64 {
        let mut part = |part: &Part<A, P>| {
            let number = value(&part.what);
            i64::from(part.modulo.map_or(number, |by| number % by))
        };
        let mut sum = part(&self.first);
        for (sign, of) in &self.rest {
            match sign {
                Sign::Plus => sum += part(of),
                Sign::Minus => sum -= part(of),
            }
        }
        sum
    }
}

// Sets of things that a question depends on.

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
    /// The position after the move.
    pub const AFTER: Needs = Needs(1 << 10);
    /// The question depends on which pieces attack others.
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
    pub(super) const MOVE: Needs =
        Needs::OF_THE_MOVE.or(Needs::CHECKING).or(Needs::TERMS).or(Needs::AFTER).or(Needs::ANCHORS);
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

// Lookahead: how much of the game a question examines.

/// How much of the game a question examines. While a question of the levels `Attack` and `Replies`
/// is evaluated, restrictions of the same or a higher level are ignored. Otherwise evaluation would
/// not end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lookahead {
    /// Only cells and the move.
    Move,
    /// Also the pieces on the board.
    Board,
    /// Also attacks, or the position after the move.
    Attack,
    /// Also legal moves.
    Replies,
}

impl Lookahead {
    /// The next higher level; `None` after the last.
    pub fn with_less(self) -> Option<Lookahead> {
        match self {
            Lookahead::Move => Some(Lookahead::Board),
            Lookahead::Board => Some(Lookahead::Attack),
            Lookahead::Attack => Some(Lookahead::Replies),
            Lookahead::Replies => None,
        }
    }
}
