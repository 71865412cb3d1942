//! Weaker questions, for evaluation when some parts are not known yet.
//!
//! A weaker question is true wherever the original is.

use super::{Lookahead, MoveFact, Question};

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
