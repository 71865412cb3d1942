//! Moves listed piece by piece: of single kings, of pinned pieces, of pieces that may open an
//! attack over hurdles, and of kinds with special moves or with promotions that change which pieces
//! are royal.
//!
//! Each effect of a piece is emitted once, even if several of its rows produce it.

use super::{Generator, KingSteps, Legality, Remaining, emit, emit_promoted};
use crate::engine::batch::{MoveKind, MoveSet, MoveSink, PackedMoves, special_captures};
use crate::engine::journal::Journal;
use crate::engine::state::PackedMove;
use crate::paths::path::End;
use crate::tables::cpu::{Cpu, Task};
use crate::tables::effects::Safety;
use crate::tables::piece_rows::{KindFlags, PieceRow, SliderRow, SpecialMove};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::{Site, SiteSet};

/// The task that lists moves piece by piece, compiled for the processor.
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
            let crowned = generator.tables.royalty.crowned.has(kind);
            match generator.legality {
                Legality::Legal | Legality::Reply if crowned => {
                    generator.royal_promotions(kind, from, self.listener);
                }
                Legality::Legal | Legality::Reply | Legality::Pseudo => {
                    generator.piece(kind, from, self.listener);
                }
            }
        }
    }
}

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the remaining moves of pieces on the board.
    #[inline(always)]
    pub(super) fn per_piece(self, left: Remaining<W>, sink: &mut dyn MoveSink<W>) {
        self.cpu.run(Singly { generator: self, left, listener: sink });
    }

    /// Emits the moves of the piece of `kind` on `from`, except for captures en passant that are
    /// not special moves.
    #[inline(always)]
    pub(super) fn piece(&self, kind: KindId, from: Site, sink: &mut dyn MoveSink<W>) {
        let facts = self.facts(kind);
        let region = self.safe(from, self.steps(kind, from));
        self.emit(sink, facts, kind, from, MoveKind::Displace, region);
        if facts.special {
            self.specials(kind, from, sink);
        }
    }

    /// The cells where the piece of `kind` on `from` may move or capture, ignoring king safety.
    #[inline(always)]
    fn steps(&self, kind: KindId, from: Site) -> SiteSet<W> {
        let occupied = self.own | self.enemies;
        let mover = self.tables.mover(self.state.side, kind, from);
        let (quiet, capture) = self.targets(mover);
        quiet.minus(occupied) | (capture & self.capturable)
    }

    /// Emits captures without moving and special moves of the piece.
    #[inline(never)]
    fn specials(&self, kind: KindId, from: Site, sink: &mut dyn MoveSink<W>) {
        let mover = self.tables.mover(self.state.side, kind, from);
        let plain = self.steps(kind, from);
        self.rifle(kind, from, mover, sink);
        if self.facts(kind).owner_dependent {
            self.owner_dependent(kind, from, mover, plain, sink);
        } else {
            self.special(kind, from, mover, plain, sink);
        }
    }

    /// Emits the moves to `region`, divided into promotions and other moves.
    #[inline(always)]
    pub(super) fn emit(
        &self,
        sink: &mut dyn MoveSink<W>,
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
            self.promote(kind, from, act, region, sink);
        } else {
            emit(sink, kind, from, act, region);
        }
    }

    /// The cells that the piece of `mover` reaches. The first set is for moves without capture, the
    /// second for captures. The pieces on these cells are not considered.
    #[inline(always)]
    pub(super) fn targets(&self, mover: &PieceRow<W>) -> (SiteSet<W>, SiteSet<W>) {
        let (mut quiet, mut capture) = (mover.quiet, mover.capture);
        self.reach(mover, |reach, reached| {
            quiet |= reached & reach.quiet;
            capture |= reached & reach.capture;
        });
        (quiet, capture)
    }

    /// Calls `visit` with each row whose guard cells hold no blocking piece, and with the cells
    /// that the row reaches.
    #[inline(always)]
    fn reach(&self, mover: &PieceRow<W>, mut visit: impl FnMut(&SliderRow<W>, SiteSet<W>)) {
        let mut rows = self.tables.reaches(mover).iter();
        while let Some(reach) = rows.next() {
            if !reach.guard.meets(self.blockers) {
                visit(
                    reach,
                    reach.lookup.reach(self.cpu, &self.tables.moves.entries, self.blockers),
                );
            } else if reach.skips > 0 {
                rows.nth(reach.skips as usize - 1);
            }
        }
    }

    /// The destinations in `region` to which the piece on `from` can move without exposing a royal
    /// piece.
    #[inline(always)]
    pub(super) fn safe(&self, from: Site, region: SiteSet<W>) -> SiteSet<W> {
        if self.royals.is_empty() || region.is_empty() {
            return region;
        }
        // Checks and pins may decide which moves are safe. All other moves go to `unverified`.
        let (region, unverified) = match &self.guard {
            Some(guard) if guard.king != from => {
                let mut region = region & guard.check_mask;
                if guard.blockers.has(from) {
                    region &= guard.pin_ray(self.tables, self.state, from);
                }
                let hurdle_pinned = guard.hurdle_pinned.has(from);
                (region, if hurdle_pinned { region } else { region & guard.hurdle_squares })
            }
            None if !self.critical_squares.has(from) => (region, region & self.critical_squares),
            Some(_) | None => (region, region),
        };
        // After a capture, a pending promotion of the opponent may give check.
        let unverified =
            if self.waiting() { unverified | (region & self.enemies) } else { unverified };
        let is_unsafe =
            |&to: &Site| !self.safe_after(from, to, SiteSet::of(to) & self.enemies, None);
        region.minus(unverified.into_iter().filter(is_unsafe).collect())
    }

    /// True if a move of the piece on `from` cannot expose a royal piece. `touched` are the other
    /// cells that the move fills or leaves. `captured` are the cells of captured pieces.
    pub(super) fn cannot_expose_king(
        &self,
        from: Site,
        touched: SiteSet<W>,
        captured: SiteSet<W>,
    ) -> bool {
        // After a capture, a waiting piece of the opponent may promote and give check.
        let promotes = self.tables.moves.pending_promotion.is_some() && !captured.is_empty();
        !promotes
            && !self.critical_squares.has(from)
            && !self.critical_squares.meets(touched | captured)
    }

    /// True if no royal piece is attacked after the piece on `from` moves to `to`. The pieces on
    /// `captured` are removed, and `partner` is the move of a second piece.
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
        let enemies = state.by_side[us.other()].minus(captured);
        let mut royals = self.royals.minus(SiteSet::of(from));
        if let Some((rook, landing)) = partner
            && self.royals.has(rook)
        {
            royals = royals.minus(SiteSet::of(rook)) | SiteSet::of(landing);
        }
        // The king is added after its partner is moved, since castling partners may exchange cells.
        if self.royals.has(from) {
            royals.insert(to);
        }
        let (mut royals, occupied) = (royals.into_iter(), own | enemies);
        if tables.mode.safety == Safety::Replay || (self.waiting() && !captured.is_empty()) {
            // Predicates only reduce attacks, so a king that no enemy piece reaches by movement is
            // safe. This test is cheaper than one with predicates.
            let is_free = partner.is_none() && !self.waiting() && tables.reach_by_cells(us.other());
            let is_reached =
                |king| state.reached(tables, us.other(), king, occupied, (enemies, enemies));
            return is_free && !royals.any(is_reached)
                || self.is_safe_displacement(from, to, captured, partner);
        }
        !royals.any(|king| state.attacked(tables, us.other(), king, occupied, enemies))
    }

    /// The en passant squares where the piece of `mover` may capture.
    pub(super) fn passable(self, mover: &PieceRow<W>, occupied: SiteSet<W>) -> SiteSet<W> {
        if self.state.info.passed.is_empty() {
            return SiteSet::EMPTY;
        }
        let mut cells = mover.passant;
        self.reach(mover, |reach, reached| cells |= reached & reach.passant);
        (cells & self.state.info.passed).minus(occupied)
    }

    /// Emits captures without moving.
    fn rifle(&self, kind: KindId, from: Site, mover: &PieceRow<W>, sink: &mut dyn MoveSink<W>) {
        let victims = mover.rifle & self.capturable;
        if !victims.is_empty() {
            let is_safe = |&victim: &Site| self.safe_after(from, from, SiteSet::of(victim), None);
            let victims = victims.into_iter().filter(is_safe).collect();
            // The region contains the captured pieces. The mover stays on its cell, so this cell
            // decides the promotion.
            let mut stays = SiteSet::of(from);
            for group in self.tables.moves.promotion[self.state.side][kind.index()].groups(from) {
                let choices =
                    self.state.promotion_choices(self.tables, self.state.side, group.targets);
                if group.may.has(from) {
                    let (act, to) = (MoveKind::Rifle, group.targets);
                    emit_promoted(sink, kind, from, act, victims, choices, to);
                }
                stays = group.others(stays, choices);
            }
            if !stays.is_empty() {
                emit(sink, kind, from, MoveKind::Rifle, victims);
            }
        }
    }

    /// Emits captures on the way, and moves that leave en passant squares.
    fn special(
        &self,
        kind: KindId,
        from: Site,
        mover: &PieceRow<W>,
        plain: SiteSet<W>,
        sink: &mut dyn MoveSink<W>,
    ) {
        let (tables, state, facts) = (self.tables, self.state, self.facts(kind));
        let occupied = (self.own | self.enemies).minus(SiteSet::of(from));
        let capturable = self.capturable.minus(SiteSet::of(from));
        // Rows of moves that differ only in their passed cells are adjacent. So it is enough to
        // compare each move with the last one that was emitted.
        let mut last = None;
        let mut next = mover.specials.0;
        while next < mover.specials.1 {
            let index = next;
            let special = &tables.moves.specials[index as usize];
            next += 1;
            if !special.captured.within(capturable) {
                next += special.alike;
                continue;
            }
            let Some(captured) = self.captures_of(special, occupied, capturable) else { continue };
            let is_plain =
                special.end != End::Passant && special.captured.is_empty() && plain.has(special.to);
            let effect = (special.to, captured);
            if is_plain || last == Some(effect) {
                continue;
            }
            last = Some(effect);
            if state.info.passed.has(special.to) && self.is_emitted(mover, index, effect, occupied)
            {
                continue;
            }
            let landing = SiteSet::of(special.to);
            let free = if tables.mode.safety == Safety::Replay {
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
            self.emit(sink, facts, kind, from, MoveKind::Special(index), region);
        }
    }

    /// All pieces that `special` captures; `None` if the move is not possible.
    pub(super) fn captures_of(
        &self,
        special: &SpecialMove<W>,
        occupied: SiteSet<W>,
        enemies: SiteSet<W>,
    ) -> Option<SiteSet<W>> {
        let landing = SiteSet::of(special.to);
        let ends = match special.end {
            End::Quiet => !landing.meets(occupied),
            End::Capture => landing.meets(enemies),
            End::Passant => {
                let victim = self.state.ep_victim(special.to).filter(|&v| enemies.has(v));
                !landing.meets(occupied) && victim.is_some_and(|v| !special.captured.has(v))
            }
            End::Explicit => {
                let is_possible = special.captured.within(occupied)
                    && self.is_owner_dependent_open(special, occupied);
                return is_possible.then(|| special_captures(special, self.state));
            }
        };
        let ways = &self.tables.moves.ways[special.ways.0 as usize..special.ways.1 as usize];
        let blockers = occupied & self.blockers;
        let open = |(empty, full): &(SiteSet<W>, SiteSet<W>)| {
            !empty.meets(blockers) && full.within(blockers)
        };
        let is_possible = ends && special.captured.within(enemies) && ways.iter().any(open);
        is_possible.then(|| special_captures(special, self.state))
    }

    /// True if the same move to an en passant square was emitted before. It may have been an
    /// ordinary capture en passant or an earlier special move.
    #[cold]
    fn is_emitted(
        &self,
        mover: &PieceRow<W>,
        index: u32,
        effect: (Site, SiteSet<W>),
        occupied: SiteSet<W>,
    ) -> bool {
        let (to, captured) = effect;
        let enemies = self.capturable;
        let passant = self.state.ep_victim(to).is_some_and(|v| captured == SiteSet::of(v))
            && self.passable(mover, self.state.occupied()).has(to);
        passant
            || (mover.specials.0..index).any(|earlier| {
                let earlier = &self.tables.moves.specials[earlier as usize];
                earlier.to == to && self.captures_of(earlier, occupied, enemies) == Some(captured)
            })
    }
}

