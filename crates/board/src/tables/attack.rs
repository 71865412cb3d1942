//! Attack tables of one side: for every cell, the attacks on it and the cells on which each attack
//! depends.
//!
//! The engine uses them for checks, pins and the moves of royal pieces. A leap has no requirements,
//! and a slide needs empty cells between. A cannon needs exactly one piece on the cells between. A
//! hopper needs certain cells occupied and others empty. No attack depends on the attacked cell
//! itself.

pub(crate) mod collected;

use crate::tables::by_site::BySite;
use crate::tables::kinds::{Class, KindSet};
use crate::tables::piece_rows::OwnerNeeds;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

/// The attacks of one side. By default there are none.
#[derive(Clone, Default, Debug)]
pub(crate) struct AttackTables<const W: usize> {
    /// Leaps, by attacked cell.
    pub(crate) leaps: ByCell<Leaps<W>, W>,
    /// For each class in `leaps`, the kinds whose leaps it contains.
    pub(crate) leapers: Vec<Leaper>,
    /// Attacks whose cells between must be empty.
    pub(crate) slides: Lines<W, SiteSet<W>>,
    /// Attacks that need exactly one piece on the cells between.
    pub(crate) cannons: Lines<W, SiteSet<W>>,
    /// Attacks that need some cells empty (first set) and others occupied (second set).
    pub(crate) hoppers: Lines<W, (SiteSet<W>, SiteSet<W>)>,
    /// By attacked cell, attacks that depend on the side or kind of other pieces. Attacks that also
    /// capture other pieces are here too.
    conditional: ByCell<ConditionalAttack<W>, W>,
    /// Kinds with attacks that are not leaps.
    otherwise: KindSet,
    asks_who: bool,
    /// En passant captures. Empty unless royal pieces can leave en passant squares.
    pub(crate) passing: Vec<PassingAttack<W>>,
    /// By attacked cell, the cells of all possible attackers. Requirements on other cells are
    /// ignored, and en passant captures are left out.
    pub(crate) possible_attackers: BySite<SiteSet<W>, W>,
}

/// An en passant capture of a royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassingAttack<const W: usize> {
    /// The en passant square.
    pub(crate) cell: Site,
    /// The kind of the attacker.
    pub(crate) kind: KindId,
    /// The cell of the attacker.
    pub(crate) source: Site,
    /// The cell on which the attacker ends.
    pub(crate) to: Site,
    /// Other captures of the same move.
    pub(crate) captured: SiteSet<W>,
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The requirements on other cells.
    pub(crate) way: OwnerNeeds<W>,
}

/// Values by cell, stored contiguously so that all values of one cell are one slice.
#[derive(Clone, Debug)]
pub(crate) struct ByCell<T, const W: usize> {
    ranges: BySite<(u32, u32), W>,
    entries: Vec<T>,
}

impl<T: Copy, const W: usize> ByCell<T, W> {
    /// Groups values by cell. The values of one cell keep their order.
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
    /// The values of `cell`.
    #[inline(always)]
    pub(crate) fn at(&self, cell: Site) -> &[T] {
        let (from, to) = self.ranges[cell];
        &self.entries[from as usize..to as usize]
    }
}

impl<T, const W: usize> Default for ByCell<T, W> {
    fn default() -> Self {
        ByCell { ranges: BySite::new((0, 0)), entries: Vec::new() }
    }
}

/// The cells from which the kinds of a class leap onto one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaps<const W: usize> {
    /// The cells from which they leap.
    pub(crate) sources: SiteSet<W>,
    /// The kinds.
    pub(crate) class: Class,
}

/// Kinds with the same leaps.
#[derive(Clone, Debug)]
pub(crate) struct Leaper {
    class: Class,
    kinds: KindSet,
}

/// Attacks on one cell by the kinds of one class: all slides, all cannons or all hoppers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<const W: usize> {
    /// The cells of possible attackers.
    pub(crate) sources: SiteSet<W>,
    /// The index in `requirements` of the requirement of the first source.
    first: u32,
    /// The kinds that attack in this way.
    pub(crate) class: Class,
}

/// Slides, cannons or hoppers, with the requirement of each attack.
#[derive(Clone, Debug)]
pub(crate) struct Lines<const W: usize, Requirement> {
    lines: ByCell<Line<W>, W>,
    /// The requirements of the sources of each line, in ascending order of source, one line after
    /// another.
    requirements: Vec<Requirement>,
}

impl<const W: usize, Requirement> Default for Lines<W, Requirement> {
    fn default() -> Self {
        Lines { lines: ByCell::default(), requirements: Vec::new() }
    }
}

impl<const W: usize, Requirement: Copy> Lines<W, Requirement> {
    fn is_empty(&self) -> bool {
        self.requirements.is_empty()
    }

    /// The attacks on `cell`.
    #[inline(always)]
    pub(crate) fn at(&self, cell: Site) -> &[Line<W>] {
        self.lines.at(cell)
    }

    /// Adds the sources of all attacks to `all`, by attacked cell.
    fn add_sources(&self, all: &mut BySite<SiteSet<W>, W>) {
        for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            let here = self.lines.at(cell).iter();
            all[cell] = here.fold(all[cell], |all, line| all | line.sources);
        }
    }

    /// The requirement of the attack from `source`, which must be one of the sources of `line`.
    #[inline(always)]
    pub(crate) fn want(&self, line: &Line<W>, source: Site) -> Requirement {
        self.requirements[line.first as usize + line.sources.rank(source)]
    }
}

/// An attack that requires more than empty and occupied cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConditionalAttack<const W: usize> {
    /// The kind of the attacker.
    pub(crate) kind: KindId,
    /// The cell of the attacker.
    pub(crate) source: Site,
    /// The requirements of the attack.
    pub(crate) way: OwnerNeeds<W>,
}

impl<const W: usize> AttackTables<W> {
    /// Returns the cells from which `kind` attacks `cell`, or `None` if the kind has attacks other
    /// than leaps.
    pub(crate) fn only_leaps(&self, kind: KindId, cell: Site) -> Option<SiteSet<W>> {
        let leaps =
            |class: Class| self.leapers.iter().any(|l| l.class == class && l.kinds.has(kind));
        let own = self.leaps.at(cell).iter().filter(|l| leaps(l.class));
        (!self.otherwise.has(kind))
            .then(|| own.fold(SiteSet::EMPTY, |all, leaps| all | leaps.sources))
    }

    /// Returns the approximate size of leaps and slides in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let lines =
            size_of_val(&self.leaps.entries[..]) + size_of_val(&self.slides.lines.entries[..]);
        lines + size_of_val(&self.slides.requirements[..])
    }

    /// Returns whether some attack requires an occupied cell.
    pub(crate) fn has_hurdles(&self) -> bool {
        !(self.cannons.is_empty() && self.hoppers.is_empty())
    }

    /// Returns whether all attacks, apart from en passant captures, require only empty and occupied
    /// cells.
    pub(crate) fn is_clear(&self) -> bool {
        self.conditional.entries.is_empty()
    }

    /// Returns whether some attack is an en passant capture, or requires own pieces, royal or
    /// non-royal pieces, or a piece that lends its move.
    pub(crate) fn asks_who(&self) -> bool {
        self.asks_who || !self.passing.is_empty()
    }

    /// Returns the attacks on `cell` that require more than empty and occupied cells.
    #[inline(always)]
    pub(crate) fn conditional(&self, cell: Site) -> &[ConditionalAttack<W>] {
        self.conditional.at(cell)
    }
}
