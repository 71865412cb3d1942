//! A game or a position as a file has it, positions with operations (EPD), and the writing of
//! moves.

use crate::movetext::{Line, Tag};
use crate::scan::{Fault, Place};
use alfil_play::board::algebraic::{self, Style};
use alfil_play::board::names::Notation;
use alfil_play::coordinates::{self, Castling, Coordinates};
use alfil_play::position::{Legal, Move, Position};
use alfil_protocol::{lines, names, uci};
use alfil_rules::goal::Event;
use alfil_rules::ruleset::Ruleset;

// A game or a position as a file has it: texts with their places.

/// How the moves of an item are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Algebraic notation, and coordinates where they occur.
    Algebraic,
    /// UCI.
    Uci,
    /// XBoard's protocol.
    Xboard,
    /// USI.
    Usi,
    /// UCCI.
    Ucci,
    /// Alfil.
    Alfil,
}

/// A position as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionText {
    /// The text.
    pub text: String,
    /// The place of its first character.
    pub place: Place,
}

/// A game or a position of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The number of the item in the file, from 1.
    pub number: u64,
    /// Where it begins.
    pub place: Place,
    /// The name of the variant, if the file has one.
    pub variant: Option<Tag>,
    /// The tags; empty in formats without tags.
    pub tags: Vec<Tag>,
    /// The first position; `None` for the start of the game.
    pub start: Option<PositionText>,
    /// The moves.
    pub line: Line,
    /// How the moves are written.
    pub spelling: Spelling,
    /// Where a player has left the game, with what that means for the moves.
    pub left: Option<Fault>,
    /// The result.
    pub result: Option<String>,
    /// Operations of a position.
    pub operations: Vec<Operation>,
}

impl Item {
    /// An item without anything in it.
    pub(crate) fn new(number: u64, place: Place, spelling: Spelling) -> Item {
        Item {
            number,
            place,
            variant: None,
            tags: Vec::new(),
            start: None,
            line: Line::default(),
            spelling,
            left: None,
            result: None,
            operations: Vec::new(),
        }
    }
}

// Positions with operations (EPD): `... w - - bm Nf3; id "name";`, and lists of counts as
// `...;D1 20 ;D2 400`.

/// The operations whose operands are moves of the position.
pub(crate) const OF_MOVES: [&str; 4] = ["bm", "am", "sm", "pm"];

/// An operation of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name, such as `bm`.
    pub name: String,
    /// The operands, without quotes.
    pub operands: Vec<Operand>,
}

/// An operand of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The text without quotes.
    pub text: String,
    /// The place of the first character.
    pub place: Place,
}

/// An operation in its new form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// The name.
    pub name: String,
    /// The operands, without quotes.
    pub operands: Vec<String>,
}

/// A position with its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The fields of the position.
    pub position: String,
    /// The operations in order.
    pub operations: Vec<Operation>,
}

/// Reads a line.
///
/// # Errors
/// A string is not closed.
pub fn read(line: &str, place: Place) -> Result<Epd, Fault> {
    let (position, rest) = line.split_at(fields(line));
    let mut operations: Vec<Operation> = Vec::new();
    let mut open: Option<Operation> = None;
    // The number of characters before `rest`. Counting them anew for each word would take too long.
    let mut column = position.chars().count();
    let mut rest = rest;
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        rest = trimmed;
        let here = place.right(column);
        let Some(c) = rest.chars().next() else { break };
        if c == ';' {
            operations.extend(open.take());
            (column, rest) = (column + 1, &rest[1..]);
            continue;
        }
        let (text, length) = match c {
            '"' => match rest[1..].find('"') {
                Some(end) => (&rest[1..=end], end + 2),
                None => return Err(Fault::new(here, "a text is not closed").help("add `\"`")),
            },
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
                (&rest[..end], end)
            }
        };
        match &mut open {
            None => open = Some(Operation { name: text.to_owned(), operands: Vec::new() }),
            Some(operation) => {
                operation.operands.push(Operand { text: text.to_owned(), place: here })
            }
        }
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    operations.extend(open);
    Ok(Epd { position: with_clocks(position.trim(), &operations), operations })
}

/// The length of the fields of the position in bytes. Operations begin with a letter and follow
/// the side, the castling field and the passed cell.
fn fields(line: &str) -> usize {
    let line_end = line.find(';').unwrap_or(line.len());
    let mut words = 0;
    let mut end = line_end;
    let mut start = None;
    for (at, c) in line[..line_end].char_indices().chain([(line_end, ' ')]) {
        match (c.is_whitespace(), start) {
            (false, None) => {
                let rest = &line[at..line_end];
                let word = rest.split_whitespace().next().unwrap_or_default();
                let is_field = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+');
                let is_named = word.contains('=');
                if words >= 4 && !word.starts_with(is_field) && !is_named {
                    end = at;
                    break;
                }
                words += 1;
                start = Some(at);
            }
            (true, Some(_)) => start = None,
            (true, None) | (false, Some(_)) => {}
        }
    }
    end
}

