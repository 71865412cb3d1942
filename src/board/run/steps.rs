//! Whose step it is, by tables.
//!
//! Owns: [`Allowed`], passing the turn on ([`advance`], [`skip`]) and the moves of a step
//! ([`unasked`]). Takes tables and a packed state. Invariant: agrees with `judge/turn.rs`.
//! A game whose turns are single moves has none of this and pays one branch a node for it.

use crate::board::compile::cpu::run;
use crate::board::compile::tables::{Safety, Tables};
use crate::board::compile::turns::{StepTable, TurnTables};
use crate::board::game::memory::Facts;
use crate::board::game::position::Actor;
use crate::board::run::asks::{self, Candidates};
use crate::board::run::batch::{Batch, Counter, PackedMoves};
use crate::board::run::deeds::{self, Done, Told, Ways};
use crate::board::run::drops::is_forbidden_mate;
use crate::board::run::generator::{Legality, Parted, Sorted, any, fill};
use crate::board::run::make::Undo;
use crate::board::run::removals::is_safe as is_safe_capture;
use crate::board::run::safety::in_check;
use crate::board::run::state::{PackedMove, State};
use crate::board::space::site_set::SiteSet;
use crate::index::Id;
use crate::rules::question::Level;
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use crate::rules::turn::{Castling, Checks, KingSafety, Pass, Passant, Stuck, Times};
use std::ops::ControlFlow;

/// What may be moved now.
#[derive(Clone, Copy)]
pub struct Allowed<'a, const W: usize> {
    step: &'a StepTable<W>,
    parry: Option<&'a [SiteSet<W>]>,
    castling: Castling,
    /// Whether sections may move.
    pub sections: bool,
    /// Whether the step may be left out.
    pub pass: Pass,
}

impl<const W: usize> Allowed<'_, W> {
    /// Cells from which pieces of `kind` may move.
    #[inline(always)]
    pub fn from(&self, kind: KindId) -> SiteSet<W> {
        let own = self.step.from[kind.index()];
        self.parry.map_or(own, |more| own | more[kind.index()])
    }

    /// Own and enemy pieces that stand where the step lets their kind move.
    pub fn movers(&self, state: &State<W>) -> SiteSet<W> {
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
            Castling::AnyStep => SiteSet([u64::MAX; W]),
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

    fn step(&self, state: &State<W>) -> &StepTable<W> {
        let steps = self.steps(state.side, state.info.fullmove);
        &steps[(state.info.step.max(1) as usize - 1).min(steps.len() - 1)]
    }

    fn length(&self, state: &State<W>) -> u32 {
        self.turn.length(state.side, state.info.fullmove)
    }

    /// What may be moved in the step of `state`.
    #[inline(always)]
    pub fn now(&self, tables: &Tables<W>, state: &State<W>) -> Allowed<'_, W> {
        let (side, info) = (state.side, &state.info);
        let early = |forfeits: u16| info.step <= u32::from(forfeits);
        let parries = self.turn.parry.as_ref().is_some_and(|p| early(p.forfeits))
            && in_check(tables, state, side);
        let step = self.turn.step(side, info.fullmove, info.step);
        Allowed {
            step: self.step(state),
            parry: parries.then(|| &self.parry[side][..]),
            castling: self.turn.castling,
            sections: step.is_free(),
            pass: step.pass,
        }
    }

    /// Whether the moves of this step have to be tried one by one.
    pub fn tries(&self, state: &State<W>) -> bool {
        self.turn.safety == KingSafety::EndOfTurn
            || (self.turn.checks == Checks::Forbidden && state.info.step < self.length(state))
    }
}

impl<const W: usize> Tables<W> {
    /// Whether nobody is royal, so that no move can leave a royal piece to be taken.
    pub fn is_safe(&self) -> bool {
        self.safety == Safety::None
    }

    /// How many steps the turn of `state` has.
    pub fn turn_length(&self, state: &State<W>) -> u32 {
        self.turn.as_ref().map_or(1, |turn| turn.length(state))
    }
}

/// Gives the turn to whoever has the next step, after `step` was made. Steps without a move are still
/// to be skipped.
#[inline(always)]
pub fn pass_on<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &PackedMove<W>,
    undo: &Undo<W>,
) {
    match &tables.at(state).turn {
        None => end_turn(tables, state),
        Some(turn) => turn.pass_on(tables, state, step, undo),
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
            end_turn(tables, state);
            return;
        }
        state.info.step = made + 1;
        let lapse = match self.turn.passant {
            Passant::AnyStep => false,
            Passant::FirstStep => true,
            Passant::FirstSteps => !state.took_in_passing(step, undo),
        };
        if lapse {
            state.lapse(side.other());
        }
    }
}

