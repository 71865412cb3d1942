//! Questions made from questions, with converted parts or weaker, and the information on which a
//! question depends.

use super::{
    Amount, Anchor, Filter, Lookahead, Maker, Men, MoveFact, Needs, Node, Part, Pattern, Pieces,
    Quantity, Question, Subject, Test,
};
use crate::condition::{Area, Condition};
use crate::effect::Pairs;
use crate::ids::KindId;
use crate::sight::Sight;

/// Converts the parts of a question or an effect.
pub(crate) trait Convert<A, C, P> {
    /// The new type of areas.
    type Area;
    /// The new type of conditions.
    type Cells;
    /// The new type of patterns.
    type Pattern;

    fn area(&mut self, area: &A) -> Self::Area;

    fn cells(&mut self, cells: &C) -> Self::Cells;

    fn pattern(&mut self, pattern: &P) -> Self::Pattern;

    /// Converts a description of pieces.
    fn men(&mut self, men: &Men) -> Men {
        men.clone()
    }

    /// Converts kinds that an action makes.
    fn made(&mut self, kinds: &[KindId]) -> Vec<KindId> {
        kinds.to_vec()
    }

    /// Converts pairs of kinds, of which an action makes the second one.
    fn pairs(&mut self, pairs: &Pairs) -> Pairs {
        pairs.clone()
    }
}

/// Converts areas, conditions and patterns, each by a function.
pub(crate) struct Types<'f, A, C, P, B, D, Q> {
    pub(crate) area: &'f mut dyn FnMut(&A) -> B,
    pub(crate) cells: &'f mut dyn FnMut(&C) -> D,
    pub(crate) pattern: &'f mut dyn FnMut(&P) -> Q,
}

impl<A, C, P, B, D, Q> Convert<A, C, P> for Types<'_, A, C, P, B, D, Q> {
    type Area = B;
    type Cells = D;
    type Pattern = Q;

    fn area(&mut self, area: &A) -> B {
        (self.area)(area)
    }

    fn cells(&mut self, cells: &C) -> D {
        (self.cells)(cells)
    }

    fn pattern(&mut self, pattern: &P) -> Q {
        (self.pattern)(pattern)
    }
}

/// Changes descriptions of pieces, and the kinds that actions make.
pub(crate) struct EachMen<'f> {
    pub(crate) change: &'f mut dyn FnMut(&mut Men),
    /// False if the kinds that actions make stay the same.
    pub(crate) made: bool,
}

impl<'f> EachMen<'f> {
    /// Changes only descriptions of pieces.
    pub(crate) fn described(change: &'f mut dyn FnMut(&mut Men)) -> EachMen<'f> {
        EachMen { change, made: false }
    }

    fn changed(&mut self, kinds: Vec<KindId>) -> Vec<KindId> {
        let mut men = Men { kinds: Some(kinds), ..Men::all() };
        (self.change)(&mut men);
        men.kinds.unwrap_or_default()
    }
}

impl Convert<Area, Condition, Pattern> for EachMen<'_> {
    type Area = Area;
    type Cells = Condition;
    type Pattern = Pattern;

    fn area(&mut self, area: &Area) -> Area {
        area.clone()
    }

    fn cells(&mut self, cells: &Condition) -> Condition {
        cells.clone()
    }

    fn pattern(&mut self, pattern: &Pattern) -> Pattern {
        pattern.clone()
    }

    fn men(&mut self, men: &Men) -> Men {
        let mut men = men.clone();
        (self.change)(&mut men);
        men
    }

    fn made(&mut self, kinds: &[KindId]) -> Vec<KindId> {
        if self.made { self.changed(kinds.to_vec()) } else { kinds.to_vec() }
    }

