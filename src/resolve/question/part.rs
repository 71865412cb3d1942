//! A part of a sentence: its words, their meaning and the board on which it is evaluated.

use alfil_diagnostics::source::Span;
use alfil_rules::effect::Deed;
use alfil_rules::question::{Pieces, Question};

/// A part of a sentence.
#[derive(Clone, Debug)]
pub(crate) struct SentencePart {
    /// The place of the words of this part.
    pub(crate) span: Span,
    pub(crate) what: What,
    pub(crate) moment: Moment,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A question.
    Question(Question),
    /// Pieces with only one of their filters, so that a finding can point at this filter.
    Filter(Pieces),
    /// Pieces with all of their filters.
    Pieces(Pieces),
    /// An action of an effect.
    Deed(Deed),
}

/// The board on which a part of a sentence is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// The board on which the whole sentence is evaluated.
    Here,
    /// The board after the move (`leaving`).
    Behind,
    /// The board after the move, on which an action selects pieces.
    Picked,
}
