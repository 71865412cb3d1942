//! Turns with several steps: the moves that a step allows, the order of steps, and threats to royal
//! pieces within a turn.
//!
//! The results must agree with `crates/reference/src/turn.rs`. A game of single moves pays only one branch per
//! node for this.

mod advance;
mod verify;

use crate::engine::batch::{MoveSet, PackedMoves};
use crate::engine::journal::EffectOutcome;
use crate::engine::make::Undo;
use crate::engine::state::{PackedMove, State, StateInfo};
use crate::model::position::{Actor, Memory};
use crate::tables::effects::Safety;
use crate::tables::move_tables::Tables;
use crate::tables::rules_tables::{DrawTable, Drops, StepTable, TurnTables};
pub(crate) use advance::Past;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use alfil_rules::turn::{Castling, Checks, EnPassant, KingSafety, Length, Pass, Stuck, Times};
use alfil_topology::site_set::SiteSet;
use std::cell::Cell;
use std::ops::ControlFlow;

/// The moves that the current step allows.
#[derive(Clone, Copy)]
pub(crate) struct StepFilter<'a, const W: usize> {
    step: &'a StepTable<W>,
    parry: Option<&'a [SiteSet<W>]>,
    castling: Castling,
    /// True if sections may move.
    pub(crate) sections: bool,
    /// `Pass::May` if the step may be skipped.
    pub(crate) pass: Pass,
    /// The die that the step rolls.
    pub(crate) roll: Option<&'a DrawTable>,
}

impl<const W: usize> StepFilter<'_, W> {
    /// The cells from which pieces of `kind` may move in this step.
    #[inline(always)]
    pub(crate) fn from(&self, kind: KindId) -> SiteSet<W> {
        let own = self.step.from[kind.index()];
        self.parry.map_or(own, |more| own | more[kind.index()])
    }

    /// The cells from which pieces may move in this step. May include cells without a piece.
    pub(crate) fn movers(&self, state: &State<W>) -> SiteSet<W> {
        if let (Some(from), None) = (self.step.alike, self.parry) {
            return from;
        }
        let mut movers = SiteSet::EMPTY;
        for index in 0..self.step.from.len() {
            let kind = KindId::from_index(index);
            movers |= state.of_kind(kind) & self.from(kind);
        }
        movers
    }

    /// The cells from which pieces of `kind` may castle in this step.
    #[inline(always)]
    pub(crate) fn castles_from(&self, kind: KindId) -> SiteSet<W> {
        match self.castling {
            Castling::AnyStep if self.roll.is_some() => SiteSet::EMPTY,
            Castling::AnyStep => SiteSet::ALL,
            Castling::AsOtherMoves => self.from(kind),
        }
    }

    /// True if pieces of `kind` may be dropped in this step.
    #[inline(always)]
    pub(crate) fn drops(&self, kind: KindId) -> bool {
        self.step.drops[kind.index()]
    }
}

impl<const W: usize> TurnTables<W> {
    fn steps(&self, side: Side, fullmove: u32) -> &[StepTable<W>] {
        let first = side == Side::White && fullmove == 1 && self.turn.first.is_some();
        if first { &self.first } else { &self.steps[side] }
    }

    #[inline]
    fn step(&self, state: &State<W>) -> &StepTable<W> {
        let steps = self.steps(state.side, state.info.fullmove);
        &steps[(state.info.step.max(1) as usize - 1).min(steps.len() - 1)]
    }

    /// What the current step of `state` rolls or draws.
    fn draw(&self, state: &State<W>) -> Option<&DrawTable> {
        self.step(state).roll.as_ref()
    }

    /// The number of steps in the current turn of `state`.
    #[inline]
    fn length(&self, tables: &Tables<W>, state: &State<W>) -> u32 {
        match self.turn.length(state.side, state.info.fullmove) {
            Length::Fixed(length) => length,
            Length::Counted(counter) => state.counted_length(tables, counter),
        }
    }

