//! Attack tables: for every cell, who could capture a royal piece on it, and what has to stand between.
//!
//! Owns: [`AttackTables`], one for each attacking side. Takes the threats of every kind from every site;
//! gives checks, pins and king steps. An attack is a source and what it wants of other cells: nothing (a
//! leap), cells between that are empty (a slide), one piece on the cells between (a cannon), or certain
//! cells empty and others occupied (a hopper). Invariant: a source never looks at the attacked cell itself;
//! two ways from one source to one cell are two entries.

use crate::board::compile::kinds::{Class, Classes, KindSet};
use crate::board::compile::profile::Threat;
use crate::board::compile::tables::OwnerNeeds;
use crate::board::compile::traced::Traced;
use crate::board::space::by_site::BySite;
use crate::board::space::site_set::{AnySet, Site, SiteSet};
use crate::board::walk::paths::Family;
use crate::index::Id;
use crate::rules::ruleset::KindId;
use std::collections::BTreeMap;

/// Who attacks what, for one attacking side.
#[derive(Clone, Debug)]
pub struct AttackTables<const W: usize> {
    /// Leaps.
    pub leaps: Vec<Leaps<W>>,
    /// Attacks that want the cells between empty.
    pub slides: Vec<Lines<W, SiteSet<W>>>,
    /// Attacks that want one piece on the cells between.
    pub over_one: Vec<Lines<W, SiteSet<W>>>,
    /// Attacks that want certain cells empty and others occupied.
    pub hops: Vec<Lines<W, (SiteSet<W>, SiteSet<W>)>>,
    /// Attacks that ask who stands where, or capture others with their target, by attacked cell; empty if
    /// there is none.
    conditional: Vec<Vec<ConditionalAttack<W>>>,
    /// Kinds that attack otherwise than by leaps.
    otherwise: KindSet,
    asks_who: bool,
    /// Captures in passing, where royal pieces may pass cells.
    pub passing: Vec<PassingAttack<W>>,
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
    /// What it asks.
    pub way: OwnerNeeds<W>,
}

/// Leaps of kinds that leap alike.
#[derive(Clone, Debug)]
pub struct Leaps<const W: usize> {
    /// The kinds as a class.
    pub class: Class,
    /// Sources by attacked cell.
    pub sources: BySite<SiteSet<W>, W>,
    kinds: KindSet,
}

/// Attacks of kinds that attack alike, with what each wants of the cells between.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize, Want> {
    /// The kinds.
    pub class: Class,
    /// By attacked cell.
    cells: BySite<Sources<W>, W>,
    /// What the sources of a cell want, in order of their index, one cell after another.
    wants: Vec<Want>,
}

/// The sources of one cell.
#[derive(Clone, Copy, Debug)]
struct Sources<const W: usize> {
    sites: SiteSet<W>,
    /// Where their wants begin.
    first: u32,
}

impl<const W: usize, Want: Copy> Lines<W, Want> {
    /// Every source that attacks `cell` when it gets what it wants.
    #[inline(always)]
    pub fn sources(&self, cell: Site) -> SiteSet<W> {
        self.cells[cell].sites
    }

    /// What `source`, one of the sources of `cell`, wants.
    #[inline(always)]
    pub fn want(&self, cell: Site, source: Site) -> Want {
        let Sources { sites, first } = self.cells[cell];
        self.wants[first as usize + sites.rank(source)]
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

/// What an attack wants of other cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way<const W: usize> {
    Leap,
    Slide(SiteSet<W>),
    OverOne(SiteSet<W>),
    Hop(SiteSet<W>, SiteSet<W>),
}

/// Ways of one form, told apart from other ways of that form between the same two cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Layer {
    form: Form,
    kinds: KindSet,
    number: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Slide,
    OverOne,
    Hop,
}

impl<const W: usize> Way<W> {
    /// `None` of leaps, which have tables of their own.
    fn form(self) -> Option<Form> {
        match self {
            Way::Leap => None,
            Way::Slide(_) => Some(Form::Slide),
            Way::OverOne(_) => Some(Form::OverOne),
            Way::Hop(..) => Some(Form::Hop),
        }
    }
}

/// Attack tables of one side while its kinds are taken in one after another.
pub struct Attacks<const W: usize> {
    tables: AttackTables<W>,
    /// Target, source, way, kind.
    ways: Vec<(Site, Site, Way<W>, KindId)>,
    sites: usize,
}

impl<const W: usize> Attacks<W> {
    /// None yet, on a board of so many sites.
    pub fn new(sites: usize) -> Attacks<W> {
        let tables = AttackTables {
            leaps: Vec::new(),
            slides: Vec::new(),
            over_one: Vec::new(),
            hops: Vec::new(),
            conditional: Vec::new(),
            otherwise: KindSet::default(),
            asks_who: false,
            passing: Vec::new(),
        };
        Attacks { tables, ways: Vec::new(), sites }
    }

