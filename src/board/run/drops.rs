//! Drops and promotions for the fast generator.
//!
//! Owns: the region of a drop by bits ([`drops`]), who waits for a promotion, what is left to promote to
//! ([`left`]). Takes tables and a packed state. Invariant: agrees with the plain executor, with which it
//! shares only the cells of [`DropOption`](crate::board::game::hands::DropOption) and
//! [`Arena::promotes`](crate::board::game::arena::Arena::promotes).

use crate::board::compile::drops::{Pocket, Waits};
use crate::board::compile::kinds::KindSet;
use crate::board::compile::tables::{Safety, Tables};
use crate::board::game::position::Actor;
use crate::board::run::asks;
use crate::board::run::batch::{Act, Among, Batch, PackedMoves};
use crate::board::run::safety::{attacked, in_check, of_kinds, royals};
use crate::board::run::state::{PackedMove, State};
use crate::board::run::steps::{advance, threatened};
use crate::board::space::site_set::{Site, SiteSet};
use crate::index::Id;
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;

impl<const W: usize> Pocket<W> {
    /// Where the side to move may drop by way number `at`, its king's safety and mates apart.
    #[inline(always)]
    fn region(&self, state: &State<W>, at: usize) -> SiteSet<W> {
        let us = state.side;
        let drop = &self.drops[us][at];
        if state.hands[us][drop.kind] == 0 {
            return SiteSet::EMPTY;
        }
        let mut region = drop.cells.minus(state.occupied());
        if drop.on_file | drop.on_shade | drop.on_board == 0 {
            return region;
        }
        let twins = state.of_kind(drop.kind) & state.by_side[us];
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

/// Every legal drop, as region by kind. `check_mask` holds the cells that answer every check where checks
/// are known; otherwise each drop is tried.
pub fn drops<const W: usize>(
    whole: &Tables<W>,
    state: &State<W>,
    check_mask: Option<SiteSet<W>>,
    mut emit: impl FnMut(KindId, SiteSet<W>),
) {
    let tables = whole.at(state);
    let Some(pocket) = &tables.pocket else { return };
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
        let royal = tables.royals.has(kind);
        region = match check_mask {
            Some(check_mask) if !royal => region & check_mask,
            Some(_) | None => safe(whole, state, kind, region),
        };
        if !may_mate && !region.is_empty() {
            region = region.minus(mating(whole, state, kind, region));
        }
        emit(kind, region);
    }
}

/// Of the drops into `region`, those that leave every royal piece safe, itself too if it is one.
fn safe<const W: usize>(
    whole: &Tables<W>,
    state: &State<W>,
    kind: KindId,
    region: SiteSet<W>,
) -> SiteSet<W> {
    let (us, tables) = (state.side, whole.at(state));
    let royal = tables.royals.has(kind);
    let (occupied, foes) = (state.occupied(), state.by_side[us.other()]);
    let royals = royals(tables, state) & state.by_side[us];
    if royals.is_empty() && !royal {
        return region;
    }
    let fits = |to: &Site| {
        if tables.safety == Safety::Replay {
            let mut next = state.clone();
            let step =
                PackedMove { from: *to, to: *to, actor: Actor::Hand(kind), ..PackedMove::of(kind) };
            next.make(whole, &step);
            return !in_check(whole, &next, us);
        }
        let bit = SiteSet::of(*to);
        let stands = occupied | bit;
        let kings = if royal { royals | bit } else { royals };
        !kings.into_iter().any(|king| attacked(tables, state, us.other(), king, stands, foes))
    };
    region.into_iter().filter(fits).collect()
}

/// Of the drops of `kind` into `region`, those that mate.
fn mating<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    kind: KindId,
    region: SiteSet<W>,
) -> SiteSet<W> {
    let (us, them) = (state.side, state.side.other());
    let (whole, tables) = (tables, tables.at(state));
    let kings = royals(tables, state) & state.by_side[them];
    // A kind that leaps and does nothing else checks from where it leaps, unless a drop can be a hurdle
    // or the king stood in check before.
    let by_leaps = tables.safety == Safety::Pins && !in_check(tables, state, them);
    let mut checking = if by_leaps { SiteSet::EMPTY } else { region };
    for king in kings {
        match tables.attacks[us].only_leaps(kind, king) {
            Some(sources) => checking |= sources,
            None => checking = region,
        }
    }
    let mut mating = SiteSet::EMPTY;
    for to in checking & region {
        let mut next = state.clone();
        let batch = Batch {
            kind,
            from: to,
            act: Act::Drop,
            region: SiteSet::of(to),
            choices: 0,
            among: Among::All,
        };
        for step in PackedMoves::new(tables, state, &batch) {
            advance(whole, &mut next, &step);
        }
        let mated =
            next.side == them && threatened(whole, &next, them) && !asks::can_reply(whole, &next);
        if mated {
            mating.insert(to);
        }
    }
    mating
}

impl<const W: usize> Waits<W> {
    /// Whether a piece of `side` waits.
    #[inline(always)]
    pub fn any(&self, state: &State<W>, side: Side) -> bool {
        for (kind, zone, _) in &self.zones[side] {
            if zone.meets(state.of_kind(*kind) & state.by_side[side]) {
                return true;
            }
        }
        false
    }

    /// Every piece of `side` that waits, from its left.
    pub fn each(&self, state: &State<W>, side: Side) -> Vec<(Site, KindId)> {
        let stands =
            |site: &Site, kind: KindId| (state.of_kind(kind) & state.by_side[side]).has(*site);
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

/// How many of the kinds that `kind` promotes to are left, as a set.
#[inline(always)]
pub fn left<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    us: Side,
    kind: KindId,
) -> KindSet {
    let mut left = KindSet::default();
    for to in &tables.promotes_to[kind.index()] {
        let there = of_kinds(state, &tables.counted_as[to.index()]) & state.by_side[us];
        let there = there.count();
        if there < tables.start_counts[us][to.index()] {
            left.insert(*to);
        }
    }
    left
}