/// Skips steps that have no move, as far as the rules say; what was played is passed on and made. Of moves only
/// what looks at less than `below` is asked.
#[inline(always)]
pub fn settle<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    under_way: bool,
    below: Option<Level>,
) {
    if tables.turn.is_some() && !asks::has_move_below(tables, state, below) {
        skip(tables, state, under_way, below);
    }
}

/// Skips the step of `state`, which has no move, and those after it that have none; whether there was
/// something to skip to. `under_way` says whether something was played in this turn. Info, memory
/// and side are all that changes.
pub fn skip<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    mut under_way: bool,
    below: Option<Level>,
) -> bool {
    let Some(turn) = &tables.at(state).turn else { return false };
    if turn.turn.stuck == Stuck::EndsTheGame {
        return false;
    }
    let (mut side, mut info, mut memory) = (state.side, state.info, state.memory);
    let clocks = tables.at(state).asks.as_ref().map_or(0, |asks| asks.clocks.len());
    let mut moved = false;
    loop {
        if asks::is_over_below(tables, state, below) || threatened(tables, state, state.side) {
            return moved;
        }
        let first = state.info.step == 1;
        if turn.next_step(tables, state) {
            state.info.halfmoves = state.info.halfmoves.saturating_add(u32::from(first));
            if first {
                state.memory.skip(clocks);
            }
        } else if under_way {
            end_turn(tables, state);
            (side, info, memory) = (state.side, state.info, state.memory);
            (under_way, moved) = (false, true);
        } else {
            (state.side, state.info, state.memory) = (side, info, memory);
            state.lodge(&tables.nobodys);
            return moved;
        }
        if asks::has_move_below(tables, state, below) {
            return true;
        }
    }
}

/// Gives the turn to the other side, and with it what is nobody's.
#[inline(always)]
pub fn end_turn<const W: usize>(tables: &Tables<W>, state: &mut State<W>) {
    state.end_turn();
    if !tables.nobodys.is_empty() {
        state.lodge(&tables.nobodys);
    }
}

/// What it takes to take a move back, with all that it did besides.
#[derive(Clone, Debug)]
pub struct Past<const W: usize> {
    undo: Undo<W>,
    /// What its deeds did, if it may have had some.
    done: Option<Done>,
}

impl<const W: usize> Past<W> {
    /// Whose move it was.
    pub fn side(&self) -> Side {
        self.undo.side()
    }
}

/// Makes a move and gives the turn on, with all that the move does besides; steps without a move are still
/// to be skipped.
pub fn advance<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &PackedMove<W>,
) -> Past<W> {
    advance_below(tables, state, step, None)
}

/// The same where only effects happen that look at less than `below`.
pub fn advance_below<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &PackedMove<W>,
    below: Option<Level>,
) -> Past<W> {
    let gone = Gone::new(tables, state, step);
    let done = gone.perform(tables, state, step, below);
    gone.pass(tables, state, step, below);
    Past { undo: gone.undo, done }
}

/// Gives `hear` the position behind each way to make `step`, one for each choice that its player has, with what its deeds
/// did; it wants no more by saying so. `state` is unchanged at the end.
pub fn advance_each_way<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &PackedMove<W>,
    below: Option<Level>,
    hear: &mut dyn FnMut(&mut State<W>, &PackedMove<W>, &Done) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let gone = Gone::new(tables, state, step);
    let choices = gone.told.as_ref().filter(|_| deeds::may_fail(tables, state));
    let (done, flow) = match choices {
        Some(told) => {
            let mut each = |after: &mut State<W>, step: &PackedMove<W>, done: &Done| {
                gone.pass(tables, after, step, below);
                hear(after, step, done)
            };
            let ways = &mut Ways::Each(&mut each);
            (None, deeds::each_way(tables, told, step, state, below, ways))
        }
        None => {
            let done = gone.perform(tables, state, step, below).unwrap_or_default();
            gone.pass(tables, state, step, below);
            let flow = hear(state, step, &done);
            (Some(done), flow)
        }
    };
    take_back(tables, state, step, Past { undo: gone.undo, done });
    flow
}

