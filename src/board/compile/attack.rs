//! Attack tables: for every cell, who could capture a royal piece on it, and what has to stand between.
//!
//! Owns: [`AttackTables`], one for each attacking side. Takes the threats of every kind from every site;
//! gives checks, pins and king steps. An attack is a source and what it wants of other cells: nothing (a
//! leap), cells between that are empty (a slide), one piece on the cells between (a cannon), or certain
//! cells empty and others occupied (a hopper). Invariant: a source never looks at the attacked cell itself;
//! two ways from one source to one cell are two entries.

use crate::board::compile::kinds::{Class, Classes, KindSet};
use crate::board::compile::profile::{Threat, Threats};
use crate::board::compile::tables::OwnerNeeds;
use crate::board::compile::traced::Traced;
use crate::board::space::by_site::BySite;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::Family;
use crate::index::Id;
use crate::rules::ruleset::KindId;
use crate::rules::side::BySide;
use std::collections::BTreeMap;

/// Who attacks what, for one attacking side.
#[derive(Clone, Debug)]
pub struct AttackTables<const W: usize> {
    /// Leaps.
    pub leaps: ByCell<Leaps<W>, W>,
    /// Who leaps.
    pub leapers: Vec<Leaper<W>>,
    /// Attacks that want the cells between empty.
    pub slides: Lines<W, SiteSet<W>>,
    /// Attacks that want one piece on the cells between.
    pub over_one: Lines<W, SiteSet<W>>,
    /// Attacks that want certain cells empty and others occupied.
    pub hops: Lines<W, (SiteSet<W>, SiteSet<W>)>,
    /// Attacks that ask who stands where, or capture others with their target, by attacked cell.
    conditional: ByCell<ConditionalAttack<W>, W>,
    /// Kinds that attack otherwise than by leaps.
    otherwise: KindSet,
    asks_who: bool,
    /// Captures in passing, where royal pieces may pass cells.
    pub passing: Vec<PassingAttack<W>>,
    /// By attacked cell, from where any kind attacks it, whatever it wants; captures in passing apart.
    pub watchers: BySite<SiteSet<W>, W>,
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

impl<T, const W: usize> ByCell<T, W> {
    fn new(mut entries: Vec<(Site, T)>) -> Self {
        entries.sort_by_key(|(cell, _)| *cell);
        let mut ranges = BySite::new((0, 0));
        let mut from = 0;
        for own in entries.chunk_by(|a, b| a.0 == b.0) {
            let to = from + own.len() as u32;
            ranges[own[0].0] = (from, to);
            from = to;
        }
        ByCell { ranges, entries: entries.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// The entries of `cell`.
    #[inline(always)]
    pub fn at(&self, cell: Site) -> &[T] {
        let (from, to) = self.ranges[cell];
        &self.entries[from as usize..to as usize]
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

/// Leaps onto any of several cells.
#[derive(Clone, Copy, Debug)]
pub struct Near<const W: usize> {
    /// Where from.
    pub sources: SiteSet<W>,
    /// Whose, as an index of [`AttackTables::leapers`].
    pub leaper: usize,
    /// Their class.
    pub class: Class,
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

impl<const W: usize, Want: Copy> Lines<W, Want> {
    fn is_empty(&self) -> bool {
        self.wants.is_empty()
    }

    /// The lines that lead to `cell`.
    #[inline(always)]
    pub fn at(&self, cell: Site) -> &[Line<W>] {
        self.lines.at(cell)
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

/// Attack tables of one side, or what both sides' have in common, while kinds are taken in one after another.
#[derive(Clone, Default)]
pub struct Attacks<const W: usize> {
    /// By target: source, way, kind.
    ways: Vec<Vec<(Site, Way<W>, KindId)>>,
    conditional: Vec<(Site, ConditionalAttack<W>)>,
    otherwise: KindSet,
    asks_who: bool,
    passing: Vec<PassingAttack<W>>,
}

impl<const W: usize> Attacks<W> {
    /// Takes in what `kind` attacks from where it stands.
    pub fn add(&mut self, kind: KindId, traced: &Traced<W>) {
        self.ways.resize_with(traced.threats.len(), Vec::new);
        for (source, threats) in traced.threats.iter().enumerate() {
            let source = Site::from_index(source);
            self.sort(kind, source, threats);
        }
        self.passing.extend(traced.passing.iter().map(|(source, take)| PassingAttack {
            cell: take.how.cell,
            kind,
            source: *source,
            to: take.to,
            captured: take.captured,
            shifted: take.shifted,
            way: OwnerNeeds { needs: take.needs, passant: Some(take.how) },
        }));
    }

    /// The tables of each side: what `both` have, and what is its own.
    pub fn tables(
        mut both: Attacks<W>,
        own: BySide<Attacks<W>>,
        classes: &mut Classes,
    ) -> BySide<AttackTables<W>> {
        // Stable here and below: what one kind brings is in order already.
        both.ways.iter_mut().for_each(|ways| ways.sort());
        let BySide(own) = own;
        BySide(own.map(|own| {
            let mut all = both.clone();
            all.join(own);
            all.into_tables(classes)
        }))
    }

    fn join(&mut self, more: Attacks<W>) {
        let Attacks { ways, conditional, otherwise, asks_who, passing } = more;
        self.ways.resize_with(self.ways.len().max(ways.len()), Vec::new);
        for (all, ways) in self.ways.iter_mut().zip(ways) {
            all.extend(ways);
        }
        self.conditional.extend(conditional);
        self.otherwise |= otherwise;
        self.asks_who |= asks_who;
        self.passing.extend(passing);
    }

    fn into_tables(self, classes: &mut Classes) -> AttackTables<W> {
        let Attacks { mut ways, conditional, otherwise, asks_who, passing } = self;
        let mut watchers = BySite::new(SiteSet::EMPTY);
        for (cell, ways) in ways.iter().enumerate() {
            watchers[Site::from_index(cell)] = ways.iter().map(|&(source, ..)| source).collect();
        }
        for (cell, attack) in &conditional {
            watchers[*cell].insert(attack.source);
        }
        let (leaps, leapers) = take_leaps(&mut ways, classes);
        // By form and kinds: attacked cell, source and way, in that order.
        let mut layers: BTreeMap<Layer, Vec<(Site, Site, Way<W>)>> = BTreeMap::new();
        let mut here: Vec<(Form, KindSet)> = Vec::new();
        for (target, ways) in ways.iter_mut().enumerate() {
            ways.sort();
            for between in ways.chunk_by(|a, b| a.0 == b.0) {
                here.clear();
                for alike in between.chunk_by(|a, b| a.1 == b.1) {
                    let (source, way, _) = alike[0];
                    let Some(form) = way.form() else { continue };
                    let kinds: KindSet = alike.iter().map(|it| it.2).collect();
                    let number = here.iter().filter(|&&it| it == (form, kinds)).count();
                    here.push((form, kinds));
                    let layer = Layer { form, kinds, number };
                    let target = Site::from_index(target);
                    layers.entry(layer).or_default().push((target, source, way));
                }
            }
        }
        let mut slides = Collected::default();
        let mut over_one = Collected::default();
        let mut hops = Collected::default();
        for (layer, ways) in layers {
            for class in classes.cover(layer.kinds) {
                match layer.form {
                    Form::Slide => slides.add(class, &ways, |way| match way {
                        Way::Slide(between) => Some(between),
                        Way::Leap | Way::OverOne(_) | Way::Hop(..) => None,
                    }),
                    Form::OverOne => over_one.add(class, &ways, |way| match way {
                        Way::OverOne(between) => Some(between),
                        Way::Leap | Way::Slide(_) | Way::Hop(..) => None,
                    }),
                    Form::Hop => hops.add(class, &ways, |way| match way {
                        Way::Hop(empty, occupied) => Some((empty, occupied)),
                        Way::Leap | Way::Slide(_) | Way::OverOne(_) => None,
                    }),
                }
            }
        }
        let (slides, over_one, hops) = (slides.lines(), over_one.lines(), hops.lines());
        let conditional = ByCell::new(conditional);
        AttackTables {
            leaps,
            leapers,
            slides,
            over_one,
            hops,
            conditional,
            otherwise,
            asks_who,
            passing,
            watchers,
        }
    }

    /// Takes in the threats of one kind from one source.
    fn sort(&mut self, kind: KindId, source: Site, threats: &Threats<W>) {
        for &(target, needs) in &threats.asking {
            self.asks_who |= needs.asks_who();
            self.otherwise.insert(kind);
            let way = OwnerNeeds { needs, passant: None };
            self.conditional.push((target, ConditionalAttack { kind, source, way }));
        }
        let plain = &threats.plain;
        // A kind that slides along lines of a family slides one step too.
        let wants = |t: &Threat<W>| !(t.empty | t.occupied).is_empty();
        let slides = |family: Family| plain.iter().any(|t| t.family == family && wants(t));
        let slides = [Family::Orthogonal, Family::Diagonal, Family::Other].map(slides);
        let mut wants: Vec<(SiteSet<W>, SiteSet<W>)> = Vec::new();
        for at_target in plain.chunk_by(|a, b| a.target == b.target) {
            let target = at_target[0].target;
            wants.clear();
            let mut leaps = false;
            for threat in at_target {
                let want = (threat.empty, threat.occupied);
                leaps |=
                    want == (SiteSet::EMPTY, SiteSet::EMPTY) && !slides[threat.family as usize];
                // What wants more than another way adds nothing.
                let weaker = |a: &(SiteSet<W>, SiteSet<W>), b: &(SiteSet<W>, SiteSet<W>)| {
                    a.0.within(b.0) && a.1.within(b.1)
                };
                if !wants.iter().any(|known| weaker(known, &want)) {
                    wants.retain(|known| !weaker(&want, known));
                    wants.push(want);
                }
            }
            if leaps {
                self.ways[target.index()].push((source, Way::Leap, kind));
                continue;
            }
            if let Some(between) = over_one(&wants) {
                self.otherwise.insert(kind);
                self.ways[target.index()].push((source, Way::OverOne(between), kind));
                continue;
            }
            for &(empty, occupied) in &wants {
                self.otherwise.insert(kind);
                let way =
                    if occupied.is_empty() { Way::Slide(empty) } else { Way::Hop(empty, occupied) };
                self.ways[target.index()].push((source, way, kind));
            }
        }
    }
}

/// Takes the leaps out of `ways`: those of one kind are one row a site, which kinds that leap alike share.
fn take_leaps<const W: usize>(
    ways: &mut [Vec<(Site, Way<W>, KindId)>],
    classes: &mut Classes,
) -> (ByCell<Leaps<W>, W>, Vec<Leaper<W>>) {
    let mut by_kind: BTreeMap<KindId, BySite<SiteSet<W>, W>> = BTreeMap::new();
    for (target, ways) in ways.iter_mut().enumerate() {
        ways.retain(|&(source, way, kind)| {
            let leaps = way == Way::Leap;
            if leaps {
                let rows = by_kind.entry(kind).or_insert_with(|| BySite::new(SiteSet::EMPTY));
                rows[Site::from_index(target)].insert(source);
            }
            !leaps
        });
    }
    let mut found: Vec<(KindSet, BySite<SiteSet<W>, W>)> = Vec::new();
    for (kind, sources) in by_kind {
        match found.iter_mut().find(|(_, known)| *known == sources) {
            Some((kinds, _)) => kinds.insert(kind),
            None => found.push(([kind].into_iter().collect(), sources)),
        }
    }
    let (mut leaps, mut leapers) = (Vec::new(), Vec::new());
    for (kinds, rows) in found {
        let mut onto = BySite::new(SiteSet::EMPTY);
        for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            rows[cell].each(|source| onto[source].insert(cell));
        }
        for class in classes.cover(kinds) {
            let of = |cell: Site| (cell, Leaps { sources: rows[cell], class });
            let some = |(_, leaps): &(Site, Leaps<W>)| !leaps.sources.is_empty();
            leaps.extend((0..SiteSet::<W>::CAPACITY).map(Site::from_index).map(of).filter(some));
            leapers.push(Leaper { class, kinds, onto: onto.clone() });
        }
    }
    (ByCell::new(leaps), leapers)
}

/// Attacks of one form while they are taken in.
struct Collected<const W: usize, Want> {
    lines: Vec<(Site, Line<W>)>,
    wants: Vec<Want>,
}

impl<const W: usize, Want> Default for Collected<W, Want> {
    fn default() -> Self {
        Collected { lines: Vec::new(), wants: Vec::new() }
    }
}

impl<const W: usize, Want> Collected<W, Want> {
    /// Adds `ways`, which are in order of target and source.
    fn add(
        &mut self,
        class: Class,
        ways: &[(Site, Site, Way<W>)],
        want: impl Fn(Way<W>) -> Option<Want>,
    ) {
        for own in ways.chunk_by(|a, b| a.0 == b.0) {
            let first = self.wants.len() as u32;
            let sources = own.iter().map(|(_, source, _)| *source).collect();
            self.lines.push((own[0].0, Line { sources, first, class }));
            self.wants.extend(own.iter().filter_map(|(.., way)| want(*way)));
        }
    }

    fn lines(self) -> Lines<W, Want> {
        Lines { lines: ByCell::new(self.lines), wants: self.wants }
    }
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

    /// Leaps onto any of the cells of a row, by the site of the row.
    pub fn near(&self, rows: &BySite<(SiteSet<W>, SiteSet<W>), W>) -> ByCell<Near<W>, W> {
        let mut found: Vec<(Site, Near<W>)> = Vec::new();
        for site in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
            let cells = rows[site].0 | rows[site].1;
            for (leaper, Leaper { class, .. }) in self.leapers.iter().enumerate() {
                let leaps = cells.into_iter().flat_map(|cell| self.leaps.at(cell));
                let own = leaps.filter(|leaps| leaps.class == *class);
                let sources = own.fold(SiteSet::EMPTY, |all, leaps| all | leaps.sources);
                if !sources.is_empty() {
                    found.push((site, Near { sources, leaper, class: *class }));
                }
            }
        }
        ByCell::new(found)
    }

    /// Bytes of leaps and slides, about.
    pub fn bytes(&self) -> usize {
        let lines =
            size_of_val(&self.leaps.entries[..]) + size_of_val(&self.slides.lines.entries[..]);
        lines + size_of_val(&self.slides.wants[..])
    }

    /// Whether some attack is over a piece or asks for certain cells to be occupied.
    pub fn has_hurdles(&self) -> bool {
        !(self.over_one.is_empty() && self.hops.is_empty())
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

/// The cells between, if `wants` are: any one of them occupied and all others empty.
fn over_one<const W: usize>(wants: &[(SiteSet<W>, SiteSet<W>)]) -> Option<SiteSet<W>> {
    let (empty, occupied) = *wants.first()?;
    let between = empty | occupied;
    let fits = |(empty, occupied): &(SiteSet<W>, SiteSet<W>)| {
        let one = occupied.is_single() && occupied.within(between);
        one && *empty == between.minus(*occupied)
    };
    // They are all different, since none asks more than another.
    (wants.len() == between.count() as usize && wants.iter().all(fits)).then_some(between)
}
