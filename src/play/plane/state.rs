//! The state of a game on a plane: the position and the moves that led to it.

use crate::play::plane::text;
use alfil_diagnostics::diagnostic::{Findings, has_errors};
use alfil_plane::model::position::{PieceId, PlaneMove, PlanePosition};
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::rules::placement;
use alfil_plane::rules::question;
use alfil_rules::setup::Setup;

/// A game in play on a plane.
#[derive(Clone, Debug)]
pub struct PlanePlay {
    pub(super) program: PlaneProgram,
    pub(super) now: PlanePosition,
    /// All moves of the game, each with the position before it.
    pub(super) past: Vec<(PlanePosition, PlaneMove)>,
}

impl PlanePlay {
    /// Starts a game from the start position.
    pub fn start(program: &PlaneProgram) -> PlanePlay {
        Self::begin(program, program.start().clone())
    }

    /// Starts a game from `setup`, or returns findings about it.
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

    /// The earlier positions of the game, the first one first.
    pub(in crate::play) fn earlier(&self) -> impl Iterator<Item = &PlanePosition> {
        self.past.iter().map(|(then, _)| then)
    }

    /// The last move, with the position before it.
    pub(crate) fn last(&self) -> Option<&(PlanePosition, PlaneMove)> {
        self.past.last()
    }

    /// The position after a legal move.
    pub fn after(&self, mv: &PlaneMove) -> PlanePosition {
        question::advanced(&self.program, &self.now, mv)
    }

    /// Returns true if `place` is the name of the piece (`R4,1.2`) or a beginning of it.
    pub(crate) fn stands(&self, piece: PieceId, place: &str) -> bool {
        text::place(&self.program, &self.now, piece).starts_with(place)
    }

    /// For each line of effects, true if it happens with the legal move `mv`.
    pub(crate) fn happening(&self, mv: &PlaneMove) -> Vec<bool> {
        question::happening(&self.program, &self.now, mv)
    }

    /// How often this position has occurred since the last irreversible move.
    pub(super) fn times(&self) -> usize {
        let before = self.past.iter().rev().map(|(then, _)| then);
        let stood = std::iter::once(&self.now).chain(before);
        let mut last = false;
        // The iterator includes the position after the last irreversible move, but no earlier one.
        let since = stood.take_while(|then| !std::mem::replace(&mut last, then.halfmoves == 0));
        since.filter(|then| then.is_like(&self.now, self.program.surface())).count()
    }
}
