//! What a walk knows of cells so far.
//!
//! Owns: [`Progress`]. Takes what happens to a cell; says whether that is possible.
//! Invariant: every cell that was looked at is known from then on, and the start cell is empty.

use super::requirements::{EnPassantCapture, End, Family, Needs, Path, Uncommon, family};
use crate::topology::bearing::Bearing;
use crate::topology::compass::Compass;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Course, Edges, Leg, Prey};
use alfil_rules::ruleset;
use std::sync::Arc;

/// Whose a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// The mover's side.
    Friend,
    /// The other.
    Foe,
}

/// What is known of a cell.
enum Known {
    Nothing,
    Empty,
    Occupied,
    /// Where the piece stood before the move, and whose it is.
    Piece(Site, Owner),
}

/// A walk so far.
#[derive(Clone, Copy)]
pub(super) struct Progress<const W: usize> {
    from: Site,
    pub needs: Needs<W>,
    pub captured: SiteSet<W>,
    /// The last captured, if it may reappear.
    victim: Option<(Site, Owner)>,
    shifted: Option<(Site, Site, Owner)>,
    passant: Option<EnPassantCapture<W>>,
    pub passed: SiteSet<W>,
    family: Option<(Family, u8)>,
    pub bearing: Bearing,
    /// Strides of this leg.
    pub strides: usize,
    /// Strides of the leg before.
    pub before: usize,
    /// Whether a cell that lets pass may hold a piece all the same, which is in nobody's way.
    open: bool,
}

impl<const W: usize> Progress<W> {
    pub fn new(from: Site, compass: Compass, open: bool) -> Progress<W> {
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

    /// A piece that stands elsewhere now.
    pub fn shifted(&self) -> Option<(Site, Site)> {
        self.shifted.map(|(from, to, _)| (from, to))
    }

    /// Whether something may reappear.
    pub fn has_victim(&self) -> bool {
        self.victim.is_some()
    }

    /// At the end of a leg.
    pub fn end_leg(&mut self) {
        self.before = self.strides;
    }

    /// Begins a leg along `sector`.
    pub fn begin_leg(&mut self, leg: &Leg, sector: u8, bearing: Bearing) {
        self.bearing = bearing;
        let straight = leg.course == Course::Straight && leg.edges != Edges::Joined;
        let family = if straight { family(leg.stride, sector) } else { Family::Other };
        self.family = Some(match self.family {
            None => (family, sector),
            Some((f, o)) if f == family && o == sector => (f, o),
            Some((_, o)) => (Family::Other, o),
        });
    }

    /// Whether it asks or does more than lookups and plain specials tell.
    pub fn is_owner_sensitive(&self) -> bool {
        // An enemy that was put back where it stood is asked for, and not captured.
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

    /// Asks that `site` is empty; whether that is possible.
    pub fn empty(&mut self, site: Site) -> bool {
        let known = self.known(site);
        if let Known::Nothing = known {
            self.needs.empty.insert(site);
        }
        matches!(known, Known::Nothing | Known::Empty)
    }

    /// Asks that something stands on `site`; whether that is possible.
    pub fn occupied(&mut self, site: Site) -> bool {
        let known = self.known(site);
        if let Known::Nothing = known {
            self.needs.occupied.insert(site);
        }
        !matches!(known, Known::Empty)
    }

    /// Captures an enemy, or a piece that is known to be one's own, on `site`; whether that is possible.
    pub fn capture(&mut self, site: Site, owner: Owner, prey: Prey) -> bool {
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

    /// Captures a piece of one's own on `site`, which royal ones never are.
    pub fn capture_own(&mut self, site: Site) -> bool {
        self.capture(site, Owner::Friend, Prey::Common)
    }

    /// Captures the piece that has just passed `site`. One capture in passing a walk.
    pub fn capture_passing(&mut self, site: Site) -> bool {
        if self.passant.is_some() {
            return false;
        }
        let Needs { empty, occupied, .. } = self.needs;
        self.passant = Some(EnPassantCapture { cell: site, empty, occupied });
        // What was seen before may have been the victim: it is looked at anew.
        self.needs.empty = SiteSet::EMPTY;
        self.needs.occupied = SiteSet::EMPTY;
        self.victim = None;
        true
    }

    /// Puts the last victim down on `site`; whether that is possible.
    pub fn unload(&mut self, site: Site) -> bool {
        let Some((origin, owner)) = self.victim.take() else { return false };
        if !self.empty(site) {
            return false;
        }
        self.captured = self.captured.minus(SiteSet::of(origin));
        // Back where it stood, it is a piece like any other.
        origin == site || self.shifted.replace((origin, site, owner)).is_none()
    }

    /// Becomes that of a piece of one's own on `site`, to which the piece of `kind` that has walked so far
    /// lends the rest; whether that is possible. The lender is `whose`.
    pub fn lend(&mut self, site: Site, kind: KindId, whose: ruleset::Owner) -> bool {
        let relayer = self.from;
        if site == relayer || self.needs.empty.has(site) {
            return false;
        }
        self.from = site;
        match whose {
            ruleset::Owner::Side | ruleset::Owner::Nobody => self.needs.friends.insert(relayer),
            // He may be captured by what he lends.
            ruleset::Owner::Both => self.needs.occupied.insert(relayer),
        }
        self.needs.relayer = Some((relayer, kind));
        self.needs.occupied = self.needs.occupied.minus(SiteSet::of(site));
        true
    }

    /// The path of a walk that steps on `to` or takes an enemy there, if nothing is known of that cell and nothing
    /// uncommon has happened: as `finish` has it, but for the end.
    pub fn arrived(&self, to: Site) -> Option<Path<W>> {
        let &Progress { from, needs: Needs { empty, occupied, .. }, .. } = self;
        let plain = self.is_plain(self.captured | self.needs.foes)
            && matches!(self.known(to), Known::Nothing);
        let (end, family) = (End::Quiet, self.family.map_or(Family::Other, |(f, _)| f));
        plain.then_some(Path { from, to, end, family, empty, occupied, uncommon: None })
    }

    /// Whether it only asks which cells are empty and occupied, `others` being those of enemies besides its end.
    fn is_plain(&self, others: SiteSet<W>) -> bool {
        (others | self.passed).is_empty()
            && !self.needs.asks_who()
            && self.shifted.is_none()
            && self.passant.is_none()
    }

    /// The path of a walk that ends on `to`.
    #[inline]
    pub fn finish(&self, to: Site, end: End) -> Path<W> {
        let &Progress { from, mut needs, mut captured, passant, passed, .. } = self;
        // A piece that was put down here and is captured after all stood elsewhere before the move.
        let displaced = end == End::Capture && !captured.has(to);
        // So does one that was passed before, and was not in the way.
        let was_passed = end == End::Capture && needs.empty.has(to);
        let explicit = self.is_owner_sensitive() || displaced || was_passed;
        let mut end = if explicit { End::Explicit } else { end };
        if !explicit {
            let last = SiteSet::of(to);
            match end {
                End::Quiet | End::Passant => {
                    // The last cell is asked for by `end`.
                    needs.empty = needs.empty.minus(last);
                    // Coming back to a cell whose enemy was captured on the way is capturing it there.
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
