//! The rows of the move tables: moves of one piece from one site.

use crate::paths::path::{EnPassantCapture, End, Needs};
use crate::tables::lookup::Lookup;
use crate::topology::site_set::{Site, SiteSet};

/// The moves of a piece from one site.
#[derive(Clone, Copy, Debug)]
pub struct PieceRow<const W: usize> {
    /// Leaps onto empty cells.
    pub quiet: SiteSet<W>,
    /// Leaps that capture.
    pub capture: SiteSet<W>,
    /// Leaps that capture en passant.
    pub passant: SiteSet<W>,
    /// Captures without moving.
    pub rifle: SiteSet<W>,
    /// Range of `Tables::reaches`.
    pub reaches: (u32, u32),
    /// Range of `Tables::specials`.
    pub specials: (u32, u32),
}

/// A lookup of reachable cells, with the moves that are allowed on them.
#[derive(Clone, Copy, Debug)]
pub struct SliderRow<const W: usize> {
    /// The reachable cells.
    pub lookup: Lookup<W>,
    /// Cells that must be empty; otherwise the lookup reaches nothing.
    pub guard: SiteSet<W>,
    /// The number of following rows whose guards include this guard, so that they reach nothing either.
    pub skips: u32,
    /// The cells on which the piece may step if they are empty.
    pub quiet: SiteSet<W>,
    /// The cells on which it may capture.
    pub capture: SiteSet<W>,
    /// The cells on which it may capture en passant.
    pub passant: SiteSet<W>,
    /// Whether it may step and capture on every reachable cell.
    pub is_open: bool,
}

/// A move that captures on its way, leaves en passant squares, or depends on the owners of pieces.
#[derive(Clone, Copy, Debug)]
pub struct SpecialMove<const W: usize> {
    /// The last cell.
    pub to: Site,
    /// The action on the last cell.
    pub end: End,
    /// The enemies that it captures on its way; all captures but those en passant if the end is [`End::Explicit`].
    pub captured: SiteSet<W>,
    /// The en passant squares that it leaves.
    pub passed: SiteSet<W>,
    /// The cells that must hold royal pieces in each of its alternatives.
    pub royal: SiteSet<W>,
    /// Range of `Tables::ways`, or of `Tables::owner_needs` if the end is [`End::Explicit`].
    pub ways: (u32, u32),
    /// The start and end of a second piece that the move displaces.
    pub shifted: Option<(Site, Site)>,
    /// The en passant square of a capture on its way.
    pub passant: Option<Site>,
    /// The number of following rows that capture at least the same cells.
    pub alike: u32,
}

/// The requirements of a special move that depends on owners.
#[derive(Clone, Copy, Debug)]
pub struct OwnerNeeds<const W: usize> {
    /// The requirements on cells, after an en passant capture has removed its victim.
    pub needs: Needs<W>,
    /// The en passant capture on the way, if there is one.
    pub passant: Option<EnPassantCapture<W>>,
}

/// Properties of a kind of one side that decide which rows the generator reads.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KindFlags {
    /// True if some row has special moves, or captures without moving that are listed with them.
    pub special: bool,
    /// True if some row has captures without moving that are listed in a column.
    pub rifle: bool,
    /// True if some row has special moves that depend on owners.
    pub owner_dependent: bool,
    /// Whether some row captures en passant.
    pub passant: bool,
    /// True if some move promotes the piece.
    pub promotes: bool,
    /// Whether its moves reset the clock of moves without progress.
    pub irreversible: bool,
}

impl KindFlags {
    /// Whether a single royal piece of the kind can only change its cell, without promotion.
    #[inline(always)]
    pub fn is_plain_king(self) -> bool {
        !self.promotes
    }
}
