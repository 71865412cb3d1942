//! Drops and promotions for the fast generator.
//!
//! Owns: [`Pocket`] (what the tables know of hands), [`PromotionSets`], and the region of a drop by
//! bits. Takes an arena and a packed state. Invariant: agrees with the plain executor, with which it
//! shares only the cells of [`DropOption`](crate::board::game::hands::DropOption) and
//! [`Arena::promotes`](crate::board::game::arena::Arena::promotes).

use crate::board::compile::cpu::Cpu;
use crate::board::compile::tables::Tables;
use crate::board::game::arena::Arena;
use crate::board::game::promotion::{Promotes, from_the_left, waits};
use crate::board::run::batch::{Act, Batch, Steps};
use crate::board::run::safety::{attacked, in_check, of_kinds};
use crate::board::run::state::{KINDS, State};
use crate::board::run::steps::{has_step, pass_on, threatened};
use crate::board::space::site_set::{Site, SiteSet};
use crate::index::Id;
use crate::rules::hand::Captured;
use crate::rules::ruleset::{KindId, Supply};
use crate::rules::side::{BySide, Side};
use std::ops::ControlFlow;

/// What becomes of captured pieces, and what may be dropped where.
#[derive(Clone, Debug)]
pub struct Pocket<const W: usize> {
    /// Where captured pieces go.
    pub captured: Captured,
    /// As what, by kind.
    pub reverts_to: Vec<KindId>,
    /// Ways of dropping, by side; kinds in order.
    pub drops: BySide<Vec<Drop<W>>>,
    /// Cells of the same file, by site.
    files: Vec<SiteSet<W>>,
    /// Cells of the same shade, by site.
    shades: Vec<SiteSet<W>>,
}

/// A way of dropping, packed.
#[derive(Clone, Debug)]
pub struct Drop<const W: usize> {
    /// What is dropped.
    pub kind: KindId,
    cells: SiteSet<W>,
    on_file: u8,
    on_shade: u8,
    on_board: u8,
    may_mate: bool,
}

/// Where moves of a kind promote.
#[derive(Clone, Copy, Default, Debug)]
pub struct PromotionSets<const W: usize> {
    /// The zone.
    zone: SiteSet<W>,
    /// Of moves from outside the zone: where they may promote, where they must.
    outside: (SiteSet<W>, SiteSet<W>),
    /// Of moves from inside the zone.
    inside: (SiteSet<W>, SiteSet<W>),
}

impl<const W: usize> PromotionSets<W> {
    /// Of a kind of one side.
    pub fn new(arena: &Arena, side: Side, kind: KindId) -> Self {
        let zone = &arena.promotion_cells[side][kind];
        let sites = || arena.graph.sites();
        // All cells of the zone are alike as starts, and so are all others.
        let sets = |from: Option<Site>| {
            let Some(from) = from else { return (SiteSet::EMPTY, SiteSet::EMPTY) };
            let which = |fits: fn(Promotes) -> bool| {
                sites().filter(|&to| fits(arena.promotes(side, kind, from, to))).collect()
            };
            let must = |p| matches!(p, Promotes::Must | Promotes::Can);
            (which(|p| p != Promotes::Never), which(must))
        };
        PromotionSets {
            zone: zone.resize(),
            outside: sets(sites().find(|&s| !zone.has(s))),
            inside: sets(zone.first()),
        }
    }

    /// Where a move from `from` may promote, and where it must.
    #[inline(always)]
    pub fn of(&self, from: Site) -> (SiteSet<W>, SiteSet<W>) {
        if self.zone.has(from) { self.inside } else { self.outside }
    }

    /// Whether it matters where a move starts.
    pub fn asks_for_start(&self) -> bool {
        self.inside != self.outside
    }
}

