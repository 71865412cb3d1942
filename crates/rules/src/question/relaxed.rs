//! What is left of a question where some of its parts cannot be answered yet.
//!
//! Owns: [`Question::relaxed`], [`Question::relaxed_but_mates`], [`Question::with_cells`]. Takes a question; gives a weaker one. Invariant: what is left holds
//! wherever the whole question does.

use super::{Lookahead, MoveFact, Question};

/// A part of a question without what cannot be answered.
enum Left<A, C, P> {
    /// Its answer.
    Known(bool),
    /// A question that is still open.
    Asked(Question<A, C, P>),
}

impl<A: Clone, C: Clone, P: Clone> Question<A, C, P> {
    /// The question without the parts that look at `below` or more, which are taken to be fulfilled; nothing if no other part
    /// restricts anything.
    pub fn relaxed(&self, below: Lookahead) -> Option<Question<A, C, P>> {
        self.without(&|part| part.level() >= below)
    }

    /// The question without the parts that look at legal moves, but for those that ask about mate.
    pub fn relaxed_but_mates(&self) -> Option<Question<A, C, P>> {
        let mates = |part: &Self| matches!(part, Question::Move(MoveFact::GivingMate));
        self.without(&|part| part.level() >= Lookahead::Replies && !mates(part))
    }

    /// The same question with every condition on start and end replaced by the answer of `holds`.
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
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => self.clone(),
        }
    }

    /// Tells if some part mentions mate.
    pub fn asks_mate(&self) -> bool {
        self.any(&|part| matches!(part, Question::Move(MoveFact::GivingMate)))
    }

    fn without(&self, unknown: &dyn Fn(&Self) -> bool) -> Option<Question<A, C, P>> {
        match self.left(unknown, true) {
            Left::Known(true) => None,
            Left::Known(false) => Some(Question::Any(Vec::new())),
            Left::Asked(question) => Some(question),
        }
    }

    /// Its rest if every `unknown` part has the answer `granted`.
    fn left(&self, unknown: &dyn Fn(&Self) -> bool, granted: bool) -> Left<A, C, P> {
        let of = |parts: &[Self], enough: bool| {
            let mut asked = Vec::new();
            for part in parts {
                match part.left(unknown, granted) {
                    Left::Known(holds) if holds == enough => return Left::Known(enough),
                    Left::Known(_) => {}
                    Left::Asked(part) => asked.push(part),
                }
            }
            match asked.len() {
                0 => Left::Known(!enough),
                1 => Left::Asked(asked.remove(0)),
                _ if enough => Left::Asked(Question::Any(asked)),
                _ => Left::Asked(Question::All(asked)),
            }
        };
        match self {
            Question::All(parts) => of(parts, false),
            Question::Any(parts) => of(parts, true),
            Question::Not(part) => match part.left(unknown, !granted) {
                Left::Known(holds) => Left::Known(!holds),
                Left::Asked(part) => Left::Asked(Question::Not(Box::new(part))),
            },
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Move(_)
            | Question::Side(_)
            | Question::Count(..)
            | Question::Among(_)
            | Question::Counter(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => match unknown(self) {
                true => Left::Known(granted),
                false => Left::Asked(self.clone()),
            },
        }
    }
}
