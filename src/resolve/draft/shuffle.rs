//! How the setup is shuffled, according to the files so far.

use alfil_diagnostics::source::Span;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::shuffle::{Arrays, Shade};

/// How a setup is shuffled, so far.
#[derive(Clone, Debug)]
pub(crate) struct ShuffleSoFar {
    /// Which cells.
    pub(crate) cells: Area,
    /// The words of that.
    pub(crate) cells_words: String,
    /// What Black's hold.
    pub(crate) sides: Arrays,
    /// What must hold of a start.
    pub(crate) when: Option<Question>,
    /// Which pieces are placed first.
    pub(crate) order: Vec<(Shade, KindId)>,
    /// Where that was said.
    pub(crate) span: Span,
}
