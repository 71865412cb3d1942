//! Attack tables of one side: for every cell, the attacks on it and the cells on which each attack
//! depends.
//!
//! The engine uses them for checks, pins and the moves of royal pieces. A leap has no requirements,
//! and a slide needs empty cells between. A cannon needs exactly one piece on the cells between. A
//! hopper needs certain cells occupied and others empty. No attack depends on the attacked cell
//! itself.

use crate::paths::path::Family;
use crate::tables::kinds::{BySite, Class, Classes, KindSet, in_order};
use crate::tables::piece_rows::OwnerNeeds;
use crate::tables::profile::{PassingTake, Threat, Threats};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side, Sides};
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

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

// Collects attacks kind by kind, and builds the `AttackTables` of both sides from them.
//
// The slides, cannons and hoppers that both sides have are sorted only once, if neither side has
// others of its own.

/// The two ends of an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Between {
    source: Site,
    target: Site,
}

/// An attack that is not a leap, with its requirement and the kind of the attacker.
type Attack<Requirement> = (Between, Requirement, KindId);

/// Attacks of one form, such as slides, in the order of collection. They stay in several vectors
/// until they are sorted, so that long lists are not copied.
type Runs<T> = Vec<Vec<T>>;

/// Attacks that are not leaps, by their form in [`AttackTables`].
#[derive(Clone, Default)]
struct Ways<const W: usize> {
    slides: Runs<Attack<SiteSet<W>>>,
    cannons: Runs<Attack<SiteSet<W>>>,
    hoppers: Runs<Attack<(SiteSet<W>, SiteSet<W>)>>,
}

/// Adds an attack to the last run.
fn push<T>(runs: &mut Runs<T>, attack: T) {
    match runs.last_mut() {
        Some(run) => run.push(attack),
        None => runs.push(vec![attack]),
    }
}

/// The key of a group of attacks by the same kinds. Several attacks between the same two cells get
/// different numbers, so a group has at most one attack between two cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Layer {
    kinds: KindSet,
    number: usize,
}

impl<const W: usize> Ways<W> {
    fn is_empty(&self) -> bool {
        self.slides.is_empty() && self.cannons.is_empty() && self.hoppers.is_empty()
    }
}

/// Collected attacks of one side, or those that both sides have.
#[derive(Clone, Default)]
pub(crate) struct Attacks<const W: usize> {
    /// By kind and target, the sources of leaps.
    leaps: BTreeMap<KindId, BySite<SiteSet<W>, W>>,
    ways: Ways<W>,
    conditional: Runs<(Site, ConditionalAttack<W>)>,
    otherwise: KindSet,
    asks_who: bool,
    passing: Vec<PassingAttack<W>>,
}

/// The tables of slides, cannons and hoppers. These attacks require only empty and occupied cells.
struct Clear<const W: usize> {
    slides: Lines<W, SiteSet<W>>,
    cannons: Lines<W, SiteSet<W>>,
    hoppers: Lines<W, (SiteSet<W>, SiteSet<W>)>,
}

