//! The outcomes of rolls and draws, and the piece that a draw turns up.

use crate::model::position::{BoardPosition, Move};
use crate::paths::terrain::Piece;
use crate::reference::executor::Reference;
use crate::topology::site_set::Site;
use alfil_diagnostics::index::Id;
use alfil_rules::bag::{Draw, Slots};
use alfil_rules::chance::DieId;
use alfil_rules::side::{Sides, Whose};

impl BoardPosition {
    /// Returns the cell of the piece that the next draw turns up. `None` if there is no such piece.
    fn turned_up(&self, draw: &Draw, sides: Sides) -> Option<Site> {
        let fits = |piece: Piece, site: Site| {
            draw.turns_up.contains(&piece.kind)
                && (draw.whose == Whose::Any
                    || sides
                        .of(draw.whose, self.side)
                        .into_iter()
                        .any(|side| self.is_side(site, side)))
        };
        let mut squares = self.squares.enumerate();
        squares.find(|(site, piece)| piece.is_some_and(|piece| fits(piece, *site))).map(|(s, _)| s)
    }
}

impl Reference<'_> {
    /// Returns the outcomes of `die`, which the step of `position` rolls or draws from. There are
    /// none if the bag is empty, or if no piece is there to be turned up.
    pub(super) fn outcomes(self, position: &BoardPosition, die: DieId) -> Vec<Move> {
        let (rules, draw) = (&self.model.rules, position.draw(self.model));
        let at = match draw.turns_up.is_empty() {
            true => Some(Site::from_index(0)),
            false => position.turned_up(draw, rules.sides),
        };
        let Some(at) = at else { return Vec::new() };
        let slots = Slots::of(&rules.dice);
        let value = (die, &rules.dice[die]);
        let faces = position.drawn.outcomes(slots, value, draw, (rules.sides, position.side));
        let faces = rules.dice[die].ids().filter(|&face| faces.has(face));
        faces.map(|face| Move::roll(die, face, at)).collect()
    }
}
