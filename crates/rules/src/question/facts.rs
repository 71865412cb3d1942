//! What questions and descriptions of pieces consist of, and what they depend on.
//!
//! Each enum has one function here that lists all variants. Analyses of questions read its result,
//! so a new variant needs one more row and no change to the analyses.

use super::{
    Amount, Anchor, Men, MoveFact, Needs, Pieces, Quantity, Question, SideFact, Subject, Tally,
    Test, Whose,
};

/// What a question consists of. Fields that a question does not have are empty.
pub struct Facts<'a, A, C, P> {
    /// What the question itself depends on. The other fields may add to it.
    pub needs: Needs,
    /// The questions directly inside this one, about the same move and the same side.
    pub parts: &'a [Question<A, C, P>],
    /// The question about an earlier move.
    pub earlier: Option<&'a Question<A, C, P>>,
    /// Pieces that the question counts or names.
    pub pieces: [Option<&'a Pieces<A, P>>; 2],
    /// Numbers that the question compares.
    pub amounts: &'a [Amount<A, P>],
    /// Counters, turns or worth that the question compares.
    pub tallies: [Option<Tally>; 2],
    /// The pieces in a fact about a move.
    pub men: Option<&'a Men>,
    /// The area that moves must reach.
    pub area: Option<&'a A>,
    /// The condition on the start and the end of the move.
    pub cells: Option<&'a C>,
    /// The terms of which one must make the move.
    pub terms: Option<&'a P>,
}

/// What a test of a piece or a cell consists of. Fields that a test does not have are empty.
pub struct TestFacts<'a, A, P> {
    /// What the test itself depends on. The other fields may add to it.
    pub needs: Needs,
    /// True if the test depends on the cell only. Then an empty cell may pass it.
    pub of_place: bool,
    /// The area.
    pub area: Option<&'a A>,
    /// The pattern that leads from one piece to another.
    pub pattern: Option<&'a P>,
    /// The pieces to which the test relates.
    pub pieces: [Option<&'a Pieces<A, P>>; 2],
    /// The piece or cell of the move to which the test relates.
    pub anchor: Option<Anchor>,
    /// A description of other pieces.
    pub men: Option<&'a Men>,
    /// Pairs of descriptions.
    pub pairs: &'a [[Men; 2]],
}

/// What a fact about a move consists of.
pub(super) struct MoveFacts<'a> {
    /// What the fact depends on.
    needs: Needs,
    /// The description of pieces in the fact.
    men: Option<&'a Men>,
    /// What makes the moves of which the fact can be true.
    pub(super) maker: Maker,
}

/// What makes a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Maker {
    /// A piece on the board.
    Piece,
    /// No piece on the board: the move is a drop or a pass.
    NoPiece,
    /// Either of them.
    Any,
}