// The steps of a single king, in games where checks and pins decide which moves are legal.

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the steps of the king of `kind` on `from` to squares that are safe once the king is
    /// there. Also tests the empty squares `castling`, which castling needs. Returns which tested
    /// squares are safe and which are attacked.
    #[inline(always)]
    pub(super) fn king<L: MoveSink<W>>(
        &self,
        kind: KindId,
        from: Site,
        castling: SiteSet<W>,
        sink: &mut L,
    ) -> KingSteps<W> {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.enemies;
        let (lifted, them) = (occupied.minus(SiteSet::of(from)), state.side.other());
        let (quiet, capture) = self.targets(tables.mover(state.side, kind, from));
        let steps = quiet.minus(occupied) | (capture & self.capturable);
        let tested = steps | castling;
        let mut safe = tested;
        // This is a loop, because the compiler does not inline a closure of this size.
        for to in tested {
            let bit = SiteSet::of(to);
            let (occupied_after, attackers) = (lifted | bit, self.enemies.minus(bit));
            if state.attacked_inline(
                tables,
                them,
                to,
                (occupied_after, occupied_after),
                attackers,
                attackers,
            ) {
                safe = safe.minus(bit);
            }
        }
        emit(sink, kind, from, MoveKind::Displace, safe & steps);
        KingSteps { safe, attacked: tested.minus(safe) }
    }
}

