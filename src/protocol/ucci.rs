//! The Universal Chinese Chess Interface (UCCI): commands and cells that differ from UCI.

use crate::play::coordinates::Cells;
use crate::protocol::uci::{self, Command};
use alfil_rules::space::Lattice;

/// Reads a line.
///
/// # Errors
/// The reason why the line is no command.
pub fn parse(line: &str) -> Result<Command, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["ucci"] => Ok(Command::Uci),
        ["setoption", "newgame"] => Ok(Command::NewGame),
        ["setoption", name, value @ ..] if *name != "name" => {
            Ok(Command::SetOption { name: (*name).to_owned(), value: value.join(" ") })
        }
        ["banmoves" | "probe", ..] => Ok(Command::Nothing),
        ["ponderhit", "draw"] => Ok(Command::PonderHit),
        ["go", rest @ ..] => Ok(Command::Go(search(rest)?)),
        _ => uci::parse(line),
    }
}

/// Reads the arguments of `go`. There is only the clock of the side to move, so both sides get it.
fn search(words: &[&str]) -> Result<uci::Search, String> {
    let mut all = Vec::new();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "time" | "increment" => {
                let value = words.next().copied().unwrap_or_default();
                let names = if word == "time" { ["wtime", "btime"] } else { ["winc", "binc"] };
                all.extend(names.into_iter().flat_map(|name| [name, value]));
            }
            "opptime" | "oppmovestogo" | "oppincrement" => {
                words.next();
            }
            "draw" => {}
            other => all.push(other),
        }
    }
    uci::search(&all)
}

/// How cells of a board are named.
///
/// # Errors
/// The reason why they have no names.
pub(crate) fn cells(lattice: &Lattice) -> Result<Cells, &'static str> {
    match lattice {
        Lattice::Grid { .. } => Ok(Cells::RanksFromZero),
        Lattice::Layers { .. }
        | Lattice::Hexagon(_)
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => Err("the protocol has only boards of squares"),
    }
}
