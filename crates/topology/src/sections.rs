//! An arrangement is one number that gives the places of all sections of a board. Arrangements
//! count from 0 without gaps. A board without sections has one arrangement.

pub use alfil_rules::space::SectionId;

use crate::site_set::Site;
use alfil_diagnostics::index::Id;
use alfil_rules::side::Side;
use alfil_rules::space::{Place, Section};

alfil_diagnostics::id! {
    /// The places of all sections together, as a number.
    Arrangement(u8)
}

/// The sections of a board, and the numbering of their arrangements.
#[derive(Clone, Default, Debug)]
pub struct Sections {
    all: Vec<Section>,
    /// For each section, the amount by which the arrangement number grows if the section moves to
    /// its next place.
    strides: Vec<usize>,
}

impl Sections {
    /// Numbers the arrangements of `sections`.
    pub fn new(sections: &[Section]) -> Sections {
        let mut stride = 1;
        let strides = sections.iter().map(|section| {
            stride *= section.stands.len();
            stride / section.stands.len()
        });
        Sections { strides: strides.collect(), all: sections.to_vec() }
    }

    /// Returns whether the board has no sections.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the number of arrangements.
    pub fn arrangements(&self) -> usize {
        self.all.iter().map(|s| s.stands.len()).product()
    }

    /// Iterates over the sections of `side`.
    pub fn of(&self, side: Side) -> impl Iterator<Item = SectionId> {
        let own = move |(_, section): &(usize, &Section)| section.owner == side;
        self.all.iter().enumerate().filter(own).map(|(index, _)| SectionId::from_index(index))
    }

    /// Returns the definition of a section.
    pub fn get(&self, id: SectionId) -> &Section {
        &self.all[id.index()]
    }

    /// Returns for every section the number of its place.
    pub(crate) fn stands(&self, arrangement: Arrangement) -> Vec<usize> {
        let stand = |id| self.stand(arrangement, SectionId::from_index(id));
        (0..self.all.len()).map(stand).collect()
    }

    fn arrangement(&self, stands: &[usize]) -> Arrangement {
        let parts = self.strides.iter().zip(stands).map(|(stride, stand)| stride * stand);
        Arrangement::from_index(parts.sum())
    }

    /// Returns the arrangement in which every section is at its first place.
    pub fn first(&self) -> Arrangement {
        let stands: Vec<usize> = self.all.iter().map(|s| s.first).collect();
        self.arrangement(&stands)
    }

    /// Returns the number of places of a section.
    pub fn places(&self, section: SectionId) -> usize {
        self.get(section).stands.len()
    }

    /// Returns the number of the place where a section is.
    pub fn stand(&self, arrangement: Arrangement, section: SectionId) -> usize {
        let (stride, count) = (self.strides[section.index()], self.get(section).stands.len());
        arrangement.index() / stride % count
    }

    /// Returns the arrangement after a section has moved to place `stand`.
    pub fn moved(&self, arrangement: Arrangement, section: SectionId, stand: usize) -> Arrangement {
        let (stride, now) = (self.strides[section.index()], self.stand(arrangement, section));
        Arrangement::from_index(arrangement.index() - now * stride + stand * stride)
    }

    /// Iterates over the arrangements that a section passes on its way to place `stand`. The
    /// arrangement at the end of the way is left out.
    pub fn between(
        &self,
        arrangement: Arrangement,
        section: SectionId,
        stand: usize,
    ) -> impl Iterator<Item = Arrangement> {
        let from = self.stand(arrangement, section);
        let way = if from < stand { from + 1..stand } else { stand + 1..from };
        way.map(move |stand| self.moved(arrangement, section, stand))
    }

    /// Returns the places of the cells of all sections, section by section.
    pub fn cells(&self, arrangement: Arrangement) -> Vec<Place> {
        let stands = self.stands(arrangement);
        self.all.iter().zip(stands).flat_map(|(section, stand)| section.cells(stand)).collect()
    }

    /// Returns the range of a section's cells within [`Sections::cells`].
    pub(crate) fn range(&self, section: SectionId) -> std::ops::Range<usize> {
        let start = self.all[..section.index()].iter().map(size).sum::<usize>();
        start..start + size(&self.all[section.index()])
    }

    /// Returns the sites of a section's cells on a board of `count` sites. Cells of sections have
    /// the highest numbers.
    pub fn sites(&self, section: SectionId, count: usize) -> impl Iterator<Item = Site> + use<> {
        let all: usize = self.all.iter().map(size).sum();
        self.range(section).map(move |cell| Site::from_index(count - all + cell))
    }

    /// Finds the arrangement whose cells are exactly those for which `is_cell` is true. If there is
    /// none, returns the first section that fits none of its places.
    pub fn find(&self, is_cell: impl Fn(Place) -> bool) -> Result<Arrangement, SectionId> {
        let fits = |(index, section): (usize, &Section)| {
            let stands = 0..section.stands.len();
            let everywhere: Vec<Place> = stands.clone().flat_map(|n| section.cells(n)).collect();
            let stand = stands.into_iter().find(|&stand| {
                let here: Vec<Place> = section.cells(stand).collect();
                everywhere.iter().all(|cell| is_cell(*cell) == here.contains(cell))
            });
            stand.ok_or(SectionId::from_index(index))
        };
        let stands: Vec<usize> = self.all.iter().enumerate().map(fits).collect::<Result<_, _>>()?;
        Ok(self.arrangement(&stands))
    }
}

fn size(section: &Section) -> usize {
    usize::from(section.width) * usize::from(section.height)
}
