//! Moves as text: in the coordinates of protocols, and lines of them that are played.

pub use crate::board::programs::Castling;

use crate::board::names::Wing;
use crate::board::{PASS, pair, programs};
use crate::dice::Dice;
use crate::position::{Legal, Move, Position};
use crate::terms::{Manner, Refusal};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Spanned;
use alfil_syntax::cases::{Effect, GameMove};

// Moves as text in protocols: the coordinates of UCI and its dialects. Most are the usual texts of
// moves.

/// How a protocol writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinates {
    /// How a pass is written.
    pub pass: Pass,
    /// How castling is written.
    pub castling: Castling,
    /// How cells are named.
    pub cells: Cells,
}

impl Coordinates {
    /// Moves as UCI writes them.
    pub const UCI: Coordinates =
        Coordinates { pass: Pass::OwnCell, castling: Castling::King, cells: Cells::Usual };
}

/// How a pass is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// As the cell of the king twice, or `0000` if the side has no piece.
    OwnCell,
    /// As `@@@@`.
    Sign,
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

/// Texts of a pass in any protocol.
const PASSES: [&str; 3] = ["0000", "@@@@", "null"];

/// The text of a legal move.
pub fn write(legal: &Legal<'_>, mv: &Move, dialect: Coordinates) -> String {
    with_cells(&usual(legal, mv, dialect), dialect.cells)
}

/// The text of a legal move with the usual names of cells.
fn usual(legal: &Legal<'_>, mv: &Move, dialect: Coordinates) -> String {
    let (Legal::Board(play, moves), Move::Board(cells)) = (legal, mv) else {
        return legal.write(mv);
    };
    if dialect.castling == Castling::Letters && cells.partner.is_some() {
        let san = legal.san(mv);
        let letters = san.trim_end_matches(['+', '#']);
        if Wing::read(letters).is_some() {
            return letters.to_owned();
        }
    }
    let text = legal.write(mv);
    let is_pass = text == PASS;
    if is_pass && dialect.pass == Pass::Sign {
        return "@@@@".to_owned();
    }
    if let Some(text) = programs::write(play, moves, cells, dialect.castling) {
        return text;
    }
    match dialect.castling {
        _ if is_pass => "0000".to_owned(),
        Castling::Partner => pair(play.arena(), cells).unwrap_or(text),
        Castling::King | Castling::Letters => text,
    }
}

/// A text with the cells of a dialect instead of the usual ones.
fn with_cells(text: &str, cells: Cells) -> String {
    match cells {
        Cells::Usual => text.to_owned(),
        Cells::RanksFromZero => moved_ranks(text, |rank| rank.saturating_sub(1)),
        Cells::Shogi { files, ranks } => to_shogi(text, files, ranks),
    }
}

/// The reason why `text` names no legal move, with the cells of the dialect.
pub fn refusal(legal: &Legal<'_>, text: &str, dialect: Coordinates) -> Refusal {
    let Refusal { why, help, place } = legal.refusal(&from_cells(text, dialect.cells));
    let respelt = |text: String| match dialect.cells {
        Cells::Usual => text,
        Cells::RanksFromZero | Cells::Shogi { .. } => in_words(&text, dialect.cells),
    };
    Refusal {
        why: why.map(respelt),
        help: help.map(|help| respelt(help.to_string()).into()),
        place,
    }
}

/// Renames the cells in a sentence. A word of a sentence is a cell or a move if it consists of cells,
/// perhaps after the letter of a dropped piece and before that of a promotion.
fn in_words(text: &str, cells: Cells) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '+');
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(c.len_utf8());
        let (word, behind) = rest.split_at(length);
        let bare = word.split_once('@').map_or(word, |(_, cell)| cell);
        let cell = |text: &str| {
            let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            (1..=2).contains(&digits).then(|| rest[digits..].to_owned())
        };
        let is_move = cell(bare)
            .is_some_and(|rest| rest.is_empty() || cell(&rest).is_some_and(|rest| rest.len() < 3));
        if is_move {
            out += &with_cells(word, cells)
        } else {
            out += word
        }
        rest = behind;
    }
    out
}

/// A text with the usual cells instead of those of a dialect.
fn from_cells(text: &str, cells: Cells) -> String {
    match cells {
        Cells::Usual => text.to_owned(),
        Cells::RanksFromZero => moved_ranks(text, |rank| rank.saturating_add(1)),
        Cells::Shogi { files, ranks } => from_shogi(text, files, ranks),
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
pub fn write_line(position: &Position, line: &[Move], dialect: Coordinates) -> Vec<String> {
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
pub fn read(legal: &Legal<'_>, text: &str, dialect: Coordinates) -> Option<Move> {
    let (moves, texts) = (legal.list()?, legal.texts()?);
    let only = |is: &dyn Fn(&str) -> bool| {
        let mut matching = (0..texts.len()).filter(|&at| is(&texts[at]));
        matching.next().filter(|_| matching.next().is_none()).map(|at| moves[at].clone())
    };
    let respelt =
        if PASSES.contains(&text) { PASS.to_owned() } else { from_cells(text, dialect.cells) };
    let text = respelt.as_str();
    let of_programs = |text: &str| match legal {
        Legal::Board(play, moves) => {
            programs::find(play, moves, text, dialect.castling).cloned().map(Move::from)
        }
        Legal::Plane(..) => None,
    };
    only(&|other| other == text)
        .or_else(|| of_programs(text))
        .or_else(|| legal.read(text))
        .or_else(|| only(&|other| other.eq_ignore_ascii_case(text)))
        .or_else(|| of_programs(&text.to_lowercase()))
}

// Plays moves that are given as text. After an error, the position is the one before the illegal
// move.

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
    (finding.reason, finding.help) = (refusal.why.map(Into::into), refusal.help);
    Err(match refusal.place {
        Some(place) => finding.label(place, "by this rule"),
        None => finding,
    })
}

/// A move of a game with its sign. `a1a7+` is a promotion if there is one, and does not claim a check
/// then.
pub fn signed(position: &Position, mv: &GameMove) -> GameMove {
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
