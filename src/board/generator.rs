//! The fast generator: legal moves in batches, from tables.
//!
//! Owns: [`Batch`], [`Listener`], [`generate`]. Takes tables and a packed state; gives every legal
//! effect once, grouped by mover and kind of effect. Where all attacks run over empty cells, checkers
//! and pins are found once a position; otherwise, and for every move that removes or shifts a second
//! piece, the king's safety is tried move by move. Invariant: agrees with `reference.rs` everywhere.

mod special;

use crate::board::cpu::Cpu;
use crate::board::site_set::{Site, SiteSet};
use crate::board::state::{State, Step};
use crate::board::tables::{Mover, Safety, Tables};
use crate::index::Id;
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use special::special_captures;
use std::ops::ControlFlow;

/// Moves of one piece with one kind of effect.
#[derive(Clone, Copy, Debug)]
pub struct Batch<const W: usize> {
    /// Kind of the mover.
    pub kind: KindId,
    /// Where it stands.
    pub from: Site,
    /// What it does.
    pub act: Act,
    /// Destinations; for [`Act::Rifle`], victims. Never empty.
    pub region: SiteSet<W>,
    /// Whether every destination is a promotion.
    pub promotes: bool,
}

/// What a batch does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// Goes to a cell of the region, capturing what stands there.
    Displace,
    /// Captures a piece of the region without moving.
    Rifle,
    /// The special of this index.
    Special(u32),
    /// En passant, capturing the piece on this cell.
    Passant(Site),
    /// The castling option of this index.
    Castle(u32),
}

/// Hears batches; may stop the generator.
pub trait Listener<const W: usize> {
    /// Hears a batch.
    fn hear(&mut self, batch: Batch<W>) -> ControlFlow<()>;
}

/// Counts moves: bits of the region times promotion choices.
pub struct Counter<'a, const W: usize> {
    /// For the number of promotion choices.
    pub tables: &'a Tables<W>,
    /// Whose moves.
    pub side: Side,
    /// So far.
    pub count: u64,
}

