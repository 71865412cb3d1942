//! Computes the facts of a move that later rules may need.

use crate::model::board_model::BoardModel;
use crate::model::memory::{Captured, Facts};
use crate::model::position::{BoardPosition, Move};

/// Returns the facts of a move of `position`, before it is made.
pub fn facts_of(model: &BoardModel, position: &BoardPosition, mv: &Move) -> Facts {
    let mut captured = Captured::default();
    for piece in mv.captures.iter().filter_map(|&site| position.piece(site)) {
        captured.insert(model.rules.written_for(piece.kind, piece.side), piece.kind);
    }
    Facts {
        side: position.side,
        actor: mv.actor,
        kind: mv.kind(position).unwrap_or_default(),
        from: mv.from,
        to: mv.to,
        captured,
        promotion: mv.promotion,
        castles: model.is_castling(position.side, mv.from, mv.to, mv.partner),
    }
}