/// Adds the clocks of the operations `hmvc` and `fmvn` to a position that has none.
fn with_clocks(position: &str, operations: &[Operation]) -> String {
    let words: Vec<&str> = position.split_whitespace().collect();
    let value = |name: &str| {
        let operation = operations.iter().find(|operation| operation.name == name)?;
        operation.operands.first()?.text.parse::<u32>().ok()
    };
    match (words.len(), value("hmvc"), value("fmvn")) {
        (_, None, None) => position.to_owned(),
        (4, halfmoves, fullmove) => {
            format!("{position} {} {}", halfmoves.unwrap_or(0), fullmove.unwrap_or(1))
        }
        (_, Some(_), _) | (_, _, Some(_)) => position.to_owned(),
    }
}

/// Writes a position, which has six fields or more, with operations.
pub fn write(position: &str, operations: &[Spoken]) -> String {
    let words: Vec<&str> = position.split_whitespace().collect();
    // Fields of counters may stand before the clocks or after them.
    let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let clocks = (4..words.len())
        .find(|&at| words.get(at..at + 2).is_some_and(|pair| pair.iter().all(is_number)));
    let mut text = String::new();
    let mut all: Vec<Spoken> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if clocks.is_some_and(|clocks| at == clocks || at == clocks + 1) {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text += word;
    }
    let has = |name: &str| operations.iter().any(|known| known.name == name);
    if let Some(clocks) = clocks {
        for (name, at, usual) in [("hmvc", clocks, "0"), ("fmvn", clocks + 1, "1")] {
            if !has(name) && words[at] != usual {
                let operands = vec![words[at].to_owned()];
                all.push(Spoken { name: name.to_owned(), operands });
            }
        }
    }
    for Spoken { name, operands } in operations.iter().chain(&all) {
        text += &format!(" {name}");
        for operand in operands {
            let is_plain = |text: &str| {
                !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == ';')
            };
            let is_text = name.starts_with('c') && name.len() == 2 || name == "id";
            if is_plain(operand) && !is_text {
                text += &format!(" {operand}")
            } else {
                text += &format!(" \"{}\"", operand.replace('"', "'"))
            }
        }
        text.push(';');
    }
    text
}

// Writes moves as records of games and protocols write them.

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speech {
    /// Algebraic notation.
    Algebraic(Style),
    /// The moves of a protocol.
    Protocol(Coordinates),
    /// Alfil's own texts.
    Own,
}

/// How the moves of a protocol are written in a game.
///
/// # Errors
/// The reason why the protocol cannot express the game.
pub fn protocol(spelling: Spelling, rules: &Ruleset) -> Result<Speech, &'static str> {
    let obstacle = match spelling {
        Spelling::Xboard => names::obstacle(rules).or_else(|| lines::obstacle(rules)),
        Spelling::Uci | Spelling::Usi | Spelling::Ucci | Spelling::Alfil | Spelling::Algebraic => {
            names::obstacle(rules)
        }
    };
    match (obstacle, spelling) {
        (None, _) | (Some(_), Spelling::Alfil | Spelling::Algebraic) => {}
        (Some(why), Spelling::Uci | Spelling::Usi | Spelling::Ucci | Spelling::Xboard) => {
            return Err(why);
        }
    }
    let lattice = &rules.space.lattice;
    let castling = if rules.shuffle.is_some() { Castling::Partner } else { Castling::King };
    let of = |cells| Speech::Protocol(Coordinates { castling, cells, ..Coordinates::UCI });
    Ok(match spelling {
        Spelling::Algebraic => Speech::Algebraic(Style::STANDARD),
        Spelling::Alfil => Speech::Own,
        Spelling::Uci => of(Coordinates::UCI.cells),
        Spelling::Usi => of(uci::usi_cells(lattice)?),
        Spelling::Ucci => of(uci::ucci_cells(lattice)?),
        Spelling::Xboard => Speech::Protocol(lines::dialect(rules)),
    })
}

impl Speech {
    /// The text of a legal move, without a sign for check.
    pub fn write(self, notation: &Notation, legal: &Legal<'_>, mv: &Move) -> String {
        match (self, legal, mv) {
            (Speech::Protocol(dialect), ..) => coordinates::write(legal, mv, dialect),
            (Speech::Algebraic(style), Legal::Board(play, moves), Move::Board(cells)) => {
                algebraic::write(notation, play, moves, cells, style)
            }
            (Speech::Algebraic(_) | Speech::Own, ..) => legal.write(mv),
        }
    }

    /// The sign for check or checkmate after a move. `after` is the position after it.
    pub fn sign(self, after: &Position) -> &'static str {
        let has_signs = match self {
            Speech::Algebraic(style) => style.has_signs(),
            Speech::Protocol(_) | Speech::Own => false,
        };
        if !has_signs || !after.in_check() {
            return "";
        }
        match after.outcome() {
            Some(outcome) if outcome.reason == Event::Checkmate => "#",
            Some(_) | None => "+",
        }
    }
}
