//! The computer as a player: searches a position for its best moves, and plays at ten levels.

mod worlds;

use crate::board::paranoid;
use crate::dice::Dice;
use crate::game::Game;
use crate::position::{Move, Position};
use alfil_board::engine::search::{Estimate, Features, Task};
use alfil_plane::player::search::{PlaneEstimate, PlaneTask};
use alfil_rules::ids::KindId;
use alfil_search::search::{Found, Purpose};
use alfil_search::table::Table;
use std::time::Duration;
use worlds::{Judged, Search, Worlds};

pub use alfil_board::engine::search::Weights;
pub use alfil_search::search::Found as Thought;
pub use alfil_search::searchable::{Limits, Score, Stop};

/// How many threads there is memory for.
pub mod memory {
    pub use alfil_search::table::threads;
}

/// The number of moves among which the lower levels choose.
const CHOICES: usize = 12;

/// The memory in which the positions that a side imagines are remembered for one move.
const WORLD_MEGABYTES: usize = 4;

/// How well the computer plays, from 1 to 10. The lower levels look only a few plies ahead,
/// misjudge positions and sometimes play any move. The higher levels differ in the number of
/// positions that they search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// The mistakes of a level.
struct Mistakes {
    /// The greatest error of an estimate, in hundredths of a pawn.
    misjudged: usize,
    /// The percentage of moves that are chosen without thinking.
    careless: usize,
}

impl Level {
    /// The level that plays best.
    pub const BEST: Level = Level(10);

    /// The level with this number. `None` unless the number is between 1 and 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// The number of the level.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The limits of the search for one move. The limit of time matters only for games with slow
    /// rules.
    pub fn limits(self) -> Limits {
        let (depth, nodes, seconds) = match self.0 {
            ..=1 => (Some(1), None, 2.0),
            2 => (Some(2), None, 2.0),
            3 => (Some(2), None, 2.0),
            4 => (Some(3), None, 2.0),
            5 => (Some(4), None, 2.0),
            6 => (None, Some(5_000), 2.0),
            7 => (None, Some(25_000), 2.0),
            8 => (None, Some(100_000), 3.0),
            9 => (None, Some(400_000), 4.0),
            10.. => (None, None, 5.0),
        };
        Limits { depth, nodes, ..Limits::of_time(Duration::from_secs_f64(seconds)) }
    }

    fn mistakes(self) -> Option<Mistakes> {
        let (misjudged, careless) = match self.0 {
            ..=1 => (300, 25),
            2 => (200, 12),
            3 => (120, 6),
            4 => (80, 3),
            5 => (40, 1),
            6.. => return None,
        };
        Some(Mistakes { misjudged, careless })
    }
}

/// What the computer searches, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// When the search ends.
    pub limits: &'r Limits,
    /// The number of best moves to report at each depth. 0 counts as 1.
    pub lines: usize,
    /// The number of threads. With more than one, the result may differ from run to run. On planes
    /// there is always one.
    pub threads: usize,
    /// The moves to search. Empty: all moves. Ignored on planes.
    pub only: &'r [Move],
}

/// A computer player of one game. It remembers what it has searched.
#[derive(Debug)]
pub struct Computer {
    estimate: AnyEstimate,
    table: Table,
    megabytes: usize,
}

#[derive(Clone, Debug)]
enum AnyEstimate {
    Board(Estimate),
    Plane(PlaneEstimate),
}

impl Computer {
    /// A player of `game` with `megabytes` for remembered positions, or with less if there is less
    /// memory. Derives the values of pieces from the rules, which takes some hundredths of a second,
    /// and up to half a second for games with expensive moves, or with many kinds on large boards. This
    /// work is bounded in units that are the same on every machine.
    pub fn new(game: &Game, megabytes: usize) -> Computer {
        let estimate = match game {
            Game::Board(program) => AnyEstimate::Board(Estimate::derive(program)),
            Game::Plane(program) => AnyEstimate::Plane(PlaneEstimate::derive(program)),
        };
        Computer { estimate, table: Table::new(megabytes), megabytes }
    }

