//! What follows a move besides effects: sides that leave the game, rolls and draws, and pending
//! promotions.

use crate::engine::journal::{EffectOutcome, Journal};
use crate::engine::state::{PackedMove, State};
use crate::paths::terrain::Piece;
use crate::tables::kinds::{ByKind, KindSet};
use crate::tables::move_tables::Tables;
use crate::tables::promotion::{PendingPromotions, Targets, TargetsId, Wait};
use crate::tables::rules_tables::DrawTable;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, FaceId};
use alfil_rules::goal::Verdict;
use alfil_rules::ids::KindId;
use alfil_rules::look::{Estate, TeamLoss};
use alfil_rules::side::{Side, SideSet, Whose};
use alfil_topology::site_set::{AnySet, Site, SiteSet};

// The sides that lose and leave the game, in games with more than two sides.
//
// The results must agree with `crates/reference/src/turn.rs`.

impl<const W: usize> State<W> {
    /// True if all sides that are left are allies. Always false with two sides.
    #[inline(always)]
    pub(crate) fn is_won(&self, tables: &Tables<W>) -> bool {
        tables.rules.sides.is_won(self.info.out)
    }

    /// Takes all sides that have lost out of the game, after a move of `mover`. Returns the position
    /// before, if it has changed. With two sides, nothing changes.
    #[inline(always)]
    pub(crate) fn settle(&mut self, tables: &Tables<W>, mover: Side) -> Option<Box<State<W>>> {
        if tables.rules.sides.are_two() { None } else { self.settle_many(tables, mover) }
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
                Some((number, side)) => (side, tables.rules.results.goals.get(number).copied()),
                None if self.has_move_below(tables, None) => break,
                None => {
                    let results = &tables.rules.results;
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
                tables.royalty.royals.iter().for_each(|kind| held[kind] = 0);
                self.hands[heir].add(&held);
            }
        }
    }

    /// Takes `loser` out of the game, and its team if the rules say so. If it was to move, the next
    /// side is. Its royal pieces are never taken over; they leave the game.
    fn put_out(&mut self, tables: &Tables<W>, loser: Side, mover: Side) {
        let losers = match tables.rules.leaving.team {
            TeamLoss::WithLast => SideSet::of(loser),
            TeamLoss::WithFirst => tables.rules.sides.team(loser).minus(self.info.out),
        };
        for side in losers {
            self.clear_ep(side);
            self.info.rights &= !tables.moves.castles[side].iter().fold(0, |all, c| all | c.right);
        }
        self.info.out = self.info.out.and(losers);
        let heir = Some(mover).filter(|&mover| !self.info.out.has(mover));
        let theirs: SiteSet<W> = self.of_sides(losers);
        match (tables.rules.leaving.pieces, heir) {
            (Estate::Removed, _) => self.leave_board(tables, theirs),
            (Estate::TakenOver, Some(heir)) => {
                let royals = self.royals(tables) & theirs;
                self.leave_board(tables, royals);
                losers.into_iter().for_each(|side| self.by_side[side] = SiteSet::EMPTY);
                self.by_side[heir] |= theirs.minus(royals);
            }
            (Estate::TakenOver, None) | (Estate::Unowned, _) => {}
        }
        if tables.moves.pocket.is_some() {
            let heir = heir.filter(|_| tables.rules.leaving.pieces == Estate::TakenOver);
            self.leave_hands(tables, losers, heir);
        }
        if losers.has(self.side) {
            self.end_turn(tables);
        }
    }
}

// Rolls of dice and draws from bags. The results must agree with `crates/reference/src/turn.rs`.

impl<const W: usize> State<W> {
    /// The pieces of which the next draw turns up the first.
    fn face_down(&self, tables: &Tables<W>, draw: &DrawTable) -> SiteSet<W> {
        let kinds = draw.draw.turns_up.iter();
        let all = kinds.fold(SiteSet::EMPTY, |all, &kind| all | self.of_kind(kind));
        match draw.draw.whose {
            Whose::Any => all,
            whose @ (Whose::Own | Whose::Enemy | Whose::Ally) => {
                let sides = tables.rules.sides.of(whose, self.side).into_iter();
                all & sides.fold(SiteSet::EMPTY, |all, side| all | self.by_side[side])
            }
        }
    }

    /// The cell of the piece that the next draw turns up, or the first cell if the step turns up
    /// nothing. `None` if there is no such piece, so that nothing can be drawn.
    pub(crate) fn turned_up(&self, tables: &Tables<W>, draw: &DrawTable) -> Option<Site> {
        if draw.draw.turns_up.is_empty() {
            Some(Site::from_index(0))
        } else {
            self.face_down(tables, draw).into_iter().next()
        }
    }

