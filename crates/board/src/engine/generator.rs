//! The fast generator: legal moves in batches, from tables.
//!
//! Owns: `Generator` and the loops over columns. Takes tables and a packed state; gives every legal effect
//! once, grouped by mover and kind of effect. Pieces that are free to go where they like are listed by
//! columns and by sets; a lone king by his own loop; whoever is pinned, touchy or unlike the others piece by
//! piece (`per_piece.rs`), and what is no move of one piece in `extra.rs`. Invariant: agrees with
//! `reference/legal.rs` everywhere.

pub(crate) mod ask;
mod extra;
mod king;
mod owner_dependent;
mod passes_and_slides;
mod per_piece;
mod royal_promotion;

use crate::engine::batch::{MoveKind, MoveSet, MoveSink};
use crate::engine::safety::CheckInfo;
use crate::engine::state::State;
use crate::engine::steps::StepFilter;
use crate::tables::cpu::Cpu;
use crate::tables::move_tables::Tables;
use crate::tables::piece_rows::KindFlags;
use crate::tables::promotion::{TargetLists, TargetsId};
use crate::tables::royals::Safety;
use crate::tables::setwise::{DoubleStep, EpSources, JumpCapture, Shift};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Legality {
    /// Those that leave no royal piece attacked.
    Legal,
    /// The same, and drops that mate and may not: whether a drop mates is asked without asking it of the replies.
    Reply,
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
    enemies: SiteSet<W>,
    /// What is in the way.
    blockers: SiteSet<W>,
    /// Own royal pieces, as far as their safety matters.
    royals: SiteSet<W>,
    /// The lone king's, where checks and pins tell which moves are legal; else every move is tried.
    guard: Option<CheckInfo<W>>,
    /// Where such a move has to come or go to let a royal piece be attacked; all cells if that is not known.
    critical_squares: SiteSet<W>,
    legality: Legality,
    /// What may be captured.
    capturable: SiteSet<W>,
    /// Own pieces that the step lets move.
    movers: SiteSet<W>,
    /// What else turns and waiting pieces mean.
    restriction: Option<&'a StepRestriction<'a, W>>,
    cpu: C,
}

/// Pieces whose moves the loops over columns leave to be listed.
#[derive(Clone, Copy)]
struct Remaining<const W: usize> {
    /// All their moves.
    per_piece: SiteSet<W>,
    /// What they do besides stepping and capturing where they end.
    specials: SiteSet<W>,
    /// Where free pieces that move all at once may promote.
    promoting: SiteSet<W>,
}

impl<const W: usize> Remaining<W> {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        (self.per_piece | self.specials | self.promoting).is_empty()
    }
}

/// What the step of a turn lets move and capture, who waits, and what is in the way.
struct StepRestriction<'a, const W: usize> {
    movers: SiteSet<W>,
    prey: SiteSet<W>,
    blockers: SiteSet<W>,
    allowed: Option<StepFilter<'a, W>>,
    waiting: bool,
}

