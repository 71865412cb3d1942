//! Promotion for the fast generator: what the tables know of it.
//!
//! Owns: [`PromotionSets`], [`Group`], [`Face`], [`TargetLists`], [`PendingPromotions`]. Takes an arena. Invariant: says
//! what [`BoardModel::becomes`](crate::model::board_model::BoardModel::becomes) says.

use crate::model::board_model::BoardModel;
use crate::model::promotion::{Way, from_the_left, pending_promotions};
use crate::tables::kinds::KindSet;
use crate::tables::setwise::Starts;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Duty, Ruleset, Supply};
use alfil_rules::side::{BySide, Side};

alfil_diagnostics::id! {
    /// A list of kinds to promote to.
    TargetsId(u16)
}

/// Kinds that a piece may promote to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Targets {
    /// The kinds, each once.
    pub kinds: Vec<KindId>,
    /// Those of which there may be none left.
    pub limited: KindSet,
    /// The same, parted into those of which it does not matter to the safety of royal pieces which is chosen.
    pub alike: Vec<TargetsId>,
}

/// Every list of kinds that some move promotes to; the first one is empty.
#[derive(Clone, Debug)]
pub struct TargetLists(IndexVec<TargetsId, Targets>);

/// Only the empty list.
impl Default for TargetLists {
    fn default() -> Self {
        TargetLists([Targets::default()].into_iter().collect())
    }
}

impl TargetLists {
    /// The list of no kinds.
    pub const NOTHING: TargetsId = TargetsId(0);

    /// A list.
    #[inline(always)]
    pub fn of(&self, id: TargetsId) -> &Targets {
        &self.0[id]
    }

    /// The list of a kind alone that never runs out, if it is one to which pieces promote as they stand, or in a game where
    /// pieces wait or are neutral.
    pub fn alone(&self, kind: KindId) -> TargetsId {
        let alone = |list: &Targets| list.kinds == [kind] && list.limited.count() == 0;
        let found = self.0.ids().find(|&id| alone(&self.0[id]));
        debug_assert!(found.is_some(), "asked for a list that was not made");
        found.unwrap_or(Self::NOTHING)
    }

    /// The list of these kinds, each with whether it may run out.
    fn list(&mut self, rules: &Ruleset, kinds: &[(KindId, Supply)]) -> TargetsId {
        let ids: Vec<KindId> = kinds.iter().map(|&(kind, _)| kind).collect();
        let runs_out = kinds.iter().filter(|(_, supply)| *supply == Supply::Lost);
        let limited: KindSet = runs_out.map(|&(kind, _)| kind).collect();
        let same = |list: &Targets| list.kinds == ids && list.limited == limited;
        if let Some(known) = self.0.ids().find(|&id| same(&self.0[id])) {
            return known;
        }
        let list = Targets { kinds: ids, limited, ..Targets::default() };
        let id = self.0.push(list);
        let mut parts: Vec<Vec<(KindId, Supply)>> = Vec::new();
        for &(kind, supply) in kinds {
            let alike = |one| rules.stand_alike(one, kind) && !rules.attacks_ask_the_board();
            match parts.iter_mut().find(|part| alike(part[0].0)) {
                Some(part) => part.push((kind, supply)),
                None => parts.push(vec![(kind, supply)]),
            }
        }
        self.0[id].alike = match &parts[..] {
            [] | [_] => vec![id],
            parts => parts.iter().map(|part| self.list(rules, part)).collect(),
        };
        id
    }
}

/// Cells that offer one list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group<const W: usize> {
    /// To what.
    pub targets: TargetsId,
    /// Where a piece may promote.
    pub may: SiteSet<W>,
    /// Where it must.
    pub must: SiteSet<W>,
    /// Where it must as long as a kind is left.
    pub can: SiteSet<W>,
}

impl<const W: usize> Group<W> {
    /// Of `region`, where a piece may stay what it is while `choices` kinds are left.
    #[inline(always)]
    pub fn others(&self, region: SiteSet<W>, choices: u8) -> SiteSet<W> {
        let others = region.minus(self.must);
        if choices > 0 { others.minus(self.can) } else { others }
    }
}

/// A kind as which a piece may be dropped.
#[derive(Clone, Copy, Debug)]
pub struct Face<const W: usize> {
    /// The kind.
    pub kind: KindId,
    /// The list of that kind alone.
    pub targets: TargetsId,
    /// Where.
    pub cells: SiteSet<W>,
}

