//! Whose step it is, by tables.
//!
//! Owns: [`StepFilter`], passing the turn on ([`advance_step`], [`skip_empty_steps`]) and what is threatened in it. Takes tables and a packed state. Invariant: agrees with `reference/turn.rs`.
//! A game whose turns are single moves has none of this and pays one branch a node for it.

mod advance;
mod verify;

use crate::engine::batch::{MoveSet, PackedMoves};
use crate::engine::effects::outcome::EffectOutcome;
use crate::engine::make::Undo;
use crate::engine::state::{PackedMove, State, StateInfo};
use crate::model::memory::Memory;
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::tables::royals::Safety;
use crate::tables::turns::{StepTable, TurnTables};
use crate::topology::site_set::SiteSet;
pub use advance::Past;
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::question::Lookahead;
use alfil_rules::side::Side;
use alfil_rules::turn::{Castling, Checks, EnPassant, KingSafety, Pass, Stuck, Times};
use std::ops::ControlFlow;

/// What may be moved now.
#[derive(Clone, Copy)]
pub struct StepFilter<'a, const W: usize> {
    step: &'a StepTable<W>,
    parry: Option<&'a [SiteSet<W>]>,
    castling: Castling,
    /// Whether sections may move.
    pub sections: bool,
    /// Whether the step may be left out.
    pub pass: Pass,
}

impl<const W: usize> StepFilter<'_, W> {
    /// Cells from which pieces of `kind` may move.
    #[inline(always)]
    pub fn from(&self, kind: KindId) -> SiteSet<W> {
        let own = self.step.from[kind.index()];
        self.parry.map_or(own, |more| own | more[kind.index()])
    }

    /// Cells from which the step lets the pieces move that stand there; it may name cells on which none of them stands.
    pub fn movers(&self, state: &State<W>) -> SiteSet<W> {
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

    /// Cells from which kings of `kind` may castle.
    #[inline(always)]
    pub fn castles_from(&self, kind: KindId) -> SiteSet<W> {
        match self.castling {
            Castling::AnyStep => SiteSet::ALL,
            Castling::AsOtherMoves => self.from(kind),
        }
    }

    /// Whether pieces of `kind` may come from the hand.
    #[inline(always)]
    pub fn drops(&self, kind: KindId) -> bool {
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

    fn length(&self, state: &State<W>) -> u32 {
        self.turn.length(state.side, state.info.fullmove)
    }

    /// What may be moved in the step of `state`.
    #[inline(always)]
    pub fn now(&self, tables: &Tables<W>, state: &State<W>) -> StepFilter<'_, W> {
        let (side, info) = (state.side, &state.info);
        let early = |forfeits: u16| info.step <= u32::from(forfeits);
        let parries = self.turn.parry.as_ref().is_some_and(|p| early(p.forfeits))
            && state.in_check(tables, side);
        let step = self.step(state);
        StepFilter {
            step,
            parry: parries.then(|| &self.parry[side][..]),
            castling: self.turn.castling,
            sections: step.is_free,
            pass: step.pass,
        }
    }

    /// Whether the moves of this step have to be tried one by one.
    pub fn tries(&self, state: &State<W>) -> bool {
        let foresees = match self.turn.safety {
            KingSafety::EachStep => false,
            // What takes a royal piece by the next move alone is the generator's to see.
            KingSafety::EndOfTurn => !self.ends_after(state) || !self.next_is_plain(state),
        };
        foresees || (self.turn.checks == Checks::Forbidden && state.info.step < self.length(state))
    }

    /// Whether the move of this step is the last of its turn.
    pub fn ends_after(&self, state: &State<W>) -> bool {
        let (side, info) = (state.side, &state.info);
        info.step >= self.length(state)
            && self.turn.step(side, info.fullmove, info.step).times == Times::Once
    }

    /// Tells if the enemy's next turn is a single move of any piece.
    fn next_is_plain(&self, state: &State<W>) -> bool {
        let (us, fullmove) = (state.side, state.info.fullmove);
        let next = fullmove.saturating_add(u32::from(us == Side::Black));
        self.length_of_next(state) == 1 && self.steps(us.other(), next)[0].takes_freely
    }

    /// How many steps the enemy's next turn has.
    pub fn length_of_next(&self, state: &State<W>) -> u32 {
        let (us, fullmove) = (state.side, state.info.fullmove);
        let next = fullmove.saturating_add(u32::from(us == Side::Black));
        self.turn.length(us.other(), next)
    }
}

impl<const W: usize> Tables<W> {
    /// Whether a move changes nothing but what its piece does.
    pub fn moves_alone(&self) -> bool {
        let acts = self.predicates.as_ref().is_some_and(|asks| asks.actions.is_some());
        !acts
            && self.pending_promotion.is_none()
            && self.neutrals.is_none()
            && self.unowned.is_empty()
    }

