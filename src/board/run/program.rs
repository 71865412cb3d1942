//! A compiled board game.
//!
//! Owns: [`BoardProgram`]: an arena and its tables, in the width that fits. Takes a ruleset; gives
//! moves, checks and counts for plain positions. Invariant: every position given to it belongs to its
//! arena.

use crate::board::compile::cpu::Cpu;
use crate::board::compile::tables::Tables;
use crate::board::compile::{audit, whole};
use crate::board::game::arena::Arena;
use crate::board::game::position::{BoardPosition, Move};
use crate::board::run::batch::Steps;
use crate::board::run::generator::fill;
use crate::board::run::perft::{self, Workspace};
use crate::board::run::setup;
use crate::board::run::state::{State, Step};
use crate::board::run::steps;
use crate::board::space::site_set::SiteSet;
use crate::board::walk::budget::is_traceable;
use crate::diagnostic::{Code, Findings, has_errors};
use crate::rules::ruleset::Ruleset;
use crate::rules::setup::Setup;
use crate::rules::side::Side;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A variant compiled for a board.
#[derive(Debug)]
pub struct BoardProgram {
    arena: Arc<Arena>,
    start: BoardPosition,
    tables: AnyTables,
}

#[derive(Debug)]
enum AnyTables {
    One(Box<Tables<1>>),
    Two(Box<Tables<2>>),
    Four(Box<Tables<4>>),
}

impl AnyTables {
    fn new(arena: &Arc<Arena>) -> AnyTables {
        match arena.graph.len() {
            0..=64 => AnyTables::One(Box::new(Tables::of_game(arena))),
            65..=128 => AnyTables::Two(Box::new(Tables::of_game(arena))),
            _ => AnyTables::Four(Box::new(Tables::of_game(arena))),
        }
    }
}

/// Runs the same body with the tables in whatever width they have.
macro_rules! with_tables {
    ($tables_of:expr, $tables:ident => $body:expr) => {
        match $tables_of {
            AnyTables::One($tables) => $body,
            AnyTables::Two($tables) => $body,
            AnyTables::Four($tables) => $body,
        }
    };
}

/// How to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Threads, from 1.
    pub threads: usize,
    /// Bytes for tables of known counts, all threads together; 0 for none.
    pub cache: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { threads: 1, cache: 0 }
    }
}

impl BoardProgram {
    /// Compiles `rules`.
    pub fn new(rules: Ruleset) -> Findings<BoardProgram> {
        let Findings { value, mut found } = Arena::new(rules);
        let Some(arena) = value else { return Findings::new(None, found) };
        let fits = found.iter().all(|d| d.code != Code::BadPlacement);
        let arena = Arc::new(arena);
        let compiled = (is_traceable(arena.terrain(), &mut found) && fits).then(|| {
            let tables = AnyTables::new(&arena);
            let setup = &arena.rules.setup;
            let start = with_tables!(&tables, tables => setup::position(&arena, tables, setup));
            found.extend(start.found);
            Some((tables, start.value?))
        });
        audit::audit(&arena, &mut found);
        let Some((tables, start)) = compiled.flatten().filter(|_| !has_errors(&found)) else {
            debug_assert!(has_errors(&found), "no start position, and no finding says why");
            return Findings::new(None, found);
        };
        whole::audit(&arena, &mut found);
        Findings::new(Some(BoardProgram { arena, start, tables }), found)
    }

    /// The rules on their board.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The start position.
    pub fn start(&self) -> &BoardPosition {
        &self.start
    }

    /// The position of `setup`, or what is wrong with it.
    pub fn position(&self, setup: &Setup) -> Findings<BoardPosition> {
        with_tables!(&self.tables, tables => setup::position(&self.arena, tables, setup))
    }

    /// The legal moves of `position`, sorted, each effect once.
    pub fn moves(&self, position: &BoardPosition) -> Vec<Move> {
        with_tables!(&self.tables, tables => list(&self.arena, tables, position))
    }

