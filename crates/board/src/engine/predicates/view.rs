//! A packed position as questions see it: with the memory of earlier moves, goals and claims, and
//! the lengths of turns.

use crate::engine::state::{PackedMove, State};
use crate::model::position::{Actor, Captured, Facts, History};
use crate::paths::terrain::Piece;
use crate::tables::kinds::KindSet;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::{Between, Pattern, Predicate};
use crate::tables::predicates::CompiledPredicates;
use alfil_clock::meter;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, Roll};
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{self, Replies, View};
use alfil_rules::outcome::turns_of;
use alfil_rules::question::{ClockId, CounterId, Lookahead, Row};
use alfil_rules::side::{BySide, Side, SideSet, Sides};
use alfil_rules::turn::Length;
use alfil_topology::site_set::{Site, SiteSet};

/// A packed position with the tables of its game.
#[derive(Clone, Copy)]
pub(crate) struct PackedView<'a, const W: usize> {
    pub(crate) tables: &'a Tables<W>,
    pub(crate) predicates: &'a CompiledPredicates<W>,
    pub(crate) state: &'a State<W>,
}

/// The packed position and the move for which a predicate is evaluated.
pub(crate) type EvalContext<'a, const W: usize> = interpret::Context<'a, PackedView<'a, W>>;
/// The move for which a predicate is evaluated.
pub(crate) type Made<'a, const W: usize> = interpret::Made<'a, PackedView<'a, W>>;

impl<'a, const W: usize> PackedView<'a, W> {
    /// Returns a move with these facts, after which the position is `self`. `step` is the move
    /// itself; `None` if only its facts are known.
    #[inline(always)]
    pub(crate) fn made(self, facts: &'a Facts, step: Option<&'a PackedMove<W>>) -> Made<'a, W> {
        let partner = step.and_then(|step| step.partner).map(|(from, _)| from);
        Made { facts, after: self, stands: facts.target(), partner, mv: step }
    }
}

