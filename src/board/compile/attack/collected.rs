//! Attacks while kinds are taken in one after another, and the tables that are made of them.
//!
//! Owns: [`Attacks`]. Takes what the pieces of each kind threaten from every site; gives the [`AttackTables`] of both
//! sides. Invariant: what both sides have in common is sorted once, unless one of them has more to add to it.

use super::{AttackTables, ByCell, ConditionalAttack, Leaper, Leaps, Line, Lines, PassingAttack};
use crate::board::compile::kinds::{Classes, KindSet};
use crate::board::compile::profile::{Threat, Threats};
use crate::board::compile::tables::OwnerNeeds;
use crate::board::compile::traced::Traced;
use crate::board::space::by_site::{BySite, in_order};
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::Family;
use crate::index::Id;
use crate::rules::ruleset::KindId;
use crate::rules::side::BySide;
use std::collections::BTreeMap;

/// Who attacks what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Between {
    source: Site,
    target: Site,
}

/// An attack that is no leap: what it wants of other cells, and whose it is.
type Attack<Want> = (Between, Want, KindId);

/// Attacks that are no leaps, by what they want: the forms of [`AttackTables`].
#[derive(Clone, Default)]
struct Ways<const W: usize> {
    slides: Vec<Attack<SiteSet<W>>>,
    over_one: Vec<Attack<SiteSet<W>>>,
    hops: Vec<Attack<(SiteSet<W>, SiteSet<W>)>>,
}

/// Ways of one form, told apart from other ways of that form between the same two cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Layer {
    kinds: KindSet,
    number: usize,
}

impl<const W: usize> Ways<W> {
    fn is_empty(&self) -> bool {
        self.slides.is_empty() && self.over_one.is_empty() && self.hops.is_empty()
    }
}

/// Attack tables of one side, or what both sides' have in common, while kinds are taken in one after another.
#[derive(Clone, Default)]
pub struct Attacks<const W: usize> {
    /// By kind and target: from where it leaps there.
    leaps: BTreeMap<KindId, BySite<SiteSet<W>, W>>,
    ways: Ways<W>,
    conditional: Vec<(Site, ConditionalAttack<W>)>,
    otherwise: KindSet,
    asks_who: bool,
    passing: Vec<PassingAttack<W>>,
}

/// All attacks that are no leaps and ask no more than which cells are occupied.
#[derive(Clone)]
struct Clear<const W: usize> {
    slides: Lines<W, SiteSet<W>>,
    over_one: Lines<W, SiteSet<W>>,
    hops: Lines<W, (SiteSet<W>, SiteSet<W>)>,
    /// By target, all sources.
    sources: BySite<SiteSet<W>, W>,
}