impl<'a, const W: usize> StepRestriction<'a, W> {
    /// Of a game that has any.
    #[inline(always)]
    fn of(tables: &'a Tables<W>, state: &State<W>) -> Option<StepRestriction<'a, W>> {
        tables.restricts.then(|| StepRestriction::new(tables, state))
    }

    #[inline(never)]
    fn new(tables: &'a Tables<W>, state: &State<W>) -> StepRestriction<'a, W> {
        let them = state.side.other();
        let (mut movers, mut prey) = (state.by_side[state.side], state.by_side[them]);
        let allowed = tables.turn.as_ref().map(|turn| turn.now(tables, state));
        if let Some(allowed) = &allowed {
            // Between the steps of a turn a royal piece may stand attacked; no move captures one.
            prey = prey.minus(state.untouchable(tables, them));
            movers &= allowed.movers(state);
        }
        let waiting = tables.pending_promotion.as_ref().is_some_and(|w| w.any(state, them));
        let blockers = state.blockers(tables, state.occupied());
        StepRestriction { movers, prey, blockers, allowed, waiting }
    }
}

impl<'a, const W: usize, C: Cpu> Generator<'a, W, C> {
    #[inline(always)]
    fn new(
        cpu: C,
        (whole, tables): (&'a Tables<W>, &'a Tables<W>),
        state: &'a State<W>,
        legality: Legality,
        restriction: Option<&'a StepRestriction<'a, W>>,
    ) -> Self {
        let us = state.side;
        let (own, foes) = (state.by_side[us], state.by_side[us.other()]);
        let royals = match legality {
            Legality::Legal | Legality::Reply => state.royals(tables) & own,
            Legality::Pseudo => SiteSet::EMPTY,
        };
        let (movers, prey, blockers) =
            restriction.map_or((own, foes, own | foes), |r| (r.movers, r.prey, r.blockers));
        let guarded = matches!(tables.safety, Safety::Pins | Safety::Hurdles);
        let (guard, sensitive) = match royals.first() {
            Some(king) if guarded && royals.is_single() => {
                let guard = CheckInfo::new(tables, state, king);
                let guard = match tables.safety {
                    Safety::Hurdles => guard.over_hurdles(tables, state),
                    Safety::Pins | Safety::Trial | Safety::Replay | Safety::None => Some(guard),
                };
                (guard, SiteSet::ALL)
            }
            Some(_) => (None, state.critical_squares(tables, us)),
            None => (None, SiteSet::ALL),
        };
        Generator {
            whole,
            tables,
            state,
            own,
            enemies: foes,
            blockers,
            royals,
            guard,
            critical_squares: sensitive,
            legality,
            capturable: prey,
            movers,
            restriction,
            cpu,
        }
    }

    /// Gives the moves of free pieces and the steps of a lone king to `listener`; whose moves are left.
    #[inline(always)]
    fn plain<L: MoveSink<W>>(&self, listener: &mut L) -> Remaining<W> {
        let (tables, state) = (self.tables, self.state);
        let columns = &tables.columns[state.side];
        let (free, landing) = self.free();
        let mut promoting = SiteSet::EMPTY;
        if !free.is_empty() {
            self.columns(free, landing, listener);
            promoting = self.setwise(free, landing, listener);
            for &kind in &columns.mixed {
                self.mixed(kind, state.of_kind(kind) & free, landing, listener);
            }
        }
        let shooters = self.rifles(listener);
        let mut singly = self.movers.minus(free);
        for &class in &columns.singly {
            singly |= state.by_class[class] & self.movers;
        }
        let mut specials = shooters;
        if let Some(guard) = &self.guard
            && singly.has(guard.king)
            && let kind = state.kind_at(guard.king)
            && self.facts(kind).is_plain_king()
            && !self.waiting()
        {
            let king = SiteSet::of(guard.king);
            self.king(kind, guard.king, listener);
            singly = singly.minus(king);
            specials |= if self.facts(kind).special { king } else { SiteSet::EMPTY };
        }
        Remaining { per_piece: singly, specials, promoting }
    }

    /// Whether an enemy waits whom a capture may promote.
    #[inline(always)]
    fn waiting(&self) -> bool {
        self.restriction.is_some_and(|r| r.waiting)
    }

    /// What the step of a turn of several lets move.
    #[inline(always)]
    fn allowed(&self) -> Option<&'a StepFilter<'a, W>> {
        self.restriction.and_then(|r| r.allowed.as_ref())
    }

    /// Gives the moves of `left` to `listener`, each for itself, and all that is no move of one piece.
    #[inline(always)]
    fn remaining_moves(&self, left: Remaining<W>, listener: &mut dyn MoveSink<W>) {
        // Copies, so that this one need not lie in memory.
        if !left.is_empty() {
            (*self).per_piece(left, listener);
        }
        if !self.state.info.passed.is_empty() && enters(self.tables, self.state) {
            (*self).passants(listener);
        }
        if self.state.info.rights != 0 {
            self.castling(listener);
        }
        if self.tables.has_extras {
            (*self).extras(listener);
        }
    }

    /// Pieces whose moves leave their royal pieces as safe as they are, and where they may land.
    #[inline(always)]
    fn free(&self) -> (SiteSet<W>, SiteSet<W>) {
        match &self.guard {
            Some(guard) if guard.hurdle_squares.is_empty() && !self.waiting() => {
                (self.movers.minus(guard.blockers | guard.hurdle_pinned), guard.check_mask)
            }
            None if self.royals.is_empty() => (self.movers, SiteSet::ALL),
            Some(_) | None => (SiteSet::EMPTY, SiteSet::EMPTY),
        }
    }

    /// Moves of free pieces that land on `landing`, column by column.
    #[inline(always)]
    fn columns<L: MoveSink<W>>(&self, free: SiteSet<W>, landing: SiteSet<W>, listener: &mut L) {
        let (state, entries) = (self.state, &self.tables.entries[..]);
        let columns = &self.tables.columns[state.side];
        let occupied = self.own | self.enemies;
        let (quiet, prey) = (landing.minus(occupied), self.capturable & landing);
        let open = quiet | prey;
        let mut displace = |from: Site, region: SiteSet<W>| {
            emit(listener, state.kind_at(from), from, MoveKind::Displace, region);
        };
        for column in &columns.leaps {
            let own = state.by_class[column.class] & free & column.sites;
            own.each(|from| displace(from, column.rows[from] & open));
        }
        for column in &columns.rides {
            let own = state.by_class[column.class] & free & column.sites;
            own.each(|from| {
                displace(from, column.rows[from].reach(self.cpu, entries, self.blockers) & open);
            });
        }
        for column in &columns.split_leaps {
            let own = state.by_class[column.class] & free & column.sites;
            own.each(|from| {
                let row = &column.rows[from];
                displace(from, row.0 & quiet | row.1 & prey);
            });
        }
        for column in &columns.split_rides {
            let own = state.by_class[column.class] & free & column.sites;
            own.each(|from| {
                let row = &column.rows[from];
                let reach = row.lookup.reach(self.cpu, entries, self.blockers);
                displace(from, reach & (row.quiet & quiet | row.capture & prey));
            });
        }
    }

    /// All free pieces of leaping kinds at once, but for captures en passant and where they may promote:
    /// these cells are given back.
    #[inline(always)]
    fn setwise<L: MoveSink<W>>(
        &self,
        free: SiteSet<W>,
        landing: SiteSet<W>,
        listener: &mut L,
    ) -> SiteSet<W> {
        let setwise = &self.tables.columns[self.state.side].setwise;
        let mut promoting = SiteSet::EMPTY;
        let (quiet, prey) = (landing.minus(self.own | self.enemies), self.capturable & landing);
        for shift in &setwise.quiet {
            let region = self.shifted(shift, free) & quiet;
            promoting |= emit_shift(listener, shift, MoveKind::Shift(shift.delta), region);
        }
        for shift in &setwise.capture {
            let region = self.shifted(shift, free) & prey;
            promoting |= emit_shift(listener, shift, MoveKind::Shift(shift.delta), region);
        }
        for push in &setwise.pushes {
            let region = self.pushed(push, free) & quiet;
            promoting |= emit_shift(listener, &push.shift, MoveKind::Push(push.number), region);
        }
        for jump in &setwise.jumps {
            let region = self.jumped(jump, free) & quiet;
            promoting |= emit_shift(listener, &jump.shift, act_of(jump), region);
        }
        promoting
    }

    /// Where the pieces of `free` get by `shift`.
    #[inline(always)]
    fn shifted(&self, shift: &Shift<W>, free: SiteSet<W>) -> SiteSet<W> {
        (self.state.of_kind(shift.kind) & free & shift.sources).shifted(shift.delta)
    }

    /// Where the pieces of `free` get by `push`.
    #[inline(always)]
    fn pushed(&self, push: &DoubleStep<W>, free: SiteSet<W>) -> SiteSet<W> {
        let DoubleStep { shift, passed, .. } = push;
        let movers = self.state.of_kind(shift.kind) & free & shift.sources;
        let on_the_way = movers.shifted(*passed).minus(self.blockers);
        let (on_the_way, at) = match push.further.is_empty() {
            true => (on_the_way, *passed),
            false => further(push, on_the_way, self.blockers),
        };
        on_the_way.shifted(shift.delta - at)
    }

    /// Where the pieces of `free` get by `jump`, whoever stands there.
    #[inline(always)]
    fn jumped(&self, jump: &JumpCapture<W>, free: SiteSet<W>) -> SiteSet<W> {
        let JumpCapture { shift, over } = jump;
        let movers = self.state.of_kind(shift.kind) & free & shift.sources;
        let victims = movers.shifted(*over) & self.capturable;
        victims.shifted(shift.delta - over)
    }

    /// The shifts, pushes and jumps of free pieces of which some promote, or may.
    fn promoting(&self, listener: &mut dyn MoveSink<W>) {
        let (free, landing) = self.free();
        let setwise = &self.tables.columns[self.state.side].setwise;
        let (quiet, prey) = (landing.minus(self.own | self.enemies), self.capturable & landing);
        let mut send = |shift: &Shift<W>, act: MoveKind, region: SiteSet<W>| {
            if region.meets(shift.may_promote) {
                self.promote(shift.kind, shift.any, act, region, listener);
            }
        };
        for shift in &setwise.quiet {
            send(shift, MoveKind::Shift(shift.delta), self.shifted(shift, free) & quiet);
        }
        for shift in &setwise.capture {
            send(shift, MoveKind::Shift(shift.delta), self.shifted(shift, free) & prey);
        }
        for push in &setwise.pushes {
            send(&push.shift, MoveKind::Push(push.number), self.pushed(push, free) & quiet);
        }
        for jump in &setwise.jumps {
            send(&jump.shift, act_of(jump), self.jumped(jump, free) & quiet);
        }
    }

    /// Free pieces of a kind that promotes, or whose ways meet.
    #[inline(always)]
    fn mixed<L: MoveSink<W>>(
        &self,
        kind: KindId,
        pieces: SiteSet<W>,
        landing: SiteSet<W>,
        listener: &mut L,
    ) {
        let (tables, us) = (self.tables, self.state.side);
        let occupied = self.own | self.enemies;
        let promotion = &tables.promotion[us][kind.index()];
        let promotes = self.facts(kind).promotes;
        pieces.each(|from| {
            let (quiet, capture) = self.targets(tables.mover(us, kind, from));
            let region = (quiet.minus(occupied) | (capture & self.capturable)) & landing;
            if promotes && region.meets(promotion.may(from)) {
                self.promote(kind, from, MoveKind::Displace, region, listener);
            } else {
                emit(listener, kind, from, MoveKind::Displace, region);
            }
        });
    }

    /// Emits a region, promotions apart.
    #[inline(always)]
    fn promote<L: MoveSink<W> + ?Sized>(
        &self,
        kind: KindId,
        from: Site,
        act: MoveKind,
        region: SiteSet<W>,
        listener: &mut L,
    ) {
        let us = self.state.side;
        let mut others = region;
        for group in self.tables.promotion[us][kind.index()].groups(from) {
            let choices = self.state.promotion_choices(self.tables, us, group.targets);
            emit_promoted(listener, kind, from, act, region & group.may, choices, group.targets);
            others = group.others(others, choices);
        }
        emit(listener, kind, from, act, others);
    }

    /// Captures without moving that a column has; pieces of which each has to be tried.
    #[inline(always)]
    fn rifles<L: MoveSink<W>>(&self, listener: &mut L) -> SiteSet<W> {
        let (state, mut tried) = (self.state, SiteSet::EMPTY);
        for column in &self.tables.columns[state.side].rifles {
            let own = state.by_class[column.class] & self.movers;
            let victims = match &self.guard {
                // Who shields the king from his own side's slider stays, and what gives check goes.
                Some(guard) if !self.waiting() => {
                    guard.check_mask.minus(guard.blockers) & self.capturable
                }
                None if self.royals.is_empty() => self.capturable,
                Some(_) | None => {
                    tried |= own;
                    continue;
                }
            };
            own.each(|from| {
                let region = column.rows[from] & victims;
                emit(listener, state.kind_at(from), from, MoveKind::Rifle, region);
            });
        }
        tried
    }

    /// The facts of a kind of the side to move.
    #[inline(always)]
    fn facts(&self, kind: KindId) -> KindFlags {
        self.tables.facts[self.state.side][kind]
    }
}

/// Whether a piece of the side to move might enter a cell just passed.
#[inline(never)]
fn enters<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    let (us, passed) = (state.side, state.info.passed);
    let reaches = |entrances: &EpSources<W>| {
        let pieces = state.of_kind(entrances.kind) & state.by_side[us];
        passed.into_iter().any(|cell| entrances.from[cell.index()].meets(pieces))
    };
    !tables.ep_kinds[us].is_empty() || tables.columns[us].setwise.entrances.iter().any(reaches)
}

/// Those of `movers` that find the cells after the first empty as well, and how far they have come.
#[cold]
fn further<const W: usize>(
    push: &DoubleStep<W>,
    mut movers: SiteSet<W>,
    occupied: SiteSet<W>,
) -> (SiteSet<W>, i16) {
    let mut at = push.passed;
    for &delta in &push.further {
        movers = movers.shifted(delta - at).minus(occupied);
        at = delta;
    }
    (movers, at)
}

fn act_of<const W: usize>(jump: &JumpCapture<W>) -> MoveKind {
    MoveKind::Jump { delta: jump.shift.delta, over: jump.over }
}

#[inline(always)]
fn emit<const W: usize, L: MoveSink<W> + ?Sized>(
    listener: &mut L,
    kind: KindId,
    from: Site,
    act: MoveKind,
    region: SiteSet<W>,
) {
    listener.add(MoveSet { kind, from, act, region, choices: 0, targets: TargetLists::NOTHING });
}

/// Emits a shift of which nothing may promote; the cells where some may, and then it is left to be listed apart.
#[inline(always)]
fn emit_shift<const W: usize, L: MoveSink<W>>(
    listener: &mut L,
    shift: &Shift<W>,
    act: MoveKind,
    region: SiteSet<W>,
) -> SiteSet<W> {
    let may = region & shift.may_promote;
    if may.is_empty() {
        // Shifts name their movers by distance.
        emit(listener, shift.kind, shift.any, act, region);
    }
    may
}

/// Emits promotions to the `choices` kinds that are left of `targets`.
#[inline(always)]
fn emit_promoted<const W: usize, L: MoveSink<W> + ?Sized>(
    listener: &mut L,
    kind: KindId,
    from: Site,
    act: MoveKind,
    region: SiteSet<W>,
    choices: u8,
    targets: TargetsId,
) {
    if choices > 0 {
        listener.add(MoveSet { kind, from, act, region, choices, targets });
    }
}
