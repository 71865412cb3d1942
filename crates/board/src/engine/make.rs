//! Makes moves on a packed position, and unmakes them.
//!
//! A general path handles all moves. A fast path, [`State::make_simple`], handles a
//! [`Displacement`]. Both produce the same position, and unmaking restores every bit of it.

use crate::engine::state::{NOBODY, PackedMove, State, StateInfo};
use crate::model::position::{Actor, Memory};
use crate::paths::path::{CAPTURES, PASSED};
use crate::paths::terrain::Piece;
use crate::tables::move_tables::Tables;
use crate::tables::rules_tables::Pocket;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::Shown;
use alfil_rules::ids::KindId;
use alfil_rules::outcome::Counters;
use alfil_rules::side::Side;
use alfil_topology::site_set::{Site, SiteSet};

/// The lowest bit of the owner in a saved kind. A kind has fewer bits.
const OWNER: u32 = 6;

/// The data to unmake a move. No move exceeds the limits [`CAPTURES`] and [`PASSED`]; definitions
/// with such moves are rejected.
#[derive(Clone, Copy, Debug)]
pub struct Undo<const W: usize> {
    info: StateInfo<W>,
    side: Side,
    /// For each new en passant square, the previous entry of `State::victims`.
    victims: [u8; PASSED],
    /// Captured kinds, in order of their sites.
    captured: [u8; CAPTURES],
    partner: u8,
    counters: Counters,
    shown: Shown,
    /// The memory before the move. `None` in games without predicates, because they remember
    /// nothing.
    memory: Option<Memory>,
}

/// A move from cell to cell that captures no piece, or the piece on its destination.
#[derive(Clone, Copy, Debug)]
pub struct Displacement {
    /// Kind of the mover.
    pub(crate) kind: KindId,
    /// Start.
    pub(crate) from: Site,
    /// Destination.
    pub(crate) to: Site,
    /// The en passant square that the move leaves.
    pub passed: Option<Site>,
}

/// The data to unmake a [`Displacement`].
#[derive(Clone, Copy, Debug)]
pub struct Displaced<const W: usize> {
    info: StateInfo<W>,
    side: Side,
    captured: u8,
    /// The previous entry of `State::victims` for the new en passant square.
    victim: u8,
}

impl<const W: usize> Undo<W> {
    /// The side that moved.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    /// The pieces that `step` captured, with site, owner and kind. `step` must be the move of this
    /// `Undo`.
    fn captives(&self, step: &PackedMove<W>) -> impl Iterator<Item = (Site, Side, KindId)> {
        step.captured.into_iter().zip(self.captured).map(|(site, captive)| {
            let Piece { side, kind } = owned_by(captive);
            (site, side, kind)
        })
    }

    /// The step of the turn in which the move was made.
    pub(crate) fn step(&self) -> u32 {
        self.info.step
    }
}

/// Encodes a captured piece.
fn kept(owner: Side, kind: KindId) -> u8 {
    (owner as u8) << OWNER | kind.index() as u8
}

/// Decodes a captured piece.
fn owned_by(kept: u8) -> Piece {
    let side = Side::ALL[usize::from(kept >> OWNER)];
    Piece { side, kind: KindId::from_index(usize::from(kept & ((1 << OWNER) - 1))) }
}

