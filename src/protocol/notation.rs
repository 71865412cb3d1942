//! Moves as text in protocols. Most are the usual texts of moves.

use crate::play::board::notation;
use crate::play::position::{Legal, Move, Position};

/// How a protocol writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The text of a pass.
    pub pass: &'static str,
    /// How castling is written.
    pub castling: Castling,
}

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// As the move of the king, unless another move has the same cells.
    King,
    /// As the cells of the king and its partner.
    Partner,
}

/// Texts of a pass in any protocol.
const PASSES: [&str; 3] = ["0000", "@@@@", "null"];

/// The text of a legal move.
pub fn write(legal: &Legal<'_>, mv: &Move, dialect: Dialect) -> String {
    if let (Legal::Board(play, _), Move::Board(mv), Castling::Partner) =
        (legal, mv, dialect.castling)
    {
        if let Some(pair) = notation::pair(play.arena(), mv) {
            return pair;
        }
    }
    let text = legal.write(mv);
    if text == notation::PASS {
        return dialect.pass.to_owned();
    }
    match short(&text) {
        Some(short) if is_unique(legal, short) => short.to_owned(),
        Some(_) | None => text,
    }
}

/// The texts of the moves of a line that begins at `position`.
pub fn write_line(position: &Position, line: &[Move], dialect: Dialect) -> Vec<String> {
    let mut now = position.clone();
    let text = |mv: &Move| {
        let text = write(&now.legal(), mv, dialect);
        now.play(mv);
        text
    };
    line.iter().map(text).collect()
}

/// The legal move that `text` names. Case does not matter, and other notations are read if they are
/// unambiguous.
pub fn read(legal: &Legal<'_>, text: &str) -> Option<Move> {
    let (moves, texts) = (legal.list()?, legal.texts()?);
    let only = |is: &dyn Fn(&str) -> bool| {
        let mut matching = (0..texts.len()).filter(|&at| is(&texts[at]));
        matching.next().filter(|_| matching.next().is_none()).map(|at| moves[at].clone())
    };
    let text = if PASSES.contains(&text) { notation::PASS } else { text };
    only(&|other| other == text)
        .or_else(|| only(&|other| short(other) == Some(text)))
        .or_else(|| legal.find(text))
        .or_else(|| only(&|other| other.eq_ignore_ascii_case(text)))
}

/// The short form of a promotion to the promoted form of a piece: `e6e7+` for `e6e7+p`.
fn short(text: &str) -> Option<&str> {
    let (base, letter) = text.split_once('+')?;
    let is_letter = letter.chars().count() == 1 && !base.contains(',');
    is_letter.then(|| &text[..=base.len()])
}

fn is_unique(legal: &Legal<'_>, text: &str) -> bool {
    let texts = legal.texts().unwrap_or_default();
    texts.iter().filter(|other| short(other) == Some(text)).count() == 1
}
