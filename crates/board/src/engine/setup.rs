//! Reads the position of a setup, and checks whether it can be played.
//!
//! Steps without a legal move are skipped. The generator accepts every position that is returned.

use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::model::placement::{self, written_at};
use crate::model::position::BoardPosition;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_rules::question::Lookahead;
use alfil_rules::setup::Setup;
use alfil_rules::turn::{Checks, KingSafety, Length};

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
    let mover =
        if is_same_turn { state.side } else { tables.sides.before(state.side, state.info.out) };
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
