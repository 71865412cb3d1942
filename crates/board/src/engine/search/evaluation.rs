//! Estimates of positions: the values of pieces on the board and in hand.

use super::goals::Aims;
use super::values::Values;
use super::weights::Weights;
use crate::engine::generator::ask::Mobility;
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::cpu::run;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_search::searchable::Quiescence;

/// The default weights of three terms of the estimate. [`Weights`] explains them.
const TEMPO: i32 = 12;
const MOBILITY: i32 = 30;
const ATTACKER: i32 = 6;

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
    aims: Aims<W>,
    sites: usize,
    /// The effect of more material on the chance to win.
    pub(super) aim: Aim,
    tempo: i32,
    mobility: i32,
    attacker: i32,
    /// True if the moves of both sides can be counted cheaply.
    counts_moves: bool,
    /// Which captures the search examines before it estimates a position.
    pub(super) quiescence: Quiescence,
}

impl<const W: usize> Evaluation<W> {
    /// Derives the values of pieces from the rules. More material counts as better.
    pub(super) fn of_pieces(arena: &BoardModel, tables: &Tables<W>, start: &State<W>) -> Self {
        let aims = Aims::of(arena, tables);
        let values = Values::derive(arena, tables, start, &aims);
        let quiescence = match arena.rules.duties.is_empty() {
            true => Quiescence::Captures,
            false => Quiescence::ForcedCaptures,
        };
        Evaluation {
            values,
            aims,
            sites: arena.graph.len(),
            aim: Aim::Gain,
            tempo: TEMPO,
            mobility: MOBILITY,
            attacker: ATTACKER,
            counts_moves: tables.is_plain && tables.pocket.is_none(),
            quiescence,
        }
    }

    /// The value of a piece of `kind`, averaged over cells.
    pub(super) fn of_kind(&self, kind: KindId) -> i32 {
        self.values.kinds[kind]
    }

    /// The numbers of the estimate that can be learned from games.
    pub(super) fn weights(&self) -> Weights {
        let kinds = self.values.kinds.iter().filter(|(_, value)| *value != 0).collect();
        let Evaluation { tempo, mobility, attacker, .. } = *self;
        Weights { kinds, tempo, mobility, attacker }
    }

    /// The same estimate with other learned numbers.
    pub(super) fn with_weights(&self, weights: &Weights) -> Evaluation<W> {
        let mut evaluation = self.clone();
        for &(kind, value) in &weights.kinds {
            evaluation.values.set(kind, value, self.sites);
        }
        let Weights { tempo, mobility, attacker, .. } = *weights;
        Evaluation { tempo, mobility, attacker, ..evaluation }
    }

    /// The estimate for the side to move. `state` is unchanged at the end.
    pub(super) fn of(&self, tables: &Tables<W>, state: &mut State<W>) -> i32 {
        let us = state.side;
        let ahead = self.material(state, us) - self.material(state, us.other());
        let counted = self.counted(state, us) - self.counted(state, us.other());
        let ahead = if self.aim == Aim::Gain { ahead } else { -ahead };
        let moves = match self.counts_moves && self.mobility != 0 {
            true => self.mobility * mobility(tables, state) / 10,
            false => 0,
        };
        self.tempo + ahead + counted + moves + self.safety(tables, state)
    }

    /// The danger to the opponent's royal pieces, minus the danger to those of the side to move.
    fn safety(&self, tables: &Tables<W>, state: &State<W>) -> i32 {
        if self.attacker == 0 || tables.royal_class.is_none() {
            return 0;
        }
        let danger = |side: Side| {
            let (enemies, attacks) =
                (state.by_side[side.other()], &tables.attacks[side.other()].possible_attackers);
            let mut count = 0;
            for royal in state.royals(tables) & state.by_side[side] {
                count += (attacks[royal] & enemies).count() as i32;
            }
            count
        };
        self.attacker * (danger(state.side.other()) - danger(state.side))
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

    /// The value of all pieces of a side.
    pub(super) fn material(&self, state: &State<W>, side: Side) -> i32 {
        let places = &self.values.places[side];
        let mut total = 0;
        state.by_side[side].each(|site| {
            total += places[state.kind_at(site).index() * self.sites + site.index()];
        });
        let hand: &ByKind<u16> = &state.hands[side];
        for (kind, count) in hand.iter() {
            total += i32::from(count) * self.values.kinds[kind];
        }
        total
    }
}

/// The number of pseudo-legal moves of the side to move, minus the number of its opponent's. Only
/// for plain games.
fn mobility<const W: usize>(tables: &Tables<W>, state: &mut State<W>) -> i32 {
    let us = state.side;
    let own = run(Mobility { tables, state }) as i32;
    state.side = us.other();
    let theirs = run(Mobility { tables, state }) as i32;
    state.side = us;
    own - theirs
}