/// When pieces of a kind of one side promote.
#[derive(Clone, Debug)]
pub struct PromotionSets<const W: usize> {
    /// Starts of the second class; none if there are more than two.
    zone: SiteSet<W>,
    /// Where moves from outside the zone may promote, and from inside; perhaps more, if there are more
    /// classes than two.
    may: [SiteSet<W>; 2],
    /// What moves promote to, by class of their starts.
    classes: Vec<Vec<Group<W>>>,
    /// The class of each start.
    class_of: Vec<u8>,
    /// Where pieces promote as they stand.
    pub stays: Vec<Group<W>>,
    /// The faces of drops.
    pub faces: Vec<Face<W>>,
    /// Where drops promote.
    pub drops: Vec<Group<W>>,
}

impl<const W: usize> PromotionSets<W> {
    /// Of a kind of one side; what it promotes to goes to `lists`.
    pub fn new(arena: &BoardModel, side: Side, kind: KindId, lists: &mut TargetLists) -> Self {
        let rules = &arena.rules.kinds[kind].promotions;
        let sites = || arena.graph.sites();
        let mut groups = |way: &dyn Fn(Site) -> Way| groups(arena, side, kind, way, lists);
        let (mut classes, mut class_of) = (Vec::<Vec<Group<W>>>::new(), Vec::new());
        // Starts inside the same zones are alike.
        let mut known: Vec<(Vec<bool>, u8)> = Vec::new();
        for from in sites() {
            let zones = arena.promotion_cells[side][kind].iter().zip(rules);
            let inside: Vec<bool> = zones.map(|(z, rule)| rule.on.moves() && z.has(from)).collect();
            let class = match known.iter().find(|(other, _)| *other == inside) {
                Some(&(_, class)) => class,
                None => {
                    let of = groups(&|to| Way::Move(from, to));
                    let same = classes.iter().position(|other| *other == of);
                    let class = same.unwrap_or(classes.len());
                    if same.is_none() {
                        classes.push(of);
                    }
                    known.push((inside, class as u8));
                    class as u8
                }
            };
            class_of.push(class);
        }
        let (stays, drops) = (groups(&Way::Stay), groups(&Way::Drop));
        let of = |class: Option<&Vec<Group<W>>>| {
            class.into_iter().flatten().fold(SiteSet::EMPTY, |all, group| all | group.may)
        };
        let (zone, may) = match classes.len() {
            0..=2 => {
                let second = |site: &Site| class_of[site.index()] == 1;
                (sites().filter(second).collect(), [of(classes.first()), of(classes.get(1))])
            }
            _ => {
                let all = classes.iter().fold(SiteSet::EMPTY, |all, class| all | of(Some(class)));
                (SiteSet::EMPTY, [all; 2])
            }
        };
        // What waits elsewhere may become something else at once, and what is neutral attacks its mover's king by what it
        // becomes, so that kinds that are royal alike differ.
        let waiting =
            Side::BOTH.iter().any(|&side| pending_promotions(arena, side).next().is_some());
        let apart = waiting || arena.rules.neutrals().next().is_some();
        let moves = classes.iter().flatten().filter(|_| apart);
        for group in stays.iter().chain(moves) {
            for to in lists.of(group.targets).kinds.clone() {
                lists.list(&arena.rules, &[(to, Supply::Endless)]);
            }
        }
        let mut faces: Vec<Face<W>> = Vec::new();
        for group in &drops {
            let list = lists.of(group.targets).clone();
            for to in list.kinds {
                let supply = if list.limited.has(to) { Supply::Lost } else { Supply::Endless };
                let targets = lists.list(&arena.rules, &[(to, supply)]);
                match faces.iter_mut().find(|face| face.targets == targets) {
                    Some(face) => face.cells |= group.may,
                    None => faces.push(Face { kind: to, targets, cells: group.may }),
                }
            }
        }
        PromotionSets { zone, may, classes, class_of, stays, faces, drops }
    }

    /// Where a move from `from` may promote; perhaps more.
    #[inline(always)]
    pub fn may(&self, from: Site) -> SiteSet<W> {
        self.may[usize::from(self.zone.has(from))]
    }

