//! Effects that change more than counters, such as placing, removing or promoting other pieces.
//!
//! They run on the packed position after the move itself has been made. The journal in
//! `EffectOutcome` takes them back. Games whose effects only change counters do not use this module.

use crate::engine::batch::{MoveKind, MoveSet, MoveSink, PackedMoves, special_captures};
use crate::engine::journal::{
    CaptureInfo, EffectOutcome, Journal, MatteringCells, Visit, Ways, royal_pieces,
};
use crate::engine::predicates::view::{EvalContext, PackedView, facts_of};
use crate::engine::state::{PackedMove, State, StateInfo};
use crate::interpret::board::{Board, Options};
use crate::interpret::effect::{Cause, EffectRun, Extract, Pause, Remaining};
use crate::model::position::{Actor, Choice, Choices, Memory};
use crate::model::royals::RoyalBalance;
use crate::paths::terrain::Piece;
use crate::tables::effects::CompiledEffects;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::{Between, Pattern};
use crate::tables::predicates::CompiledPredicates;
use alfil_clock::meter;
use alfil_diagnostics::index::Id;
use alfil_rules::effect::{Deed, Source, Spot, Supplied, Will};
use alfil_rules::ids::KindId;
use alfil_rules::outcome::Counters;
use alfil_rules::question::{Anchor, Lookahead};
use alfil_rules::side::{BySide, Side, Sides};
use alfil_topology::site_set::{Site, SiteSet};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// True if `step` may have effects that change more than counters.
    #[inline(always)]
    pub(crate) fn may_have_effects(&self, tables: &Tables<W>, step: &PackedMove<W>) -> bool {
        tables.at(self).compiled_effects().is_some_and(|effects| effects.may_follow(step))
    }

    /// True if some move of the game has effects that change more than counters.
    #[inline(always)]
    pub(crate) fn has_effects(&self, tables: &Tables<W>) -> bool {
        tables.at(self).compiled_effects().is_some()
    }

    /// True if effects may make a move impossible, or offer a choice to the player.
    pub(crate) fn effects_may_fail(&self, tables: &Tables<W>) -> bool {
        tables.at(self).compiled_effects().is_some_and(|effects| effects.may_fail)
    }
}

impl<const W: usize> CompiledEffects<W> {
    /// True if `step` may have effects. The test considers only the kind of the piece, and whether
    /// the move captures.
    #[inline(always)]
    pub(crate) fn may_follow(&self, step: &PackedMove<W>) -> bool {
        let kinds = if step.captured.is_empty() { self.of_quiet } else { self.of_captures };
        match step.actor {
            Actor::Piece => kinds.has(step.kind),
            Actor::Hand(_) | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => self.of_others,
        }
    }
}

/// The moves of a position, in two groups: without effects, and possibly with effects.
pub(crate) struct ByDeeds<const W: usize> {
    /// Moves that have no effects and capture no royal piece.
    pub(crate) alone: Vec<MoveSet<W>>,
    /// The other moves.
    pub(crate) acting: Vec<MoveSet<W>>,
}

impl<const W: usize> ByDeeds<W> {
    /// Divides `batches`, which contain moves of `state`.
    pub(crate) fn new(
        tables: &Tables<W>,
        effects: &CompiledEffects<W>,
        state: &State<W>,
        batches: Vec<MoveSet<W>>,
    ) -> Self {
        let enemies = state.foes(tables, state.side);
        let royals = state.royals(tables) & enemies;
        let acting = Vec::with_capacity(batches.len());
        let mut sorted = ByDeeds { alone: Vec::new(), acting };
        for batch in batches {
            let (quiet, captures) =
                (effects.of_quiet.has(batch.kind), effects.of_captures.has(batch.kind));
            let whole_region =
                |has_effects: bool| if has_effects { batch.region } else { SiteSet::EMPTY };
            let acting = match batch.act {
                MoveKind::Displace | MoveKind::Rifle | MoveKind::Shift(_) | MoveKind::Push(_)
                    if quiet =>
                {
                    batch.region
                }
                MoveKind::Displace | MoveKind::Rifle | MoveKind::Shift(_) | MoveKind::Push(_) => {
                    batch.region & if captures { enemies } else { royals }
                }
                // A special move may equal a push or a jump in a list of the tables. So the pieces
                // that it captures decide its group.
                MoveKind::Special(index) => {
                    let special = &tables.moves.specials[index as usize];
                    let captured = special_captures(special, state);
                    whole_region(match captured.is_empty() {
                        _ if special.shifted.is_some() => true,
                        true => quiet,
                        false => captures || captured.meets(royals),
                    })
                }
                MoveKind::Jump { .. } if captures => batch.region,
                MoveKind::Jump { delta, over } => batch.region & royals.shifted(delta - over),
                MoveKind::Passant(victim) => whole_region(captures || royals.has(victim)),
                MoveKind::Castle(_) => whole_region(quiet),
                MoveKind::Drop | MoveKind::Roll(_) | MoveKind::Pass | MoveKind::Section(_) => {
                    whole_region(effects.of_others)
                }
            };
            sorted.acting.add(MoveSet { region: acting, ..batch });
            sorted.alone.add(MoveSet { region: batch.region.minus(acting), ..batch });
        }
        sorted
    }
}

