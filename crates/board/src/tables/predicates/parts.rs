//! Weaker questions, asked while attacks or legal moves are computed.
//!
//! Owns: [`Part`], `parts_of`. Takes the questions of a game; gives those that stand in for them. Invariant: a weaker question holds
//! wherever the whole one does.

use super::{MoveConstraint, Predicate};
use alfil_rules::question::{Lookahead, Question};

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
    pub(super) fn of<T>(self, relaxed: &[T]) -> &[T] {
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
