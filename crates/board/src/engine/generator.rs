//! The move generator: lists legal moves as move sets, from the move tables.
//!
//! Most pieces are listed by columns (sliders with PEXT bitboards) or shifted as sets. A single
//! king has its own loop. Pinned pieces and kinds with special moves are listed piece by piece
//! (`per_piece.rs`), and all other moves in `extra.rs`. The result must agree with
//! `crates/reference/src/legal.rs`: every legal effect is emitted once.

pub(crate) mod ask;
pub(crate) mod extra;
mod per_piece;

use crate::engine::batch::{MoveKind, MoveSet, MoveSink};
use crate::engine::safety::CheckInfo;
use crate::engine::state::State;
use crate::engine::steps::StepFilter;
use crate::tables::cpu::Cpu;
use crate::tables::effects::Safety;
use crate::tables::move_tables::Tables;
use crate::tables::piece_rows::{DoubleStep, EpSources, JumpCapture, KindFlags, Shift};
use crate::tables::promotion::{TargetLists, TargetsId};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

/// The moves that are requested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Legality {
    /// Moves that leave no royal piece of their side attacked.
    Legal,
    /// Legal moves, and drops that give forbidden mates. The test for mate uses this level, so that
    /// it does not call itself.
    Reply,
    /// Pseudo-legal moves, which may leave royal pieces attacked.
    Pseudo,
}

#[derive(Clone, Copy)]
struct Generator<'a, const W: usize, C: Cpu> {
    /// Tables of the game.
    whole: &'a Tables<W>,
    /// Tables of the current arrangement.
    tables: &'a Tables<W>,
    state: &'a State<W>,
    /// Pieces that the side may not capture: its own and those of its allies.
    own: SiteSet<W>,
    /// All other pieces.
    enemies: SiteSet<W>,
    /// Cells with blocking pieces.
    blockers: SiteSet<W>,
    /// Own royal pieces; empty if king safety is ignored.
    royals: SiteSet<W>,
    /// Checks and pins of a single king, if they decide which moves are legal. If this is `None`,
    /// moves are verified.
    guard: Option<CheckInfo<W>>,
    /// A move that changes none of these cells cannot expose a royal piece. All cells if this is
    /// unknown.
    critical_squares: SiteSet<W>,
    legality: Legality,
    /// Enemy pieces that may be captured.
    capturable: SiteSet<W>,
    /// Own pieces that the current step of the turn allows to move.
    movers: SiteSet<W>,
    /// Further restrictions by steps of the turn, pending promotions and transparent kinds.
    restriction: Option<&'a StepRestriction<'a, W>>,
    cpu: C,
}

/// The pieces with moves that [`Generator::plain`] has not emitted.
#[derive(Clone, Copy)]
struct Remaining<const W: usize> {
    /// Pieces whose moves all remain.
    per_piece: SiteSet<W>,
    /// Pieces whose special moves remain.
    specials: SiteSet<W>,
    /// Promotion cells of moves that are listed for all pieces of a kind at once. The moves to
    /// these cells remain.
    promoting: SiteSet<W>,
    /// The cells that the steps of the king have tested. Castling need not test them again.
    king: KingSteps<W>,
}

/// Cells to which a single king can step, in two groups: cells where it is safe, and attacked ones.
#[derive(Clone, Copy)]
struct KingSteps<const W: usize> {
    safe: SiteSet<W>,
    attacked: SiteSet<W>,
}

impl<const W: usize> KingSteps<W> {
    /// The value if no cell was tested.
    const UNKNOWN: KingSteps<W> = KingSteps { safe: SiteSet::EMPTY, attacked: SiteSet::EMPTY };
}

impl<const W: usize> Remaining<W> {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        (self.per_piece | self.specials | self.promoting).is_empty()
    }
}

/// The restrictions of this step: which pieces may move, may be captured and block, and whether the
/// opponent has a pending promotion.
struct StepRestriction<'a, const W: usize> {
    movers: SiteSet<W>,
    prey: SiteSet<W>,
    blockers: SiteSet<W>,
    allowed: Option<StepFilter<'a, W>>,
    waiting: bool,
}

