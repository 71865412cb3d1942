//! The Universal Shogi Interface (USI): commands, positions and cells that differ from UCI.

use crate::play::coordinates::Cells;
use crate::play::sfen;
use crate::protocol::host::Origin;
use crate::protocol::uci::{self, Command};
use alfil_rules::space::Lattice;
use std::time::Duration;

/// The greatest number of files. A file is one digit.
const MAX_FILES: u8 = 9;

/// Reads a line.
///
/// # Errors
/// The reason why the line is no command.
pub fn parse(line: &str) -> Result<Command, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["usi"] => Ok(Command::Uci),
        ["usinewgame"] => Ok(Command::NewGame),
        ["gameover", ..] => Ok(Command::Stop),
        ["position", "sfen", rest @ ..] => {
            let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
            let moves = rest.get(end + 1..).unwrap_or_default();
            if end > 4 && end == rest.len() {
                return Err(uci::MOVES_MISSING.to_owned());
            }
            let text = sfen::position(&rest[..end]).ok_or("write: sfen BOARD SIDE HAND NUMBER")?;
            let moves = moves.iter().map(|&word| word.to_owned()).collect();
            Ok(Command::Position { origin: Origin::Text(text), moves })
        }
        ["go", rest @ ..] => Ok(Command::Go(search(rest)?)),
        _ => uci::parse(line),
    }
}

/// Reads the arguments of `go`. The player of the lower pieces is called black there, and a time
/// for each move may come after the clock.
fn search(words: &[&str]) -> Result<uci::Search, String> {
    let mut words: Vec<&str> = words.iter().map(|&word| of_other_side(word)).collect();
    let mut byoyomi = None;
    if let Some(at) = words.iter().position(|word| *word == "byoyomi") {
        let text = words.get(at + 1).copied().unwrap_or_default();
        let ms: u32 = text.parse().map_err(|_| format!("go byoyomi: `{text}` is no number"))?;
        byoyomi = Some(ms).filter(|&ms| ms > 0);
        words.drain(at..words.len().min(at + 2));
    }
    let mut search = uci::search(&words)?;
    if let Some(ms) = byoyomi {
        search.move_time = Some(Duration::from_millis(ms.into()));
    }
    Ok(search)
}

/// The word for the same time of the other side. Other words stay as they are.
fn of_other_side(word: &str) -> &str {
    match word {
        "btime" => "wtime",
        "wtime" => "btime",
        "binc" => "winc",
        "winc" => "binc",
        other => other,
    }
}

/// How cells of a board are named.
///
/// # Errors
/// The reason why they have no names.
pub(crate) fn cells(lattice: &Lattice) -> Result<Cells, &'static str> {
    let (files, ranks) = (lattice.files(), lattice.ranks());
    match lattice {
        Lattice::Grid { .. } if files <= MAX_FILES => Ok(Cells::Shogi { files, ranks }),
        Lattice::Grid { .. } => Err("the protocol has names for nine files only"),
        Lattice::Layers { .. }
        | Lattice::Hexagon(_)
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => Err("the protocol has only boards of squares"),
    }
}
