//! What a player may choose.
//!
//! Owns: [`Options`]. Invariant: what it counts, gives and has is the same.

use crate::model::position::Choice;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;
use smallvec::SmallVec;

/// A kind, a cell or both.
#[derive(Default)]
pub struct Options<const W: usize> {
    /// Whether all of it may be left out.
    pub declined: bool,
    /// One of these, if a kind is chosen.
    pub kinds: Option<SmallVec<[KindId; 4]>>,
    /// One of these, if a cell is.
    pub cells: Option<SiteSet<W>>,
}

impl<const W: usize> Options<W> {
    /// One of some cells.
    pub fn cells(cells: SiteSet<W>) -> Self {
        Options { declined: false, kinds: None, cells: Some(cells) }
    }

    /// One of some kinds.
    pub fn kinds(kinds: &[KindId]) -> Self {
        Options { declined: false, kinds: Some(SmallVec::from_slice(kinds)), cells: None }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        let kinds = self.kinds.as_ref().map_or(1, |kinds| kinds.len() as u64);
        let cells = self.cells.map_or(1, |cells| u64::from(cells.count()));
        u64::from(self.declined) + kinds * cells
    }

    /// Whether `choice` is one of them.
    pub fn have(&self, choice: Choice) -> bool {
        match choice {
            Choice::Declined => self.declined,
            Choice::Taken(kind, site) => {
                let kind_fits = match (&self.kinds, kind) {
                    (Some(kinds), Some(kind)) => kinds.contains(&kind),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                let site_fits = match (self.cells, site) {
                    (Some(cells), Some(site)) => cells.has(site),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                };
                kind_fits && site_fits
            }
        }
    }

    /// Each: leaving it out first, then kind by kind, cells in order.
    pub fn iter(&self) -> impl Iterator<Item = Choice> {
        let declined = self.declined.then_some(Choice::Declined);
        let kinds: SmallVec<[Option<KindId>; 4]> = match &self.kinds {
            Some(kinds) => kinds.iter().copied().map(Some).collect(),
            None => smallvec::smallvec![None],
        };
        let cells: SmallVec<[Option<Site>; 16]> = match self.cells {
            Some(cells) => cells.into_iter().map(Some).collect(),
            None => smallvec::smallvec![None],
        };
        let taken = kinds.into_iter().flat_map(move |kind| {
            cells.clone().into_iter().map(move |site| Choice::Taken(kind, site))
        });
        declined.into_iter().chain(taken)
    }
}
