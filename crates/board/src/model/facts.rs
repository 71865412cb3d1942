//! Applies a move to a position, before effects and the end of the turn, and computes the facts of
//! the move that later rules may need.

use crate::model::board_model::BoardModel;
use crate::model::castling::Grant;
use crate::model::position::{Actor, BoardPosition, Captured, EpSquare, Facts, Move, Rights};
use crate::model::promotion::promote_waiting;
use crate::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, Draw, FaceId, Slots};
use alfil_rules::ruleset::Owner;
use alfil_topology::site_set::{AnySet, Site};

/// Returns the facts of a move of `position`, before it is made.
pub fn facts_of(model: &BoardModel, position: &BoardPosition, mv: &Move) -> Facts {
    let mut captured = Captured::default();
    for piece in mv.captures.iter().filter_map(|&site| position.piece(site)) {
        captured.insert(model.rules.written_for(piece.kind, piece.side), piece.kind);
    }
    Facts {
        side: position.side,
        actor: mv.actor,
        kind: mv.kind(position).unwrap_or_default(),
        from: mv.from,
        to: mv.to,
        captured,
        promotion: mv.promotion,
        castles: model.is_castling(position.side, mv.from, mv.to, mv.partner),
    }
}

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

// Rolls a die, or draws from a bag, before the end of the step.

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
