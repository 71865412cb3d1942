//! What the files so far say about castling.

use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::castling::{CastleEnd, CastleFiles};
use alfil_rules::ids::KindId;

/// Castling so far.
#[derive(Clone, Debug, Default)]
pub(crate) enum Castling {
    /// Nothing was said.
    #[default]
    Unsaid,
    /// There is none.
    None,
    /// There is.
    Some(CastlingSoFar),
}

/// What was said of castling.
#[derive(Clone, Debug, Default)]
pub(crate) struct CastlingSoFar {
    /// With what.
    pub(crate) with: With,
    /// The files on which `isO` ends.
    pub(crate) files: Option<Spanned<CastleFiles>>,
    /// From where kinds castle.
    pub(crate) homes: Vec<Home>,
}

/// With what a piece castles.
#[derive(Clone, Debug, Default)]
pub(crate) enum With {
    /// Nobody has said it.
    #[default]
    Unsaid,
    /// With these; said there.
    All(Vec<KindId>, Span),
    /// Each atom with its own.
    Each(Vec<(Spanned<CastleEnd>, Vec<KindId>)>),
}

/// A kind and the cells from which it castles.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(in crate::resolve) kind: KindId,
    pub(in crate::resolve) cells: Vec<Spanned<String>>,
    pub(in crate::resolve) span: Span,
}

impl Castling {
    /// Whether some piece castles with pieces of `kind`.
    pub(crate) fn has_partner(&self, kind: KindId) -> bool {
        match self {
            Castling::None | Castling::Unsaid => false,
            Castling::Some(said) => match &said.with {
                With::Unsaid => false,
                With::All(kinds, _) => kinds.contains(&kind),
                With::Each(each) => each.iter().any(|(_, kinds)| kinds.contains(&kind)),
            },
        }
    }
}

impl With {
    pub(in crate::resolve) fn kinds(&self, end: CastleEnd) -> Option<&[KindId]> {
        match self {
            With::Unsaid => None,
            With::All(kinds, _) => Some(kinds),
            With::Each(each) => {
                each.iter().find(|(said, _)| said.value.is_like(end)).map(|(_, kinds)| &kinds[..])
            }
        }
    }
}
