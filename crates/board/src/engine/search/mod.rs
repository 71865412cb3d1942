//! The computer opponent on boards: the engine as a
//! [`Searchable`] game, the estimate of its positions, and
//! random games that show what the rules favour.

mod activity;
mod evaluation;
mod node;
mod runners;
mod values;

pub use evaluation::{Features, Standing};
pub use values::{PlaceTable, Weights};

use super::search::evaluation::Aim;
use crate::engine::play::{AnyTables, Play, Repetitions, Width, unpack};
use crate::engine::program::BoardProgram;
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::model::position::Move;
use crate::tables::move_tables::Tables;
use alfil_clock::meter;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_search::dice::Dice;
use alfil_search::search::{Found, Purpose, Request, search};
use alfil_search::searchable::{Limits, Quiescence, Searchable, Stage};
use alfil_search::table::Table;
use evaluation::Evaluation;
use node::{BoardNode, Part};
use std::sync::Arc;

/// The estimate of the positions of one game. It is immutable and cheap to clone.
#[derive(Clone, Debug)]
pub struct Estimate(Widths);

#[derive(Clone, Debug)]
enum Widths {
    One(Arc<Evaluation<1>>),
    Two(Arc<Evaluation<2>>),
    Four(Arc<Evaluation<4>>),
}

impl Estimate {
    /// Derives the estimate from the rules of a game. Takes some hundredths of a second, and up to
    /// half a second for games with expensive moves, or with many kinds on large boards.
    pub fn derive(program: &BoardProgram) -> Estimate {
        let arena = program.arena();
        Estimate(match program.tables() {
            AnyTables::One(tables) => Widths::One(derive(arena, tables, program)),
            AnyTables::Two(tables) => Widths::Two(derive(arena, tables, program)),
            AnyTables::Four(tables) => Widths::Four(derive(arena, tables, program)),
        })
    }

    /// The numbers of the estimate that can be learned from games.
    pub fn weights(&self) -> Weights {
        match &self.0 {
            Widths::One(evaluation) => evaluation.weights(),
            Widths::Two(evaluation) => evaluation.weights(),
            Widths::Four(evaluation) => evaluation.weights(),
        }
    }

    /// Like [`Estimate::weights`], but with a table for each kind. A table that was not learned has
    /// the derived differences of values.
    pub fn weights_with_tables(&self) -> Weights {
        match &self.0 {
            Widths::One(evaluation) => evaluation.weights_with_tables(),
            Widths::Two(evaluation) => evaluation.weights_with_tables(),
            Widths::Four(evaluation) => evaluation.weights_with_tables(),
        }
    }

    /// The same estimate with other learned numbers. Kinds that `weights` does not name keep their
    /// values.
    ///
    /// # Panics
    /// If `weights` names a kind that the game does not have.
    #[must_use]
    pub fn with_weights(&self, weights: &Weights) -> Estimate {
        Estimate(match &self.0 {
            Widths::One(evaluation) => Widths::One(Arc::new(evaluation.with_weights(weights))),
            Widths::Two(evaluation) => Widths::Two(Arc::new(evaluation.with_weights(weights))),
            Widths::Four(evaluation) => Widths::Four(Arc::new(evaluation.with_weights(weights))),
        })
    }

    /// The number of groups of cells on each rank, from the first rank of the first layer on.
    /// [`PlaceTable`] has one number for each group.
    pub fn rows(&self) -> &[usize] {
        match &self.0 {
            Widths::One(evaluation) => evaluation.places().rows(),
            Widths::Two(evaluation) => evaluation.places().rows(),
            Widths::Four(evaluation) => evaluation.places().rows(),
        }
    }

    /// The value of a piece of `kind`, averaged over cells, in hundredths of a pawn. 0 for royal,
    /// neutral and unowned pieces.
    pub fn of_kind(&self, kind: KindId) -> i32 {
        match &self.0 {
            Widths::One(evaluation) => evaluation.of_kind(kind),
            Widths::Two(evaluation) => evaluation.of_kind(kind),
            Widths::Four(evaluation) => evaluation.of_kind(kind),
        }
    }
}

fn derive<const W: usize>(
    arena: &BoardModel,
    tables: &Tables<W>,
    program: &BoardProgram,
) -> Arc<Evaluation<W>> {
    let start = State::new(tables, program.start());
    Arc::new(derive_trend(arena, tables, &start))
}

