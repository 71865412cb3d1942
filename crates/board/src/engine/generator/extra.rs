//! Moves that are listed one by one or have no start: captures en passant, castling, drops,
//! promotions without moving, rolls of dice, passes, and moves of sections.

use super::{Generator, KingSteps, Legality, emit};
use crate::engine::batch::{MoveKind, MoveSet, MoveSink, PackedMoves};
use crate::engine::safety::CheckInfo;
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::cpu::Cpu;
use crate::tables::effects::Safety;
use crate::tables::move_tables::Tables;
use crate::tables::promotion::{TargetLists, TargetsId};
use crate::tables::rules_tables::{Castle, Drop, Drops, Pocket};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::{CHECKS, Lookahead};
use alfil_rules::turn::Pass;
use alfil_topology::site_set::{Site, SiteSet};

// Captures en passant, castling, drops and promotions without moving.
//
// These moves change more cells than a start and a destination, or have no start. So each of them
// is tested by itself.

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits captures en passant that are not special moves. Called only if there are en passant
    /// squares.
    #[inline(never)]
    pub(super) fn passants(self, sink: &mut dyn MoveSink<W>) {
        let (tables, state) = (self.tables, self.state);
        let occupied = self.own | self.enemies;
        let passed = state.info.passed.minus(occupied);
        for shift in &tables.moves.columns[state.side].setwise.passant {
            let pieces = state.of_kind(shift.kind) & self.movers;
            for from in passed.shifted(-shift.delta) & pieces & shift.sources {
                let to = (from.index() as i16 + shift.delta) as usize;
                self.passant(shift.kind, from, Site::from_index(to), sink);
            }
        }
        for &kind in &tables.moves.ep_kinds[state.side] {
            // If legal moves are requested, `royal_promotions` lists all moves of these kinds.
            if tables.royalty.crowned.has(kind) && self.legality != Legality::Pseudo {
                continue;
            }
            for from in state.of_kind(kind) & self.movers {
                let mover = tables.mover(state.side, kind, from);
                for to in self.passable(mover, occupied) {
                    self.passant(kind, from, to, sink);
                }
            }
        }
    }

    /// Emits the capture en passant from `from` to `to` by a piece of `kind`, if it is legal.
    #[inline(never)]
    pub(super) fn passant(self, kind: KindId, from: Site, to: Site, sink: &mut dyn MoveSink<W>) {
        let Some(victim) = self.state.ep_victim(to).filter(|&v| self.capturable.has(v)) else {
            return;
        };
        if self.safe_after(from, to, SiteSet::of(victim), None) {
            let (act, facts) = (MoveKind::Passant(victim), self.facts(kind));
            self.emit(sink, facts, kind, from, act, SiteSet::of(to));
        }
    }

    /// The castling options whose right remains and whose required cells are empty.
    #[inline(always)]
    fn open_castles(&self) -> impl Iterator<Item = (usize, &Castle<W>)> {
        let occupied = self.own | self.enemies;
        let rights = self.state.info.rights;
        let castles = self.tables.moves.castles[self.state.side].iter().enumerate();
        castles
            .filter(move |(_, castle)| rights & castle.right != 0 && !castle.empty.meets(occupied))
    }

    /// Cells that the opponent must not attack if the king of `guard` castles. Empty while the
    /// king is in check.
    #[inline(always)]
    pub(super) fn castling_cells(&self, guard: &CheckInfo<W>) -> SiteSet<W> {
        if self.state.info.rights == 0 || guard.check_mask != SiteSet::ALL {
            return SiteSet::EMPTY;
        }
        let mut cells = SiteSet::EMPTY;
        for (_, castle) in self.open_castles() {
            if castle.king.0 == guard.king {
                cells |= castle.safe | SiteSet::of(castle.king.1);
            }
        }
        cells.minus(SiteSet::of(guard.king))
    }

    /// Emits castling moves for all remaining rights.
    #[inline(always)]
    pub(super) fn castling(&self, steps: KingSteps<W>, sink: &mut dyn MoveSink<W>) {
        for (index, castle) in self.open_castles() {
            self.castle(index, castle, steps, sink);
        }
    }

    /// Emits `castle` if it is legal. It has the number `index`, its right remains, and its
    /// required cells are empty.
    fn castle(
        &self,
        index: usize,
        castle: &Castle<W>,
        steps: KingSteps<W>,
        sink: &mut dyn MoveSink<W>,
    ) {
        let (tables, state) = (self.tables, self.state);
        let (from, to) = castle.king;
        if self.allowed().is_some_and(|a| !a.castles_from(castle.kind).has(from)) {
            return;
        }
        let lifted = (self.own | self.enemies).minus(SiteSet::of(from));
        let attacked = |cell| {
            let occupied = lifted | SiteSet::of(cell);
            let mut enemies = state.enemies(tables, state.side).into_iter();
            enemies.any(|enemy| {
                let theirs = state.by_side[enemy];
                state.attacked(tables, enemy, cell, occupied, theirs)
            })
        };
        let guard = self.guard.as_ref().filter(|g| g.king == from);
        let mut safe = castle.safe;
        let mut is_end_safe = false;
        if let Some(guard) = guard {
            if safe.has(from) && guard.check_mask != SiteSet::ALL {
                return;
            }
            safe = safe.minus(SiteSet::of(from));
            // The steps of the king have tested these cells for attacks. The result holds for
            // castling too if attacks depend on occupied cells alone. This saves a fifth of the
            // time at Kiwipete.
            if !tables.mode.attacks_are_asked && tables.rules.transparent.is_none() {
                if safe.meets(steps.attacked) {
                    return;
                }
                safe = safe.minus(steps.safe);
                is_end_safe = !castle.partner_matters && !self.waiting() && steps.safe.has(to);
            }
        }
        if !safe.into_iter().any(attacked)
            && (is_end_safe || self.safe_after(from, to, SiteSet::EMPTY, Some(castle.partner)))
            && !self.is_duplicate(castle)
        {
            let act = MoveKind::Castle(index as u32);
            emit(sink, castle.kind, from, act, SiteSet::of(to));
        }
    }

    /// True if another move of the castling piece has the same effect. Such a move is a walk that
    /// also moves the partner.
    fn is_duplicate(self, castle: &Castle<W>) -> bool {
        let (from, to) = castle.king;
        // A step of the turn may allow the king to castle but not to walk. Then there is no such
        // move.
        if !self.facts(castle.kind).owner_dependent || !self.movers.has(from) {
            return false;
        }
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        self.piece(castle.kind, from, &mut walked);
        let same = |step: PackedMove<W>| {
            step.to == to
                && step.partner == Some(castle.partner)
                && step.captured.is_empty()
                && step.promotion.is_none()
        };
        walked.iter().flat_map(|batch| PackedMoves::new(self.whole, self.state, batch)).any(same)
    }

    /// Emits the promotions of all pieces without moving.
    fn promotions_at_rest(self, sink: &mut dyn MoveSink<W>) {
        let (tables, us) = (self.tables, self.state.side);
        for &kind in &tables.moves.stays[us] {
            let pieces = self.state.of_kind(kind) & self.movers;
            for group in &tables.moves.promotion[us][kind.index()].stays {
                for from in pieces & group.may {
                    self.promotes_at_rest(kind, from, group.targets, sink);
                }
            }
        }
    }

    /// Emits the promotions without moving of the piece on `from`. A move that returns to its start
    /// and promotes is the same move. If there is one, it is not emitted again.
    fn promotes_at_rest(
        self,
        kind: KindId,
        from: Site,
        targets: TargetsId,
        sink: &mut dyn MoveSink<W>,
    ) {
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        if self.facts(kind).special {
            let crowned = self.tables.royalty.crowned.has(kind);
            match self.legality {
                Legality::Legal | Legality::Reply if crowned => {
                    self.royal_promotions(kind, from, &mut walked);
                }
                Legality::Legal | Legality::Reply | Legality::Pseudo => {
                    self.piece(kind, from, &mut walked);
                }
            }
        }
        let steps = |batch: &MoveSet<W>| PackedMoves::new(self.whole, self.state, batch);
        let region = SiteSet::of(from);
        let plain = MoveSet { kind, from, act: MoveKind::Displace, region, choices: 1, targets };
        let rest = steps(&plain)
            .filter(|step| !self.is_among(&walked, step) && self.is_safe_at_rest(step));
        for step in rest {
            let targets = step.promotion.map_or(targets, |to| self.tables.moves.targets.alone(to));
            sink.add(MoveSet { targets, ..plain });
        }
    }

    /// True if one of `walked` is the same move as `step`, which starts and ends on the same cell.
    fn is_among(self, walked: &[MoveSet<W>], step: &PackedMove<W>) -> bool {
        let same = |other: PackedMove<W>| {
            other.to == step.from
                && other.captured.is_empty()
                && other.partner.is_none()
                && other.promotion == step.promotion
        };
        walked.iter().flat_map(|batch| PackedMoves::new(self.whole, self.state, batch)).any(same)
    }

    /// True if the piece of `step` can make the same move by leaving its cell and returning to it.
    pub(super) fn walks_back(self, step: &PackedMove<W>) -> bool {
        let mut walked: Vec<MoveSet<W>> = Vec::new();
        if self.facts(step.kind).special {
            self.piece(step.kind, step.from, &mut walked);
        }
        self.is_among(&walked, step)
    }

    /// True if the royal pieces are safe after the promotion `step`, in which the piece does not
    /// move.
    fn is_safe_at_rest(self, step: &PackedMove<W>) -> bool {
        let (royals, becomes) = (self.tables.royalty.royals, step.promotion.unwrap_or(step.kind));
        match royals.has(step.kind) == royals.has(becomes) {
            _ if self.legality == Legality::Pseudo => true,
            true => self.royals.is_empty() || self.safe_after_make(step),
            false => self.safe_after_make(step),
        }
    }

    /// Emits the moves that move no piece from cell to cell: drops, promotions without moving,
    /// moves of sections, rolls and passes.
    #[inline(never)]
    pub(super) fn extras(self, sink: &mut dyn MoveSink<W>) {
        if self.tables.moves.pocket.is_some() {
            let check_mask = match self.guard {
                Some(guard) if guard.hurdle_squares.is_empty() => Some(guard.check_mask),
                None if self.royals.is_empty() => Some(SiteSet::ALL),
                Some(_) | None => None,
            };
            drops(
                self.whole,
                self.state,
                (check_mask, self.critical_squares, self.legality),
                |batch| {
                    if self.allowed().is_none_or(|a| a.drops(batch.kind)) {
                        sink.add(batch);
                    }
                },
            );
        }
        if !self.tables.moves.stays[self.state.side].is_empty() {
            self.promotions_at_rest(sink);
        }
        self.sections(sink);
        self.roll_or_pass(sink);
    }
}

