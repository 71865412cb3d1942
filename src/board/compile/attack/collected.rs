//! Attacks while kinds are taken in one after another, and the tables that are made of them.
//!
//! Owns: [`Attacks`]. Takes what the pieces of each kind threaten from every site; gives the [`AttackTables`] of both
//! sides. Invariant: what both sides have in common is sorted once, unless one of them has more to add to it.

use super::{AttackTables, ByCell, ConditionalAttack, Leaper, Leaps, Line, Lines, PassingAttack};
use crate::board::compile::kinds::{Class, Classes, KindSet};
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

/// An attack that is no leap: of a piece of a kind, and what it wants.
type Attack<const W: usize> = (Between, Way<W>, KindId);

/// What an attack that is no leap wants of other cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way<const W: usize> {
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
    fn form(self) -> Form {
        match self {
            Way::Slide(_) => Form::Slide,
            Way::OverOne(_) => Form::OverOne,
            Way::Hop(..) => Form::Hop,
        }
    }
}

/// Attack tables of one side, or what both sides' have in common, while kinds are taken in one after another.
#[derive(Clone, Default)]
pub struct Attacks<const W: usize> {
    /// By kind and target: from where it leaps there.
    leaps: BTreeMap<KindId, BySite<SiteSet<W>, W>>,
    ways: Vec<Attack<W>>,
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
                true => shared.get_or_insert_with(|| clear([&both.ways, &[]], classes)).clone(),
                false => clear([&both.ways, &own.ways], classes),
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
                self.ways.push((between, Way::OverOne(cells), kind));
                continue;
            }
            let way = |&(empty, occupied): &(SiteSet<W>, SiteSet<W>)| match occupied.is_empty() {
                true => Way::Slide(empty),
                false => Way::Hop(empty, occupied),
            };
            self.ways.extend(wants.iter().map(|want| (between, way(want), kind)));
        }
    }
}

/// The tables of `ways`. They are very many, so they are sorted by their places.
fn clear<const W: usize>(ways: [&[Attack<W>]; 2], classes: &mut Classes) -> Clear<W> {
    let [first, more] = ways;
    let at = |place: u32| match first.get(place as usize) {
        Some(attack) => attack,
        None => &more[place as usize - first.len()],
    };
    let mut sources = BySite::new(SiteSet::EMPTY);
    let places: Vec<u32> = (0..(first.len() + more.len()) as u32).collect();
    let by_source = in_order::<_, W>(places, |&place| at(place).0.source);
    let mut places = in_order::<_, W>(by_source, |&place| at(place).0.target);
    // By form and kinds, in order of target and source.
    let mut layers: BTreeMap<Layer, Vec<u32>> = BTreeMap::new();
    let mut here: Vec<(Form, KindSet)> = Vec::new();
    for own in places.chunk_by_mut(|&a, &b| at(a).0 == at(b).0) {
        let between = at(own[0]).0;
        own.sort_unstable_by_key(|&place| at(place));
        sources[between.target].insert(between.source);
        here.clear();
        for alike in own.chunk_by(|&a, &b| at(a).1 == at(b).1) {
            let form = at(alike[0]).1.form();
            let kinds: KindSet = alike.iter().map(|&place| at(place).2).collect();
            let number = here.iter().filter(|&&it| it == (form, kinds)).count();
            here.push((form, kinds));
            layers.entry(Layer { form, kinds, number }).or_default().push(alike[0]);
        }
    }
    let mut slides = Collected::default();
    let mut over_one = Collected::default();
    let mut hops = Collected::default();
    for (layer, places) in layers {
        let ways = || places.iter().map(|&place| at(place));
        for class in classes.cover(layer.kinds) {
            match layer.form {
                Form::Slide => slides.add(class, ways(), |way| match way {
                    Way::Slide(between) => Some(between),
                    Way::OverOne(_) | Way::Hop(..) => None,
                }),
                Form::OverOne => over_one.add(class, ways(), |way| match way {
                    Way::OverOne(between) => Some(between),
                    Way::Slide(_) | Way::Hop(..) => None,
                }),
                Form::Hop => hops.add(class, ways(), |way| match way {
                    Way::Hop(empty, occupied) => Some((empty, occupied)),
                    Way::Slide(_) | Way::OverOne(_) => None,
                }),
            }
        }
    }
    let (slides, over_one, hops) = (slides.lines(), over_one.lines(), hops.lines());
    Clear { slides, over_one, hops, sources }
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
    fn add<'w>(
        &mut self,
        class: Class,
        ways: impl ExactSizeIterator<Item = &'w Attack<W>>,
        want: impl Fn(Way<W>) -> Option<Want>,
    ) {
        self.wants.reserve_exact(ways.len());
        let mut last: Option<Site> = None;
        for (between, way, _) in ways {
            let first = self.wants.len() as u32;
            self.wants.extend(want(*way));
            match self.lines.last_mut().filter(|_| last == Some(between.target)) {
                Some((_, line)) => line.sources.insert(between.source),
                None => {
                    let sources = SiteSet::of(between.source);
                    self.lines.push((between.target, Line { sources, first, class }));
                }
            }
            last = Some(between.target);
        }
    }

    fn lines(self) -> Lines<W, Want> {
        Lines { lines: ByCell::new(self.lines), wants: self.wants }
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
