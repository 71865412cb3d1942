//! Names that a definition gives to sets of kinds and to questions.

use crate::ids::KindId;
use crate::question::Question;
use alfil_diagnostics::source::Spanned;

/// A named set of kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name.
    pub name: Spanned<String>,
    /// The kinds, in the order of the definition. Without pairs each stands once.
    pub kinds: Vec<KindId>,
    /// For a group of pairs, the kind to which each of `kinds` belongs; empty for others.
    pub of: Vec<KindId>,
}

/// A question with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedQuestion {
    /// The name.
    pub name: Spanned<String>,
    /// The question.
    pub question: Question,
}
