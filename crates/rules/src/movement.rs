//! Movements in normal form: a set of terms.
//!
//! The package `alfil-resolve` builds them from movement strings. Boards and planes compile them.

pub use crate::term::{
    Action, Aim, Axes, Course, Edges, Gait, Given, Leg, Loop, Mode, Pace, Passage, Prey, Range,
    Reach, Stride, Term, Walk,
};

use crate::question::Question;
use alfil_diagnostics::source::Spanned;

/// All moves of a piece: the union of its terms. The order of terms has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// The terms.
    pub terms: Vec<Term>,
    /// Questions about the board, to which [`Term::given`] refers by index.
    pub asked: Vec<Spanned<Question>>,
}

impl Movement {
    /// A movement of terms without questions.
    pub fn of(terms: Vec<Term>) -> Movement {
        Movement { terms, asked: Vec::new() }
    }
}
