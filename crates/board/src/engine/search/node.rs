//! A packed position as a searchable game.

use super::activity::Workspace;
use super::evaluation::{Aim, Before, Evaluation, Exchange, Extent, Sums, Tracker};
use crate::engine::batch::{MoveKind, MoveSet, PackedMoves};
use crate::engine::generator::Legality;
use crate::engine::generator::ask::Fill;
use crate::engine::play::{Repetitions, Stood};
use crate::engine::state::{PackedMove, State};
use crate::engine::steps::Past;
use crate::model::board_model::BoardModel;
use crate::model::position::{Actor, Choices, History};
use crate::tables::cpu::run;
use crate::tables::move_tables::Tables;
use alfil_diagnostics::index::Id;
use alfil_rules::goal::Goal;
use alfil_rules::outcome::{Outcome, Standing};
use alfil_rules::side::Side;
use alfil_search::searchable::{Candidate, Habits, NullMoves, Searchable, Stage};
use alfil_search::table::WideFxHasher;
use alfil_topology::site_set::SiteSet;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// A side with a piece of at least this value is rarely better off without a move (zugzwang).
/// Without such a piece, the search does not skip turns.
const OFFICER: i32 = 200;

/// A move in a search. A move with choices is made in two parts, so that the search need not look
/// at all combinations of a move and its choices.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part<const W: usize> {
    /// A whole move, with its choices.
    Whole(PackedMove<W>),
    /// A move whose choices follow.
    Base(PackedMove<W>),
}

/// Tells if moves with choices are divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choosing {
    /// Choices follow their move as a part of their own.
    Apart,
    /// All combinations of moves and choices are listed.
    Together,
}

/// A position in a search.
#[derive(Clone)]
pub(super) struct BoardNode<'g, const W: usize> {
    tables: &'g Tables<W>,
    evaluation: &'g Evaluation<W>,
    state: State<W>,
    tracker: Tracker<W>,
    workspace: Workspace<W>,
    /// The key of the position without the remembered moves.
    key: u64,
    /// The move that was made without its choices. The position is still the one before it.
    pending: Option<PackedMove<W>>,
    choosing: Choosing,
    /// True if a move may change cells other than its own.
    changes_any_cell: bool,
    /// The rules that end the game, in the order of evaluation.
    ends: Vec<Goal>,
    /// True if some rule depends on the number of repetitions.
    counts_repetitions: bool,
    /// True if a claim depends on repetitions in which every move gave check.
    counts_checks: bool,
    has_hands: bool,
    null_moves: NullMoves,
    repetitions: Repetitions,
    /// The number of recorded positions before the search.
    before: usize,
    sets: Vec<MoveSet<W>>,
}

/// The data to take back a move or a skipped turn. The last number is the key before it.
pub(super) enum Undo<const W: usize> {
    Move(Past<W>, Before<W>, u64),
    /// The first part of a move.
    Base,
    /// A move whose first part was made before.
    Choice(Past<W>, Before<W>, u64),
    Skip(Box<State<W>>, Before<W>, u64),
}

impl<'g, const W: usize> BoardNode<'g, W> {
    /// A position without history.
    pub(super) fn new(
        arena: &BoardModel,
        tables: &'g Tables<W>,
        evaluation: &'g Evaluation<W>,
        state: State<W>,
    ) -> Self {
        let rules = &arena.rules;
        let is_sound = tables.turn.is_none()
            && rules.duties.is_empty()
            && tables.royalty.royal_class.is_some()
            && evaluation.aim() == Aim::Gain;
        let has_effects = state.has_effects(tables) || tables.moves.pending_promotion.is_some();
        BoardNode {
            tables,
            evaluation,
            tracker: Tracker::new(evaluation.values(), &state),
            workspace: Workspace::default(),
            key: state.key(tables.turn_length(&state)),
            pending: None,
            choosing: Choosing::Together,
            changes_any_cell: has_effects || !arena.sections.is_empty(),
            state,
            ends: rules.ends.iter().collect(),
            counts_repetitions: rules.ends.count_repetitions(),
            counts_checks: rules.ends.ask_of_repeated_checks(),
            has_hands: rules.hand.is_some(),
            null_moves: if is_sound { NullMoves::Sound } else { NullMoves::Unsound },
            repetitions: Repetitions::default(),
            before: 0,
            sets: Vec::new(),
        }
    }