    /// The filter for the current step of `state`.
    #[inline(always)]
    pub(crate) fn now(&self, tables: &Tables<W>, state: &State<W>) -> StepFilter<'_, W> {
        let (side, info) = (state.side, &state.info);
        let early = |forfeits: u16| info.step <= u32::from(forfeits);
        let step = self.step(state);
        let parries = step.roll.is_none()
            && self.turn.parry.as_ref().is_some_and(|p| early(p.forfeits))
            && state.in_check(tables, side);
        StepFilter {
            step,
            parry: parries.then(|| &self.parry[side][..]),
            castling: self.turn.castling,
            sections: step.is_free,
            pass: step.pass,
            roll: step.roll.as_ref(),
        }
    }

    /// True if the moves of the current step must be verified one by one.
    pub(crate) fn tries(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        let searches_turn = match self.turn.safety {
            KingSafety::EachStep => false,
            // The generator already leaves out moves after which the next move can capture a royal
            // piece. This is enough if the opponent's next turn is a single move of any piece.
            KingSafety::EndOfTurn => !self.ends_after(tables, state) || !self.next_is_plain(state),
        };
        searches_turn
            || (self.turn.checks == Checks::Forbidden
                && state.info.step < self.length(tables, state))
    }

    /// True if the move of the current step is the last of its turn.
    pub(crate) fn ends_after(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        let (side, info) = (state.side, &state.info);
        info.step >= self.length(tables, state)
            && self.turn.step(side, info.fullmove, info.step).times == Times::Once
    }

    /// True if the opponent's next turn is a single move, which any piece may make.
    fn next_is_plain(&self, state: &State<W>) -> bool {
        let (us, fullmove) = (state.side, state.info.fullmove);
        let next = fullmove.saturating_add(u32::from(us == Side::Black));
        self.length_of_next(state) == 1 && self.steps(us.other(), next)[0].takes_freely
    }

    /// The number of steps of the opponent's next turn.
    pub(crate) fn length_of_next(&self, state: &State<W>) -> u32 {
        let (us, fullmove) = (state.side, state.info.fullmove);
        let next = fullmove.saturating_add(u32::from(us == Side::Black));
        match self.turn.length(us.other(), next) {
            Length::Fixed(length) => length,
            // It is known only when the turn begins.
            Length::Counted(_) => u32::MAX,
        }
    }
}

impl<const W: usize> Tables<W> {
    /// True if moves have no effects, and change only the moving and the captured pieces.
    pub(crate) fn moves_alone(&self) -> bool {
        let has_effects =
            self.rules.predicates.as_ref().is_some_and(|predicates| predicates.actions.is_some());
        !has_effects
            && self.moves.pending_promotion.is_none()
            && self.rules.neutrals.is_none()
            && self.rules.unowned.is_empty()
    }

    /// True if there are no royal kinds, so that all moves leave royal pieces safe.
    pub(crate) fn is_safe(&self) -> bool {
        self.mode.safety == Safety::None
    }

    /// The number of clocks that count turns.
    pub(crate) fn clocks(&self) -> usize {
        self.rules.predicates.as_ref().map_or(0, |predicates| predicates.clocks.len())
    }

    /// The number of steps in the current turn of `state`.
    pub(crate) fn turn_length(&self, state: &State<W>) -> u32 {
        self.turn.as_ref().map_or(1, |turn| turn.length(self, state))
    }
}

impl<const W: usize> State<W> {
    /// Advances to the next step or turn after `step` was made. The new step may have no legal
    /// move.
    #[inline(always)]
    pub(crate) fn advance_step(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        undo: &Undo<W>,
    ) {
        match &tables.at(self).turn {
            None => self.end_single_turn(tables),
            Some(turn) => turn.advance_turn(tables, self, step, undo),
        }
    }
}