/// A part of a question or of a description of pieces.
pub enum Node<'a, A, C, P> {
    /// A question.
    Question(&'a Question<A, C, P>),
    /// Pieces or cells with filters.
    Pieces(&'a Pieces<A, P>),
    /// The test of a filter.
    Test(&'a Test<A, P>),
    /// A description of pieces by owner and kind.
    Men(&'a Men),
    /// A piece or a cell of the move.
    Anchor(Anchor),
    /// An area.
    Area(&'a A),
    /// A condition on the start and the end of a move.
    Cells(&'a C),
    /// A pattern or the terms of a kind.
    Pattern(&'a P),
    /// A counter, the number of turns or the worth of a side.
    Tally(Tally),
}

impl<'a, A, C, P> Facts<'a, A, C, P> {
    /// Returns what the question and everything inside it depend on.
    #[inline]
    pub(super) fn all_needs(&self) -> Needs {
        let mut needs = self.needs;
        self.parts.iter().for_each(|part| needs |= part.needs());
        self.pieces.into_iter().flatten().for_each(|pieces| needs |= pieces.needs());
        self.amounts.iter().for_each(|amount| needs |= amount.needs());
        self.tallies.into_iter().flatten().for_each(|tally| needs |= tally.needs());
        if let Some(earlier) = self.earlier.map(Question::needs) {
            needs |= earlier & Needs::ANCHORS;
            // A clock knows its number of turns, so nothing is examined for it.
            if self.needs.meets(Needs::PAST) {
                needs |= earlier.of_earlier_move();
            }
        }
        needs
    }

    #[inline(always)]
    fn new(needs: Needs) -> Facts<'a, A, C, P> {
        Facts {
            needs,
            parts: &[],
            earlier: None,
            pieces: [None, None],
            amounts: &[],
            tallies: [None, None],
            men: None,
            area: None,
            cells: None,
            terms: None,
        }
    }
}

impl<'a, A, P> TestFacts<'a, A, P> {
    fn new(needs: Needs) -> TestFacts<'a, A, P> {
        TestFacts {
            needs,
            of_place: false,
            area: None,
            pattern: None,
            pieces: [None, None],
            anchor: None,
            men: None,
            pairs: &[],
        }
    }

    fn of_place(needs: Needs) -> TestFacts<'a, A, P> {
        TestFacts { of_place: true, ..TestFacts::new(needs) }
    }
}

impl<A, C, P> Question<A, C, P> {
    /// Returns what the question consists of. The engine asks for it while it evaluates questions;
    /// without inlining, counting dice chess takes 3 % more instructions.
    #[inline(always)]
    pub fn facts(&self) -> Facts<'_, A, C, P> {
        let of = Facts::new;
        match self {
            Question::All(parts) | Question::Any(parts) => Facts { parts, ..of(Needs::NONE) },
            Question::Not(part) => Facts { parts: std::slice::from_ref(part), ..of(Needs::NONE) },
            Question::Leaving(part) => {
                Facts { parts: std::slice::from_ref(part), ..of(Needs::AFTER) }
            }
            Question::Cells(cells) => Facts { cells: Some(cells), ..of(Needs::ENDS) },
            Question::Move(fact) => {
                let MoveFacts { needs, men, maker: _ } = fact.facts();
                Facts { men, ..of(needs) }
            }
            Question::Side(fact) => of(fact.needs()),
            Question::Count(_, pieces) => Facts { pieces: [Some(pieces), None], ..of(Needs::NONE) },
            Question::Among(pieces) => Facts { pieces: [Some(pieces), None], ..of(Needs::STAND) },
            // Such a question counts as one about a counter, also if it is about turns or worth.
            Question::Counter(_, _, tally) => {
                Facts { tallies: [Some(*tally), None], ..of(Needs::COUNTERS) }
            }
            Question::Rolled(..) => of(Needs::DIE),
            Question::Reply(_, pieces, area) => {
                Facts { area: area.as_ref(), pieces: [Some(pieces), None], ..of(Needs::REPLIES) }
            }
            Question::Compare(left, _, right) => {
                Facts { pieces: [Some(left), Some(right)], ..of(Needs::NUMBERS) }
            }
            Question::Tallies(sides, _) => {
                Facts { tallies: sides.map(|(_, tally)| Some(tally)), ..of(Needs::NUMBERS) }
            }
            Question::Measure(amounts, _) => Facts { amounts: &**amounts, ..of(Needs::NUMBERS) },
            Question::After(one) => Facts { earlier: Some(one), ..of(Needs::PAST) },
            Question::Without(_, _, one) => Facts { earlier: Some(one), ..of(Needs::CLOCKS) },
            Question::Repeated(..) => of(Needs::HISTORY),
            Question::KindGone(_) => of(Needs::SETUP),
            Question::By(terms) => Facts { terms: Some(terms), ..of(Needs::TERMS) },
        }
    }

    /// Returns what the question depends on.
    pub fn needs(&self) -> Needs {
        self.facts().all_needs()
    }

    /// Calls `visit` for the question and everything inside it. A part follows what it is part of.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(Node<'a, A, C, P>)) {
        visit(Node::Question(self));
        let Facts { parts, earlier, pieces, amounts, tallies, men, area, cells, terms, needs: _ } =
            self.facts();
        men.into_iter().for_each(|men| visit(Node::Men(men)));
        area.into_iter().for_each(|area| visit(Node::Area(area)));
        cells.into_iter().for_each(|cells| visit(Node::Cells(cells)));
        terms.into_iter().for_each(|terms| visit(Node::Pattern(terms)));
        tallies.into_iter().flatten().for_each(|tally| visit(Node::Tally(tally)));
        pieces.into_iter().flatten().for_each(|pieces| pieces.walk(visit));
        amounts.iter().for_each(|amount| amount.walk(visit));
        parts.iter().chain(earlier).for_each(|part| part.walk(visit));
    }
}

impl MoveFact {
    /// Returns what the fact consists of.
    pub(super) fn facts(&self) -> MoveFacts<'_> {
        let of = |needs, maker| MoveFacts { needs, men: None, maker };
        match self {
            MoveFact::Moving(men) => {
                MoveFacts { men: Some(men), ..of(Needs::ACTION, Maker::Piece) }
            }
            MoveFact::Capturing(men) => {
                let prey = if men.is_any_kind() { Needs::NONE } else { Needs::PREY };
                MoveFacts { men: Some(men), ..of(Needs::CAPTURE | prey, Maker::Piece) }
            }
            MoveFact::Dropping(men) => {
                MoveFacts { men: Some(men), ..of(Needs::ACTION, Maker::NoPiece) }
            }
            MoveFact::Promoting(_) => of(Needs::PROMOTION, Maker::Any),
            MoveFact::Over(men) => MoveFacts { men: Some(men), ..of(Needs::BETWEEN, Maker::Piece) },
            MoveFact::Castling => of(Needs::ACTION, Maker::Piece),
            MoveFact::Passing => of(Needs::ACTION | Needs::PASSING, Maker::NoPiece),
            MoveFact::GivingCheck => of(Needs::CHECKING | Needs::ATTACKS, Maker::Any),
            MoveFact::GivingMate => of(Needs::CHECKING | Needs::REPLIES, Maker::Any),
        }
    }
}