impl<const W: usize> State<W> {
    /// Makes a displacement and switches sides. Only for games where a turn is one move and
    /// captured pieces leave the game.
    #[inline(always)]
    pub fn make_simple(&mut self, tables: &Tables<W>, step: &Displacement) -> Displaced<W> {
        let &Displacement { kind, from, to, passed } = step;
        let (us, them) = (self.side, self.side.other());
        let captured = self.squares[to];
        let victim = passed.map_or(0, |cell| self.victims[cell]);
        let undo = Displaced { info: self.info, side: us, captured, victim };
        let (start, end) = (SiteSet::of(from), SiteSet::of(to));
        let both = start | end;
        self.by_side[us] ^= both;
        self.toggle(tables, kind, both);
        self.squares[from] = NOBODY;
        self.squares[to] = kind.index() as u8;
        let mut progress = tables.moves.facts[us][kind].irreversible;
        if captured != NOBODY {
            self.by_side[them] ^= end;
            self.toggle(tables, KindId::from_index(captured as usize), end);
            progress = true;
        }
        let info = &mut self.info;
        info.rights &= !(tables.moves.rights_at[from] | tables.moves.rights_at[to]);
        let played = u32::from(info.step == 1);
        info.halfmoves = if progress { 0 } else { info.halfmoves.saturating_add(played) };
        // An en passant square lasts for one move. The current ones come from the opponent's last
        // move, and expire now.
        info.passed = match passed {
            Some(cell) => {
                self.victims[cell] = to.index() as u8;
                SiteSet::of(cell)
            }
            None => SiteSet::EMPTY,
        };
        self.give_turn();
        undo
    }

    /// Unmakes the displacement that [`State::make_simple`] made.
    #[inline(always)]
    pub fn unmake_simple(&mut self, tables: &Tables<W>, step: &Displacement, undo: &Displaced<W>) {
        let &Displacement { kind, from, to, passed } = step;
        let us = undo.side;
        (self.side, self.info) = (us, undo.info);
        let (start, end) = (SiteSet::of(from), SiteSet::of(to));
        let both = start | end;
        self.by_side[us] ^= both;
        self.toggle(tables, kind, both);
        self.squares[from] = kind.index() as u8;
        self.squares[to] = undo.captured;
        if undo.captured != NOBODY {
            self.by_side[us.other()] ^= end;
            self.toggle(tables, KindId::from_index(undo.captured as usize), end);
        }
        if let Some(cell) = passed {
            self.victims[cell] = undo.victim;
        }
    }