/// Performs the effects of `step` once for each possible combination of choices, and passes each
/// result to `ways`. If an effect has no possible choice, there is no result. `moved` is the
/// position after the move. It is unchanged at the end.
pub(crate) fn each_way<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    moved: &mut State<W>,
    below: Option<Lookahead>,
    ways: &mut Ways<'_, W>,
) -> ControlFlow<()> {
    let kept = Kept::of(moved);
    let mut open: SmallVec<[Choices; 4]> = smallvec::smallvec![step.choices];
    while let Some(choices) = open.pop() {
        let step = PackedMove { choices, ..*step };
        let mut done = EffectOutcome::default();
        let result = performed(tables, capture_info, &step, moved, below, &mut done);
        let mut flow = ControlFlow::Continue(());
        let mut inert = None;
        match (result, &mut *ways) {
            (Ok(()), Ways::Each(visit) | Ways::Mattering(visit, _)) => {
                flow = visit(moved, &step, &done);
            }
            (Ok(()), Ways::Counted(count)) => **count += 1,
            (Err(Pause::Choose(options, Remaining::Nothing)), Ways::Counted(count)) => {
                **count += options.count();
            }
            (Err(Pause::Choose(options, _)), Ways::Mattering(visit, cells)) if options.inert => {
                inert = Some((options, visit, *cells));
            }
            (Err(Pause::Choose(options, _)), _) => {
                open.extend(options.iter().map(|choice| choices.with(choice)));
            }
            (Err(Pause::Impossible(_) | Pause::Declined), _) => {}
        }
        done.journal.take_back(tables, moved);
        kept.restore(tables, moved);
        flow?;
        if let Some((options, visit, cells)) = inert {
            let known = (capture_info, &kept);
            each_place(tables, known, &step, moved, below, &options, (&mut **visit, cells))?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `visit` for the ways to make `step` that differ in the place of an inert piece, one of
/// `options`. After a place that does not matter, only places that matter follow.
fn each_place<const W: usize>(
    tables: &Tables<W>,
    (capture_info, kept): (&CaptureInfo, &Kept<W>),
    step: &PackedMove<W>,
    moved: &mut State<W>,
    below: Option<Lookahead>,
    options: &Options<SiteSet<W>>,
    (visit, cells_that_matter): (&mut Visit<'_, W>, &MatteringCells<'_, W>),
) -> ControlFlow<()> {
    let mut left = options.cells.unwrap_or(SiteSet::EMPTY);
    let mut is_narrowed = false;
    while let Some(site) = left.first() {
        left = left.minus(SiteSet::of(site));
        for &kind in options.kinds.iter().flatten() {
            meter::spend(meter::MOVE);
            let choices = step.choices.with(Choice::Taken(Some(kind), Some(site)));
            let step = PackedMove { choices, ..*step };
            let mut done = EffectOutcome::default();
            let mut flow = ControlFlow::Continue(());
            if performed(tables, capture_info, &step, moved, below, &mut done).is_ok() {
                flow = visit(moved, &step, &done);
                if flow.is_continue() && !is_narrowed {
                    let cells = cells_that_matter(moved);
                    if !cells.has(site) {
                        left &= cells;
                        is_narrowed = true;
                    }
                }
            }
            done.journal.take_back(tables, moved);
            kept.restore(tables, moved);
            flow?;
        }
    }
    ControlFlow::Continue(())
}

/// The parts of a position that effects may change but the journal does not record.
struct Kept<const W: usize> {
    side: Side,
    info: StateInfo<W>,
    counters: Counters,
    memory: Memory,
}

impl<const W: usize> Kept<W> {
    fn of(state: &State<W>) -> Self {
        let State { side, info, counters, memory, .. } = *state;
        Kept { side, info, counters, memory }
    }

    fn restore(&self, tables: &Tables<W>, state: &mut State<W>) {
        let &Kept { side, info, counters, memory } = self;
        (state.side, state.info, state.counters, state.memory) = (side, info, counters, memory);
        state.assign_unowned(&tables.rules.unowned);
    }
}

/// Performs the effects of `step` with the choices in it. `after` is the position after the move.
/// If a choice is missing or impossible, `after` is unchanged.
pub(crate) fn perform<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
) -> EffectOutcome<W> {
    let mut done = EffectOutcome::default();
    // The copy serves to undo effects after a failure, so it is only made if effects may fail.
    let kept = after.effects_may_fail(tables).then(|| Kept::of(after));
    let (Err(_), Some(kept)) =
        (performed(tables, capture_info, step, after, below, &mut done), kept)
    else {
        return done;
    };
    done.journal.take_back(tables, after);
    kept.restore(tables, after);
    EffectOutcome::default()
}

impl<const W: usize> State<W> {
    /// True if `side` has lost a royal piece in `after`, compared with `self`. Pieces in hand count
    /// as well.
    pub(crate) fn costs_royal(&self, tables: &Tables<W>, after: &State<W>, side: Side) -> bool {
        let Some(effects) = tables.compiled_effects() else { return false };
        let mut balance = RoyalBalance::default();
        for &(kind, royal) in &effects.royal {
            balance.add(royal, royal_pieces(self, side, kind), royal_pieces(after, side, kind));
        }
        balance.is_loss()
    }
}

// Runs the effects of a move on a packed position.

/// Performs the effects of `step` with the choices in it. `after` is the position after the move.
/// After an error, `done` contains the changes so far.
fn performed<const W: usize>(
    tables: &Tables<W>,
    capture_info: &CaptureInfo,
    step: &PackedMove<W>,
    after: &mut State<W>,
    below: Option<Lookahead>,
    done: &mut EffectOutcome<W>,
) -> Result<(), Pause<SiteSet<W>>> {
    let here = tables.at(after);
    let Some((predicates, effects)) = here.rules.predicates.as_deref().zip(here.compiled_effects())
    else {
        return Ok(());
    };
    let side = capture_info.facts.side;
    let EffectOutcome { journal, costs_royal } = done;
    let board = PackedBoard { tables, predicates, effects, state: after, journal };
    let mut run = EffectRun::new(
        board,
        Cause {
            facts: &capture_info.facts,
            victims: capture_info.victims.clone(),
            partner: step.partner.map(|(from, _)| from),
            choices: step.choices,
        },
    );
    let royal = if effects.costs_royals { &effects.royal[..] } else { &[] };
    let had = royal.iter().map(|&(kind, _)| royal_pieces(run.board().state, side, kind));
    let had: SmallVec<[usize; 2]> = had.collect();
    let lines = predicates.effects.iter().map(|line| (line.level, &line.effect));
    // If the effects start safe, the generator has done what the first line demands.
    let extract = Extract { first: usize::from(effects.starts_safe), below };
    if let Err(stopped) = run.run(lines, extract, |_| {}) {
        return Err(match stopped.pause {
            Pause::Choose(mut options, mut remaining) => {
                options.inert &= stopped.line + 1 == predicates.effects.len();
                if stopped.line < effects.last_to_fail {
                    remaining = Remaining::Something;
                }
                Pause::Choose(options, remaining)
            }
            pause @ (Pause::Impossible(_) | Pause::Declined) => pause,
        });
    }
    let (board, spoils) = run.into_parts();
    // Enemy pieces that went to the hand do not count as royal pieces of the side.
    let mut balance = RoyalBalance::default();
    for (&(kind, royal), &had) in royal.iter().zip(&had) {
        let taken = spoils.iter().filter(|&&of| of == kind).count();
        let has = royal_pieces(board.state, side, kind).saturating_sub(taken);
        balance.add(royal, had, has);
    }
    *costs_royal = balance.is_loss();
    Ok(())
}

// A packed position that effects change. The journal records all changes to pieces and hands.

/// A packed position while the effects of a move run.
struct PackedBoard<'a, const W: usize> {
    tables: &'a Tables<W>,
    predicates: &'a CompiledPredicates<W>,
    effects: &'a CompiledEffects<W>,
    state: &'a mut State<W>,
    journal: &'a mut Journal<W>,
}

impl<const W: usize> Board for PackedBoard<'_, W> {
    type Area = BySide<SiteSet<W>>;
    type Between = Between<W>;
    type Pattern = Pattern<W>;
    type Cells = SiteSet<W>;
    type View<'v>
        = PackedView<'v, W>
    where
        Self: 'v;

    #[inline(always)]
    fn view(&self) -> PackedView<'_, W> {
        PackedView { tables: self.tables, predicates: self.predicates, state: self.state }
    }

    #[inline(always)]
    fn sides(&self) -> Sides {
        self.tables.rules.sides
    }

    #[inline(always)]
    fn is_owned(&self, kind: KindId) -> bool {
        !self.tables.rules.unowned.contains(&kind) && !self.tables.is_neutral(kind)
    }

    #[inline(always)]
    fn is_endless(&self, kind: KindId) -> bool {
        self.tables.moves.pocket.as_ref().is_some_and(|pocket| pocket.supply.has(kind))
    }

    #[inline(always)]
    fn held(&self, side: Side, kind: KindId) -> u16 {
        self.state.hands[side][kind]
    }

    fn held_as(&self, kind: KindId) -> Option<KindId> {
        self.tables.moves.pocket.as_ref()?.held_as(kind)
    }

    #[inline(always)]
    fn hand_for(&self, by: Side, piece: Piece) -> Option<(Side, KindId)> {
        self.tables.moves.pocket.as_ref()?.goes_to(by, piece.side, piece.kind)
    }

    fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        self.effects.origin(piece, at)
    }

    fn toward(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        self.predicates.lines.ray(site, anchor).map_or(Cow::Borrowed(&[]), |ray| (&ray.to).into())
    }

    fn away_from(&self, site: Site, anchor: Site) -> Cow<'_, [Site]> {
        let ray = self.predicates.lines.ray(anchor, site);
        ray.map_or(Cow::Borrowed(&[]), |ray| (&ray.beyond).into())
    }

    fn parallel(&self, from: Site, to: Site, site: Site) -> Option<Site> {
        self.predicates.lines.way(from, to)?[site.index()]
    }

    fn is_safe(&self, side: Side) -> bool {
        !self.state.in_check(self.tables, side)
    }

    fn height(&self, site: Site) -> usize {
        self.state.columns.height(site)
    }

    #[inline(always)]
    fn bare_columns(&self) -> SiteSet<W> {
        if self.state.columns.is_empty() {
            return SiteSet::EMPTY;
        }
        self.state.columns.sites().collect::<SiteSet<W>>().minus(self.state.occupied())
    }

    fn are_inert(&self, kinds: &[KindId]) -> bool {
        kinds.iter().all(|&kind| self.effects.inert.has(kind))
    }

    #[inline(always)]
    fn put(&mut self, site: Site, piece: Piece) {
        self.journal.put(self.tables, self.state, site, piece);
    }

    #[inline(always)]
    fn take(&mut self, site: Site, piece: Piece) {
        self.journal.take(self.tables, self.state, site, piece);
    }

    fn turn(&mut self, cells: SiteSet<W>) {
        self.journal.turn(self.tables, self.state, cells);
    }

    fn hold(&mut self, side: Side, kind: KindId, change: i16) {
        self.journal.hold(self.state, side, kind, change);
    }

    fn counters(&mut self) -> &mut Counters {
        &mut self.state.counters
    }

    fn note_capture(&mut self) {
        self.state.info.halfmoves = 0;
    }

    fn put_beneath(&mut self, site: Site, piece: Piece) {
        self.journal.columns(self.state).push(site, piece);
    }

    fn uncover(&mut self, site: Site) -> Option<Piece> {
        self.journal.columns(self.state).pop(site)
    }

    fn carry(&mut self, from: Site, to: Site, count: usize) {
        self.journal.columns(self.state).carry(from, to, count);
    }

    fn forget(&mut self, &touched: &SiteSet<W>, &replaced: &SiteSet<W>) {
        let (tables, state) = (self.tables, &mut *self.state);
        if state.info.rights != 0 {
            let lost =
                touched.into_iter().fold(0, |lost, site| lost | tables.moves.rights_at[site]);
            state.info.rights &= !lost;
        }
        state.memory.never_moved = state.memory.never_moved.minus(touched.resize());
        if !state.info.passed.is_empty() {
            let occupied = state.occupied();
            let live = |&cell: &Site| !occupied.has(cell) && !replaced.has(state.passer(cell));
            state.info.passed = state.info.passed.into_iter().filter(live).collect();
        }
    }

    fn finish(&mut self) {
        if !self.tables.rules.unowned.is_empty() {
            self.state.assign_unowned(&self.tables.rules.unowned);
        }
        if self.tables.moves.pending_promotion.is_some() {
            self.journal.promote_waiting(self.tables, self.state);
        }
    }
}