    /// The same position, in which the choices of moves follow as a part of their own. Games whose
    /// rules decide about whole moves list them together all the same.
    pub(super) fn with_choices_apart(mut self) -> Self {
        let (tables, state) = (self.tables, &self.state);
        let keeps_safe =
            || tables.at(state).compiled_effects().is_some_and(|effects| effects.keeps_safe);
        let predicates = &tables.at(state).rules.predicates;
        let asks_moves = || predicates.as_ref().is_some_and(|predicates| predicates.asks_moves());
        if state.effects_may_fail(tables)
            && !state.needs_verification(tables)
            && !asks_moves()
            && (tables.is_safe() || keeps_safe())
        {
            self.choosing = Choosing::Apart;
        }
        self
    }

    /// The same position with the earlier positions of its game.
    pub(super) fn with_history(mut self, repetitions: &Repetitions) -> Self {
        self.repetitions = repetitions.clone();
        self.before = repetitions.len();
        self
    }

    /// The position.
    pub(super) fn state(&self) -> &State<W> {
        &self.state
    }

    /// The sums over the pieces of the position.
    pub(super) fn sums(&self) -> &Sums<W> {
        self.tracker.sums()
    }

    /// Computes the key of a new position, and returns that of the previous one.
    fn renew_key(&mut self) -> u64 {
        let length = self.tables.turn_length(&self.state);
        let key = self.tracker.sums().key ^ self.state.key_without_pieces(length);
        std::mem::replace(&mut self.key, key)
    }

    fn remember(&mut self) {
        if self.counts_repetitions {
            let mover = self.state.last_side(self.tables);
            let checks = self.counts_checks && self.state.threatened(self.tables, mover.other());
            self.repetitions.push(Stood {
                key: self.key,
                since: self.state.info.halfmoves == 0 && !self.has_hands,
                checker: checks.then_some(mover),
                mover,
            });
        }
    }

    fn standing(&self, has_move: bool, history: History) -> Option<Outcome> {
        let standing = Standing {
            side: self.state.side,
            has_move,
            halfmoves: self.state.info.halfmoves,
            playing: self.tables.rules.sides.playing(self.state.info.out),
            goal: self.state.goal(self.tables),
            claim: self.state.claim(self.tables, history),
        };
        // If the position has occurred before in the line of the search, the players can repeat it
        // again and again. So it counts as repeated often enough for every rule.
        let times = || {
            if self.repetitions.recurs_since(self.before.saturating_sub(1)) {
                usize::MAX
            } else {
                history.times as usize
            }
        };
        let in_check = || self.state.threatened(self.tables, self.state.side);
        standing.outcome(self.ends.iter().copied(), in_check, times)
    }

    fn return_to(&mut self, state: State<W>, before: &Before<W>, key: u64) {
        (self.state, self.key) = (state, key);
        self.tracker.restore(&self.state, before);
    }

    /// Adds the moves of `set` that belong to `stage`.
    fn add(&self, set: &MoveSet<W>, stage: Stage, list: &mut Vec<Candidate<Part<W>>>) {
        let mut set = *set;
        if stage == Stage::Tactical && set.choices == 0 {
            match set.act {
                MoveKind::Displace | MoveKind::Shift(_) => {
                    set.region &= self.state.by_side[self.state.side.other()];
                }
                MoveKind::Push(_)
                | MoveKind::Drop
                | MoveKind::Roll(_)
                | MoveKind::Pass
                | MoveKind::Castle(_)
                | MoveKind::Section(_) => return,
                MoveKind::Rifle
                | MoveKind::Special(_)
                | MoveKind::Jump { .. }
                | MoveKind::Passant(_) => {}
            }
            if set.region.is_empty() {
                return;
            }
        }
        for step in PackedMoves::new(self.tables, &self.state, &set) {
            self.add_move(Part::Whole(step), stage, list);
        }
    }

    /// Adds the moves without choices, and the first parts of moves with choices.
    fn add_bases(&self, stage: Stage, list: &mut Vec<Candidate<Part<W>>>) {
        let (tables, state) = (self.tables, &self.state);
        if state.is_over(tables) {
            return;
        }
        let wanted = if tables.is_safe() { Legality::Pseudo } else { Legality::Legal };
        let mut scratch = state.clone();
        for set in state.generated(tables, wanted) {
            for step in PackedMoves::new(tables, state, &set) {
                if stage == Stage::Tactical && !is_tactical(&step) {
                    continue;
                }
                let mut ways = Vec::new();
                let _ = scratch.advance_each_way(tables, &step, None, &mut |_, way, _| {
                    ways.push(*way);
                    match ways.len() {
                        1 => ControlFlow::Continue(()),
                        _ => ControlFlow::Break(()),
                    }
                });
                match ways[..] {
                    [] => {}
                    [way] => self.add_move(Part::Whole(way), stage, list),
                    _ => self.add_move(Part::Base(step), stage, list),
                }
            }
        }
    }

