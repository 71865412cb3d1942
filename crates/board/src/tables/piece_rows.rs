//! What one piece may do from one site, as rows of the tables.

use crate::paths::path::{EnPassantCapture, End, Needs};
use crate::tables::lookup::Lookup;
use crate::topology::site_set::{Site, SiteSet};

/// What a piece may do from one site.
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
    /// Range of [`Tables::reaches`].
    pub reaches: (u32, u32),
    /// Range of [`Tables::specials`].
    pub specials: (u32, u32),
}

/// One lookup and what may be done where it reaches.
#[derive(Clone, Copy, Debug)]
pub struct SliderRow<const W: usize> {
    /// Where the piece gets.
    pub lookup: Lookup<W>,
    /// It gets nowhere unless these are empty.
    pub guard: SiteSet<W>,
    /// How many of the next rows get nowhere either when this one does not for its guard.
    pub skips: u32,
    /// Cells it may step on if empty.
    pub quiet: SiteSet<W>,
    /// Cells on which it may capture.
    pub capture: SiteSet<W>,
    /// Cells on which it may capture en passant.
    pub passant: SiteSet<W>,
    /// Whether it may step and capture wherever it gets.
    pub is_open: bool,
}

/// A move that captures on its way or leaves a trace.
#[derive(Clone, Copy, Debug)]
pub struct SpecialMove<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// What happens there.
    pub end: End,
    /// Enemies it captures on its way.
    pub captured: SiteSet<W>,
    /// Cells it passes.
    pub passed: SiteSet<W>,
    /// Where royal pieces have to stand, whichever of its ways it goes.
    pub royal: SiteSet<W>,
    /// Range of [`Tables::ways`]; of [`Tables::owner_needs`] if the end is [`End::Explicit`].
    pub ways: (u32, u32),
    /// A second piece that is put down elsewhere: from, to.
    pub shifted: Option<(Site, Site)>,
    /// The cell on which it captures in passing on its way.
    pub passant: Option<Site>,
    /// How many of the next rows capture on their way all that it captures there.
    pub alike: u32,
}

/// What an owner-sensitive special asks.
#[derive(Clone, Copy, Debug)]
pub struct OwnerNeeds<const W: usize> {
    /// Of cells, once the piece captured in passing is gone.
    pub needs: Needs<W>,
    /// A capture in passing on the way.
    pub passant: Option<EnPassantCapture<W>>,
}

/// Facts about a kind of one side, asked before its rows are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KindFlags {
    /// Some site has specials, or rifle captures that are listed with them.
    pub special: bool,
    /// Some site has rifle captures, which have a column.
    pub rifle: bool,
    /// Some site has owner-sensitive specials.
    pub owner_dependent: bool,
    /// Some site captures en passant.
    pub passant: bool,
    /// Some move promotes it.
    pub promotes: bool,
    /// Its moves are progress.
    pub irreversible: bool,
}

impl KindFlags {
    /// Whether a lone royal piece of the kind stays what it is.
    #[inline(always)]
    pub fn is_plain_king(self) -> bool {
        !self.promotes
    }
}
