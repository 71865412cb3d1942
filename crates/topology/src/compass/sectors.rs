//! Sets of sectors, and the combination of direction letters into one set.

use alfil_rules::direction::{Directions, Part, Toward, parts};

/// The largest number of headings of a compass.
pub const MAX_HEADINGS: usize = 12;

/// A set of sectors. A sector of a radial stride is a heading, and a sector of an oblique stride is
/// the gap between two headings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sectors(u16);

impl Sectors {
    /// The empty set.
    pub(crate) const NONE: Sectors = Sectors(0);
    /// All eight sectors of squares.
    pub const ALL: Sectors = Sectors(0xff);
    /// Forward, right, backward, left on squares.
    pub const ORTHOGONAL: Sectors = Sectors(0x55);
    /// The four diagonal headings of squares.
    pub const DIAGONAL: Sectors = Sectors(0xaa);

    /// Returns a set of sectors of squares, each taken modulo 8.
    pub fn of(sectors: &[u8]) -> Self {
        Sectors::around(sectors.iter().copied(), 8)
    }

    /// Returns a set of sectors, each taken modulo `n`, which is at most [`MAX_HEADINGS`].
    pub fn around(sectors: impl IntoIterator<Item = u8>, n: u8) -> Self {
        Sectors(sectors.into_iter().fold(0, |set, o| set | 1 << (o % n)))
    }

    /// Returns the union of both sets.
    #[must_use]
    pub fn union(self, other: Sectors) -> Self {
        Sectors(self.0 | other.0)
    }

    /// Returns the intersection of both sets.
    #[must_use]
    pub fn intersection(self, other: Sectors) -> Self {
        Sectors(self.0 & other.0)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `sector` (below 16) is in the set.
    pub fn contains(self, sector: u8) -> bool {
        self.0 >> sector & 1 == 1
    }

    /// Iterates over the sectors in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..MAX_HEADINGS as u8).filter(move |&sector| self.contains(sector))
    }
}

/// Returns the union of the sectors that `read` returns for each run of letters. `None` if there is
/// no letter other than `h`.
pub(super) fn runs(directions: &Directions, read: fn(&[Toward]) -> Sectors) -> Option<Sectors> {
    let says = |run: &&Vec<Toward>| run.iter().any(|&t| t != Toward::Half);
    directions.runs.iter().filter(says).map(|run| read(run)).reduce(Sectors::union)
}

/// Returns the union of the sectors that `read` returns for each part of a run.
pub(super) fn union_of(run: &[Toward], read: impl Fn(Part) -> Sectors) -> Sectors {
    parts(run).into_iter().fold(Sectors::NONE, |set, (_, part)| set.union(read(part)))
}
