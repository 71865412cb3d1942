//! Whether attacks that have to be asked are attacks.
//!
//! Owns: [`threatens`], [`threatens_in_passing`]. Takes tables and a packed position. Invariant: agrees with
//! `reference/legal.rs`. A game whose attacks are not asked has none of this.

use crate::engine::effects::outcome::EffectOutcome;
use crate::engine::safety::Scope;
use crate::engine::state::{PackedMove, State};
use crate::tables::attack::PassingAttack;
use crate::tables::capture_paths::{CapturePath, taking};
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use smallvec::{SmallVec, smallvec};
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// Whether one of `attackers`, pieces of `by` that attack `cell` as far as movement goes, could capture there by what
    /// is asked of attacks, without losing a royal piece of its own, when `occupied` stands and only those of its pieces in `standing`.
    #[inline(never)]
    pub(crate) fn may_capture_on(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        standing: SiteSet<W>,
        (attackers, scope): (SiteSet<W>, Scope),
    ) -> bool {
        let Some(asks) = &tables.predicates else { return true };
        let mut bait = self.clone();
        for site in self.occupied().minus(occupied) | (self.by_side[by].minus(standing)) {
            let owner = bait.owner(site);
            bait.take(tables, site, owner);
        }
        // That which stands there, one that was lifted to be put there, or one of the first royal kind.
        let theirs = self.royals(tables) & self.by_side[by.other()];
        let lifted = || theirs.minus(occupied).first();
        let royal = Some(cell).filter(|&cell| theirs.has(cell)).or_else(lifted);
        let royal = royal.map(|site| self.kind_at(site)).or(asks.royal);
        let kind = royal.or(self.piece(cell).map(|piece| piece.kind)).unwrap_or_default();
        if bait.occupied().has(cell) {
            let owner = bait.owner(cell);
            bait.take(tables, cell, owner);
        }
        bait.put(tables, cell, by.other(), kind);
        if bait.side != by {
            bait.end_turn(tables);
        }
        bait.info.passed = SiteSet::EMPTY;
        let (occupied, foes) = (bait.occupied(), bait.by_side[by.other()]);
        let spares = |source: Site, take: &CapturePath<W>| {
            let open = bait.meets_needs(
                tables,
                &take.way.needs,
                occupied.minus(SiteSet::of(source)),
                foes.minus(SiteSet::of(source)),
                bait.by_side[by],
            );
            if !open {
                return false;
            }
            let step = PackedMove {
                from: source,
                to: take.to,
                captured: take.captured & bait.occupied(),
                partner: take.shifted,
                ..PackedMove::of(bait.kind_at(source))
            };
            may_be_played((tables, asks), &bait, &step, scope)
        };
        (attackers & bait.by_side[by]).into_iter().any(|source| {
            let takes = &asks.takes[by][bait.kind_at(source).index()];
            taking(&takes[source.index()], cell).any(|take| spares(source, take))
        })
    }

    /// Whether `attack`, a capture in passing by a piece of `by`, could be played as far as that is asked of attacks.
    #[cold]
    pub(crate) fn may_capture_in_passing(
        &self,
        tables: &Tables<W>,
        by: Side,
        (attack, victim): (&PassingAttack<W>, Site),
        scope: Scope,
    ) -> bool {
        let Some(asks) = &tables.predicates else { return true };
        let mut bait = self.clone();
        if bait.side != by {
            bait.end_turn(tables);
        }
        let step = PackedMove {
            from: attack.source,
            to: attack.to,
            captured: attack.captured | SiteSet::of(victim),
            partner: attack.shifted,
            ..PackedMove::of(attack.kind)
        };
        may_be_played((tables, asks), &bait, &step, scope)
    }
}

/// True if the side to move may play this capture with one of the promotions that its piece has: the restrictions on attacks allow
/// it, and its deeds are possible and cost its side no royal piece.
fn may_be_played<const W: usize>(
    (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
    bait: &State<W>,
    step: &PackedMove<W>,
    scope: Scope,
) -> bool {
    let bears = tables.compiled_effects().is_some_and(|deeds| deeds.bears_on_attacks);
    let mut scratch = None;
    let mut spares = |step: &PackedMove<W>| {
        let scratch = scratch.get_or_insert_with(|| bait.clone());
        let mut way =
            |_: &mut State<W>, _: &PackedMove<W>, done: &EffectOutcome<W>| match done.costs_royal {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            };
        let below = Some(Lookahead::Attack);
        scratch.advance_each_way(tables, step, below, &mut way).is_break()
    };
    let mut may = |step: &PackedMove<W>| {
        bait.attack_is_allowed(tables, asks, step)
            && (scope == Scope::AnyStep || bait.attack_is_allowed_in_step(tables, asks, step))
            && (!bears || spares(step))
    };
    let kinds = becoming(tables, asks, bait, step);
    kinds.into_iter().any(|promotion| may(&PackedMove { promotion, ..*step }))
}

/// The kinds to which the capturing piece may promote, and `None` if it need not. If it must promote and cannot, the capture still
/// attacks, without a promotion.
fn becoming<const W: usize>(
    tables: &Tables<W>,
    asks: &CompiledPredicates<W>,
    bait: &State<W>,
    step: &PackedMove<W>,
) -> SmallVec<[Option<KindId>; 4]> {
    let (us, here) = (bait.side, tables.at(bait));
    let groups = here.promotion[us][step.kind.index()].groups(step.from);
    let Some(group) = groups.iter().find(|group| group.may.has(step.to)) else {
        return smallvec![None];
    };
    let left = bait.promotions_left(here, us, group.targets);
    let kinds = here.targets.of(group.targets).kinds.iter();
    let kinds: SmallVec<[KindId; 4]> = kinds.copied().filter(|&to| left.has(to)).collect();
    let stays = !group.others(SiteSet::of(step.to), kinds.len() as u8).is_empty();
    let stays = stays.then_some(None);
    let mut all: SmallVec<[Option<KindId>; 4]> = kinds.into_iter().map(Some).chain(stays).collect();
    all.retain(|promotion| {
        bait.promotion_is_allowed(tables, asks, &PackedMove { promotion: *promotion, ..*step })
    });
    if all.is_empty() {
        all.push(None);
    }
    all
}