    /// Takes in what `kind` attacks from where it stands.
    pub fn add(&mut self, kind: KindId, traced: &Traced) {
        for (source, threats) in traced.threats.iter().enumerate() {
            let source = Site::from_index(source);
            self.tables.sort(kind, source, threats, self.sites, &mut self.ways);
        }
        self.tables.passing.extend(traced.passing.iter().map(|&(source, cell, needs, how)| {
            PassingAttack { cell, kind, source, way: OwnerNeeds::new(&(needs, Some(how))) }
        }));
    }

    /// The tables of all that was taken in.
    pub fn tables(self, classes: &mut Classes) -> AttackTables<W> {
        let Attacks { mut tables, mut ways, .. } = self;
        tables.add_leaps(&mut ways, classes);
        ways.sort_unstable();
        // By form and kinds: attacked cell, source and way, in that order.
        let mut layers: BTreeMap<Layer, Vec<(Site, Site, Way<W>)>> = BTreeMap::new();
        for between in ways.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (target, source) = (between[0].0, between[0].1);
            let mut here: Vec<(Form, KindSet)> = Vec::new();
            for alike in between.chunk_by(|a, b| a.2 == b.2) {
                let way = alike[0].2;
                let Some(form) = way.form() else { continue };
                let kinds: KindSet = alike.iter().map(|it| it.3).collect();
                let number = here.iter().filter(|&&it| it == (form, kinds)).count();
                here.push((form, kinds));
                let layer = Layer { form, kinds, number };
                layers.entry(layer).or_default().push((target, source, way));
            }
        }
        for (layer, ways) in layers {
            for class in classes.cover(layer.kinds) {
                tables.add(class, layer, &ways);
            }
        }
        tables
    }
}

impl<const W: usize> AttackTables<W> {
    /// Adds what the threats of one kind from one source want to `ways`: target, source, way, kind.
    fn sort(
        &mut self,
        kind: KindId,
        source: Site,
        threats: &[Threat],
        sites: usize,
        ways: &mut Vec<(Site, Site, Way<W>, KindId)>,
    ) {
        let plain = |t: &&Threat| t.needs.foes.is_empty() && !t.needs.asks_who();
        // A kind that slides along lines of a family slides one step too.
        let wants = |t: &Threat| !(t.needs.empty | t.needs.occupied).is_empty();
        let slides =
            |family: Family| threats.iter().filter(plain).any(|t| t.family == family && wants(t));
        let slides = [Family::Orthogonal, Family::Diagonal, Family::Other].map(slides);
        for at_target in threats.chunk_by(|a, b| a.target == b.target) {
            let target = at_target[0].target;
            for threat in at_target.iter().filter(|t| !plain(t)) {
                let needs = threat.needs;
                self.asks_who |= needs.asks_who();
                self.otherwise.insert(kind);
                self.conditional.resize_with(sites, Vec::new);
                self.conditional[target.index()].push(ConditionalAttack {
                    kind,
                    source,
                    way: OwnerNeeds::new(&(needs, None)),
                });
            }
            let mut wants: Vec<(AnySet, AnySet)> = Vec::new();
            let mut leaps = false;
            for threat in at_target.iter().filter(plain) {
                let want = (threat.needs.empty, threat.needs.occupied);
                leaps |= want == (AnySet::EMPTY, AnySet::EMPTY) && !slides[threat.family as usize];
                // What wants more than another way adds nothing.
                let weaker =
                    |a: &(AnySet, AnySet), b: &(AnySet, AnySet)| a.0.within(b.0) && a.1.within(b.1);
                if !wants.iter().any(|known| weaker(known, &want)) {
                    wants.retain(|known| !weaker(&want, known));
                    wants.push(want);
                }
            }
            if leaps {
                ways.push((target, source, Way::Leap, kind));
                continue;
            }
            if let Some(between) = over_one(&wants) {
                self.otherwise.insert(kind);
                ways.push((target, source, Way::OverOne(between.resize()), kind));
                continue;
            }
            for (empty, occupied) in wants {
                self.otherwise.insert(kind);
                let way = if occupied.is_empty() {
                    Way::Slide(empty.resize())
                } else {
                    Way::Hop(empty.resize(), occupied.resize())
                };
                ways.push((target, source, way, kind));
            }
        }
    }