// Moves without a piece: rolls of dice, passes, and moves of sections of the board.
//
// Their move sets have no mover. The region of a section contains the indices of its places. The
// region of a roll contains the indices of its outcomes, and that of a pass one arbitrary bit.

impl<const W: usize, C: Cpu> Generator<'_, W, C> {
    /// Emits the outcomes of the die that the step rolls, or a pass if the step may be skipped.
    pub(super) fn roll_or_pass(&self, sink: &mut dyn MoveSink<W>) {
        if let Some(draw) = self.allowed().and_then(|allowed| allowed.roll) {
            if let Some(at) = self.state.turned_up(self.tables, draw) {
                let outcomes = self.state.outcomes(self.tables, draw.die, draw);
                emit(sink, KindId::from_index(0), at, MoveKind::Roll(draw.die), outcomes);
            }
            return;
        }
        let checked = || {
            let us = self.state.side;
            !self.royals.is_empty() && self.state.in_check(self.tables, us)
        };
        match self.allowed().map_or(Pass::Never, |a| a.pass) {
            Pass::May if !checked() || self.state.passes_in_check(self.whole) => {
                let nowhere = Site::from_index(0);
                let kind = KindId::from_index(0);
                emit(sink, kind, nowhere, MoveKind::Pass, SiteSet::of(nowhere))
            }
            Pass::May | Pass::Never => {}
        }
    }

    /// Emits the moves of the side's own sections. A section cannot move if its side is in check,
    /// or with an enemy piece on it. It cannot carry a royal piece through check.
    pub(super) fn sections(&self, sink: &mut dyn MoveSink<W>) {
        let (whole, tables, state) = (self.whole, self.tables, self.state);
        let us = state.side;
        if self.allowed().is_some_and(|a| !a.sections) || tables.moves.slides[us].is_empty() {
            return;
        }
        let checked = match &self.guard {
            Some(guard) => guard.check_mask != SiteSet::ALL,
            None => state.in_check_by(tables, us),
        };
        if checked {
            return;
        }
        let royals = state.royals(tables) & state.by_side[us];
        for slide in &tables.moves.slides[us] {
            if slide.sites.meets(state.by_side[us.other()]) {
                continue;
            }
            let carried = slide.sites.meets(royals);
            let mut region = SiteSet::EMPTY;
            for way in &slide.ways {
                for &(place, arrangement) in way {
                    let checked = if tables.mode.attacks_are_asked {
                        // Predicates on attacks must be evaluated on the position after the move.
                        let mut there = state.clone();
                        there.info.arrangement = arrangement;
                        there.in_check(whole, us)
                    } else {
                        state.in_check_by(whole.of(arrangement), us)
                    };
                    if !checked || self.royals.is_empty() {
                        region.insert(place);
                    }
                    if checked && carried {
                        break;
                    }
                }
            }
            let (kind, nowhere) = (KindId::from_index(0), Site::from_index(0));
            emit(sink, kind, nowhere, MoveKind::Section(slide.section), region);
        }
    }
}

