//! Predicates that moves must satisfy, in every step or in single steps of a turn.
//!
//! A predicate may depend on attacks or replies. While these are computed, weaker predicates
//! replace it, which do not depend on them. They hold whenever the original predicate holds.

use crate::tables::kinds::KindSet;
use crate::tables::pattern::Pattern;
use crate::tables::predicate::Predicate;
use alfil_diagnostics::source::Spanned;
use alfil_rules::question::{Lookahead, Question};
use alfil_rules::turn::{Pass, Series, Step};

/// A predicate that moves must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct MoveConstraint<const W: usize> {
    pub(crate) question: Predicate<W>,
    /// How much of the game the predicate examines.
    pub(crate) level: Lookahead,
    /// True if the move must be made before the predicate is evaluated.
    pub(crate) looks_ahead: bool,
    /// True if some parts do not depend on the move, so that the position alone may decide the
    /// predicate.
    pub(crate) settles: bool,
    /// The kinds whose moves may violate the predicate. All moves of other kinds satisfy it.
    pub(crate) kinds: KindSet,
    /// True if conditions on start and end apply to both partners of castling.
    pub(crate) of_partners: bool,
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
    /// Returns the patterns of terms in the predicate, each with the kinds whose moves depend on
    /// it.
    pub(super) fn terms(&self) -> Vec<(KindSet, Pattern<W>)> {
        let terms = self.question.terms().into_iter();
        terms.map(|terms| (self.kinds, terms.clone())).collect()
    }
}

/// The constraints of one step of a turn.
#[derive(Clone, Debug)]
pub(crate) struct StepConstraints<const W: usize> {
    /// A predicate about the last move. The step only takes place if it holds.
    pub(crate) given: Option<Predicate<W>>,
    /// The predicates that moves of the step must satisfy.
    pub(crate) moves: Vec<MoveConstraint<W>>,
    /// The weaker predicates that replace `moves` while attacks or legal moves are computed.
    relaxed: Vec<MoveConstraint<W>>,
    /// The parts of `moves` about mate, without the parts about other replies.
    pub(crate) of_mates: Vec<MoveConstraint<W>>,
    /// The rule about skipping the step.
    pub(crate) may_pass: Pass,
    /// The predicate that a pass must satisfy.
    pub(crate) pass: Option<MoveConstraint<W>>,
    /// The predicate that must hold for a pass in check.
    pub(crate) pass_in_check: Option<Predicate<W>>,
}

impl<const W: usize> StepConstraints<W> {
    /// Returns the predicates about moves of the step. If `part` excludes a part of them, their
    /// weaker replacements are added.
    pub(crate) fn moves(&self, part: Part) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.moves.iter().chain(part.weaker(&self.relaxed))
    }

    /// Returns all predicates about moves and passes of the step.
    pub(super) fn of_moves(&self) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.moves(Part::Known).chain(&self.of_mates).chain(&self.pass)
    }

    /// Returns whether the step has no predicates about moves and passes.
    pub(crate) fn asks_nothing(&self) -> bool {
        self.moves.is_empty() && self.pass.is_none()
    }
}

/// The parts of predicates that can be evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All parts.
    Whole,
    /// Only parts with a low enough lookahead. They do not depend on the attacks or legal moves
    /// that are being computed.
    Known,
}

impl Part {
    /// Returns `relaxed` if some parts of predicates are excluded, and otherwise an empty list.
    pub(super) fn weaker<T>(self, relaxed: &[T]) -> &[T] {
        match self {
            Part::Whole => &[],
            Part::Known => relaxed,
        }
    }
}

/// Returns two lists. The first contains the weaker predicates that replace `questions` while
/// attacks or legal moves are computed, without duplicates. The second contains the parts about
/// mate.
pub(super) fn parts_of<const W: usize>(
    questions: &[&Question],
    compile: &mut impl FnMut(&Question) -> Predicate<W>,
) -> (Vec<MoveConstraint<W>>, Vec<MoveConstraint<W>>) {
    let of = |level| questions.iter().filter_map(move |question| question.relaxed(level));
    let mut relaxed: Vec<Question> = Vec::new();
    for part in of(Lookahead::Attack).chain(of(Lookahead::Replies)) {
        if !questions.contains(&&part) && !relaxed.contains(&part) {
            relaxed.push(part);
        }
    }
    let of_mates = questions.iter().filter_map(|question| question.relaxed_but_mates());
    let of_mates: Vec<Question> = of_mates.filter(Question::asks_mate).collect();
    let mut all = |parts: &[Question]| parts.iter().map(|part| compile(part).into()).collect();
    (all(&relaxed), all(&of_mates))
}

/// Compiles the predicates of each step of a turn.
pub(super) fn of_steps<const W: usize>(
    series: &Series,
    compile: &mut impl FnMut(&Question) -> Predicate<W>,
) -> Vec<StepConstraints<W>> {
    let mut step = |step: &Step| {
        let moves = step.who.iter().chain(&step.when).map(|question| &question.value);
        let (relaxed, of_mates) = parts_of(&moves.collect::<Vec<_>>(), compile);
        let mut of = |question: &Spanned<Question>| MoveConstraint::from(compile(&question.value));
        StepConstraints {
            moves: step.who.iter().chain(&step.when).map(&mut of).collect(),
            relaxed,
            of_mates,
            may_pass: step.pass,
            pass: step.pass_when.as_ref().map(&mut of),
            given: step.given.as_ref().map(|question| compile(&question.value)),
            pass_in_check: step.pass_in_check.as_ref().map(|question| compile(&question.value)),
        }
    };
    series.steps.iter().map(&mut step).collect()
}