/// How many ways there are to make the moves of `batches`, where no royal piece can be lost.
fn count_ways<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    batches: &[Batch<W>],
    below: Option<Level>,
) -> u64 {
    let (mut scratch, mut count) = (state.clone(), 0);
    for step in batches.iter().flat_map(|batch| PackedMoves::new(tables, state, batch)) {
        let gone = Gone::new(tables, &mut scratch, &step);
        match &gone.told {
            Some(told) => {
                let ways = &mut Ways::Counted(&mut count);
                let _ = deeds::each_way(tables, told, &step, &mut scratch, below, ways);
            }
            None => count += 1,
        }
        take_back(tables, &mut scratch, &step, Past { undo: gone.undo, done: None });
    }
    count
}

/// A move as far as its piece has gone.
struct Gone<const W: usize> {
    facts: Option<Facts>,
    /// What its deeds want to know, if it may have some.
    told: Option<Told>,
    undo: Undo<W>,
}

impl<const W: usize> Gone<W> {
    /// Makes `step`, but for its deeds.
    fn new(tables: &Tables<W>, state: &mut State<W>, step: &PackedMove<W>) -> Self {
        let facts = Facts::to_keep(tables, state, step);
        let told = deeds::may_act(tables, state, step).then(|| Told::new(tables, state, step));
        let undo = state.make(tables, step);
        pass_on(tables, state, step, &undo);
        Gone { facts, told, undo }
    }

    /// Does its deeds.
    fn perform(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        below: Option<Level>,
    ) -> Option<Done> {
        let facts = self.facts.as_ref()?;
        let done = self.told.as_ref().map(|told| deeds::perform(tables, told, step, state, below));
        if done.is_none() {
            asks::count(tables, state, facts, step, below);
        }
        done
    }

    /// What comes behind its deeds.
    fn pass(
        &self,
        tables: &Tables<W>,
        state: &mut State<W>,
        step: &PackedMove<W>,
        below: Option<Level>,
    ) {
        if let Some(facts) = &self.facts {
            asks::remember(tables, state, facts, step, (self.undo.step(), below));
        }
        go_on(tables, state, self.undo.side());
        end_with_check(tables, state, self.undo.side(), below);
    }
}

/// Leaves out the steps of `side`'s turn that are not made behind its last move.
fn go_on<const W: usize>(tables: &Tables<W>, state: &mut State<W>, side: Side) {
    let Some(turn) = &tables.at(state).turn else { return };
    let goes_on =
        state.side != side || asks::is_due(tables, state) || turn.next_step(tables, state);
    if !goes_on {
        end_turn(tables, state);
    }
}

/// Ends the turn of `side` where a check does.
fn end_with_check<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    side: Side,
    below: Option<Level>,
) {
    let Some(turn) = &tables.at(state).turn else { return };
    let asks = below.is_none_or(|below| below > Level::Attack);
    let ends = asks && state.side == side && turn.turn.checks == Checks::EndTheTurn;
    if ends && in_check(tables, state, side.other()) {
        end_turn(tables, state);
    }
}

/// Takes back `step`, which was made last and gave `past`.
pub fn take_back<const W: usize>(
    tables: &Tables<W>,
    state: &mut State<W>,
    step: &PackedMove<W>,
    past: Past<W>,
) {
    if let Some(done) = &past.done {
        done.journal.take_back(tables, state);
    }
    if !tables.nobodys.is_empty() {
        // What the mover became may be nobody's.
        state.side = past.undo.side();
        state.lodge(&tables.nobodys);
    }
    state.unmake(tables, step, &past.undo);
}

/// Whether the moves of the step of `state` have to be tried one by one.
pub fn are_tried<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    tables.at(state).turn.as_ref().is_some_and(|turn| turn.tries(state))
}

/// Which moves are wanted where only what looks at less than `below` is asked.
fn legality<const W: usize>(tables: &Tables<W>, below: Option<Level>) -> Legality {
    match below.filter(|_| tables.mates_may_recur) {
        None => Legality::Legal,
        Some(Level::Move | Level::Board | Level::Attack | Level::Replies) => Legality::Reply,
    }
}

/// The legal moves as far as nothing is asked of them. Only effects that look at less than `below` happen.
pub fn unasked<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Level>,
) -> Candidates<W> {
    match listing(tables, state) {
        Listing::Tried => try_some(tables, state, usize::MAX, below).into(),
        Listing::Safe => fill(tables, state, Legality::Pseudo).into(),
        Listing::Generated => fill(tables, state, legality(tables, below)).into(),
    }
}

