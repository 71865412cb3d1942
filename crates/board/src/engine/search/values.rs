//! Values of pieces, derived from how they move, and tables of values by place that can be learned.

use super::runners::{Aims, Lone, Lones, Tapered, moves_from};
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::{ByColor, Side};
use alfil_search::dice::Dice;
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::BTreeMap;

// Values of pieces, derived from how they move.
//
// The value of a kind grows with its mean mobility on boards that are three tenths full. The
// formula was measured by Muller for the board of chess. It gives a kind with n moves from the
// center about 1.1 (30 + 5n/8) n hundredths of a pawn. Pieces that can promote gain value as they
// come nearer to promotion.

/// The largest number of positions that are generated to measure mobility.
const SAMPLES: usize = 24_000;

/// The mean number of moves of a knight on an empty board of 64 cells. From the center, it has 8.
const KNIGHT_MOBILITY: f64 = 5.25;

/// The fraction of its value that a piece loses on a cell without moves.
const PLACE_WEIGHT: f64 = 0.15;

/// The additional value of a piece that can win with its next move by reaching a zone.
const NEAR_GOAL: f64 = 120.0;

/// The factor by which `NEAR_GOAL` shrinks with each further move that the piece needs.
const PER_MOVE_TO_GOAL: f64 = 0.6;

/// One move before its promotion, a piece has this fraction of the gain by promotion.
const NEAR_PROMOTION: f64 = 0.25;

/// However far its promotion is, a piece has this fraction of the gain by promotion.
const FAR_PROMOTION: f64 = 0.04;

/// Values in hundredths of a pawn.
#[derive(Clone, Debug)]
pub(super) struct Values<const W: usize> {
    /// The value of each kind, averaged over cells. 0 for royal, neutral and unowned kinds.
    pub(super) kinds: ByKind<i32>,
    /// The value of a piece in hand.
    pub(super) hands: ByKind<i32>,
    /// The value of a piece on each cell. The index is the kind times the number of sites, plus the
    /// site.
    places: ByColor<Vec<Tapered>>,
    /// The number of sites of the board.
    sites: usize,
}

impl<const W: usize> Values<W> {
    /// Derives the values of all kinds.
    pub(super) fn derive(
        arena: &BoardModel,
        tables: &Tables<W>,
        lones: &Lones<W>,
        aims: &Aims<W>,
    ) -> Values<W> {
        let kinds: Vec<KindId> = arena.rules.kinds.enumerate().map(|(kind, _)| kind).collect();
        let Lones { empty, of: alone, sites } = lones;
        let mut mobility = mobilities(tables, empty, alone, sites);
        let places = Places::new(&arena.graph);
        for &kind in &kinds {
            equalize(kind, &places, alone, &mut mobility, sites);
        }
        let mut values = Values {
            kinds: ByKind::new(0),
            hands: ByKind::new(0),
            places: ByColor::from_fn(|_| vec![Tapered::default(); kinds.len() * sites.len()]),
            sites: sites.len(),
        };
        for &kind in &kinds {
            let is_royal =
                tables.royalty.royals.has(kind) && tables.royalty.shared_royalty.is_empty();
            let is_shared = tables.is_neutral(kind) || tables.rules.unowned.contains(&kind);
            if !is_royal && !is_shared {
                let mean = |side: Side| mobility[side][kind.index()].mean();
                let reach = |side: Side| alone[side][kind.index()].reachable.count() as usize;
                let both = reach(Side::White) + reach(Side::Black);
                let part = both as f64 / (2 * sites.len()) as f64;
                let mobility = (mean(Side::White) + mean(Side::Black)) / 2.0;
                values.kinds[kind] = (of_mobility(mobility) * (0.9 + 0.1 * part)) as i32;
            }
        }
        values.add_far_promotions(&kinds, alone);
        for side in Side::BOTH {
            for &kind in &kinds {
                let (lone, mobility) = (&alone[side][kind.index()], &mobility[side][kind.index()]);
                let mut places = values.of_places(kind, lone, mobility, sites);
                for arrival in aims.arrivals[side].iter().filter(|a| a.kinds.contains(&kind)) {
                    let is_there = |cell| arrival.cells.has(Site::from_index(cell));
                    let distances = lone.distances(&|cell| is_there(cell).then_some(0));
                    for (place, distance) in places.iter_mut().zip(distances) {
                        let worth = |moves: i32| NEAR_GOAL * PER_MOVE_TO_GOAL.powi(moves - 1);
                        *place +=
                            distance.filter(|moves| *moves > 0).map_or(0, |m| worth(m) as i32);
                    }
                }
                let first = kind.index() * sites.len();
                let places = places.into_iter().map(Tapered::constant);
                values.places[side].splice(first..first + sites.len(), places);
            }
        }
        values.hands = values.kinds;
        values
    }