    /// Replaces each kind of each pair by the kinds that `change` makes of it. A pair without a
    /// kind on one side is left out.
    fn pairs(&mut self, pairs: &Pairs) -> Pairs {
        if !self.made {
            return pairs.clone();
        }
        let mut new = Pairs { name: pairs.name.clone(), pairs: Vec::new() };
        for &[of, to] in &pairs.pairs {
            let (firsts, seconds) = (self.changed(vec![of]), self.changed(vec![to]));
            if let Some(&to) = seconds.first() {
                new.pairs.extend(firsts.iter().map(|&of| [of, to]));
            }
        }
        new
    }
}

impl Question {
    /// The same question without the places of its words, so that equal texts are equal questions.
    #[must_use]
    pub fn placeless(&self) -> Question {
        let mut pattern = |pattern: &Pattern| Pattern { terms: Vec::new(), ..pattern.clone() };
        self.map(&mut Area::placeless, &mut Condition::placeless, &mut pattern)
    }
}

impl<A, C, P> Question<A, C, P> {
    /// The same question with all areas, conditions and patterns converted.
    pub fn map<B, D, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        cells: &mut impl FnMut(&C) -> D,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Question<B, D, Q> {
        self.convert(&mut Types { area, cells, pattern })
    }

    /// Returns the question with all parts converted.
    pub(crate) fn convert<T: Convert<A, C, P>>(
        &self,
        to: &mut T,
    ) -> Question<T::Area, T::Cells, T::Pattern> {
        let mut all =
            |parts: &[Question<A, C, P>]| parts.iter().map(|part| part.convert(to)).collect();
        match self {
            Question::All(parts) => Question::All(all(parts)),
            Question::Any(parts) => Question::Any(all(parts)),
            Question::Not(part) => Question::Not(Box::new(part.convert(to))),
            Question::Leaving(part) => Question::Leaving(Box::new(part.convert(to))),
            Question::Cells(condition) => Question::Cells(to.cells(condition)),
            Question::Move(fact) => Question::Move(fact.convert(to)),
            Question::Plays(color) => Question::Plays(*color),
            Question::Side(whose, fact) => Question::Side(*whose, *fact),
            Question::Count(number, pieces) => Question::Count(*number, pieces.convert(to)),
            Question::Rolled(die, roll) => Question::Rolled(*die, *roll),
            Question::Compare(amounts, order) => {
                let [left, right] = &**amounts;
                Question::Compare(Box::new([left.convert(to), right.convert(to)]), *order)
            }
            Question::After(part) => Question::After(Box::new(part.convert(to))),
            Question::Without(turns, clock, one) => {
                Question::Without(*turns, *clock, Box::new(one.convert(to)))
            }
            Question::Repeated(times, how) => Question::Repeated(*times, *how),
            Question::Reply(number, pieces, area) => {
                let area = area.as_ref().map(|area| to.area(area));
                Question::Reply(*number, pieces.convert(to), area)
            }
            Question::KindGone(whose) => Question::KindGone(*whose),
            Question::By(terms) => Question::By(to.pattern(terms)),
        }
    }
}

impl MoveFact {
    fn convert<A, C, P>(&self, to: &mut impl Convert<A, C, P>) -> MoveFact {
        match self {
            MoveFact::Moving(men) => MoveFact::Moving(to.men(men)),
            MoveFact::Capturing(men) => MoveFact::Capturing(to.men(men)),
            MoveFact::Dropping(men) => MoveFact::Dropping(to.men(men)),
            MoveFact::Over(men) => MoveFact::Over(to.men(men)),
            MoveFact::Promoting(kinds) => {
                MoveFact::Promoting(to.men(&Men { kinds: kinds.clone(), ..Men::all() }).kinds)
            }
            MoveFact::Castling => MoveFact::Castling,
            MoveFact::Passing => MoveFact::Passing,
            MoveFact::GivingCheck => MoveFact::GivingCheck,
            MoveFact::GivingMate => MoveFact::GivingMate,
        }
    }
}

impl<A, P> Amount<A, P> {
    /// The same number with all areas and patterns converted.
    pub fn map<B, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Amount<B, Q> {
        self.convert(&mut Types { area, cells: &mut |()| (), pattern })
    }

