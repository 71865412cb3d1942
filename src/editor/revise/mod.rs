//! Changes that an author makes without typing, as edits of the text.
//!
//! The text stays the source of truth: a change becomes the smallest edit that says it, in the
//! style of the file. Comments, order, indentation and quotes stay. A change may leave findings,
//! such as a side without a king; the caller shows them as after typing.

mod draft;
mod pieces;
mod setup;
mod space;
mod value;
mod zones;

pub use pieces::{PieceKey, WrittenMoves};
pub use setup::bare;
#[cfg(feature = "answers")]
pub(crate) use zones::cells_of;

use crate::editor::page::{Change, Page};
use alfil_rules::side::{BySide, Side};
use draft::Draft;

/// A change of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Revision {
    /// Puts a piece on a cell of the setup, in place of any other.
    Put { cell: String, piece: String, side: Side },
    /// Empties a cell of the setup.
    Remove { cell: String },
    /// Moves the piece of a cell of the setup to another cell.
    Move { from: String, to: String },
    /// Empties all cells of the setup.
    Clear,
    /// Adds a kind of piece. Without a letter, it gets a free one.
    AddPiece { name: String, letter: Option<String>, moves: String },
    /// Removes a kind of piece, also from the setup.
    RemovePiece { piece: String },
    /// Gives a kind of piece another name, wherever the text mentions it.
    RenamePiece { piece: String, name: String },
    /// Sets a key of a piece. An empty value removes the key.
    SetPiece { piece: String, key: PieceKey, value: String },
    /// Gives a zone these cells, from the view of each side. A new name adds a zone.
    Zone { name: String, cells: BySide<Vec<String>> },
    /// Removes a zone of this text.
    RemoveZone { name: String },
    /// Sets the lattice and its size, such as `grid 10x8`, and fits the rows of the setup.
    Space { lattice: String },
}

impl Page {
    /// The edits that make `revision` in this text, sorted by place. They are empty if the text
    /// says so already. The cost is that of reading and compiling the text a few times.
    ///
    /// # Errors
    /// The reason why the text cannot be edited so, in words.
    pub fn revise(&self, revision: &Revision) -> Result<Vec<Change>, String> {
        let mut draft = Draft::of(self);
        match revision {
            Revision::Put { cell, piece, side } => setup::put(&mut draft, cell, piece, *side)?,
            Revision::Remove { cell } => setup::remove(&mut draft, cell)?,
            Revision::Move { from, to } => setup::shift(&mut draft, from, to)?,
            Revision::Clear => setup::clear(&mut draft)?,
            Revision::AddPiece { name, letter, moves } => {
                pieces::add(&mut draft, name, letter.as_deref(), moves)?;
            }
            Revision::RemovePiece { piece } => pieces::remove(&mut draft, piece)?,
            Revision::RenamePiece { piece, name } => pieces::rename(&mut draft, piece, name)?,
            Revision::SetPiece { piece, key, value } => {
                pieces::set(&mut draft, piece, *key, value)?;
            }
            Revision::Zone { name, cells } => zones::set(&mut draft, name, cells)?,
            Revision::RemoveZone { name } => zones::remove(&mut draft, name)?,
            Revision::Space { lattice } => space::set(&mut draft, lattice)?,
        }
        draft.finish()
    }
}
