//! Rolls a die, or draws from a bag, before the end of the step.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;
use crate::model::promotion::promote_waiting;
use crate::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_rules::bag::{Draw, Slots};
use alfil_rules::chance::{DieId, FaceId};
use alfil_rules::ruleset::Owner;
use alfil_topology::site_set::{AnySet, Site};

impl BoardPosition {
    /// Returns what the current step draws.
    pub fn draw<'a>(&self, model: &'a BoardModel) -> &'a Draw {
        &model.rules.turn.step(self.side, self.fullmove, self.step).draw
    }

    /// Returns the position after `die` has shown `face`. A value that was drawn from a bag leaves
    /// it, and the piece on `at` becomes what was drawn, if the step says so.
    pub(super) fn rolled(
        &self,
        model: &BoardModel,
        (die, face): (DieId, FaceId),
        at: Site,
    ) -> BoardPosition {
        let mut next = self.clone();
        let (rules, draw) = (&model.rules, self.draw(model));
        next.shown.set(die, face);
        next.drawn.take(Slots::of(&rules.dice), die, face);
        // A draw cannot be undone, so no position before it comes back.
        next.halfmoves = if rules.dice[die].is_bag() {
            0
        } else {
            self.halfmoves.saturating_add(u32::from(self.step == 1))
        };
        let value = &rules.dice[die].faces[face.index()];
        let (false, Some(kind), Some(piece)) =
            (draw.turns_up.is_empty(), value.kind, self.squares[at])
        else {
            return next;
        };
        let side = match rules.kinds[piece.kind].owner {
            Owner::Side => piece.side,
            Owner::Both | Owner::Nobody => self.side,
        };
        next.squares[at] = Some(Piece { kind, side: value.side.unwrap_or(side) });
        next.rights.0 &= !model.rights_at(at).0;
        next.memory.never_moved = next.memory.never_moved.minus(AnySet::of(at));
        next.ep_squares.retain(|passed| passed.victim != at);
        next.assign_unowned(rules, self.side);
        promote_waiting(model.at(self), &mut next);
        next
    }
}