/// How many there are.
pub fn count_unasked<const W: usize>(tables: &Tables<W>, state: &State<W>) -> u64 {
    match listing(tables, state) {
        Listing::Tried if tables.is_safe() => {
            count_ways(tables, state, &fill(tables, state, Legality::Pseudo), None)
        }
        Listing::Tried | Listing::Safe | Listing::Generated => {
            unasked(tables, state, None).count()
        }
    }
}

/// How the moves of a position are listed as far as nothing is asked of them.
enum Listing {
    /// The generator knows the legal ones.
    Generated,
    /// All that it knows are legal: nobody is royal.
    Safe,
    /// They are made one by one, since there is something to choose or a royal piece may be lost by it.
    Tried,
}

fn listing<const W: usize>(tables: &Tables<W>, state: &State<W>) -> Listing {
    let tries = are_tried(tables, state) || deeds::has_deeds(tables, state);
    match tries {
        false => Listing::Generated,
        true if tables.is_safe() && !deeds::may_fail(tables, state) => Listing::Safe,
        true => Listing::Tried,
    }
}

/// Whether there is one.
pub fn has_unasked<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    below: Option<Level>,
) -> bool {
    match listing(tables, state) {
        Listing::Tried => !try_some(tables, state, 1, below).is_empty(),
        Listing::Safe => any(tables, state),
        Listing::Generated => !fill(tables, state, legality(tables, below)).is_empty(),
    }
}

/// Whether the step of `state` has a legal move.
pub fn has_step<const W: usize>(tables: &Tables<W>, state: &State<W>) -> bool {
    if asks::bind_moves(tables, state) {
        return !asks::legal(tables, state).is_empty();
    }
    if asks::is_over(tables, state) {
        return false;
    }
    match are_tried(tables, state) {
        true => !try_some(tables, state, 1, None).is_empty(),
        false => any(tables, state),
    }
}

/// Whether a royal piece of `side` could be taken by the next move or, where the rules say so, by what
/// is left of the enemy's turn or by the whole of the next.
pub fn threatened<const W: usize>(tables: &Tables<W>, state: &State<W>, side: Side) -> bool {
    if in_check(tables, state, side) {
        return true;
    }
    let Some(turn) = &tables.at(state).turn else { return false };
    match turn.turn.safety {
        KingSafety::EachStep => false,
        KingSafety::EndOfTurn => {
            let mut theirs = state.clone();
            if state.side == side {
                end_turn(tables, &mut theirs);
            }
            turn.threatens(tables, &theirs)
        }
    }
}

impl<const W: usize> TurnTables<W> {
    /// Goes on to the next step that is made behind the last move; whether there is one. If not, nothing changes.
    fn next_step(&self, tables: &Tables<W>, state: &mut State<W>) -> bool {
        let (now, length) = (state.info.step, self.length(state));
        while state.info.step < length {
            state.info.step += 1;
            if asks::is_due(tables, state) {
                return true;
            }
        }
        state.info.step = now;
        false
    }

    /// Whether the side to move could take a royal piece with a later step of its turn.
    fn threatens(&self, tables: &Tables<W>, state: &State<W>) -> bool {
        let length = self.length(state);
        if state.info.step >= length {
            return false;
        }
        let (side, them) = (state.side, state.side.other());
        let mut scratch = None;
        for batch in &fill(tables, state, Legality::Pseudo) {
            for step in PackedMoves::new(tables, state, batch) {
                let scratch = scratch.get_or_insert_with(|| state.clone());
                let mut takes = |next: &mut State<W>, _: &PackedMove<W>, _: &Done| {
                    let takes = || in_check(tables, next, them) || self.threatens(tables, next);
                    match next.side == side && takes() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                };
                let below = Some(Level::Attack);
                if advance_each_way(tables, scratch, &step, below, &mut takes).is_break() {
                    return true;
                }
            }
        }
        false
    }

    /// Whether `side` can end its turn from here, or has ended it, with its royal pieces safe.
    fn completes(
        &self,
        tables: &Tables<W>,
        state: &State<W>,
        side: Side,
        below: Option<Level>,
    ) -> bool {
        if state.side != side {
            return !threatened(tables, state, side);
        }
        if asks::has_move_below(tables, state, below) {
            return true;
        }
        let mut next = state.clone();
        if !self.next_step(tables, &mut next) {
            end_turn(tables, &mut next);
        }
        self.completes(tables, &next, side, below)
    }
}

