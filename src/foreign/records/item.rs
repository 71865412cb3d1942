//! A game or a position as a file has it: texts with their places.

use crate::foreign::records::epd::Operation;
use crate::foreign::records::fault::{Fault, Place};
use crate::foreign::records::movetext::{Line, Tag};

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
