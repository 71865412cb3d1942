//! Questions about sides, pieces and moves: the language of goals, duties, restrictions and
//! effects. What they consist of, and what they depend on.
//!
//! A question is evaluated for a *side*: `own` pieces belong to it, `enemy` pieces to the opponent.
//! A question is about a position, or about a move in the position before it. Only
//! [`Question::Leaving`] is about the position after the move.

pub(crate) mod map;
pub(crate) mod pieces;

use crate::side::Color;
pub use crate::side::Whose;
pub use pieces::{
    Amount, Anchor, CounterId, Filter, Lookahead, Men, Needs, Number, Part, Pattern, Pieces,
    Quantity, Row, Sign, Subject, Tally, Test,
};

use crate::chance::{DieId, Roll};
use crate::condition::{Area, Condition};
use crate::ids::KindId;
use alfil_diagnostics::index::Id;

alfil_diagnostics::id! {
    /// A clock. It counts the turns since the last move of a certain type.
    ClockId(u8)
}

/// Maximum number of clocks of a game.
pub const CLOCKS: usize = 4;

/// Maximum number of further checks in a row that a test for mate examines.
pub const CHECKS: u8 = 4;

/// Maximum number of counters of a game.
pub const COUNTERS: usize = 4;

/// A predicate of a position or a move. `A`, `C` and `P` are areas, conditions and patterns;
/// compiled questions replace them with types of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question<A = Area, C = Condition, P = Pattern> {
    /// All are true.
    All(Vec<Question<A, C, P>>),
    /// At least one is true.
    Any(Vec<Question<A, C, P>>),
    /// The question is false.
    Not(Box<Question<A, C, P>>),
    /// This question is true in the position after the move.
    Leaving(Box<Question<A, C, P>>),
    /// The start and the end cell of the piece that moves satisfy a condition.
    Cells(C),
    /// A fact about the move.
    Move(MoveFact),
    /// The side is White, or is Black.
    Plays(Color),
    /// A fact is true of at least one of these sides.
    Side(Whose, SideFact),
    /// There is the required number of these pieces.
    Count(Number, Pieces<A, P>),
    /// A die shows such a value.
    Rolled(DieId, Roll),
    /// The required number of these pieces have a legal move. With an area, only moves to it count.
    Reply(Number, Pieces<A, P>, Option<A>),
    /// Two numbers compare in this way.
    Compare(Box<[Amount<A, P>; 2]>, Order),
    /// The same side made the move before, and this question is true of it.
    After(Box<Question<A, C, P>>),
    /// No move satisfied the question in this many last turns of each side. The clock counts these
    /// turns.
    Without(u32, ClockId, Box<Question<A, C, P>>),
    /// The position has occurred this many times.
    Repeated(u32, Repeats),
    /// The side has lost all pieces of some kind with which it began, on the board and in hand.
    KindGone(Whose),
    /// The move is made by one of these terms of the mover's movement.
    By(P),
}

/// A fact about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFact {
    /// A piece of this description moves on the board.
    Moving(Men),
    /// A piece of this description is captured.
    Capturing(Men),
    /// A piece of this description is dropped from the hand.
    Dropping(Men),
    /// The piece promotes, to one of these kinds if any are given.
    Promoting(Option<Vec<KindId>>),
    /// A piece of this description stands between the start and the end of a straight move.
    Over(Men),
    /// The move is castling.
    Castling,
    /// The player skips a step.
    Passing,
    /// After the move, the opponent is in check.
    GivingCheck,
    /// After the move, the opponent is in check and has no legal move.
    GivingMate,
}

alfil_diagnostics::spelt! {
    /// A fact about a side.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SideFact: &'static str, words, from_words {
        /// The side is the side to move.
        OnMove = "on move",
        /// One of the side's royal pieces is attacked.
        InCheck = "in check",
        /// The side has no legal move, or would have none if it were to move.
        Stuck = "stuck",
    }
}

alfil_diagnostics::spelt! {
    /// How two numbers compare.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Order: &'static str, sign, from_sign {
        /// The numbers are equal.
        Equal = "=",
        /// The numbers differ.
        Unequal = "!=",
        /// The first is smaller.
        Less = "<",
        /// The first is smaller, or they are equal.
        AtMost = "<=",
        /// The first is greater.
        More = ">",
        /// The first is greater, or they are equal.
        AtLeast = ">=",
    }
}

/// How a position was repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeats {
    /// Repeated in any way.
    Anyhow,
    /// By a series of moves of the side that all gave check. Only occurrences during this series
    /// count.
    ByChecks,
}

