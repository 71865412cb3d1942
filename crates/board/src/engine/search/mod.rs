//! The computer opponent on boards: the engine as a
//! [`Searchable`](alfil_search::searchable::Searchable) game, and the estimate of its positions.

mod activity;
mod evaluation;
mod exchange;
mod features;
mod goals;
mod lone;
mod node;
mod places;
mod runners;
mod sums;
mod tapered;
mod trend;
mod values;
mod weights;

pub use features::{Features, Standing};
pub use weights::{PlaceTable, Weights};

use crate::engine::any_tables::AnyTables;
use crate::engine::play::{Play, Width, unpack};
use crate::engine::program::BoardProgram;
use crate::engine::repetitions::Repetitions;
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::model::position::Move;
use crate::tables::move_tables::Tables;
use alfil_rules::ids::KindId;
use alfil_search::limits::Limits;
use alfil_search::search::{Found, Purpose, Request, search};
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
    Arc::new(trend::derive(arena, tables, &start))
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
            (Width::One(line), Widths::One(evaluation)) => features::of(line.parts(), evaluation),
            (Width::Two(line), Widths::Two(evaluation)) => features::of(line.parts(), evaluation),
            (Width::Four(line), Widths::Four(evaluation)) => features::of(line.parts(), evaluation),
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