    /// A way to complete a move whose choices are missing.
    pub(super) fn completed(&self, base: &PackedMove<W>) -> Option<PackedMove<W>> {
        let mut list = Vec::new();
        self.add_choices(base, &mut list);
        list.first().map(|candidate| *candidate.mv.step())
    }

    /// Adds the ways to complete the pending move.
    fn add_choices(&self, base: &PackedMove<W>, list: &mut Vec<Candidate<Part<W>>>) {
        let mut scratch = self.state.clone();
        let _ = scratch.advance_each_way(self.tables, base, None, &mut |_, way, _| {
            // The code is that of the choices alone. So the search learns which choices are good
            // after many moves.
            let mut hasher = WideFxHasher::default();
            way.choices.hash(&mut hasher);
            let code = (hasher.finish() >> 32) as u32;
            list.push(Candidate::quiet(Part::Whole(*way), code));
            ControlFlow::Continue(())
        });
    }

    fn add_move(&self, part: Part<W>, stage: Stage, list: &mut Vec<Candidate<Part<W>>>) {
        let step = part.step();
        let code = code(step);
        if is_tactical(step) {
            list.push(Candidate::tactical(part, code, self.gain(step)));
        } else if stage == Stage::All {
            list.push(Candidate::quiet(part, code));
        }
    }

    /// The material that a capture or promotion gains. If the arriving piece is worth more than
    /// that, the exchange on its destination is counted, in which both sides capture only as long
    /// as it pays.
    fn gain(&self, step: &PackedMove<W>) -> i32 {
        let (us, worth) = (self.state.side, self.evaluation);
        let mut gain = 0;
        for site in step.captured {
            let value = worth.of_kind(self.state.kind_at(site));
            gain += if self.state.by_side[us].has(site) { -value } else { value };
        }
        let arriving = step.promotion.unwrap_or(step.kind);
        gain += worth.of_kind(arriving) - worth.of_kind(step.kind);
        if worth.aim() == Aim::Lose {
            return -gain;
        }
        if worth.of_kind(arriving) > gain && step.actor == Actor::Piece {
            let exchange = Exchange::after(self.tables, &self.state, worth, step);
            gain -= exchange.gain(us.other(), worth.of_kind(arriving));
        }
        gain
    }
}

impl<const W: usize> Part<W> {
    /// The move, perhaps without its choices.
    pub(super) fn step(&self) -> &PackedMove<W> {
        match self {
            Part::Whole(step) | Part::Base(step) => step,
        }
    }
}

/// True if the move captures or promotes.
fn is_tactical<const W: usize>(step: &PackedMove<W>) -> bool {
    !step.captured.is_empty() || step.promotion.is_some()
}

/// The cells of the pieces that a move names.
fn own_cells<const W: usize>(step: &PackedMove<W>) -> SiteSet<W> {
    let mut cells = SiteSet::of(step.from) | SiteSet::of(step.to);
    if let Some((from, to)) = step.partner {
        cells = cells | SiteSet::of(from) | SiteSet::of(to);
    }
    cells | step.captured
}

