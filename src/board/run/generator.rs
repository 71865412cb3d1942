//! The fast generator: legal moves in batches, from tables.
//!
//! Owns: [`Generator`] and the loops over columns. Takes tables and a packed state; gives every legal effect
//! once, grouped by mover and kind of effect. Pieces that are free to go where they like are listed by
//! columns and by sets; a lone king by his own loop; whoever is pinned, touchy or unlike the others piece by
//! piece (`single.rs`), and what is no move of one piece in `extra.rs`. Invariant: agrees with
//! `reference.rs` everywhere.

mod ask;
mod bare;
mod crown;
mod extra;
mod owner;
mod single;

pub use ask::{Count, Fill, any, fill};

use crate::board::compile::cpu::Cpu;
use crate::board::compile::setwise::Setwise;
use crate::board::compile::tables::{Facts, Safety, Tables};
use crate::board::run::batch::{Act, Among, Batch, Listener};
use crate::board::run::safety::{Guard, attacked_inline, of_kinds};
use crate::board::run::state::State;
use crate::board::run::steps::Allowed;
use crate::board::space::site_set::{Site, SiteSet};
use crate::index::Id;
use crate::rules::ruleset::KindId;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Legality {
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
    own: SiteSet<W>,
    foes: SiteSet<W>,
    /// Own royal pieces, as far as their safety matters.
    royals: SiteSet<W>,
    /// The lone king's, where checks and pins tell which moves are legal; else every move is tried.
    guard: Option<Guard<W>>,
    legality: Legality,
    /// What may be captured.
    prey: SiteSet<W>,
    /// Own pieces that the step lets move.
    movers: SiteSet<W>,
    /// What else the step lets move.
    allowed: Option<Allowed<'a, W>>,
    /// Whether an enemy waits whom a capture may promote.
    waiting: bool,
    cpu: C,
}

const fn all<const W: usize>() -> SiteSet<W> {
    SiteSet([u64::MAX; W])
}

impl<'a, const W: usize, C: Cpu> Generator<'a, W, C> {
    #[inline(always)]
    fn new(cpu: C, whole: &'a Tables<W>, state: &'a State<W>, legality: Legality) -> Self {
        let (us, tables) = (state.side, whole.at(state));
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let royals = match legality {
            Legality::Legal => of_kinds(state, &tables.royals) & own,
            Legality::Pseudo => SiteSet::EMPTY,
        };
        let mut it = Generator {
            whole,
            tables,
            state,
            own,
            foes,
            royals,
            guard: None,
            legality,
            prey: foes,
            movers: own,
            allowed: None,
            waiting: false,
            cpu,
        };
        if tables.has_turns_or_waits() {
            it.restrict();
        }
        if matches!(tables.safety, Safety::Pins | Safety::Hurdles)
            && royals.is_single()
            && let Some(king) = royals.first()
        {
            it.guard = Some(Guard::new(tables, state, king)).filter(|g| !g.hurdles.checks);
        }
        it
    }

    /// What the step of a turn lets move and capture, and who waits.
    #[inline(never)]
    fn restrict(&mut self) {
        let (tables, state) = (self.tables, self.state);
        let them = state.side.other();
        if let Some(turn) = &tables.turn {
            // Between the steps of a turn a royal piece may stand attacked; no move captures one.
            self.prey = self.foes.minus(of_kinds(state, &tables.royals));
            let allowed = turn.now(tables, state);
            self.movers = allowed.movers(state) & self.own;
            self.allowed = Some(allowed);
        }
        self.waiting = tables.waits.as_ref().is_some_and(|w| w.any(state, them));
    }

    /// Gives every move to `listener`.
    #[inline(always)]
    fn list<L: Listener<W>>(&self, listener: &mut L) {
        let (tables, state) = (self.tables, self.state);
        let columns = &tables.columns[state.side];
        let (free, landing) = self.free();
        if !(free.is_empty() || landing.is_empty()) {
            self.columns(free, landing, listener);
            for &kind in &columns.setwise {
                if let Some(setwise) = &tables.setwise[state.side][kind.index()] {
                    let pieces = state.by_kind[kind] & free;
                    self.setwise(kind, setwise, pieces, landing, listener);
                }
            }
        }
        let mut singly = self.movers.minus(free);
        if let Some(kinds) = &columns.singly {
            singly |= kinds.of(&state.by_kind) & self.movers;
        }
        if let Some(guard) = &self.guard
            && singly.has(guard.king)
            && let kind = state.kind_at(guard.king)
            && tables.facts[state.side][kind.index()].is_plain_king()
            && !self.waiting
        {
            self.king(kind, guard.king, listener);
            singly = singly.minus(SiteSet::of(guard.king));
        }
        if !singly.is_empty() {
            self.singly(singly, listener);
        }
        if !state.info.passed.is_empty() {
            self.passants(listener);
        }
        if state.info.rights != 0 {
            self.castling(listener);
        }
        if tables.has_extras() {
            self.extras(listener);
        }
    }

