//! Moves of board sections in the form that the generator reads.
//!
//! The places in each direction are sorted by distance. So the generator can stop where a royal
//! piece on the section would be attacked.

use crate::model::board_model::BoardModel;
use alfil_diagnostics::index::Id;
use alfil_rules::side::{BySide, Side};
use alfil_topology::sections::{Arrangement, SectionId};
use alfil_topology::site_set::{Site, SiteSet};

/// The moves of one section from its current place.
#[derive(Clone, Debug)]
pub(crate) struct Slide<const W: usize> {
    pub(crate) section: SectionId,
    /// The cells of the section.
    pub(crate) sites: SiteSet<W>,
    /// The places in each of the two directions, nearest first. An entry contains the number of the
    /// place, stored as a site, and the arrangement after the move.
    pub(crate) ways: [Vec<(Site, Arrangement)>; 2],
}

impl<const W: usize> Slide<W> {
    /// Returns the moves of all sections, by owner.
    pub(crate) fn all(arena: &BoardModel) -> BySide<Vec<Slide<W>>> {
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
        BySide::of(arena.rules.sides, of)
    }
}