    /// Returns the number with all parts converted.
    pub(crate) fn convert<C, T: Convert<A, C, P>>(
        &self,
        to: &mut T,
    ) -> Amount<T::Area, T::Pattern> {
        let mut part = |Part { what, modulo }: &Part<A, P>| {
            let what = match what {
                Quantity::Whole(n) => Quantity::Whole(*n),
                Quantity::Tally(whose, tally) => Quantity::Tally(*whose, *tally),
                Quantity::Place(row, of) => Quantity::Place(*row, Box::new(of.convert(to))),
                Quantity::Count(pieces) => Quantity::Count(Box::new(pieces.convert(to))),
            };
            Part { what, modulo: *modulo }
        };
        let first = part(&self.first);
        Amount { first, rest: self.rest.iter().map(|(sign, of)| (*sign, part(of))).collect() }
    }
}

impl<A, P> Pieces<A, P> {
    /// Returns the description with all parts converted.
    pub(crate) fn convert<C, T: Convert<A, C, P>>(
        &self,
        to: &mut T,
    ) -> Pieces<T::Area, T::Pattern> {
        let what = match &self.what {
            Subject::Men(men) => Subject::Men(to.men(men)),
            Subject::Empty => Subject::Empty,
            Subject::Cells => Subject::Cells,
            Subject::Anchor(anchor) => Subject::Anchor(*anchor),
        };
        let filter = |Filter { holds, test }: &Filter<A, P>| Filter {
            holds: *holds,
            test: test.convert(to),
        };
        Pieces { what, filters: self.filters.iter().map(filter).collect() }
    }
}

impl<A, P> Test<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Test<T::Area, T::Pattern> {
        let mut of = |pieces: &Pieces<A, P>| Box::new(pieces.convert(to));
        match self {
            Test::In(area) => Test::In(to.area(area)),
            Test::InHand => Test::InHand,
            Test::Attacked(by) => Test::Attacked(by.as_ref().map(|by| of(by))),
            Test::Guarded => Test::Guarded,
            Test::Between(men) => Test::Between(to.men(men)),
            Test::At(pattern, x) => {
                let x = of(x);
                Test::At(to.pattern(pattern), x)
            }
            Test::Along(pattern, start, end) => {
                let (start, end) = (of(start), of(end));
                Test::Along(to.pattern(pattern), start, end)
            }
            Test::InRow(row, x) => Test::InRow(*row, of(x)),
            Test::On(anchor) => Test::On(*anchor),
            Test::LikeMover => Test::LikeMover,
            Test::Paired(anchor, pairs) => {
                let pair = |[one, other]: &[Men; 2]| [to.men(one), to.men(other)];
                Test::Paired(*anchor, pairs.iter().map(pair).collect())
            }
            Test::LikeDie(die) => Test::LikeDie(*die),
            Test::NeverMoved => Test::NeverMoved,
        }
    }
}

impl Question {
    /// Calls `change` for every description of pieces in the question.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        *self = self.convert(&mut EachMen::described(change));
    }
}

impl Amount {
    /// Calls `change` for every description of pieces in the number.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        *self = self.convert(&mut EachMen::described(change));
    }
}

// Weaker questions, for evaluation when some parts are not known yet.
//
// A weaker question is true wherever the original is.

/// The rest of a question after unknown parts are removed.
enum Remaining<A, C, P> {
    /// The value of the question is known.
    Known(bool),
    /// This question still has to be evaluated.
    Open(Question<A, C, P>),
}

impl<A: Clone, C: Clone, P: Clone> Question<A, C, P> {
    /// The question without parts of level `below` or higher, which are assumed to be satisfied.
    /// `None` if no other part restricts anything.
    pub fn relaxed(&self, below: Lookahead) -> Option<Question<A, C, P>> {
        self.without(&|part| part.level() >= below)
    }