/// A number for a move. Different moves of a position have different numbers, apart from rare
/// collisions.
fn code<const W: usize>(step: &PackedMove<W>) -> u32 {
    let mut hasher = WideFxHasher::default();
    let places = (step.from.index() as u64) << 32 | (step.to.index() as u64) << 16;
    (places | step.kind.index() as u64).hash(&mut hasher);
    if step.promotion.is_some() || step.partner.is_some() {
        (step.promotion, step.partner).hash(&mut hasher);
    }
    match step.actor {
        Actor::Piece => {}
        Actor::Hand(_) | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => {
            step.actor.hash(&mut hasher)
        }
    }
    if !step.captured.is_empty() && step.captured != SiteSet::of(step.to) {
        step.captured.into_iter().for_each(|site| site.index().hash(&mut hasher));
    }
    step.choices.hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

impl<const W: usize> Searchable for BoardNode<'_, W> {
    type Move = Part<W>;
    type Undo = Undo<W>;

    fn habits(&self) -> Habits {
        Habits { null_moves: self.null_moves, quiescence: self.evaluation.quiescence }
    }

    fn side(&self) -> Side {
        self.state.side
    }

    fn key(&self) -> u64 {
        let pending = self.pending.as_ref().map_or(0, |step| u64::from(code(step)));
        self.key ^ self.state.memory_key() ^ pending.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn outcome(&mut self) -> Option<Outcome> {
        if self.is_halfway() {
            return None;
        }
        let history =
            if self.counts_repetitions { self.repetitions.history() } else { History::default() };
        let outcome = self.standing(true, history)?;
        // A mate takes precedence over a draw by a clock.
        if outcome.reason.ends_moves() || self.state.has_step(self.tables) {
            Some(outcome)
        } else {
            self.standing(false, history)
        }
    }

    fn outcome_without_moves(&mut self) -> Option<Outcome> {
        self.standing(false, self.repetitions.history())
    }

    fn is_halfway(&self) -> bool {
        self.pending.is_some()
    }

    fn is_chance(&self) -> bool {
        !self.is_halfway() && self.state.rolls(self.tables) && !self.state.is_over(self.tables)
    }

    fn weight(&self, part: &Part<W>) -> u32 {
        match part.step().actor {
            Actor::Die(die, face) => self.state.tickets(self.tables, die, face),
            Actor::Piece | Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => 1,
        }
    }

    fn in_check(&mut self) -> bool {
        !self.is_halfway()
            && self.tables.royalty.royal_class.is_some()
            && self.state.in_check(self.tables, self.state.side)
    }

    fn moves(&mut self, stage: Stage, list: &mut Vec<Candidate<Part<W>>>) {
        let (tables, state) = (self.tables, &self.state);
        match (&self.pending, self.choosing) {
            (Some(base), _) => return self.add_choices(base, list),
            (None, Choosing::Apart) => return self.add_bases(stage, list),
            (None, Choosing::Together) => {}
        }
        if state.needs_verification(tables) || state.bind_moves(tables) || state.has_effects(tables)
        {
            for step in state.legal_moves(tables).each(tables, state) {
                self.add_move(Part::Whole(step), stage, list);
            }
            return;
        }
        if state.is_over(tables) {
            return;
        }
        let mut sets = std::mem::take(&mut self.sets);
        sets.clear();
        run(Fill { tables, state: &self.state, legality: Legality::Legal, batches: &mut sets });
        for set in &sets {
            self.add(set, stage, list);
        }
        self.sets = sets;
    }

    fn make(&mut self, part: &Part<W>) -> Undo<W> {
        let step = match part {
            Part::Whole(step) => step,
            Part::Base(step) => {
                self.pending = Some(*step);
                return Undo::Base;
            }
        };
        let is_choice = self.pending.take().is_some();
        let past = self.state.advance(self.tables, step);
        let under_way = self.state.side == past.side();
        self.state.normalize_turn(self.tables, under_way, None);
        let extent =
            if self.changes_any_cell { Extent::Board } else { Extent::Cells(own_cells(step)) };
        let before = self.tracker.update(self.evaluation.values(), &self.state, extent);
        let key = self.renew_key();
        self.remember();
        if is_choice { Undo::Choice(past, before, key) } else { Undo::Move(past, before, key) }
    }

    fn unmake(&mut self, part: &Part<W>, undo: Undo<W>) {
        if let Undo::Base = undo {
            self.pending = None;
            return;
        }
        let step = part.step();
        if self.counts_repetitions {
            self.repetitions.forget();
        }
        match undo {
            Undo::Move(past, before, key) => {
                self.state.take_back(self.tables, step, past);
                self.tracker.restore(&self.state, &before);
                self.key = key;
            }
            Undo::Choice(past, before, key) => {
                self.state.take_back(self.tables, step, past);
                self.tracker.restore(&self.state, &before);
                self.key = key;
                self.pending = Some(PackedMove { choices: Choices::NONE, ..*step });
            }
            Undo::Skip(state, before, key) => self.return_to(*state, &before, key),
            Undo::Base => {}
        }
    }

    fn skip(&mut self) -> Option<Undo<W>> {
        let us = self.state.side;
        let mut officers = self.state.by_side[us].into_iter();
        let has_officer =
            officers.any(|site| self.evaluation.of_kind(self.state.kind_at(site)) >= OFFICER);
        // Rules that look at the last move cannot be evaluated after a skipped turn.
        if !has_officer || self.state.memory.last.is_some() {
            return None;
        }
        let old = Box::new(self.state.clone());
        self.state.end_turn(self.tables);
        self.state.info.passed = SiteSet::EMPTY;
        let extent = Extent::Cells(SiteSet::EMPTY);
        let before = self.tracker.update(self.evaluation.values(), &self.state, extent);
        let key = self.renew_key();
        self.remember();
        Some(Undo::Skip(old, before, key))
    }

    fn unskip(&mut self, undo: Undo<W>) {
        if self.counts_repetitions {
            self.repetitions.forget();
        }
        if let Undo::Skip(state, before, key) = undo {
            self.return_to(*state, &before, key);
        }
    }

    fn evaluate(&mut self) -> i32 {
        let sums = self.tracker.sums();
        self.evaluation.of(self.tables, &self.state, sums, &mut self.workspace)
    }
}
