//! The fast generator: legal moves in batches, from tables.
//!
//! Owns: [`count`], [`fill`], [`any`]. Takes tables and a packed state; gives every legal effect once, grouped by
//! mover and kind of effect. Where all attacks run over empty cells, checkers and pins are found once
//! a position; otherwise, and for every move that removes or shifts a second piece, the king's safety
//! is tried move by move. Invariant: agrees with `reference.rs` everywhere.

mod ask;
mod bare;
mod crown;
mod owner;

pub use ask::{any, count, fill, fill_pseudo};

use crate::board::compile::cpu::Cpu;
use crate::board::compile::setwise::Setwise;
use crate::board::compile::tables::{Facts, Mover, Safety, SpecialMove, Tables};
use crate::board::run::batch::{Act, Among, Batch, Listener, special_captures};
use crate::board::run::drops::{drops, left};
use crate::board::run::safety::{Guard, attacked, of_kinds};
use crate::board::run::state::{PackedMove, State};
use crate::board::run::steps::Allowed;
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::paths::End;
use crate::index::Id;
use crate::rules::ruleset::KindId;
use std::ops::ControlFlow;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Legality {
    /// Those that leave no royal piece attacked.
    Legal,
    /// All, whatever becomes of royal pieces.
    Pseudo,
}

#[derive(Clone, Copy)]
struct Generator<'a, const W: usize, C: Cpu> {
    /// Of the game.
    whole: &'a Tables<W>,
    /// Of the arrangement.
    tables: &'a Tables<W>,
    state: &'a State<W>,
    /// Own royal pieces, as far as their safety matters.
    royals: SiteSet<W>,
    guard: Option<Guard<W>>,
    legality: Legality,
    all: SiteSet<W>,
    /// What may be captured.
    prey: SiteSet<W>,
    /// What the step lets move.
    allowed: Option<Allowed<'a, W>>,
    /// Whether an enemy waits whom a capture may promote.
    waiting: bool,
    cpu: C,
}

impl<'a, const W: usize, C: Cpu> Generator<'a, W, C> {
    #[inline(always)]
    fn new(
        cpu: C,
        whole: &'a Tables<W>,
        state: &'a State<W>,
        royals: SiteSet<W>,
        guard: Option<Guard<W>>,
        legality: Legality,
    ) -> Self {
        let tables = whole.at(state);
        let mut prey = state.by_side[state.side.other()];
        let mut allowed = None;
        if let Some(turn) = &tables.turn {
            // Between the steps of a turn a royal piece may stand attacked; no move captures one.
            prey = prey.minus(of_kinds(state, &tables.royals));
            allowed = Some(turn.now(cpu, tables, state));
        }
        let them = state.side.other();
        let waiting = tables.waits.as_ref().is_some_and(|w| w.any(state, them));
        let all = SiteSet([u64::MAX; W]);
        Generator {
            cpu,
            whole,
            tables,
            state,
            royals,
            guard,
            legality,
            all,
            prey,
            allowed,
            waiting,
        }
    }

    #[inline(always)]
    fn all<L: Listener<W>>(&mut self, listener: &mut L) -> ControlFlow<()> {
        self.pieces(listener)?;
        self.castling(listener)?;
        let check_mask = match (self.guard, self.royals.is_empty()) {
            (Some(guard), _) => Some(guard.check_mask),
            (None, true) => Some(self.all),
            (None, false) => None,
        };
        let allowed = self.allowed;
        drops(self.cpu, self.whole, self.state, check_mask, |kind, region| {
            if allowed.is_some_and(|a| !a.drops(kind)) {
                return ControlFlow::Continue(());
            }
            // A drop names no start.
            emit(listener, kind, Site::from_index(0), Act::Drop, region, 0)
        })?;
        self.sections(listener)?;
        self.pass(listener)
    }