    /// Adds the part of the gain by promotion that a piece has everywhere.
    fn add_far_promotions(&mut self, kinds: &[KindId], alone: &ByColor<Vec<Lone<W>>>) {
        let without = self.kinds;
        for &kind in kinds.iter().filter(|kind| without[**kind] != 0) {
            let lones = Side::BOTH.iter().map(|side| &alone[*side][kind.index()]);
            let targets = lones.flat_map(|lone| lone.promotions.iter().flatten());
            let best = targets.map(|&to| without[to]).max().unwrap_or(0);
            let gain = f64::from(best - without[kind]).max(0.0);
            self.kinds[kind] += (gain * FAR_PROMOTION) as i32;
        }
    }

    /// The value of a piece of a side on a site. `kind` is the index of its kind.
    #[inline(always)]
    pub(super) fn at(&self, side: Side, kind: usize, site: Site) -> Tapered {
        self.places[side][kind * self.sites + site.index()]
    }

    /// Changes the value of `kind` on all cells alike.
    pub(super) fn set(&mut self, kind: KindId, value: i32) {
        let more = value - self.kinds[kind];
        self.kinds[kind] = value;
        for side in Side::BOTH {
            let first = kind.index() * self.sites;
            for place in &mut self.places[side][first..first + self.sites] {
                *place += Tapered::constant(more);
            }
        }
    }

    /// Replaces the values of a kind on each cell.
    pub(super) fn set_table(&mut self, table: &PlaceTable, places: &Places, sites: &[Site]) {
        let (value, first) = (self.kinds[table.kind], table.kind.index() * sites.len());
        for side in Side::BOTH {
            for &site in sites {
                let place = places.of(side, site);
                let (early, late) = (value + table.early[place], value + table.late[place]);
                self.places[side][first + site.index()] = Tapered { early, late };
            }
        }
    }

    /// The value of a piece of `kind` on each cell.
    fn of_places(
        &self,
        kind: KindId,
        lone: &Lone<W>,
        mobility: &Mobility,
        sites: &[Site],
    ) -> Vec<i32> {
        let value = f64::from(self.kinds[kind]);
        let mean = mobility.mean();
        let promotes = |cell: usize| (!lone.promotions[cell].is_empty()).then_some(1);
        let distances = lone.distances(&promotes);
        let best = |kinds: &[KindId]| kinds.iter().map(|&to| self.kinds[to]).max().unwrap_or(0);
        let target = lone.promotions.iter().map(|kinds| best(kinds)).max().unwrap_or(0);
        let gain = (f64::from(target) - value).max(0.0);
        sites
            .iter()
            .map(|site| {
                let more =
                    if mean > 0.0 { (mobility.cells[site.index()] - mean) / mean } else { 0.0 };
                let here = value * (1.0 + PLACE_WEIGHT * more.clamp(-1.0, 1.0));
                let promotes = match distances[site.index()] {
                    Some(moves) => gain * NEAR_PROMOTION * 0.5f64.powi(moves - 1),
                    None => 0.0,
                };
                (here + promotes) as i32
            })
            .collect()
    }
}