// Drops from the hand, as one region for each kind.
//
// The drops must agree with those of the reference executor. Both use the cells of
// `DropOption` and
// `BoardModel::promotions`, and share no
// other code.

impl<const W: usize> Pocket<W> {
    /// Cells where the side to move may drop `kind` by the rule `drop`. The side must have the kind
    /// in hand. King safety and mates are not considered.
    #[inline(always)]
    fn region(&self, state: &State<W>, kind: KindId, drop: &Drop<W>) -> SiteSet<W> {
        let us = state.side;
        let mut region = drop.cells.minus(state.occupied());
        if drop.on_file | drop.on_shade | drop.on_board == 0 {
            return region;
        }
        let same_kind = state.of_kind(kind) & state.by_side[us];
        if drop.on_board > 0 && same_kind.count() >= u32::from(drop.on_board) {
            return SiteSet::EMPTY;
        }
        for (limit, lines) in [(drop.on_file, &self.files), (drop.on_shade, &self.shades)] {
            for site in same_kind {
                let there = lines[site.index()];
                if limit > 0 && (there & same_kind).count() >= u32::from(limit) {
                    region = region.minus(there);
                }
            }
        }
        region
    }
}

/// Emits all drops, as regions by kind. `check_mask` contains the cells that parry every check, if
/// these are known. Without it, drops onto `critical` cells are verified one by one. Forbidden
/// mates are removed only if legal moves are requested.
pub(crate) fn drops<const W: usize>(
    whole: &Tables<W>,
    state: &State<W>,
    (check_mask, critical, legality): (Option<SiteSet<W>>, SiteSet<W>, Legality),
    mut emit: impl FnMut(MoveSet<W>),
) {
    let tables = whole.at(state);
    let Some(pocket) = &tables.moves.pocket else { return };
    let us = state.side;
    for drops in &pocket.drops[us] {
        let kind = drops.kind;
        if state.hands[us][kind] == 0 && !drops.endless {
            continue;
        }
        let may_mate = drops.may_mate || legality != Legality::Legal;
        // The rules of one kind are combined, so that each drop is emitted once.
        let (mut region, mut dead) = (SiteSet::EMPTY, SiteSet::EMPTY);
        for way in &drops.ways {
            region |= pocket.region(state, kind, way);
            dead |= way.dead;
        }
        // Drops have no start, so any site will do.
        let from = Site::from_index(0);
        let plain = MoveSet {
            kind,
            from,
            act: MoveKind::Drop,
            region: region.minus(dead),
            choices: 0,
            targets: TargetLists::NOTHING,
        };
        let legal = |batch: MoveSet<W>, becomes: KindId| {
            let royal = tables.royalty.royals.has(becomes);
            let mut region = match (check_mask, legality) {
                (_, Legality::Pseudo) => batch.region,
                (Some(check_mask), Legality::Legal | Legality::Reply) if !royal => {
                    batch.region & check_mask
                }
                (Some(_) | None, Legality::Legal | Legality::Reply) => {
                    let verified = if royal { batch.region } else { batch.region & critical };
                    let region = safe(whole, state, becomes, MoveSet { region: verified, ..batch });
                    batch.region.minus(verified) | region
                }
            };
            if !may_mate && !region.is_empty() {
                region = region.minus(mating(whole, state, becomes, MoveSet { region, ..batch }));
            }
            MoveSet { region, ..batch }
        };
        let promotion = &tables.moves.promotion[us][kind.index()];
        if promotion.drops.is_empty() {
            emit(legal(plain, kind));
            continue;
        }
        let mut others = plain.region;
        for group in &promotion.drops {
            others = group.others(others, state.promotion_choices(tables, us, group.targets));
        }
        emit(legal(MoveSet { region: others, ..plain }, kind));
        for face in &promotion.faces {
            let (cells, targets) = (region & face.cells, face.targets);
            if state.promotion_choices(tables, us, targets) > 0 {
                emit(legal(MoveSet { region: cells, choices: 1, targets, ..plain }, face.kind));
            }
        }
    }
}