/// The first `enough` legal moves of a step that has to be tried: effects may change what stands, and behind each
/// move whole turns may be looked through.
fn try_some<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    enough: usize,
    below: Option<Level>,
) -> Vec<PackedMove<W>> {
    let safety = tables.at(state).turn.as_ref().map_or(KingSafety::EachStep, |t| t.turn.safety);
    let wanted = match safety {
        KingSafety::EachStep if !deeds::has_deeds(tables, state) => legality(tables, below),
        KingSafety::EachStep | KingSafety::EndOfTurn => Legality::Pseudo,
    };
    let mut legal: Vec<PackedMove<W>> = Vec::new();
    let tried = match tables.parts_moves {
        true => {
            let (mut sure, mut tried) = (Vec::new(), Vec::new());
            let (count, kept) = (Counter::default(), Some(&mut sure));
            let sorted = &mut Sorted { sure: count, kept, tried: &mut tried };
            run(Parted { tables, state, sorted });
            let sure = sure.iter().flat_map(|batch| PackedMoves::new(tables, state, batch));
            legal.extend(sure.take(enough));
            tried
        }
        false => fill(tables, state, wanted),
    };
    let more = enough - legal.len();
    try_batches(tables, state, &tried, (wanted, more), below, &mut |step| legal.push(*step));
    legal
}

/// Gives `hear` the legal ones of the moves with effects of a position of a game that [`parts_moves`](Tables::parts_moves).
pub fn try_moves<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    tried: &[Batch<W>],
    hear: &mut dyn FnMut(&PackedMove<W>),
) {
    if !tried.is_empty() {
        try_batches(tables, state, tried, (Legality::Pseudo, usize::MAX), None, hear);
    }
}

/// Gives `hear` the first `enough` legal ones of moves that were listed as far as `wanted` says.
fn try_batches<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    batches: &[Batch<W>],
    (wanted, mut enough): (Legality, usize),
    below: Option<Level>,
    hear: &mut dyn FnMut(&PackedMove<W>),
) {
    if enough == 0 {
        return;
    }
    let mut give = |step: &PackedMove<W>| {
        hear(step);
        enough -= 1;
        match enough {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    // Made when the first move wants to be tried.
    let mut scratch = None;
    for batch in batches {
        for step in PackedMoves::new(tables, state, batch) {
            let removals = tables.removals.as_ref().filter(|_| !step.captured.is_empty());
            let flow = match removals {
                Some(removals) if is_safe_capture(tables, removals, state, &step) => give(&step),
                Some(_) => ControlFlow::Continue(()),
                None => {
                    let scratch = scratch.get_or_insert_with(|| state.clone());
                    let mut ask = |after: &mut State<W>, step: &PackedMove<W>, done: &Done| {
                        let mates = || match wanted {
                            Legality::Legal | Legality::Reply => false,
                            Legality::Pseudo => {
                                let asked = below.is_none() || !tables.mates_may_recur;
                                asked && is_forbidden_mate(tables, state, step)
                            }
                        };
                        match is_safe(tables, state, done, after, below) && !mates() {
                            true => give(step),
                            false => ControlFlow::Continue(()),
                        }
                    };
                    advance_each_way(tables, scratch, &step, below, &mut ask)
                }
            };
            if flow.is_break() {
                return;
            }
        }
    }
}

/// Whether the move that led from `before` to `after`, and whose deeds did what `done` says, may be played as far as checks and steps go.
fn is_safe<const W: usize>(
    tables: &Tables<W>,
    before: &State<W>,
    done: &Done,
    after: &State<W>,
    below: Option<Level>,
) -> bool {
    let (side, deeds) = (before.side, deeds::has_deeds(tables, before));
    if done.costs_royal(tables, after, side) {
        return false;
    }
    // Who wins at once need not look after his own.
    if deeds && deeds::costs_royal(tables, before, after, side.other()) {
        return true;
    }
    let Some(turn) = &tables.at(before).turn else { return !in_check(tables, after, side) };
    let last = before.info.step >= turn.length(before);
    let forbidden = turn.turn.checks == Checks::Forbidden && !last;
    if forbidden && in_check(tables, after, side.other()) {
        return false;
    }
    match turn.turn.safety {
        // The generator has seen to it where nothing changes but what the move moves.
        KingSafety::EachStep if !deeds => true,
        KingSafety::EachStep => !in_check(tables, after, side),
        KingSafety::EndOfTurn => turn.completes(tables, after, side, below),
    }
}