// Special moves that depend on the owners of pieces.
//
// Examples are captures of own pieces, captures restricted to royal pieces, moves that put down a
// second piece, and captures en passant on the way. Moves with the same effect are emitted once:
// as a plain move if there is one. Otherwise the move keeps the same trace, a set of passed cells,
// as in the reference executor.

/// The effect of a move, in the sort order of the reference executor: destination, captured pieces,
/// start and end of a second piece, and passed cells.
type Effect = (Site, Vec<Site>, Option<(Site, Site)>, Vec<Site>);

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the special moves of the piece of `kind` on `from`. The kind has owner-dependent
    /// moves. So the effects of all special moves are compared, and none is emitted twice.
    #[inline(never)]
    pub(super) fn owner_dependent(
        &self,
        kind: KindId,
        from: Site,
        mover: &PieceRow<W>,
        plain: SiteSet<W>,
        sink: &mut dyn MoveSink<W>,
    ) {
        let (tables, state) = (self.tables, self.state);
        let us = state.side;
        let enemies = state.foes(tables, us).minus(SiteSet::of(from));
        let occupied = state.occupied().minus(SiteSet::of(from));
        let facts = tables.moves.facts[us][kind];
        let royals = state.royals(tables);
        let mut effects: Vec<(Effect, u32)> = Vec::new();
        for index in mover.specials.0..mover.specials.1 {
            let special = &tables.moves.specials[index as usize];
            // Most of these moves require a piece that is absent, so this cheap test comes first.
            let has_pieces = special.captured.within(occupied) && special.royal.within(royals);
            if !has_pieces {
                continue;
            }
            let Some(captured) = self.captures_of(special, occupied, enemies) else { continue };
            if (captured & enemies).minus(self.capturable).into_iter().next().is_some() {
                continue;
            }
            let to = special.to;
            let emitted = special.shifted.is_none()
                && (to != from && plain.has(to) && captured == SiteSet::of(to) & enemies
                    || to == from
                        && captured.count() == 1
                        && captured.within(mover.rifle & enemies)
                    || self.passable(mover, state.occupied()).has(to)
                        && state
                            .ep_victim(to)
                            .is_some_and(|v| enemies.has(v) && captured == SiteSet::of(v)));
            if !emitted {
                let list = |set: SiteSet<W>| set.into_iter().collect();
                effects.push(((to, list(captured), special.shifted, list(special.passed)), index));
            }
        }
        if effects.is_empty() {
            return;
        }
        effects.sort();
        effects.dedup_by(|b, a| (b.0.0, &b.0.1, b.0.2) == (a.0.0, &a.0.1, a.0.2));
        for ((to, ..), index) in effects {
            let special = &tables.moves.specials[index as usize];
            let captured = special_captures(special, state);
            let (partner, ep_squares) = (special.shifted, special.passed);
            let step =
                PackedMove { from, to, captured, partner, ep_squares, ..PackedMove::of(kind) };
            let partners = partner.into_iter().flat_map(|(from, to)| [from, to]);
            let touched = partners.fold(SiteSet::of(to), |all, at| all | SiteSet::of(at));
            // An enemy piece that the move puts down elsewhere may attack from there.
            let moves_enemy = partner.is_some_and(|(at, _)| enemies.has(at));
            let cannot_expose = !moves_enemy && self.cannot_expose_king(from, touched, captured);
            if self.royals.is_empty() || cannot_expose || self.safe_after_make(&step) {
                self.emit(sink, facts, kind, from, MoveKind::Special(index), SiteSet::of(to));
            }
        }
    }

    /// True if no royal piece is attacked after the move. Makes the move on a copy of the position.
    #[inline(never)]
    pub(super) fn safe_after_make(&self, step: &PackedMove<W>) -> bool {
        let mut next = self.state.clone();
        next.make(self.whole, step);
        Journal::of_capture(self.whole, &mut next, step);
        !next.in_check(self.whole, self.state.side)
    }

    /// Like `safe_after_make`, for a move that leaves no en passant square and does not promote.
    #[inline(never)]
    pub(super) fn is_safe_displacement(
        &self,
        from: Site,
        to: Site,
        captured: SiteSet<W>,
        partner: Option<(Site, Site)>,
    ) -> bool {
        let Some(mover) = self.state.piece(from) else { return false };
        self.safe_after_make(&PackedMove {
            from,
            to,
            captured,
            partner,
            ..PackedMove::of(mover.kind)
        })
    }

    /// True if an owner-dependent special move is possible. `occupied` are the occupied cells
    /// without the mover.
    pub(super) fn is_owner_dependent_open(
        &self,
        special: &SpecialMove<W>,
        occupied: SiteSet<W>,
    ) -> bool {
        let ways = &self.tables.moves.owner_needs[special.ways.0 as usize..special.ways.1 as usize];
        let us = self.state.side;
        ways.iter()
            .any(|way| self.state.is_way_open(self.tables, us, way, special.passant, occupied))
    }
}

