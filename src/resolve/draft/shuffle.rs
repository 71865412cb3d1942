//! How the setup is shuffled, according to the files so far.

use alfil_diagnostics::source::Span;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::shuffle::{Arrays, Shade};

/// How a setup is shuffled, so far.
#[derive(Clone, Debug)]
pub struct ShuffleSoFar {
    /// Which cells.
    pub cells: Area,
    /// The words of that.
    pub cells_words: String,
    /// What Black's hold.
    pub sides: Arrays,
    /// What must hold of a start.
    pub when: Option<Question>,
    /// Which pieces are placed first.
    pub order: Vec<(Shade, KindId)>,
    /// Where that was said.
    pub span: Span,
}
