//! Section moves for the fast generator.
//!
//! Owns: [`Slide`]. Takes an arena; gives, for one arrangement, where each section may go and what the
//! board is then. Invariant: a section's two ways are told from the place where it stands outwards, so
//! that a check on the way ends a way.

use crate::model::board_model::BoardModel;
use crate::topology::sections::{Arrangement, SectionId};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::side::{BySide, Side};

/// How one section may move from where it stands.
#[derive(Clone, Debug)]
pub struct Slide<const W: usize> {
    /// The section.
    pub section: SectionId,
    /// Its cells.
    pub sites: SiteSet<W>,
    /// Places one way and the other, nearest first: the bit of the place, and the arrangement there.
    pub ways: [Vec<(Site, Arrangement)>; 2],
}

impl<const W: usize> Slide<W> {
    /// Every section's, by owner.
    pub fn all(arena: &BoardModel) -> BySide<Vec<Slide<W>>> {
        let (sections, now) = (&arena.sections, arena.arrangement);
        let slide = |section| {
            let place = |stand| (Site::from_index(stand), sections.moved(now, section, stand));
            let (here, places) = (sections.stand(now, section), sections.places(section));
            Slide {
                section,
                sites: sections.sites(section, arena.graph.len()).collect(),
                ways: [
                    (0..here).rev().map(place).collect(),
                    (here + 1..places).map(place).collect(),
                ],
            }
        };
        let of = |side: Side| sections.of(side).map(slide).collect();
        BySide::from_fn(of)
    }
}