/// The value of a kind with this mean mobility.
fn of_mobility(mobility: f64) -> f64 {
    let moves = 8.0 * mobility / KNIGHT_MOBILITY;
    1.1 * (30.0 + 0.625 * moves) * moves
}

/// The mobility of a kind on boards that are three tenths full of enemies: the mean number of moves
/// from each cell.
struct Mobility {
    cells: Vec<f64>,
    reachable: usize,
    total: f64,
}

impl Mobility {
    /// The mean over the cells that the kind can reach.
    fn mean(&self) -> f64 {
        self.total / self.reachable.max(1) as f64
    }
}

/// Gives both sides the same mobility on cells of the same group, if a lone piece of the kind has
/// the same numbers of moves there. The measured numbers are random, and an accidental difference
/// would favor one side.
fn equalize<const W: usize>(
    kind: KindId,
    places: &Places,
    alone: &ByColor<Vec<Lone<W>>>,
    mobility: &mut ByColor<Vec<Mobility>>,
    sites: &[Site],
) {
    let mut moves = ByColor::default();
    let mut totals = vec![(0.0, 0); places.count()];
    for side in Side::BOTH {
        moves[side] = vec![Vec::new(); places.count()];
        for &site in sites {
            let place = places.of(side, site);
            moves[side][place].push(alone[side][kind.index()].steps[site.index()].count());
            let (total, count) = &mut totals[place];
            *total += mobility[side][kind.index()].cells[site.index()];
            *count += 1;
        }
        moves[side].iter_mut().for_each(|moves| moves.sort_unstable());
    }
    if moves[Side::White] != moves[Side::Black] {
        return;
    }
    for side in Side::BOTH {
        let mobility = &mut mobility[side][kind.index()];
        mobility.total = 0.0;
        for &site in sites {
            let (total, count) = totals[places.of(side, site)];
            mobility.cells[site.index()] = total / f64::from(count.max(1));
            if alone[side][kind.index()].reachable.has(site) {
                mobility.total += mobility.cells[site.index()];
            }
        }
    }
}

/// Measures the mobility of all kinds with random positions.
fn mobilities<const W: usize>(
    tables: &Tables<W>,
    empty: &State<W>,
    alone: &ByColor<Vec<Lone<W>>>,
    sites: &[Site],
) -> ByColor<Vec<Mobility>> {
    let kinds = alone[Side::White].len();
    let times = (SAMPLES / (2 * kinds * sites.len()).max(1)).clamp(1, 8);
    let mut dice = Dice::new(1);
    let blockers: Vec<KindId> = (0..kinds)
        .map(KindId::from_index)
        .filter(|&kind| !tables.royalty.royals.has(kind) && !tables.is_neutral(kind))
        .filter(|kind| !tables.rules.unowned.contains(kind))
        .collect();
    ByColor::from_fn(|side| {
        let of_kind = |kind: usize| {
            let mut mobility = Mobility { cells: Vec::new(), reachable: 0, total: 0.0 };
            for &site in sites {
                let mut found = 0;
                for _ in 0..times {
                    let mut state = empty.clone();
                    state.side = side;
                    state.put(tables, site, side, KindId::from_index(kind));
                    for &other in sites {
                        if other != site && !blockers.is_empty() && dice.below(10) < 3 {
                            let blocker = blockers[dice.below(blockers.len())];
                            state.put(tables, other, side.other(), blocker);
                        }
                    }
                    // Promotions to different kinds on one cell count as one move.
                    let moves = moves_from(tables, &state, site);
                    found += moves.iter().map(|step| step.to).collect::<SiteSet<W>>().count();
                }
                let mean = f64::from(found) / times as f64;
                mobility.cells.push(mean);
                if alone[side][kind].reachable.has(site) {
                    mobility.reachable += 1;
                    mobility.total += mean;
                }
            }
            mobility
        };
        (0..kinds).map(of_kind).collect()
    })
}

// Groups of cells that are alike for a side: cells on one rank of the side that are equally far
// from the left or the right end of the rank.