impl SideFact {
    /// Returns what the fact depends on.
    fn needs(self) -> Needs {
        match self {
            SideFact::White | SideFact::Black => Needs::NONE,
            SideFact::OnMove => Needs::ON_MOVE,
            SideFact::InCheck => Needs::ATTACKS,
            SideFact::Stuck => Needs::REPLIES,
        }
    }
}

impl Tally {
    /// Returns what the number depends on.
    fn needs(self) -> Needs {
        match self {
            Tally::Counted(_) => Needs::COUNTERS,
            Tally::Turns => Needs::TURNS,
            Tally::Worth => Needs::WORTH,
        }
    }
}

impl<A, P> Amount<A, P> {
    /// Returns what the number depends on.
    pub fn needs(&self) -> Needs {
        match &self.what {
            Quantity::Whole(_) => Needs::NONE,
            Quantity::Tally(_, tally) => tally.needs(),
            Quantity::Place(_, pieces) | Quantity::Count(pieces) => pieces.needs(),
        }
    }

    /// Calls `visit` for everything in the number.
    pub fn walk<'a, C>(&'a self, visit: &mut dyn FnMut(Node<'a, A, C, P>)) {
        match &self.what {
            Quantity::Whole(_) => {}
            Quantity::Tally(_, tally) => visit(Node::Tally(*tally)),
            Quantity::Place(_, pieces) | Quantity::Count(pieces) => pieces.walk(visit),
        }
    }
}

impl Subject {
    /// Returns what the subject depends on.
    fn needs(&self) -> Needs {
        match self {
            Subject::Men(men) => match men.whose {
                Some(Whose::Own) => Needs::OWN,
                Some(Whose::Enemy | Whose::Ally) => Needs::OTHERS,
                Some(Whose::Any) | None => Needs::OWN | Needs::OTHERS,
            },
            Subject::Empty | Subject::Cells => Needs::CELLS,
            Subject::Anchor(anchor) => anchor.needs(),
        }
    }
}

