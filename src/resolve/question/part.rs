//! A part of a sentence: its words, what they mean and the board on which it is evaluated.

use alfil_diagnostics::source::Span;
use alfil_rules::effect::Deed;
use alfil_rules::question::{Pieces, Question};

/// A part of a sentence.
#[derive(Clone, Debug)]
pub struct SentencePart {
    /// Its words.
    pub span: Span,
    /// What they mean.
    pub what: What,
    /// The board on which it is evaluated.
    pub moment: Moment,
}

/// The kind of a part.
#[derive(Clone, Debug)]
pub enum What {
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
pub enum Moment {
    /// That of the sentence.
    Here,
    /// The board after the move.
    Behind,
    /// The board after the move, from which a deed takes pieces.
    Picked,
}
