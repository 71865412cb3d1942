//! Estimates of positions: the values of pieces on the board and in hand.

use super::activity::{Activity, Term, Workspace, by_kind, per_ten_moves};
use super::goals::Aims;
use super::lone::Lones;
use super::places::Places;
use super::runners::Runners;
use super::sums::Sums;
use super::tapered::Tapered;
use super::values::Values;
use super::weights::{PlaceTable, Weights};
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_search::searchable::Quiescence;
use alfil_topology::site_set::Site;

/// The default value of the right to move.
const TEMPO: i32 = 22;

/// The default weights of the terms in [`Weights::TERMS`], in games that more material wins.
const TERMS: [i32; Weights::TERMS.len()] = [100, 15, 12, 40, 80, 40];

/// The same in games that less material wins.
const LOSING_TERMS: [i32; Weights::TERMS.len()] = [0, 0, 0, 0, 100, 0];

/// The value of a defended piece before it is weighed, in hundredths of a pawn.
const DEFENDED: i32 = 10;

/// The same for a cell to which a royal piece can move, late in the game.
const ROOM: i32 = 10;

/// A counter near its target has nearly this value.
const COUNTER: i32 = 1_000;

/// The effect of more material on the chance to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// The side with more material usually wins.
    Gain,
    /// The side with less material usually wins, as in losing games.
    Lose,
}

/// The estimate of a game's positions, in hundredths of a pawn.
#[derive(Clone, Debug)]
pub(super) struct Evaluation<const W: usize> {
    values: Values<W>,
    runners: Runners<W>,
    aims: Aims<W>,
    sites: Vec<Site>,
    places: Places,
    /// The number of kinds.
    count: usize,
    /// The number of pieces in the start position, at least 1. Neutral pieces count twice.
    full: u32,
    /// The kinds of which a side can have pieces in hand.
    holds: Vec<KindId>,
    /// The effect of more material on the chance to win.
    aim: Aim,
    /// The tables that were learned.
    tables: Vec<PlaceTable>,
    tempo: i32,
    activity: Activity<W>,
    /// The value of ten moves of a piece of each kind.
    moves: ByKind<i32>,
    terms: [i32; Weights::TERMS.len()],
    /// Which captures the search examines before it estimates a position.
    pub(super) quiescence: Quiescence,
}

impl<const W: usize> Evaluation<W> {
    /// Derives the values of pieces from the rules. More material counts as better.
    pub(super) fn of_pieces(arena: &BoardModel, tables: &Tables<W>, start: &State<W>) -> Self {
        let aims = Aims::of(arena, tables);
        let lones = Lones::new(arena, tables, start);
        let values = Values::derive(arena, tables, &lones, &aims);
        // A drop can block a way at any time.
        let runners = if tables.pocket.is_none() && arena.rules.hand.is_none() {
            let gain = |side: Side, kind: KindId| {
                let promotions = lones.of[side][kind.index()].promotions.iter().flatten();
                let best = promotions.map(|&to| values.kinds[to]).max().unwrap_or(0);
                best - values.kinds[kind]
            };
            Runners::derive(tables, &lones, &aims, &gain)
        } else {
            Runners::default()
        };
        let quiescence = if arena.rules.duties.is_empty() {
            Quiescence::Captures
        } else {
            Quiescence::ForcedCaptures
        };
        let activity = Activity::derive(arena, tables, &lones, &values);
        let moves = activity.kinds().map(|kind| (kind, per_ten_moves(&lones, kind)));
        let moves: Vec<(KindId, i32)> = moves.collect();
        let start_pieces: u32 = Side::BOTH.iter().map(|side| start.by_side[*side].count()).sum();
        Evaluation {
            holds: if arena.rules.hand.is_some() {
                values.kinds.iter().filter(|held| held.1 != 0).map(|(k, _)| k).collect()
            } else {
                Vec::new()
            },
            values,
            runners,
            aims,
            sites: arena.graph.sites().collect(),
            places: Places::new(&arena.graph),
            count: arena.rules.kinds.len(),
            full: start_pieces.max(1),
            aim: Aim::Gain,
            tempo: TEMPO,
            moves: by_kind(&moves),
            activity,
            terms: TERMS,
            quiescence,
            tables: Vec::new(),
        }
    }

    /// The value of a piece of `kind`, averaged over cells.
    pub(super) fn of_kind(&self, kind: KindId) -> i32 {
        self.values.kinds[kind]
    }

    /// Sets whether more material is better, and the weights that belong to it.
    pub(super) fn set_aim(&mut self, aim: Aim) {
        self.aim = aim;
        self.terms = match aim {
            Aim::Gain => TERMS,
            Aim::Lose => LOSING_TERMS,
        };
    }

    /// The effect of more material on the chance to win.
    pub(super) fn aim(&self) -> Aim {
        self.aim
    }

    /// The values of pieces.
    pub(super) fn values(&self) -> &Values<W> {
        &self.values
    }

    /// Groups of cells that have the same number in a table of weights.
    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    /// The numbers of the estimate that can be learned from games.
    pub(super) fn weights(&self) -> Weights {
        let kinds = self.values.kinds.iter().filter(|(_, value)| *value != 0).collect();
        let hands = self.holds.iter().map(|&kind| (kind, self.values.hands[kind])).collect();
        let moves = self.activity.kinds().map(|kind| (kind, self.moves[kind])).collect();
        let Evaluation { tempo, terms, .. } = *self;
        Weights { kinds, hands, tables: self.tables.clone(), tempo, moves, terms }
    }

