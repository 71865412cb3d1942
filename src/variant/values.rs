//! Finds the learned values of a game, and makes a computer player with them.

use crate::library;
use crate::play::computer::{Computer, Weights};
use crate::play::game::Game;
use crate::play::values::{self, BadValues, Scope};
use std::path::{Path, PathBuf};

/// The largest file with values that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Where the computer gets its values from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// From the file next to the definition, or the file that is shipped with it. From the rules
    /// if there is none.
    Usual,
    /// From the rules.
    Rules,
    /// From this file.
    File(PathBuf),
    /// From this text of a file.
    Text(String),
}

/// A computer player of `game` with `megabytes` for searched positions. `request` is the name or
/// the path by which the game was requested. Values on planes come from the rules.
///
/// # Errors
/// The reason why a file with values cannot be used, in one line.
pub fn computer(
    game: &Game,
    request: &str,
    source: &Source,
    megabytes: usize,
) -> Result<Computer, String> {
    let computer = Computer::new(game, megabytes);
    let (text, shown) = match source {
        Source::Rules => return Ok(computer),
        Source::File(path) => (read(path)?, path.display().to_string()),
        Source::Text(text) => (text.clone(), "the values".to_owned()),
        Source::Usual => match library::values(request) {
            Some(library::Values::Shipped(text)) => {
                (text.to_owned(), format!("the values of {request}"))
            }
            Some(library::Values::File(path)) => (read(&path)?, path.display().to_string()),
            None => return Ok(computer),
        },
    };
    let weights = weights(&text, game, &computer, &shown)?;
    Ok(computer.with_weights(&weights))
}

/// Checks the file of values that belongs to the game which `request` names, if there is one.
///
/// # Errors
/// The reason why it cannot be used, in one line.
pub fn check(game: &Game, request: &str) -> Result<(), String> {
    match library::values(request) {
        // Deriving the values of the rules takes time, and nothing is wrong with them.
        None => Ok(()),
        Some(_) => computer(game, request, &Source::Usual, 1).map(drop),
    }
}

fn read(path: &Path) -> Result<String, String> {
    library::read(path, MAX_BYTES).map_err(|diagnostic| diagnostic.title.clone())
}

fn weights(text: &str, game: &Game, computer: &Computer, shown: &str) -> Result<Weights, String> {
    let usual = computer
        .weights()
        .ok_or_else(|| "files with values are for boards, not for planes".to_owned())?;
    let scope = Scope { kinds: &game.rules().kinds, rows: computer.rows() };
    values::read(text, scope, &usual)
        .map_err(|BadValues { line, why }| format!("{shown}, line {line}: {why}"))
}
