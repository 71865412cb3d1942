//! Movements in normal form: a set of terms. The crate `alfil` builds them from movement strings; boards and planes compile them.

pub(crate) mod term;

pub use term::{
    Action, Aim, Axes, Course, Edges, Gait, Given, Leg, Loop, Mode, Pace, Passage, Prey, Range,
    Reach, Stride, Term, Walk,
};

use crate::question::Question;
use alfil_diagnostics::source::Spanned;

/// All that a piece may do: the union of its terms. Order carries no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// The terms.
    pub terms: Vec<Term>,
    /// What terms ask of the board, by the numbers in [`Term::given`].
    pub asked: Vec<Spanned<Question>>,
}

impl Movement {
    /// Of terms that ask nothing of the board.
    pub fn of(terms: Vec<Term>) -> Movement {
        Movement { terms, asked: Vec::new() }
    }
}
