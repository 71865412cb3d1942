//! The types of a path: its cells, its captures, its requirements of the cells of a position, and
//! the state of a path under construction.

use alfil_rules::ids::KindId;
use alfil_rules::movement::{Axes, Course, Edges, Leg, Prey, Stride};
use alfil_rules::ruleset;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::Compass;
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

// The state of a path under construction: its requirements so far. Methods that add a requirement
// return false if it contradicts the others. The start cell counts as empty.

/// The side of a piece, relative to the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Friend,
    Foe,
}

/// The state of a cell that follows from the requirements so far.
enum Known {
    Nothing,
    Empty,
    Occupied,
    /// The cell where the piece was before the move, and its side.
    Piece(Site, Owner),
}

/// A path under construction.
#[derive(Clone, Copy)]
pub(super) struct Progress<const W: usize> {
    from: Site,
    pub(crate) needs: Needs<W>,
    pub(crate) captured: SiteSet<W>,
    /// The last captured piece and its cell, while the path can still put the piece down.
    victim: Option<(Site, Owner)>,
    /// A captured piece that was put down on another cell: from, to, side.
    shifted: Option<(Site, Site, Owner)>,
    passant: Option<EnPassantCapture<W>>,
    pub(crate) passed: SiteSet<W>,
    family: Option<(Family, u8)>,
    pub(crate) bearing: Bearing,
    /// The number of strides of the current leg so far.
    pub(crate) strides: usize,
    /// The number of strides of the previous leg.
    pub(crate) before: usize,
    /// True if the game has transparent kinds. A cell that counts as empty may then hold a piece
    /// that does not block.
    open: bool,
}

impl<const W: usize> Progress<W> {
    pub(crate) fn new(from: Site, compass: Compass, open: bool) -> Progress<W> {
        Progress {
            from,
            needs: Needs::NONE,
            captured: SiteSet::EMPTY,
            victim: None,
            shifted: None,
            passant: None,
            passed: SiteSet::EMPTY,
            family: None,
            bearing: Bearing::new(compass),
            strides: 0,
            before: 0,
            open,
        }
    }

    /// Returns the start and end cell of a captured piece that was put down elsewhere.
    pub(crate) fn shifted(&self) -> Option<(Site, Site)> {
        self.shifted.map(|(from, to, _)| (from, to))
    }

    /// Returns whether a captured piece can still be put down.
    pub(crate) fn has_victim(&self) -> bool {
        self.victim.is_some()
    }

    /// Remembers the strides of the finished leg.
    pub(crate) fn end_leg(&mut self) {
        self.before = self.strides;
    }

    /// Begins a leg along `sector`. The path belongs to an orthogonal or diagonal family only while
    /// all its legs run straight along one sector.
    pub(crate) fn begin_leg(&mut self, leg: &Leg, sector: u8, bearing: Bearing) {
        self.bearing = bearing;
        let straight = leg.course == Course::Straight && leg.edges != Edges::Joined;
        let family = if straight { family(leg.stride, sector) } else { Family::Other };
        self.family = Some(match self.family {
            None => (family, sector),
            Some((f, o)) if f == family && o == sector => (f, o),
            Some((_, o)) => (Family::Other, o),
        });
    }

    /// Returns whether the path needs the owners of pieces, or moves a second piece. Lookups and
    /// simple special moves cannot express such a path.
    pub(crate) fn is_owner_sensitive(&self) -> bool {
        // An enemy that was put back on its cell is required, but not captured.
        let spared = !self.needs.foes.within(self.captured);
        spared || self.needs.asks_who() || self.shifted.is_some() || self.passant.is_some()
    }

    fn known(&self, site: Site) -> Known {
        if let Some((origin, to, owner)) = self.shifted {
            if to == site {
                return Known::Piece(origin, owner);
            }
            if origin == site {
                return Known::Empty;
            }
        }
        if site == self.from || self.captured.has(site) || self.needs.empty.has(site) {
            Known::Empty
        } else if self.needs.foes.has(site) {
            Known::Piece(site, Owner::Foe)
        } else if self.needs.friends.has(site) {
            Known::Piece(site, Owner::Friend)
        } else if self.needs.occupied.has(site) {
            Known::Occupied
        } else {
            Known::Nothing
        }
    }

    /// Requires that `site` is empty. Returns whether this is possible.
    pub(crate) fn empty(&mut self, site: Site) -> bool {
        let known = self.known(site);
        if let Known::Nothing = known {
            self.needs.empty.insert(site);
        }
        matches!(known, Known::Nothing | Known::Empty)
    }

    /// Requires that `site` is occupied. Returns whether this is possible.
    pub(crate) fn occupied(&mut self, site: Site) -> bool {
        let known = self.known(site);
        if let Known::Nothing = known {
            self.needs.occupied.insert(site);
        }
        !matches!(known, Known::Empty)
    }