/// The destinations in `batch` where a drop leaves every royal piece safe. The dropped piece
/// becomes `becomes`, and must be safe too if this kind is royal.
fn safe<const W: usize>(
    whole: &Tables<W>,
    state: &State<W>,
    becomes: KindId,
    batch: MoveSet<W>,
) -> SiteSet<W> {
    let (us, tables, region) = (state.side, whole.at(state), batch.region);
    let royal = tables.royalty.royals.has(becomes);
    let (occupied, enemies) = (state.occupied(), state.by_side[us.other()]);
    let royals = state.royals(tables) & state.by_side[us];
    if royals.is_empty() && !royal {
        return region;
    }
    let is_safe = |to: &Site| {
        if tables.mode.safety == Safety::Replay {
            let mut next = state.clone();
            let one = MoveSet { region: SiteSet::of(*to), ..batch };
            for step in PackedMoves::new(whole, state, &one) {
                next.make(whole, &step);
            }
            return !next.in_check(whole, us);
        }
        let bit = SiteSet::of(*to);
        let occupied_after = occupied | bit;
        let kings = if royal { royals | bit } else { royals };
        !kings
            .into_iter()
            .any(|king| state.attacked(tables, us.other(), king, occupied_after, enemies))
    };
    region.into_iter().filter(is_safe).collect()
}

