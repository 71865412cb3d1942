//! Plays moves that are given as text. After an error, the position is the one before the illegal
//! move.

use crate::play::dice::Dice;
use crate::play::manner::Manner;
use crate::play::position::{Move, Position};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Spanned;
use alfil_syntax::cases::{Effect, GameMove};

/// Plays all moves of `line`.
///
/// # Errors
/// `illegal-move` for the first move that is not legal.
pub fn play_all(
    position: &mut Position,
    line: &[Spanned<String>],
    manner: Manner,
) -> Result<(), Diagnostic> {
    let mut numbered = line.iter().zip(1..);
    numbered.try_for_each(|(text, number)| play(position, text, number, manner).map(|_| ()))
}

/// Plays the move that `text` names, and returns its canonical text. `number` is the number of the
/// move in the line, from 1. Texts of other programs may name several steps of a turn, with commas
/// between them.
///
/// # Errors
/// `illegal-move` if it is not legal.
pub fn play(
    position: &mut Position,
    text: &Spanned<String>,
    number: usize,
    manner: Manner,
) -> Result<String, Diagnostic> {
    let legal = position.legal();
    if let Some(mv) = legal.named(&text.value, manner) {
        let meant = legal.write(&mv);
        position.play(&mv);
        return Ok(meant);
    }
    let steps = match manner {
        Manner::Strict => None,
        Manner::Lenient => position.steps(&text.value),
    };
    if let Some(steps) = steps {
        let meant = texts(position, &steps).join(" ");
        steps.iter().for_each(|mv| position.play(mv));
        return Ok(meant);
    }
    let title = format!("move {number}, `{}`, is not legal", text.value);
    let mut finding = Diagnostic::at(Code::IllegalMove, text.span, title, "not legal here");
    let refusal = legal.refusal(&text.value);
    (finding.reason, finding.help) = (refusal.why, refusal.help);
    Err(match refusal.place {
        Some(place) => finding.label(place, "by this rule"),
        None => finding,
    })
}

/// A move of a game with its sign. `a1a7+` is a promotion if there is one, and does not claim a check
/// then.
pub(crate) fn signed(position: &Position, mv: &GameMove) -> GameMove {
    let text = mv.text.clone().map(|text| text + "+");
    let legal = position.legal();
    let promotes = |mv: &Move| legal.write(mv).starts_with(&text.value);
    let is_promotion =
        mv.effect == Effect::Check && legal.find(&text.value).is_some_and(|mv| promotes(&mv));
    if is_promotion { GameMove { text, effect: Effect::Unsaid } } else { mv.clone() }
}

/// Plays up to `plies` random moves and returns their texts. It stops earlier if the game ends.
pub fn playout(position: &mut Position, plies: usize, dice: &mut Dice) -> Vec<String> {
    let mut line = Vec::new();
    while line.len() < plies && position.outcome().is_none() {
        let legal = position.legal();
        let Some(mv) = legal.random(dice) else { break };
        line.push(legal.write(&mv));
        position.play(&mv);
    }
    line
}

/// The texts of the moves of a line that begins at `position`.
pub fn texts(position: &Position, line: &[Move]) -> Vec<String> {
    let mut now = position.clone();
    let text = |mv: &Move| {
        let text = now.legal().write(mv);
        now.play(mv);
        text
    };
    line.iter().map(text).collect()
}

/// All moves that led to a position, from the first one that [`Position::take_back`] knows.
pub fn moves(last: &Position) -> Vec<Move> {
    let mut back = last.clone();
    let mut all: Vec<Move> = std::iter::from_fn(|| back.take_back()).collect();
    all.reverse();
    all
}
