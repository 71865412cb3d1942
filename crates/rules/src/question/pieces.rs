//! Descriptions of pieces and cells in questions and effects.

use super::needs::Needs;
use crate::chance::DieId;
use crate::condition::{Area, Relation};
use crate::ids::KindId;
use crate::movement::term::Term;
use crate::side::{Side, SideIter, SideSet, Sides, Whose};

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
        LastMover = "last mover",
        /// The cell where the previous move started.
        LastStart = "last start",
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