impl<const W: usize> TurnTables<W> {
    #[inline(always)]
    fn advance_turn(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        undo: &Undo<W>,
    ) {
        let (side, now) = (state.side, state.info.step);
        let length = self.length(tables, state);
        let forfeits = self.turn.parry.as_ref().filter(|_| {
            let own = self.step(state).from[step.kind.index()].has(step.from);
            step.actor == Actor::Piece && step.partner.is_none() && !own
        });
        let made = forfeits.map_or(now, |p| u32::from(p.forfeits) + 1);
        let made = match self.turn.step(side, state.info.fullmove, made).times {
            Times::Repeats if step.actor != Actor::Nobody => made - 1,
            Times::Repeats | Times::Once => made,
        };
        if made >= length {
            state.end_turn(tables);
            return;
        }
        state.info.step = made + 1;
        let lapse = match self.turn.passant {
            EnPassant::AnyStep => false,
            EnPassant::FirstStep => true,
            EnPassant::FirstSteps => !state.took_in_passing(step, undo),
        };
        if lapse {
            // Only two sides have this rule.
            state.clear_ep(side.other());
        }
    }
}

impl<const W: usize> State<W> {
    /// Skips steps without a legal move, if the rules allow it. `under_way` is true if a move was
    /// made in this turn. Only predicates whose lookahead is less than `below` are evaluated.
    #[inline(always)]
    pub(crate) fn normalize_turn(
        &mut self,
        tables: &Tables<W>,
        under_way: bool,
        below: Option<Lookahead>,
    ) {
        if tables.turn.is_some() && !self.has_move_below(tables, below) {
            self.skip_empty_steps(tables, under_way, below);
        }
    }

    /// Skips this step, which has no legal move, and later ones without a legal move. Returns true
    /// if it reached a step with a legal move, or the opponent's turn. Changes only `side`, `info`,
    /// `memory` and the owner of unowned pieces.
    pub(crate) fn skip_empty_steps(
        &mut self,
        tables: &Tables<W>,
        under_way: bool,
        below: Option<Lookahead>,
    ) -> bool {
        let mut skipping = Skipping::new(self, under_way);
        while skipping.goes_on(tables, self, below) {
            if self.has_move_below(tables, below) {
                return true;
            }
        }
        skipping.moved
    }
}

/// Skips steps without a legal move, one at a time.
pub(crate) struct Skipping<const W: usize> {
    /// True if a move was made in the current turn.
    under_way: bool,
    /// True if the turn passed to the opponent.
    moved: bool,
    /// The values to restore if no step is left.
    kept: (Side, StateInfo<W>, Memory),
}

impl<const W: usize> Skipping<W> {
    /// Begins at the current step of `state`. `under_way` is true if a move was made in this turn.
    pub(crate) fn new(state: &State<W>, under_way: bool) -> Self {
        Skipping { under_way, moved: false, kept: (state.side, state.info, state.memory) }
    }

    /// Skips one step, which has no legal move. Returns false if the game ends here, or if there is
    /// no further step. In the latter case, the state at the start of the turn or of the skipping
    /// is restored. Only goals whose lookahead is less than `below` are evaluated.
    pub(crate) fn goes_on(
        &mut self,
        tables: &Tables<W>,
        state: &mut State<W>,
        below: Option<Lookahead>,
    ) -> bool {
        let Some(turn) = &tables.at(state).turn else { return false };
        if turn.turn.stuck == Stuck::EndsTheGame
            || state.is_over_below(tables, below)
            || !state.rolls(tables)
                && state.threatened(tables, state.side)
                && !parries_later(tables, state, below)
        {
            return false;
        }
        let first = state.info.step == 1;
        if turn.next_step(tables, state) {
            state.info.halfmoves = state.info.halfmoves.saturating_add(u32::from(first));
            if first {
                state.memory.skip(tables.clocks());
            }
        } else if self.under_way {
            state.end_turn(tables);
            *self = Skipping { moved: true, ..Skipping::new(state, false) };
        } else {
            (state.side, state.info, state.memory) = self.kept;
            state.assign_unowned(&tables.rules.unowned);
            return false;
        }
        true
    }
}