/// The groups of a board. A group has the same number for both sides, each from its own view.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The group of each site.
    of: ByColor<Vec<usize>>,
    /// The number of groups on each rank, from the first rank of the first layer on.
    rows: Vec<usize>,
}

impl Places {
    /// Groups the cells of a board.
    pub(super) fn new(graph: &Graph) -> Places {
        let ranks = ByColor::from_fn(|side| ranks(graph, side));
        let mut rows = BTreeMap::new();
        for (rank, sites) in ranks.0.iter().flatten() {
            let longest: &mut usize = rows.entry(*rank).or_default();
            *longest = (*longest).max(sites.len().div_ceil(2));
        }
        let mut of = ByColor::from_fn(|_| vec![0; graph.len()]);
        for side in Side::BOTH {
            let mut first = 0;
            for (rank, &length) in &rows {
                let sites = ranks[side].get(rank).map_or(&[][..], Vec::as_slice);
                for (index, site) in sites.iter().enumerate() {
                    of[side][site.index()] = first + index.min(sites.len() - 1 - index);
                }
                first += length;
            }
        }
        Places { of, rows: rows.into_values().collect() }
    }

    /// The group of `site` from the view of `side`.
    pub(super) fn of(&self, side: Side, site: Site) -> usize {
        self.of[side][site.index()]
    }

    /// The number of groups.
    pub(super) fn count(&self) -> usize {
        self.rows.iter().sum()
    }

    /// The number of groups on each rank, from the first rank of the first layer on.
    pub(super) fn rows(&self) -> &[usize] {
        &self.rows
    }
}

/// The sites of each layer and rank from the view of `side`, from left to right.
fn ranks(graph: &Graph, side: Side) -> BTreeMap<(u8, u8), Vec<Site>> {
    let mut ranks: BTreeMap<_, Vec<Site>> = BTreeMap::new();
    for site in graph.sites() {
        let rank = (graph.layer_for(site, side), graph.rank_for(site, side));
        ranks.entry(rank).or_default().push(site);
    }
    for sites in ranks.values_mut() {
        sites.sort_by_key(|site| graph.file_rank(*site));
    }
    ranks
}

// The numbers of an estimate that can be learned from games.

/// The numbers of an estimate, in hundredths of a pawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The value of a piece of each kind, averaged over cells. Royal, neutral and unowned kinds,
    /// whose pieces are never exchanged, are missing.
    pub kinds: Vec<(KindId, i32)>,
    /// The value of a piece in hand, for kinds whose pieces can be in hand.
    pub hands: Vec<(KindId, i32)>,
    /// The effect of the cell on the value of a piece. Kinds without a table get it from the
    /// moves that they have on each cell.
    pub tables: Vec<PlaceTable>,
    /// The advantage of the side to move.
    pub tempo: i32,
    /// For each kind with moves, the value of ten more moves.
    pub moves: Vec<(KindId, i32)>,
    /// The other terms, in the order of [`Weights::TERMS`]. Each is a percentage of an amount that
    /// the estimate measures in hundredths of a pawn.
    pub terms: [i32; Weights::TERMS.len()],
}

impl Weights {
    /// The names of the terms.
    pub const TERMS: [&str; 6] = [
        "danger to royal pieces",
        "threats by lesser pieces",
        "undefended pieces",
        "defended pieces",
        "free runners",
        "room of royal pieces",
    ];
}

/// The difference between a piece's value on each cell and the value of its kind. Cells on the
/// same rank that are equally far from its left or right end have the same difference. The tables
/// contain one number for each such group, from the first rank of the side on, and from the end of
/// a rank to its middle. [`Estimate::rows`](super::Estimate::rows) has the number of groups on
/// each rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceTable {
    /// The kind of the piece.
    pub kind: KindId,
    /// The differences with all pieces of the start position on the board.
    pub early: Vec<i32>,
    /// The differences when nearly no pieces are left.
    pub late: Vec<i32>,
}
