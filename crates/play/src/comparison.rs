//! Compares a position and its moves between a game and the same game without one rule. Only the
//! search for rules that never take effect uses this.

use crate::board::evidence as on_cells;
use crate::evidence::{Difference, Gauge, Shape, Trace};
use crate::game::Game;
use crate::plane::evidence as on_points;
use crate::position::{Legal, Move, Position};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_syntax::scalar::Scalar;

impl Position {
    /// The same position in `game`, without earlier moves. `game` has the same kinds and cells.
    /// `None` if it does not have such a position.
    pub fn carried(&self, game: &Game) -> Option<Position> {
        match (self, game) {
            (Position::Board(play), Game::Board(program)) => {
                let carried = on_cells::carried(play, program).map(Position::Board);
                carried.or_else(|| {
                    // The sections have other places in that game, so only the text describes the
                    // same position.
                    let text = self.text();
                    let nowhere = Span::new(SourceId::only(), 0, text.len());
                    game.read(&Scalar::plain(text, nowhere)).value
                })
            }
            (Position::Plane(play), Game::Plane(program)) => {
                Some(Position::Plane(on_points::carried(play, program)))
            }
            (Position::Board(_), Game::Plane(_)) | (Position::Plane(_), Game::Board(_)) => None,
        }
    }

    /// The same position without earlier moves. `None` if the position has no start of its own.
    pub fn alone(&self) -> Option<Position> {
        match self {
            Position::Board(play) => self.carried(&Game::Board(play.program().clone())),
            Position::Plane(play) => self.carried(&Game::Plane(play.program().clone())),
        }
    }

    /// Returns true if the same pieces are in the same places and the same side is to move. Clocks,
    /// castling rights and the record of moves are ignored.
    pub fn is_like(&self, other: &Position) -> bool {
        match (self, other) {
            (Position::Board(one), Position::Board(two)) => on_cells::is_like(one, two),
            (Position::Plane(one), Position::Plane(two)) => {
                one.now().is_like(two.now(), one.program().surface())
            }
            (Position::Board(_), Position::Plane(_)) | (Position::Plane(_), Position::Board(_)) => {
                false
            }
        }
    }

    /// Measures how far the game has come.
    pub fn gauge(&self) -> Gauge {
        match self {
            Position::Board(play) => on_cells::gauge(play.board()),
            Position::Plane(play) => {
                Gauge { pieces: play.now().pieces.len(), halfmoves: play.now().halfmoves }
            }
        }
    }

    /// Returns true if `side`, or either side for `None`, has a piece of `kind` in play.
    pub fn has_piece(&self, kind: KindId, side: Option<Side>) -> bool {
        match self {
            Position::Board(play) => on_cells::has_piece(play.board(), kind, side),
            Position::Plane(play) => {
                let mut pieces = play.now().pieces.iter();
                pieces.any(|piece| piece.kind == kind && side.is_none_or(|side| piece.side == side))
            }
        }
    }

    /// Returns true if the side to move has a piece of `kind` in hand.
    pub fn has_in_hand(&self, kind: KindId) -> bool {
        match self {
            Position::Board(play) => on_cells::has_in_hand(play, kind),
            Position::Plane(_) => false,
        }
    }

    /// For each line of effects, true if it happens with the legal move `mv`.
    pub fn happening(&self, mv: &Move) -> Vec<bool> {
        match (self, mv) {
            _ if self.rules().effects.is_empty() => Vec::new(),
            (Position::Board(play), Move::Board(mv)) => on_cells::happening(play, mv),
            (Position::Plane(play), Move::Plane(mv)) => play.happening(mv),
            (Position::Board(_), Move::Plane(_)) | (Position::Plane(_), Move::Board(_)) => {
                Vec::new()
            }
        }
    }
}

impl Legal<'_> {
    /// The number of moves, or of families on a plane.
    pub fn count(&self) -> usize {
        match self {
            Legal::Board(_, moves) => moves.len(),
            Legal::Plane(_, families) => families.len(),
        }
    }

    /// Returns true if at least one move has the property. `None` if this cannot be determined, as
    /// for terms on a plane.
    pub fn has(&self, shape: Shape) -> Option<bool> {
        match self {
            Legal::Board(play, moves) => Some(on_cells::has(play, moves, shape)),
            Legal::Plane(play, families) => on_points::has(play, families, shape),
        }
    }

    /// The differences to `other`, the moves of the same position in another game. Moves that
    /// differ only in the cells that they pass count as equal.
    pub fn against(&self, other: &Legal) -> Difference {
        match (self, other) {
            (Legal::Board(one, mine), Legal::Board(two, others)) => {
                on_cells::difference(one, mine, two, others)
            }
            (Legal::Plane(one, mine), Legal::Plane(two, others)) => {
                on_points::difference(one, mine, two, others)
            }
            (Legal::Board(..), Legal::Plane(..)) | (Legal::Plane(..), Legal::Board(..)) => {
                Difference::default()
            }
        }
    }

    /// Finds the counterpart of `mv`, a move of the same position in another game.
    pub fn same(&self, mv: &Move) -> Option<Move> {
        match (self, mv) {
            (Legal::Board(_, moves), Move::Board(mv)) => {
                moves.iter().find(|own| on_cells::alike(own, mv)).cloned().map(Move::Board)
            }
            (Legal::Plane(..), Move::Plane(_)) => Some(mv.clone()),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => None,
        }
    }

    /// A rough description of one of the moves. `None` if the move belongs to a game of the other
    /// type.
    pub fn trace(&self, mv: &Move) -> Option<Trace> {
        match (self, mv) {
            (Legal::Board(play, _), Move::Board(mv)) => Some(on_cells::trace(play.board(), mv)),
            (Legal::Plane(play, _), Move::Plane(mv)) => Some(on_points::trace(play, mv)),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => None,
        }
    }
}
