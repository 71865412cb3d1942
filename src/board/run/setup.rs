//! Whether a written position may be played.
//!
//! Owns: [`position`]. Takes a setup; gives the position whose next mover has a move. Invariant: a
//! position returned without an error finding is one that the generator may be given.

use crate::compile::tables::Tables;
use crate::game::arena::Arena;
use crate::game::placement::{self, written_at};
use crate::game::position::BoardPosition;
use crate::run::asks;
use crate::run::safety;
use crate::run::state::State;
use crate::run::steps;
use alfil_ground::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_rules::setup::Setup;
use alfil_rules::turn::Checks;

/// The position of `setup` on `arena`, with every finding about it.
pub fn position<const W: usize>(
    arena: &Arena,
    tables: &Tables<W>,
    setup: &Setup,
) -> Findings<BoardPosition> {
    let Findings { value, mut found } = placement::position(arena, setup);
    let Some(position) = value else { return Findings::new(None, found) };
    let (whole, arena, placement) = (arena, arena.at(&position), &setup.placement);
    let mut state = State::new(tables, &position);
    // Within a turn whose checks change nothing, the waiting king may well be attacked.
    let free = arena.rules.turn.checks == Checks::Free && position.step > 1;
    let over = asks::is_over(tables, &state);
    let mated = arena.rules.ends.decide_by_mate() && !free && !over;
    let waiting = setup.side.other();
    if mated && let Some(king) = safety::attacked_royal(tables.at(&state), &state, waiting) {
        let cell = arena.graph.name(king);
        let help = match setup.span == arena.rules.space.span {
            true => "add `setup:` with a position for this board".to_owned(),
            false => format!("give the move to {}, or move the king on {cell}", waiting.name()),
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
    steps::settle(tables, &mut state, under_way, None);
    Findings::new(Some(state.position(whole)), found)
}
