//! Moves played from text.
//!
//! Owns: [`play`] and [`play_all`]. Takes a position and moves as people write them; plays them or
//! says which one is not legal and what is. Invariant: after an error the position is the one in which
//! the move was refused.

use crate::board::position::Move;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::position::Position;
use crate::source::Spanned;
use crate::text::moves;

/// Moves named in a hint before the rest is only counted.
const MAX_HINTS: usize = 12;

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
    let arena = position.arena();
    let title = format!("move {number}, `{}`, is not legal", text.value);
    let finding = Diagnostic::at(Code::IllegalMove, text.span, title, "not legal here");
    if let Some(outcome) = position.outcome().filter(|_| legal.is_empty()) {
        return finding.because(format!("the game is over: {outcome}"));
    }
    let side = position.side().name();
    let from = first_cell(&text.value).and_then(|cell| arena.graph.find(cell));
    let lower = text.value.to_lowercase();
    if lower != text.value && moves::find(arena, &lower, legal).is_some() {
        return finding.because("cells are in lower case").help(format!("did you mean `{lower}`?"));
    }
    let Some(from) = from else {
        let count = legal.len();
        return finding
            .because(format!("no cell of this board begins it; {side} has {count} moves"))
            .help("write a move as its start and end cells, such as `e2e4` or `e7e8q`");
    };
    let name = arena.graph.name(from);
    let texts = moves::write_all(arena, legal);
    let here: Vec<&str> = legal
        .iter()
        .zip(&texts)
        .filter(|(mv, _)| mv.origin() == Some(from))
        .map(|(_, t)| &**t)
        .collect();
    let finding = match position.board().piece(from) {
        None => finding.because(format!("nothing stands on {name}")),
        Some(piece) if piece.side != position.side() => {
            finding.because(format!("it is {side}'s turn"))
        }
        Some(_) if here.is_empty() => finding.because(format!("the piece on {name} cannot move")),
        Some(_) => finding,
    };
    match here.len() {
        0 => finding,
        n if n <= MAX_HINTS => finding.help(format!("from {name}: {}", here.join(" "))),
        n => {
            let shown = here[..MAX_HINTS].join(" ");
            finding.help(format!("from {name}: {shown} and {} more", n - MAX_HINTS))
        }
    }
}

/// The cell that a move's text begins with: letters, then digits; of a drop its only one.
pub fn first_cell(text: &str) -> Option<&str> {
    let text = text.split_once('@').map_or(text, |(_, cell)| cell);
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    (letters > 0 && digits > 0).then(|| &text[..letters + digits])
}