/// A search for the best moves of a position.
pub struct Task<'t> {
    /// The estimate of the game.
    pub estimate: &'t Estimate,
    /// The earlier positions of the game, including the present one.
    pub repetitions: &'t Repetitions,
    /// Results of earlier searches in the same game. Tables of other games give wrong results.
    pub table: &'t Table,
    /// When the search ends.
    pub limits: &'t Limits,
    /// The number of best moves to report at each depth.
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The moves to search. Empty: all moves.
    pub only: &'t [Move],
    /// The purpose of the search.
    pub purpose: Purpose,
}

impl Play {
    /// Searches the position and calls `on_depth` after each finished depth, once for each line.
    ///
    /// # Panics
    /// If the estimate belongs to a game of another width.
    pub fn search(&self, task: &Task<'_>, on_depth: &mut dyn FnMut(&Found<Move>)) -> Found<Move> {
        match (self.width(), &task.estimate.0) {
            (Width::One(line), Widths::One(evaluation)) => {
                run(line.parts(), evaluation, task, on_depth)
            }
            (Width::Two(line), Widths::Two(evaluation)) => {
                run(line.parts(), evaluation, task, on_depth)
            }
            (Width::Four(line), Widths::Four(evaluation)) => {
                run(line.parts(), evaluation, task, on_depth)
            }
            (Width::One(_) | Width::Two(_) | Width::Four(_), _) => {
                panic!("an estimate of another game")
            }
        }
    }
}

impl Play {
    /// The features of the position that the learned numbers of an estimate weigh. Costs about as
    /// much as an estimate.
    ///
    /// # Panics
    /// If the estimate belongs to a game of another width.
    pub fn features(&self, estimate: &Estimate) -> Features {
        match (self.width(), &estimate.0) {
            (Width::One(line), Widths::One(evaluation)) => evaluation::of(line.parts(), evaluation),
            (Width::Two(line), Widths::Two(evaluation)) => evaluation::of(line.parts(), evaluation),
            (Width::Four(line), Widths::Four(evaluation)) => {
                evaluation::of(line.parts(), evaluation)
            }
            (Width::One(_) | Width::Two(_) | Width::Four(_), _) => {
                panic!("an estimate of another game")
            }
        }
    }
}

fn run<const W: usize>(
    (arena, tables, state): (&BoardModel, &Tables<W>, &State<W>),
    evaluation: &Evaluation<W>,
    task: &Task<'_>,
    on_depth: &mut dyn FnMut(&Found<Move>),
) -> Found<Move> {
    let node = BoardNode::new(arena, tables, evaluation, state.clone());
    let node = node.with_history(task.repetitions);
    // A list of wanted moves names whole moves, and a win is counted in whole moves.
    let mut node = if task.only.is_empty() && task.purpose == Purpose::GoodMove {
        node.with_choices_apart()
    } else {
        node
    };
    let completion = node.clone();
    let unpacked = |found: &Found<Part<W>>| unpacked(found, &completion);
    let mut report = |found: &Found<Part<W>>| on_depth(&unpacked(found));
    let is_wanted = |part: &Part<W>| task.only.contains(&unpack(part.step()));
    let request = Request {
        limits: task.limits,
        lines: task.lines,
        threads: task.threads,
        purpose: task.purpose,
        only: if task.only.is_empty() { None } else { Some(&is_wanted) },
    };
    let found = search(&mut node, task.table, &request, &mut report);
    unpacked(&found)
}

/// The result with whole moves. If the line ends with the first part of a move, this part is left
/// out, unless it is the first one. Then `root`, the position of the search, completes it.
fn unpacked<const W: usize>(found: &Found<Part<W>>, root: &BoardNode<'_, W>) -> Found<Move> {
    let Found { depth, score, nodes, time, .. } = *found;
    let whole = |part: &Part<W>| match part {
        Part::Whole(step) => Some(unpack(step)),
        Part::Base(_) => None,
    };
    let mut line: Vec<Move> = found.line.iter().filter_map(whole).collect();
    if line.is_empty()
        && let Some(Part::Base(step)) = found.line.first()
    {
        line.extend(root.completed(step).as_ref().map(unpack));
    }
    Found { depth, score, line, nodes, time }
}

// Plays random games to find two facts about the rules: whether more material is better, and
// whether most moves capture.

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
fn derive_trend<const W: usize>(
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