// Counts the ways to perform effects that place a piece on the start cell of a move. The move is
// not made.
//
// The result must be the same as if each move were made.

impl<const W: usize> State<W> {
    /// The number of ways to perform the effects of each move of `batch`. `None` if the number
    /// cannot be computed from the start cell, or if more than one effect applies.
    pub(crate) fn ways_at_start(&self, tables: &Tables<W>, batch: &MoveSet<W>) -> Option<u64> {
        let here = tables.at(self);
        let (predicates, effects) =
            here.rules.predicates.as_deref().zip(here.compiled_effects())?;
        let leaves = batch.act == MoveKind::Displace && !batch.region.has(batch.from);
        if !effects.places_at_start || !leaves {
            return None;
        }
        let step = PackedMoves::new(tables, self, batch).next()?;
        let facts = facts_of(here, self, &step);
        let view = PackedView { tables, predicates, state: self };
        let context = EvalContext::of_move(view, view.made(&facts, Some(&step)), facts.origin());
        let lines = predicates.effects.iter().skip(usize::from(effects.starts_safe));
        let mut applying = lines.map(|line| &line.effect).filter(|effect| {
            effect.question.as_ref().is_none_or(|question| context.holds(question))
        });
        let Some(line) = applying.next() else { return Some(1) };
        if applying.next().is_some() {
            return None;
        }
        let (mut ways, mut places) = (1, 0);
        for action in &line.deeds {
            let Deed::Place(what, Spot::Anchors(anchors)) = action else { continue };
            places += 1;
            if action.choices() > 0 || line.will == Will::May {
                let at_start = anchors.iter().filter(|&&anchor| anchor == Anchor::Start).count();
                ways = (self.supplied(tables, self.side, what).len() * at_start) as u64;
            }
        }
        let declined = u64::from(line.will == Will::May);
        (places == 1).then_some(ways + declined)
    }

    /// The kinds that an effect with the supply `what` can place for `side`.
    pub(crate) fn supplied(
        &self,
        tables: &Tables<W>,
        side: Side,
        what: &Supplied,
    ) -> SmallVec<[KindId; 4]> {
        let has = |&kind: &KindId| self.supplies(tables, side, what, kind);
        what.kinds.iter().copied().filter(has).collect()
    }

    /// True if `side` can place a piece of `kind` from the supply `what`. A hand must contain the
    /// piece.
    pub(crate) fn supplies(
        &self,
        tables: &Tables<W>,
        side: Side,
        what: &Supplied,
        kind: KindId,
    ) -> bool {
        match what.from {
            Source::Nowhere => true,
            Source::Hand => {
                let endless = tables.moves.pocket.as_ref().is_some_and(|p| p.supply.has(kind));
                endless || self.hands[side][kind] > 0
            }
        }
    }
}
