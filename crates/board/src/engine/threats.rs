//! Attacks that predicates or effects restrict. A capture that is possible by movement may still be
//! illegal; then it is no attack.
//!
//! The results must agree with `reference/legal.rs`. Games without such restrictions do not use
//! this module.

use crate::engine::effects::outcome::EffectOutcome;
use crate::engine::safety::Scope;
use crate::engine::state::{PackedMove, State};
use crate::tables::attack::PassingAttack;
use crate::tables::capture_paths::{CapturePath, taking};
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use alfil_topology::site_set::{Site, SiteSet};
use smallvec::{SmallVec, smallvec};
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// True if one of `attackers` could legally capture a royal piece on `cell`. The attackers are
    /// pieces of `by` that reach the cell. Predicates on attacks must allow the capture, and it
    /// must not cost `by` a royal piece. `occupied` are the occupied cells, and `own` the cells
    /// with pieces of `by`.
    #[inline(never)]
    pub(crate) fn may_capture_on(
        &self,
        tables: &Tables<W>,
        by: Side,
        cell: Site,
        occupied: SiteSet<W>,
        own: SiteSet<W>,
        (attackers, scope): (SiteSet<W>, Scope),
    ) -> bool {
        let Some(predicates) = &tables.predicates else { return true };
        let mut staged = self.clone();
        for site in self.occupied().minus(occupied) | (self.by_side[by].minus(own)) {
            let owner = staged.owner(site);
            staged.take(tables, site, owner);
        }
        // To test the capture, a piece of the opponent is put on the cell. It gets the kind of the
        // royal piece on the cell, else of a lifted royal piece, else the first royal kind. In games
        // without royal kinds it gets the kind of the piece on the cell.
        let theirs = self.royals(tables) & self.foes(tables, by);
        let lifted = || theirs.minus(occupied).first();
        let royal = Some(cell).filter(|&cell| theirs.has(cell)).or_else(lifted);
        let royal = royal.map(|site| self.kind_at(site)).or(predicates.royal);
        let stands = self.foes(tables, by).has(cell);
        let foe = if stands { self.owner(cell) } else { tables.sides.foe(by) };
        let kind = royal.or(self.piece(cell).map(|piece| piece.kind)).unwrap_or_default();
        if staged.occupied().has(cell) {
            let owner = staged.owner(cell);
            staged.take(tables, cell, owner);
        }
        staged.put(tables, cell, foe, kind);
        staged.pass_to(tables, by);
        staged.info.passed = SiteSet::EMPTY;
        let (occupied, enemies) = (staged.occupied(), staged.foes(tables, by));
        let is_attack = |source: Site, path: &CapturePath<W>| {
            let open = staged.meets_needs(
                tables,
                &path.way.needs,
                occupied.minus(SiteSet::of(source)),
                enemies.minus(SiteSet::of(source)),
                staged.friends(tables, by),
            );
            if !open {
                return false;
            }
            let step = PackedMove {
                from: source,
                to: path.to,
                captured: path.captured & staged.occupied(),
                partner: path.shifted,
                ..PackedMove::of(staged.kind_at(source))
            };
            may_be_played((tables, predicates), &staged, &step, scope)
        };
        (attackers & staged.by_side[by]).into_iter().any(|source| {
            let paths = &predicates.takes[by][staged.kind_at(source).index()];
            taking(&paths[source.index()], cell).any(|path| is_attack(source, path))
        })
    }

    /// True if predicates on attacks allow `attack`, a capture en passant by a piece of `by`.
    #[cold]
    pub(crate) fn may_capture_in_passing(
        &self,
        tables: &Tables<W>,
        by: Side,
        (attack, victim): (&PassingAttack<W>, Site),
        scope: Scope,
    ) -> bool {
        let Some(predicates) = &tables.predicates else { return true };
        let mut staged = self.clone();
        staged.pass_to(tables, by);
        let step = PackedMove {
            from: attack.source,
            to: attack.to,
            captured: attack.captured | SiteSet::of(victim),
            partner: attack.shifted,
            ..PackedMove::of(attack.kind)
        };
        may_be_played((tables, predicates), &staged, &step, scope)
    }
}

/// True if the side to move may make this capture with one of the possible promotions. Predicates
/// on attacks must allow it. Its effects must be possible, and must not cost the side a royal
/// piece.
fn may_be_played<const W: usize>(
    (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
    staged: &State<W>,
    step: &PackedMove<W>,
    scope: Scope,
) -> bool {
    let effects_matter = tables.compiled_effects().is_some_and(|effects| effects.bears_on_attacks);
    let mut scratch = None;
    let mut keeps_royals = |step: &PackedMove<W>| {
        let scratch = scratch.get_or_insert_with(|| staged.clone());
        let mut way = |_: &mut State<W>, _: &PackedMove<W>, done: &EffectOutcome<W>| {
            if done.costs_royal { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let below = Some(Lookahead::Attack);
        scratch.advance_each_way(tables, step, below, &mut way).is_break()
    };
    let mut may = |step: &PackedMove<W>| {
        staged.attack_is_allowed(tables, predicates, step)
            && (scope == Scope::AnyStep
                || staged.attack_is_allowed_in_step(tables, predicates, step))
            && (!effects_matter || keeps_royals(step))
    };
    let kinds = promotions(tables, predicates, staged, step);
    kinds.into_iter().any(|promotion| may(&PackedMove { promotion, ..*step }))
}

/// The kinds to which the capturing piece may promote. `None` is among them if the piece need not
/// promote. If it must promote but cannot, `None` is the only one, since the capture is still an
/// attack.
fn promotions<const W: usize>(
    tables: &Tables<W>,
    predicates: &CompiledPredicates<W>,
    staged: &State<W>,
    step: &PackedMove<W>,
) -> SmallVec<[Option<KindId>; 4]> {
    let (us, here) = (staged.side, tables.at(staged));
    let groups = here.promotion[us][step.kind.index()].groups(step.from);
    let Some(group) = groups.iter().find(|group| group.may.has(step.to)) else {
        return smallvec![None];
    };
    let left = staged.promotions_left(here, us, group.targets);
    let kinds = here.targets.of(group.targets).kinds.iter();
    let kinds: SmallVec<[KindId; 4]> = kinds.copied().filter(|&to| left.has(to)).collect();
    let stays = !group.others(SiteSet::of(step.to), kinds.len() as u8).is_empty();
    let stays = stays.then_some(None);
    let mut all: SmallVec<[Option<KindId>; 4]> = kinds.into_iter().map(Some).chain(stays).collect();
    all.retain(|promotion| {
        staged.promotion_is_allowed(
            tables,
            predicates,
            &PackedMove { promotion: *promotion, ..*step },
        )
    });
    if all.is_empty() {
        all.push(None);
    }
    all
}