    /// What moves from `from` promote to, and where.
    #[inline(always)]
    pub fn groups(&self, from: Site) -> &[Group<W>] {
        &self.classes[usize::from(self.class_of[from.index()])]
    }

    /// The sites of a board, by how moves from there promote.
    pub fn starts(&self) -> Vec<Starts<W>> {
        let of = |class: usize| {
            let sites = 0..self.class_of.len();
            let here = sites.filter(|&site| usize::from(self.class_of[site]) == class);
            let sites: SiteSet<W> = here.map(Site::from_index).collect();
            let any = sites.first()?;
            Some(Starts { sites, any, may_promote: self.may(any) })
        };
        (0..self.classes.len()).filter_map(of).collect()
    }
}

/// What `way` to each site promotes to, sites with one list of kinds together. Where rules ask, whatever
/// they may answer; [`CompiledPredicates`](crate::tables::predicates::CompiledPredicates) has the questions.
fn groups<const W: usize>(
    arena: &BoardModel,
    side: Side,
    kind: KindId,
    way: &dyn Fn(Site) -> Way,
    lists: &mut TargetLists,
) -> Vec<Group<W>> {
    let mut groups: Vec<Group<W>> = Vec::new();
    if arena.rules.kinds[kind].promotions.is_empty() {
        return groups;
    }
    for to in arena.graph.sites() {
        // A promotion at rest is a move from a cell to itself.
        let rests = matches!(way(to), Way::Stay(_));
        if rests && !arena.holds(&arena.rules.every_move, side, kind, to, to) {
            continue;
        }
        let mut kinds: Vec<(KindId, Supply)> = Vec::new();
        let (mut must, mut can) = (SiteSet::EMPTY, SiteSet::EMPTY);
        for rule in arena.promotions(side, kind, way(to)) {
            for &becomes in &rule.to {
                match kinds.iter_mut().find(|(known, _)| *known == becomes) {
                    // What one rule gives without end never runs out.
                    Some((_, supply)) if rule.supply == Supply::Endless => *supply = rule.supply,
                    Some(_) => {}
                    None => kinds.push((becomes, rule.supply)),
                }
            }
            // Whether a rule that asks applies is known once there is a move.
            match arena.duty(side, kind, rule, way(to)) {
                Duty::Must if rule.when.is_none() => must.insert(to),
                Duty::Must | Duty::May => {}
                Duty::Wait => can.insert(to),
            }
        }
        if arena.promotions(side, kind, way(to)).any(|rule| rule.when.is_some()) {
            can = SiteSet::EMPTY;
        }
        if kinds.is_empty() {
            continue;
        }
        let targets = lists.list(&arena.rules, &kinds);
        let here = Group { targets, may: SiteSet::of(to), must, can };
        match groups.iter_mut().find(|group| group.targets == targets) {
            Some(group) => {
                group.may |= here.may;
                group.must |= here.must;
                group.can |= here.can;
            }
            None => groups.push(here),
        }
    }
    groups
}

/// A zone in which pieces of a kind wait for their promotion.
#[derive(Clone, Debug)]
pub struct Wait<const W: usize> {
    /// The kind.
    pub kind: KindId,
    /// Its zone.
    pub zone: SiteSet<W>,
    /// The same from its owner's left.
    pub from_the_left: Vec<Site>,
    /// For what it waits.
    pub targets: TargetsId,
}

/// The zones in which pieces wait for their promotion.
#[derive(Clone, Debug)]
pub struct PendingPromotions<const W: usize> {
    /// By side.
    pub zones: BySide<Vec<Wait<W>>>,
}

impl<const W: usize> PendingPromotions<W> {
    /// Of a game in which a kind waits.
    pub fn new(arena: &BoardModel, lists: &mut TargetLists) -> Option<PendingPromotions<W>> {
        let zones = BySide::from_fn(|side| {
            let all = pending_promotions(arena, side).map(|(kind, rule, zone)| {
                let kinds: Vec<_> = rule.to.iter().map(|&to| (to, rule.supply)).collect();
                Wait {
                    kind,
                    zone: zone.resize(),
                    from_the_left: from_the_left(arena, zone, side),
                    targets: lists.list(&arena.rules, &kinds),
                }
            });
            all.collect::<Vec<_>>()
        });
        let any = Side::BOTH.iter().any(|&side| !zones[side].is_empty());
        any.then_some(PendingPromotions { zones })
    }
}
