//! A compiled board game: a board model with its move tables. Reads the positions of setups.
//!
//! Every position that is passed to a program must belong to its board model.

use crate::engine::play::{AnyTables, Effort, Play};
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::model::castling::Right;
use crate::model::placement::{self, written_at};
use crate::model::position::{BoardPosition, Move};
use crate::paths::budget::{Extent, Meter};
use crate::tables::lints;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_rules::question::Lookahead;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_rules::turn::{Checks, KingSafety, Length};
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
        lints::audit_terms(arena, &mut found);
        let Some(program) = compiled.filter(|_| !has_errors(&found)) else {
            debug_assert!(has_errors(&found), "no start position, and no finding says why");
            return Findings::new(None, found);
        };
        with_tables!(&program.tables, tables => if let Some(predicates) = &tables.rules.predicates {
            lints::audit_choices(arena, predicates, &mut found);
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
        let start = with_tables!(&tables, tables => self::position(arena, tables, setup));
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
        with_tables!(&self.tables, tables => self::position(&self.arena, tables, setup))
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
        with_tables!(&self.tables, tables => tables.moves.traced_steps)
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

// Reads the position of a setup, and checks whether it can be played.
//
// Steps without a legal move are skipped. The generator accepts every position that is returned.

/// The position of `setup` on the board `arena`, with all findings about it.
pub fn position<const W: usize>(
    arena: &BoardModel,
    tables: &Tables<W>,
    setup: &Setup,
) -> Findings<BoardPosition> {
    let Findings { value, mut found } = placement::position(arena, setup);
    let Some(position) = value else { return Findings::new(None, found) };
    let (whole, arena, placement) = (arena, arena.at(&position), &setup.placement);
    let mut state = State::new(tables, &position);
    if let Some(finding) = too_long_a_look_ahead(tables, &state, setup) {
        found.push(finding);
        return Findings::new(None, found);
    }
    // If checks before the end of a turn do not matter, the opponent may be in check after the
    // first step.
    let free = arena.rules.turn.checks == Checks::Free && position.step > 1;
    let over = state.is_over(tables);
    // With more than two sides, a side may stay in check while others move.
    let two = arena.rules.sides.are_two();
    let mated = arena.rules.ends.decide_by_mate() && !free && !over && two;
    let waiting = setup.side.other();
    if mated && let Some(king) = state.attacked_royal(tables.at(&state), waiting) {
        let cell = arena.graph.name(king);
        let help = if setup.span == arena.rules.space.span {
            "add `setup:` with a position for this board".to_owned()
        } else {
            format!("give the move to {}, or move the king on {cell}", waiting.name())
        };
        let title = format!("{} has just moved and stands in check on {cell}", waiting.name());
        found.push(
            Diagnostic::at(
                Code::KingInPeril,
                written_at(&arena.graph, placement, king).unwrap_or(placement.span),
                title,
                format!("{} could take the king", setup.side.name()),
            )
            .help(help),
        );
    }
    if has_errors(&found) {
        return Findings::new(None, found);
    }
    let under_way = position.step > 1;
    state.normalize_turn(tables, under_way, None);
    let is_same_turn = under_way && state.side == setup.side;
    let mover = if is_same_turn {
        state.side
    } else {
        tables.rules.sides.before(state.side, state.info.out)
    };
    state.settle(tables, mover);
    Findings::new(Some(state.position(whole)), found)
}

/// The largest number of move sequences that are searched to decide which moves leave a royal piece
/// safe. This takes a few seconds.
const MAX_LOOK_AHEAD: u64 = 2_000_000;

/// Reports that `king safe: end of turn` is too slow in this position. The number of sequences is
/// estimated from the present numbers of moves of both sides.
fn too_long_a_look_ahead<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    setup: &Setup,
) -> Option<Diagnostic> {
    let turn = tables.at(state).turn.as_deref()?;
    if turn.turn.safety != KingSafety::EndOfTurn {
        return None;
    }
    let mut theirs = state.clone();
    theirs.end_turn(tables);
    let moves = |state: &State<W>| state.of_step_below(tables, Lookahead::Move).count();
    // After each move, the opponent's whole turn is searched, except that its last move is not
    // made.
    let length = match turn.turn.length(theirs.side, theirs.info.fullmove) {
        Length::Fixed(length) => length,
        // The check of definitions excludes such turns.
        Length::Counted(_) => 1,
    };
    let made = length.saturating_sub(1);
    let sequences = moves(state).saturating_mul(moves(&theirs).saturating_pow(made));
    (sequences > MAX_LOOK_AHEAD).then(|| {
        Diagnostic::at(
            Code::BadTurn,
            setup.placement.span,
            format!("about {sequences} sequences of moves must be tried to know which moves leave the king safe"),
            "here each step has too many moves",
        )
        .because(format!("`king safe: end of turn` looks through the enemy's whole turn; at most {MAX_LOOK_AHEAD} sequences are tried"))
        .help("let turns have fewer steps, or the king be safe after each of them: `king safe: each step`")
    })
}
