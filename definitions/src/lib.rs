//! The shipped definitions of Alfil, embedded as texts.
//!
//! Each folder beside `src/` is a family, and each file has the name of its definition. Only packages
//! near the command use this one, so that a change of a definition rebuilds neither the language nor
//! the games.

use alfil_library::{Library, Shelf, Shipped, Values};
use include_dir::{Dir, include_dir};

static FAMILIES: Dir<'static> = include_dir!("$ALFIL_DEFINITIONS");

/// The shipped definitions.
pub const SHELF: Shelf = Shelf::new(&FAMILIES);

/// A library with the shipped definitions and the files on disk.
pub fn library() -> Library {
    Library::new(SHELF)
}

/// The shipped definitions, sorted by family and name.
pub fn shipped() -> impl Iterator<Item = Shipped> {
    SHELF.all()
}

/// The shipped definition with this name.
pub fn find(name: &str) -> Option<Shipped> {
    SHELF.find(name)
}

/// The recorded moves of the shipped definition with this name. `None` without the feature `records`.
pub fn recorded(name: &str) -> Option<Shipped> {
    SHELF.recorded(name)
}

/// The learned values of the definition that `request` names: see [`Shelf::values`].
pub fn values(request: &str) -> Option<Values> {
    SHELF.values(request)
}

/// The usual length of a game of the shipped definition with this name, in plies. It is the median of a
/// few fast games, so it only tells short games from long ones. `None` if no games were counted.
pub fn usual_length(name: &str) -> Option<u32> {
    let mut rows = include_str!("lengths.tsv").lines().filter_map(|row| row.split_once('\t'));
    rows.find(|&(game, _)| game == name)?.1.parse().ok()
}