impl<const W: usize> Attacks<W> {
    /// Adds the attacks of `more`.
    pub(crate) fn join(&mut self, more: Attacks<W>) {
        for (kind, rows) in more.leaps {
            match self.leaps.entry(kind) {
                Entry::Vacant(entry) => {
                    entry.insert(rows);
                }
                Entry::Occupied(mut entry) => {
                    for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
                        entry.get_mut()[cell] |= rows[cell];
                    }
                }
            }
        }
        self.ways.slides.extend(more.ways.slides);
        self.ways.cannons.extend(more.ways.cannons);
        self.ways.hoppers.extend(more.ways.hoppers);
        self.conditional.extend(more.conditional);
        self.otherwise |= more.otherwise;
        self.asks_who |= more.asks_who;
        self.passing.extend(more.passing);
    }

    /// Adds an en passant capture by `kind` from `source`.
    pub(crate) fn pass(&mut self, kind: KindId, source: Site, take: &PassingTake<W>) {
        self.passing.push(PassingAttack {
            cell: take.how.cell,
            kind,
            source,
            to: take.to,
            captured: take.captured,
            shifted: take.shifted,
            way: OwnerNeeds { needs: take.needs, passant: Some(take.how) },
        });
    }

    /// Builds the tables of each side from the attacks that `both` sides have and from their `own`
    /// attacks. Both sides share one table if neither has attacks of its own.
    pub(crate) fn tables(
        both: Attacks<W>,
        own: BySide<Attacks<W>>,
        sides: Sides,
        classes: &mut Classes,
    ) -> BySide<Arc<AttackTables<W>>> {
        let whites = &own[Side::White];
        let white = Arc::new(both.with(whites, None, classes));
        BySide::of(sides, |side| match (side, &own[side]) {
            (Side::White, _) => white.clone(),
            (_, others) if others.is_empty() && whites.is_empty() => white.clone(),
            // If White has no slides, cannons or hoppers of its own, White's lines are the sorted
            // common ones.
            (_, others) => {
                let known = Some(&*white).filter(|_| whites.ways.is_empty());
                Arc::new(both.with(others, known, classes))
            }
        })
    }

    fn is_empty(&self) -> bool {
        self.leaps.is_empty()
            && self.ways.is_empty()
            && self.conditional.is_empty()
            && self.passing.is_empty()
    }

    /// Builds the tables of the attacks in `self` and `more`. If `known` is given, its lines are
    /// the sorted attacks of `self`.
    fn with(
        &self,
        more: &Attacks<W>,
        known: Option<&AttackTables<W>>,
        classes: &mut Classes,
    ) -> AttackTables<W> {
        let (leaps, leapers) = leaps(self.leaps.iter().chain(&more.leaps).collect(), classes);
        let Clear { slides, cannons, hoppers } = match known {
            Some(AttackTables { slides, cannons, hoppers, .. }) if more.ways.is_empty() => {
                Clear { slides: slides.clone(), cannons: cannons.clone(), hoppers: hoppers.clone() }
            }
            Some(_) | None => clear(&self.ways, &more.ways, classes),
        };
        let mut attackers = BySite::new(SiteSet::EMPTY);
        slides.add_sources(&mut attackers);
        cannons.add_sources(&mut attackers);
        hoppers.add_sources(&mut attackers);
        let conditional = || self.conditional.iter().chain(&more.conditional).flatten().copied();
        for (cell, attack) in conditional() {
            attackers[cell].insert(attack.source);
        }
        for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            let here = leaps.at(cell).iter();
            attackers[cell] = here.fold(attackers[cell], |all, leaps| all | leaps.sources);
        }
        let mut otherwise = self.otherwise;
        otherwise |= more.otherwise;
        AttackTables {
            leaps,
            leapers,
            slides,
            cannons,
            hoppers,
            conditional: ByCell::new(conditional()),
            otherwise,
            asks_who: self.asks_who | more.asks_who,
            passing: self.passing.iter().chain(&more.passing).copied().collect(),
            possible_attackers: attackers,
        }
    }

    /// Reserves space for the conditional attacks and the slides among `threats`. These are most of
    /// the attacks in large games.
    pub(crate) fn expect<'t>(&mut self, threats: impl Iterator<Item = &'t Threats<W>>) {
        let slides = |t: &&Threat<W>| t.occupied.is_empty() && !t.empty.is_empty();
        let (mut conditional, mut sliding) = (0, 0);
        for threats in threats {
            conditional += threats.asking.len();
            sliding += threats.plain.iter().filter(slides).count();
        }
        if conditional > 0 {
            self.conditional.push(Vec::with_capacity(conditional));
        }
        if sliding > 0 {
            // Some one-step attacks are stored as slides too, so there is room for half as many
            // again.
            self.ways.slides.push(Vec::with_capacity(sliding + sliding / 2));
        }
    }

    /// Adds the attacks of one kind from one cell.
    pub(crate) fn add(&mut self, kind: KindId, source: Site, threats: &Threats<W>) {
        for &(target, needs) in &threats.asking {
            self.asks_who |= needs.asks_who();
            self.otherwise.insert(kind);
            let way = OwnerNeeds { needs, passant: None };
            push(&mut self.conditional, (target, ConditionalAttack { kind, source, way }));
        }
        let plain = &threats.plain;
        // If a kind slides along orthogonal lines, its one-step orthogonal attacks are stored as
        // slides too. The same holds for diagonal lines.
        let has_requirements = |t: &Threat<W>| !(t.empty | t.occupied).is_empty();
        let mut slides = [false; 3];
        for threat in plain.iter().filter(|threat| has_requirements(threat)) {
            slides[threat.family as usize] = true;
        }
        let slides = |family: Family| slides[family as usize];
        let mut requirements: Vec<(SiteSet<W>, SiteSet<W>)> = Vec::new();
        for at_target in plain.chunk_by(|a, b| a.target == b.target) {
            let target = at_target[0].target;
            requirements.clear();
            let mut leaps = false;
            for threat in at_target {
                let requirement = (threat.empty, threat.occupied);
                leaps |= requirement == (SiteSet::EMPTY, SiteSet::EMPTY) && !slides(threat.family);
                // Of two requirements between the same cells, the one that includes the other is
                // redundant.
                let weaker = |a: &(SiteSet<W>, SiteSet<W>), b: &(SiteSet<W>, SiteSet<W>)| {
                    a.0.within(b.0) && a.1.within(b.1)
                };
                if !requirements.iter().any(|known| weaker(known, &requirement)) {
                    requirements.retain(|known| !weaker(&requirement, known));
                    requirements.push(requirement);
                }
            }
            if leaps {
                let rows = self.leaps.entry(kind).or_insert_with(|| BySite::new(SiteSet::EMPTY));
                rows[target].insert(source);
                continue;
            }
            self.otherwise.insert(kind);
            let between = Between { source, target };
            if let Some(cells) = cannon_cells(&requirements) {
                push(&mut self.ways.cannons, (between, cells, kind));
                continue;
            }
            for &(empty, occupied) in &requirements {
                if occupied.is_empty() {
                    push(&mut self.ways.slides, (between, empty, kind))
                } else {
                    push(&mut self.ways.hoppers, (between, (empty, occupied), kind))
                }
            }
        }
    }
}