    /// Whether nobody is royal, so that no move can leave a royal piece to be taken.
    pub fn is_safe(&self) -> bool {
        self.safety == Safety::None
    }

    /// How many steps the turn of `state` has.
    pub fn turn_length(&self, state: &State<W>) -> u32 {
        self.turn.as_ref().map_or(1, |turn| turn.length(state))
    }
}

impl<const W: usize> State<W> {
    /// Gives the turn to whoever has the next step, after `step` was made. Steps without a move are still
    /// to be skipped.
    #[inline(always)]
    pub(crate) fn advance_step(
        &mut self,
        tables: &Tables<W>,
        step: &PackedMove<W>,
        undo: &Undo<W>,
    ) {
        match &tables.at(self).turn {
            None => self.end_turn(tables),
            Some(turn) => turn.pass_on(tables, self, step, undo),
        }
    }
}

impl<const W: usize> TurnTables<W> {
    #[inline(always)]
    fn pass_on(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        undo: &Undo<W>,
    ) {
        let (side, now) = (state.side, state.info.step);
        let length = self.length(state);
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
            state.clear_ep(side.other());
        }
    }
}

impl<const W: usize> State<W> {
    /// Skips steps that have no move, as far as the rules say; what was played is passed on and made. Of moves only
    /// what looks at less than `below` is asked.
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

    /// Skips the step of `state`, which has no move, and those after it that have none; whether there was
    /// something to skip to. `under_way` says whether something was played in this turn. Info, memory
    /// and side are all that changes.
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

/// Steps without a move, skipped one after another.
pub struct Skipping<const W: usize> {
    /// Whether something was played in the turn.
    under_way: bool,
    /// Whether the turn was given on.
    moved: bool,
    /// What there is to go back to if nothing is left to skip to.
    kept: (Side, StateInfo<W>, Memory),
}

impl<const W: usize> Skipping<W> {
    /// From the step of `state`; `under_way` says whether something was played in this turn.
    pub fn new(state: &State<W>, under_way: bool) -> Self {
        Skipping { under_way, moved: false, kept: (state.side, state.info, state.memory) }
    }

    /// Skips one step, which has no move; whether there is one to skip to. Where no step is left, `state` goes back to where the
    /// turn began, or the skipping; where the game ends with this one, it stays. Of goals only those are asked that look at less
    /// than `below`.
    pub fn goes_on(
        &mut self,
        tables: &Tables<W>,
        state: &mut State<W>,
        below: Option<Lookahead>,
    ) -> bool {
        let Some(turn) = &tables.at(state).turn else { return false };
        if turn.turn.stuck == Stuck::EndsTheGame
            || state.is_over_below(tables, below)
            || state.threatened(tables, state.side) && !parries_later(tables, state, below)
        {
            return false;
        }
        let first = state.info.step == 1;
        if turn.next_step(tables, state) {
            state.info.halfmoves = state.info.halfmoves.saturating_add(u32::from(first));
            if first {
                let clocks =
                    tables.at(state).predicates.as_ref().map_or(0, |asks| asks.clocks.len());
                state.memory.skip(clocks);
            }
        } else if self.under_way {
            state.end_turn(tables);
            *self = Skipping { moved: true, ..Skipping::new(state, false) };
        } else {
            (state.side, state.info, state.memory) = self.kept;
            state.assign_unowned(&tables.unowned);
            return false;
        }
        true
    }
}

impl<const W: usize> State<W> {
    /// Gives the turn to the other side, and with it what is nobody's.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self, tables: &Tables<W>) {
        self.switch_sides();
        if !tables.unowned.is_empty() {
            self.assign_unowned(&tables.unowned);
        }
    }
}

impl<const W: usize> State<W> {
    /// Leaves out the steps of `side`'s turn that are not made behind its last move.
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
    /// Ends the turn of `side` where a check does.
    #[inline(always)]
    pub(super) fn end_with_check(
        &mut self,
        tables: &Tables<W>,
        side: Side,
        below: Option<Lookahead>,
    ) {
        let Some(turn) = &tables.at(self).turn else { return };
        let asks = below.is_none_or(|below| below > Lookahead::Attack);
        let ends = asks && self.side == side && turn.turn.checks == Checks::EndTheTurn;
        if ends && self.in_check(tables, side.other()) {
            self.end_turn(tables);
        }
    }
}

impl<const W: usize> State<W> {
    /// Whether the moves of the step of `state` have to be tried one by one.
    #[inline]
    pub(crate) fn needs_verification(&self, tables: &Tables<W>) -> bool {
        tables.attacks_look_back
            || tables.at(self).turn.as_ref().is_some_and(|turn| turn.tries(self))
    }

