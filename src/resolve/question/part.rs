//! A part of a sentence: its words, what they mean and the board on which it is evaluated.

use alfil_diagnostics::source::Span;
use alfil_rules::effect::Deed;
use alfil_rules::question::{Pieces, Question};

/// A part of a sentence.
#[derive(Clone, Debug)]
pub(crate) struct SentencePart {
    /// Its words.
    pub(crate) span: Span,
    /// What they mean.
    pub(crate) what: What,
    /// The board on which it is evaluated.
    pub(crate) moment: Moment,
}

/// The kind of a part.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A question.
    Question(Question),
    /// One of the filters of pieces.
    Filter(Pieces),
    /// Pieces with all of their filters.
    Pieces(Pieces),
    /// A deed.
    Deed(Deed),
}

/// The board on which a part is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// That of the sentence.
    Here,
    /// The board after the move.
    Behind,
    /// The board after the move, from which a deed takes pieces.
    Picked,
}
