//! Whether attacks that have to be asked are attacks.
//!
//! Owns: [`threatens`], [`threatens_in_passing`]. Takes tables and a packed position. Invariant: agrees with
//! `judge/reference.rs`. A game whose attacks are not asked has none of this.

use crate::compile::asks::Asks;
use crate::compile::attack::PassingAttack;
use crate::compile::tables::Tables;
use crate::compile::takes::{Take, taking};
use crate::run::asks;
use crate::run::deeds::{Done, deeds};
use crate::run::safety::{holds, royals};
use crate::run::state::{PackedMove, State};
use crate::run::steps;
use crate::space::site_set::{Site, SiteSet};
use alfil_ground::index::Id;
use alfil_rules::question::Level;
use alfil_rules::side::Side;
use std::ops::ControlFlow;

/// Which captures are attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those of any step.
    AnyStep,
    /// Those that the questions of the step of the position allow.
    ThisStep,
}

/// Whether one of `attackers`, pieces of `by` that attack `cell` as far as movement goes, could capture there by what
/// is asked of attacks, without losing a royal piece of its own, when `occupied` stands and only those of its pieces in `standing`.
#[inline(never)]
pub fn threatens<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    by: Side,
    cell: Site,
    occupied: SiteSet<W>,
    standing: SiteSet<W>,
    (attackers, scope): (SiteSet<W>, Scope),
) -> bool {
    let Some(asks) = &tables.asks else { return true };
    let mut bait = state.clone();
    for site in state.occupied().minus(occupied) | (state.by_side[by].minus(standing)) {
        let owner = bait.owner(site);
        bait.take(tables, site, owner);
    }
    // That which stands there, one that was lifted to be put there, or one of the first royal kind.
    let theirs = royals(tables, state) & state.by_side[by.other()];
    let lifted = || theirs.minus(occupied).first();
    let royal = Some(cell).filter(|&cell| theirs.has(cell)).or_else(lifted);
    let royal = royal.map(|site| state.kind_at(site)).or(asks.royal);
    let kind = royal.or(state.piece(cell).map(|piece| piece.kind)).unwrap_or_default();
    if bait.occupied().has(cell) {
        let owner = bait.owner(cell);
        bait.take(tables, cell, owner);
    }
    bait.put(tables, cell, by.other(), kind);
    if bait.side != by {
        steps::end_turn(tables, &mut bait);
    }
    bait.info.passed = SiteSet::EMPTY;
    let (occupied, foes) = (bait.occupied(), bait.by_side[by.other()]);
    let spares = |source: Site, take: &Take<W>| {
        let open = holds(
            tables,
            &bait,
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
pub fn threatens_in_passing<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    by: Side,
    (attack, victim): (&PassingAttack<W>, Site),
    scope: Scope,
) -> bool {
    let Some(asks) = &tables.asks else { return true };
    let mut bait = state.clone();
    if bait.side != by {
        steps::end_turn(tables, &mut bait);
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

/// Whether a capture of the side to move is allowed as far as attacks are asked, and costs it no royal piece.
fn may_be_played<const W: usize>(
    (tables, asks): (&Tables<W>, &Asks<W>),
    bait: &State<W>,
    step: &PackedMove<W>,
    scope: Scope,
) -> bool {
    let fits = || scope == Scope::AnyStep || asks::of_step_attacks(tables, asks, bait, step);
    if !asks::attacks(tables, asks, bait, step) || !fits() {
        return false;
    }
    if deeds(tables).is_none_or(|deeds| !deeds.costs_royals) {
        return true;
    }
    let (mut scratch, below) = (bait.clone(), Some(Level::Attack));
    let mut spares = |after: &mut State<W>, _: &PackedMove<W>, done: &Done<W>| match done
        .costs_royal(tables, after, bait.side)
    {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    steps::advance_each_way(tables, &mut scratch, step, below, &mut spares).is_break()
}