impl<'a, const W: usize> StepRestriction<'a, W> {
    /// The restrictions of `state`; `None` in games without any.
    #[inline(always)]
    fn of(tables: &'a Tables<W>, state: &State<W>) -> Option<StepRestriction<'a, W>> {
        tables.mode.restricts.then(|| StepRestriction::new(tables, state))
    }

    #[inline(never)]
    fn new(tables: &'a Tables<W>, state: &State<W>) -> StepRestriction<'a, W> {
        let us = state.side;
        let (mut movers, mut prey) = (state.by_side[us], state.foes(tables, us));
        let enemies = || state.enemies(tables, us).into_iter();
        let allowed = tables.turn.as_ref().map(|turn| turn.now(tables, state));
        if let Some(allowed) = &allowed {
            // In a turn of several steps, a royal piece may stay attacked, but no move captures it.
            for enemy in enemies() {
                prey = prey.minus(state.untouchable(tables, enemy));
            }
            movers &= allowed.movers(state);
        }
        let pending = tables.moves.pending_promotion.as_ref();
        let waiting = pending.is_some_and(|w| enemies().any(|enemy| w.any(state, enemy)));
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
        let (own, enemies) = (state.friends(tables, us), state.foes(tables, us));
        let royals = match legality {
            Legality::Legal | Legality::Reply => state.royals(tables) & state.by_side[us],
            Legality::Pseudo => SiteSet::EMPTY,
        };
        let (movers, capturable, blockers) = restriction
            .map_or((state.by_side[us], enemies, own | enemies), |r| {
                (r.movers, r.prey, r.blockers)
            });
        let guarded = matches!(tables.mode.safety, Safety::Pins | Safety::Hurdles);
        let (guard, critical_squares) = match royals.first() {
            Some(king) if guarded && royals.is_single() => {
                let guard = CheckInfo::new(tables, state, king);
                let guard = match tables.mode.safety {
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
            enemies,
            blockers,
            royals,
            guard,
            critical_squares,
            legality,
            capturable,
            movers,
            restriction,
            cpu,
        }
    }

    /// Emits the moves of free pieces and of a single king. Returns the pieces whose moves remain.
    #[inline(always)]
    fn plain<L: MoveSink<W>>(&self, sink: &mut L) -> Remaining<W> {
        let (tables, state) = (self.tables, self.state);
        let columns = &tables.moves.columns[state.side];
        let (free, landing) = self.free();
        let mut promoting = SiteSet::EMPTY;
        if !free.is_empty() {
            self.columns(free, landing, sink);
            promoting = self.setwise(free, landing, sink);
            for &kind in &columns.mixed {
                self.mixed(kind, state.of_kind(kind) & free, landing, sink);
            }
        }
        let unverified_rifles = self.rifles(sink);
        let mut per_piece = self.movers.minus(free);
        for &class in &columns.singly {
            per_piece |= state.by_class[class] & self.movers;
        }
        let mut king_steps = KingSteps::UNKNOWN;
        let mut specials = unverified_rifles;
        if let Some(guard) = &self.guard
            && per_piece.has(guard.king)
            && let kind = state.kind_at(guard.king)
            && self.facts(kind).is_plain_king()
            && !self.waiting()
        {
            let king = SiteSet::of(guard.king);
            king_steps = self.king(kind, guard.king, self.castling_cells(guard), sink);
            per_piece = per_piece.minus(king);
            specials |= if self.facts(kind).special { king } else { SiteSet::EMPTY };
        }
        Remaining { per_piece, specials, promoting, king: king_steps }
    }

    /// True if an enemy piece waits for a promotion. A capture may make a kind available for it.
    #[inline(always)]
    fn waiting(&self) -> bool {
        self.restriction.is_some_and(|r| r.waiting)
    }

    /// The filter of the current step, in games whose turns have steps.
    #[inline(always)]
    fn allowed(&self) -> Option<&'a StepFilter<'a, W>> {
        self.restriction.and_then(|r| r.allowed.as_ref())
    }

    /// Emits the remaining moves of pieces on the board, and all other moves.
    #[inline(always)]
    fn remaining_moves(&self, left: Remaining<W>, sink: &mut dyn MoveSink<W>) {
        // These methods take a copy of the generator, so that `self` can stay in registers.
        if !left.is_empty() {
            (*self).per_piece(left, sink);
        }
        if !self.state.info.passed.is_empty() && may_capture_en_passant(self.tables, self.state) {
            (*self).passants(sink);
        }
        if self.state.info.rights != 0 {
            self.castling(left.king, sink);
        }
        if self.tables.mode.has_extras {
            (*self).extras(sink);
        }
    }

    /// The pieces that can move without exposing a royal piece, and their allowed destinations.
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

    /// Emits the moves of the pieces in `free` to the cells of `landing`, column by column. A
    /// column contains the rows of pieces of several kinds.
    #[inline(always)]
    fn columns<L: MoveSink<W>>(&self, free: SiteSet<W>, landing: SiteSet<W>, sink: &mut L) {
        let (state, entries) = (self.state, &self.tables.moves.entries[..]);
        let columns = &self.tables.moves.columns[state.side];
        let occupied = self.own | self.enemies;
        let (quiet, victims) = (landing.minus(occupied), self.capturable & landing);
        let open = quiet | victims;
        let mut displace = |from: Site, region: SiteSet<W>| {
            emit(sink, state.kind_at(from), from, MoveKind::Displace, region);
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
                displace(from, row.0 & quiet | row.1 & victims);
            });
        }
        for column in &columns.split_rides {
            let own = state.by_class[column.class] & free & column.sites;
            own.each(|from| {
                let row = &column.rows[from];
                let reach = row.lookup.reach(self.cpu, entries, self.blockers);
                displace(from, reach & (row.quiet & quiet | row.capture & victims));
            });
        }
    }

    /// Emits the moves of free pieces of the kinds that are shifted as sets, except for captures en
    /// passant. Returns the promotion cells that shifts reach. These shifts are not emitted.
    #[inline(always)]
    fn setwise<L: MoveSink<W>>(
        &self,
        free: SiteSet<W>,
        landing: SiteSet<W>,
        sink: &mut L,
    ) -> SiteSet<W> {
        let setwise = &self.tables.moves.columns[self.state.side].setwise;
        let mut promoting = SiteSet::EMPTY;
        let (quiet, victims) = (landing.minus(self.own | self.enemies), self.capturable & landing);
        for shift in &setwise.quiet {
            let region = self.shifted(shift, free) & quiet;
            promoting |= emit_shift(sink, shift, MoveKind::Shift(shift.delta), region);
        }
        for shift in &setwise.capture {
            let region = self.shifted(shift, free) & victims;
            promoting |= emit_shift(sink, shift, MoveKind::Shift(shift.delta), region);
        }
        for push in &setwise.pushes {
            let region = self.pushed(push, free) & quiet;
            promoting |= emit_shift(sink, &push.shift, MoveKind::Push(push.number), region);
        }
        for jump in &setwise.jumps {
            let region = self.jumped(jump, free) & quiet;
            promoting |= emit_shift(sink, &jump.shift, jump_kind(jump), region);
        }
        promoting
    }

    /// The destinations of the pieces of `free` by `shift`, whether occupied or not.
    #[inline(always)]
    fn shifted(&self, shift: &Shift<W>, free: SiteSet<W>) -> SiteSet<W> {
        (self.state.of_kind(shift.kind) & free & shift.sources).shifted(shift.delta)
    }

    /// The destinations of the pieces of `free` by `push`, whether occupied or not.
    #[inline(always)]
    fn pushed(&self, push: &DoubleStep<W>, free: SiteSet<W>) -> SiteSet<W> {
        let DoubleStep { shift, passed, .. } = push;
        let movers = self.state.of_kind(shift.kind) & free & shift.sources;
        let on_the_way = movers.shifted(*passed).minus(self.blockers);
        let (on_the_way, at) = if push.further.is_empty() {
            (on_the_way, *passed)
        } else {
            further(push, on_the_way, self.blockers)
        };
        on_the_way.shifted(shift.delta - at)
    }

    /// The destinations of the pieces of `free` by `jump`, whether occupied or not.
    #[inline(always)]
    fn jumped(&self, jump: &JumpCapture<W>, free: SiteSet<W>) -> SiteSet<W> {
        let JumpCapture { shift, over } = jump;
        let movers = self.state.of_kind(shift.kind) & free & shift.sources;
        let victims = movers.shifted(*over) & self.capturable;
        victims.shifted(shift.delta - over)
    }

    /// Emits the shifts, pushes and jumps of free pieces that `setwise` left out because they reach
    /// a promotion cell.
    fn promoting(&self, sink: &mut dyn MoveSink<W>) {
        let (free, landing) = self.free();
        let setwise = &self.tables.moves.columns[self.state.side].setwise;
        let (quiet, victims) = (landing.minus(self.own | self.enemies), self.capturable & landing);
        let mut send = |shift: &Shift<W>, act: MoveKind, region: SiteSet<W>| {
            if region.meets(shift.may_promote) {
                self.promote(shift.kind, shift.any, act, region, sink);
            }
        };
        for shift in &setwise.quiet {
            send(shift, MoveKind::Shift(shift.delta), self.shifted(shift, free) & quiet);
        }
        for shift in &setwise.capture {
            send(shift, MoveKind::Shift(shift.delta), self.shifted(shift, free) & victims);
        }
        for push in &setwise.pushes {
            send(&push.shift, MoveKind::Push(push.number), self.pushed(push, free) & quiet);
        }
        for jump in &setwise.jumps {
            send(&jump.shift, jump_kind(jump), self.jumped(jump, free) & quiet);
        }
    }

    /// Emits the moves of free pieces of a kind that promotes, or that has several paths to the
    /// same cell.
    #[inline(always)]
    fn mixed<L: MoveSink<W>>(
        &self,
        kind: KindId,
        pieces: SiteSet<W>,
        landing: SiteSet<W>,
        sink: &mut L,
    ) {
        let (tables, us) = (self.tables, self.state.side);
        let occupied = self.own | self.enemies;
        let promotion = &tables.moves.promotion[us][kind.index()];
        let promotes = self.facts(kind).promotes;
        pieces.each(|from| {
            let (quiet, capture) = self.targets(tables.mover(us, kind, from));
            let region = (quiet.minus(occupied) | (capture & self.capturable)) & landing;
            if promotes && region.meets(promotion.may(from)) {
                self.promote(kind, from, MoveKind::Displace, region, sink);
            } else {
                emit(sink, kind, from, MoveKind::Displace, region);
            }
        });
    }

    /// Emits the moves to `region`, divided into promotions and other moves.
    #[inline(always)]
    fn promote<L: MoveSink<W> + ?Sized>(
        &self,
        kind: KindId,
        from: Site,
        act: MoveKind,
        region: SiteSet<W>,
        sink: &mut L,
    ) {
        let us = self.state.side;
        let mut others = region;
        for group in self.tables.moves.promotion[us][kind.index()].groups(from) {
            let choices = self.state.promotion_choices(self.tables, us, group.targets);
            emit_promoted(sink, kind, from, act, region & group.may, choices, group.targets);
            others = group.others(others, choices);
        }
        emit(sink, kind, from, act, others);
    }

    /// Emits captures without moving, from columns. Returns the pieces whose captures must be
    /// verified one by one.
    #[inline(always)]
    fn rifles<L: MoveSink<W>>(&self, sink: &mut L) -> SiteSet<W> {
        let (state, mut unverified) = (self.state, SiteSet::EMPTY);
        for column in &self.tables.moves.columns[state.side].rifles {
            let own = state.by_class[column.class] & self.movers;
            let victims = match &self.guard {
                // An enemy piece may block an attack by its own side, so its capture could expose
                // the king. If the king is in check, only the checking piece may be captured.
                Some(guard) if !self.waiting() => {
                    guard.check_mask.minus(guard.blockers) & self.capturable
                }
                None if self.royals.is_empty() => self.capturable,
                Some(_) | None => {
                    unverified |= own;
                    continue;
                }
            };
            own.each(|from| {
                let region = column.rows[from] & victims;
                emit(sink, state.kind_at(from), from, MoveKind::Rifle, region);
            });
        }
        unverified
    }

    /// The flags of a kind of the side to move.
    #[inline(always)]
    fn facts(&self, kind: KindId) -> KindFlags {
        self.tables.moves.facts[self.state.side][kind]
    }
}

/// True if a piece of the side to move might capture en passant. May be true although no such move
/// is legal.
#[inline(never)]
fn may_capture_en_passant<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    let (us, passed) = (state.side, state.info.passed);
    let reaches = |ep_sources: &EpSources<W>| {
        let pieces = state.of_kind(ep_sources.kind) & state.by_side[us];
        passed.into_iter().any(|cell| ep_sources.from[cell.index()].meets(pieces))
    };
    !tables.moves.ep_kinds[us].is_empty()
        || tables.moves.columns[us].setwise.entrances.iter().any(reaches)
}

/// Continues a push of the `movers`, which have reached the first passed cell. Returns the cells of
/// those that can move on over empty cells to the last passed cell, and their distance.
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

fn jump_kind<const W: usize>(jump: &JumpCapture<W>) -> MoveKind {
    MoveKind::Jump { delta: jump.shift.delta, over: jump.over }
}

#[inline(always)]
fn emit<const W: usize, L: MoveSink<W> + ?Sized>(
    sink: &mut L,
    kind: KindId,
    from: Site,
    act: MoveKind,
    region: SiteSet<W>,
) {
    sink.add(MoveSet { kind, from, act, region, choices: 0, targets: TargetLists::NOTHING });
}

/// Emits a shift that reaches no promotion cell. If it reaches some, emits nothing and returns
/// these cells.
#[inline(always)]
fn emit_shift<const W: usize, L: MoveSink<W>>(
    sink: &mut L,
    shift: &Shift<W>,
    act: MoveKind,
    region: SiteSet<W>,
) -> SiteSet<W> {
    let may = region & shift.may_promote;
    if may.is_empty() {
        // A shift is identified by its distance and its destination, so `from` may be any site.
        emit(sink, shift.kind, shift.any, act, region);
    }
    may
}

/// Emits promotions, if one of the kinds in `targets` is available.
#[inline(always)]
fn emit_promoted<const W: usize, L: MoveSink<W> + ?Sized>(
    sink: &mut L,
    kind: KindId,
    from: Site,
    act: MoveKind,
    region: SiteSet<W>,
    choices: u8,
    targets: TargetsId,
) {
    if choices > 0 {
        sink.add(MoveSet { kind, from, act, region, choices, targets });
    }
}
