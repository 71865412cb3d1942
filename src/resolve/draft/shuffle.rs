//! The rules of a shuffled setup in a draft.

use crate::resolve::draft::read::Read;
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::shuffle::{Arrays, Shade};

/// The rules of a shuffled setup, according to the files read so far.
#[derive(Clone, Debug)]
pub(crate) struct ShuffleDraft {
    /// The cells that are shuffled.
    pub(crate) cells: Area,
    /// The words of `cells`.
    pub(crate) cells_words: String,
    /// How the array of Black depends on the array of White.
    pub(crate) sides: Arrays,
    /// The condition that a start position must fulfil.
    pub(crate) when: Option<Read<Question>>,
    /// The pieces that are placed before all others, in this order, each on a cell of its shade.
    pub(crate) order: Vec<(Shade, KindId)>,
    pub(crate) span: Span,
}
