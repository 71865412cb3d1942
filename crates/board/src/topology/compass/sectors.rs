//! Sets of sectors, and how the letters of a direction are combined into one.

use alfil_rules::direction::{Directions, Part, Toward, parts};

/// The most headings of a compass.
pub const MAX_HEADINGS: usize = 12;

/// A set of sectors: of a radial stride its headings, of an oblique one the gaps between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sectors(u16);

impl Sectors {
    /// None.
    pub const NONE: Sectors = Sectors(0);
    /// All eight of squares.
    pub const ALL: Sectors = Sectors(0xff);
    /// Forward, right, backward, left on squares.
    pub const ORTHOGONAL: Sectors = Sectors(0x55);
    /// The four between them.
    pub const DIAGONAL: Sectors = Sectors(0xaa);

    /// The set of these sectors of squares, each taken modulo 8.
    pub fn of(sectors: &[u8]) -> Self {
        Sectors::around(sectors.iter().copied(), 8)
    }

    /// The set of these sectors, each taken modulo `n`, at most [`MAX_HEADINGS`].
    pub fn around(sectors: impl IntoIterator<Item = u8>, n: u8) -> Self {
        Sectors(sectors.into_iter().fold(0, |set, o| set | 1 << (o % n)))
    }

    /// In one of the two.
    #[must_use]
    pub fn union(self, other: Sectors) -> Self {
        Sectors(self.0 | other.0)
    }

    /// In both.
    #[must_use]
    pub fn intersection(self, other: Sectors) -> Self {
        Sectors(self.0 & other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `sector` (below 16) is one of them.
    pub fn contains(self, sector: u8) -> bool {
        self.0 >> sector & 1 == 1
    }

    /// In order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..MAX_HEADINGS as u8).filter(move |&sector| self.contains(sector))
    }
}

/// The union of what the runs say; `None` if no letter says anything.
pub(super) fn runs(directions: &Directions, read: fn(&[Toward]) -> Sectors) -> Option<Sectors> {
    let says = |run: &&Vec<Toward>| run.iter().any(|&t| t != Toward::Half);
    directions.runs.iter().filter(says).map(|run| read(run)).reduce(Sectors::union)
}

/// The union of the sectors that `read` returns for each part of a run.
pub(super) fn union_of(run: &[Toward], read: impl Fn(Part) -> Sectors) -> Sectors {
    parts(run).into_iter().fold(Sectors::NONE, |set, (_, part)| set.union(read(part)))
}