impl<const W: usize> State<W> {
    /// Ends the turn. Unowned pieces are assigned to the new side to move, and dice that last one
    /// turn show nothing any more.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self, tables: &Tables<W>) {
        if let Some(turn) = &tables.turn
            && let Length::Counted(counter) = turn.turn.length(self.side, self.info.fullmove)
        {
            self.counters[self.side][counter.index()] = 0;
        }
        self.end_single_turn(tables);
    }

    /// Ends turns until `side` is to move, without any moves.
    pub(crate) fn pass_to(&mut self, tables: &Tables<W>, side: Side) {
        for _ in 0..tables.rules.sides.count() {
            if self.side == side {
                return;
            }
            self.end_turn(tables);
        }
    }

    /// Like [`State::end_turn`], in a game whose turns are single moves.
    #[inline(always)]
    fn end_single_turn(&mut self, tables: &Tables<W>) {
        if tables.rules.sides.are_two() {
            self.switch_sides()
        } else {
            self.give_turn_of_many(tables)
        }
        self.shown.end_turn(tables.rules.kept_dice);
        if !tables.rules.unowned.is_empty() {
            self.assign_unowned(&tables.rules.unowned);
        }
    }
}

impl<const W: usize> State<W> {
    /// Skips steps in the turn of `side` whose condition on the last move does not hold. Ends the
    /// turn if no step is left.
    #[inline(always)]
    pub(super) fn end_turn_if_done(&mut self, tables: &Tables<W>, side: Side) {
        let Some(turn) = &tables.at(self).turn else { return };
        let goes_on = self.side != side || self.is_due(tables) || turn.next_step(tables, self);
        if !goes_on {
            self.end_turn(tables);
        }
    }
}

impl<const W: usize> State<W> {
    /// Ends the turn of `side` if its move gave check and the rules demand this.
    #[inline(always)]
    pub(super) fn end_with_check(
        &mut self,
        tables: &Tables<W>,
        side: Side,
        below: Option<Lookahead>,
    ) {
        let Some(turn) = &tables.at(self).turn else { return };
        let evaluates_attacks = below.is_none_or(|below| below > Lookahead::Attack);
        let ends = evaluates_attacks && self.side == side && turn.turn.checks == Checks::EndTheTurn;
        if ends && self.gives_check(tables, side) {
            self.end_turn(tables);
        }
    }
}

impl<const W: usize> State<W> {
    /// True if the moves of the current step must be verified one by one.
    #[inline]
    pub(crate) fn needs_verification(&self, tables: &Tables<W>) -> bool {
        tables.mode.verifies_all
            || tables.at(self).turn.as_ref().is_some_and(|turn| turn.tries(tables, self))
    }

    /// True if the current step rolls a die. Then its moves are the outcomes, which are always
    /// legal.
    #[inline]
    pub(crate) fn rolls(&self, tables: &Tables<W>) -> bool {
        tables.at(self).turn.as_ref().is_some_and(|turn| turn.step(self).roll.is_some())
    }

    /// True if the current step draws from a bag.
    pub(crate) fn draws(&self, tables: &Tables<W>) -> bool {
        let turn = tables.at(self).turn.as_ref();
        let draw = turn.and_then(|turn| turn.draw(self));
        draw.is_some_and(|draw| tables.rules.bags.dice[draw.die].is_bag())
    }

    /// Skips a step that has nothing to roll. False if it is the last step of the turn.
    pub(crate) fn skips_roll(&mut self, tables: &Tables<W>) -> bool {
        tables.at(self).turn.as_ref().is_some_and(|turn| turn.next_step(tables, self))
    }

    /// True if the current step has a legal move.
    pub(crate) fn has_step(&self, tables: &Tables<W>) -> bool {
        if self.bind_moves(tables) {
            return self.has_legal(tables);
        }
        if self.is_over(tables) {
            return false;
        }
        if self.needs_verification(tables) && !self.rolls(tables) {
            self.has_tried(tables)
        } else {
            self.has_generated(tables)
        }
    }