    /// Like [`Evaluation::weights`], with a table for each kind of which pieces are on the board.
    pub(super) fn weights_with_tables(&self) -> Weights {
        let kinds = 0..self.count;
        let tables = kinds.map(|kind| {
            let kind = KindId::from_index(kind);
            let learned = self.tables.iter().find(|table| table.kind == kind);
            learned.cloned().unwrap_or_else(|| self.derived_table(kind))
        });
        Weights { tables: tables.collect(), ..self.weights() }
    }

    /// The means of the derived differences over the cells of each group.
    fn derived_table(&self, kind: KindId) -> PlaceTable {
        let mut totals = vec![(0, 0); self.places.count()];
        for side in Side::BOTH {
            for &site in &self.sites {
                let (total, count) = &mut totals[self.places.of(side, site)];
                *total += self.values.at(side, kind.index(), site).early - self.values.kinds[kind];
                *count += 1;
            }
        }
        let means: Vec<i32> =
            totals.into_iter().map(|(total, count)| total / count.max(1)).collect();
        PlaceTable { kind, early: means.clone(), late: means }
    }

    /// The kinds of which a side can have pieces in hand.
    pub(super) fn holds(&self) -> &[KindId] {
        &self.holds
    }

    /// The same estimate with other learned numbers.
    pub(super) fn with_weights(&self, weights: &Weights) -> Evaluation<W> {
        let mut evaluation = self.clone();
        let values = &mut evaluation.values;
        for &(kind, value) in &weights.kinds {
            values.set(kind, value);
        }
        for &(kind, value) in &weights.hands {
            values.hands[kind] = value;
        }
        for table in &weights.tables {
            values.set_table(table, &self.places, &self.sites);
        }
        let &Weights { tempo, terms, .. } = weights;
        let moves = by_kind(&weights.moves);
        Evaluation { tempo, moves, terms, tables: weights.tables.clone(), ..evaluation }
    }

    /// The estimate for the side to move. `sums` are those of `state`.
    pub(super) fn of(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        sums: &Sums<W>,
        workspace: &mut Workspace<W>,
    ) -> i32 {
        let white = self.material(state, sums);
        let us = state.side;
        let ahead = if (us == Side::White) == (self.aim == Aim::Gain) { white } else { -white };
        let counted = self.counted(state, us) - self.counted(state, us.other());
        let mut active = 0;
        self.measure(tables, state, sums, workspace, &mut |measure, amount| {
            active += amount
                * match measure {
                    Measure::Moves(kind) => self.moves[kind] * 10,
                    Measure::Term(index) => self.terms[index],
                };
        });
        let active = active / 100;
        self.tempo + ahead + counted + if us == Side::White { active } else { -active }
    }

    /// Calls `add` with each term besides the values of pieces, and its amount for White.
    #[inline(always)]
    pub(super) fn measure(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        sums: &Sums<W>,
        workspace: &mut Workspace<W>,
        add: &mut impl FnMut(Measure, i32),
    ) {
        self.activity.measure(tables, state, workspace, &mut |term, amount| match term {
            Term::Moves(kind) => add(Measure::Moves(kind), amount),
            Term::Danger => {
                let early = Tapered { early: amount, late: 0 };
                add(Measure::Term(0), early.at(sums.pieces, self.full));
            }
            Term::Threats => add(Measure::Term(1), amount),
            Term::Hanging => add(Measure::Term(2), amount),
            Term::Defended => add(Measure::Term(3), amount * DEFENDED),
            Term::Room => {
                let late = Tapered { early: 0, late: amount * ROOM };
                add(Measure::Term(5), late.at(sums.pieces, self.full));
            }
        });
        let runners = self.runners.balance(state).at(sums.pieces, self.full);
        add(Measure::Term(4), runners);
    }

    /// The value of the counters of a side that lead to a win. It grows with the square of the
    /// progress.
    fn counted(&self, state: &State<W>, side: Side) -> i32 {
        let mut total = 0;
        for count in &self.aims.counters[side] {
            let (now, target) =
                (i32::from(state.counters[side][count.counter.index()]), count.target as i32);
            total += COUNTER * now * now / (target * target);
        }
        total
    }

    /// The value of all pieces of White on the board and in hand, minus that of Black's.
    pub(super) fn material(&self, state: &State<W>, sums: &Sums<W>) -> i32 {
        let mut total = sums.balance.at(sums.pieces, self.full);
        for &kind in &self.holds {
            let held = |side: Side| i32::from(state.hands[side][kind]);
            total += (held(Side::White) - held(Side::Black)) * self.values.hands[kind];
        }
        total
    }

    /// The part of the game's start pieces that is on the board, from 0 to 1.
    pub(super) fn phase(&self, sums: &Sums<W>) -> f32 {
        sums.pieces.min(self.full) as f32 / self.full as f32
    }
}

/// A part of an estimate besides the values of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// The number of moves of a kind.
    Moves(KindId),
    /// An amount of a term with this index in [`Weights::TERMS`].
    Term(usize),
}
