//! Captures without moving.
//!
//! A shot captures exactly what the piece would capture at a stop of its way out, and the piece
//! stays where it is. So shots differ only in their captures, and a piece has finitely many.

use crate::geometry::curve::Disc;
use crate::model::field::Field;
use crate::model::position::{PieceId, PieceSet};
use crate::moves::landing::Landing;
use crate::moves::ray_move::RayMove;
use crate::moves::safety::Guarded;
use std::collections::BTreeSet;

/// Returns the sets of pieces that shots of piece `id` capture. The safety of royal pieces is
/// ignored.
pub fn targets(field: &Field<'_>, id: PieceId) -> BTreeSet<PieceSet> {
    let ways = field.kind(id).moves.shots.iter();
    let ways = ways.filter_map(|ray| Some(RayMove::new(field, id, ray, field.path(id, ray)?)));
    let stretches = ways.flat_map(|way| way.stretches());
    stretches.map(|stretch| stretch.taken).filter(|taken| !taken.is_empty()).collect()
}

/// Returns the legal shots of piece `id`.
pub(crate) fn shots(guarded: &Guarded<'_, '_>, id: PieceId) -> Vec<Landing> {
    let field = guarded.field;
    if field.kind(id).moves.shots.is_empty() {
        return Vec::new();
    }
    let at = field.piece(id).at;
    let shot = |taken: PieceSet| {
        let threats = guarded.threats_to_moving(id, taken, Disc { centre: at, radius: 0.0 });
        if !threats.is_safe(at) {
            return None;
        }
        let promotes = field.promotes(id, at, || threats.is_safe_when_promoted(at))?;
        Some(Landing { taken, promotes })
    };
    targets(field, id).into_iter().filter_map(shot).collect()
}
