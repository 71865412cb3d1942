//! Attacks on any of several cells, for a king who is asked of all of them at once.
//!
//! Owns: [`Near`]. Takes the cells of which a king is asked wherever he stands; gives, by his cell, from where enemies may
//! attack one of them. Invariant: a source that is left out attacks none of these cells, whatever stands between.

use super::{AttackTables, ByCell, Lines};
use crate::tables::kinds::Class;
use crate::topology::by_site::BySite;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;

/// Attacks onto any of several cells by kinds that attack alike.
#[derive(Clone, Copy, Debug)]
pub struct Near<const W: usize> {
    /// Where from.
    pub sources: SiteSet<W>,
    /// Whose: of leaps an index of [`AttackTables::leapers`], of slides one of the attackers' columns of rides.
    pub by: usize,
    /// Their class.
    pub class: Class,
}

impl<const W: usize> AttackTables<W> {
    /// Leaps onto any of the cells that belong to a site, by that site.
    pub fn leaps_near(&self, cells: &BySite<SiteSet<W>, W>) -> ByCell<Near<W>, W> {
        let classes = self.leapers.iter().map(|leaper| leaper.class);
        near(cells, classes, |cell, class| {
            let own = self.leaps.at(cell).iter().filter(|leaps| leaps.class == class);
            own.fold(SiteSet::EMPTY, |all, leaps| all | leaps.sources)
        })
    }
}

impl<const W: usize, Want: Copy> Lines<W, Want> {
    /// The same of attacks along lines, by kinds of one of these classes each.
    pub fn near(
        &self,
        cells: &BySite<SiteSet<W>, W>,
        classes: impl Iterator<Item = Class> + Clone,
    ) -> ByCell<Near<W>, W> {
        near(cells, classes, |cell, class| {
            let own = self.at(cell).iter().filter(|line| line.class == class);
            own.fold(SiteSet::EMPTY, |all, line| all | line.sources)
        })
    }
}

fn near<const W: usize>(
    cells: &BySite<SiteSet<W>, W>,
    classes: impl Iterator<Item = Class> + Clone,
    sources: impl Fn(Site, Class) -> SiteSet<W>,
) -> ByCell<Near<W>, W> {
    let mut found: Vec<(Site, Near<W>)> = Vec::new();
    for site in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
        for (by, class) in classes.clone().enumerate() {
            let onto = cells[site].into_iter().map(|cell| sources(cell, class));
            let sources = onto.fold(SiteSet::EMPTY, |all, from| all | from);
            if !sources.is_empty() {
                found.push((site, Near { sources, by, class }));
            }
        }
    }
    ByCell::new(found.iter().copied())
}
