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
    /// How cells are named.
    pub cells: Cells,
}

impl Dialect {
    /// Moves as UCI writes them.
    pub const UCI: Dialect =
        Dialect { pass: "0000", castling: Castling::King, cells: Cells::Usual };
}

/// How cells are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// As usual: `e2`.
    Usual,
    /// The first rank has the number 0: `e1`.
    RanksFromZero,
    /// Files are numbers from the right, and ranks are letters from the top: `5h`. Drops have a
    /// star: `P*5e`.
    Shogi {
        /// The number of files.
        files: u8,
        /// The number of ranks.
        ranks: u8,
    },
}

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// As the move of the king, unless another move has the same cells.
    King,
    /// As the cells of the king and its partner.
    Partner,
    /// As `O-O` and `O-O-O`.
    Letters,
}

/// Texts of a pass in any protocol.
const PASSES: [&str; 3] = ["0000", "@@@@", "null"];

/// The text of a legal move.
pub fn write(legal: &Legal<'_>, mv: &Move, dialect: Dialect) -> String {
    if let Some(text) = castling(legal, mv, dialect.castling) {
        return text;
    }
    let text = legal.write(mv);
    if text == notation::PASS {
        return dialect.pass.to_owned();
    }
    let text = match short(&text) {
        Some(short) if is_unique(legal, short) => short.to_owned(),
        Some(_) | None => text,
    };
    match dialect.cells {
        Cells::Usual => text,
        Cells::RanksFromZero => moved_ranks(&text, |rank| rank.saturating_sub(1)),
        Cells::Shogi { files, ranks } => to_shogi(&text, files, ranks),
    }
}

/// The text of castling, if it is not written as the move of the king.
fn castling(legal: &Legal<'_>, mv: &Move, castling: Castling) -> Option<String> {
    let (Legal::Board(play, _), Move::Board(cells)) = (legal, mv) else { return None };
    match castling {
        Castling::King => None,
        Castling::Partner => notation::pair(play.arena(), cells),
        Castling::Letters => {
            cells.partner?;
            let san = legal.san(mv);
            let letters = san.trim_end_matches(['+', '#']);
            letters.starts_with("O-O").then(|| letters.to_owned())
        }
    }
}

/// The text with other numbers. All numbers in the text of a move are ranks.
fn moved_ranks(text: &str, change: impl Fn(u32) -> u32) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let length = rest[start..].bytes().take_while(u8::is_ascii_digit).count();
        let digits = &rest[start..start + length];
        out.push_str(&rest[..start]);
        match digits.parse().map(&change) {
            Ok(rank) => out.push_str(&rank.to_string()),
            Err(_) => out.push_str(digits),
        }
        rest = &rest[start + length..];
    }
    out + rest
}

/// The text with the cells of shogi. Cells outside of the board stay as they are.
fn to_shogi(text: &str, files: u8, ranks: u8) -> String {
    let mut out = String::new();
    let mut rest = text.replace('@', "*");
    while let Some(file) = rest.chars().next() {
        let digits: String =
            rest[file.len_utf8()..].chars().take_while(char::is_ascii_digit).collect();
        let cell = (u8::try_from(file).ok().filter(u8::is_ascii_lowercase))
            .and_then(|file| Some((files.checked_sub(file - b'a')?, digits.parse::<u8>().ok()?)))
            .and_then(|(file, rank)| Some((file, ranks.checked_sub(rank)?)));
        match cell {
            Some((file, rank)) => out += &format!("{file}{}", char::from(b'a' + rank)),
            None => out += &format!("{file}{digits}"),
        }
        rest.drain(..file.len_utf8() + digits.len());
    }
    out
}

/// The reverse of [`to_shogi`].
fn from_shogi(text: &str, files: u8, ranks: u8) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    for c in text.replace('*', "@").chars() {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        let cell = (u8::try_from(c).ok().filter(u8::is_ascii_lowercase))
            .and_then(|rank| Some((digits.parse::<u8>().ok()?, ranks.checked_sub(rank - b'a')?)))
            .and_then(|(file, rank)| Some((files.checked_sub(file)?, rank)));
        match cell {
            Some((file, rank)) if file < 26 => out += &format!("{}{rank}", char::from(b'a' + file)),
            Some(_) | None => out += &format!("{digits}{c}"),
        }
        digits.clear();
    }
    out + &digits
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
pub fn read(legal: &Legal<'_>, text: &str, dialect: Dialect) -> Option<Move> {
    let (moves, texts) = (legal.list()?, legal.texts()?);
    let only = |is: &dyn Fn(&str) -> bool| {
        let mut matching = (0..texts.len()).filter(|&at| is(&texts[at]));
        matching.next().filter(|_| matching.next().is_none()).map(|at| moves[at].clone())
    };
    let text = match dialect.cells {
        _ if PASSES.contains(&text) => notation::PASS.to_owned(),
        Cells::Usual => text.to_owned(),
        Cells::RanksFromZero => moved_ranks(text, |rank| rank.saturating_add(1)),
        Cells::Shogi { files, ranks } => from_shogi(text, files, ranks),
    };
    let text = text.as_str();
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