    /// True if an enemy of `side` could capture a royal piece of `side`. Each enemy is tried as if it
    /// were to move now. Depending on the rules, one move counts or a whole turn. For the enemy to move,
    /// this is the rest of its turn.
    pub(crate) fn threatened(&self, tables: &Tables<W>, side: Side) -> bool {
        let at_end_of_turn = |turn: &&TurnTables<W>| turn.turn.safety == KingSafety::EndOfTurn;
        if tables.at(self).turn.as_deref().filter(at_end_of_turn).is_none() {
            return self.in_check(tables, side);
        }
        crate::engine::threats::recall(tables, self, side, || {
            self.enemies(tables, side).into_iter().any(|enemy| {
                let mut theirs = self.clone();
                theirs.pass_to(tables, enemy);
                threatens(tables, &mut theirs, side)
            })
        })
    }

    /// True if a royal piece of an enemy of `side` is attacked.
    pub(crate) fn gives_check(&self, tables: &Tables<W>, side: Side) -> bool {
        if tables.rules.sides.are_two() {
            self.in_check(tables, side.other())
        } else {
            let mut enemies = self.enemies(tables, side).into_iter();
            enemies.any(|enemy| self.in_check(tables, enemy))
        }
    }
}

/// True if the side to move can capture a royal piece of `them` in the rest of its turn. The rules of each
/// step apply, except for predicates that depend on attacks. The capture ends the game, so the
/// side's own royal pieces may be attacked. `state` is unchanged at the end.
fn threatens<const W: usize>(tables: &Tables<W>, state: &mut State<W>, them: Side) -> bool {
    let side = state.side;
    let here = tables.at(state);
    let Some(turn) = here.turn.as_deref() else { return state.in_check(tables, them) };
    if turn.takes_royal(here, state, them) {
        return true;
    }
    let (length, step) = (turn.length(tables, state), state.info.step);
    if step >= length || !turn.may_go_on(tables, state) && !turn.may_skip(tables, state) {
        return false;
    }
    // With one more step to come, only moves that give check can prepare the capture.
    let prepares_check = tables.rules.sides.are_two()
        && step + 1 == length
        && turn.turn.step(side, state.info.fullmove, step).times == Times::Once
        && tables.rules.sections.is_empty();
    let checks_alone = prepares_check && tables.moves_alone();
    // A piece that attacks nothing gives no check itself, so most of its places are alike.
    let matter = |next: &State<W>| {
        if next.side == side { next.critical_squares(tables, them) } else { SiteSet::ALL }
    };
    let leaves_out = prepares_check && !tables.mode.attacks_are_asked;
    let matter: Option<&dyn Fn(&State<W>) -> SiteSet<W>> = leaves_out.then_some(&matter);
    let critical = checks_alone.then(|| state.critical_squares(tables, them));
    let (batches, moves) = state.of_step_below(tables, Lookahead::Attack).apart();
    let has_moves = Cell::new(false);
    let takes = |state: &mut State<W>, step: &PackedMove<W>| {
        let mut test = |next: &mut State<W>, _: &PackedMove<W>, _: &EffectOutcome<W>| {
            has_moves.set(true);
            let goes_on = next.side == side
                && !next.is_over_below(tables, Some(Lookahead::Attack))
                // Unless checks are free, a check before the last step ends the turn or is illegal.
                && (turn.turn.checks == Checks::Free || !next.gives_check(tables, side));
            if goes_on && threatens(tables, next, them) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        state.advance_ways(tables, step, Some(Lookahead::Attack), &mut test, matter).is_break()
    };
    // A move that ends the turn prepares no capture.
    let last = turn.step(state).last;
    let ends = |actor| last.end_with(actor);
    let (ending, going_on): (Vec<_>, Vec<_>) =
        batches.into_iter().partition(|batch| batch.act.actor().is_some_and(ends));
    let mut has_harmless = false;
    for batch in &going_on {
        let harmless = critical.map(|critical| state.cannot_check(tables, batch, critical));
        let harmless = harmless.unwrap_or(SiteSet::EMPTY);
        has_harmless |= !harmless.is_empty();
        let region = batch.region.minus(harmless);
        for step in PackedMoves::new(tables, state, &MoveSet { region, ..*batch }) {
            if takes(state, &step) {
                return true;
            }
        }
    }
    if moves.iter().filter(|step| !ends(step.actor)).any(|step| takes(state, step)) {
        return true;
    }
    if has_harmless || !turn.may_skip(tables, state) {
        return false;
    }
    // Effects may make a move impossible, so the other moves are made until one works.
    let sets = ending.iter().flat_map(|batch| PackedMoves::new(tables, state, batch));
    let steps = sets.chain(moves.iter().filter(|step| ends(step.actor)).copied());
    for step in steps.collect::<Vec<_>>() {
        if has_moves.get() {
            return false;
        }
        takes(state, &step);
    }
    !has_moves.get() && {
        let mut next = state.clone();
        turn.next_step(tables, &mut next) && threatens(tables, &mut next, them)
    }
}

/// True if a later step of the turn has a legal move. A side in check may skip a step only for such
/// a move, and only in games with `king safe: end of turn`.
fn parries_later<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Lookahead>,
) -> bool {
    let Some(turn) = tables.at(state).turn.as_deref() else { return false };
    let mut later = state.clone();
    turn.turn.safety == KingSafety::EndOfTurn
        && turn.next_step(tables, &mut later)
        && (later.has_move_below(tables, below) || parries_later(tables, &later, below))
}

