//! Pieces and cells of which questions and deeds speak.
//!
//! Owns: [`Pieces`] and their parts, [`Number`]. Takes: built by `resolve/question/pieces.rs`. Gives: what both executors look
//! for on the board.

use super::lookahead::Lookahead;
use crate::condition::{Area, Relation};
use crate::ids::KindId;
use crate::movement::term::Term;
use crate::side::{Side, Whose};
use std::iter::Copied;
use std::slice::Iter;

/// How many are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// One or more, which is not written.
    Some,
    /// None.
    No,
    /// So many.
    Exactly(u32),
    /// So many or more.
    AtLeast(u32),
    /// So many or fewer.
    AtMost(u32),
    /// All that there are; also of none.
    All,
}

/// Pieces of a side, or of both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    /// Whose; where nothing was written, whoever's is meant.
    pub whose: Option<Whose>,
    /// Of these kinds; of all if nothing was said.
    pub kinds: Option<Vec<KindId>>,
    /// But not of these.
    pub but: Vec<KindId>,
}

/// Pieces, or empty cells, that pass some filters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces<A = Area, P = Pattern> {
    /// What.
    pub what: Subject,
    /// Each of which holds.
    pub filters: Vec<Filter<A, P>>,
}

/// What is counted or picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Pieces on the board and in hand.
    Men(Men),
    /// Cells on which nothing stands.
    Empty,
    /// Cells, whatever stands there; a filter says which.
    Cells,
    /// What the move names.
    Anchor(Anchor),
}

alfil_diagnostics::spelt! {
    /// A piece or a cell of the move that is asked about.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Anchor: &'static str, word, from_word {
        /// The piece that moves, where it stands.
        Mover = "mover",
        /// What is captured: it waits beside the board until the deeds are done.
        Victim = "victim",
        /// The cell from which the piece sets out.
        Start = "start",
        /// The cell on which it ends.
        End = "end",
        /// The cell on which the castling partner stood.
        Partner = "partner",
        /// The next cell straight back, of a move in line.
        Behind = "behind start",
        /// The next cell straight on.
        Beyond = "beyond end",
        /// The cell of the next layer above the end, as the mover counts.
        Above = "above end",
        /// The cell of the next layer below the end.
        Below = "below end",
        /// The piece that moved before, whoever's, where it ended.
        LastMover = "last mover",
        /// The cell from which that piece set out.
        LastStart = "last start",
    }
}

/// Where a piece could go: a movement string without conditions, or terms of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Whose terms they are, if they are a kind's.
    pub kind: Option<KindId>,
    /// As it is written.
    pub text: String,
    /// What it means.
    pub terms: Vec<Term>,
}

/// What holds of a piece or an empty cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter<A = Area, P = Pattern> {
    /// Whether it is so, or is not.
    pub holds: bool,
    /// What.
    pub test: Test<A, P>,
}

alfil_diagnostics::spelt! {
    /// Cells that lie alike.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Row: &'static str, word, from_word {
        /// On one rank, of whichever layer.
        Rank = "rank",
        /// On one file, of whichever layer.
        File = "file",
        /// On one layer.
        Layer = "layer",
    }
}

impl Row {
    /// As a relation of two cells.
    pub fn relation(self) -> Relation {
        match self {
            Row::Rank => Relation::SameRank,
            Row::File => Relation::SameFile,
            Row::Layer => Relation::SameLayer,
        }
    }
}

/// What a [`Filter`] asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test<A = Area, P = Pattern> {
    /// It stands in this area.
    In(A),
    /// It is in hand.
    InHand,
    /// An enemy of the piece could capture it; one of these, if they are said.
    Attacked(Option<Box<Pieces<A, P>>>),
    /// Another piece of its side could recapture there.
    Guarded,
    /// On its rank such a piece stands on either side of it.
    Between(Men),
    /// The pattern leads there from one of these: it could take a piece there, or go there if the cell is empty.
    At(P, Box<Pieces<A, P>>),
    /// A way of the pattern from the first to one of the second passes it, and nothing but such pieces.
    Along(P, Box<Pieces<A, P>>, Box<Pieces<A, P>>),
    /// It stands on the rank, file or layer of one of these.
    InRow(Row, Box<Pieces<A, P>>),
    /// It stands on the cell that the move names.
    On(Anchor),
    /// It is of the kind of the piece that moves.
    LikeMover,
    /// It stands where it stood when the game began, and nothing has happened to it.
    NeverMoved,
}

impl Anchor {
    /// Whether it is a cell, whether or not a piece stands there.
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

    /// Whether it is a cell beside the move, on which a piece may be said to stand; of others it is only said that
    /// it is not there (`but mover`).
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

    /// Whether it is of the move before the one that is asked about.
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
    /// Whether `count` of `all` are as many as wanted.
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
    /// Every piece, whoever's.
    pub fn all() -> Men {
        Men { whose: None, kinds: None, but: Vec::new() }
    }

