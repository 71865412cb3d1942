//! A compiled board game: a board model with its move tables.
//!
//! Every position that is passed to a program must belong to its board model.

use crate::engine::any_tables::AnyTables;
use crate::engine::effort::Effort;
use crate::engine::play::Play;
use crate::engine::setup;
use crate::model::board_model::BoardModel;
use crate::model::castling::Right;
use crate::model::position::{BoardPosition, Move};
use crate::paths::budget::{Extent, Meter};
use crate::tables::{audit, choices, lints};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use std::sync::Arc;

/// A variant compiled for a board.
#[derive(Debug)]
pub struct BoardProgram {
    arena: Arc<BoardModel>,
    start: BoardPosition,
    tables: AnyTables,
}

/// Evaluates an expression with the tables, for any board width.
macro_rules! with_tables {
    ($tables_of:expr, $tables:ident => $body:expr) => {
        match $tables_of {
            AnyTables::One($tables) => $body,
            AnyTables::Two($tables) => $body,
            AnyTables::Four($tables) => $body,
        }
    };
}

impl BoardProgram {
    /// Compiles `rules`, and reports errors and warnings about them.
    pub fn new(rules: Ruleset) -> Findings<BoardProgram> {
        let meter = Meter::new(&rules);
        let Findings { value, mut found } = BoardModel::of_extent(rules, Extent::Metered(&meter));
        let Some(arena) = value.map(Arc::new) else { return Findings::new(None, found) };
        if !found.iter().any(is_unfit) {
            let compiled = BoardProgram::on(&arena, Some(&meter), &mut found);
            if !meter.is_over() {
                return BoardProgram::audited(&arena, compiled, found);
            }
        }
        let rules = Arc::try_unwrap(arena).map_or_else(|a| a.rules.clone(), |a| a.rules);
        // There are too many paths. `BoardModel::new` counts the paths first, and reports the kinds
        // that have too many.
        let Findings { value, mut found } = BoardModel::new(rules);
        let Some(arena) = value.map(Arc::new) else { return Findings::new(None, found) };
        let compiled = BoardProgram::on(&arena, None, &mut found);
        BoardProgram::audited(&arena, compiled, found)
    }

    /// Checks the rules as a whole, and adds these findings to `found`. Returns no program if there
    /// is an error.
    fn audited(
        arena: &BoardModel,
        compiled: Option<BoardProgram>,
        mut found: Vec<Diagnostic>,
    ) -> Findings<BoardProgram> {
        audit::audit(arena, &mut found);
        let Some(program) = compiled.filter(|_| !has_errors(&found)) else {
            debug_assert!(has_errors(&found), "no start position, and no finding says why");
            return Findings::new(None, found);
        };
        with_tables!(&program.tables, tables => if let Some(predicates) = &tables.predicates {
            choices::audit(arena, predicates, &mut found);
        });
        if has_errors(&found) {
            return Findings::new(None, found);
        }
        lints::audit(arena, &mut found);
        Findings::new(Some(program), found)
    }

    /// Compiles a part of the rules of a game that is known to compile. Skips the count of paths
    /// and the checks, which saves about half of the time.
    pub fn of_part(rules: Ruleset) -> Option<BoardProgram> {
        let Findings { value, mut found } = BoardModel::of_extent(rules, Extent::Known);
        let program = BoardProgram::on(&Arc::new(value?), None, &mut found)?;
        (!has_errors(&found)).then_some(program)
    }

    /// Compiles the tables and the start position for `arena`. `found` contains the findings about
    /// `arena`; those about the start position are added. `None` if `meter` has run out.
    fn on(
        arena: &Arc<BoardModel>,
        meter: Option<&Meter>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<BoardProgram> {
        let is_over = || meter.is_some_and(Meter::is_over);
        if found.iter().any(is_unfit) || is_over() {
            return None;
        }
        let tables = AnyTables::new(arena, meter);
        if is_over() {
            return None;
        }
        let setup = &arena.rules.setup;
        let start = with_tables!(&tables, tables => setup::position(arena, tables, setup));
        found.extend(start.found);
        Some(BoardProgram { arena: arena.clone(), start: start.value?, tables })
    }

    /// The same game for positions that may have these castling rights.
    pub fn with_rights(self: &Arc<Self>, rights: &[Right]) -> Arc<BoardProgram> {
        if rights.iter().all(|right| self.arena.rights.contains(right)) {
            return self.clone();
        }
        let arena = Arc::new(self.arena.with_rights(rights));
        let tables = match &self.tables {
            AnyTables::One(tables) => AnyTables::One(Arc::new(tables.with_castling(&arena))),
            AnyTables::Two(tables) => AnyTables::Two(Arc::new(tables.with_castling(&arena))),
            AnyTables::Four(tables) => AnyTables::Four(Arc::new(tables.with_castling(&arena))),
        };
        let living = arena.living(&self.arena.rights_in(&self.start));
        let start = BoardPosition { rights: living, ..self.start.clone() };
        Arc::new(BoardProgram { arena, start, tables })
    }

    /// The board model, which contains the rules.
    pub fn arena(&self) -> &BoardModel {
        &self.arena
    }

    pub(super) fn tables(&self) -> &AnyTables {
        &self.tables
    }

    /// The start position.
    pub fn start(&self) -> &BoardPosition {
        &self.start
    }

    /// Reads the position of `setup`, with all findings about it.
    pub fn position(&self, setup: &Setup) -> Findings<BoardPosition> {
        with_tables!(&self.tables, tables => setup::position(&self.arena, tables, setup))
    }

    /// Begins play with `position`.
    pub fn play(&self, position: &BoardPosition) -> Play {
        Play::new(&self.arena, &self.tables, position)
    }

    /// The legal moves of `position`, sorted. Each effect occurs once.
    pub fn moves(&self, position: &BoardPosition) -> Vec<Move> {
        self.play(position).moves()
    }

    /// The number of legal sequences of `depth` moves from `position`.
    pub fn perft(&self, position: &BoardPosition, depth: u32, effort: Effort) -> u64 {
        self.play(position).perft(depth, effort)
    }

    /// The number of steps that were needed to trace all paths.
    pub fn traced_steps(&self) -> usize {
        with_tables!(&self.tables, tables => tables.traced_steps)
    }

    /// The approximate size of the tables in bytes.
    pub fn table_bytes(&self) -> usize {
        with_tables!(&self.tables, tables => tables.bytes())
    }
}

/// True if a game with this finding cannot be compiled.
fn is_unfit(finding: &Diagnostic) -> bool {
    matches!(finding.code, Code::BadPlacement | Code::TooManyWays)
}
