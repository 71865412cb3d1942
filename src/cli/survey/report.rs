//! The result of a survey, before it is printed.

use crate::cli::parts::Extent;
use alfil::play::survey::figures::Figures;
use alfil::play::survey::record::Settings;
use alfil::suite::fired::Fired;
use serde::Serialize;

/// How the figures of the reference were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    /// They are part of the program.
    Shipped,
    /// The games were played in the same run.
    Played,
}

/// The figures of the reference.
pub(super) struct Reference {
    pub(super) title: String,
    pub(super) origin: Origin,
    pub(super) settings: Settings,
    pub(super) figures: Figures,
}

/// The finished survey.
pub(super) struct Survey {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) settings: Settings,
    pub(super) figures: Figures,
    pub(super) fired: Fired,
    pub(super) reference: Option<Reference>,
    pub(super) extent: Extent,
}
