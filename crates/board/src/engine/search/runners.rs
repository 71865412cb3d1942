//! Runners: pieces that cannot turn back and gain by reaching a goal, such as pawns. A runner whose
//! way no enemy runner can block or attack is worth more (a passed pawn in chess).

use super::goals::Aims;
use super::lone::{Lone, Lones, moves_from};
use super::tapered::Tapered;
use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::{ByColor, Side};
use alfil_topology::site_set::{Site, SiteSet};

/// The value of a win by reaching a zone, in hundredths of a pawn.
const WIN: f64 = 3_000.0;

/// The part of its gain that a free runner is worth one move before the goal.
const FREE: f64 = 0.2;

/// The factor by which this part shrinks with each further move.
const PER_MOVE: f64 = 0.6;

/// The part of the value of a free runner that counts early in the game, when other pieces can
/// stop it.
const EARLY: f64 = 0.5;

/// The runners of a game.
#[derive(Clone, Default, Debug)]
pub(super) struct Runners<const W: usize>(ByColor<Vec<Runner<W>>>);

/// A kind of which a side has runners.
#[derive(Clone, Debug)]
struct Runner<const W: usize> {
    kind: KindId,
    /// For each cell, the value of a free way to the goal. 0 on cells from which it is not reached.
    values: Vec<Tapered>,
    /// For each enemy kind of runners: for each cell of the runner, the cells from which a piece of
    /// that kind guards the way.
    guards: Vec<(KindId, Vec<SiteSet<W>>)>,
}

impl<const W: usize> Runners<W> {
    /// Finds the runners of a game. `gain` is the value that a piece of a kind gains on its best
    /// promotion.
    pub(super) fn derive(
        tables: &Tables<W>,
        lones: &Lones<W>,
        aims: &Aims<W>,
        gain: &dyn Fn(Side, KindId) -> i32,
    ) -> Runners<W> {
        let kinds = || (0..lones.of[Side::White].len()).map(KindId::from_index);
        let one_way = |side: Side| -> Vec<KindId> {
            kinds().filter(|kind| is_one_way(&lones.of[side][kind.index()])).collect()
        };
        let one_way = ByColor::from_fn(one_way);
        let guarded = ByColor::from_fn(|side| {
            let of_kind = |&kind: &KindId| (kind, guarded(tables, lones, side, kind));
            one_way[side].iter().map(of_kind).collect::<Vec<_>>()
        });
        Runners(ByColor::from_fn(|side| {
            let runner = |&kind: &KindId| {
                let lone = &lones.of[side][kind.index()];
                let values = values(lone, side, kind, aims, gain(side, kind));
                let is_runner = values.iter().any(|value| *value != Tapered::default());
                let ways: Vec<SiteSet<W>> =
                    lones.sites.iter().map(|&site| closure(lone, site)).collect();
                let guards = guarded[side.other()].iter().map(|(enemy, guarded)| {
                    let guards = ways.iter().map(|way| guards(&lones.sites, guarded, *way));
                    (*enemy, guards.collect())
                });
                is_runner.then(|| Runner { kind, values, guards: guards.collect() })
            };
            one_way[side].iter().filter_map(runner).collect()
        }))
    }

    /// The value of White's free runners minus that of Black's.
    pub(super) fn balance(&self, state: &State<W>) -> Tapered {
        let mut balance = Tapered::default();
        for side in Side::BOTH {
            for runner in &self.0[side] {
                for site in state.of_kind(runner.kind) & state.by_side[side] {
                    let is_guarded = runner.guards.iter().any(|(enemy, guards)| {
                        let enemies = state.of_kind(*enemy) & state.by_side[side.other()];
                        guards[site.index()].meets(enemies)
                    });
                    if !is_guarded {
                        let value = runner.values[site.index()];
                        balance += if side == Side::White { value } else { -value };
                    }
                }
            }
        }
        balance
    }
}

/// The cells that a lone piece can reach from `from` in any number of moves, without `from`.
fn closure<const W: usize>(lone: &Lone<W>, from: Site) -> SiteSet<W> {
    let mut reached = lone.steps[from.index()];
    loop {
        let more = reached.into_iter().map(|site| lone.steps[site.index()]);
        let wider = more.fold(reached, |all, steps| all | steps);
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// True if the piece moves, and never returns to a cell.
fn is_one_way<const W: usize>(lone: &Lone<W>) -> bool {
    let cells = || (0..lone.steps.len()).map(Site::from_index);
    cells().any(|cell| !lone.steps[cell.index()].is_empty())
        && cells().all(|cell| !closure(lone, cell).has(cell))
}

/// The values of a free way from each cell.
fn values<const W: usize>(
    lone: &Lone<W>,
    side: Side,
    kind: KindId,
    aims: &Aims<W>,
    gain: i32,
) -> Vec<Tapered> {
    let mut values = vec![0.0_f64; lone.steps.len()];
    let mut add = |distances: Vec<Option<i32>>, gain: f64| {
        for (value, distance) in values.iter_mut().zip(distances) {
            if let Some(moves) = distance.filter(|moves| *moves > 0) {
                *value = value.max(gain * FREE * PER_MOVE.powi(moves - 1));
            }
        }
    };
    if gain > 0 {
        let promotes = |cell: usize| (!lone.promotions[cell].is_empty()).then_some(1);
        add(lone.distances(&promotes), gain.into());
    }
    for arrival in aims.arrivals[side].iter().filter(|arrival| arrival.kinds.contains(&kind)) {
        let is_there = |cell: usize| arrival.cells.has(Site::from_index(cell)).then_some(0);
        add(lone.distances(&is_there), WIN);
    }
    let tapered = |value: f64| Tapered { early: (value * EARLY) as i32, late: value as i32 };
    values.into_iter().map(tapered).collect()
}

/// For each cell of a piece, the cells that it can attack or occupy, now or after moves of its own.
fn guarded<const W: usize>(
    tables: &Tables<W>,
    lones: &Lones<W>,
    side: Side,
    kind: KindId,
) -> Vec<SiteSet<W>> {
    let lone = &lones.of[side][kind.index()];
    let attacked = |site: &Site| {
        let mut state = lones.empty.clone();
        state.side = side;
        for &other in &lones.sites {
            let owner = if other == *site { side } else { side.other() };
            state.put(tables, other, owner, kind);
        }
        let moves = moves_from(tables, &state, *site).into_iter();
        moves.fold(SiteSet::EMPTY, |all, step| all | step.captured)
    };
    let attacked: Vec<SiteSet<W>> = lones.sites.iter().map(attacked).collect();
    let from = |site: &Site| {
        let stays = closure(lone, *site) | SiteSet::of(*site);
        stays.into_iter().fold(stays, |all, cell| all | attacked[cell.index()])
    };
    lones.sites.iter().map(from).collect()
}

/// The cells from which a piece guards some cell of a way.
fn guards<const W: usize>(sites: &[Site], guarded: &[SiteSet<W>], way: SiteSet<W>) -> SiteSet<W> {
    sites.iter().copied().filter(|site| guarded[site.index()].meets(way)).collect()
}
