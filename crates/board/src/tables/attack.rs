//! Attack tables: for every cell, who could capture a royal piece on it, and what has to stand between.
//!
//! Owns: [`AttackTables`], one for each attacking side. Takes the threats of every kind from every site, as [`Attacks`] has
//! collected them; gives checks, pins and king steps. An attack is a source and what it wants of other cells: nothing (a
//! leap), cells between that are empty (a slide), one piece on the cells between (a cannon), or certain
//! cells empty and others occupied (a hopper). Invariant: a source never looks at the attacked cell itself;
//! two ways from one source to one cell are two entries.

pub mod collected;

use crate::tables::kinds::{Class, KindSet};
use crate::tables::piece_rows::OwnerNeeds;
use crate::topology::by_site::BySite;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

/// Who attacks what, for one attacking side; nobody attacks anything before it is known.
#[derive(Clone, Default, Debug)]
pub struct AttackTables<const W: usize> {
    /// Leaps.
    pub leaps: ByCell<Leaps<W>, W>,
    /// Who leaps.
    pub leapers: Vec<Leaper<W>>,
    /// Attacks that want the cells between empty.
    pub slides: Lines<W, SiteSet<W>>,
    /// Attacks that want one piece on the cells between.
    pub cannons: Lines<W, SiteSet<W>>,
    /// Attacks that want certain cells empty and others occupied.
    pub hoppers: Lines<W, (SiteSet<W>, SiteSet<W>)>,
    /// Attacks that ask who stands where, or capture others with their target, by attacked cell.
    conditional: ByCell<ConditionalAttack<W>, W>,
    /// Kinds that attack otherwise than by leaps.
    otherwise: KindSet,
    asks_who: bool,
    /// Captures in passing, where royal pieces may pass cells.
    pub passing: Vec<PassingAttack<W>>,
    /// By attacked cell, from where any kind attacks it, whatever it wants; captures in passing apart.
    pub possible_attackers: BySite<SiteSet<W>, W>,
}

/// A capture in passing.
#[derive(Clone, Copy, Debug)]
pub struct PassingAttack<const W: usize> {
    /// The passed cell.
    pub cell: Site,
    /// Kind of the attacker.
    pub kind: KindId,
    /// Where it stands.
    pub source: Site,
    /// Where it ends.
    pub to: Site,
    /// What it captures besides.
    pub captured: SiteSet<W>,
    /// A piece that is put down elsewhere.
    pub shifted: Option<(Site, Site)>,
    /// What it asks.
    pub way: OwnerNeeds<W>,
}

/// Entries of each attacked cell, one cell after another: a king is asked for those of one cell.
#[derive(Clone, Debug)]
pub struct ByCell<T, const W: usize> {
    ranges: BySite<(u32, u32), W>,
    entries: Vec<T>,
}

impl<T: Copy, const W: usize> ByCell<T, W> {
    /// Of entries with their cells, those of one cell in the order in which they come.
    fn new(found: impl Iterator<Item = (Site, T)> + Clone) -> Self {
        let mut ranges: BySite<(u32, u32), W> = BySite::new((0, 0));
        let mut next = 0;
        found.clone().for_each(|(cell, _)| ranges[cell].1 += 1);
        for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            let count = ranges[cell].1;
            if count > 0 {
                ranges[cell] = (next, next);
                next += count;
            }
        }
        let any = found.clone().next();
        let mut entries = any.map_or(Vec::new(), |(_, any)| vec![any; next as usize]);
        for (cell, entry) in found {
            let (_, end) = &mut ranges[cell];
            entries[*end as usize] = entry;
            *end += 1;
        }
        ByCell { ranges, entries }
    }
}

impl<T, const W: usize> ByCell<T, W> {
    /// The entries of `cell`.
    #[inline(always)]
    pub fn at(&self, cell: Site) -> &[T] {
        let (from, to) = self.ranges[cell];
        &self.entries[from as usize..to as usize]
    }
}

impl<T, const W: usize> Default for ByCell<T, W> {
    fn default() -> Self {
        ByCell { ranges: BySite::new((0, 0)), entries: Vec::new() }
    }
}

