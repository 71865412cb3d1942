//! Moves played from text.
//!
//! Owns: [`play`] and [`play_all`]. Takes a position and moves as people write them; plays them or
//! says which one is not legal and what is. Invariant: after an error the position is the one in which
//! the move was refused.

use crate::board::game::position::Move;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::position::Position;
use crate::source::Spanned;
use crate::suite::hint;
use crate::text::moves;

/// Plays every move of `line`. Gives the last one.
///
/// # Errors
/// `illegal-move` at the first move that is not legal.
pub fn play_all(
    position: &mut Position,
    line: &[Spanned<String>],
) -> Result<Option<Move>, Diagnostic> {
    let mut last = None;
    for (index, text) in line.iter().enumerate() {
        last = Some(play(position, text, index + 1)?);
    }
    Ok(last)
}

/// Plays the move that `text` names, the `number`th of its line from 1.
///
/// # Errors
/// `illegal-move` if it is not legal.
pub fn play(
    position: &mut Position,
    text: &Spanned<String>,
    number: usize,
) -> Result<Move, Diagnostic> {
    let arena = position.arena();
    let legal = position.moves();
    match moves::find(arena, &text.value, &legal) {
        Some(mv) => {
            let mv = mv.clone();
            position.play(&mv);
            Ok(mv)
        }
        None => Err(illegal(position, text, number, &legal)),
    }
}

fn illegal(
    position: &Position,
    text: &Spanned<String>,
    number: usize,
    legal: &[Move],
) -> Diagnostic {
    let title = format!("move {number}, `{}`, is not legal", text.value);
    let mut finding = Diagnostic::at(Code::IllegalMove, text.span, title, "not legal here");
    let hint = hint::hint(position, &text.value, legal);
    (finding.reason, finding.help) = (hint.why, hint.help);
    finding
}
