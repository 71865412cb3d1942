//! Moves of one piece after another: of those that are pinned or touchy, and of kinds that do more than step
//! and capture where they end.
//!
//! Owns: their part of the generator. Invariant: each effect of a piece is emitted once, whichever of its
//! rows gives it.

use super::{Generator, Legality, Remaining, emit, emit_promoted};
use crate::engine::batch::{MoveKind, MoveSink, special_captures};
use crate::engine::state::PackedMove;
use crate::paths::path::End;
use crate::tables::cpu::{Cpu, Task};
use crate::tables::piece_rows::{KindFlags, PieceRow, SliderRow, SpecialMove};
use crate::tables::royals::Safety;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;

/// Lists pieces one by one, compiled for the processor.
struct Singly<'g, 'a, const W: usize, C: Cpu> {
    generator: Generator<'a, W, C>,
    left: Remaining<W>,
    listener: &'g mut dyn MoveSink<W>,
}

impl<const W: usize, P: Cpu> Task for Singly<'_, '_, W, P> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let generator = &self.generator;
        if !self.left.promoting.is_empty() {
            generator.promoting(self.listener);
        }
        for from in self.left.specials {
            generator.specials(generator.state.kind_at(from), from, self.listener);
        }
        for from in self.left.per_piece {
            let kind = generator.state.kind_at(from);
            let crowned = generator.tables.crowned.has(kind);
            match generator.legality {
                Legality::Legal | Legality::Reply if crowned => {
                    generator.crowned(kind, from, self.listener);
                }
                Legality::Legal | Legality::Reply | Legality::Pseudo => {
                    generator.piece(kind, from, self.listener);
                }
            }
        }
    }
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Moves of `left`, each for itself.
    #[inline(always)]
    pub(super) fn per_piece(self, left: Remaining<W>, listener: &mut dyn MoveSink<W>) {
        self.cpu.run(Singly { generator: self, left, listener });
    }

    /// Moves of the piece of `kind` on `from`, but for plain captures en passant.
    #[inline(always)]
    pub(super) fn piece(&self, kind: KindId, from: Site, listener: &mut dyn MoveSink<W>) {
        let facts = self.facts(kind);
        let region = self.safe(from, self.steps(kind, from));
        self.emit(listener, facts, kind, from, MoveKind::Displace, region);
        if facts.special {
            self.specials(kind, from, listener);
        }
    }

    /// Where the piece of `kind` on `from` may step or capture, its king's safety apart.
    #[inline(always)]
    fn steps(&self, kind: KindId, from: Site) -> SiteSet<W> {
        let occupied = self.own | self.enemies;
        let mover = self.tables.mover(self.state.side, kind, from);
        let (quiet, capture) = self.targets(mover);
        quiet.minus(occupied) | (capture & self.capturable)
    }

    /// What the piece does besides.
    #[inline(never)]
    fn specials(&self, kind: KindId, from: Site, listener: &mut dyn MoveSink<W>) {
        let mover = self.tables.mover(self.state.side, kind, from);
        let plain = self.steps(kind, from);
        self.rifle(kind, from, mover, listener);
        if self.facts(kind).owner_dependent {
            self.owner_dependent(kind, from, mover, plain, listener);
        } else {
            self.special(kind, from, mover, plain, listener);
        }
    }

    /// Emits a region, promotions apart.
    #[inline(always)]
    pub(super) fn emit(
        &self,
        listener: &mut dyn MoveSink<W>,
        facts: KindFlags,
        kind: KindId,
        from: Site,
        act: MoveKind,
        region: SiteSet<W>,
    ) {
        if region.is_empty() {
            return;
        }
        if facts.promotes {
            self.promote(kind, from, act, region, listener);
        } else {
            emit(listener, kind, from, act, region);
        }
    }

    /// Where the piece of `mover` gets: cells to step on if empty, cells to capture on if enemy.
    #[inline(always)]
    pub(super) fn targets(&self, mover: &PieceRow<W>) -> (SiteSet<W>, SiteSet<W>) {
        let (mut quiet, mut capture) = (mover.quiet, mover.capture);
        self.reach(mover, |reach, reached| {
            quiet |= reached & reach.quiet;
            capture |= reached & reach.capture;
        });
        (quiet, capture)
    }

    /// Gives every row of `mover` that its guard lets through, with what it reaches.
    #[inline(always)]
    fn reach(&self, mover: &PieceRow<W>, mut see: impl FnMut(&SliderRow<W>, SiteSet<W>)) {
        let mut rows = self.tables.reaches(mover).iter();
        while let Some(reach) = rows.next() {
            if !reach.guard.meets(self.blockers) {
                see(reach, reach.lookup.reach(self.cpu, &self.tables.entries, self.blockers));
            } else if reach.skips > 0 {
                rows.nth(reach.skips as usize - 1);
            }
        }
    }

    /// Of the displacements from `from` into `region`, those that leave the king safe.
    #[inline(always)]
    pub(super) fn safe(&self, from: Site, region: SiteSet<W>) -> SiteSet<W> {
        if self.royals.is_empty() || region.is_empty() {
            return region;
        }
        // Whatever the guard does not answer is tried.
        let (region, tried) = match &self.guard {
            Some(guard) if guard.king != from => {
                let mut region = region & guard.check_mask;
                if guard.blockers.has(from) {
                    region &= guard.pin_ray(self.tables, self.state, from);
                }
                let touchy = guard.hurdle_pinned.has(from);
                (region, if touchy { region } else { region & guard.hurdle_squares })
            }
            None if !self.critical_squares.has(from) => (region, region & self.critical_squares),
            Some(_) | None => (region, region),
        };
        // The capture of what another waits to become may give check.
        let tried = if self.waiting() { tried | (region & self.enemies) } else { tried };
        let fails = |&to: &Site| !self.safe_after(from, to, SiteSet::of(to) & self.enemies, None);
        region.minus(tried.into_iter().filter(fails).collect())
    }

    /// Whether a move of the piece on `from` that comes and goes on no other cells than `touched`, and takes `captured` away, leaves
    /// every royal piece as safe as it is.
    pub(super) fn cannot_expose_king(
        &self,
        from: Site,
        touched: SiteSet<W>,
        captured: SiteSet<W>,
    ) -> bool {
        // What waits may become another piece by a capture.
        let promotes = self.tables.pending_promotion.is_some() && !captured.is_empty();
        !promotes
            && !self.critical_squares.has(from)
            && !self.critical_squares.meets(touched | captured)
    }

    /// Whether no royal piece is attacked after the mover went `from` - `to`, `captured` vanished and
    /// `partner` shifted.
    pub(super) fn safe_after(
        &self,
        from: Site,
        to: Site,
        captured: SiteSet<W>,
        partner: Option<(Site, Site)>,
    ) -> bool {
        if self.royals.is_empty() {
            return true;
        }
        let (tables, state, us) = (self.tables, self.state, self.state.side);
        let mut own = state.by_side[us].minus(SiteSet::of(from));
        if let Some((rook, landing)) = partner {
            own = own.minus(SiteSet::of(rook)) | SiteSet::of(landing);
        }
        own.insert(to);
        let foes = state.by_side[us.other()].minus(captured);
        let mut royals = self.royals.minus(SiteSet::of(from));
        if let Some((rook, landing)) = partner
            && self.royals.has(rook)
        {
            royals = royals.minus(SiteSet::of(rook)) | SiteSet::of(landing);
        }
        // Castling partners may change places.
        if self.royals.has(from) {
            royals.insert(to);
        }
        let (mut royals, occupied) = (royals.into_iter(), own | foes);
        if tables.safety == Safety::Replay || (self.waiting() && !captured.is_empty()) {
            // What is asked besides makes attacks fewer.
            let is_free = partner.is_none() && !self.waiting() && tables.reach_by_cells(us.other());
            let is_reached = |king| state.reached(tables, us.other(), king, occupied, (foes, foes));
            return is_free && !royals.any(is_reached)
                || self.replays_as(from, to, captured, partner);
        }
        !royals.any(|king| state.attacked(tables, us.other(), king, occupied, foes))
    }

    /// Passed cells on which the piece of `mover` may capture en passant.
    pub(super) fn passable(self, mover: &PieceRow<W>, occupied: SiteSet<W>) -> SiteSet<W> {
        if self.state.info.passed.is_empty() {
            return SiteSet::EMPTY;
        }
        let mut cells = mover.passant;
        self.reach(mover, |reach, reached| cells |= reached & reach.passant);
        (cells & self.state.info.passed).minus(occupied)
    }

    /// Captures without moving.
    fn rifle(&self, kind: KindId, from: Site, mover: &PieceRow<W>, listener: &mut dyn MoveSink<W>) {
        let victims = mover.rifle & self.capturable;
        if !victims.is_empty() {
            let fits = |&victim: &Site| self.safe_after(from, from, SiteSet::of(victim), None);
            let victims = victims.into_iter().filter(fits).collect();
            // The region holds victims, but what promotes is the piece that stays.
            let mut stays = SiteSet::of(from);
            for group in self.tables.promotion[self.state.side][kind.index()].groups(from) {
                let choices =
                    self.state.promotion_choices(self.tables, self.state.side, group.targets);
                if group.may.has(from) {
                    let (act, to) = (MoveKind::Rifle, group.targets);
                    emit_promoted(listener, kind, from, act, victims, choices, to);
                }
                stays = group.others(stays, choices);
            }
            if !stays.is_empty() {
                emit(listener, kind, from, MoveKind::Rifle, victims);
            }
        }
    }

    /// Captures on the way, moves that leave a trace.
    fn special(
        &self,
        kind: KindId,
        from: Site,
        mover: &PieceRow<W>,
        plain: SiteSet<W>,
        listener: &mut dyn MoveSink<W>,
    ) {
        let (tables, state, facts) = (self.tables, self.state, self.facts(kind));
        let standing = (self.own | self.enemies).minus(SiteSet::of(from));
        let prey = self.capturable.minus(SiteSet::of(from));
        // The effect emitted last: rows that differ in their trace alone stand together.
        let mut last = None;
        let mut next = mover.specials.0;
        while next < mover.specials.1 {
            let index = next;
            let special = &tables.specials[index as usize];
            next += 1;
            if !special.captured.within(prey) {
                next += special.alike;
                continue;
            }
            let Some(captured) = self.goes(special, standing, prey) else { continue };
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
                let step =
                    PackedMove { from, to, captured, ep_squares: passed, ..PackedMove::of(kind) };
                self.royals.is_empty()
                    || self.cannot_expose_king(from, landing, captured)
                    || self.safe_after_make(&step)
            } else if captured.within(landing) {
                !self.safe(from, landing).is_empty()
            } else {
                self.cannot_expose_king(from, landing, captured)
                    || self.safe_after(from, special.to, captured, None)
            };
            let region = if free { landing } else { SiteSet::EMPTY };
            self.emit(listener, facts, kind, from, MoveKind::Special(index), region);
        }
    }

    /// Everything that `special` captures, if it can go.
    pub(super) fn goes(
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
                let victim = self.state.ep_victim(special.to).filter(|&v| foes.has(v));
                !landing.meets(standing) && victim.is_some_and(|v| !special.captured.has(v))
            }
            End::Explicit => {
                let goes = special.captured.within(standing) && self.asks(special, standing);
                return goes.then(|| special_captures(special, self.state));
            }
        };
        let ways = &self.tables.ways[special.ways.0 as usize..special.ways.1 as usize];
        let blockers = standing & self.blockers;
        let open = |(empty, full): &(SiteSet<W>, SiteSet<W>)| {
            !empty.meets(blockers) && full.within(blockers)
        };
        let goes = ends && special.captured.within(foes) && ways.iter().any(open);
        goes.then(|| special_captures(special, self.state))
    }

    /// Whether a move onto a passed cell was emitted before, as an ordinary capture en passant or as an
    /// earlier special.
    #[cold]
    fn is_emitted(
        &self,
        mover: &PieceRow<W>,
        index: u32,
        effect: (Site, SiteSet<W>),
        standing: SiteSet<W>,
    ) -> bool {
        let (to, captured) = effect;
        let foes = self.capturable;
        let passant = self.state.ep_victim(to).is_some_and(|v| captured == SiteSet::of(v))
            && self.passable(mover, self.state.occupied()).has(to);
        passant
            || (mover.specials.0..index).any(|earlier| {
                let earlier = &self.tables.specials[earlier as usize];
                earlier.to == to && self.goes(earlier, standing, foes) == Some(captured)
            })
    }
}
