//! What a path is: its cells, what it captures, and what it requires of the cells of a position.

use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Axes, Stride};
use std::sync::Arc;

/// What happens on the last cell of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// It is empty (or the mover's own start).
    Quiet,
    /// An enemy stands there and is captured.
    Capture,
    /// It is empty, has just been passed, and the piece that passed it is captured.
    Passant,
    /// What the path asks and captures says it.
    Explicit,
}

/// Which lines a path runs along: paths of one family share lookup tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Straight along orthogonals.
    Orthogonal,
    /// Straight along diagonals.
    Diagonal,
    /// Anything else: oblique, bent.
    Other,
}

/// One way through a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<const W: usize = 4> {
    /// Where the piece starts that walks it: another one's cell if the move is lent.
    pub from: Site,
    /// Where it ends.
    pub to: Site,
    /// What happens there.
    pub end: End,
    /// Which lines it runs along.
    pub family: Family,
    /// Must be empty: other cells than its end, or any if the end is [`End::Explicit`].
    pub empty: SiteSet<W>,
    /// Must be occupied, by anyone.
    pub occupied: SiteSet<W>,
    /// Nothing of most paths, of which there are very many.
    pub(super) uncommon: Option<Arc<Uncommon<W>>>,
}

/// What few paths do, or ask of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Uncommon<const W: usize> {
    /// All that is asked.
    pub(super) needs: Needs<W>,
    pub(super) captured: SiteSet<W>,
    pub(super) shifted: Option<(Site, Site)>,
    pub(super) passant: Option<EnPassantCapture<W>>,
    pub(super) passed: SiteSet<W>,
}

impl<const W: usize> Path<W> {
    /// Whether it captures nothing but on its end, leaves no trace, moves no second piece, and asks no more than which cells
    /// are empty and occupied.
    pub fn is_plain(&self) -> bool {
        self.uncommon.is_none()
    }

    /// What it asks of other cells; of all cells if the end is [`End::Explicit`].
    pub fn needs(&self) -> Needs<W> {
        let Path { empty, occupied, .. } = *self;
        let plain = Needs { empty, occupied, ..Needs::NONE };
        self.uncommon.as_ref().map_or(plain, |uncommon| uncommon.needs)
    }

    /// What it captures besides its end; all that it captures but in passing if the end is [`End::Explicit`].
    pub fn captured(&self) -> SiteSet<W> {
        self.uncommon.as_ref().map_or(SiteSet::EMPTY, |uncommon| uncommon.captured)
    }

    /// A piece that is put down elsewhere: from, to.
    pub fn shifted(&self) -> Option<(Site, Site)> {
        self.uncommon.as_ref()?.shifted
    }

    /// A capture in passing on the way.
    pub fn passant(&self) -> Option<EnPassantCapture<W>> {
        self.uncommon.as_ref()?.passant
    }

    /// Cells that an enemy's `e` may enter next turn.
    pub fn passed(&self) -> SiteSet<W> {
        self.uncommon.as_ref().map_or(SiteSet::EMPTY, |uncommon| uncommon.passed)
    }
}

/// What a path asks of cells. A site in two of the sets has to fit both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Needs<const W: usize = 4> {
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// Must be occupied, by anyone.
    pub occupied: SiteSet<W>,
    /// Must hold enemies.
    pub foes: SiteSet<W>,
    /// Must hold pieces of the mover's side.
    pub friends: SiteSet<W>,
    /// Must hold royal pieces.
    pub royal: SiteSet<W>,
    /// Must hold pieces that are not royal.
    pub common: SiteSet<W>,
    /// Where a piece of the mover's side and of this kind must stand, which lends the move.
    pub relayer: Option<(Site, KindId)>,
}

impl<const W: usize> Needs<W> {
    /// Nothing.
    pub const NONE: Needs<W> = Needs {
        empty: SiteSet::EMPTY,
        occupied: SiteSet::EMPTY,
        foes: SiteSet::EMPTY,
        friends: SiteSet::EMPTY,
        royal: SiteSet::EMPTY,
        common: SiteSet::EMPTY,
        relayer: None,
    };

    /// Whether `more` asks all that this asks.
    pub fn within(&self, more: &Needs<W>) -> bool {
        self.empty.within(more.empty)
            && self.occupied.within(more.occupied)
            && self.foes.within(more.foes)
            && self.friends.within(more.friends)
            && self.royal.within(more.royal)
            && self.common.within(more.common)
            && (self.relayer.is_none() || self.relayer == more.relayer)
    }

    /// Whether it asks who stands somewhere, besides enemies.
    pub fn asks_who(&self) -> bool {
        self.relayer.is_some() || !(self.friends | self.royal | self.common).is_empty()
    }

    /// Every cell of which something is asked.
    pub fn cells(&self) -> SiteSet<W> {
        let Needs { empty, occupied, foes, friends, royal, common, relayer } = *self;
        let lender = relayer.map_or(SiteSet::EMPTY, |(site, _)| SiteSet::of(site));
        empty | occupied | foes | friends | royal | common | lender
    }
}

/// A capture in passing on the way: the needs of the path hold once its victim is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnPassantCapture<const W: usize = 4> {
    /// The passed cell.
    pub cell: Site,
    /// Must be empty before the victim is gone.
    pub empty: SiteSet<W>,
    /// Must be occupied before the victim is gone.
    pub occupied: SiteSet<W>,
}

/// The most cells that one move passes and leaves open to `e`.
pub const PASSED: usize = 16;

/// The most pieces one move captures.
pub const CAPTURES: usize = 8;

/// The most ways through one term from one cell that are traced.
pub const MAX_PATHS: usize = 4_000;
/// And the most steps that it takes to find them.
pub const MAX_STEPS: usize = 16 * MAX_PATHS;

/// Which lines a stride along `sector` runs along.
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