impl Anchor {
    /// Returns the anchor as a set.
    #[inline]
    pub(crate) fn needs(self) -> Needs {
        match self {
            Anchor::Mover => Needs::MOVER,
            Anchor::Victim => Needs::VICTIM,
            Anchor::Start => Needs::START,
            Anchor::End => Needs::END,
            Anchor::Partner => Needs::PARTNER,
            Anchor::Behind | Anchor::Beyond | Anchor::Above | Anchor::Below => Needs::BESIDE,
            Anchor::LastMover | Anchor::LastStart => Needs::LAST,
        }
    }
}

impl<A, P> Test<A, P> {
    /// Returns what the test consists of.
    #[inline]
    pub fn facts(&self) -> TestFacts<'_, A, P> {
        let (of, of_place) = (TestFacts::new, TestFacts::of_place);
        match self {
            Test::In(area) => TestFacts { area: Some(area), ..of_place(Needs::AREAS) },
            Test::InHand => of(Needs::HANDS),
            Test::Attacked(by) => TestFacts { pieces: [by.as_deref(), None], ..of(Needs::ATTACKS) },
            Test::Guarded => of(Needs::ATTACKS),
            Test::Between(men) => TestFacts { men: Some(men), ..of(Needs::RELATIONS) },
            Test::At(pattern, pieces) => TestFacts {
                pattern: Some(pattern),
                pieces: [Some(pieces), None],
                ..of_place(Needs::RELATIONS)
            },
            Test::Along(pattern, start, end) => TestFacts {
                pattern: Some(pattern),
                pieces: [Some(start), Some(end)],
                ..of(Needs::RELATIONS | Needs::PATHS)
            },
            Test::InRow(_, pieces) => {
                TestFacts { pieces: [Some(pieces), None], ..of_place(Needs::RELATIONS) }
            }
            Test::On(anchor) => TestFacts { anchor: Some(*anchor), ..of_place(Needs::RELATIONS) },
            Test::LikeMover => TestFacts { anchor: Some(Anchor::Mover), ..of(Needs::LIKENESS) },
            Test::Paired(anchor, pairs) => {
                TestFacts { anchor: Some(*anchor), pairs, ..of(Needs::LIKENESS) }
            }
            Test::LikeDie(_) => of(Needs::LIKENESS | Needs::DIE),
            Test::NeverMoved => of(Needs::UNMOVED),
        }
    }

    /// Returns what the test depends on.
    fn needs(&self) -> Needs {
        let facts = self.facts();
        let anchor = facts.anchor.map_or(Needs::NONE, Anchor::needs);
        let pieces = facts.pieces.into_iter().flatten().map(Pieces::needs);
        pieces.fold(facts.needs | anchor, Needs::or)
    }

    /// Returns true if the test depends on the cell only. Then an empty cell may pass it.
    #[inline]
    pub fn is_of_place(&self) -> bool {
        self.facts().of_place
    }
}

impl<A, P> Pieces<A, P> {
    /// Returns what the description depends on.
    pub fn needs(&self) -> Needs {
        let filters = self.filters.iter().map(|filter| filter.test.needs());
        filters.fold(self.what.needs(), Needs::or)
    }

    /// Calls `visit` for the description and everything inside it. A part follows what it is part
    /// of.
    pub fn walk<'a, C>(&'a self, visit: &mut dyn FnMut(Node<'a, A, C, P>)) {
        visit(Node::Pieces(self));
        match &self.what {
            Subject::Men(men) => visit(Node::Men(men)),
            Subject::Anchor(anchor) => visit(Node::Anchor(*anchor)),
            Subject::Empty | Subject::Cells => {}
        }
        for filter in &self.filters {
            visit(Node::Test(&filter.test));
            let TestFacts { area, pattern, pieces, anchor, men, pairs, .. } = filter.test.facts();
            area.into_iter().for_each(|area| visit(Node::Area(area)));
            pattern.into_iter().for_each(|pattern| visit(Node::Pattern(pattern)));
            anchor.into_iter().for_each(|anchor| visit(Node::Anchor(anchor)));
            men.into_iter().chain(pairs.iter().flatten()).for_each(|men| visit(Node::Men(men)));
            pieces.into_iter().flatten().for_each(|pieces| pieces.walk(visit));
        }
    }
}