    /// Captures a piece of `owner` on `site`. Returns whether this is possible.
    pub(crate) fn capture(&mut self, site: Site, owner: Owner, prey: Prey) -> bool {
        let origin = match self.known(site) {
            Known::Empty if self.open && self.needs.empty.has(site) => site,
            Known::Empty => return false,
            Known::Piece(_, other) if other != owner => return false,
            Known::Piece(origin, _) => origin,
            Known::Nothing | Known::Occupied => site,
        };
        match owner {
            Owner::Foe => self.needs.foes.insert(origin),
            Owner::Friend => self.needs.friends.insert(origin),
        }
        match prey {
            Prey::Any => {}
            Prey::Royal => self.needs.royal.insert(origin),
            Prey::Common => self.needs.common.insert(origin),
        }
        if self.needs.royal.meets(self.needs.common) {
            return false;
        }
        if self.shifted.is_some_and(|(from, ..)| from == origin) {
            self.shifted = None;
        }
        self.captured.insert(origin);
        self.victim = Some((origin, owner));
        true
    }

    /// Captures a piece of the mover's side on `site`. The piece must not be royal.
    pub(crate) fn capture_own(&mut self, site: Site) -> bool {
        self.capture(site, Owner::Friend, Prey::Common)
    }

    /// Captures the piece that has just passed `site`. A path does this at most once.
    pub(crate) fn capture_passing(&mut self, site: Site) -> bool {
        if self.passant.is_some() {
            return false;
        }
        let Needs { empty, occupied, .. } = self.needs;
        self.passant = Some(EnPassantCapture { cell: site, empty, occupied });
        // The victim may be one of the pieces that the path required. After its removal the
        // requirements differ, so a new list begins.
        self.needs.empty = SiteSet::EMPTY;
        self.needs.occupied = SiteSet::EMPTY;
        self.victim = None;
        true
    }

    /// Puts the last captured piece down on `site`. Returns whether this is possible.
    pub(crate) fn unload(&mut self, site: Site) -> bool {
        let Some((origin, owner)) = self.victim.take() else { return false };
        if !self.empty(site) {
            return false;
        }
        self.captured = self.captured.minus(SiteSet::of(origin));
        // A piece that was put back on its own cell has not moved.
        origin == site || self.shifted.replace((origin, site, owner)).is_none()
    }

    /// Lends the rest of the walk, which belongs to a piece of `kind`, to a piece of the same side
    /// on `site`. `whose` is the owner of `kind`. Returns whether this is possible.
    pub(crate) fn lend(&mut self, site: Site, kind: KindId, whose: ruleset::Owner) -> bool {
        let relayer = self.from;
        if site == relayer || self.needs.empty.has(site) {
            return false;
        }
        self.from = site;
        match whose {
            ruleset::Owner::Side | ruleset::Owner::Nobody => self.needs.friends.insert(relayer),
            // A neutral lender need not be a friend, because the lent move may capture it.
            ruleset::Owner::Both => self.needs.occupied.insert(relayer),
        }
        self.needs.relayer = Some((relayer, kind));
        self.needs.occupied = self.needs.occupied.minus(SiteSet::of(site));
        true
    }

    /// Returns the path that ends on `to`, if it is plain and nothing is required of `to` yet. The
    /// path equals the result of `finish`, except that the caller sets its end.
    pub(crate) fn arrived(&self, to: Site) -> Option<Path<W>> {
        let &Progress { from, needs: Needs { empty, occupied, .. }, .. } = self;
        let plain = self.is_plain(self.captured | self.needs.foes)
            && matches!(self.known(to), Known::Nothing);
        let (end, family) = (End::Quiet, self.family.map_or(Family::Other, |(f, _)| f));
        plain.then_some(Path { from, to, end, family, empty, occupied, uncommon: None })
    }

    /// Returns whether the path only requires empty and occupied cells. `others` are the cells of
    /// enemies other than the last cell.
    fn is_plain(&self, others: SiteSet<W>) -> bool {
        (others | self.passed).is_empty()
            && !self.needs.asks_who()
            && self.shifted.is_none()
            && self.passant.is_none()
    }

    /// Returns the path that ends on `to`.
    #[inline]
    pub(crate) fn finish(&self, to: Site, end: End) -> Path<W> {
        let &Progress { from, mut needs, mut captured, passant, passed, .. } = self;
        // True if the enemy on `to` was captured elsewhere and put down there, so that `to` did not
        // hold it before the move.
        let displaced = end == End::Capture && !captured.has(to);
        // True if the path passed `to` before. Then the piece on `to` is transparent.
        let was_passed = end == End::Capture && needs.empty.has(to);
        let explicit = self.is_owner_sensitive() || displaced || was_passed;
        let mut end = if explicit { End::Explicit } else { end };
        if !explicit {
            let last = SiteSet::of(to);
            match end {
                End::Quiet | End::Passant => {
                    // `end` already requires that the last cell is empty.
                    needs.empty = needs.empty.minus(last);
                    // The path captured the enemy on `to` earlier, and now returns to this cell.
                    // This equals a capture at the end.
                    if end == End::Quiet && captured.has(to) {
                        end = End::Capture;
                    }
                }
                End::Capture | End::Explicit => {}
            }
            if end == End::Capture {
                captured = captured.minus(last);
                needs.foes = needs.foes.minus(last);
                needs.occupied = needs.occupied.minus(last);
            }
        }
        let (shifted, family) = (self.shifted(), self.family.map_or(Family::Other, |(f, _)| f));
        let Needs { empty, occupied, .. } = needs;
        let more = || Arc::new(Uncommon { needs, captured, shifted, passant, passed });
        let uncommon = (!self.is_plain(captured | needs.foes)).then(more);
        Path { from, to, end, family, empty, occupied, uncommon }
    }
}
