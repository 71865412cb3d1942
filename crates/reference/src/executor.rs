//! The reference executor. Its methods are in the other files of this package. They belong to one
//! type because the rules are recursive: legal moves depend on predicates, and predicates on legal
//! moves.

use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::BoardPosition;

/// The reference executor of a game.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    pub(super) model: &'a BoardModel,
}

impl<'a> Reference<'a> {
    /// Returns the executor of the game of `model`.
    pub fn of(model: &'a BoardModel) -> Reference<'a> {
        Reference { model }
    }

    /// Returns the executor for the board on which the sections are where `position` has them.
    pub(super) fn at(self, position: &BoardPosition) -> Reference<'a> {
        Reference { model: self.model.at(position) }
    }
}
