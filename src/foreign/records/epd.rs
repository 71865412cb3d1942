//! Positions with operations (EPD): `... w - - bm Nf3; id "name";`, and lists of counts as
//! `...;D1 20 ;D2 400`.

use crate::foreign::records::fault::{Fault, Place};

/// The operations whose operands are moves of the position.
pub const OF_MOVES: [&str; 4] = ["bm", "am", "sm", "pm"];

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