/// Builds the tables of the attacks in `both` and `own`.
fn clear<const W: usize>(both: &Ways<W>, own: &Ways<W>, classes: &mut Classes) -> Clear<W> {
    Clear {
        slides: lines([&both.slides, &own.slides], classes),
        cannons: lines([&both.cannons, &own.cannons], classes),
        hoppers: lines([&both.hoppers, &own.hoppers], classes),
    }
}

/// Sorts `ways` by target and source and groups them by class.
fn lines<Requirement: Copy + Ord, const W: usize>(
    ways: [&Runs<Attack<Requirement>>; 2],
    classes: &mut Classes,
) -> Lines<W, Requirement> {
    let runs = || ways.into_iter().flatten();
    let mut all: Vec<&Attack<Requirement>> = Vec::with_capacity(runs().map(Vec::len).sum());
    runs().for_each(|run| all.extend(run));
    let by_source = in_order::<_, W>(all, |(between, ..)| between.source);
    let mut all = in_order::<_, W>(by_source, |(between, ..)| between.target);
    // `all` is now sorted by target, and for each target by source.
    let mut layers: Vec<(Layer, Vec<&Attack<Requirement>>)> = Vec::new();
    let mut here: Vec<KindSet> = Vec::new();
    for own in all.chunk_by_mut(|a, b| a.0 == b.0) {
        let (_, requirement, _) = own[0];
        if own.iter().any(|(_, other, _)| other != requirement) {
            own.sort_unstable_by_key(|(_, requirement, _)| *requirement);
        }
        here.clear();
        for alike in own.chunk_by(|a, b| a.1 == b.1) {
            let kinds: KindSet = alike.iter().map(|(.., kind)| *kind).collect();
            let number = here.iter().filter(|&&known| known == kinds).count();
            here.push(kinds);
            let layer = Layer { kinds, number };
            match layers.iter_mut().find(|(known, _)| *known == layer) {
                Some((_, attacks)) => attacks.push(alike[0]),
                None => layers.push((layer, vec![alike[0]])),
            }
        }
    }
    layers.sort_unstable_by_key(|(layer, _)| *layer);
    let (mut lines, mut requirements) = (Vec::new(), Vec::new());
    for (layer, attacks) in layers {
        for class in classes.cover(layer.kinds) {
            requirements.reserve_exact(attacks.len());
            for own in attacks.chunk_by(|a, b| a.0.target == b.0.target) {
                let first = requirements.len() as u32;
                let sources = own.iter().map(|(between, ..)| between.source).collect();
                lines.push((own[0].0.target, Line { sources, first, class }));
                requirements.extend(own.iter().map(|(_, requirement, _)| *requirement));
            }
        }
    }
    Lines { lines: ByCell::new(lines.iter().copied()), requirements }
}

/// Builds the tables of leaps. Kinds with equal leaps share a class.
fn leaps<'a, const W: usize>(
    by_kind: BTreeMap<&'a KindId, &'a BySite<SiteSet<W>, W>>,
    classes: &mut Classes,
) -> (ByCell<Leaps<W>, W>, Vec<Leaper>) {
    let mut found: Vec<(KindSet, &BySite<SiteSet<W>, W>)> = Vec::new();
    for (&kind, sources) in by_kind {
        match found.iter_mut().find(|(_, known)| *known == sources) {
            Some((kinds, _)) => kinds.insert(kind),
            None => found.push(([kind].into_iter().collect(), sources)),
        }
    }
    let (mut leaps, mut leapers) = (Vec::new(), Vec::new());
    for (kinds, rows) in found {
        for class in classes.cover(kinds) {
            let of = |cell: Site| (cell, Leaps { sources: rows[cell], class });
            let some = |(_, leaps): &(Site, Leaps<W>)| !leaps.sources.is_empty();
            leaps.extend((0..SiteSet::<W>::CAPACITY).map(Site::from_index).map(of).filter(some));
            leapers.push(Leaper { class, kinds });
        }
    }
    (ByCell::new(leaps.iter().copied()), leapers)
}

/// Returns the cells between source and target if `requirements` are those of a cannon, otherwise
/// `None`. A cannon has one requirement for each cell between: this cell is occupied, and all
/// others are empty.
fn cannon_cells<const W: usize>(requirements: &[(SiteSet<W>, SiteSet<W>)]) -> Option<SiteSet<W>> {
    let (empty, occupied) = *requirements.first()?;
    let between = empty | occupied;
    let fits = |(empty, occupied): &(SiteSet<W>, SiteSet<W>)| {
        let one = occupied.is_single() && occupied.within(between);
        one && *empty == between.minus(*occupied)
    };
    // The requirements are different, so each fits another cell between.
    (requirements.len() == between.count() as usize && requirements.iter().all(fits))
        .then_some(between)
}
