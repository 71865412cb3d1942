//! Descriptions of pieces and cells in questions and effects.

use super::lookahead::Lookahead;
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
        match self {
            Anchor::Behind | Anchor::Beyond | Anchor::Above | Anchor::Below => true,
            Anchor::Mover
            | Anchor::Victim
            | Anchor::Start
            | Anchor::End
            | Anchor::Partner
            | Anchor::LastMover
            | Anchor::LastStart => false,
        }
    }

    /// Whether the anchor refers to the previous move.
    pub fn is_of_last(self) -> bool {
        match self {
            Anchor::LastMover | Anchor::LastStart => true,
            Anchor::Mover
            | Anchor::Victim
            | Anchor::Start
            | Anchor::End
            | Anchor::Partner
            | Anchor::Behind
            | Anchor::Beyond
            | Anchor::Above
            | Anchor::Below => false,
        }
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

    /// Whether the description includes pieces of `kind`.
    pub fn has(&self, kind: KindId) -> bool {
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)) && !self.but.contains(&kind)
    }
}

impl<A, P> Test<A, P> {
    /// Whether the test depends on the cell only. Then an empty cell may pass it.
    pub fn is_of_place(&self) -> bool {
        match self {
            Test::In(_) | Test::At(..) | Test::InRow(..) | Test::On(_) => true,
            Test::InHand
            | Test::Attacked(_)
            | Test::Guarded
            | Test::Between(_)
            | Test::Along(..)
            | Test::LikeMover
            | Test::Paired(..)
            | Test::LikeDie(_)
            | Test::NeverMoved => false,
        }
    }
}

impl<A, P> Filter<A, P> {
    /// Whether the filter names an anchor that `is` accepts.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        match &self.test {
            Test::Attacked(by) => by.as_ref().is_some_and(|by| by.names_anchor(is)),
            Test::At(_, of) | Test::InRow(_, of) => of.names_anchor(is),
            Test::Along(_, from, to) => from.names_anchor(is) || to.names_anchor(is),
            Test::On(anchor) => is(*anchor),
            Test::LikeMover => is(Anchor::Mover),
            Test::Paired(anchor, _) => is(*anchor),
            Test::In(_)
            | Test::LikeDie(_)
            | Test::InHand
            | Test::Between(_)
            | Test::Guarded
            | Test::NeverMoved => false,
        }
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

    /// The lookahead that the filters need.
    pub fn level(&self) -> Lookahead {
        let of = |filter: &Filter<A, P>| match &filter.test {
            Test::Attacked(_) | Test::Guarded => Lookahead::Attack,
            Test::At(_, of) | Test::InRow(_, of) => of.level(),
            Test::Along(_, from, to) => from.level().max(to.level()),
            Test::In(_)
            | Test::InHand
            | Test::Between(_)
            | Test::On(_)
            | Test::LikeMover
            | Test::Paired(..)
            | Test::LikeDie(_)
            | Test::NeverMoved => Lookahead::Board,
        };
        self.filters.iter().map(of).fold(Lookahead::Board, Lookahead::max)
    }

    /// True for the mover with no filter but `never moved`.
    pub(crate) fn is_mover_unmoved(&self) -> bool {
        let unmoved = |filter: &Filter<A, P>| matches!(filter.test, Test::NeverMoved);
        self.what == Subject::Anchor(Anchor::Mover) && self.filters.iter().all(unmoved)
    }

    /// Whether the description depends on a move.
    pub fn asks_move(&self) -> bool {
        self.names_anchor(&|_| true)
    }

    /// True if the description names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let of = |filter: &Filter<A, P>| filter.names_anchor(is);
        matches!(self.what, Subject::Anchor(anchor) if is(anchor)) || self.filters.iter().any(of)
    }

    /// True if `is` returns true for a filter, here or in the pieces that filters name.
    pub(crate) fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let within = |test: &Test<A, P>| match test {
            Test::Attacked(Some(of)) | Test::At(_, of) | Test::InRow(_, of) => of.tests(is),
            Test::Along(_, from, to) => from.tests(is) || to.tests(is),
            Test::Attacked(None)
            | Test::In(_)
            | Test::InHand
            | Test::Guarded
            | Test::Between(_)
            | Test::On(_)
            | Test::LikeMover
            | Test::Paired(..)
            | Test::LikeDie(_)
            | Test::NeverMoved => false,
        };
        self.filters.iter().any(|filter| is(&filter.test) || within(&filter.test))
    }

    /// The same description with all areas and patterns converted.
    pub(crate) fn map<B, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Pieces<B, Q> {
        let mut filters = Vec::new();
        for Filter { holds, test } in &self.filters {
            let mut of = |pieces: &Pieces<A, P>| Box::new(pieces.map(area, pattern));
            let test = match test {
                Test::In(within) => Test::In(area(within)),
                Test::InHand => Test::InHand,
                Test::Attacked(by) => Test::Attacked(by.as_ref().map(|by| of(by))),
                Test::Guarded => Test::Guarded,
                Test::Between(men) => Test::Between(men.clone()),
                Test::At(string, x) => {
                    let x = of(x);
                    Test::At(pattern(string), x)
                }
                Test::Along(string, from, to) => {
                    let (from, to) = (of(from), of(to));
                    Test::Along(pattern(string), from, to)
                }
                Test::InRow(row, x) => {
                    let x = of(x);
                    Test::InRow(*row, x)
                }
                Test::On(anchor) => Test::On(*anchor),
                Test::LikeMover => Test::LikeMover,
                Test::Paired(anchor, pairs) => Test::Paired(*anchor, pairs.clone()),
                Test::LikeDie(die) => Test::LikeDie(*die),
                Test::NeverMoved => Test::NeverMoved,
            };
            filters.push(Filter { holds: *holds, test });
        }
        Pieces { what: self.what.clone(), filters }
    }
}

impl Pieces {
    /// Calls `change` for every [`Men`] in the description.
    pub(crate) fn each_men(&mut self, change: &mut dyn FnMut(&mut Men)) {
        if let Subject::Men(men) = &mut self.what {
            change(men);
        }
        for filter in &mut self.filters {
            match &mut filter.test {
                Test::Between(men) => change(men),
                Test::Paired(_, pairs) => pairs.iter_mut().flatten().for_each(&mut *change),
                Test::Attacked(Some(pieces)) | Test::At(_, pieces) | Test::InRow(_, pieces) => {
                    pieces.each_men(change)
                }
                Test::Along(_, from, to) => {
                    from.each_men(change);
                    to.each_men(change);
                }
                Test::In(_)
                | Test::InHand
                | Test::Attacked(None)
                | Test::Guarded
                | Test::On(_)
                | Test::LikeMover
                | Test::LikeDie(_)
                | Test::NeverMoved => {}
            }
        }
    }
}
