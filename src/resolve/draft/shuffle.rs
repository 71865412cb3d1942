//! How the setup is shuffled, according to the files so far.

use alfil_diagnostics::source::Span;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::shuffle::{Arrays, Shade};

/// The rules of a shuffled setup so far.
#[derive(Clone, Debug)]
pub(crate) struct ShuffleDraft {
    /// The cells that are shuffled.
    pub(crate) cells: Area,
    /// The words of `cells`.
    pub(crate) cells_words: String,
    /// How Black's array follows White's.
    pub(crate) sides: Arrays,
    /// The condition on a start.
    pub(crate) when: Option<Question>,
    /// The pieces that are placed first.
    pub(crate) order: Vec<(Shade, KindId)>,
    pub(crate) span: Span,
}
