//! Reaching a site, depending on which other sites are occupied.

use crate::paths::path::Family;
use crate::topology::site_set::{Site, SiteSet};
use std::ops::BitOrAssign;

/// Reaching a cell when other cells are empty or occupied, whoever stands there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConditionalReach<const W: usize> {
    /// Which lines it runs along.
    pub family: Family,
    /// The cell reached (or, in attack tables, the cell it is reached from).
    pub site: Site,
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// Must be occupied.
    pub occupied: SiteSet<W>,
}

impl<const W: usize> ConditionalReach<W> {
    /// Whether it asks nothing of other cells.
    pub fn is_leap(&self) -> bool {
        self.empty.is_empty() && self.occupied.is_empty()
    }

    /// Every cell it looks at.
    pub fn looks_at(&self) -> SiteSet<W> {
        self.empty | self.occupied
    }
}

/// What may be done on a cell once it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    /// Step on it if it is empty.
    pub quiet: bool,
    /// Capture an enemy on it.
    pub capture: bool,
    /// Capture en passant on it.
    pub passant: bool,
}

impl Ends {
    /// Step, capture, capture en passant.
    pub fn each(self) -> [bool; 3] {
        [self.quiet, self.capture, self.passant]
    }

    /// Whether nothing may be done.
    pub fn is_none(self) -> bool {
        self == Ends::default()
    }
}

impl BitOrAssign for Ends {
    fn bitor_assign(&mut self, more: Ends) {
        self.quiet |= more.quiet;
        self.capture |= more.capture;
        self.passant |= more.passant;
    }
}
