//! Estimates of positions: the values of pieces on the board and in hand.

use super::goals::Aims;
use super::node::BoardNode;
use super::values::{Random, Values};
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_search::searchable::{Quiescence, Searchable, Stage};

/// The value of the right to move.
const TEMPO: i32 = 12;

/// The value of a counter that is about to reach its target.
const COUNTER: i32 = 1_000;

/// The most random games that show what material is worth.
const GAMES: usize = 40;

/// The most plies of one random game.
const PLIES: usize = 250;

/// The most moves that are listed in all random games together.
const LISTED: usize = 60_000;

/// Whether more material is better.
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
    aim: Aim,
    /// How lines end in this game.
    pub(super) quiescence: Quiescence,
}

impl<const W: usize> Evaluation<W> {
    /// Derives the estimate from the rules. Takes some hundredths of a second, and up to a second
    /// for games with many kinds on large boards.
    pub(super) fn derive(arena: &BoardModel, tables: &Tables<W>, start: &State<W>) -> Self {
        let aims = Aims::of(arena, tables);
        let values = Values::derive(arena, tables, start, &aims);
        let forced = !arena.rules.duties.is_empty();
        let quiescence = if forced { Quiescence::ForcedCaptures } else { Quiescence::Captures };
        let mut evaluation =
            Evaluation { values, aims, sites: arena.graph.len(), aim: Aim::Gain, quiescence };
        let trend = Trend::of_random_games(arena, tables, start, &evaluation);
        if trend.loser_is_ahead() {
            evaluation.aim = Aim::Lose;
        }
        if trend.captures_are_the_rule() && !forced {
            evaluation.quiescence = Quiescence::None;
        }
        evaluation
    }

    /// Whether more material is better.
    pub(super) fn aim(&self) -> Aim {
        self.aim
    }

    /// The value of a piece of `kind`, averaged over cells.
    pub(super) fn of_kind(&self, kind: KindId) -> i32 {
        self.values.kinds[kind]
    }

    /// The estimate for the side to move.
    pub(super) fn of(&self, state: &State<W>) -> i32 {
        let us = state.side;
        let ahead = self.material(state, us) - self.material(state, us.other());
        let counted = self.counted(state, us) - self.counted(state, us.other());
        TEMPO + counted + if self.aim == Aim::Gain { ahead } else { -ahead }
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

/// What random games show of the rules.
#[derive(Default)]
struct Trend {
    /// Games that one side won.
    won: i32,
    /// Games whose winner had more material before the last move, minus those whose winner had
    /// less.
    ahead: i32,
    moves: usize,
    captures: usize,
}

impl Trend {
    /// Plays random games from `start`. The same rules give the same games.
    fn of_random_games<const W: usize>(
        arena: &BoardModel,
        tables: &Tables<W>,
        start: &State<W>,
        evaluation: &Evaluation<W>,
    ) -> Trend {
        let (mut trend, mut random) = (Trend::default(), Random::new(2));
        let mut list = Vec::new();
        for _ in 0..GAMES {
            let mut node = BoardNode::new(arena, tables, evaluation, start.clone());
            let mut ahead = 0;
            for _ in 0..PLIES {
                list.clear();
                node.moves(Stage::All, &mut list);
                let outcome = match list.is_empty() {
                    true => node.outcome_without_moves(),
                    false => node.outcome(),
                };
                if let Some(winner) = outcome.and_then(|outcome| outcome.winner) {
                    trend.won += 1;
                    trend.ahead += if winner == Side::White { ahead } else { -ahead };
                }
                if outcome.is_some() || list.is_empty() {
                    break;
                }
                let state = node.state();
                ahead = evaluation
                    .material(state, Side::White)
                    .cmp(&evaluation.material(state, Side::Black)) as i32;
                trend.moves += list.len();
                trend.captures += list.iter().filter(|candidate| candidate.is_tactical).count();
                node.make(&list[random.below(list.len())].mv);
            }
            if trend.moves > LISTED {
                break;
            }
        }
        trend
    }

    /// True if the side with less material usually wins.
    fn loser_is_ahead(&self) -> bool {
        self.won >= 8 && self.ahead * 3 < -self.won
    }

    /// True if most moves capture something.
    fn captures_are_the_rule(&self) -> bool {
        self.captures * 2 > self.moves
    }
}
