//! Counts pairs of moves by making and unmaking them in place. The count must match the reference.

use alfil_board::engine::play::Effort;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_play::board::text as position;
use alfil_reference::executor::Reference;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// In positions with this many moves or more, pairs are not counted.
pub(crate) const MANY: usize = 60;

/// Compares the number of pairs with the number of moves after each of `moves`. Returns a message
/// if they differ.
pub(crate) fn made_otherwise(
    program: &BoardProgram,
    now: &BoardPosition,
    moves: &[Move],
) -> Option<String> {
    if moves.len() >= MANY {
        return None;
    }
    let arena = program.arena();
    let after = |mv: &Move| {
        let next = Reference::of(arena).after(now, mv);
        (position::write(arena, &next), program.moves(&next).len() as u64)
    };
    let next: Vec<(String, u64)> = moves.iter().map(after).collect();
    let counted = || program.perft(now, 2, Effort::default());
    let counted = catch_unwind(AssertUnwindSafe(counted)).ok();
    let in_place = |mv: &Move| {
        let counted = || {
            let mut play = program.play(now);
            play.play(mv);
            play.perft(1, Effort::default())
        };
        catch_unwind(AssertUnwindSafe(counted)).ok()
    };
    (counted != Some(next.iter().map(|(_, n)| n).sum::<u64>())).then(|| {
        let each = moves.iter().zip(&next);
        let each = each.map(|(mv, (at, n))| format!("\n{at}: {n}, in place {:?}", in_place(mv)));
        format!("{counted:?}, not{}", each.collect::<String>())
    })
}