    /// Another player of the same game, with a memory of its own. Nothing is derived again.
    #[must_use]
    pub fn twin(&self) -> Computer {
        let (estimate, megabytes) = (self.estimate.clone(), self.megabytes);
        Computer { estimate, table: Table::new(megabytes), megabytes }
    }

    /// The memory for remembered positions, in megabytes. It is less than was asked for if there was
    /// less.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// The value of a piece of `kind` in hundredths of a pawn, averaged over places. 0 for royal,
    /// neutral and unowned pieces.
    pub fn value(&self, kind: KindId) -> i32 {
        match &self.estimate {
            AnyEstimate::Board(estimate) => estimate.of_kind(kind),
            AnyEstimate::Plane(estimate) => estimate.of_kind(kind),
        }
    }

    /// The weights with which the computer estimates positions. `None` on planes.
    pub fn weights(&self) -> Option<Weights> {
        match &self.estimate {
            AnyEstimate::Board(estimate) => Some(estimate.weights()),
            AnyEstimate::Plane(_) => None,
        }
    }

    /// Like [`Computer::weights`], with a table of cells for each kind.
    pub fn weights_with_tables(&self) -> Option<Weights> {
        match &self.estimate {
            AnyEstimate::Board(estimate) => Some(estimate.weights_with_tables()),
            AnyEstimate::Plane(_) => None,
        }
    }

    /// The number of groups of cells on each rank, for the tables of [`Weights`]. Empty on planes.
    pub fn rows(&self) -> &[usize] {
        match &self.estimate {
            AnyEstimate::Board(estimate) => estimate.rows(),
            AnyEstimate::Plane(_) => &[],
        }
    }

    /// The features of a position that the weights multiply. `None` on planes.
    ///
    /// # Panics
    /// If the position belongs to another game.
    pub fn features(&self, position: &Position) -> Option<Features> {
        match (position, &self.estimate) {
            (Position::Board(play), AnyEstimate::Board(estimate)) => {
                Some(play.engine().features(estimate))
            }
            (Position::Plane(_), _) | (_, AnyEstimate::Plane(_)) => None,
        }
    }

    /// The same player with other weights. It forgets all searched positions. On a plane, the
    /// weights stay as they are.
    #[must_use]
    pub fn with_weights(self, weights: &Weights) -> Computer {
        self.table.clear();
        let estimate = match self.estimate {
            AnyEstimate::Board(estimate) => AnyEstimate::Board(estimate.with_weights(weights)),
            AnyEstimate::Plane(estimate) => AnyEstimate::Plane(estimate),
        };
        Computer { estimate, ..self }
    }

    /// Forgets what was searched, as for a new game.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Searches `position` for its best moves. After each finished depth, calls `on_depth` once for
    /// each of the best `lines` moves, in order. `None` if the game is over.
    ///
    /// # Panics
    /// If the position belongs to another game.
    pub fn think(
        &self,
        position: &Position,
        limits: &Limits,
        lines: usize,
        on_depth: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        self.answer(position, &Request { limits, lines, threads: 1, only: &[] }, on_depth)
    }

    /// Like [`Computer::think`], with more choices.
    ///
    /// # Panics
    /// If the position belongs to another game.
    pub fn answer(
        &self,
        position: &Position,
        request: &Request<'_>,
        on_depth: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        self.search(position, request, (&self.table, Purpose::GoodMove), on_depth)
            .filter(|found| !found.line.is_empty() || position.rolls())
    }

    /// Searches for a win that the side to move can force within `plies`. No move is left out, so
    /// the answer is exact: the shortest win, or none. Calls `on_win` for each move that wins in
    /// this time, up to `lines`. On planes, only some points are tried, so the answer is not exact.
    /// With more than two sides, a win is that an enemy is out, whatever all sides but the allies of
    /// the side to move do.
    ///
    /// The depth of the result is the number of plies that were searched completely. It is less
    /// than `plies` if a limit was reached first, or a win was found.
    ///
    /// # Panics
    /// If the position belongs to another game.
    pub fn win(
        &self,
        position: &Position,
        plies: u32,
        request: &Request<'_>,
        on_win: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        // Values of searches that leave out moves must not be mixed in.
        let table = Table::new(self.megabytes);
        self.search(position, request, (&table, Purpose::Win(plies)), on_win)
    }

