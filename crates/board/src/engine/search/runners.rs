//! What pieces gain by their goals: runners, the moves of lone pieces, goals that the estimate can
//! use, and values that change in the course of a game.

use crate::engine::batch::PackedMoves;
use crate::engine::generator::Legality;
use crate::engine::state::{PackedMove, State};
use crate::model::board_model::BoardModel;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::{PieceSelector, Predicate};
use alfil_diagnostics::index::Id;
use alfil_rules::goal::Verdict;
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    CounterId, Filter, Men, Number, Order, Question, Subject, Tally, Test,
};
use alfil_rules::side::{ByColor, BySide, MOST_SIDES, Side, Sides, Whose};
use alfil_topology::site_set::{Site, SiteSet};
use std::collections::VecDeque;
use std::ops::{AddAssign, Neg};

// Runners: pieces that cannot turn back and gain by reaching a goal, such as pawns. A runner whose
// way no enemy runner can block or attack is worth more (a passed pawn in chess).

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

// The moves of lone pieces on an empty board.

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

// Finds goals that the estimate of positions can use: pieces that must reach a zone, and counters
// that must reach a number. Goals of other forms are ignored.

/// The goals towards which a side can make progress.
#[derive(Clone, Default, Debug)]
pub(super) struct Aims<const W: usize> {
    /// Pieces that win when they reach a cell. The index is the side that wins.
    pub(super) arrivals: ByColor<Vec<Arrival<W>>>,
    /// Counters that win when they reach a number. The index is the side that wins.
    pub(super) counters: ByColor<Vec<Count>>,
}

/// Pieces of these kinds win on one of these cells.
#[derive(Clone, Debug)]
pub(super) struct Arrival<const W: usize> {
    pub(super) kinds: Vec<KindId>,
    pub(super) cells: SiteSet<W>,
}

/// A counter, and the value at which it wins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) counter: CounterId,
    pub(super) target: u32,
}

impl<const W: usize> Aims<W> {
    /// The aims of both sides in a game.
    pub(super) fn of(arena: &BoardModel, tables: &Tables<W>) -> Aims<W> {
        let mut aims = Aims::default();
        let goals = tables.rules.predicates.iter().flat_map(|predicates| &predicates.goals);
        for (goal, asked) in goals.zip(&arena.rules.ends.goals) {
            for side in Side::BOTH {
                match asked.verdict {
                    Verdict::Win(_) => aims.add(arena, goal, (side, side)),
                    Verdict::Loss(_) => aims.add(arena, goal, (side.other(), side)),
                    Verdict::Draw => {}
                }
            }
        }
        aims
    }

    /// Adds the arrivals and counters in `goal`. The goal is evaluated for `side`, and `winner`
    /// wins if it holds.
    fn add(&mut self, arena: &BoardModel, goal: &Predicate<W>, (winner, side): (Side, Side)) {
        let is_of_winner =
            |whose: Whose| Sides::TWO.of(whose, side).into_iter().all(|owner| owner == winner);
        if let Question::All(parts) | Question::Any(parts) = goal {
            parts.iter().for_each(|part| self.add(arena, part, (winner, side)));
        }
        if let Question::Count(number, pieces) = goal
            && let Subject::Men(men) = &pieces.what
        {
            let more_is_better = match number {
                Number::Some | Number::Exactly(1..) | Number::AtLeast(_) | Number::All => true,
                Number::No | Number::Exactly(0) | Number::AtMost(_) => false,
            };
            if more_is_better
                && men.whose.is_some_and(is_of_winner)
                && let Some(cells) = zone(pieces, side)
            {
                let kinds = kinds(arena, men);
                self.arrivals[winner].push(Arrival { kinds, cells });
            }
        }
        if let Some((whose, Tally::Counted(counter), order, n)) = goal.reaches()
            && let Some(target) = target(order, n)
            && is_of_winner(whose)
        {
            self.counters[winner].push(Count { counter, target });
        }
    }
}

/// The value above 0 that a counter must reach, so that it compares with `n` in this way. `None` if
/// it need not rise.
fn target(order: Order, n: u32) -> Option<u32> {
    let target = match order {
        Order::Equal | Order::AtLeast => n,
        Order::More => n.saturating_add(1),
        Order::Unequal | Order::Less | Order::AtMost => 0,
    };
    (target > 0).then_some(target)
}

/// The cells to which the filter of `pieces` restricts them. `None` unless there is exactly one
/// filter and it is an area.
fn zone<const W: usize>(pieces: &PieceSelector<W>, side: Side) -> Option<SiteSet<W>> {
    let [Filter { holds: true, test: Test::In(area) }] = pieces.filters.as_slice() else {
        return None;
    };
    Some(area[side])
}

fn kinds(arena: &BoardModel, men: &Men) -> Vec<KindId> {
    let all = (0..arena.rules.kinds.len()).map(KindId::from_index);
    let named = |kind: &KindId| men.kinds.as_ref().is_none_or(|kinds| kinds.contains(kind));
    all.filter(named).filter(|kind| !men.but.contains(kind)).collect()
}

// Values that change in the course of a game.

/// A value at the beginning of a game, when all pieces are on the board, and at its end, when
/// nearly all are gone. In hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tapered {
    pub(super) early: i32,
    pub(super) late: i32,
}

impl Tapered {
    /// The same value during the whole game.
    pub(super) fn constant(value: i32) -> Tapered {
        Tapered { early: value, late: value }
    }

    /// The value with `pieces` on the board. The game has `full` pieces at its start, at least 1.
    pub(super) fn at(self, pieces: u32, full: u32) -> i32 {
        let (now, full) = (pieces.min(full) as i32, full as i32);
        (self.early * now + self.late * (full - now)) / full
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        self.early += other.early;
        self.late += other.late;
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered { early: -self.early, late: -self.late }
    }
}
