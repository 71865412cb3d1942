//! The outcomes of rolls and draws, and the piece that a draw turns up.

use crate::executor::Reference;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_rules::bag::{Draw, Slots};
use alfil_rules::chance::DieId;
use alfil_rules::side::{Sides, Whose};
use alfil_topology::site_set::Site;

impl Reference<'_> {
    /// Returns the outcomes of `die`, which the step of `position` rolls or draws from. There are
    /// none if the bag is empty, or if no piece is there to be turned up.
    pub(super) fn outcomes(self, position: &BoardPosition, die: DieId) -> Vec<Move> {
        let (rules, draw) = (&self.model.rules, position.draw(self.model));
        let at = if draw.turns_up.is_empty() {
            Some(Site::from_index(0))
        } else {
            turned_up(position, draw, rules.sides)
        };
        let Some(at) = at else { return Vec::new() };
        let slots = Slots::of(&rules.dice);
        let value = (die, &rules.dice[die]);
        let faces = position.drawn.outcomes(slots, value, draw, (rules.sides, position.side));
        let faces = rules.dice[die].ids().filter(|&face| faces.has(face));
        faces.map(|face| Move::roll(die, face, at)).collect()
    }
}

/// Returns the cell of the piece that the next draw turns up. `None` if there is no such piece.
fn turned_up(position: &BoardPosition, draw: &Draw, sides: Sides) -> Option<Site> {
    let owners = sides.of(draw.whose, position.side);
    let fits = |piece: Piece, site: Site| {
        draw.turns_up.contains(&piece.kind)
            && (draw.whose == Whose::Any
                || owners.into_iter().any(|side| position.is_side(site, side)))
    };
    let mut squares = position.squares.enumerate();
    squares.find(|(site, piece)| piece.is_some_and(|piece| fits(piece, *site))).map(|(s, _)| s)
}
