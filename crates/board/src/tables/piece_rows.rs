//! The rows of the move tables: moves of one piece from one site.

use crate::paths::path::{EnPassantCapture, End, Needs};
use crate::tables::lookup::Lookup;
use alfil_topology::site_set::{Site, SiteSet};

/// The moves of a piece from one site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceRow<const W: usize> {
    /// Leaps onto empty cells.
    pub(crate) quiet: SiteSet<W>,
    /// Leaps that capture.
    pub(crate) capture: SiteSet<W>,
    /// Leaps that capture en passant.
    pub(crate) passant: SiteSet<W>,
    /// Captures without moving.
    pub(crate) rifle: SiteSet<W>,
    /// Range of `Tables::reaches`.
    pub(crate) reaches: (u32, u32),
    /// Range of `Tables::specials`.
    pub(crate) specials: (u32, u32),
}

/// A lookup of reachable cells, with the moves that are allowed on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliderRow<const W: usize> {
    /// The reachable cells.
    pub(crate) lookup: Lookup<W>,
    /// Cells that must be empty. Otherwise the lookup reaches nothing.
    pub(crate) guard: SiteSet<W>,
    /// The number of following rows whose guards contain this guard. If a cell of this guard is
    /// occupied, those rows reach nothing either.
    pub(crate) skips: u32,
    /// The cells on which the piece may step if they are empty.
    pub(crate) quiet: SiteSet<W>,
    /// The cells on which it may capture.
    pub(crate) capture: SiteSet<W>,
    /// The cells on which it may capture en passant.
    pub(crate) passant: SiteSet<W>,
    /// True if the piece may step and capture on every reachable cell.
    pub(crate) is_open: bool,
}

/// A move that captures on its way, leaves en passant squares, or depends on the owners of pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpecialMove<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// What must be on the last cell, and what the move captures there.
    pub(crate) end: End,
    /// The enemies that the move captures on its way. If the end is [`End::Explicit`], all captures
    /// except those en passant.
    pub(crate) captured: SiteSet<W>,
    /// The en passant squares that the move leaves.
    pub(crate) passed: SiteSet<W>,
    /// The cells that must hold royal pieces in every alternative.
    pub(crate) royal: SiteSet<W>,
    /// Range of `Tables::ways`, or of `Tables::owner_needs` if the end is [`End::Explicit`].
    pub(crate) ways: (u32, u32),
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The en passant square of a capture on the way.
    pub(crate) passant: Option<Site>,
    /// The number of following rows that capture at least the same cells. If this move cannot
    /// capture on its cells, these rows are skipped.
    pub(crate) alike: u32,
}

/// The requirements of a special move that depends on owners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnerNeeds<const W: usize> {
    /// The requirements on cells. An en passant capture has already removed its victim then.
    pub(crate) needs: Needs<W>,
    /// The en passant capture on the way, if there is one.
    pub(crate) passant: Option<EnPassantCapture<W>>,
}

/// Properties of a kind of one side that decide which rows the generator reads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct KindFlags {
    /// True if some row has special moves. Captures without moving count too, unless a column lists
    /// them.
    pub(crate) special: bool,
    /// True if some row has captures without moving that are listed in a column.
    pub(crate) rifle: bool,
    /// True if some row has special moves that depend on owners.
    pub(crate) owner_dependent: bool,
    /// True if some row captures en passant.
    pub(crate) passant: bool,
    /// True if some move promotes the piece.
    pub(crate) promotes: bool,
    /// True if moves of the kind reset the halfmove clock.
    pub(crate) irreversible: bool,
}

impl KindFlags {
    /// Returns whether moves of the kind never promote. A royal piece of such a kind only changes
    /// its cell.
    #[inline(always)]
    pub(crate) fn is_plain_king(self) -> bool {
        !self.promotes
    }
}