impl Order {
    /// The order of the same two numbers if they are exchanged.
    pub fn turned(self) -> Order {
        match self {
            Order::Equal | Order::Unequal => self,
            Order::Less => Order::More,
            Order::AtMost => Order::AtLeast,
            Order::More => Order::Less,
            Order::AtLeast => Order::AtMost,
        }
    }

    /// The order that is true exactly where this one is false.
    #[must_use]
    pub fn negated(self) -> Order {
        match self {
            Order::Equal => Order::Unequal,
            Order::Unequal => Order::Equal,
            Order::Less => Order::AtLeast,
            Order::AtMost => Order::More,
            Order::More => Order::AtMost,
            Order::AtLeast => Order::Less,
        }
    }

    /// Whether `left` and `right` compare as this order says.
    #[inline]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Order::Equal => left == right,
            Order::Unequal => left != right,
            Order::Less => left < right,
            Order::AtMost => left <= right,
            Order::More => left > right,
            Order::AtLeast => left >= right,
        }
    }
}

impl<A, C, P> Question<A, C, P> {
    /// Number of innermost parts of the question, at least 1.
    pub fn size(&self) -> usize {
        self.parts().iter().map(Question::size).sum::<usize>().max(1)
    }

    /// The questions directly inside this one, about the same move and the same side.
    #[inline]
    pub fn parts(&self) -> &[Question<A, C, P>] {
        self.facts().parts
    }

    /// The questions directly inside this one, for changes.
    fn parts_mut(&mut self) -> &mut [Question<A, C, P>] {
        if let Question::All(parts) | Question::Any(parts) = self {
            return parts;
        }
        if let Question::Not(part) | Question::Leaving(part) = self {
            return std::slice::from_mut(part);
        }
        &mut []
    }

    /// The patterns of all [`Question::By`] in the question.
    pub fn terms(&self) -> Vec<&P> {
        if let Question::By(terms) = self {
            return vec![terms];
        }
        self.parts().iter().flat_map(Question::terms).collect()
    }

    /// True if `test` returns true for the question or some part of it.
    pub fn any(&self, test: &impl Fn(&Question<A, C, P>) -> bool) -> bool {
        test(self) || self.parts().iter().any(|part| part.any(test))
    }

    /// True if every move of a piece of `kind` satisfies the question, because it only restricts
    /// other pieces.
    pub fn spares(&self, kind: KindId) -> bool {
        if let Question::Any(parts) = self {
            return parts.iter().any(|part| part.spares(kind));
        }
        if let Question::All(parts) = self {
            return !parts.is_empty() && parts.iter().all(|part| part.spares(kind));
        }
        matches!(self, Question::Not(part) if !part.may_move(kind))
    }

    /// The number of a side that the question compares with a plain number: whose, which, how, and the
    /// plain number. `None` for other questions.
    pub fn reaches(&self) -> Option<(Whose, Tally, Order, u32)> {
        let Question::Compare(amounts, order) = self else { return None };
        let (left, right) = (amounts[0].only()?, amounts[1].only()?);
        if let (Quantity::Tally(whose, tally), Quantity::Whole(n)) = (left, right) {
            return Some((*whose, *tally, *order, *n));
        }
        if let (Quantity::Whole(n), Quantity::Tally(whose, tally)) = (left, right) {
            return Some((*whose, *tally, order.turned(), *n));
        }
        None
    }

    /// True if the question can be true only when the side is stuck.
    pub fn wants_stuck(&self) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(Question::wants_stuck);
        }
        matches!(self, Question::Side(Whose::Own, SideFact::Stuck))
    }

    /// True if a move of a piece of `kind` may satisfy the question. Only facts about the mover are
    /// examined.
    pub fn may_move(&self, kind: KindId) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().all(|part| part.may_move(kind));
        }
        if let Question::Any(parts) = self {
            return parts.iter().any(|part| part.may_move(kind));
        }
        if let Question::Not(part) = self
            && let Question::Move(MoveFact::Moving(men)) = &**part
        {
            return men.whose == Some(Whose::Enemy) || !men.has(kind);
        }
        !matches!(self, Question::Move(MoveFact::Moving(men)) if !men.has(kind))
    }
}

impl Question {
    /// The equivalent condition, if the question depends only on start and end.
    pub fn condition(&self) -> Option<Condition> {
        let all =
            |parts: &[Question]| parts.iter().map(Question::condition).collect::<Option<Vec<_>>>();
        if let Question::Cells(condition) = self {
            return Some(condition.clone());
        }
        if let Question::Not(part) = self {
            return Some(part.condition()?.negate());
        }
        if let Question::All(parts) = self {
            return Some(Condition::All(all(parts)?));
        }
        if let Question::Any(parts) = self {
            return Some(Condition::Any(all(parts)?));
        }
        None
    }

