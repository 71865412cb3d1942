//! Predicates that moves must satisfy, in every step and in single steps of a turn.
//!
//! While attacks and replies are computed, a predicate that would need them is replaced by weaker ones that hold wherever the
//! whole one does.

use crate::tables::kinds::KindSet;
use crate::tables::pattern::Pattern;
use crate::tables::predicate::Predicate;
use alfil_diagnostics::source::Spanned;
use alfil_rules::question::{Lookahead, Question};
use alfil_rules::turn::{Pass, Series, Step};

/// A predicate that moves must satisfy.
#[derive(Clone, Debug)]
pub struct MoveConstraint<const W: usize> {
    /// The predicate.
    pub question: Predicate<W>,
    /// How much it looks at.
    pub level: Lookahead,
    /// Whether the move has to be made before it is known.
    pub looks_ahead: bool,
    /// Whether the position may tell before any move is looked at.
    pub settles: bool,
    /// Kinds of which it says something, if it does of moves of their pieces.
    pub kinds: KindSet,
    /// True if its conditions on start and end bind both partners of castling.
    pub of_partners: bool,
}

impl<const W: usize> From<Predicate<W>> for MoveConstraint<W> {
    fn from(question: Predicate<W>) -> MoveConstraint<W> {
        let (level, looks_ahead) = (question.level(), question.looks_ahead());
        let of_position = |part: &Predicate<W>| part.parts().is_empty() && !part.asks_move();
        let settles = question.any(&of_position);
        let kinds = KindSet::ALL.iter().filter(|&kind| !question.spares(kind)).collect();
        MoveConstraint { question, level, looks_ahead, settles, kinds, of_partners: false }
    }
}

impl<const W: usize> MoveConstraint<W> {
    /// The terms of which it asks, with the kinds whose moves hang on them.
    pub(super) fn terms(&self) -> Vec<(KindSet, Pattern<W>)> {
        let terms = self.question.terms().into_iter();
        terms.map(|terms| (self.kinds, terms.clone())).collect()
    }
}

/// What is asked in a step.
#[derive(Clone, Debug)]
pub struct StepConstraints<const W: usize> {
    /// Of the last move: whether the step is made.
    pub given: Option<Predicate<W>>,
    /// Of its moves.
    pub moves: Vec<MoveConstraint<W>>,
    /// The weaker questions that stand in for these while attacks or legal moves are computed.
    relaxed: Vec<MoveConstraint<W>>,
    /// Their parts about mate.
    pub of_mates: Vec<MoveConstraint<W>>,
    /// Whether it may be left out.
    pub may_pass: Pass,
    /// The question of a pass.
    pub pass: Option<MoveConstraint<W>>,
    /// The question of a pass in check.
    pub pass_in_check: Option<Predicate<W>>,
}

impl<const W: usize> StepConstraints<W> {
    /// The questions about its moves where `part` of them can be answered.
    pub fn moves(&self, part: Part) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.moves.iter().chain(part.weaker(&self.relaxed))
    }

    /// All questions about its moves.
    pub(super) fn of_moves(&self) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.moves(Part::Known).chain(&self.of_mates).chain(&self.pass)
    }

    /// Whether nothing is asked of its moves.
    pub fn asks_nothing(&self) -> bool {
        self.moves.is_empty() && self.pass.is_none()
    }
}

/// Which parts of questions can be answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All.
    Whole,
    /// Those that look at less than the executor is about to compute.
    Known,
}

impl Part {
    /// `relaxed` if parts are left out.
    pub(super) fn weaker<T>(self, relaxed: &[T]) -> &[T] {
        match self {
            Part::Whole => &[],
            Part::Known => relaxed,
        }
    }
}

/// The weaker questions that stand in for `asked` while attacks or legal moves are computed, but for those among `asked`, and the
/// parts about mate.
pub(super) fn parts_of<const W: usize>(
    asked: &[&Question],
    ask: &mut impl FnMut(&Question) -> Predicate<W>,
) -> (Vec<MoveConstraint<W>>, Vec<MoveConstraint<W>>) {
    let of = |level| asked.iter().filter_map(move |question| question.relaxed(level));
    let mut relaxed: Vec<Question> = Vec::new();
    for part in of(Lookahead::Attack).chain(of(Lookahead::Replies)) {
        if !asked.contains(&&part) && !relaxed.contains(&part) {
            relaxed.push(part);
        }
    }
    let of_mates = asked.iter().filter_map(|question| question.relaxed_but_mates());
    let of_mates: Vec<Question> = of_mates.filter(Question::asks_mate).collect();
    let mut all = |parts: &[Question]| parts.iter().map(|part| ask(part).into()).collect();
    (all(&relaxed), all(&of_mates))
}

/// The predicates of each step of a turn.
pub(super) fn of_steps<const W: usize>(
    series: &Series,
    ask: &mut impl FnMut(&Question) -> Predicate<W>,
) -> Vec<StepConstraints<W>> {
    let mut step = |step: &Step| {
        let moves = step.who.iter().chain(&step.when).map(|asked| &asked.value);
        let (relaxed, of_mates) = parts_of(&moves.collect::<Vec<_>>(), ask);
        let mut of = |asked: &Spanned<Question>| MoveConstraint::from(ask(&asked.value));
        StepConstraints {
            moves: step.who.iter().chain(&step.when).map(&mut of).collect(),
            relaxed,
            of_mates,
            may_pass: step.pass,
            pass: step.pass_when.as_ref().map(&mut of),
            given: step.given.as_ref().map(|asked| ask(&asked.value)),
            pass_in_check: step.pass_in_check.as_ref().map(|asked| ask(&asked.value)),
        }
    };
    series.steps.iter().map(&mut step).collect()
}