    fn search(
        &self,
        position: &Position,
        request: &Request<'_>,
        (table, purpose): (&Table, Purpose),
        on_depth: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let &Request { limits, lines, threads, .. } = request;
        if position.outcome().is_some() {
            return None;
        }
        let found = match (position, &self.estimate) {
            (Position::Board(play), AnyEstimate::Board(estimate)) => {
                let repetitions = play.repetitions();
                let board_move = |mv: &Move| match mv {
                    Move::Board(mv) => Some(mv.clone()),
                    Move::Plane(_) => None,
                };
                let only: Vec<_> = request.only.iter().filter_map(board_move).collect();
                let only = &only;
                if !play.rules().sides.are_two() {
                    let value = |kind| estimate.of_kind(kind);
                    let report = &mut |found: &_| on_depth(&general(found));
                    let found = match purpose {
                        Purpose::GoodMove => {
                            let task = paranoid::Task { value: &value, limits, lines, only };
                            paranoid::search(play, &task, report)
                        }
                        Purpose::Win(plies) => paranoid::prove(
                            play,
                            &paranoid::ProofTask { plies, limits, lines },
                            report,
                        ),
                    };
                    return Some(general(&found));
                }
                let task =
                    Task { estimate, repetitions, table, limits, lines, threads, only, purpose };
                general(&play.engine().search(&task, &mut |found| on_depth(&general(found))))
            }
            (Position::Plane(play), AnyEstimate::Plane(estimate)) => {
                let task = PlaneTask {
                    program: play.program(),
                    estimate,
                    now: play.now(),
                    past: play.earlier().cloned().collect(),
                    table,
                    limits,
                    lines,
                    purpose,
                };
                general(&task.run(&mut |found| on_depth(&general(found))))
            }
            (Position::Board(_), AnyEstimate::Plane(_))
            | (Position::Plane(_), AnyEstimate::Board(_)) => {
                panic!("the position and the computer belong to games of different types")
            }
        };
        Some(found)
    }
}

impl Computer {
    /// Chooses a move at `level`. The moves at the lower levels depend on `dice`. Where the rules
    /// roll a die, its outcome depends on `dice`, too. Where a side does not see everything, the
    /// choice depends only on its view, on the first position, on what it has captured, and on
    /// `dice`. `None` if the game is over.
    pub fn choose(
        &self,
        position: &Position,
        level: Level,
        dice: &mut Dice,
    ) -> Option<Thought<Move>> {
        self.choose_within(position, level, &Limits::default(), dice)
    }

    /// Like [`Computer::choose`], but the search also ends at `limits`.
    pub fn choose_within(
        &self,
        position: &Position,
        level: Level,
        limits: &Limits,
        dice: &mut Dice,
    ) -> Option<Thought<Move>> {
        if position.rolls() {
            return rolled(position, dice);
        }
        let limits = narrower(&level.limits(), limits);
        if let Some(worlds) = Worlds::of(position) {
            return self.choose_by_view(position, &worlds, (level.mistakes(), &limits), dice);
        }
        let Some(mistakes) = level.mistakes() else {
            return self.think(position, &limits, 1, &mut |_| ());
        };
        let mut deepest: Vec<Thought<Move>> = Vec::new();
        let mut keep = |thought: &Thought<Move>| {
            if deepest.last().is_some_and(|last| last.depth < thought.depth) {
                deepest.clear();
            }
            deepest.push(thought.clone());
        };
        let best = self.think(position, &limits, CHOICES, &mut keep)?;
        if dice.below(100) < mistakes.careless
            && let Some(mv) = position.legal().random(dice)
        {
            return Some(Thought { line: vec![mv], ..best });
        }
        let mut judged = |thought: &Thought<Move>| {
            let error = dice.below(2 * mistakes.misjudged + 1) as i32;
            thought.score.centipawns() + error - mistakes.misjudged as i32
        };
        let scores: Vec<i32> = deepest.iter().map(&mut judged).collect();
        let chosen = (0..scores.len()).max_by_key(|&at| scores[at]);
        Some(chosen.map_or(best, |at| deepest.swap_remove(at)))
    }
}