impl<'a, const W: usize> View<'a> for PackedView<'a, W> {
    type Area = BySide<SiteSet<W>>;
    type Between = Between<W>;
    type Pattern = Pattern<W>;
    type Cells = SiteSet<W>;
    type Move = &'a PackedMove<W>;

    #[inline(always)]
    fn sides(self) -> Sides {
        self.tables.rules.sides.without(self.state.info.out)
    }

    #[inline(always)]
    fn all_are_owned(self) -> bool {
        self.tables.rules.unowned.is_empty() && self.tables.rules.neutrals.is_none()
    }

    #[inline(always)]
    fn is_neutral(self, kind: KindId) -> bool {
        self.tables.is_neutral(kind)
    }

    #[inline(always)]
    fn worth(self, kind: KindId) -> u32 {
        self.predicates.worth[kind.index()]
    }

    #[inline(always)]
    fn board(self) -> SiteSet<W> {
        self.predicates.board
    }

    #[inline(always)]
    fn piece(self, cell: Site) -> Option<Piece> {
        self.state.piece(cell)
    }

    #[inline(always)]
    fn occupied(self) -> SiteSet<W> {
        self.state.occupied()
    }

    #[inline(always)]
    fn pieces(self, side: Side) -> SiteSet<W> {
        self.state.by_side[side]
    }

    #[inline(always)]
    fn of_kind(self, kind: KindId) -> SiteSet<W> {
        self.state.of_kind(kind)
    }

    #[inline(always)]
    fn unowned(self) -> SiteSet<W> {
        self.state.of_kinds(&self.tables.rules.unowned)
    }

    #[inline(always)]
    fn neutrals(self) -> SiteSet<W> {
        let kinds = self.tables.rules.neutrals.into_iter().flat_map(KindSet::iter);
        kinds.fold(SiteSet::EMPTY, |all, kind| all | self.state.of_kind(kind))
    }

    #[inline(always)]
    fn never_moved(self) -> SiteSet<W> {
        self.state.memory.never_moved.resize()
    }

    #[inline(always)]
    fn held(self, side: Side) -> impl Iterator<Item = (KindId, u16)> {
        let hand = &self.state.hands[side];
        let kinds =
            if self.tables.moves.pocket.is_some() { self.predicates.worth.len() } else { 0 };
        let held = (0..kinds).map(KindId::from_index).map(|kind| (kind, hand[kind]));
        held.filter(|&(_, held)| held > 0)
    }

    fn lacks_a_kind(self, side: Side) -> bool {
        let State { hands, by_side, .. } = self.state;
        let has =
            |&kind: &KindId| hands[side][kind] > 0 || self.state.of_kind(kind).meets(by_side[side]);
        !self.predicates.begun[side].iter().all(|kinds| kinds.iter().any(has))
    }

    #[inline(always)]
    fn area(self, area: &BySide<SiteSet<W>>, side: Side) -> SiteSet<W> {
        area[side]
    }

    fn row(self, row: Row, side: Side, cell: Site) -> SiteSet<W> {
        self.predicates.row(row, side, cell)
    }

    fn number_of(self, row: Row, side: Side, cell: Site) -> u32 {
        self.predicates.number_of(row, side, cell)
    }

    #[inline(always)]
    fn beside(self, cell: Site) -> [SiteSet<W>; 2] {
        self.predicates.aside[cell.index()]
    }

    #[inline(always)]
    fn between(self, from: Site, to: Site) -> SiteSet<W> {
        self.predicates.between(from, to)
    }

    fn line_ends(self, from: Site, to: Site) -> [Option<Site>; 2] {
        let (behind, beyond) = self.predicates.lines.of(from, to);
        [behind, beyond]
    }

    fn upright(self, cell: Site, side: Side) -> [Option<Site>; 2] {
        self.predicates.lines.upright(cell, side)
    }

    #[inline(always)]
    fn fits(self, between: &Between<W>, kind: KindId, facts: &Facts) -> bool {
        between.holds(facts.side, kind, facts.from, facts.to)
    }

    fn can_capture(self, cell: Site, side: Side, by: &SiteSet<W>) -> bool {
        meter::spend(meter::TEST);
        let here = SiteSet::of(cell);
        let own = self.state.by_side[side].minus(here);
        let occupied = self.state.occupied() | here;
        let tables = self.tables.at(self.state);
        self.state.attacked_by(tables, side, cell, occupied, own, by.minus(here))
    }

    fn leads(
        self,
        pattern: &Pattern<W>,
        from: Site,
        side: Side,
        &among: &SiteSet<W>,
    ) -> SiteSet<W> {
        meter::spend(meter::TEST);
        let PackedView { tables, state, .. } = self;
        let occupied_cells = state.occupied();
        let occupied = occupied_cells | SiteSet::of(from);
        if let Some([quiet, takes]) = pattern.leads(side, from).leaps {
            return among & (quiet.minus(occupied) | takes & occupied_cells);
        }
        if among.within(occupied_cells) {
            let blockers = state.blockers(tables, occupied);
            if let Some(taken) = pattern.leads(side, from).taken(among, blockers) {
                return taken;
            }
        }
        let mut all = SiteSet::EMPTY;
        for path in pattern.from(side, from) {
            let goal = if path.captured.is_empty() {
                SiteSet::of(path.to).minus(occupied)
            } else {
                path.captured & occupied_cells
            };
            for site in goal & among {
                // The pattern may capture any piece on `site`, so the piece counts as an enemy
                // here.
                let here = SiteSet::of(site);
                let enemies = state.foes(tables, side).minus(SiteSet::of(from)) | here;
                let friends = (state.friends(tables, side) | SiteSet::of(from)).minus(here);
                if state.meets_needs(tables, &path.way.needs, occupied, enemies, friends) {
                    all.insert(site);
                }
            }
        }
        all
    }

    fn along(
        self,
        pattern: &Pattern<W>,
        from: Site,
        side: Side,
        &ends: &SiteSet<W>,
        &passable: &SiteSet<W>,
    ) -> SiteSet<W> {
        pattern.along(side, from, ends, passable)
    }

    fn is_by(self, terms: &Pattern<W>, facts: &Facts, step: Option<&PackedMove<W>>) -> bool {
        let (Some(step), Some(from), Actor::Piece) = (step, facts.origin(), facts.actor) else {
            return false;
        };
        // A promotion without moving is not a move by any term.
        if terms.is_whole_of(facts.kind) && from != step.to && !facts.castles {
            return true;
        }
        let PackedView { tables, state, .. } = self;
        let occupied = state.occupied();
        let (by, lifted) = (facts.side, occupied.minus(SiteSet::of(from)));
        terms.from(by, from).iter().any(|path| {
            let victims = path.passant.and_then(|cell| state.ep_victim(cell));
            let victims = victims.map_or(SiteSet::EMPTY, SiteSet::of);
            path.to == step.to
                && path.shifted == step.partner
                && (path.captured & occupied) | victims == step.captured
                && state.is_way_open(tables, by, &path.way, path.passant, lifted)
        })
    }

    #[inline(always)]
    fn turn(self) -> Side {
        self.state.side
    }

    #[inline(always)]
    fn enemies(self, side: Side) -> SideSet {
        self.state.enemies(self.tables, side)
    }

    fn in_check(self, side: Side) -> bool {
        self.state.threatened(self.tables, side)
    }

    fn can_reply(self, side: Side) -> bool {
        self.with_turn(side).can_reply(self.tables)
    }

    fn can_parry(self, side: Side, checks: u8) -> bool {
        self.with_turn(side).can_parry(self.tables, checks)
    }

    fn replies(self, side: Side, to: Option<SiteSet<W>>) -> Replies<SiteSet<W>> {
        let mut replies = Replies { movers: SiteSet::EMPTY, dropped: Vec::new() };
        let state = self.with_turn(side);
        for step in state.replies(self.tables).each(self.tables, &state) {
            if to.is_some_and(|to| !to.has(step.to)) {
                continue;
            }
            match step.actor {
                Actor::Piece => replies.movers.insert(step.from),
                Actor::Hand(kind) => replies.dropped.push(kind),
                Actor::Section(..) | Actor::Die(..) | Actor::Nobody => {}
            }
        }
        replies
    }

    #[inline(always)]
    fn last(self) -> Option<&'a Facts> {
        self.state.memory.last.as_ref()
    }

    #[inline(always)]
    fn counter(self, side: Side, counter: CounterId) -> u32 {
        u32::from(self.state.counters[side][counter.index()])
    }

    #[inline(always)]
    fn turns_of(self, side: Side) -> u32 {
        turns_of(side, self.state.side, self.state.info.fullmove)
    }

    fn lasts(self, turns: u32, clock: ClockId) -> bool {
        let playing = self.sides().playing(self.state.info.out);
        self.state.memory.lasts(turns, clock, playing)
    }

    fn rolled(self, die: DieId, roll: Roll) -> bool {
        self.state.shown.holds(die, roll)
    }

    fn like_die(self, die: DieId) -> SiteSet<W> {
        let shown = self.state.shown.of(die);
        self.state.of_kinds(shown.map_or(&[], |face| self.predicates.kinds_on(die, face)))
    }

    #[inline(always)]
    fn spend(self) {
        meter::spend(meter::TEST);
    }
}