    /// Whether `position` has a legal move.
    pub fn has_move(&self, position: &BoardPosition) -> bool {
        with_tables!(&self.tables, tables => {
            steps::has_step(tables, &State::new(&self.arena, position))
        })
    }

    /// Whether a royal piece of `side` is attacked.
    pub fn in_check(&self, position: &BoardPosition, side: Side) -> bool {
        with_tables!(&self.tables, tables => check(tables, &State::new(&self.arena, position), side))
    }

    /// A key that equal positions share, clocks left out.
    pub fn key(&self, position: &BoardPosition) -> u64 {
        with_tables!(&self.tables, tables => key(tables, &self.arena, position))
    }

    /// Number of legal move sequences of `depth` moves.
    pub fn perft(&self, position: &BoardPosition, depth: u32, effort: Effort) -> u64 {
        with_tables!(&self.tables, tables => count(&self.arena, tables, position, depth, effort))
    }

    /// Bytes of the tables, about.
    pub fn table_bytes(&self) -> usize {
        with_tables!(&self.tables, tables => tables.bytes())
    }
}

fn key<const W: usize>(_: &Tables<W>, arena: &Arena, position: &BoardPosition) -> u64 {
    State::<W>::new(arena, position).clocks.key
}

crate::dispatch! {
    fn check<const W: usize>(tables: &Tables<W>, state: &State<W>, side: Side) -> bool = is_check
}

#[inline(always)]
fn is_check<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &State<W>,
    side: Side,
) -> bool {
    steps::threatened(cpu, tables, state, side)
}

crate::dispatch! {
    fn make<const W: usize>(tables: &Tables<W>, state: &mut State<W>, step: &Step<W>) = make_and_pass
}

#[inline(always)]
fn make_and_pass<const W: usize, C: Cpu>(
    cpu: C,
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &Step<W>,
) {
    let undo = state.make(tables, step);
    steps::pass_on(cpu, tables, state, step, &undo);
}

fn list<const W: usize>(arena: &Arena, tables: &Tables<W>, position: &BoardPosition) -> Vec<Move> {
    let state = State::new(arena, position);
    let mut moves: Vec<Move> = legal(tables, &state).iter().map(unpack).collect();
    moves.sort();
    moves
}

fn legal<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Vec<Step<W>> {
    if tables.turn.as_ref().is_some_and(|turn| turn.tries(state)) {
        return steps::tried(tables, state);
    }
    let mut batches = Vec::new();
    fill(tables, state, &mut batches);
    batches.iter().flat_map(|batch| Steps::new(tables, state, batch)).collect()
}

fn unpack<const W: usize>(step: &Step<W>) -> Move {
    let sites = |set: SiteSet<W>| set.into_iter().collect();
    Move {
        from: step.from,
        to: step.to,
        captures: sites(step.captured),
        partner: step.partner,
        promotion: step.promotion,
        passed: sites(step.passed),
        actor: step.actor,
    }
}

fn count<const W: usize>(
    arena: &Arena,
    tables: &Tables<W>,
    position: &BoardPosition,
    depth: u32,
    effort: Effort,
) -> u64 {
    let mut state = State::new(arena, position);
    if effort.threads <= 1 || depth < 3 {
        return perft::perft(tables, &mut state, depth, &mut Workspace::new(effort.cache));
    }
    let child = |step: &Step<W>| {
        let mut child = state.clone();
        make(tables, &mut child, step);
        child
    };
    let roots: Vec<State<W>> = legal(tables, &state).iter().map(child).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut workspace = Workspace::new(effort.cache / effort.threads);
        let mut total = 0;
        while let Some(root) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
            total += perft::perft(tables, &mut root.clone(), depth - 1, &mut workspace);
        }
        total
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..effort.threads).map(|_| scope.spawn(worker)).collect();
        // A worker panics only if the generator does, and then so does this.
        handles.into_iter().map(|h| h.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).sum()
    })
}
