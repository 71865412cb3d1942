//! Copies of questions in which parts are converted.

use super::{Amount, Filter, Men, MoveFact, Pattern, Pieces, Quantity, Question, Subject, Test};
use crate::condition::{Area, Condition};
use crate::ids::KindId;
use crate::stack::Pairs;

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
            Question::Side(fact) => Question::Side(*fact),
            Question::Count(number, pieces) => Question::Count(*number, pieces.convert(to)),
            Question::Among(pieces) => Question::Among(pieces.convert(to)),
            Question::Counter(number, whose, tally) => Question::Counter(*number, *whose, *tally),
            Question::Rolled(die, roll) => Question::Rolled(*die, *roll),
            Question::Tallies(sides, order) => Question::Tallies(*sides, *order),
            Question::Measure(amounts, order) => {
                let [left, right] = &**amounts;
                Question::Measure(Box::new([left.convert(to), right.convert(to)]), *order)
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
            Question::Compare(left, order, right) => {
                Question::Compare(left.convert(to), *order, right.convert(to))
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
        let what = match &self.what {
            Quantity::Whole(n) => Quantity::Whole(*n),
            Quantity::Tally(whose, tally) => Quantity::Tally(*whose, *tally),
            Quantity::Place(row, of) => Quantity::Place(*row, Box::new(of.convert(to))),
            Quantity::Count(pieces) => Quantity::Count(Box::new(pieces.convert(to))),
        };
        Amount { what, modulo: self.modulo }
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