impl<const W: usize> PackedView<'_, W> {
    /// Returns the position with `side` to move.
    fn with_turn(self, side: Side) -> State<W> {
        let mut state = self.state.clone();
        state.pass_to(self.tables, side);
        state
    }
}

// Updates the memory of a position: facts about the last move, clocks and unmoved pieces.
//
// The results must agree with `Reference::remember`. Only facts that a rule uses are kept.

/// The facts of `step`, a move of `state` that is not made yet.
pub(crate) fn facts_of<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> Facts {
    let mut captured = Captured::default();
    for site in step.captured {
        let kind = state.kind_at(site);
        let owner = if tables.is_neutral(kind) { Side::White } else { state.owner(site) };
        captured.insert(owner, kind);
    }
    let castles = step.partner.is_some()
        && tables.moves.castles[state.side].iter().any(|castle| {
            castle.king == (step.from, step.to) && Some(castle.partner) == step.partner
        });
    Facts {
        side: state.side,
        actor: step.actor,
        kind: step.kind,
        from: step.from,
        to: step.to,
        captured,
        promotion: step.promotion,
        castles,
    }
}

/// The facts of `step`, a move of `state`. `None` if no rule of the game uses them.
pub(crate) fn facts_to_keep<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> Option<Facts> {
    may_keep(tables, state, step).then(|| facts_of(tables.at(state), state, step))
}
/// True if `step` may have effects, or if the game remembers moves.
#[inline(always)]
fn may_keep<const W: usize>(tables: &Tables<W>, state: &State<W>, step: &PackedMove<W>) -> bool {
    tables.at(state).rules.predicates.as_ref().is_some_and(|predicates| {
        let follows = || predicates.actions.as_ref().is_none_or(|effects| effects.may_follow(step));
        predicates.keeps_moves() || !predicates.effects.is_empty() && follows()
    })
}

impl<const W: usize> State<W> {
    /// Updates the memory after `step`, a move with these `facts`. `number` is the step of the turn
    /// in which it was made. Only clocks whose lookahead is less than `below` are updated.
    pub(crate) fn remember(
        &mut self,
        tables: &Tables<W>,
        facts: &Facts,
        step: &PackedMove<W>,
        (number, below): (u32, Option<Lookahead>),
    ) {
        let Some(predicates) = &tables.at(self).rules.predicates else { return };
        for (clock, question) in predicates.clocks.iter().enumerate() {
            if below.is_some_and(|below| question.level() >= below) {
                continue;
            }
            let view = PackedView { tables, predicates, state: self };
            let made = view.made(facts, Some(step));
            let holds = EvalContext::of_move(view, made, facts.target()).holds(question);
            self.memory.tick(clock, number, holds);
        }
        if predicates.remembers {
            self.memory.last = Some(*facts);
        }
        if predicates.remembers_who_moved {
            let partner = step.partner.into_iter().flat_map(|(from, to)| [from, to]);
            let moved = [facts.origin(), facts.target()].into_iter().flatten();
            let moved = moved.filter(|_| !step.stays()).chain(partner);
            let touched = moved.fold(step.captured, |all, site| all | SiteSet::of(site));
            self.memory.never_moved = self.memory.never_moved.minus(touched.resize());
        }
    }
}