    /// The outcomes of `die` in a step with this `draw`, as sites with their indices.
    pub(crate) fn outcomes(&self, tables: &Tables<W>, die: DieId, draw: &DrawTable) -> SiteSet<W> {
        let bags = &tables.rules.bags;
        let value = (die, &bags.dice[die]);
        let faces =
            self.drawn.outcomes(bags.slots, value, &draw.draw, (tables.rules.sides, self.side));
        let faces = bags.dice[die].ids().filter(|&face| faces.has(face));
        faces.map(|face| Site::from_index(face.index())).collect()
    }

    /// The number of tickets of an outcome of the next roll.
    pub(crate) fn tickets(&self, tables: &Tables<W>, die: DieId, face: FaceId) -> u32 {
        self.drawn.left(tables.rules.bags.slots, (die, &tables.rules.bags.dice[die]), face)
    }

    /// Turns up the piece that `step` names, a draw that was just made in a step of the turn with
    /// this `draw`. `None` if the step turns up nothing.
    pub(crate) fn turn_up(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        (die, face): (DieId, FaceId),
        draw: &DrawTable,
    ) -> Option<EffectOutcome<W>> {
        let value = &tables.rules.bags.dice[die].faces[face.index()];
        let (false, Some(kind), Some(piece)) =
            (draw.draw.turns_up.is_empty(), value.kind, self.piece(step.to))
        else {
            return None;
        };
        let unowned = tables.rules.unowned.contains(&piece.kind) || tables.is_neutral(piece.kind);
        let side = if unowned { self.side } else { piece.side };
        let mut journal = Journal::default();
        journal.take(tables, self, step.to, piece);
        let side = value.side.unwrap_or(side);
        journal.put(tables, self, step.to, Piece { kind, side });
        let here = tables.at(self);
        self.info.rights &= !here.moves.rights_at[step.to];
        let site = SiteSet::<W>::of(step.to);
        self.memory.never_moved = self.memory.never_moved.minus(site.resize());
        for cell in self.info.passed {
            if self.passer(cell) == step.to {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
        if !tables.rules.unowned.is_empty() {
            self.assign_unowned(&tables.rules.unowned);
        }
        if tables.moves.pending_promotion.is_some() {
            journal.promote_waiting(tables, self);
        }
        Some(EffectOutcome::promoted(journal))
    }
}

// Promotion on packed positions: pending promotions, and the kinds that are available.
//
// The results must agree with `BoardModel::left`.

impl<const W: usize> PendingPromotions<W> {
    /// True if a piece of `side` waits for its promotion.
    #[inline(always)]
    pub(crate) fn any(&self, state: &State<W>, side: Side) -> bool {
        for Wait { kind, zone, .. } in &self.zones[side] {
            if zone.meets(state.of_kind(*kind) & state.by_side[side]) {
                return true;
            }
        }
        false
    }
}

impl<const W: usize> State<W> {
    /// A set that contains the kinds of `targets` that are available for promotion. It may also
    /// contain kinds that are not in `targets`.
    #[inline(always)]
    pub(crate) fn promotions_left(
        &self,
        tables: &Tables<W>,
        us: Side,
        targets: TargetsId,
    ) -> KindSet {
        let Targets { limited, .. } = tables.moves.targets.of(targets);
        let mut left = limited.complement();
        limited
            .iter()
            .filter(|&to| self.is_promotion_left(tables, us, to))
            .for_each(|to| left.insert(to));
        left
    }

    /// True if `us` has fewer pieces of `kind` than in the start position.
    #[inline(always)]
    pub(crate) fn is_promotion_left(&self, tables: &Tables<W>, us: Side, kind: KindId) -> bool {
        let there = self.of_kinds(&tables.rules.counted_as[kind.index()]) & self.by_side[us];
        there.count() < tables.rules.start_counts[us][kind.index()]
    }

    /// The number of kinds of `targets` that are available for promotion.
    #[inline(never)]
    pub(crate) fn promotion_choices(&self, tables: &Tables<W>, us: Side, targets: TargetsId) -> u8 {
        let Targets { kinds, limited, .. } = tables.moves.targets.of(targets);
        if limited.count() == 0 {
            return kinds.len() as u8;
        }
        let left = self.promotions_left(tables, us, targets);
        kinds.iter().filter(|kind| left.has(**kind)).count() as u8
    }
}