    /// The sides whose they are, seen by `side`.
    #[inline]
    pub fn sides(&self, side: Side) -> Copied<Iter<'static, Side>> {
        self.whose.unwrap_or(Whose::Any).sides(side)
    }

    /// Whether pieces of `kind` are among them.
    pub fn has(&self, kind: KindId) -> bool {
        self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)) && !self.but.contains(&kind)
    }
}

impl<A, P> Test<A, P> {
    /// Whether it is about a place, so that it can hold of an empty cell.
    pub fn is_of_place(&self) -> bool {
        match self {
            Test::In(_) | Test::At(..) | Test::InRow(..) | Test::On(_) => true,
            Test::InHand
            | Test::Attacked(_)
            | Test::Guarded
            | Test::Between(_)
            | Test::Along(..)
            | Test::LikeMover
            | Test::NeverMoved => false,
        }
    }
}

impl<A, P> Filter<A, P> {
    /// Whether it names an anchor that satisfies `is`.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        match &self.test {
            Test::Attacked(by) => by.as_ref().is_some_and(|by| by.names_anchor(is)),
            Test::At(_, of) | Test::InRow(_, of) => of.names_anchor(is),
            Test::Along(_, from, to) => from.names_anchor(is) || to.names_anchor(is),
            Test::On(anchor) => is(*anchor),
            Test::LikeMover => is(Anchor::Mover),
            Test::In(_) | Test::InHand | Test::Between(_) | Test::Guarded | Test::NeverMoved => {
                false
            }
        }
    }
}

impl<A, P> Pieces<A, P> {
    /// What the move names, whatever holds of it.
    pub fn anchor(anchor: Anchor) -> Pieces<A, P> {
        Pieces { what: Subject::Anchor(anchor), filters: Vec::new() }
    }

    /// Whether it is a piece without filters, so that a filter that follows it could be read as its own.
    pub(crate) fn takes_filters(&self) -> bool {
        self.filters.is_empty()
            && match &self.what {
                Subject::Men(_) => true,
                Subject::Anchor(anchor) => !anchor.is_cell(),
                Subject::Empty | Subject::Cells => false,
            }
    }

    /// Whether it means cells, even empty ones: cells by name, or a cell of the move whose filters are all about
    /// its place.
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

    /// The sides of which it counts pieces, seen by `side`; none if it counts something else.
    #[inline]
    pub fn sides(&self, side: Side) -> impl Iterator<Item = (Side, &Men)> {
        let (men, sides) = match &self.what {
            Subject::Men(men) => (Some(men), men.sides(side)),
            Subject::Empty | Subject::Cells | Subject::Anchor(_) => (None, [].iter().copied()),
        };
        sides.filter_map(move |side| Some((side, men?)))
    }

    /// How much of the game it looks at.
    pub(crate) fn level(&self) -> Lookahead {
        let of = |filter: &Filter<A, P>| match &filter.test {
            Test::Attacked(_) | Test::Guarded => Lookahead::Attack,
            Test::At(_, of) | Test::InRow(_, of) => of.level(),
            Test::Along(_, from, to) => from.level().max(to.level()),
            Test::In(_)
            | Test::InHand
            | Test::Between(_)
            | Test::On(_)
            | Test::LikeMover
            | Test::NeverMoved => Lookahead::Board,
        };
        self.filters.iter().map(of).fold(Lookahead::Board, Lookahead::max)
    }

    /// Whether it is the piece that moves, if that has never moved before.
    pub(crate) fn is_mover_unmoved(&self) -> bool {
        let unmoved = |filter: &Filter<A, P>| matches!(filter.test, Test::NeverMoved);
        self.what == Subject::Anchor(Anchor::Mover) && self.filters.iter().all(unmoved)
    }

    /// Whether it speaks of a move.
    pub fn asks_move(&self) -> bool {
        self.names_anchor(&|_| true)
    }

    /// Whether it names an anchor that satisfies `is`.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let of = |filter: &Filter<A, P>| filter.names_anchor(is);
        matches!(self.what, Subject::Anchor(anchor) if is(anchor)) || self.filters.iter().any(of)
    }

    /// Whether a filter, or one of the pieces that filters name, satisfies `is`.
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
            | Test::NeverMoved => false,
        };
        self.filters.iter().any(|filter| is(&filter.test) || within(&filter.test))
    }

    /// The same with other areas and patterns.
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
                Test::NeverMoved => Test::NeverMoved,
            };
            filters.push(Filter { holds: *holds, test });
        }
        Pieces { what: self.what.clone(), filters }
    }
}

impl Pieces {
    /// Every set of men that it names, to be changed.
    pub(crate) fn each_men(&mut self, change: &mut dyn FnMut(&mut Men)) {
        if let Subject::Men(men) = &mut self.what {
            change(men);
        }
        for filter in &mut self.filters {
            match &mut filter.test {
                Test::Between(men) => change(men),
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
                | Test::NeverMoved => {}
            }
        }
    }
}
