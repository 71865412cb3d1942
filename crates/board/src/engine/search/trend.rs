//! Plays random games to find two facts about the rules: whether more material is better, and
//! whether most moves capture.

use super::evaluation::{Aim, Evaluation};
use super::node::BoardNode;
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::move_tables::Tables;
use alfil_clock::meter;
use alfil_rules::side::Side;
use alfil_search::dice::Dice;
use alfil_search::searchable::{Quiescence, Searchable, Stage};

/// The largest number of random games.
const GAMES: usize = 40;

/// The largest number of plies of one random game.
const PLIES: usize = 250;

/// The largest number of moves that are listed in all random games together. This limits the time.
const LISTED: usize = 60_000;

/// The most work of all random games together, in units of the meter. It limits the time where single
/// moves are expensive, and is the same on every machine. It is about a third of a second.
const WORK: u64 = 6_000_000;

/// Derives the estimate of a game from its rules. Takes some hundredths of a second, and up to half a
/// second for games with expensive moves, or with many kinds on large boards.
pub(super) fn derive<const W: usize>(
    arena: &BoardModel,
    tables: &Tables<W>,
    start: &State<W>,
) -> Evaluation<W> {
    let mut evaluation = Evaluation::of_pieces(arena, tables, start);
    let trend = Trend::of_random_games(arena, tables, start, &evaluation);
    if trend.loser_is_ahead() {
        evaluation.set_aim(Aim::Lose);
    }
    if trend.captures_are_the_rule() && evaluation.quiescence == Quiescence::Captures {
        evaluation.quiescence = Quiescence::None;
    }
    evaluation
}

/// Numbers counted in random games.
#[derive(Default)]
struct Trend {
    /// Games that one side won.
    won: i32,
    /// The number of games whose winner had gained material before the last move, minus the number
    /// of those whose winner had lost some. Gains and losses are relative to the opponent's.
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
        let (mut trend, mut dice) = (Trend::default(), Dice::new(2));
        let begin = meter::spent();
        let is_tired = || meter::spent().wrapping_sub(begin) > WORK;
        let mut list = Vec::new();
        for _ in 0..GAMES {
            let mut node = BoardNode::new(arena, tables, evaluation, start.clone());
            // If one side begins with more pieces, only the change shows whether pieces help.
            let balance = evaluation.material(node.state(), node.sums());
            let mut ahead = 0;
            for _ in 0..PLIES {
                if is_tired() {
                    return trend;
                }
                list.clear();
                node.moves(Stage::All, &mut list);
                meter::spend(meter::LISTED * list.len() as u64);
                let outcome =
                    if list.is_empty() { node.outcome_without_moves() } else { node.outcome() };
                if let Some(winner) = outcome.and_then(|outcome| outcome.winner) {
                    trend.won += 1;
                    trend.ahead += if winner == Side::White { ahead } else { -ahead };
                }
                if outcome.is_some() || list.is_empty() {
                    break;
                }
                let state = node.state();
                ahead = (evaluation.material(state, node.sums()) - balance).signum();
                trend.moves += list.len();
                trend.captures += list.iter().filter(|candidate| candidate.is_tactical).count();
                node.make(&list[dice.below(list.len())].mv);
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