    /// Takes the leaps out of `ways`: those of one kind are one row a site, which kinds that leap alike
    /// share.
    fn add_leaps(&mut self, ways: &mut Vec<(Site, Site, Way<W>, KindId)>, classes: &mut Classes) {
        let mut by_kind: BTreeMap<KindId, BySite<SiteSet<W>, W>> = BTreeMap::new();
        ways.retain(|&(target, source, way, kind)| {
            let leaps = way == Way::Leap;
            if leaps {
                let rows = by_kind.entry(kind).or_insert_with(|| BySite::new(SiteSet::EMPTY));
                rows[target].insert(source);
            }
            !leaps
        });
        let mut found: Vec<(KindSet, BySite<SiteSet<W>, W>)> = Vec::new();
        for (kind, sources) in by_kind {
            match found.iter_mut().find(|(_, known)| *known == sources) {
                Some((kinds, _)) => kinds.insert(kind),
                None => found.push(([kind].into_iter().collect(), sources)),
            }
        }
        for (kinds, sources) in found {
            for class in classes.cover(kinds) {
                self.leaps.push(Leaps { class, sources: sources.clone(), kinds });
            }
        }
    }

    fn add(&mut self, class: Class, layer: Layer, ways: &[(Site, Site, Way<W>)]) {
        match layer.form {
            Form::Slide => self.slides.push(lines(class, ways, |way| match way {
                Way::Slide(between) => Some(between),
                Way::Leap | Way::OverOne(_) | Way::Hop(..) => None,
            })),
            Form::OverOne => self.over_one.push(lines(class, ways, |way| match way {
                Way::OverOne(between) => Some(between),
                Way::Leap | Way::Slide(_) | Way::Hop(..) => None,
            })),
            Form::Hop => self.hops.push(lines(class, ways, |way| match way {
                Way::Hop(empty, occupied) => Some((empty, occupied)),
                Way::Leap | Way::Slide(_) | Way::OverOne(_) => None,
            })),
        }
    }

    /// The cells from which `kind` attacks `cell`, if leaps are all its attacks.
    pub fn only_leaps(&self, kind: KindId, cell: Site) -> Option<SiteSet<W>> {
        let own = self.leaps.iter().filter(|leaps| leaps.kinds.has(kind));
        (!self.otherwise.has(kind))
            .then(|| own.fold(SiteSet::EMPTY, |all, leaps| all | leaps.sources[cell]))
    }

    /// Bytes of leaps and slides, about.
    pub fn bytes(&self) -> usize {
        let wants = self.slides.iter().map(|lines| size_of_val(&lines.wants[..]));
        size_of_val(&self.leaps[..]) + size_of_val(&self.slides[..]) + wants.sum::<usize>()
    }

    /// Whether some attack is over a piece or asks for certain cells to be occupied.
    pub fn has_hurdles(&self) -> bool {
        !(self.over_one.is_empty() && self.hops.is_empty())
    }

    /// Whether every attack asks no more than which cells are occupied.
    pub fn is_clear(&self) -> bool {
        self.conditional.is_empty()
    }

    /// Whether some attack asks for royal pieces, for the attacker's own, or for what was passed.
    pub fn asks_who(&self) -> bool {
        self.asks_who || !self.passing.is_empty()
    }

    /// Attacks on `cell` that ask more than which cells are occupied.
    #[inline(always)]
    pub fn conditional(&self, cell: Site) -> &[ConditionalAttack<W>] {
        self.conditional.get(cell.index()).map_or(&[], |attacks| attacks)
    }
}

/// Entries of `ways`, which are in order of target and source.
fn lines<const W: usize, Want: Copy>(
    class: Class,
    ways: &[(Site, Site, Way<W>)],
    want: impl Fn(Way<W>) -> Option<Want>,
) -> Lines<W, Want> {
    let mut cells = BySite::new(Sources { sites: SiteSet::EMPTY, first: 0 });
    let mut wants = Vec::with_capacity(ways.len());
    for &(target, source, way) in ways {
        let Some(want) = want(way) else { continue };
        let cell: &mut Sources<W> = &mut cells[target];
        if cell.sites.is_empty() {
            cell.first = wants.len() as u32;
        }
        cell.sites.insert(source);
        wants.push(want);
    }
    Lines { class, cells, wants }
}

/// The cells between, if `wants` are: any one of them occupied and all others empty.
fn over_one(wants: &[(AnySet, AnySet)]) -> Option<AnySet> {
    let (empty, occupied) = *wants.first()?;
    let between = empty | occupied;
    let fits = |(empty, occupied): &(AnySet, AnySet)| {
        occupied.is_single() && *empty == between.minus(*occupied)
    };
    // They are all different, since none asks more than another.
    (wants.len() == between.count() as usize && wants.iter().all(fits)).then_some(between)
}
