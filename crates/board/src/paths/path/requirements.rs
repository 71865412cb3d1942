//! The types of a path: its cells, its captures, and its requirements of the cells of a position.

use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Axes, Stride};
use std::sync::Arc;

/// The event on the last cell of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// It is empty, or the mover's own start cell.
    Quiet,
    /// An enemy is captured there.
    Capture,
    /// It is empty, a piece has just passed it, and that piece is captured.
    Passant,
    /// Requirements and captures of the path contain the last cell.
    Explicit,
}

/// The lines of a path. Paths of one family share lookup tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Straight along orthogonal lines.
    Orthogonal,
    /// Straight along diagonal lines.
    Diagonal,
    /// Anything else: oblique or bent.
    Other,
}

/// One way of a walk over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<const W: usize = 4> {
    /// The start cell of the piece that moves. If the move is lent, this is not the cell of the
    /// lender.
    pub(crate) from: Site,
    /// The last cell.
    pub to: Site,
    /// The event on the last cell.
    pub end: End,
    /// The lines along which it runs.
    pub(crate) family: Family,
    /// Must be empty. Contains the last cell only if the end is [`End::Explicit`].
    pub empty: SiteSet<W>,
    /// Must be occupied by any piece.
    pub occupied: SiteSet<W>,
    /// `None` for most paths. There are very many paths, so this is kept apart.
    pub(super) uncommon: Option<Arc<Uncommon<W>>>,
}

/// Rare requirements and events of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Uncommon<const W: usize> {
    /// All requirements.
    pub(super) needs: Needs<W>,
    pub(super) captured: SiteSet<W>,
    pub(super) shifted: Option<(Site, Site)>,
    pub(super) passant: Option<EnPassantCapture<W>>,
    pub(super) passed: SiteSet<W>,
}

impl<const W: usize> Path<W> {
    /// Returns whether the path only captures on its last cell, leaves no trace, moves no second
    /// piece, and only requires empty and occupied cells.
    pub(crate) fn is_plain(&self) -> bool {
        self.uncommon.is_none()
    }

    /// Returns the requirements of all cells except the last one. [`End::Explicit`] includes the
    /// last one.
    pub fn needs(&self) -> Needs<W> {
        let Path { empty, occupied, .. } = *self;
        let plain = Needs { empty, occupied, ..Needs::NONE };
        self.uncommon.as_ref().map_or(plain, |uncommon| uncommon.needs)
    }

    /// Returns the captures besides that on the last cell. [`End::Explicit`] includes the last
    /// cell, but no capture in passing.
    pub fn captured(&self) -> SiteSet<W> {
        self.uncommon.as_ref().map_or(SiteSet::EMPTY, |uncommon| uncommon.captured)
    }

    /// Returns the move of a second piece that is put down elsewhere: from, to.
    pub fn shifted(&self) -> Option<(Site, Site)> {
        self.uncommon.as_ref()?.shifted
    }

    /// Returns the capture in passing on the way.
    pub fn passant(&self) -> Option<EnPassantCapture<W>> {
        self.uncommon.as_ref()?.passant
    }

    /// Returns the cells that an enemy's `e` move may enter in the next turn.
    pub(crate) fn passed(&self) -> SiteSet<W> {
        self.uncommon.as_ref().map_or(SiteSet::EMPTY, |uncommon| uncommon.passed)
    }
}

/// The requirements of a path. A site in two of the sets must satisfy both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Needs<const W: usize = 4> {
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// Must be occupied by any piece.
    pub occupied: SiteSet<W>,
    /// Must hold enemies.
    pub foes: SiteSet<W>,
    /// Must hold pieces of the mover's side.
    pub friends: SiteSet<W>,
    /// Must hold royal pieces.
    pub royal: SiteSet<W>,
    /// Must hold pieces that are not royal.
    pub common: SiteSet<W>,
    /// The cell and the kind of the piece of the mover's side that lends the move.
    pub relayer: Option<(Site, KindId)>,
}

impl<const W: usize> Needs<W> {
    /// No requirements.
    pub(crate) const NONE: Needs<W> = Needs {
        empty: SiteSet::EMPTY,
        occupied: SiteSet::EMPTY,
        foes: SiteSet::EMPTY,
        friends: SiteSet::EMPTY,
        royal: SiteSet::EMPTY,
        common: SiteSet::EMPTY,
        relayer: None,
    };

    /// Returns whether `more` contains all of these requirements.
    pub(crate) fn within(&self, more: &Needs<W>) -> bool {
        self.empty.within(more.empty)
            && self.occupied.within(more.occupied)
            && self.foes.within(more.foes)
            && self.friends.within(more.friends)
            && self.royal.within(more.royal)
            && self.common.within(more.common)
            && (self.relayer.is_none() || self.relayer == more.relayer)
    }

    /// Returns whether it requires owners or royalty of pieces, besides enemies.
    pub(crate) fn asks_who(&self) -> bool {
        self.relayer.is_some() || !(self.friends | self.royal | self.common).is_empty()
    }

    /// Returns all cells with requirements.
    pub(crate) fn cells(&self) -> SiteSet<W> {
        let Needs { empty, occupied, foes, friends, royal, common, relayer } = *self;
        let lender = relayer.map_or(SiteSet::EMPTY, |(site, _)| SiteSet::of(site));
        empty | occupied | foes | friends | royal | common | lender
    }
}

/// A capture in passing on the way. The requirements of the path apply after its victim is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnPassantCapture<const W: usize = 4> {
    /// The passed cell.
    pub cell: Site,
    /// Must be empty while the victim is still there.
    pub(crate) empty: SiteSet<W>,
    /// Must be occupied while the victim is still there.
    pub(crate) occupied: SiteSet<W>,
}

/// The largest number of cells that one move passes and leaves open to `e`.
pub const PASSED: usize = 16;

/// The largest number of pieces that one move captures.
pub const CAPTURES: usize = 8;

/// The largest number of paths of one term from one cell.
pub const MAX_PATHS: usize = 4_000;
/// The largest number of steps to find them.
pub const MAX_STEPS: usize = 16 * MAX_PATHS;

/// Returns the lines of a stride along `sector`.
pub(super) fn family(stride: Stride, sector: u8) -> Family {
    match stride {
        Stride::Radial { length: 1, axes: Axes::Orthogonal | Axes::Diagonal | Axes::Both } => {
            if sector.is_multiple_of(2) {
                Family::Orthogonal
            } else {
                Family::Diagonal
            }
        }
        Stride::Radial { .. }
        | Stride::Oblique { .. }
        | Stride::Rising { .. }
        | Stride::Universal => Family::Other,
    }
}
