//! The state of a game in play on a plane: the position and the moves that led to it.

use crate::play::plane::text;
use alfil_diagnostics::diagnostic::{Findings, has_errors};
use alfil_plane::position::{PieceId, PlaneMove, PlanePosition};
use alfil_plane::program::PlaneProgram;
use alfil_plane::{placement, question};
use alfil_rules::setup::Setup;

/// A game in play on a plane.
#[derive(Clone, Debug)]
pub struct PlanePlay {
    pub(super) program: PlaneProgram,
    pub(super) now: PlanePosition,
    /// The position before each move, and the move.
    pub(super) past: Vec<(PlanePosition, PlaneMove)>,
}

impl PlanePlay {
    /// The start of a game.
    pub fn start(program: &PlaneProgram) -> PlanePlay {
        Self::begin(program, program.start().clone())
    }

    /// The game that begins with `setup`, or findings about it.
    pub fn at(program: &PlaneProgram, setup: &Setup) -> Findings<PlanePlay> {
        let place = program.placement_context();
        let Findings { value, mut found } = placement::position(&place, setup);
        if let Some(position) = &value {
            found.extend(placement::royals(&place, position, setup.placement.span));
            found.extend(placement::peril(program, position, setup.placement.span));
        }
        let value = value.filter(|_| !has_errors(&found));
        Findings::new(value.map(|position| Self::begin(program, position)), found)
    }

    pub(super) fn begin(program: &PlaneProgram, now: PlanePosition) -> PlanePlay {
        PlanePlay { program: program.clone(), now, past: Vec::new() }
    }

    /// The compiled game.
    pub fn program(&self) -> &PlaneProgram {
        &self.program
    }

    /// The present position.
    pub fn now(&self) -> &PlanePosition {
        &self.now
    }

    /// The last move.
    pub(crate) fn last(&self) -> Option<&PlaneMove> {
        self.past.last().map(|(_, mv)| mv)
    }

    /// The position after a legal move.
    pub fn after(&self, mv: &PlaneMove) -> PlanePosition {
        question::advanced(&self.program, &self.now, mv)
    }

    /// Returns true if `place`, or a beginning of it, names the piece: `R4,1.2`.
    pub(crate) fn stands(&self, piece: PieceId, place: &str) -> bool {
        text::place(&self.program, &self.now, piece).starts_with(place)
    }

    /// For each line of effects: whether it happens with a legal move.
    pub(crate) fn happening(&self, mv: &PlaneMove) -> Vec<bool> {
        question::happening(&self.program, &self.now, mv)
    }

    /// The number of times that this position has occurred since the last irreversible move.
    pub(super) fn times(&self) -> usize {
        let before = self.past.iter().rev().map(|(then, _)| then);
        let stood = std::iter::once(&self.now).chain(before);
        let mut last = false;
        // The position after an irreversible move is the first one that may be repeated.
        let since = stood.take_while(|then| !std::mem::replace(&mut last, then.halfmoves == 0));
        since.filter(|then| then.is_like(&self.now)).count()
    }
}