    /// Makes a move of this position. The caller must end the step (`State::advance_step`) and,
    /// after a capture, perform pending promotions (`Journal::of_capture`).
    pub fn make(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> Undo<W> {
        let us = self.side;
        let mut undo = Undo {
            info: self.info,
            side: us,
            victims: [0; PASSED],
            captured: [NOBODY; CAPTURES],
            partner: NOBODY,
            counters: self.counters,
            shown: self.shown,
            memory: tables.rules.predicates.is_some().then_some(self.memory),
        };
        self.go(tables, step, &mut undo);
        undo
    }

    /// Makes the move. `undo` already contains the old values of the small fields.
    #[inline(always)]
    fn go(&mut self, tables: &Tables<W>, step: &PackedMove<W>, undo: &mut Undo<W>) {
        let us = self.side;
        let (mut touched, mut lost) = (step.captured, 0);
        if !step.stays() {
            touched.insert(step.from);
            lost = tables.moves.rights_at[step.from] | tables.moves.rights_at[step.to];
        }
        match step.actor {
            Actor::Hand(kind) => self.spend(tables, us, kind, -1),
            Actor::Piece => {
                self.take(tables, step.from, us);
            }
            Actor::Section(section, stand) => {
                let before = self.info.arrangement;
                let after = tables.rules.sections.moved(before, section, usize::from(stand));
                self.info.arrangement = after;
                let played = u32::from(self.info.step == 1);
                self.info.halfmoves = self.info.halfmoves.saturating_add(played);
                return;
            }
            Actor::Die(die, face) => {
                self.shown.set(die, face);
                self.drawn.take(tables.rules.bags.slots, die, face);
                let played = u32::from(self.info.step == 1);
                self.info.halfmoves = if tables.rules.bags.dice[die].is_bag() {
                    0
                } else {
                    self.info.halfmoves.saturating_add(played)
                };
                return;
            }
            Actor::Nobody => {
                let played = u32::from(self.info.step == 1);
                self.info.halfmoves = self.info.halfmoves.saturating_add(played);
                return;
            }
        }
        for (slot, site) in step.captured.into_iter().enumerate() {
            lost |= tables.moves.rights_at[site];
            let owner = self.owner(site);
            let kind = self.take(tables, site, owner);
            debug_assert!(slot < CAPTURES, "more captures than a move may have");
            undo.captured[slot % CAPTURES] = kept(owner, kind);
            if let Some(pocket) = &tables.moves.pocket {
                self.pocket(pocket, us, owner, kind, 1);
            }
        }
        if let Some((from, to)) = step.partner {
            lost |= tables.moves.rights_at[from] | tables.moves.rights_at[to];
            let owner = self.owner(from);
            let kind = self.take(tables, from, owner);
            undo.partner = kind.index() as u8;
            self.put(tables, to, owner, kind);
            touched.insert(from);
        }
        self.put(tables, step.to, us, step.promotion.unwrap_or(step.kind));
        let progress = !step.captured.is_empty()
            || step.promotion.is_some()
            || tables.moves.facts[us][step.kind].irreversible;
        let info = &mut self.info;
        let played = u32::from(info.step == 1);
        info.halfmoves = if progress { 0 } else { info.halfmoves.saturating_add(played) };
        info.rights &= !lost;
        if let Actor::Hand(kind) = step.actor {
            self.grant(tables, Piece { side: us, kind }, step.to);
        }
        let info = &mut self.info;
        if !(info.passed | step.ep_squares).is_empty() {
            self.pass(step.ep_squares, step.to, touched, &mut undo.victims);
        }
    }

    /// Adds the castling rights that exist after the drop of `piece` onto `to`.
    fn grant(&mut self, tables: &Tables<W>, piece: Piece, to: Site) {
        for grant in tables.moves.grants.iter().filter(|grant| grant.dropped == (piece, to)) {
            let (other, site) = grant.other;
            if self.piece(site) == Some(other) {
                self.info.rights |= 1 << grant.right;
            }
        }
    }

    /// Updates the en passant squares after a move to `to` that passed `passed`. A square expires
    /// if it is occupied now, or if the piece that passed it was on a cell of `touched`.
    #[inline(never)]
    fn pass(
        &mut self,
        passed: SiteSet<W>,
        to: Site,
        touched: SiteSet<W>,
        victims: &mut [u8; PASSED],
    ) {
        let occupied = self.occupied();
        for cell in self.info.passed {
            if touched.has(self.passer(cell)) {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
        // A move may leap over an occupied cell. Such a cell does not become an en passant square.
        let passed = passed.minus(occupied);
        for (slot, cell) in passed.into_iter().enumerate() {
            debug_assert!(slot < PASSED, "more passed cells than a move may have");
            victims[slot % PASSED] = self.victims[cell];
            self.victims[cell] = to.index() as u8;
        }
        self.info.passed = self.info.passed.minus(occupied) | passed;
    }

    /// Removes the en passant squares that pieces of `side` have passed.
    #[inline(always)]
    pub(crate) fn clear_ep(&mut self, side: Side) {
        for cell in self.info.passed {
            if self.by_side[side].has(self.passer(cell)) {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
    }

    /// True if `step`, a move of this position, is a capture en passant.
    pub(crate) fn takes_in_passing(&self, step: &PackedMove<W>) -> bool {
        let victim = self.ep_victim(step.to);
        victim.is_some_and(|v| step.captured.has(v)) && !step.captured.has(step.to)
    }

    /// True if `step`, the move just made, was a capture en passant.
    pub(crate) fn took_in_passing(&self, step: &PackedMove<W>, undo: &Undo<W>) -> bool {
        let captured = step.captured;
        undo.info.passed.has(step.to)
            && captured.has(self.passer(step.to))
            && !captured.has(step.to)
    }

    /// Ends the turn: switches sides, and removes en passant squares of the pieces of the side that
    /// moves next.
    #[inline(always)]
    pub fn switch_sides(&mut self) {
        self.clear_ep(self.side.other());
        self.give_turn();
    }

    /// Ends the turn in a game with more than two sides. The next side in play moves, and the en
    /// passant squares of its pieces are removed.
    #[cold]
    pub(super) fn give_turn_of_many(&mut self, tables: &Tables<W>) {
        let next = tables.rules.sides.next(self.side, self.info.out);
        self.clear_ep(next);
        let rounds = u32::from(tables.rules.sides.wraps(self.side, next));
        self.info.fullmove = self.info.fullmove.saturating_add(rounds);
        self.info.step = 1;
        self.side = next;
    }

    #[inline(always)]
    fn give_turn(&mut self) {
        let moved = u32::from(self.side == Side::Black);
        self.info.fullmove = self.info.fullmove.saturating_add(moved);
        self.info.step = 1;
        self.side = self.side.other();
    }

    /// Unmakes `step`, the last move, with its `undo`. The turn need not have ended after the move.
    /// Pending promotions must be taken back first.
    pub(crate) fn unmake(&mut self, tables: &Tables<W>, step: &PackedMove<W>, undo: &Undo<W>) {
        let us = undo.side;
        if !step.ep_squares.is_empty() {
            for (slot, cell) in step.ep_squares.minus(self.occupied()).into_iter().enumerate() {
                self.victims[cell] = undo.victims[slot % PASSED];
            }
        }
        (self.side, self.info) = (us, undo.info);
        (self.counters, self.shown) = (undo.counters, undo.shown);
        if let Some(memory) = undo.memory {
            self.memory = memory;
        }
        match step.actor {
            Actor::Die(die, face) => {
                return self.drawn.put_back(tables.rules.bags.slots, die, face);
            }
            Actor::Nobody | Actor::Section(..) => return,
            Actor::Piece | Actor::Hand(_) => {}
        }
        self.take(tables, step.to, us);
        if let Some((from, to)) = step.partner {
            let owner = self.owner(to);
            self.take(tables, to, owner);
            self.put(tables, from, owner, KindId::from_index(undo.partner as usize));
        }
        match step.actor {
            Actor::Hand(kind) => self.spend(tables, us, kind, 1),
            Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => {
                self.put(tables, step.from, us, step.kind);
            }
        }
        for (site, owner, kind) in undo.captives(step) {
            self.put(tables, site, owner, kind);
            if let Some(pocket) = &tables.moves.pocket {
                self.pocket(pocket, us, owner, kind, -1);
            }
        }
    }

    /// Adds the pieces that `step` captured to the hands of the sides that receive them if `change`
    /// is 1. Takes them out if it is -1.
    pub(crate) fn pocket_captives(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        undo: &Undo<W>,
        change: i16,
    ) {
        let Some(pocket) = &tables.moves.pocket else { return };
        for (_, owner, kind) in undo.captives(step) {
            self.pocket(pocket, undo.side, owner, kind, change);
        }
    }

    /// Adds `change` to the hand that receives a piece of `owner` after its capture by `captor`.
    /// Does nothing if no hand receives it.
    #[inline(always)]
    fn pocket(&mut self, pocket: &Pocket<W>, captor: Side, owner: Side, kind: KindId, change: i16) {
        if let Some((side, kind)) = pocket.goes_to(captor, owner, kind) {
            self.hold(side, kind, change);
        }
    }

    /// Adds `change` to the number of pieces of `kind` in hand, unless its supply is endless. Drops
    /// use this.
    #[inline(always)]
    pub(super) fn spend(&mut self, tables: &Tables<W>, side: Side, kind: KindId, change: i16) {
        if !tables.moves.pocket.as_ref().is_some_and(|pocket| pocket.supply.has(kind)) {
            self.hold(side, kind, change);
        }
    }

    /// Adds `change` to the number of pieces of `kind` in the hand of `side`.
    #[inline(always)]
    pub(super) fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        let held = &mut self.hands[side][kind];
        *held = held.wrapping_add_signed(change);
    }
}