    #[inline(always)]
    fn pieces<L: Listener<W>>(&mut self, listener: &mut L) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let occupied = own | foes;
        // Nothing but the king can answer two checks at once.
        let helpless = self.guard.as_ref().is_some_and(|g| g.check_mask.is_empty());
        let free = self.guard.map_or(self.all, |g| self.all.minus(g.pinned));
        let tried = self.guard.is_none() && !self.royals.is_empty();
        for &kind in &tables.kinds {
            let facts = tables.facts[us][kind.index()];
            let mut pieces = state.by_kind[kind] & own;
            if let Some(allowed) = &self.allowed {
                pieces &= allowed.from(kind);
            }
            if helpless && !facts.special && !facts.passant && !pieces.meets(self.royals) {
                continue;
            }
            if let Some(setwise) = &tables.setwise[us][kind.index()]
                && !tried
                && !self.waiting
            {
                self.setwise(kind, setwise, pieces & free, listener)?;
                pieces = pieces.minus(free);
            }
            for from in pieces {
                self.piece(kind, facts, from, occupied, foes, listener)?;
            }
        }
        for &kind in &tables.crowned {
            let facts = tables.facts[us][kind.index()];
            let mut pieces = state.by_kind[kind] & own;
            if let Some(allowed) = &self.allowed {
                pieces &= allowed.from(kind);
            }
            for from in pieces {
                match self.legality {
                    Legality::Legal => self.crowned(kind, facts, from, listener)?,
                    Legality::Pseudo => self.piece(kind, facts, from, occupied, foes, listener)?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn piece<L: Listener<W>>(
        &self,
        kind: KindId,
        facts: Facts,
        from: Site,
        occupied: SiteSet<W>,
        foes: SiteSet<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let mover = tables.mover(state.side, kind, from);
        let (quiet, capture) = self.targets(mover, occupied);
        let plain = quiet.minus(occupied) | (capture & self.prey);
        let region = self.safe(from, plain, occupied, foes);
        self.emit(listener, facts, kind, from, Act::Displace, region)?;
        if facts.passant && !state.info.passed.is_empty() {
            for to in self.passable(mover, occupied) {
                self.passant(kind, from, to, listener)?;
            }
        }
        if facts.special {
            self.rifle(kind, from, mover, listener)?;
            if facts.owner_sensitive {
                self.owner_sensitive(kind, from, mover, plain, listener)?;
            } else {
                self.special(kind, from, mover, plain, listener)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// All pieces of a leaping kind at once; none of them is pinned, and the king is another kind.
    #[inline(always)]
    fn setwise<L: Listener<W>>(
        &self,
        kind: KindId,
        setwise: &Setwise<W>,
        pieces: SiteSet<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let state = self.state;
        let us = state.side;
        let facts = self.tables.facts[us][kind.index()];
        let (prey, occupied) = (self.prey, state.occupied());
        let check_mask = self.guard.map_or(self.all, |g| g.check_mask);
        // Shifts name their movers by distance; `from` says nothing.
        let nobody = Site::from_index(0);
        for shift in &setwise.shifts {
            let quiet = (pieces & shift.quiet).shifted(shift.delta).minus(occupied);
            let capture = (pieces & shift.capture).shifted(shift.delta) & prey;
            let region = (quiet | capture) & check_mask;
            self.emit(listener, facts, kind, nobody, Act::Shift(shift.delta), region)?;
            let passed = state.info.passed.minus(occupied);
            if !passed.is_empty() {
                for from in passed.shifted(-shift.delta) & pieces & shift.passant {
                    let to = Site::from_index((from.index() as i16 + shift.delta) as usize);
                    self.passant(kind, from, to, listener)?;
                }
            }
        }
        for (index, push) in setwise.pushes.iter().enumerate() {
            let mut movers = pieces & push.sources;
            for &delta in &push.passed {
                movers = movers.shifted(delta).minus(occupied).shifted(-delta);
            }
            let region = movers.shifted(push.delta).minus(occupied) & check_mask;
            self.emit(listener, facts, kind, nobody, Act::Push(index as u32), region)?;
        }
        ControlFlow::Continue(())
    }

    /// Emits a region, promotions apart.
    #[inline(always)]
    fn emit<L: Listener<W>>(
        &self,
        listener: &mut L,
        facts: Facts,
        kind: KindId,
        from: Site,
        act: Act,
        region: SiteSet<W>,
    ) -> ControlFlow<()> {
        if facts.choices == 0 {
            return emit(listener, kind, from, act, region, 0);
        }
        let (may, must, choices) = self.promoting(facts, kind, from);
        if choices > 0 {
            emit(listener, kind, from, act, region & may, choices)?;
        }
        emit(listener, kind, from, act, region.minus(must), 0)
    }

    /// Where a move of `kind` from `from` may promote, where it must, and to how many kinds.
    #[inline(always)]
    fn promoting(&self, facts: Facts, kind: KindId, from: Site) -> (SiteSet<W>, SiteSet<W>, u8) {
        let us = self.state.side;
        let (may, must) = self.tables.promotion[us][kind.index()].of(from);
        let choices = if facts.limited {
            left(self.tables, self.state, us, kind).count() as u8
        } else {
            facts.choices
        };
        let must = if facts.waits && choices == 0 { SiteSet::EMPTY } else { must };
        (may, must, choices)
    }

    /// Where the piece of `mover` gets: cells to step on if empty, cells to capture on if enemy.
    #[inline(always)]
    fn targets(&self, mover: &Mover<W>, occupied: SiteSet<W>) -> (SiteSet<W>, SiteSet<W>) {
        let (mut quiet, mut capture) = (mover.quiet, mover.capture);
        for reach in &self.tables.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize] {
            let reached = reach.lookup.reach(self.cpu, &self.tables.entries, occupied);
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
        let safe = self.safe_as_it_stands(from, region, occupied, foes);
        if !self.waiting || self.royals.is_empty() {
            return safe;
        }
        // The capture of what another waits to become may give check.
        let fits =
            |&to: &Site| !foes.has(to) || self.replays_as(from, to, SiteSet::of(to) & foes, None);
        safe.into_iter().filter(fits).collect()
    }

    #[inline(always)]
    fn safe_as_it_stands(
        &self,
        from: Site,
        region: SiteSet<W>,
        occupied: SiteSet<W>,
        foes: SiteSet<W>,
    ) -> SiteSet<W> {
        match &self.guard {
            Some(guard) if guard.king != from => {
                let region = region & guard.check_mask;
                if guard.pinned.has(from) {
                    region & guard.way(self.tables, self.state, from)
                } else {
                    region
                }
            }
            Some(_) => {
                let lifted = occupied.minus(SiteSet::of(from));
                let them = self.state.side.other();
                let mut safe = SiteSet::EMPTY;
                for to in region {
                    let bit = SiteSet::of(to);
                    let standing = foes.minus(bit);
                    if !attacked(
                        self.cpu,
                        self.tables,
                        self.state,
                        them,
                        to,
                        lifted | bit,
                        standing,
                    ) {
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
        if self.tables.safety == Safety::Replay || (self.waiting && !captured.is_empty()) {
            return self.replays_as(from, to, captured, partner);
        }
        let mut own = self.state.by_side[us].minus(SiteSet::of(from));
        if let Some((rook, landing)) = partner {
            own = own.minus(SiteSet::of(rook)) | SiteSet::of(landing);
        }
        own.insert(to);
        let foes = self.state.by_side[us.other()].minus(captured);
        let mut royals = self.royals.minus(SiteSet::of(from));
        if self.royals.has(from) {
            royals.insert(to);
        }
        if let Some((rook, landing)) = partner
            && self.royals.has(rook)
        {
            royals = royals.minus(SiteSet::of(rook)) | SiteSet::of(landing);
        }
        !royals.into_iter().any(|king| {
            attacked(self.cpu, self.tables, self.state, us.other(), king, own | foes, foes)
        })
    }

    #[inline(always)]
    fn passant<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        to: Site,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let state = self.state;
        let Some(victim) = state.victim(to).filter(|&v| self.prey.has(v)) else {
            return ControlFlow::Continue(());
        };
        if self.survives(from, to, SiteSet::of(victim), None) {
            let facts = self.tables.facts[state.side][kind.index()];
            self.emit(listener, facts, kind, from, Act::Passant(victim), SiteSet::of(to))?;
        }
        ControlFlow::Continue(())
    }

    /// Passed cells on which the piece of `mover` may capture en passant.
    #[inline(always)]
    fn passable(&self, mover: &Mover<W>, occupied: SiteSet<W>) -> SiteSet<W> {
        let mut cells = mover.passant;
        for reach in &self.tables.reaches[mover.reaches.0 as usize..mover.reaches.1 as usize] {
            cells |= reach.lookup.reach(self.cpu, &self.tables.entries, occupied) & reach.passant;
        }
        (cells & self.state.info.passed).minus(occupied)
    }

    /// Captures without moving.
    #[inline(always)]
    fn rifle<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        mover: &Mover<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let facts = tables.facts[us][kind.index()];
        let victims = mover.rifle & self.prey;
        if !victims.is_empty() {
            let fits = |&victim: &Site| self.survives(from, from, SiteSet::of(victim), None);
            let victims = if self.royals.is_empty() {
                victims
            } else {
                victims.into_iter().filter(fits).collect()
            };
            // The region holds victims, but what promotes is the piece that stays.
            let (may, must, choices) = self.promoting(facts, kind, from);
            let all = |promotes: bool| if promotes { victims } else { SiteSet::EMPTY };
            if choices > 0 {
                emit(listener, kind, from, Act::Rifle, all(may.has(from)), choices)?;
            }
            emit(listener, kind, from, Act::Rifle, all(!must.has(from)), 0)?;
        }
        ControlFlow::Continue(())
    }

    /// Captures on the way, moves that leave a trace.
    #[inline(always)]
    fn special<L: Listener<W>>(
        &self,
        kind: KindId,
        from: Site,
        mover: &Mover<W>,
        plain: SiteSet<W>,
        listener: &mut L,
    ) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let foes = state.by_side[us.other()];
        let occupied = state.occupied();
        let facts = tables.facts[us][kind.index()];
        let standing = occupied.minus(SiteSet::of(from));
        // The effect emitted last: rows that differ in their trace alone stand together.
        let mut last = None;
        for index in mover.specials.0..mover.specials.1 {
            let special = &tables.specials[index as usize];
            let Some(captured) = self.goes(special, standing, self.prey) else { continue };
            let plainly =
                special.end != End::Passant && special.captured.is_empty() && plain.has(special.to);
            let effect = (special.to, captured);
            if plainly || last == Some(effect) {
                continue;
            }
            last = Some(effect);
            if state.info.passed.has(special.to) && self.is_emitted(mover, index, effect, standing)
            {
                continue;
            }
            let landing = SiteSet::of(special.to);
            let free = if tables.safety == Safety::Replay {
                let (to, passed) = (special.to, special.passed);
                let step = PackedMove { from, to, captured, passed, ..PackedMove::of(kind) };
                self.royals.is_empty() || self.replays(&step)
            } else if captured.within(landing) {
                !self.safe(from, landing, occupied, foes).is_empty()
            } else {
                self.royals.is_empty() || self.survives(from, special.to, captured, None)
            };
            let region = if free { landing } else { SiteSet::EMPTY };
            self.emit(listener, facts, kind, from, Act::Special(index), region)?;
        }
        ControlFlow::Continue(())
    }

    /// Everything that `special` captures, if it can go.
    #[inline(always)]
    fn goes(
        &self,
        special: &SpecialMove<W>,
        standing: SiteSet<W>,
        foes: SiteSet<W>,
    ) -> Option<SiteSet<W>> {
        let landing = SiteSet::of(special.to);
        let ends = match special.end {
            End::Quiet => !landing.meets(standing),
            End::Capture => landing.meets(foes),
            End::Passant => {
                let victim = self.state.victim(special.to).filter(|&v| foes.has(v));
                !landing.meets(standing) && victim.is_some_and(|v| !special.captured.has(v))
            }
            End::Explicit => {
                let goes = self.asks(special, standing);
                return goes.then(|| special_captures(special, self.state));
            }
        };
        let ways = &self.tables.ways[special.ways.0 as usize..special.ways.1 as usize];
        let open = |(empty, full): &(SiteSet<W>, SiteSet<W>)| {
            !empty.meets(standing) && full.within(standing)
        };
        let goes = ends && special.captured.within(foes) && ways.iter().any(open);
        goes.then(|| special_captures(special, self.state))
    }

    /// Whether a move onto a passed cell was emitted before, as an ordinary capture en passant or as an
    /// earlier special.
    #[cold]
    fn is_emitted(
        &self,
        mover: &Mover<W>,
        index: u32,
        effect: (Site, SiteSet<W>),
        standing: SiteSet<W>,
    ) -> bool {
        let (to, captured) = effect;
        let foes = self.prey;
        let passant = self.state.victim(to).is_some_and(|v| captured == SiteSet::of(v))
            && self.passable(mover, self.state.occupied()).has(to);
        passant
            || (mover.specials.0..index).any(|earlier| {
                let earlier = &self.tables.specials[earlier as usize];
                earlier.to == to && self.goes(earlier, standing, foes) == Some(captured)
            })
    }

    #[inline(always)]
    fn castling<L: Listener<W>>(&self, listener: &mut L) -> ControlFlow<()> {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        if state.info.rights == 0 {
            return ControlFlow::Continue(());
        }
        let checked = self.guard.as_ref().is_some_and(|g| g.check_mask != self.all);
        let foes = state.by_side[us.other()];
        for (index, castle) in tables.castles[us].iter().enumerate() {
            let occupied = state.occupied();
            if state.info.rights & castle.right == 0 || castle.empty.meets(occupied) {
                continue;
            }
            let (from, to) = castle.king;
            if checked && castle.safe.has(from) {
                continue;
            }
            if self.allowed.is_some_and(|a| !a.castles_from(castle.kind).has(from)) {
                continue;
            }
            let walking = occupied.minus(SiteSet::of(from));
            let seen = |cell| {
                let standing = walking | SiteSet::of(cell);
                attacked(self.cpu, tables, state, us.other(), cell, standing, foes)
            };
            if castle.safe.into_iter().any(seen)
                || !self.survives(from, to, SiteSet::EMPTY, Some(castle.partner))
            {
                continue;
            }
            emit(listener, castle.kind, from, Act::Castle(index as u32), SiteSet::of(to), 0)?;
        }
        ControlFlow::Continue(())
    }
}

#[inline(always)]
fn emit<const W: usize, L: Listener<W>>(
    listener: &mut L,
    kind: KindId,
    from: Site,
    act: Act,
    region: SiteSet<W>,
    choices: u8,
) -> ControlFlow<()> {
    if region.is_empty() {
        return ControlFlow::Continue(());
    }
    listener.hear(Batch { kind, from, act, region, choices, among: Among::All })
}
