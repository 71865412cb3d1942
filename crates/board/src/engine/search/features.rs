//! The features of a position that the learned numbers of an estimate weigh.

use super::evaluation::{Aim, Evaluation};
use super::sums::Sums;
use crate::engine::state::State;
use crate::model::board_model::BoardModel;
use crate::tables::move_tables::Tables;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// The features of a position. [`Weights`](super::Weights) describes the numbers that weigh them.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// The pieces on the board. A neutral piece is listed for both sides.
    pub pieces: Vec<Standing>,
    /// For each kind, the number of White's pieces in hand minus that of Black's. Kinds without a
    /// difference are missing.
    pub held: Vec<(KindId, i32)>,
    /// The part of the game's start pieces that is on the board, from 0 to 1.
    pub phase: f32,
    /// 1 if more material is better, -1 if less is better.
    pub sign: i8,
    /// The side to move.
    pub side: Side,
    /// The number of moves of the side to move, minus that of its opponent. 0 if the estimate does
    /// not count moves.
    pub moves: i32,
    /// The number of possible attackers of the opponent's royal pieces, minus that of possible
    /// attackers of the royal pieces of the side to move.
    pub attackers: i32,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The kind of the piece.
    pub kind: KindId,
    /// The index of its group of cells in a [`PlaceTable`](super::PlaceTable).
    pub place: u16,
    /// 1 for White and -1 for Black.
    pub sign: i8,
}

impl Features {
    /// The number of pieces on the board and the differences in hand.
    pub fn count(&self) -> (usize, &[(KindId, i32)]) {
        (self.pieces.len(), &self.held)
    }
}

/// The features of a position.
pub(super) fn of<const W: usize>(
    (_, tables, state): (&BoardModel, &Tables<W>, &State<W>),
    evaluation: &Evaluation<W>,
) -> Features {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        for site in state.by_side[side] {
            let sign = if side == Side::White { 1 } else { -1 };
            let place = evaluation.places().of(side, site) as u16;
            pieces.push(Standing { kind: state.kind_at(site), place, sign });
        }
    }
    let difference = |kind: KindId| {
        let held = |side: Side| i32::from(state.hands[side][kind]);
        (kind, held(Side::White) - held(Side::Black))
    };
    let held = evaluation.holds().iter().map(|&kind| difference(kind));
    let terms = evaluation.terms(tables, &mut state.clone());
    Features {
        pieces,
        held: held.filter(|(_, count)| *count != 0).collect(),
        phase: evaluation.phase(&Sums::of(evaluation.values(), state)),
        sign: if evaluation.aim == Aim::Gain { 1 } else { -1 },
        side: state.side,
        moves: terms.moves,
        attackers: terms.attackers,
    }
}
