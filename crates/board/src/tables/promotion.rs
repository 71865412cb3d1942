//! Promotion in the form that the generator reads.
//!
//! It contains the same rules as
//! [`BoardModel::becomes`](crate::model::board_model::BoardModel::becomes).

use crate::model::board_model::BoardModel;
use crate::model::promotion::{Way, from_the_left, pending_promotions};
use crate::tables::kinds::KindSet;
use crate::tables::piece_rows::Starts;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Duty, Ruleset, Supply};
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};

alfil_diagnostics::id! {
    /// A list of kinds to promote to.
    TargetsId(u16)
}

/// The kinds that a piece may promote to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Targets {
    /// The kinds, without duplicates.
    pub(crate) kinds: Vec<KindId>,
    /// The kinds of which a side may only replace lost pieces.
    pub(crate) limited: KindSet,
    /// The same kinds in smaller lists. The kinds of one such list are equivalent for the safety of
    /// royal pieces, so a test of one is enough.
    pub(crate) alike: Vec<TargetsId>,
}

/// All lists of kinds to promote to. The first list is empty.
#[derive(Clone, Debug)]
pub(crate) struct TargetLists(IndexVec<TargetsId, Targets>);

/// Contains only the empty list.
impl Default for TargetLists {
    fn default() -> Self {
        TargetLists([Targets::default()].into_iter().collect())
    }
}

impl TargetLists {
    /// The empty list.
    pub(crate) const NOTHING: TargetsId = TargetsId(0);

    /// Returns the list with this id.
    #[inline(always)]
    pub(crate) fn of(&self, id: TargetsId) -> &Targets {
        &self.0[id]
    }

    /// Returns the list that contains only `kind`, with endless supply. It exists for kinds to
    /// which pieces promote without moving. In games with pending promotions or neutral pieces, it
    /// also exists for kinds to which moves promote.
    pub(crate) fn alone(&self, kind: KindId) -> TargetsId {
        let alone = |list: &Targets| list.kinds == [kind] && list.limited.count() == 0;
        let found = self.0.ids().find(|&id| alone(&self.0[id]));
        debug_assert!(found.is_some(), "the list of this kind does not exist");
        found.unwrap_or(Self::NOTHING)
    }

    /// Returns the list of these kinds with their supply. Adds the list if it is new.
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

/// Cells on which a piece may promote to the same list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group<const W: usize> {
    /// The kinds to promote to.
    pub(crate) targets: TargetsId,
    /// The cells where a piece may promote.
    pub(crate) may: SiteSet<W>,
    /// The cells where the piece must promote in any case.
    pub(crate) must: SiteSet<W>,
    /// The cells where the piece must promote if a kind is available.
    pub(crate) can: SiteSet<W>,
}

impl<const W: usize> Group<W> {
    /// Returns the cells of `region` where a piece may keep its kind, if `choices` kinds are
    /// available.
    #[inline(always)]
    pub(crate) fn others(&self, region: SiteSet<W>, choices: u8) -> SiteSet<W> {
        let others = region.minus(self.must);
        if choices > 0 { others.minus(self.can) } else { others }
    }
}

/// A kind to which a drop promotes the dropped piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face<const W: usize> {
    /// The kind after the drop.
    pub(crate) kind: KindId,
    /// The list that contains only that kind.
    pub(crate) targets: TargetsId,
    /// The cells on which it may be dropped.
    pub(crate) cells: SiteSet<W>,
}

/// The promotions of a kind of one side.
#[derive(Clone, Debug)]
pub(crate) struct PromotionSets<const W: usize> {
    /// Start cells with equal promotions form a class. `zone` contains the starts of the second
    /// class. It is empty unless there are exactly two classes.
    zone: SiteSet<W>,
    /// The cells where moves may promote: first for starts outside `zone`, then for starts in it.
    /// If there are more than two classes, the sets may contain more cells.
    may: [SiteSet<W>; 2],
    /// The promotions of moves, by class of their starts.
    classes: Vec<Vec<Group<W>>>,
    /// The class of each start.
    class_of: Vec<u8>,
    /// Promotions without moving.
    pub(crate) stays: Vec<Group<W>>,
    /// The kinds to which drops promote.
    pub(crate) faces: Vec<Face<W>>,
    /// Promotions of drops.
    pub(crate) drops: Vec<Group<W>>,
}

