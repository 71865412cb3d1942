//! The types of a path: its cells, its captures, and its requirements of the cells of a position.

use alfil_rules::ids::KindId;
use alfil_rules::movement::{Axes, Stride};
use alfil_topology::site_set::{Site, SiteSet};
use std::sync::Arc;

/// What must be on the last cell of a path, and what the path captures there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// The cell is empty, or it is the mover's own start cell.
    Quiet,
    /// The cell holds an enemy, which is captured.
    Capture,
    /// The cell is empty, and the piece that has just passed it is captured.
    Passant,
    /// The requirements and captures of the path include those of the last cell.
    Explicit,
}

/// The kind of lines along which a path runs. Paths of one family share lookup tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Straight along orthogonal lines.
    Orthogonal,
    /// Straight along diagonal lines.
    Diagonal,
    /// Anything else: oblique or bent.
    Other,
}

/// One path of a walk over the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<const W: usize = 4> {
    /// The start cell of the piece that moves. If the move is lent, this is not the cell of the
    /// lender.
    pub from: Site,
    /// The last cell.
    pub to: Site,
    /// What must be on the last cell, and what the path captures there.
    pub end: End,
    /// The lines along which the path runs.
    pub(crate) family: Family,
    /// Cells that must be empty. Contains the last cell only if the end is [`End::Explicit`].
    pub empty: SiteSet<W>,
    /// Cells that must be occupied by any piece.
    pub occupied: SiteSet<W>,
    /// Rare data, which is `None` for most paths. It is on the heap, because there are very many
    /// paths.
    pub(super) uncommon: Option<Arc<Uncommon<W>>>,
}

/// Rare requirements and captures of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Uncommon<const W: usize> {
    /// All requirements, including those that the path itself stores.
    pub(super) needs: Needs<W>,
    pub(super) captured: SiteSet<W>,
    pub(super) shifted: Option<(Site, Site)>,
    pub(super) passant: Option<EnPassantCapture<W>>,
    pub(super) passed: SiteSet<W>,
}

impl<const W: usize> Path<W> {
    /// Returns whether the path captures at most on its last cell, leaves no en passant square,
    /// moves no second piece, and requires only empty and occupied cells.
    pub(crate) fn is_plain(&self) -> bool {
        self.uncommon.is_none()
    }

    /// Returns the requirements. They include the last cell only if the end is [`End::Explicit`].
    pub fn needs(&self) -> Needs<W> {
        let Path { empty, occupied, .. } = *self;
        let plain = Needs { empty, occupied, ..Needs::NONE };
        self.uncommon.as_ref().map_or(plain, |uncommon| uncommon.needs)
    }

    /// Returns the captured cells. They include the last cell only if the end is [`End::Explicit`],
    /// and never the victim of an en passant capture.
    pub fn captured(&self) -> SiteSet<W> {
        self.uncommon.as_ref().map_or(SiteSet::EMPTY, |uncommon| uncommon.captured)
    }

    /// Returns the start and end cell of a captured piece that is put down elsewhere.
    pub fn shifted(&self) -> Option<(Site, Site)> {
        self.uncommon.as_ref()?.shifted
    }

    /// Returns the en passant capture, unless the end is [`End::Passant`].
    pub fn passant(&self) -> Option<EnPassantCapture<W>> {
        self.uncommon.as_ref()?.passant
    }

    /// Returns the en passant squares that the path leaves. The opponent's moves with the modifier
    /// `e` may enter them in the next turn.
    pub(crate) fn passed(&self) -> SiteSet<W> {
        self.uncommon.as_ref().map_or(SiteSet::EMPTY, |uncommon| uncommon.passed)
    }
}

/// The requirements of a path. A site in two of the sets must satisfy both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Needs<const W: usize = 4> {
    /// Cells that must be empty.
    pub empty: SiteSet<W>,
    /// Cells that must be occupied by any piece.
    pub occupied: SiteSet<W>,
    /// Cells that must hold enemies.
    pub foes: SiteSet<W>,
    /// Cells that must hold pieces of the mover's side.
    pub friends: SiteSet<W>,
    /// Cells that must hold royal pieces.
    pub royal: SiteSet<W>,
    /// Cells that must hold pieces that are not royal.
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

    /// Returns whether pieces of the mover's side, a lender, royal or non-royal pieces are
    /// required.
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

/// An en passant capture that [`End::Passant`] cannot express. Its own requirements apply while the
/// victim is still on the board. The requirements of the path apply after the victim is removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnPassantCapture<const W: usize = 4> {
    /// The en passant square.
    pub cell: Site,
    /// Cells that must be empty while the victim is still there.
    pub(crate) empty: SiteSet<W>,
    /// Cells that must be occupied while the victim is still there.
    pub(crate) occupied: SiteSet<W>,
}

/// The largest number of en passant squares that one move leaves.
pub const PASSED: usize = 16;

/// The largest number of pieces that one move captures.
pub const CAPTURES: usize = 8;

/// The largest number of paths of one term from one cell.
pub const MAX_PATHS: usize = 4_000;
/// The largest number of steps of one trace.
pub const MAX_STEPS: usize = 16 * MAX_PATHS;

/// Returns the family of a stride along `sector`.
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