impl<const W: usize> Attacks<W> {
    /// Takes in what `kind` attacks from where it stands.
    pub fn add(&mut self, kind: KindId, traced: &Traced<W>) {
        for (source, threats) in traced.threats().enumerate() {
            let source = Site::from_index(source);
            self.sort(kind, source, &threats);
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
        both: Attacks<W>,
        own: BySide<Attacks<W>>,
        classes: &mut Classes,
    ) -> BySide<AttackTables<W>> {
        let mut shared: Option<Clear<W>> = None;
        let BySide(own) = own;
        BySide(own.map(|own| {
            let (leaps, leapers) = leaps(both.leaps.iter().chain(&own.leaps).collect(), classes);
            let clear = match own.ways.is_empty() {
                true => shared.get_or_insert_with(|| clear(&both.ways, &own.ways, classes)).clone(),
                false => clear(&both.ways, &own.ways, classes),
            };
            let Clear { slides, over_one, hops, sources: mut watchers } = clear;
            let mut conditional = both.conditional.clone();
            conditional.extend(own.conditional);
            for (cell, attack) in &conditional {
                watchers[*cell].insert(attack.source);
            }
            for cell in (0..SiteSet::<W>::CAPACITY).map(Site::from_index) {
                let here = leaps.at(cell).iter();
                watchers[cell] = here.fold(watchers[cell], |all, leaps| all | leaps.sources);
            }
            let mut otherwise = both.otherwise;
            otherwise |= own.otherwise;
            let mut passing = both.passing.clone();
            passing.extend(own.passing);
            AttackTables {
                leaps,
                leapers,
                slides,
                over_one,
                hops,
                conditional: ByCell::new(conditional),
                otherwise,
                asks_who: both.asks_who | own.asks_who,
                passing,
                watchers,
            }
        }))
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
        let mut slides = [false; 3];
        for threat in plain.iter().filter(|threat| wants(threat)) {
            slides[threat.family as usize] = true;
        }
        let slides = |family: Family| slides[family as usize];
        let mut wants: Vec<(SiteSet<W>, SiteSet<W>)> = Vec::new();
        for at_target in plain.chunk_by(|a, b| a.target == b.target) {
            let target = at_target[0].target;
            wants.clear();
            let mut leaps = false;
            for threat in at_target {
                let want = (threat.empty, threat.occupied);
                leaps |= want == (SiteSet::EMPTY, SiteSet::EMPTY) && !slides(threat.family);
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
                let rows = self.leaps.entry(kind).or_insert_with(|| BySite::new(SiteSet::EMPTY));
                rows[target].insert(source);
                continue;
            }
            self.otherwise.insert(kind);
            let between = Between { source, target };
            if let Some(cells) = over_one(&wants) {
                self.ways.over_one.push((between, cells, kind));
                continue;
            }
            for &(empty, occupied) in &wants {
                match occupied.is_empty() {
                    true => self.ways.slides.push((between, empty, kind)),
                    false => self.ways.hops.push((between, (empty, occupied), kind)),
                }
            }
        }
    }
}

/// The tables of the ways that both sides have, and of one side's own.
fn clear<const W: usize>(both: &Ways<W>, own: &Ways<W>, classes: &mut Classes) -> Clear<W> {
    let mut sources = BySite::new(SiteSet::EMPTY);
    let slides = lines([&both.slides, &own.slides], &mut sources, classes);
    let over_one = lines([&both.over_one, &own.over_one], &mut sources, classes);
    let hops = lines([&both.hops, &own.hops], &mut sources, classes);
    Clear { slides, over_one, hops, sources }
}

/// The lines of `ways`, whose sources are added by target. They are very many, so their places are sorted.
fn lines<Want: Copy + Ord, const W: usize>(
    [first, more]: [&[Attack<Want>]; 2],
    sources: &mut BySite<SiteSet<W>, W>,
    classes: &mut Classes,
) -> Lines<W, Want> {
    let at = |place: u32| match first.get(place as usize) {
        Some(attack) => attack,
        None => &more[place as usize - first.len()],
    };
    let places: Vec<u32> = (0..(first.len() + more.len()) as u32).collect();
    let by_source = in_order::<_, W>(places, |&place| at(place).0.source);
    let mut places = in_order::<_, W>(by_source, |&place| at(place).0.target);
    // In order of target and source.
    let mut layers: BTreeMap<Layer, Vec<u32>> = BTreeMap::new();
    let mut here: Vec<KindSet> = Vec::new();
    for own in places.chunk_by_mut(|&a, &b| at(a).0 == at(b).0) {
        let between = at(own[0]).0;
        own.sort_unstable_by_key(|&place| at(place));
        sources[between.target].insert(between.source);
        here.clear();
        for alike in own.chunk_by(|&a, &b| at(a).1 == at(b).1) {
            let kinds: KindSet = alike.iter().map(|&place| at(place).2).collect();
            let number = here.iter().filter(|&&known| known == kinds).count();
            here.push(kinds);
            layers.entry(Layer { kinds, number }).or_default().push(alike[0]);
        }
    }
    let (mut lines, mut wants) = (Vec::new(), Vec::new());
    for (layer, places) in layers {
        for class in classes.cover(layer.kinds) {
            wants.reserve_exact(places.len());
            for own in places.chunk_by(|&a, &b| at(a).0.target == at(b).0.target) {
                let first = wants.len() as u32;
                let sources = own.iter().map(|&place| at(place).0.source).collect();
                lines.push((at(own[0]).0.target, Line { sources, first, class }));
                wants.extend(own.iter().map(|&place| at(place).1));
            }
        }
    }
    Lines { lines: ByCell::new(lines), wants }
}

/// Leaps of each kind by target, as tables: kinds that leap alike share theirs.
fn leaps<'a, const W: usize>(
    by_kind: BTreeMap<&'a KindId, &'a BySite<SiteSet<W>, W>>,
    classes: &mut Classes,
) -> (ByCell<Leaps<W>, W>, Vec<Leaper<W>>) {
    let mut found: Vec<(KindSet, &BySite<SiteSet<W>, W>)> = Vec::new();
    for (&kind, sources) in by_kind {
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
