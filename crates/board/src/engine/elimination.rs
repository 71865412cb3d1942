//! The sides that lose and leave the game, in games with more than two sides.
//!
//! The results must agree with `reference/elimination.rs`.

use crate::engine::state::State;
use crate::tables::kinds::ByKind;
use crate::tables::move_tables::Tables;
use alfil_rules::goal::Verdict;
use alfil_rules::player::{Estate, TeamLoss};
use alfil_rules::side::{Side, SideSet};
use alfil_topology::site_set::{AnySet, SiteSet};

impl<const W: usize> State<W> {
    /// True if all sides that are left are allies. Always false with two sides.
    #[inline(always)]
    pub(crate) fn is_won(&self, tables: &Tables<W>) -> bool {
        tables.sides.is_won(self.info.out)
    }

    /// Takes all sides that have lost out of the game, after a move of `mover`. Returns the position
    /// before, if it has changed. With two sides, nothing changes.
    #[inline(always)]
    pub(crate) fn settle(&mut self, tables: &Tables<W>, mover: Side) -> Option<Box<State<W>>> {
        if tables.sides.are_two() { None } else { self.settle_many(tables, mover) }
    }

    #[cold]
    fn settle_many(&mut self, tables: &Tables<W>, mover: Side) -> Option<Box<State<W>>> {
        let mut before = None;
        let mut under_way = self.side == mover;
        while !self.is_won(tables) {
            let to_move = self.side;
            // A side that loses may leave another one in the midst of its turn without a move.
            self.normalize_turn(tables, under_way, None);
            under_way &= self.side == to_move;
            let (loser, verdict) = match self.goal(tables) {
                Some((number, side)) => (side, tables.results.goals.get(number).copied()),
                None if self.has_move_below(tables, None) => break,
                None => {
                    let results = &tables.results;
                    let mated = self.threatened(tables, self.side);
                    (self.side, if mated { results.checkmate } else { results.stalemate })
                }
            };
            match verdict {
                Some(Verdict::Loss(_)) => {
                    before.get_or_insert_with(|| Box::new(self.clone()));
                    let to_move = self.side;
                    self.put_out(tables, loser, mover);
                    under_way &= self.side == to_move;
                }
                Some(Verdict::Win(_) | Verdict::Draw) | None => break,
            }
        }
        before
    }

    /// Removes the pieces on `sites` from the game.
    fn leave_board(&mut self, tables: &Tables<W>, sites: SiteSet<W>) {
        for site in sites {
            let owner = self.owner(site);
            self.take(tables, site, owner);
            self.memory.never_moved = self.memory.never_moved.minus(AnySet::of(site));
        }
    }

    /// Empties the hands of `losers`. `heir` gets their pieces, except royal ones, if there is such
    /// a side.
    fn leave_hands(&mut self, tables: &Tables<W>, losers: SideSet, heir: Option<Side>) {
        for side in losers {
            let mut held = std::mem::replace(&mut self.hands[side], ByKind::new(0));
            if let Some(heir) = heir {
                tables.royals.iter().for_each(|kind| held[kind] = 0);
                self.hands[heir].add(&held);
            }
        }
    }

    /// Takes `loser` out of the game, and its team if the rules say so. If it was to move, the next
    /// side is. Its royal pieces are never taken over; they leave the game.
    fn put_out(&mut self, tables: &Tables<W>, loser: Side, mover: Side) {
        let losers = match tables.leaving.team {
            TeamLoss::WithLast => SideSet::of(loser),
            TeamLoss::WithFirst => tables.sides.team(loser).minus(self.info.out),
        };
        for side in losers {
            self.clear_ep(side);
            self.info.rights &= !tables.castles[side].iter().fold(0, |all, c| all | c.right);
        }
        self.info.out = self.info.out.and(losers);
        let heir = Some(mover).filter(|&mover| !self.info.out.has(mover));
        let theirs: SiteSet<W> = self.of_sides(losers);
        match (tables.leaving.pieces, heir) {
            (Estate::Removed, _) => self.leave_board(tables, theirs),
            (Estate::TakenOver, Some(heir)) => {
                let royals = self.royals(tables) & theirs;
                self.leave_board(tables, royals);
                losers.into_iter().for_each(|side| self.by_side[side] = SiteSet::EMPTY);
                self.by_side[heir] |= theirs.minus(royals);
            }
            (Estate::TakenOver, None) | (Estate::Unowned, _) => {}
        }
        if tables.pocket.is_some() {
            let heir = heir.filter(|_| tables.leaving.pieces == Estate::TakenOver);
            self.leave_hands(tables, losers, heir);
        }
        if losers.has(self.side) {
            self.end_turn(tables);
        }
    }
}