    /// Whether the step of `state` has a legal move.
    pub(crate) fn has_step(&self, tables: &Tables<W>) -> bool {
        if self.bind_moves(tables) {
            return self.has_legal(tables);
        }
        if self.is_over(tables) {
            return false;
        }
        match self.needs_verification(tables) {
            true => self.has_tried(tables),
            false => self.has_generated(tables),
        }
    }

    /// Whether a royal piece of `side` could be taken by the next move or, where the rules say so, by what
    /// is left of the enemy's turn or by the whole of the next.
    pub(crate) fn threatened(&self, tables: &Tables<W>, side: Side) -> bool {
        let ahead = |turn: &&TurnTables<W>| turn.turn.safety == KingSafety::EndOfTurn;
        if tables.at(self).turn.as_deref().filter(ahead).is_none() {
            return self.in_check(tables, side);
        }
        let mut theirs = self.clone();
        if self.side == side {
            theirs.end_turn(tables);
        }
        threatens(tables, &mut theirs)
    }
}

/// Tells if the side to move can take a royal piece in the rest of its turn. Each step follows its own rules and the
/// restrictions that do not mention attacks. The side need not look after its own royal pieces, since it wins. `state` is
/// unchanged at the end.
fn threatens<const W: usize>(tables: &Tables<W>, state: &mut State<W>) -> bool {
    let (side, them) = (state.side, state.side.other());
    let here = tables.at(state);
    let Some(turn) = here.turn.as_deref() else { return state.in_check(tables, them) };
    if turn.takes_royal(here, state) {
        return true;
    }
    let (length, step) = (turn.length(state), state.info.step);
    if step >= length {
        return false;
    }
    // Behind the last step but one only a check matters.
    let checks_alone = step + 1 == length
        && turn.turn.step(side, state.info.fullmove, step).times == Times::Once
        && tables.moves_alone()
        && tables.sections.is_empty();
    let asked = checks_alone.then(|| state.critical_squares(tables, them));
    let (batches, moves) = state.of_step_below(tables, Lookahead::Attack).apart();
    let mut has_moves = false;
    let mut takes = |state: &mut State<W>, step: &PackedMove<W>| {
        let mut ask = |next: &mut State<W>, _: &PackedMove<W>, _: &EffectOutcome<W>| {
            has_moves = true;
            let goes_on = next.side == side
                && !next.is_over_below(tables, Some(Lookahead::Attack))
                // An early check ends the turn, or is no legal move.
                && (turn.turn.checks == Checks::Free || !next.in_check(tables, them));
            match goes_on && threatens(tables, next) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        state.advance_each_way(tables, step, Some(Lookahead::Attack), &mut ask).is_break()
    };
    let mut has_harmless = false;
    for batch in &batches {
        let none = asked.map(|asked| state.cannot_check(tables, batch, asked));
        let none = none.unwrap_or(SiteSet::EMPTY);
        has_harmless |= !none.is_empty();
        let region = batch.region.minus(none);
        for step in PackedMoves::new(tables, state, &MoveSet { region, ..*batch }) {
            if takes(state, &step) {
                return true;
            }
        }
    }
    if moves.iter().any(|step| takes(state, step)) {
        return true;
    }
    let skips = !has_moves && !has_harmless && turn.turn.stuck == Stuck::SkipsStep;
    skips && {
        let mut next = state.clone();
        turn.next_step(tables, &mut next) && threatens(tables, &mut next)
    }
}

/// Tells if a later step of the turn has a legal move. In check a step is left out only for such a move, and only if the king has
/// to be safe no sooner than the turn ends.
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
    /// Goes on to the next step that is made behind the last move; whether there is one. If not, nothing changes.
    fn next_step(&self, tables: &Tables<W>, state: &mut State<W>) -> bool {
        let (now, length) = (state.info.step, self.length(state));
        while state.info.step < length {
            state.info.step += 1;
            if state.is_due(tables) {
                return true;
            }
        }
        state.info.step = now;
        false
    }

    /// Tells if a move of this step takes a royal piece of the other side.
    fn takes_royal(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        let them = state.side.other();
        match self.step(state).takes_freely {
            true => state.in_check_by(tables, them),
            false => state.taken_in_step(tables, them, self.now(tables, state).movers(state)),
        }
    }

    /// Whether `side` can end its turn from here, or has ended it, with its royal pieces safe; `state` is unchanged at the end.
    fn completes(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        side: Side,
        below: Option<Lookahead>,
    ) -> bool {
        if state.side != side {
            return !threatens(tables, state);
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