impl<const W: usize> Pocket<W> {
    /// Of a game with hands.
    pub fn new(arena: &Arena) -> Option<Pocket<W>> {
        let hand = arena.rules.hand.as_ref()?;
        let (kinds, graph) = (&arena.rules.kinds, &arena.graph);
        let alike = |same: &dyn Fn(Site, Site) -> bool| -> Vec<SiteSet<W>> {
            let of = |site| graph.sites().filter(|&other| same(site, other)).collect();
            graph.sites().map(of).collect()
        };
        let drops = |side: Side| {
            let of = |kind: KindId| {
                arena.drops[side][kind].iter().map(move |option| Drop {
                    kind,
                    cells: option.cells.resize(),
                    on_file: option.limits.on_file,
                    on_shade: option.limits.on_shade,
                    on_board: option.limits.on_board,
                    may_mate: !hand.no_mate.contains(&kind),
                })
            };
            kinds.ids().flat_map(of).collect()
        };
        Some(Pocket {
            captured: hand.captured,
            reverts_to: kinds.enumerate().map(|(id, k)| k.reverts_to.unwrap_or(id)).collect(),
            drops: BySide::from_fn(drops),
            files: alike(&|a, b| graph.file_rank(a).0 == graph.file_rank(b).0),
            shades: alike(&|a, b| graph.shade(a) == graph.shade(b)),
        })
    }

    /// Where the side to move may drop by way number `at`, its king's safety and mates apart.
    #[inline(always)]
    fn region(&self, state: &State<W>, at: usize) -> SiteSet<W> {
        let us = state.side;
        let drop = &self.drops[us][at];
        if state.hands[us][drop.kind.index() % KINDS] == 0 {
            return SiteSet::EMPTY;
        }
        let mut region = drop.cells.minus(state.occupied());
        if drop.on_file | drop.on_shade | drop.on_board == 0 {
            return region;
        }
        let twins = state.by_kind[drop.kind.index() % KINDS] & state.by_side[us];
        if drop.on_board > 0 && twins.count() >= u32::from(drop.on_board) {
            return SiteSet::EMPTY;
        }
        for (most, alike) in [(drop.on_file, &self.files), (drop.on_shade, &self.shades)] {
            for twin in twins {
                let there = alike[twin.index()];
                if most > 0 && (there & twins).count() >= u32::from(most) {
                    region = region.minus(there);
                }
            }
        }
        region
    }
}