// Moves of kinds whose promotion changes which pieces are royal, or changes what attacks depend
// on. Each move is made to test it.
//
// Promotions to equally royal kinds are equally safe, unless attacks depend on the kinds of
// pieces. So one kind of each group of equivalent kinds is tested.

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the legal moves of the piece of `kind` on `from`.
    #[inline(never)]
    pub(super) fn royal_promotions(&self, kind: KindId, from: Site, sink: &mut dyn MoveSink<W>) {
        let pseudo =
            Generator { royals: SiteSet::EMPTY, guard: None, legality: Legality::Pseudo, ..*self };
        let mut batches: Vec<MoveSet<W>> = Vec::new();
        pseudo.piece(kind, from, &mut batches);
        let mover = self.tables.mover(self.state.side, kind, from);
        for to in self.passable(mover, self.own | self.enemies) {
            pseudo.passant(kind, from, to, &mut batches);
        }
        for batch in batches {
            let list = self.tables.moves.targets.of(batch.targets);
            let classes = if batch.choices == 0 { &[batch.targets][..] } else { &list.alike };
            let each_differs = self.tables.moves.pending_promotion.is_some()
                || self.tables.rules.neutrals.is_some();
            if batch.choices > 0 && each_differs {
                for cell in batch.region {
                    self.each_promotion(MoveSet { region: SiteSet::of(cell), ..batch }, sink);
                }
                continue;
            }
            for (to, &targets) in
                batch.region.into_iter().flat_map(|to| classes.iter().map(move |t| (to, t)))
            {
                let one = MoveSet { region: SiteSet::of(to), targets, ..batch };
                let steps = || PackedMoves::new(self.whole, self.state, &one);
                let choices = if batch.choices == 0 { 0 } else { steps().count() as u8 };
                let cannot_expose = |step: &PackedMove<W>| {
                    step.promotion.is_none()
                        && step.partner.is_none()
                        && self.cannot_expose_king(from, SiteSet::of(to), step.captured)
                };
                if steps()
                    .next()
                    .is_some_and(|step| cannot_expose(&step) || self.safe_after_make(&step))
                {
                    sink.add(MoveSet { choices, ..one });
                }
            }
        }
    }

    /// Tests each promotion of `batch`, whose region is one cell. Their safety may differ, because
    /// a pending promotion may create a royal piece at once. A neutral piece may also attack the
    /// king of its mover.
    fn each_promotion(&self, batch: MoveSet<W>, sink: &mut dyn MoveSink<W>) {
        for step in PackedMoves::new(self.whole, self.state, &batch) {
            let Some(to) = step.promotion.filter(|_| self.safe_after_make(&step)) else { continue };
            let targets = self.tables.moves.targets.alone(to);
            sink.add(MoveSet { targets, choices: 1, ..batch });
        }
    }
}