    /// The question without parts about legal moves, which are assumed to be satisfied. Parts about
    /// mate remain.
    pub fn relaxed_but_mates(&self) -> Option<Question<A, C, P>> {
        let mates = |part: &Self| matches!(part, Question::Move(MoveFact::GivingMate));
        self.without(&|part| part.level() >= Lookahead::Replies && !mates(part))
    }

    /// Replaces every condition on start and end by its value, which `holds` returns.
    pub fn with_cells(&self, holds: &dyn Fn(&C) -> bool) -> Question<A, C, P> {
        let mut question = self.clone();
        question.settle_cells(holds);
        question
    }

    fn settle_cells(&mut self, holds: &dyn Fn(&C) -> bool) {
        if let Question::Cells(cells) = self {
            let value = holds(cells);
            *self = if value { Question::All(Vec::new()) } else { Question::Any(Vec::new()) };
        }
        self.parts_mut().iter_mut().for_each(|part| part.settle_cells(holds));
    }

    /// True if some part is about mate.
    pub fn asks_mate(&self) -> bool {
        self.any(&|part| matches!(part, Question::Move(MoveFact::GivingMate)))
    }

    fn without(&self, unknown: &dyn Fn(&Self) -> bool) -> Option<Question<A, C, P>> {
        match self.remaining(unknown, true) {
            Remaining::Known(true) => None,
            Remaining::Known(false) => Some(Question::Any(Vec::new())),
            Remaining::Open(question) => Some(question),
        }
    }

    /// The rest of the question after every part for which `unknown` returns true is replaced by
    /// the value `granted`.
    fn remaining(&self, unknown: &dyn Fn(&Self) -> bool, granted: bool) -> Remaining<A, C, P> {
        let of = |parts: &[Self], enough: bool| {
            let mut open = Vec::new();
            for part in parts {
                match part.remaining(unknown, granted) {
                    Remaining::Known(holds) if holds == enough => return Remaining::Known(enough),
                    Remaining::Known(_) => {}
                    Remaining::Open(part) => open.push(part),
                }
            }
            match open.len() {
                0 => Remaining::Known(!enough),
                1 => Remaining::Open(open.remove(0)),
                _ if enough => Remaining::Open(Question::Any(open)),
                _ => Remaining::Open(Question::All(open)),
            }
        };
        if let Question::All(parts) = self {
            return of(parts, false);
        }
        if let Question::Any(parts) = self {
            return of(parts, true);
        }
        if let Question::Not(part) = self {
            return match part.remaining(unknown, !granted) {
                Remaining::Known(holds) => Remaining::Known(!holds),
                Remaining::Open(part) => Remaining::Open(Question::Not(Box::new(part))),
            };
        }
        if unknown(self) { Remaining::Known(granted) } else { Remaining::Open(self.clone()) }
    }
}

// The information on which a question depends, under the names that the rest of the program uses.
// The results are upper bounds: a question may depend on less.

impl<A, C, P> Question<A, C, P> {
    /// How much of the game the question examines.
    pub fn level(&self) -> Lookahead {
        self.needs().level()
    }

    /// Whether the question depends on a move.
    pub fn asks_move(&self) -> bool {
        self.needs().meets(Needs::MOVE)
    }

    /// Returns true if the question has the same value for all moves of a position. Pieces and
    /// cells of an earlier move are the same for all of them.
    pub fn is_of_position(&self) -> bool {
        let facts = self.facts();
        facts.earlier.is_some() || !facts.all_needs().meets(Needs::MOVE)
    }

    /// Whether the question depends on the position after the move.
    pub fn looks_ahead(&self) -> bool {
        self.needs().meets(Needs::AFTER | Needs::CHECKING)
    }

    /// Whether the question depends on past moves: the last move, unmoved pieces, clocks, counters
    /// or dice.
    pub(crate) fn looks_back(&self) -> bool {
        self.needs().meets(Needs::EARLIER)
    }

