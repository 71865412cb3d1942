//! The features of a position that the learned numbers of an estimate weigh.

use super::activity::Workspace;
use super::evaluation::{Aim, Evaluation, Measure};
use super::sums::Sums;
use super::weights::Weights;
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
    /// For each kind, the number of moves of White's pieces minus that of Black's. Kinds without a
    /// difference are missing.
    pub moves: Vec<(KindId, i32)>,
    /// The amounts of the terms of [`Weights::TERMS`] for White, in hundredths of a pawn.
    pub terms: [i32; Weights::TERMS.len()],
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
    let sums = Sums::of(evaluation.values(), state);
    let mut moves: Vec<(KindId, i32)> = Vec::new();
    let mut terms = [0; Weights::TERMS.len()];
    let workspace = &mut Workspace::default();
    evaluation.measure(tables, state, &sums, workspace, &mut |measure, amount| match measure {
        Measure::Moves(kind) => match moves.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, total)) => *total += amount,
            None => moves.push((kind, amount)),
        },
        Measure::Term(index) => terms[index] += amount,
    });
    moves.retain(|(_, amount)| *amount != 0);
    Features {
        pieces,
        held: held.filter(|(_, count)| *count != 0).collect(),
        phase: evaluation.phase(&sums),
        sign: if evaluation.aim() == Aim::Gain { 1 } else { -1 },
        side: state.side,
        moves,
        terms,
    }
}
