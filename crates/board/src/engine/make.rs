//! Making moves on a packed position and taking them back.
//!
//! Owns: [`State::make`], [`State::unmake`] and [`Undo`]; [`State::make_simple`] and [`State::unmake_simple`], the
//! short way of a [`Displacement`]. Takes tables and moves
//! of the position. Invariant: what is taken back leaves every bit as it was; the short way leaves what the
//! long one leaves.

use crate::engine::state::{NOBODY, PackedMove, State, StateInfo};
use crate::model::memory::Memory;
use crate::model::position::Actor;
use crate::paths::path::{CAPTURES, PASSED};
use crate::paths::terrain::Piece;
use crate::tables::drops::Pocket;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::counter::Counters;
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;

/// Set with the kind of a captured piece that was the mover's own.
const OWN: u8 = 0x40;

/// What it takes to take a move back. Captures past [`CAPTURES`] and passed cells past [`PASSED`] cannot
/// occur: the arena refuses definitions that have them.
#[derive(Clone, Copy, Debug)]
pub struct Undo<const W: usize> {
    info: StateInfo<W>,
    side: Side,
    /// Of the cells passed, who had passed them before.
    victims: [u8; PASSED],
    /// Kinds captured, in order of their sites.
    captured: [u8; CAPTURES],
    partner: u8,
    counters: Counters,
    /// In a game that asks; others remember nothing.
    memory: Option<Memory>,
}

/// A move that goes from cell to cell and captures what stands there.
#[derive(Clone, Copy, Debug)]
pub struct Displacement {
    /// Kind of the mover.
    pub kind: KindId,
    /// From.
    pub from: Site,
    /// To.
    pub to: Site,
    /// The cell that it passes and leaves open to `e`.
    pub passed: Option<Site>,
}

/// What it takes to put a displaced piece back.
#[derive(Clone, Copy, Debug)]
pub struct Displaced<const W: usize> {
    info: StateInfo<W>,
    side: Side,
    captured: u8,
    /// Of the cell passed, who had passed it before.
    victim: u8,
}

impl<const W: usize> Undo<W> {
    /// Whose move it was.
    pub fn side(&self) -> Side {
        self.side
    }

    /// What `step` captured, which made this, by site, owner and kind.
    fn captives(&self, step: &PackedMove<W>) -> impl Iterator<Item = (Site, Side, KindId)> {
        step.captured.into_iter().zip(self.captured).map(|(site, captive)| {
            let Piece { side, kind } = owned_by(self.side, captive);
            (site, side, kind)
        })
    }

    /// The step within the turn that was made.
    pub fn step(&self) -> u32 {
        self.info.step
    }
}

/// A piece as it is kept while `side` is on move.
fn owned_by(side: Side, kept: u8) -> Piece {
    let owner = if kept & OWN == 0 { side.other() } else { side };
    Piece { side: owner, kind: KindId::from_index((kept & !OWN) as usize) }
}

impl<const W: usize> State<W> {
    /// Makes a move that goes from cell to cell, captures what stands there, and passes at most one cell, in
    /// a game of single moves that keeps no captured pieces. Passes the turn on.
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
        let mut progress = tables.facts[us][kind].irreversible;
        if captured != NOBODY {
            self.by_side[them] ^= end;
            self.toggle(tables, KindId::from_index(captured as usize), end);
            progress = true;
        }
        let info = &mut self.info;
        info.rights &= !(tables.rights_at[from] | tables.rights_at[to]);
        let played = u32::from(info.step == 1);
        info.halfmoves = if progress { 0 } else { info.halfmoves.saturating_add(played) };
        // What may be captured in passing was passed by the enemy's last move, and lapses.
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

    /// Takes back [`State::make_simple`] of the same displacement.
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

    /// Makes a move of this position, but for passing the turn on
    /// ([`steps::advance_step`](crate::engine::steps::advance_step)) and for what its capture promotes elsewhere
    /// (`Journal::of_capture`).
    pub fn make(&mut self, tables: &Tables<W>, step: &PackedMove<W>) -> Undo<W> {
        let us = self.side;
        let mut undo = Undo {
            info: self.info,
            side: us,
            victims: [0; PASSED],
            captured: [NOBODY; CAPTURES],
            partner: NOBODY,
            counters: self.counters,
            memory: tables.predicates.is_some().then_some(self.memory),
        };
        self.go(tables, step, &mut undo);
        undo
    }

