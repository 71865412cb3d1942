//! Applies a move to a position, before effects and the end of the turn.

use crate::model::board_model::BoardModel;
use crate::model::castling::Grant;
use crate::model::position::{Actor, BoardPosition, EpSquare, Move, Rights};
use crate::model::promotion::promote_waiting;
use crate::paths::terrain::Piece;
use alfil_topology::site_set::Site;

impl BoardPosition {
    /// Returns the castling rights that exist after the drop of `piece` onto `to`.
    fn granted(&self, model: &BoardModel, piece: Piece, to: Site) -> Rights {
        let begins = |grant: &&Grant| {
            let (other, site) = grant.other;
            grant.dropped == (piece, to) && self.piece(site) == Some(other)
        };
        let granted = model.grants.iter().filter(begins);
        Rights(granted.fold(0, |rights, grant| rights | 1 << grant.right))
    }

    /// Returns the position after `mv` has moved and captured pieces. Hands, rights and clocks
    /// change too, but not the side to move.
    pub fn applied(&self, model: &BoardModel, mv: &Move) -> BoardPosition {
        let mut next = self.clone();
        let mut touched = if mv.stays() { Vec::new() } else { vec![mv.from, mv.to] };
        let mover = match mv.actor {
            Actor::Hand(kind) => {
                next.hands.take(self.side, kind);
                Some(Piece { side: self.side, kind })
            }
            Actor::Piece => next.squares[mv.from].take(),
            Actor::Section(section, stand) => {
                let stand = usize::from(stand);
                next.arrangement = model.sections.moved(self.arrangement, section, stand);
                next.halfmoves = next.halfmoves.saturating_add(u32::from(self.step == 1));
                return next;
            }
            Actor::Die(die, face) => {
                return self.rolled(model, (die, face), mv.to);
            }
            Actor::Nobody => {
                next.halfmoves = next.halfmoves.saturating_add(u32::from(self.step == 1));
                return next;
            }
        };
        for &site in &mv.captures {
            if let Some(piece) = next.squares[site].take() {
                next.hands.capture(&model.rules, piece, self.side);
            }
            touched.push(site);
        }
        let rook = mv.partner.and_then(|(from, _)| next.squares[from].take());
        let progress = !mv.captures.is_empty()
            || mv.promotion.is_some()
            || mover.is_some_and(|m| model.irreversible[m.side][m.kind]);
        next.squares[mv.to] =
            mover.map(|m| Piece { kind: mv.promotion.unwrap_or(m.kind), side: m.side });
        if let Some((from, to)) = mv.partner {
            next.squares[to] = rook;
            touched.extend([from, to]);
        }
        if !mv.captures.is_empty() {
            promote_waiting(model.at(self), &mut next);
        }
        for &site in &touched {
            next.rights.0 &= !model.rights_at(site).0;
        }
        if let Actor::Hand(kind) = mv.actor {
            next.rights.0 |= next.granted(model, Piece { side: self.side, kind }, mv.to).0;
        }
        // A leap may pass an occupied cell, which does not become an en passant square. If two
        // pieces pass a cell, the later one is the victim.
        let free = |cell: &Site| next.squares[*cell].is_none();
        let now: Vec<Site> = mv.passed.iter().copied().filter(free).collect();
        let lives =
            |p: &EpSquare| free(&p.cell) && !touched.contains(&p.victim) && !now.contains(&p.cell);
        let mut passed: Vec<EpSquare> = next.ep_squares.iter().copied().filter(lives).collect();
        passed.extend(now.into_iter().map(|cell| EpSquare { cell, victim: mv.to }));
        passed.sort();
        next.ep_squares = passed;
        next.halfmoves =
            if progress { 0 } else { self.halfmoves.saturating_add(u32::from(self.step == 1)) };
        next
    }
}