/// Every legal drop, as region by kind. `answers` are the cells that answer every check where checks
/// are known; otherwise each drop is tried.
#[inline(always)]
pub fn drops<const W: usize, C: Cpu>(
    whole: &Tables<W>,
    state: &State<W>,
    answers: Option<SiteSet<W>>,
    mut tell: impl FnMut(KindId, SiteSet<W>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let tables = whole.at(state);
    let Some(pocket) = &tables.pocket else { return ControlFlow::Continue(()) };
    let us = state.side;
    let ways = &pocket.drops[us];
    let mut at = 0;
    while at < ways.len() {
        let (kind, may_mate) = (ways[at].kind, ways[at].may_mate);
        // Several ways of one kind are one region.
        let mut region = SiteSet::EMPTY;
        while ways.get(at).is_some_and(|way| way.kind == kind) {
            region |= pocket.region(state, at);
            at += 1;
        }
        let royal = tables.royals.contains(&kind);
        region = match answers {
            Some(answers) if !royal => region & answers,
            Some(_) | None => safe::<W, C>(tables, state, royal, region),
        };
        if !may_mate && !region.is_empty() {
            region = region.minus(mating(whole, state, kind, region));
        }
        tell(kind, region)?;
    }
    ControlFlow::Continue(())
}

/// Of the drops into `region`, those that leave every royal piece safe, itself too if it is one.
#[inline(always)]
fn safe<const W: usize, C: Cpu>(
    tables: &Tables<W>,
    state: &State<W>,
    royal: bool,
    region: SiteSet<W>,
) -> SiteSet<W> {
    let us = state.side;
    let (occupied, foes) = (state.occupied(), state.by_side[us.other()]);
    let royals = of_kinds(state, &tables.royals) & state.by_side[us];
    if royals.is_empty() && !royal {
        return region;
    }
    let fits = |to: &Site| {
        let bit = SiteSet::of(*to);
        let stands = occupied | bit;
        let kings = if royal { royals | bit } else { royals };
        !kings
            .into_iter()
            .any(|king| attacked::<W, C>(tables, state, us.other(), king, stands, foes))
    };
    region.into_iter().filter(fits).collect()
}

crate::dispatch! {
    /// Of the drops of `kind` into `region`, those that mate.
    fn mating<const W: usize>(
        tables: &Tables<W>,
        state: &State<W>,
        kind: KindId,
        region: SiteSet<W>
    ) -> SiteSet<W> = find_mating
}

#[inline(always)]
fn find_mating<const W: usize, C: Cpu>(
    tables: &Tables<W>,
    state: &State<W>,
    kind: KindId,
    region: SiteSet<W>,
) -> SiteSet<W> {
    let (us, them) = (state.side, state.side.other());
    let (whole, tables) = (tables, tables.at(state));
    let kings = of_kinds(state, &tables.royals) & state.by_side[them];
    let attacks = &tables.attacks[us];
    // A kind that leaps and does nothing else checks from where it leaps, unless a drop can be a hurdle
    // or the king stood in check before.
    let leaper = attacks
        .only_leaps(kind)
        .filter(|_| attacks.is_clear() && !in_check::<W, C>(tables, state, them));
    let checking = match leaper {
        Some(leaper) => {
            kings.into_iter().fold(SiteSet::EMPTY, |all, king| all | attacks.leaps(leaper, king))
        }
        None => region,
    };
    let mut mating = SiteSet::EMPTY;
    for to in checking & region {
        let mut next = state.clone();
        let batch = Batch { kind, from: to, act: Act::Drop, region: SiteSet::of(to), choices: 0 };
        for step in Steps::new(tables, state, &batch) {
            let undo = next.make(whole, &step);
            pass_on::<W, C>(whole, &mut next, &step, &undo);
        }
        let mated =
            next.side == them && threatened::<W, C>(whole, &next, them) && !has_step(whole, &next);
        if mated {
            mating.insert(to);
        }
    }
    mating
}

/// Pieces that wait in their zones, for the packed position.
#[derive(Clone, Debug)]
pub struct Waits<const W: usize> {
    /// Kind, and the cells of its zone, also from its owner's left; by side.
    zones: BySide<Vec<(KindId, SiteSet<W>, Vec<Site>)>>,
}

impl<const W: usize> Waits<W> {
    /// Of a game in which a kind waits.
    pub fn new(arena: &Arena) -> Option<Waits<W>> {
        let kinds: Vec<KindId> = arena.rules.kinds.ids().filter(|&k| waits(arena, k)).collect();
        let zone = |side: Side, kind: KindId| {
            let zone = arena.promotion_cells[side][kind];
            (kind, zone.resize(), from_the_left(arena, zone, side))
        };
        let zones = |side: Side| kinds.iter().map(|&kind| zone(side, kind)).collect();
        (!kinds.is_empty()).then(|| Waits { zones: BySide::from_fn(zones) })
    }

    /// Whether a piece of `side` waits.
    #[inline(always)]
    pub fn any(&self, state: &State<W>, side: Side) -> bool {
        for (kind, zone, _) in &self.zones[side] {
            if zone.meets(state.by_kind[kind.index() % KINDS] & state.by_side[side]) {
                return true;
            }
        }
        false
    }

    /// Every piece of `side` that waits, from its left.
    pub fn each(&self, state: &State<W>, side: Side) -> Vec<(Site, KindId)> {
        let stands = |site: &Site, kind: KindId| {
            (state.by_kind[kind.index() % KINDS] & state.by_side[side]).has(*site)
        };
        let of = |(kind, _, zone): &(KindId, SiteSet<W>, Vec<Site>)| {
            let kind = *kind;
            zone.iter()
                .copied()
                .filter(move |s| stands(s, kind))
                .map(move |s| (s, kind))
                .collect::<Vec<_>>()
        };
        self.zones[side].iter().flat_map(of).collect()
    }
}

/// How many of the kinds that `kind` promotes to are left, as a mask of kinds.
#[inline(always)]
pub fn left<const W: usize>(tables: &Tables<W>, state: &State<W>, us: Side, kind: KindId) -> u64 {
    let mut mask = 0;
    for to in &tables.promotes_to[kind.index()] {
        let there = (state.by_kind[to.index() % KINDS] & state.by_side[us]).count();
        mask |= u64::from(there < tables.start_counts[us][to.index()]) << (to.index() % KINDS);
    }
    mask
}

/// Whether the kind promotes only as far as its side has lost others.
pub fn is_limited(arena: &Arena, kind: KindId) -> bool {
    arena.rules.kinds[kind].promotion.as_ref().is_some_and(|p| match p.supply {
        Supply::Lost => true,
        Supply::Endless => false,
    })
}
