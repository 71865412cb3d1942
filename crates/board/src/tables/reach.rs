//! Moves to a site that depend only on empty and occupied cells.

use crate::paths::path::Family;
use alfil_topology::site_set::{Site, SiteSet};
use std::ops::BitOrAssign;

/// A move to a site that is possible if some cells are empty and others are occupied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConditionalReach<const W: usize> {
    /// The lines along which the move runs.
    pub(crate) family: Family,
    /// The destination.
    pub(crate) site: Site,
    /// The cells that must be empty.
    pub(crate) empty: SiteSet<W>,
    /// The cells that must be occupied.
    pub(crate) occupied: SiteSet<W>,
}

impl<const W: usize> ConditionalReach<W> {
    /// Returns whether there are no requirements.
    pub fn is_leap(&self) -> bool {
        self.empty.is_empty() && self.occupied.is_empty()
    }

    /// Returns all cells on which the move depends.
    pub(crate) fn looks_at(&self) -> SiteSet<W> {
        self.empty | self.occupied
    }
}

/// The actions that are allowed on a cell that a piece reaches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    /// Step on the cell if it is empty.
    pub(crate) quiet: bool,
    /// Capture an enemy on the cell.
    pub(crate) capture: bool,
    /// Capture en passant on the cell.
    pub(crate) passant: bool,
}

impl Ends {
    /// Returns the flags for step, capture and en passant capture, in this order.
    pub(crate) fn each(self) -> [bool; 3] {
        [self.quiet, self.capture, self.passant]
    }

    /// Returns whether no action is allowed.
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
