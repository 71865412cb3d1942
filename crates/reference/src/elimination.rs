//! The sides that lose and leave the game, in games with more than two sides.
//!
//! A side that loses is out: its turns are skipped. The game goes on until all sides that are left
//! are allies. `engine/elimination.rs` must give equal results with packed positions.

use crate::executor::Reference;
use alfil_board::model::memory::History;
use alfil_board::model::position::BoardPosition;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::player::{Estate, TeamLoss};
use alfil_rules::side::{Side, SideSet};
use alfil_topology::site_set::AnySet;

impl Reference<'_> {
    /// Returns whether all sides that are left are allies. Always false with two sides.
    pub(super) fn is_won(self, position: &BoardPosition) -> bool {
        self.model.rules.sides.is_won(position.out)
    }

    /// Returns the position after all sides that have lost are out. `mover` made the last move. With
    /// two sides, returns the position itself.
    pub fn settled(self, position: BoardPosition, mover: Side) -> BoardPosition {
        self.settled_by(position, mover, &mut |_| ())
    }

    /// Like [`Reference::settled`]. Calls `note` with each event by which a side has lost.
    pub(super) fn settled_by(
        self,
        mut position: BoardPosition,
        mover: Side,
        note: &mut dyn FnMut(Event),
    ) -> BoardPosition {
        let rules = &self.model.rules;
        if rules.sides.are_two() {
            return position;
        }
        let mut under_way = position.side == mover;
        while !self.is_won(&position) {
            let to_move = position.side;
            // A side that loses may leave another one in the midst of its turn without a move.
            position = self.normalized(position, under_way, None);
            under_way &= position.side == to_move;
            let goal = self.first_met(&position, &rules.ends.goals, History::default());
            let (loser, event, verdict) = match goal {
                Some((number, side)) => {
                    let event = u8::try_from(number).map_or(Event::LastSide, Event::Goal);
                    (side, event, Some(rules.ends.goals[number].verdict))
                }
                None if self.has_move_below(&position, None) => return position,
                None => {
                    let side = position.side;
                    let event = if self.in_check(&position, side) {
                        Event::Checkmate
                    } else {
                        Event::Stalemate
                    };
                    (side, event, rules.ends.verdict(event))
                }
            };
            match verdict {
                Some(Verdict::Loss(_)) => {
                    note(event);
                    let to_move = position.side;
                    self.put_out(&mut position, loser, mover);
                    under_way &= position.side == to_move;
                }
                Some(Verdict::Win(_) | Verdict::Draw) | None => return position,
            }
        }
        position
    }

    /// Takes `loser` out of the game, and its team if the rules say so. If it was to move, the next
    /// side is. Its hand is empty afterwards: it goes to the side that takes its pieces over, or
    /// out of the game. Its royal pieces are never taken over, because they would be further kings
    /// of the other side; they leave the game.
    fn put_out(self, position: &mut BoardPosition, loser: Side, mover: Side) {
        let rules = &self.model.rules;
        let losers = match rules.leaving.team {
            TeamLoss::WithLast => SideSet::of(loser),
            TeamLoss::WithFirst => rules.sides.team(loser).minus(position.out),
        };
        for side in losers {
            position.forget_passed(side);
            for (bit, right) in self.model.rights.iter().enumerate() {
                position.rights.0 &= if right.side == side { !(1 << bit) } else { !0 };
            }
        }
        position.out = position.out.and(losers);
        let sites = self.model.at(position).graph.sites();
        let heir = Some(mover).filter(|&mover| !position.out.has(mover));
        let mut gone = AnySet::EMPTY;
        let is_royal = |kind: KindId| rules.kinds[kind].royal.is_royal();
        for (square, site) in position.squares.iter_mut().zip(sites) {
            let Some(piece) = square.as_mut().filter(|piece| losers.has(piece.side)) else {
                continue;
            };
            match (rules.leaving.pieces, heir) {
                (Estate::Removed, _) => {
                    *square = None;
                    gone.insert(site);
                }
                (Estate::TakenOver, Some(_)) if is_royal(piece.kind) => {
                    *square = None;
                    gone.insert(site);
                }
                (Estate::TakenOver, Some(heir)) => piece.side = heir,
                (Estate::TakenOver, None) | (Estate::Unowned, _) => {}
            }
        }
        position.memory.never_moved = position.memory.never_moved.minus(gone);
        for side in losers {
            let held: Vec<(KindId, u16)> = position.hands.held(side).collect();
            position.hands.clear(side);
            if let (Estate::TakenOver, Some(heir)) = (rules.leaving.pieces, heir) {
                let held = held.into_iter().filter(|&(kind, _)| !is_royal(kind));
                held.for_each(|(kind, count)| position.hands.give(heir, kind, count));
            }
        }
        if losers.has(position.side) {
            self.end_turn(position);
        }
    }
}