// Goals, which end the game, and claims, which a player may make.

impl<const W: usize> State<W> {
    /// The side that made the last move. If no move is remembered, it is the side to move if a
    /// player may move in an earlier step of the turn, and the opponent otherwise.
    pub(crate) fn last_side(&self, tables: &Tables<W>) -> Side {
        let (side, info) = (self.side, &self.info);
        let has_moved = || {
            let turn = tables.at(self).turn.as_ref();
            turn.is_some_and(|turn| turn.turn.has_moved(side, info.fullmove, info.step))
        };
        let presumed =
            || if has_moved() { side } else { tables.rules.sides.before(side, info.out) };
        self.memory.last.map_or_else(presumed, |last| last.side)
    }

    /// The index of the first goal that holds, and the side for which it holds.
    pub(crate) fn goal(&self, tables: &Tables<W>) -> Option<(usize, Side)> {
        let predicates = tables.at(self).rules.predicates.as_ref()?;
        first_met(tables, predicates, self, &predicates.goals, History::default())
    }

    /// The index of the first claim that may be made, and the side for which it counts.
    pub(crate) fn claim(&self, tables: &Tables<W>, history: History) -> Option<(usize, Side)> {
        let predicates = tables.at(self).rules.predicates.as_ref()?;
        first_met(tables, predicates, self, &predicates.claims, history)
    }
}

/// The index of the first of `ends` that holds, and the side for which it holds. Each is tested for
/// the side that made the last move, and then for the other side.
fn first_met<const W: usize>(
    tables: &Tables<W>,
    predicates: &CompiledPredicates<W>,
    state: &State<W>,
    ends: &[Predicate<W>],
    history: History,
) -> Option<(usize, Side)> {
    let mover = state.last_side(tables);
    ends.iter().enumerate().find_map(|(number, end)| {
        let view = PackedView { tables, predicates, state };
        let holds = |&side: &Side| EvalContext::of_last(view, side, history).holds(end);
        let mut sides = tables.rules.sides.from(mover, state.info.out);
        sides.find(holds).map(|side| (number, side))
    })
}

impl<const W: usize> State<W> {
    /// True if a goal holds for either side, which ends the game.
    #[inline(always)]
    pub(crate) fn is_over(&self, tables: &Tables<W>) -> bool {
        self.is_over_below(tables, None)
    }

    /// True if the game is over by a goal whose lookahead is less than `below`.
    #[inline]
    pub(crate) fn is_over_below(&self, tables: &Tables<W>, below: Option<Lookahead>) -> bool {
        if self.is_won(tables) {
            return true;
        }
        let Some(predicates) = &tables.at(self).rules.predicates else { return false };
        let due = |goal: &&Predicate<W>| below.is_none_or(|below| goal.level() < below);
        predicates.goals.iter().filter(due).any(|goal| {
            let view = PackedView { tables, predicates, state: self };
            let holds = |side| EvalContext::of_last(view, side, History::default()).holds(goal);
            tables.rules.sides.from(self.side, self.info.out).any(holds)
        })
    }
}

// The lengths of turns that numbers give.

impl<const W: usize> State<W> {
    /// The number of steps in the current turn, which `counter` holds from the first move on.
    pub(crate) fn counted_length(&self, tables: &Tables<W>, counter: CounterId) -> u32 {
        let begun = self.counters[self.side][counter.index()];
        let predicates = tables.at(self).rules.predicates.as_deref().filter(|_| begun == 0);
        let Some(predicates) = predicates else { return u32::from(begun.max(1)) };
        let Some(length) = predicates.length(self.side, self.info.fullmove) else { return 1 };
        let view = PackedView { tables: tables.at(self), predicates, state: self };
        let number = EvalContext::before(view, self.side).amount(length);
        number.clamp(1, u32::from(u8::MAX))
    }

    /// The number of steps of the turn, with the counter that is to hold it after a move. `None` if
    /// the rules of the game fix the number.
    #[inline(always)]
    pub(crate) fn length_to_note(&self, tables: &Tables<W>) -> Option<(CounterId, u8)> {
        let turn = &tables.turn.as_ref()?.turn;
        match turn.length(self.side, self.info.fullmove) {
            Length::Fixed(_) => None,
            Length::Counted(counter) => Some((counter, self.counted_length(tables, counter) as u8)),
        }
    }

    /// Lets a counter of the side to move hold the number of steps of its turn.
    #[inline(always)]
    pub(crate) fn note_length(&mut self, length: Option<(CounterId, u8)>) {
        if let Some((counter, length)) = length {
            self.counters[self.side][counter.index()] = length;
        }
    }
}