/// The destinations in `batch` where a drop gives mate. The dropped piece becomes `becomes`.
fn mating<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    becomes: KindId,
    batch: MoveSet<W>,
) -> SiteSet<W> {
    let region = batch.region;
    let (us, them) = (state.side, state.side.other());
    let (whole, tables) = (tables, tables.at(state));
    let kings = state.royals(tables) & state.by_side[them];
    // If a kind only leaps, only the drops onto cells from which it leaps to a king give check.
    // This shortcut is wrong if the dropped piece can be a hurdle, or if the king is in check
    // already.
    let by_leaps = tables.mode.safety == Safety::Pins && !state.in_check(tables, them);
    let mut checking = if by_leaps { SiteSet::EMPTY } else { region };
    for king in kings {
        match tables.attacks[us].only_leaps(becomes, king) {
            Some(sources) => checking |= sources,
            None => checking = region,
        }
    }
    let mut mating = SiteSet::EMPTY;
    for to in checking & region {
        let one = MoveSet { region: SiteSet::of(to), ..batch };
        if PackedMoves::new(tables, state, &one).any(|step| mates(whole, state, &step)) {
            mating.insert(to);
        }
    }
    mating
}

impl<const W: usize> State<W> {
    /// True if `step` is a drop that gives mate, but drops of its kind may not give mate.
    pub(crate) fn is_forbidden_mate(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        let (Some(pocket), Actor::Hand(kind)) = (&tables.at(self).moves.pocket, step.actor) else {
            return false;
        };
        let may_mate = |drops: &Drops<W>| drops.kind != kind || drops.may_mate;
        !pocket.drops[self.side].iter().all(may_mate) && mates(tables, self, step)
    }
}

fn mates<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> bool {
    let (us, mut next) = (state.side, state.clone());
    // Effects that depend on replies are ignored, as in all predicates about mate.
    next.advance_below(tables, step, Some(Lookahead::Replies));
    // If the other steps of this turn have no legal move, they are skipped.
    if next.side == us {
        next.normalize_turn(tables, true, Some(Lookahead::Replies));
    }
    next.side != us && next.threatened(tables, next.side) && !next.can_parry(tables, CHECKS)
}