    /// Whether the question depends on the previous move.
    pub(crate) fn names_last(&self) -> bool {
        self.needs().meets(Needs::PAST | Needs::LAST)
    }

    /// Whether the question mentions `passing`. Only such sentences of `every move` restrict
    /// passes.
    pub fn names_passes(&self) -> bool {
        self.needs().meets(Needs::PASSING)
    }

    /// Whether the question depends only on three things: the move, the cells between its ends, and
    /// the cells that its terms test.
    pub(crate) fn is_of_the_way(&self) -> bool {
        self.needs().within(Needs::WAY)
    }

    /// True if the question has the same value for all moves of one piece from one cell, before and
    /// after the move. Castling itself is not considered.
    pub(crate) fn hangs_on_start(&self) -> bool {
        self.needs().within(Needs::AT_START)
    }

    /// True if the answer follows from what a side with this sight sees, for a question about its
    /// move.
    pub(crate) fn follows(&self, sight: Sight) -> bool {
        // The captured piece stands on a cell that the side can reach.
        let prey = if sight == Sight::Own { Needs::NONE } else { Needs::PREY };
        self.needs().within(Needs::SEEN | prey)
    }

    /// True if the question can be true for captures only.
    pub fn is_of_captures(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Capturing(_)))
    }

    /// True if the question can be true for castling only.
    pub fn is_of_castling(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Castling))
    }

    /// True if the question can be true only for moves with a fact for which `is` returns true.
    fn is_of(&self, is: &dyn Fn(&MoveFact) -> bool) -> bool {
        if let Question::All(parts) = self {
            return parts.iter().any(|part| part.is_of(is));
        }
        if let Question::Any(parts) = self {
            return parts.iter().all(|part| part.is_of(is));
        }
        matches!(self, Question::Move(fact) if is(fact))
    }

    /// True if the question can be true only for moves of pieces on the board.
    pub fn is_of_pieces(&self) -> bool {
        self.is_of(&|fact| fact.facts().maker == Maker::Piece)
    }

    /// True if the question can be true only for moves that move no piece of the board: drops and
    /// passes.
    pub fn is_of_no_piece(&self) -> bool {
        self.is_of(&|fact| fact.facts().maker == Maker::NoPiece)
    }

    /// True if the question can be true for drops only.
    pub fn is_of_drops(&self) -> bool {
        self.is_of(&|fact| matches!(fact, MoveFact::Dropping(_)))
    }

    /// True if the question names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let mut names = false;
        self.walk(&mut |node| names |= matches!(node, Node::Anchor(anchor) if is(anchor)));
        names
    }

    /// True if the question has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let mut tests = false;
        self.walk(&mut |node| tests |= matches!(node, Node::Test(test) if is(test)));
        tests
    }

    /// All areas and conditions in the question.
    pub fn named(&self) -> (Vec<A>, Vec<C>)
    where
        A: Clone,
        C: Clone,
    {
        let (mut areas, mut conditions) = (Vec::new(), Vec::new());
        self.walk(&mut |node| {
            if let Node::Area(area) = node {
                areas.push(area.clone());
            }
            if let Node::Cells(cells) = node {
                conditions.push(cells.clone());
            }
        });
        (areas, conditions)
    }
}

impl<A, P> Pieces<A, P> {
    /// The lookahead that the filters need.
    pub fn level(&self) -> Lookahead {
        self.needs().level()
    }

    /// Whether the description depends on a move.
    pub fn asks_move(&self) -> bool {
        self.needs().meets(Needs::ANCHORS)
    }

    /// True if the description names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let mut names = false;
        self.walk(&mut |node: Node<'_, A, (), P>| {
            names |= matches!(node, Node::Anchor(anchor) if is(anchor));
        });
        names
    }

    /// True if `is` returns true for a filter, here or in the pieces that filters name.
    pub(crate) fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let mut tests = false;
        self.walk(&mut |node: Node<'_, A, (), P>| {
            tests |= matches!(node, Node::Test(test) if is(test));
        });
        tests
    }
}
