//! The moves of lone pieces on an empty board.

use crate::engine::batch::PackedMoves;
use crate::engine::generator::Legality;
use crate::engine::state::{PackedMove, State};
use crate::model::board_model::BoardModel;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::{ByColor, BySide, MOST_SIDES, Side};
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::VecDeque;

/// The lone pieces of a game.
pub(super) struct Lones<const W: usize> {
    /// The position without pieces.
    pub(super) empty: State<W>,
    /// By kind.
    pub(super) of: ByColor<Vec<Lone<W>>>,
    pub(super) sites: Vec<Site>,
}

impl<const W: usize> Lones<W> {
    /// The lone pieces of a game with this start position.
    pub(super) fn new(arena: &BoardModel, tables: &Tables<W>, start: &State<W>) -> Lones<W> {
        let sites: Vec<Site> = arena.graph.sites().collect();
        let empty = emptied(tables, start);
        let lone = |side, kind| Lone::new(tables, start, &empty, (side, kind), &sites);
        let kinds = || arena.rules.kinds.ids();
        let of = ByColor::from_fn(|side| kinds().map(|kind| lone(side, kind)).collect());
        Lones { empty, of, sites }
    }
}

/// The moves of a lone piece of one kind.
pub(super) struct Lone<const W: usize> {
    /// For each cell, the cells to which the piece moves without promotion.
    pub(super) steps: Vec<SiteSet<W>>,
    /// For each cell, the kinds to which the piece can promote with its next move.
    pub(super) promotions: Vec<Vec<KindId>>,
    /// The cells that the piece can reach from its start cells.
    pub(super) reachable: SiteSet<W>,
}

/// The position without pieces, rights and hands, in the first step in which a piece moves: no piece
/// moves while a die is rolled.
pub(super) fn emptied<const W: usize>(tables: &Tables<W>, start: &State<W>) -> State<W> {
    let mut state = start.clone();
    for site in state.occupied() {
        let owner = state.owner(site);
        state.take(tables, site, owner);
    }
    state.hands = BySide([ByKind::new(0); MOST_SIDES]);
    state.info.rights = 0;
    state.info.passed = SiteSet::EMPTY;
    while state.rolls(tables) && state.skips_roll(tables) {}
    state
}

/// The pseudo-legal moves of the piece on `from`. Predicates are ignored.
pub(super) fn moves_from<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    from: Site,
) -> Vec<PackedMove<W>> {
    let sets = state.generated(tables, Legality::Pseudo);
    let moves = sets.iter().flat_map(|set| PackedMoves::new(tables, state, set));
    moves.filter(|step| step.from == from && step.to != from).collect()
}

impl<const W: usize> Lone<W> {
    pub(super) fn new(
        tables: &Tables<W>,
        start: &State<W>,
        empty: &State<W>,
        (side, kind): (Side, KindId),
        sites: &[Site],
    ) -> Lone<W> {
        let mut lone =
            Lone { steps: Vec::new(), promotions: Vec::new(), reachable: SiteSet::EMPTY };
        let mut state = empty.clone();
        state.side = side;
        for &site in sites {
            state.put(tables, site, side, kind);
            let mut steps = SiteSet::EMPTY;
            let mut promotions = Vec::new();
            for step in moves_from(tables, &state, site) {
                match step.promotion {
                    Some(to) if !promotions.contains(&to) => promotions.push(to),
                    Some(_) => {}
                    None => steps.insert(step.to),
                }
            }
            lone.steps.push(steps);
            lone.promotions.push(promotions);
            state.take(tables, site, side);
        }
        let begins = start.of_kind(kind) & start.by_side[side];
        // A kind without start cells enters the game from a hand or by promotion, so it may begin
        // anywhere.
        lone.reachable = if begins.is_empty() { sites.iter().copied().collect() } else { begins };
        loop {
            let more = lone.reachable.into_iter().map(|site| lone.steps[site.index()]);
            let wider = more.fold(lone.reachable, |all, steps| all | steps);
            if wider == lone.reachable {
                return lone;
            }
            lone.reachable = wider;
        }
    }

    /// For each cell, the number of moves that a lone piece needs to reach a target. `None` if the
    /// piece cannot reach a target from the cell. `known` returns the numbers that are known from
    /// the start, such as those of the targets.
    pub(super) fn distances(&self, known: &dyn Fn(usize) -> Option<i32>) -> Vec<Option<i32>> {
        let mut distances: Vec<Option<i32>> = (0..self.steps.len()).map(known).collect();
        let mut next: VecDeque<usize> =
            (0..distances.len()).filter(|&cell| distances[cell].is_some()).collect();
        while let Some(cell) = next.pop_front() {
            let moves = distances[cell].unwrap_or(0) + 1;
            for (before, steps) in self.steps.iter().enumerate() {
                if distances[before].is_none() && steps.has(Site::from_index(cell)) {
                    distances[before] = Some(moves);
                    next.push_back(before);
                }
            }
        }
        distances
    }
}