/// Leaps onto one cell of kinds that leap alike.
#[derive(Clone, Copy, Debug)]
pub struct Leaps<const W: usize> {
    /// Where from.
    pub sources: SiteSet<W>,
    /// The kinds.
    pub class: Class,
}

/// Kinds that leap alike.
#[derive(Clone, Debug)]
pub struct Leaper<const W: usize> {
    /// As a class.
    class: Class,
    /// As a set.
    kinds: KindSet,
    /// What they attack from where they stand.
    pub onto: BySite<SiteSet<W>, W>,
}

/// Attacks on one cell of kinds that attack alike.
#[derive(Clone, Copy, Debug)]
pub struct Line<const W: usize> {
    /// Where from, if they get what they want.
    pub sources: SiteSet<W>,
    /// Where their wants begin.
    first: u32,
    /// The kinds.
    pub class: Class,
}

/// Attacks of one form, with what each wants of other cells.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize, Want> {
    lines: ByCell<Line<W>, W>,
    /// What the sources of a line want, in order of their index, one line after another.
    wants: Vec<Want>,
}

impl<const W: usize, Want> Default for Lines<W, Want> {
    fn default() -> Self {
        Lines { lines: ByCell::default(), wants: Vec::new() }
    }
}

impl<const W: usize, Want: Copy> Lines<W, Want> {
    fn is_empty(&self) -> bool {
        self.wants.is_empty()
    }

    /// How many attacks there are.
    pub fn count(&self) -> usize {
        self.wants.len()
    }

    /// The lines that lead to `cell`.
    #[inline(always)]
    pub fn at(&self, cell: Site) -> &[Line<W>] {
        self.lines.at(cell)
    }

    /// Adds by cell all sources of attacks on it.
    fn add_sources(&self, all: &mut BySite<SiteSet<W>, W>) {
        for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            let here = self.lines.at(cell).iter();
            all[cell] = here.fold(all[cell], |all, line| all | line.sources);
        }
    }

    /// What `source`, one of the sources of `line`, wants.
    #[inline(always)]
    pub fn want(&self, line: &Line<W>, source: Site) -> Want {
        self.wants[line.first as usize + line.sources.rank(source)]
    }
}

/// An attack that asks more than which cells are occupied.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalAttack<const W: usize> {
    /// Kind of the attacker.
    pub kind: KindId,
    /// Where it stands.
    pub source: Site,
    /// What it asks.
    pub way: OwnerNeeds<W>,
}

impl<const W: usize> AttackTables<W> {
    /// The cells from which `kind` attacks `cell`, if leaps are all its attacks.
    pub fn only_leaps(&self, kind: KindId, cell: Site) -> Option<SiteSet<W>> {
        let leaps =
            |class: Class| self.leapers.iter().any(|l| l.class == class && l.kinds.has(kind));
        let own = self.leaps.at(cell).iter().filter(|l| leaps(l.class));
        (!self.otherwise.has(kind))
            .then(|| own.fold(SiteSet::EMPTY, |all, leaps| all | leaps.sources))
    }

    /// Bytes of leaps and slides, about.
    pub fn bytes(&self) -> usize {
        let lines =
            size_of_val(&self.leaps.entries[..]) + size_of_val(&self.slides.lines.entries[..]);
        lines + size_of_val(&self.slides.wants[..])
    }

    /// Whether some attack is over a piece or asks for certain cells to be occupied.
    pub fn has_hurdles(&self) -> bool {
        !(self.cannons.is_empty() && self.hoppers.is_empty())
    }

    /// Whether every attack asks no more than which cells are occupied.
    pub fn is_clear(&self) -> bool {
        self.conditional.entries.is_empty()
    }

    /// Whether some attack asks for royal pieces, for the attacker's own, or for what was passed.
    pub fn asks_who(&self) -> bool {
        self.asks_who || !self.passing.is_empty()
    }

    /// Attacks on `cell` that ask more than which cells are occupied.
    #[inline(always)]
    pub fn conditional(&self, cell: Site) -> &[ConditionalAttack<W>] {
        self.conditional.at(cell)
    }
}