    /// Pieces whose moves leave their royal pieces as safe as they are, and where they may land.
    #[inline(always)]
    fn free(&self) -> (SiteSet<W>, SiteSet<W>) {
        match &self.guard {
            Some(guard) if guard.hurdles.tender.is_empty() && !self.waiting => {
                let bound = guard.pinned | guard.hurdles.touchy;
                (self.movers.minus(bound), guard.check_mask)
            }
            None if self.royals.is_empty() => (self.movers, all()),
            Some(_) | None => (SiteSet::EMPTY, SiteSet::EMPTY),
        }
    }

    /// Moves of free pieces that land on `landing`, column by column.
    #[inline(always)]
    fn columns<L: Listener<W>>(&self, free: SiteSet<W>, landing: SiteSet<W>, listener: &mut L) {
        let (state, entries) = (self.state, &self.tables.entries[..]);
        let columns = &self.tables.columns[state.side];
        let occupied = self.own | self.foes;
        let (quiet, prey) = (landing.minus(occupied), self.prey & landing);
        let open = quiet | prey;
        let mut displace = |from: Site, region: SiteSet<W>| {
            emit(listener, state.kind_at(from), from, Act::Displace, region, 0);
        };
        for column in &columns.leaps {
            for from in column.kinds.of(&state.by_kind) & free {
                displace(from, column.rows[from] & open);
            }
        }
        for column in &columns.rides {
            for from in column.kinds.of(&state.by_kind) & free {
                displace(from, column.rows[from].reach(self.cpu, entries, occupied) & open);
            }
        }
        for column in &columns.split_leaps {
            for from in column.kinds.of(&state.by_kind) & free {
                let row = &column.rows[from];
                displace(from, row.0 & quiet | row.1 & prey);
            }
        }
        for column in &columns.split_rides {
            for from in column.kinds.of(&state.by_kind) & free {
                let row = &column.rows[from];
                let reach = row.lookup.reach(self.cpu, entries, occupied);
                displace(from, reach & (row.quiet & quiet | row.capture & prey));
            }
        }
    }

    /// All free pieces of a leaping kind at once, but for captures en passant.
    #[inline(always)]
    fn setwise<L: Listener<W>>(
        &self,
        kind: KindId,
        setwise: &Setwise<W>,
        pieces: SiteSet<W>,
        landing: SiteSet<W>,
        listener: &mut L,
    ) {
        let occupied = self.own | self.foes;
        let may = setwise.may_promote;
        // Shifts name their movers by distance; `from` says nothing.
        let nobody = Site::from_index(0);
        let mut send = |act: Act, region: SiteSet<W>| {
            if region.meets(may) {
                self.promote(listener, kind, nobody, act, region);
            } else {
                emit(listener, kind, nobody, act, region, 0);
            }
        };
        let (quiet, prey) = (landing.minus(occupied), self.prey & landing);
        for shift in &setwise.quiet {
            let region = (pieces & shift.sources).shifted(shift.delta) & quiet;
            send(Act::Shift(shift.delta), region);
        }
        for shift in &setwise.capture {
            let region = (pieces & shift.sources).shifted(shift.delta) & prey;
            send(Act::Shift(shift.delta), region);
        }
        for (index, push) in setwise.pushes.iter().enumerate() {
            let mut movers = pieces & push.sources;
            for &delta in &push.passed {
                movers = movers.shifted(delta).minus(occupied).shifted(-delta);
            }
            send(Act::Push(index as u32), movers.shifted(push.delta) & quiet);
        }
    }

    /// Steps of the lone king, each asked whether he is attacked there.
    #[inline(always)]
    fn king<L: Listener<W>>(&self, kind: KindId, from: Site, listener: &mut L) {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.foes;
        let mover = tables.mover(state.side, kind, from);
        let (quiet, capture) = self.targets(mover, occupied);
        let lifted = occupied.minus(SiteSet::of(from));
        let them = state.side.other();
        let mut safe = SiteSet::EMPTY;
        for to in quiet.minus(occupied) | (capture & self.prey) {
            let bit = SiteSet::of(to);
            let standing = self.foes.minus(bit);
            if !attacked_inline(tables, state, them, to, lifted | bit, standing) {
                safe |= bit;
            }
        }
        emit(listener, kind, from, Act::Displace, safe, 0);
    }

    /// Emits a region, promotions apart.
    #[inline(never)]
    fn promote(
        &self,
        listener: &mut dyn Listener<W>,
        kind: KindId,
        from: Site,
        act: Act,
        region: SiteSet<W>,
    ) {
        let facts = self.tables.facts[self.state.side][kind.index()];
        let (may, must, choices) = self.promoting(facts, kind, from);
        if choices > 0 {
            emit(listener, kind, from, act, region & may, choices);
        }
        emit(listener, kind, from, act, region.minus(must), 0);
    }

    /// The facts of a kind of the side to move.
    #[inline(always)]
    fn facts(&self, kind: KindId) -> Facts {
        self.tables.facts[self.state.side][kind.index()]
    }
}

#[inline(always)]
fn emit<const W: usize, L: Listener<W> + ?Sized>(
    listener: &mut L,
    kind: KindId,
    from: Site,
    act: Act,
    region: SiteSet<W>,
    choices: u8,
) {
    listener.hear(Batch { kind, from, act, region, choices, among: Among::All });
}
