//! The type of the reference executor. Its methods are in the other files of this folder, because the rules
//! of a game depend on each other: legal moves on predicates, and predicates on legal moves.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;

/// The reference executor of a game.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    pub(super) model: &'a BoardModel,
}

impl<'a> Reference<'a> {
    /// The executor of the game of `model`.
    pub fn of(model: &'a BoardModel) -> Reference<'a> {
        Reference { model }
    }

    /// The executor with the board on which `position` stands: sections may have moved.
    pub(super) fn at(self, position: &BoardPosition) -> Reference<'a> {
        Reference { model: self.model.at(position) }
    }
}