impl<const W: usize> TurnTables<W> {
    /// Advances to the next step whose condition on the last move holds. If there is none, returns
    /// false and changes nothing.
    fn next_step(&self, tables: &Tables<W>, state: &mut State<W>) -> bool {
        let (now, length) = (state.info.step, self.length(tables, state));
        while state.info.step < length {
            state.info.step += 1;
            if state.is_due(tables) {
                return true;
            }
        }
        state.info.step = now;
        false
    }

    /// True if the current step is skipped when it has no move: the rules say so, and a later step
    /// is due.
    fn may_skip(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        self.turn.stuck == Stuck::SkipsStep && self.next_step(tables, &mut state.clone())
    }

    /// False if every move of the current step ends the turn.
    fn may_go_on(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        let (here, step) = (tables.at(state), self.step(state));
        let holds = |drops: &Drops<W>| drops.endless || state.hands[state.side][drops.kind] > 0;
        !step.last.end_with(Actor::Piece)
            || step.pass == Pass::May && !step.last.end_with(Actor::Nobody)
            || step.roll.is_some()
            || !tables.rules.sections.is_empty()
            || here.moves.pocket.as_ref().is_some_and(|p| p.drops[state.side].iter().any(holds))
    }

    /// True if a move of the current step can capture a royal piece of `them`.
    fn takes_royal(&self, tables: &Tables<W>, state: &State<W>, them: Side) -> bool {
        if self.step(state).takes_freely && tables.rules.sides.are_two() {
            state.in_check_by(tables, them)
        } else {
            state.taken_in_step(tables, them, self.now(tables, state).movers(state))
        }
    }

    /// True if `side` can end its turn with safe royal pieces. If the turn has already ended, true
    /// if they are safe now. `state` is unchanged at the end.
    fn completes(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        side: Side,
        below: Option<Lookahead>,
    ) -> bool {
        if state.side != side {
            return !state.threatened(tables, side);
        }
        if state.has_move_below(tables, below) {
            return true;
        }
        let mut next = state.clone();
        let ends = self.turn.stuck == Stuck::EndsTheGame || next.is_over_below(tables, below);
        if ends || !self.next_step(tables, &mut next) {
            next.end_turn(tables);
        }
        self.completes(tables, &mut next, side, below)
    }
}