    /// Splits the question into a condition on the start of a move and what else must be true.
    pub fn split_start(self) -> (Condition, Option<Question>) {
        let (mut start, mut rest) = (Condition::Always, Vec::new());
        let parts = match self {
            Question::All(parts) => parts,
            other => vec![other],
        };
        for part in parts {
            match part.condition().filter(Condition::start_only) {
                Some(condition) => start = start.and(condition),
                None => rest.push(part),
            }
        }
        let rest = if rest.len() > 1 { Some(Question::All(rest)) } else { rest.pop() };
        (start, rest)
    }

    /// The kind whose terms the question names. `None` if it names none.
    pub fn of_terms(&self) -> Option<KindId> {
        if let Question::By(terms) = self {
            return terms.kind;
        }
        self.parts().iter().find_map(Question::of_terms)
    }

    /// The clocks that the question reads, each with the number of turns that it asks for.
    pub fn clocks(&self) -> Vec<(u32, ClockId)> {
        if let Question::Without(turns, clock, _) = self {
            return vec![(*turns, *clock)];
        }
        self.parts().iter().flat_map(Question::clocks).collect()
    }

    /// Gives numbers to the clocks in the question. Equal questions share a clock; new ones are
    /// added to `clocks`.
    pub fn number_clocks(&mut self, clocks: &mut Vec<Question>) {
        if let Question::Without(_, clock, one) = self {
            let known = clocks.iter().position(|known| known == one.as_ref());
            *clock = ClockId::from_index(known.unwrap_or(clocks.len()));
            if known.is_none() {
                clocks.push(Question::clone(one));
            }
        }
        self.parts_mut().iter_mut().for_each(|part| part.number_clocks(clocks));
    }
}

// What questions and descriptions of pieces consist of, and what they depend on.
//
// Each enum has one function here that lists all variants. Analyses of questions read its result,
// so a new variant needs one more row and no change to the analyses.

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
struct MoveFacts<'a> {
    /// What the fact depends on.
    needs: Needs,
    /// The description of pieces in the fact.
    men: Option<&'a Men>,
    /// What makes the moves of which the fact can be true.
    maker: Maker,
}

/// What makes a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maker {
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
    fn all_needs(&self) -> Needs {
        let mut needs = self.needs;
        self.parts.iter().for_each(|part| needs |= part.needs());
        self.pieces.into_iter().flatten().for_each(|pieces| needs |= pieces.needs());
        self.amounts.iter().for_each(|amount| needs |= amount.needs());
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
            Question::Plays(_) => of(Needs::NONE),
            Question::Side(_, fact) => of(fact.needs()),
            Question::Count(_, pieces) => Facts { pieces: [Some(pieces), None], ..of(Needs::NONE) },
            Question::Rolled(..) => of(Needs::DIE),
            Question::Reply(_, pieces, area) => {
                Facts { area: area.as_ref(), pieces: [Some(pieces), None], ..of(Needs::REPLIES) }
            }
            Question::Compare(amounts, _) => Facts { amounts: &**amounts, ..of(Needs::NONE) },
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
        let Facts { parts, earlier, pieces, amounts, men, area, cells, terms, needs: _ } =
            self.facts();
        men.into_iter().for_each(|men| visit(Node::Men(men)));
        area.into_iter().for_each(|area| visit(Node::Area(area)));
        cells.into_iter().for_each(|cells| visit(Node::Cells(cells)));
        terms.into_iter().for_each(|terms| visit(Node::Pattern(terms)));
        pieces.into_iter().flatten().for_each(|pieces| pieces.walk(visit));
        amounts.iter().for_each(|amount| amount.walk(visit));
        parts.iter().chain(earlier).for_each(|part| part.walk(visit));
    }
}

impl MoveFact {
    /// Returns what the fact consists of.
    fn facts(&self) -> MoveFacts<'_> {
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
        let of = |part: &Part<A, P>| match &part.what {
            Quantity::Whole(_) => Needs::NONE,
            Quantity::Tally(_, tally) => tally.needs(),
            Quantity::Place(_, pieces) | Quantity::Count(pieces) => pieces.needs(),
        };
        self.parts().map(of).fold(Needs::NONE, |all, needs| all | needs)
    }

    /// Calls `visit` for everything in the number.
    pub fn walk<'a, C>(&'a self, visit: &mut dyn FnMut(Node<'a, A, C, P>)) {
        for part in self.parts() {
            match &part.what {
                Quantity::Whole(_) => {}
                Quantity::Tally(_, tally) => visit(Node::Tally(*tally)),
                Quantity::Place(_, pieces) | Quantity::Count(pieces) => pieces.walk(visit),
            }
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
