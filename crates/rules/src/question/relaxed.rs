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
        let all = |parts: &[Question<A, C, P>]| -> Vec<Question<A, C, P>> {
            parts.iter().map(|part| part.with_cells(holds)).collect()
        };
        match self {
            Question::Cells(cells) if holds(cells) => Question::All(Vec::new()),
            Question::Cells(_) => Question::Any(Vec::new()),
            Question::All(parts) => Question::All(all(parts)),
            Question::Any(parts) => Question::Any(all(parts)),
            Question::Not(part) => Question::Not(Box::new(part.with_cells(holds))),
            Question::Leaving(part) => Question::Leaving(Box::new(part.with_cells(holds))),
            Question::Move(_)
            | Question::Side(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Rolled(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Measure(..)
            | Question::After(_)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => self.clone(),
        }
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
        match self {
            Question::All(parts) => of(parts, false),
            Question::Any(parts) => of(parts, true),
            Question::Not(part) => match part.remaining(unknown, !granted) {
                Remaining::Known(holds) => Remaining::Known(!holds),
                Remaining::Open(part) => Remaining::Open(Question::Not(Box::new(part))),
            },
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Rolled(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Measure(..)
            | Question::After(_)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => match unknown(self) {
                true => Remaining::Known(granted),
                false => Remaining::Open(self.clone()),
            },
        }
    }
}
