//! A position on its board, as a scene.
//!
//! Owns: [`scene`]. Takes a position in play; gives what `svg` and `terminal` draw.
//! Invariant: every cell of the board is a spot of the scene under the cell's own name.

use crate::board::position::Move;
use crate::board::site_set::Site;
use crate::play::position::Position;
use crate::render::layout;
use crate::render::mark::Mark;
use crate::render::scene::{Scene, Spot};
use crate::rules::side::Side;

/// `position`, with royal pieces in check and the cells of `last`, the move that led to it, marked.
pub fn scene(position: &Position, last: Option<&Move>) -> Scene {
    let arena = position.program().board().arena();
    let mut scene = layout::empty(&arena.graph);
    let spot = |scene: &Scene, site: Site| -> Option<Spot> { scene.find(arena.graph.name(site)) };
    for side in Side::BOTH {
        for (site, kind) in position.board().pieces(side) {
            let Some(at) = spot(&scene, site) else { continue };
            let kind = &arena.rules.kinds[kind];
            scene.piece(at, side, kind.name.value.clone(), kind.letter.capital());
        }
    }
    if let Some(mv) = last {
        let partner = mv.partner.into_iter().flat_map(|(from, to)| [from, to]);
        for site in [mv.from, mv.to].into_iter().chain(partner) {
            if let Some(at) = spot(&scene, site) {
                scene.mark(at, Mark::LastMove);
            }
        }
    }
    if position.in_check() {
        for site in position.board().royals(arena, position.side()) {
            if let Some(at) = spot(&scene, site) {
                scene.mark(at, Mark::Check);
            }
        }
    }
    scene
}
