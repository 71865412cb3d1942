//! The rules of castling in a draft.

use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::castling::{CastleEnd, CastleFiles};
use alfil_rules::ids::KindId;

/// Whether the files read so far allow castling.
#[derive(Clone, Debug, Default)]
pub(crate) enum Castling {
    #[default]
    Unsaid,
    /// A file says `castling: none`.
    None,
    Some(CastlingDraft),
}

/// The rules of castling, according to the files read so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct CastlingDraft {
    /// The partners.
    pub(crate) with: With,
    /// The files where a castling piece with the notation `isO` ends.
    pub(crate) files: Option<Spanned<CastleFiles>>,
    /// The start cells that a file writes. Other castling pieces start on their cells in the setup.
    pub(crate) homes: Vec<Home>,
}

/// The partners of castling pieces.
#[derive(Clone, Debug, Default)]
pub(crate) enum With {
    #[default]
    Unsaid,
    /// One list of partners for all castling terms, and the place where it is written.
    All(Vec<KindId>, Span),
    /// Partners for each castling atom.
    Each(Vec<(Spanned<CastleEnd>, Vec<KindId>)>),
}

/// A kind and its start cells for castling.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(in crate::resolve) kind: KindId,
    pub(in crate::resolve) cells: Vec<Spanned<String>>,
    pub(in crate::resolve) span: Span,
}

impl Castling {
    /// Returns true if some piece castles with pieces of `kind`.
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