impl<const W: usize> PromotionSets<W> {
    /// Returns the promotions of `kind` and `side`. Adds lists of kinds to `lists`.
    pub(crate) fn new(
        arena: &BoardModel,
        side: Side,
        kind: KindId,
        lists: &mut TargetLists,
    ) -> Self {
        let rules = &arena.rules.kinds[kind].promotions;
        let sites = || arena.graph.sites();
        let mut groups = |way: &dyn Fn(Site) -> Way| groups(arena, side, kind, way, lists);
        let (mut classes, mut class_of) = (Vec::<Vec<Group<W>>>::new(), Vec::new());
        // Starts in the same zones have the same promotions, so they belong to one class.
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
        // In these games, each promotion is tested for safety separately, so each kind needs a list
        // of its own. A pending promotion may change the new piece at once. A neutral piece may
        // attack the king of its mover.
        let pending =
            arena.rules.sides.each().any(|side| pending_promotions(arena, side).next().is_some());
        let separately = pending || arena.rules.neutrals().next().is_some();
        let moves = classes.iter().flatten().filter(|_| separately);
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

    /// Returns the cells where a move from `from` may promote. The set may contain more cells.
    #[inline(always)]
    pub(crate) fn may(&self, from: Site) -> SiteSet<W> {
        self.may[usize::from(self.zone.has(from))]
    }

    /// Returns the promotions of moves from `from`.
    #[inline(always)]
    pub(crate) fn groups(&self, from: Site) -> &[Group<W>] {
        &self.classes[usize::from(self.class_of[from.index()])]
    }

    /// Returns the sites, grouped by the promotions of moves from there.
    pub(crate) fn starts(&self) -> Vec<Starts<W>> {
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

/// Returns the promotions of `way` to each site, grouped by list of kinds. Predicates on promotion
/// rules are ignored here, and
/// [`CompiledPredicates`](crate::tables::predicates::CompiledPredicates) contains them.
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
        // A promotion without moving counts as a move from a cell to itself.
        let stays = matches!(way(to), Way::Stay(_));
        if stays && !arena.holds(&arena.rules.every_move, side, kind, to, to) {
            continue;
        }
        let mut kinds: Vec<(KindId, Supply)> = Vec::new();
        let (mut must, mut can) = (SiteSet::EMPTY, SiteSet::EMPTY);
        for rule in arena.promotions(side, kind, way(to)) {
            for &becomes in &rule.to {
                match kinds.iter_mut().find(|(known, _)| *known == becomes) {
                    // If one rule supplies a kind without limit, limits of other rules do not
                    // matter.
                    Some((_, supply)) if rule.supply == Supply::Endless => *supply = rule.supply,
                    Some(_) => {}
                    None => kinds.push((becomes, rule.supply)),
                }
            }
            // A rule with a predicate may not apply in some positions. So it never makes promotion
            // mandatory here.
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

/// A zone in which pieces of a kind wait for promotion.
#[derive(Clone, Debug)]
pub(crate) struct Wait<const W: usize> {
    /// The kind that waits.
    pub(crate) kind: KindId,
    pub(crate) zone: SiteSet<W>,
    /// The cells of the zone in order, from the owner's left.
    pub(crate) from_the_left: Vec<Site>,
    /// The kinds that it promotes to.
    pub(crate) targets: TargetsId,
}

/// The zones in which pieces wait for promotion.
#[derive(Clone, Debug)]
pub(crate) struct PendingPromotions<const W: usize> {
    /// The zones of each side.
    pub(crate) zones: BySide<Vec<Wait<W>>>,
}

impl<const W: usize> PendingPromotions<W> {
    /// Returns the zones of a game, or `None` if no kind waits for promotion.
    pub(crate) fn new(arena: &BoardModel, lists: &mut TargetLists) -> Option<PendingPromotions<W>> {
        let zones = BySide::of(arena.rules.sides, |side| {
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
        let any = arena.rules.sides.each().any(|side| !zones[side].is_empty());
        any.then_some(PendingPromotions { zones })
    }
}