impl Computer {
    /// The best move within `limits`, as far as the side to move can know. Only where it does not
    /// see everything, the choice depends on `dice`, and where the rules roll a die, its outcome.
    /// `None` if the game is over.
    pub fn best(
        &self,
        position: &Position,
        limits: &Limits,
        dice: &mut Dice,
    ) -> Option<Thought<Move>> {
        if position.rolls() {
            return rolled(position, dice);
        }
        match Worlds::of(position) {
            Some(worlds) => self.choose_by_view(position, &worlds, (None, limits), dice),
            None => self.think(position, limits, 1, &mut |_| ()),
        }
    }

    /// Chooses a move of a side that does not see everything.
    fn choose_by_view(
        &self,
        position: &Position,
        worlds: &Worlds<'_>,
        (mistakes, limits): (Option<Mistakes>, &Limits),
        dice: &mut Dice,
    ) -> Option<Thought<Move>> {
        if position.outcome().is_some() {
            return None;
        }
        // What was searched before may be the positions that another side imagined.
        let table = Table::new(WORLD_MEGABYTES.min(self.megabytes));
        let search: Search<'_> = &|world, limits, lines, keep| {
            let request = Request { limits, lines, threads: 1, only: &[] };
            let _ = self.search(world, &request, (&table, Purpose::GoodMove), keep);
        };
        let judged = worlds.judge(search, limits, dice);
        let careless = mistakes.as_ref().is_some_and(|some| dice.below(100) < some.careless);
        let wrong = |one: &Judged, dice: &mut Dice| {
            let error = mistakes.as_ref().map_or(0, |some| {
                dice.below(2 * some.misjudged + 1) as i32 - some.misjudged as i32
            });
            one.centipawns + error
        };
        let judged = judged.into_iter().filter(|_| !careless);
        let mut judged: Vec<(i32, Move)> = judged.map(|one| (wrong(&one, dice), one.mv)).collect();
        judged.sort_by_key(|&(value, _)| value);
        // Where an umpire answers, it tries the best move first, until one is legal. Without a world
        // that agrees with the view, any move is as good as another. It must not choose among the
        // legal moves then, because it does not know how many there are.
        let (tries, legal) = (position.tries(), position.legal());
        let mut others = tries.list().unwrap_or_default();
        worlds::shuffle(&mut others, dice);
        let ordered = judged.iter().rev().map(|(_, mv)| mv).chain(&others);
        let mv = ordered.into_iter().find_map(|mv| legal.find(&tries.write(mv)))?;
        let (score, time) = (Score::DRAW, Duration::ZERO);
        Some(Thought { depth: 0, score, line: vec![mv], nodes: 0, time })
    }
}

/// A roll with its outcome, without a search.
fn rolled(position: &Position, dice: &mut Dice) -> Option<Thought<Move>> {
    let roll = position.legal().random(dice)?;
    let (score, time) = (Score::DRAW, Duration::ZERO);
    Some(Thought { depth: 0, score, line: vec![roll], nodes: 0, time })
}

/// The limits of both, with the signal of `outer`.
fn narrower(own: &Limits, outer: &Limits) -> Limits {
    fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
        one.into_iter().chain(other).min()
    }
    Limits {
        depth: least(own.depth, outer.depth),
        nodes: least(own.nodes, outer.nodes),
        soft: least(own.soft, outer.soft),
        hard: least(own.hard, outer.hard),
        stop: outer.stop.clone(),
    }
}

fn general<M: Clone + Into<Move>>(found: &Found<M>) -> Thought<Move> {
    let Found { depth, score, nodes, time, .. } = *found;
    let line = found.line.iter().cloned().map(Into::into).collect();
    Thought { depth, score, line, nodes, time }
}