impl<const W: usize> Listener<W> for Counter<'_, W> {
    #[inline(always)]
    fn hear(&mut self, batch: Batch<W>) -> ControlFlow<()> {
        let mut count = u64::from(batch.region.count());
        if batch.promotes {
            count *= u64::from(self.tables.facts[self.side][batch.kind.index()].choices);
        }
        self.count += count;
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Listener<W> for Vec<Batch<W>> {
    #[inline(always)]
    fn hear(&mut self, batch: Batch<W>) -> ControlFlow<()> {
        self.push(batch);
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
#[derive(Default)]
pub struct Any {
    /// Whether there was one.
    pub found: bool,
}

impl<const W: usize> Listener<W> for Any {
    #[inline(always)]
    fn hear(&mut self, _: Batch<W>) -> ControlFlow<()> {
        self.found = true;
        ControlFlow::Break(())
    }
}

/// Calls `visit` with every step of `batch`. It may make the step on the state if it takes it back.
#[inline(always)]
pub fn steps<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    batch: &Batch<W>,
    mut visit: impl FnMut(&mut State<W>, &Step<W>),
) {
    let foes = state.by_side[state.side.other()];
    let Batch { kind, from, act, region, promotes } = *batch;
    let plain = Step {
        kind,
        from,
        to: from,
        captured: SiteSet::EMPTY,
        partner: None,
        promotion: None,
        passed: SiteSet::EMPTY,
    };
    for to in region {
        let step = match act {
            Act::Displace => Step { to, captured: SiteSet::of(to) & foes, ..plain },
            Act::Rifle => Step { captured: SiteSet::of(to), ..plain },
            Act::Passant(victim) => Step { to, captured: SiteSet::of(victim), ..plain },
            Act::Special(index) => {
                let special = &tables.specials[index as usize];
                let captured = special_captures(special, state);
                let partner = special.shifted;
                Step { to, captured, partner, passed: special.passed, ..plain }
            }
            Act::Castle(index) => {
                let castle = &tables.castles[state.side][index as usize];
                Step { to, partner: Some(castle.partner), ..plain }
            }
        };
        if promotes {
            for &kind in &tables.promotes_to[kind.index()] {
                visit(state, &Step { promotion: Some(kind), ..step });
            }
        } else {
            visit(state, &step);
        }
    }
}

/// Whether `by` attacks `cell` when `occupied` stands and only those of its pieces in `standing`.
#[inline(always)]
pub fn attacked<const W: usize, C: Cpu>(
    tables: &Tables<W>,
    state: &State<W>,
    by: Side,
    cell: Site,
    occupied: SiteSet<W>,
    standing: SiteSet<W>,
) -> bool {
    let attacks = &tables.attacks[by];
    let mut sources = SiteSet::EMPTY;
    for (leaper, kind) in attacks.leapers.iter().enumerate() {
        sources |= attacks.leaps(leaper, cell) & state.by_kind[kind.index() % 64];
    }
    if sources.meets(standing) {
        return true;
    }
    for line in attacks.lines(cell) {
        let pieces = of_kinds(state, attacks.kinds(line)) & standing;
        if pieces.meets(line.lookup.reach::<C>(&tables.entries, occupied)) {
            return true;
        }
    }
    // Enemies of the attacker are what stands and is not its own.
    let victims = occupied.minus(standing);
    attacks.odd(cell).iter().any(|odd| {
        (state.by_kind[odd.kind.index() % 64] & standing).has(odd.source)
            && !odd.empty.meets(occupied)
            && odd.occupied.within(occupied)
            && odd.foes.within(victims)
            && odd.friends.within(standing)
            && ((odd.royal | odd.common).is_empty() || {
                let royals = of_kinds(state, &tables.royals);
                odd.royal.within(royals) && !odd.common.meets(royals)
            })
    })
}

#[inline(always)]
fn of_kinds<const W: usize>(state: &State<W>, kinds: &[KindId]) -> SiteSet<W> {
    kinds.iter().fold(SiteSet::EMPTY, |all, kind| all | state.by_kind[kind.index() % 64])
}

/// Whether a royal piece of `side` is attacked.
#[inline(always)]
pub fn in_check<const W: usize, C: Cpu>(tables: &Tables<W>, state: &State<W>, side: Side) -> bool {
    let royals = of_kinds(state, &tables.royals) & state.by_side[side];
    let foes = state.by_side[side.other()];
    royals
        .into_iter()
        .any(|king| attacked::<W, C>(tables, state, side.other(), king, state.occupied(), foes))
}

/// Pins and checks on a lone king.
struct Guard<const W: usize> {
    king: Site,
    /// Destinations that answer every check.
    answers: SiteSet<W>,
    pinned: SiteSet<W>,
    pins: [(SiteSet<W>, SiteSet<W>); PINS],
    count: usize,
}

/// More pins than any piece mix met so far gives; beyond it the generator tries every move.
const PINS: usize = 16;

impl<const W: usize> Guard<W> {
    #[inline(always)]
    fn new(tables: &Tables<W>, state: &State<W>, king: Site, all: SiteSet<W>) -> Option<Guard<W>> {
        let us = state.side;
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let occupied = own | foes;
        let attacks = &tables.attacks[us.other()];
        let none = (SiteSet::EMPTY, SiteSet::EMPTY);
        let mut guard =
            Guard { king, answers: all, pinned: SiteSet::EMPTY, pins: [none; PINS], count: 0 };
        let mut room = true;
        let mut leaping = SiteSet::EMPTY;
        for (leaper, kind) in attacks.leapers.iter().enumerate() {
            leaping |= attacks.leaps(leaper, king) & state.by_kind[kind.index() % 64] & foes;
        }
        for checker in leaping {
            guard.answers &= SiteSet::of(checker);
        }
        for line in attacks.lines(king) {
            let snipers = line.sources & foes & of_kinds(state, attacks.kinds(line));
            if snipers.is_empty() {
                continue;
            }
            let ways = attacks.ways(line);
            if ways.is_empty() {
                for sniper in snipers {
                    room &= guard.see(sniper, attacks.between(king, sniper), occupied, own);
                }
            } else {
                for &(source, between) in ways {
                    if snipers.has(source) {
                        room &= guard.see(source, between, occupied, own);
                    }
                }
            }
        }
        room.then_some(guard)
    }

    /// Takes note of an attack over `between`; false if there is no room for a pin.
    #[inline(always)]
    fn see(
        &mut self,
        sniper: Site,
        between: SiteSet<W>,
        occupied: SiteSet<W>,
        own: SiteSet<W>,
    ) -> bool {
        let blockers = between & occupied;
        if blockers.is_empty() {
            self.answers &= between | SiteSet::of(sniper);
        } else if !blockers.more_than_one() && blockers.meets(own) {
            if self.count == PINS {
                return false;
            }
            self.pinned |= blockers;
            self.pins[self.count] = (blockers, between | SiteSet::of(sniper));
            self.count += 1;
        }
        true
    }

    /// Where a piece on `site` may go without uncovering the king.
    #[inline(always)]
    fn pin(&self, site: Site, mut region: SiteSet<W>) -> SiteSet<W> {
        for (pinned, way) in &self.pins[..self.count] {
            if pinned.has(site) {
                region &= *way;
            }
        }
        region
    }
}

/// Gives every legal move of `state` to `listener`.
#[inline(always)]
pub fn generate<const W: usize, C: Cpu, L: Listener<W>>(
    tables: &Tables<W>,
    state: &State<W>,
    listener: &mut L,
) -> ControlFlow<()> {
    let us = state.side;
    let all = SiteSet([u64::MAX; W]);
    let royals = of_kinds(state, &tables.royals) & state.by_side[us];
    let guard = match (tables.safety, royals.first()) {
        (Safety::None, _) | (_, None) => None,
        (Safety::Pins, Some(king)) if !royals.more_than_one() => {
            Guard::new(tables, state, king, all)
        }
        (Safety::Pins | Safety::Trial | Safety::Replay, Some(_)) => None,
    };
    let mut game =
        Generator { tables, state, royals, guard, all, cpu: std::marker::PhantomData::<C> };
    game.pieces(listener)?;
    game.castling(listener)
}

struct Generator<'a, const W: usize, C: Cpu> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    royals: SiteSet<W>,
    guard: Option<Guard<W>>,
    all: SiteSet<W>,
    cpu: std::marker::PhantomData<C>,
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    #[inline(always)]
    fn pieces<L: Listener<W>>(&mut self, listener: &mut L) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let occupied = own | foes;
        // Nothing but the king can answer two checks at once.
        let helpless = self.guard.as_ref().is_some_and(|g| g.answers.is_empty());
        for &kind in &tables.kinds {
            let facts = tables.facts[us][kind.index()];
            let pieces = state.by_kind[kind.index() % 64] & own;
            if helpless && !facts.special && !facts.passant && !pieces.meets(self.royals) {
                continue;
            }
            for from in pieces {
                let mover = tables.mover(us, kind, from);
                let (quiet, capture) = self.targets(mover, occupied);
                let region = quiet.minus(occupied) | (capture & foes);
                let region = self.safe(from, region, occupied, foes);
                if facts.choices > 0 {
                    let zone = tables.promotion[us][kind.index()];
                    tell(listener, kind, from, Act::Displace, region & zone, true)?;
                    tell(listener, kind, from, Act::Displace, region.minus(zone), false)?;
                } else {
                    tell(listener, kind, from, Act::Displace, region, false)?;
                }
                if facts.passant && !state.clocks.passed.is_empty() {
                    self.passant(kind, from, mover, occupied, listener)?;
                }
                if facts.special {
                    let plain = quiet.minus(occupied) | (capture & foes);
                    self.rifle(kind, from, mover, listener)?;
                    if facts.odd {
                        self.odd(kind, from, mover, plain, listener)?;
                    } else {
                        self.special(kind, from, mover, plain, listener)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Where the piece of `mover` gets: cells to step on if empty, cells to capture on if enemy.
    #[inline(always)]
    fn targets(&self, mover: &Mover<W>, occupied: SiteSet<W>) -> (SiteSet<W>, SiteSet<W>) {
        let (mut quiet, mut capture) = (mover.quiet, mover.capture);
        for reach in &self.tables.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize] {
            let reached = reach.lookup.reach::<C>(&self.tables.entries, occupied);
            quiet |= reached & reach.quiet;
            capture |= reached & reach.capture;
        }
        (quiet, capture)
    }

    /// Of the displacements from `from` into `region`, those that leave the king safe.
    #[inline(always)]
    fn safe(
        &self,
        from: Site,
        region: SiteSet<W>,
        occupied: SiteSet<W>,
        foes: SiteSet<W>,
    ) -> SiteSet<W> {
        match &self.guard {
            Some(guard) if guard.king != from => {
                let region = region & guard.answers;
                if guard.pinned.has(from) { guard.pin(from, region) } else { region }
            }
            Some(_) => {
                let lifted = occupied.minus(SiteSet::of(from));
                let them = self.state.side.other();
                let mut safe = SiteSet::EMPTY;
                for to in region {
                    let bit = SiteSet::of(to);
                    let standing = foes.minus(bit);
                    if !attacked::<W, C>(self.tables, self.state, them, to, lifted | bit, standing)
                    {
                        safe |= bit;
                    }
                }
                safe
            }
            None if self.royals.is_empty() => region,
            None => {
                let fits = |&to: &Site| self.survives(from, to, SiteSet::of(to) & foes, None);
                region.into_iter().filter(fits).collect()
            }
        }
    }

    /// Whether no royal piece is attacked after the mover went `from` - `to`, `captured` vanished and
    /// `partner` shifted.
    #[inline(always)]
    fn survives(
        &self,
        from: Site,
        to: Site,
        captured: SiteSet<W>,
        partner: Option<(Site, Site)>,
    ) -> bool {
        let us = self.state.side;
        if self.tables.safety == Safety::Replay {
            return self.replays(from, to, captured, partner);
        }
        let mut own = self.state.by_side[us].minus(SiteSet::of(from));
        if let Some((rook, landing)) = partner {
            own = own.minus(SiteSet::of(rook)) | SiteSet::of(landing);
        }
        own.insert(to);
        let foes = self.state.by_side[us.other()].minus(captured);
        let mut royals = self.royals;
        if royals.has(from) {
            royals = royals.minus(SiteSet::of(from)) | SiteSet::of(to);
        }
        !royals.into_iter().any(|king| {
            attacked::<W, C>(self.tables, self.state, us.other(), king, own | foes, foes)
        })
    }

    /// The same, by making the move.
    #[inline(never)]
    fn replays(
        &self,
        from: Site,
        to: Site,
        captured: SiteSet<W>,
        partner: Option<(Site, Site)>,
    ) -> bool {
        let Some(mover) = self.state.piece(from) else { return false };
        let (kind, passed) = (mover.kind, SiteSet::EMPTY);
        let step = Step { kind, from, to, captured, partner, promotion: None, passed };
        let mut next = self.state.clone();
        next.make(self.tables, &step);
        !in_check::<W, C>(self.tables, &next, mover.side)
    }

    #[inline(always)]
    fn passant<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        mover: &Mover<W>,
        occupied: SiteSet<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let zone = tables.promotion[state.side][kind.index()];
        for to in self.passable(mover, occupied) {
            let enemy = |&v: &Site| state.by_side[state.side.other()].has(v);
            let Some(victim) = state.victim(to).filter(enemy) else { continue };
            if self.survives(from, to, SiteSet::of(victim), None) {
                let promotes = zone.has(to);
                tell(listener, kind, from, Act::Passant(victim), SiteSet::of(to), promotes)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Passed cells on which the piece of `mover` may capture en passant.
    #[inline(always)]
    fn passable(&self, mover: &Mover<W>, occupied: SiteSet<W>) -> SiteSet<W> {
        let mut cells = mover.passant;
        for reach in &self.tables.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize] {
            cells |= reach.lookup.reach::<C>(&self.tables.entries, occupied) & reach.passant;
        }
        (cells & self.state.clocks.passed).minus(occupied)
    }

    #[inline(always)]
    fn castling<L: Listener<W>>(&self, listener: &mut L) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        if state.clocks.rights == 0 || self.guard.as_ref().is_some_and(|g| g.answers != self.all) {
            return ControlFlow::Continue(());
        }
        let foes = state.by_side[us.other()];
        for (index, castle) in tables.castles[us].iter().enumerate() {
            let occupied = state.occupied();
            if state.clocks.rights & castle.right == 0 || castle.empty.meets(occupied) {
                continue;
            }
            let (from, to) = castle.king;
            let walking = occupied.minus(SiteSet::of(from));
            let seen = |cell| {
                let standing = walking | SiteSet::of(cell);
                attacked::<W, C>(tables, state, us.other(), cell, standing, foes)
            };
            if castle.safe.into_iter().any(seen)
                || !self.survives(from, to, SiteSet::EMPTY, Some(castle.partner))
            {
                continue;
            }
            tell(listener, castle.kind, from, Act::Castle(index as u32), SiteSet::of(to), false)?;
        }
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn tell<const W: usize, L: Listener<W>>(
    listener: &mut L,
    kind: KindId,
    from: Site,
    act: Act,
    region: SiteSet<W>,
    promotes: bool,
) -> ControlFlow<()> {
    if region.is_empty() {
        return ControlFlow::Continue(());
    }
    listener.hear(Batch { kind, from, act, region, promotes })
}