    /// The same, once what stood before is in `undo`.
    #[inline(always)]
    fn go(&mut self, tables: &Tables<W>, step: &PackedMove<W>, undo: &mut Undo<W>) {
        let us = self.side;
        let mut touched = SiteSet::of(step.from) | step.captured;
        let mut lost = tables.rights_at[step.from] | tables.rights_at[step.to];
        match step.actor {
            Actor::Hand(kind) => self.spend(tables, us, kind, -1),
            Actor::Piece => {
                self.take(tables, step.from, us);
            }
            Actor::Section(section, stand) => {
                let before = self.info.arrangement;
                let after = tables.sections.moved(before, section, usize::from(stand));
                self.info.arrangement = after;
                let played = u32::from(self.info.step == 1);
                self.info.halfmoves = self.info.halfmoves.saturating_add(played);
                return;
            }
            Actor::Nobody => {
                let played = u32::from(self.info.step == 1);
                self.info.halfmoves = self.info.halfmoves.saturating_add(played);
                return;
            }
        }
        for (slot, site) in step.captured.into_iter().enumerate() {
            lost |= tables.rights_at[site];
            let owner = self.owner(site);
            let kind = self.take(tables, site, owner);
            let own = if owner == us { OWN } else { 0 };
            debug_assert!(slot < CAPTURES, "more captures than a move may have");
            undo.captured[slot % CAPTURES] = kind.index() as u8 | own;
            if let Some(pocket) = &tables.pocket {
                self.pocket(pocket, us, owner, kind, 1);
            }
        }
        if let Some((from, to)) = step.partner {
            lost |= tables.rights_at[from] | tables.rights_at[to];
            let owner = self.owner(from);
            let kind = self.take(tables, from, owner);
            undo.partner = kind.index() as u8;
            self.put(tables, to, owner, kind);
            touched.insert(from);
        }
        self.put(tables, step.to, us, step.promotion.unwrap_or(step.kind));
        let progress = !step.captured.is_empty()
            || step.promotion.is_some()
            || tables.facts[us][step.kind].irreversible;
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

    /// Begins the rights of `piece`, which was dropped onto `to`.
    fn grant(&mut self, tables: &Tables<W>, piece: Piece, to: Site) {
        for grant in tables.grants.iter().filter(|grant| grant.dropped == (piece, to)) {
            let (other, site) = grant.other;
            if self.piece(site) == Some(other) {
                self.info.rights |= 1 << grant.right;
            }
        }
    }

    /// Passed cells after a move to `to` that passed `passed`: those entered lapse, and those whose piece
    /// was touched.
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
        // A leap may trace a cell that is occupied: nothing enters it en passant.
        let passed = passed.minus(occupied);
        for (slot, cell) in passed.into_iter().enumerate() {
            debug_assert!(slot < PASSED, "more passed cells than a move may have");
            victims[slot % PASSED] = self.victims[cell];
            self.victims[cell] = to.index() as u8;
        }
        self.info.passed = self.info.passed.minus(occupied) | passed;
    }

    /// Lets the rights lapse to capture pieces of `side` on the cells that they have passed.
    #[inline(always)]
    pub fn clear_ep(&mut self, side: Side) {
        for cell in self.info.passed {
            if self.by_side[side].has(self.passer(cell)) {
                self.info.passed = self.info.passed.minus(SiteSet::of(cell));
            }
        }
    }

    /// Whether `step`, a move of this position, captures by entering a cell that its victim has passed.
    pub fn takes_in_passing(&self, step: &PackedMove<W>) -> bool {
        let victim = self.ep_victim(step.to);
        victim.is_some_and(|v| step.captured.has(v)) && !step.captured.has(step.to)
    }

    /// Whether `step`, just made, captured by entering a cell that its victim had passed.
    pub fn took_in_passing(&self, step: &PackedMove<W>, undo: &Undo<W>) -> bool {
        let captured = step.captured;
        undo.info.passed.has(step.to)
            && captured.has(self.passer(step.to))
            && !captured.has(step.to)
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub fn switch_sides(&mut self) {
        self.clear_ep(self.side.other());
        self.give_turn();
    }

    #[inline(always)]
    fn give_turn(&mut self) {
        let moved = u32::from(self.side == Side::Black);
        self.info.fullmove = self.info.fullmove.saturating_add(moved);
        self.info.step = 1;
        self.side = self.side.other();
    }

    /// Takes back `step`, which was made last and gave `undo`, whoever has the turn now. What it promoted elsewhere is taken
    /// back already.
    pub fn unmake(&mut self, tables: &Tables<W>, step: &PackedMove<W>, undo: &Undo<W>) {
        let us = undo.side;
        if !step.ep_squares.is_empty() {
            for (slot, cell) in step.ep_squares.minus(self.occupied()).into_iter().enumerate() {
                self.victims[cell] = undo.victims[slot % PASSED];
            }
        }
        (self.side, self.info, self.counters) = (us, undo.info, undo.counters);
        if let Some(memory) = undo.memory {
            self.memory = memory;
        }
        match step.actor {
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
            Actor::Piece | Actor::Section(..) | Actor::Nobody => {
                self.put(tables, step.from, us, step.kind);
            }
        }
        for (site, owner, kind) in undo.captives(step) {
            self.put(tables, site, owner, kind);
            if let Some(pocket) = &tables.pocket {
                self.pocket(pocket, us, owner, kind, -1);
            }
        }
    }

    /// Takes what `step` captured, which made `undo`, out of the hands again, or puts it there.
    pub fn pocket_captives(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        undo: &Undo<W>,
        change: i16,
    ) {
        let Some(pocket) = &tables.pocket else { return };
        for (_, owner, kind) in undo.captives(step) {
            self.pocket(pocket, undo.side, owner, kind, change);
        }
    }

    /// Puts a piece of `owner` that `captor` took where the game puts it, or takes it back.
    #[inline(always)]
    fn pocket(&mut self, pocket: &Pocket<W>, captor: Side, owner: Side, kind: KindId, change: i16) {
        if let Some((side, kind)) = pocket.goes_to(captor, owner, kind) {
            self.hold(side, kind, change);
        }
    }

    /// Takes a piece that is dropped out of the hand, or puts it back.
    #[inline(always)]
    pub(super) fn spend(&mut self, tables: &Tables<W>, side: Side, kind: KindId, change: i16) {
        if !tables.pocket.as_ref().is_some_and(|pocket| pocket.supply.has(kind)) {
            self.hold(side, kind, change);
        }
    }

    /// Changes what a side holds.
    #[inline(always)]
    pub(super) fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        let held = &mut self.hands[side][kind];
        *held = held.wrapping_add_signed(change);
    }
}
