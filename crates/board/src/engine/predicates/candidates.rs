//! Moves of which questions are asked, many at once where sets tell.
//!
//! Owns: [`Candidates`]. Takes batches or single moves, and questions; gives those of which the questions hold. Invariant:
//! the same moves are left as if each had been asked.

use super::lookahead::Batched;
use super::{EvalContext, Evaluator, Made, promotes};
use crate::engine::batch::{Counter, MoveKind, MoveSet, MoveSink, PackedMoves};
use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::tables::predicates::{CompiledPredicates, MoveConstraint, PieceSelector, Predicate};
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::question::{Anchor, CHECKS, Men, MoveFact, Question};

/// Moves that may be legal.
#[derive(Clone, Default)]
pub struct Candidates<const W: usize> {
    /// Those that need not be told apart.
    batches: Vec<MoveSet<W>>,
    /// The others.
    moves: Vec<PackedMove<W>>,
}

impl<const W: usize> From<Vec<MoveSet<W>>> for Candidates<W> {
    fn from(batches: Vec<MoveSet<W>>) -> Self {
        Candidates { batches, moves: Vec::new() }
    }
}

impl<const W: usize> From<Vec<PackedMove<W>>> for Candidates<W> {
    fn from(moves: Vec<PackedMove<W>>) -> Self {
        Candidates { batches: Vec::new(), moves }
    }
}

impl<const W: usize> Candidates<W> {
    /// Those that need not be told apart, and the others.
    pub fn apart(self) -> (Vec<MoveSet<W>>, Vec<PackedMove<W>>) {
        (self.batches, self.moves)
    }

    /// With these as well.
    pub fn and(mut self, moves: Vec<PackedMove<W>>) -> Self {
        self.moves.extend(moves);
        self
    }

    /// These and those.
    pub fn with(mut self, those: Candidates<W>) -> Self {
        self.batches.extend(those.batches);
        self.moves.extend(those.moves);
        self
    }

    /// Takes out the moves that leave the step out.
    pub(super) fn take_passes(&mut self) -> Passes<W> {
        // As the generator gives it, it is there once.
        let at = self.batches.iter().position(|batch| batch.act == MoveKind::Pass);
        let batch = at.map(|at| self.batches.swap_remove(at));
        let moves = match self.moves.is_empty() {
            true => Vec::new(),
            false => self.moves.extract_if(.., |step| step.actor == Actor::Nobody).collect(),
        };
        Passes { batch, moves }
    }

    /// Those that rules of promotion let their piece be what it is afterwards.
    pub(super) fn promoting(
        self,
        tables: &Tables<W>,
        asks: &CompiledPredicates<W>,
        state: &State<W>,
    ) -> Candidates<W> {
        let mut those = Candidates::default();
        let mut ask = |step: PackedMove<W>| {
            if promotes(tables, asks, state, &step) {
                those.moves.push(step);
            }
        };
        let mut plain = Vec::new();
        for batch in self.batches {
            match is_off_zones(asks, state, &batch) {
                true => plain.push(batch),
                false => PackedMoves::new(tables, state, &batch).for_each(&mut ask),
            }
        }
        self.moves.into_iter().for_each(ask);
        those.batches = plain;
        those
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.batches.is_empty() && self.moves.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        let mut counter = Counter { count: self.moves.len() as u64 };
        self.batches.iter().for_each(|batch| counter.add(*batch));
        counter.count
    }

    /// One after another of `state`, which stays as it is meanwhile.
    pub fn steps<'a>(
        &'a self,
        tables: &'a Tables<W>,
        state: &'a State<W>,
    ) -> impl Iterator<Item = PackedMove<W>> {
        let several = self.batches.iter().flat_map(|batch| PackedMoves::new(tables, state, batch));
        several.chain(self.moves.iter().copied())
    }

    /// One after another, for who makes them in between.
    pub fn each<'a>(
        &'a self,
        tables: &'a Tables<W>,
        state: &State<W>,
    ) -> impl Iterator<Item = PackedMove<W>> + use<'a, W> {
        let several = self.batches.iter().map(|batch| PackedMoves::new(tables, state, batch));
        let several: Vec<PackedMoves<'a, W>> = several.collect();
        several.into_iter().flatten().chain(self.moves.iter().copied())
    }

    /// Those of which what is asked holds.
    pub(super) fn those(
        self,
        (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        asked: &MoveConstraint<W>,
    ) -> Candidates<W> {
        if self.moves.is_empty() && self.batches.iter().all(|batch| is_spared(asked, batch)) {
            return self;
        }
        match constant_for_position((tables, asks), state, asked) {
            Some(true) => return self,
            Some(false) => return Candidates::default(),
            None => {}
        }
        let mut judge = Judge::new((tables, asks), state, asked);
        let Candidates { mut batches, mut moves } = self;
        moves.retain(|step| judge.asker.holds(step, asked));
        batches.retain_mut(|batch| {
            batch.region = judge.lets(batch, &mut moves);
            !batch.region.is_empty()
        });
        Candidates { batches, moves }
    }

    /// Those among which a side has to choose that must make such a move as is asked, if there are any.
    pub(super) fn due(
        &self,
        (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        asked: &MoveConstraint<W>,
    ) -> Option<Candidates<W>> {
        match constant_for_position((tables, asks), state, asked) {
            Some(true) => return (!self.is_empty()).then(|| self.clone()),
            Some(false) => return None,
            None => {}
        }
        let mut judge = Judge::new((tables, asks), state, asked);
        let mut those = Candidates::default();
        those.moves.extend(self.moves.iter().filter(|step| judge.asker.holds(step, asked)));
        for batch in &self.batches {
            let region = judge.lets(batch, &mut those.moves);
            those.batches.add(MoveSet { region, ..*batch });
        }
        (!those.is_empty()).then_some(those)
    }

    /// How many those are.
    pub(super) fn count_due(
        &self,
        (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
        state: &State<W>,
        asked: &MoveConstraint<W>,
    ) -> Option<u64> {
        let some = |count: u64| (count > 0).then_some(count);
        match constant_for_position((tables, asks), state, asked) {
            Some(true) => return some(self.count()),
            Some(false) => return None,
            None => {}
        }
        let mut judge = Judge::new((tables, asks), state, asked);
        let holds = |step: &&PackedMove<W>| judge.asker.holds(step, asked);
        let (single, mut singly) = (self.moves.iter().filter(holds).count(), Vec::new());
        let mut counter = Counter { count: single as u64 };
        for batch in &self.batches {
            let region = judge.lets(batch, &mut singly);
            counter.add(MoveSet { region, ..*batch });
        }
        some(counter.count + singly.len() as u64)
    }
}

/// Moves that leave a step out: as the generator gives it, or one for each choice, where effects leave any.
#[derive(Default)]
pub(super) struct Passes<const W: usize> {
    batch: Option<MoveSet<W>>,
    moves: Vec<PackedMove<W>>,
}

impl<const W: usize> Passes<W> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.batch.is_none() && self.moves.is_empty()
    }
}

impl<const W: usize> From<Passes<W>> for Candidates<W> {
    fn from(passes: Passes<W>) -> Self {
        Candidates { batches: passes.batch.into_iter().collect(), moves: passes.moves }
    }
}

/// What the position answers of all moves alike. Nothing has been made here.
fn constant_for_position<const W: usize>(
    (tables, asks): (&Tables<W>, &CompiledPredicates<W>),
    state: &State<W>,
    asked: &MoveConstraint<W>,
) -> Option<bool> {
    let scene = EvalContext::before((tables, asks), state);
    if asked.settles { scene.settled(&asked.question) } else { None }
}

/// Asks a question of moves.
struct Judge<'a, const W: usize> {
    asked: &'a MoveConstraint<W>,
    batched: Batched<'a, W>,
    asker: Evaluator<'a, W>,
}

impl<'a, const W: usize> Judge<'a, W> {
    #[inline(always)]
    fn new(
        (tables, asks): (&'a Tables<W>, &'a CompiledPredicates<W>),
        state: &'a State<W>,
        asked: &'a MoveConstraint<W>,
    ) -> Self {
        let batched = Batched::new(EvalContext::before((tables, asks), state));
        Judge { asked, batched, asker: Evaluator::new(tables, asks, state) }
    }

    /// Where moves of `batch` end of which the answer is yes; those that were asked one by one go to `moves`.
    fn lets(&mut self, batch: &MoveSet<W>, moves: &mut Vec<PackedMove<W>>) -> SiteSet<W> {
        let Judge { asked, batched, asker } = self;
        if is_spared(asked, batch) {
            return batch.region;
        }
        let question = match batch.act {
            MoveKind::Displace if !batch.region.has(batch.from) => asked.of_kinds(),
            MoveKind::Drop => asked.of_drops(),
            MoveKind::Pass => asked.of_passes(),
            MoveKind::Displace
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Shift(_)
            | MoveKind::Push(_)
            | MoveKind::Jump { .. }
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Section(_) => &asked.question,
        };
        let Answers { yes, no } =
            match asked.of_partners && matches!(batch.act, MoveKind::Castle(_)) {
                true => Answers::UNKNOWN,
                false => batched.answers(question, batch),
            };
        let region = batch.region.minus(yes | no);
        if !region.is_empty() {
            let EvalContext { tables, state, .. } = batched.scene;
            let open = PackedMoves::new(tables, state, &MoveSet { region, ..*batch });
            moves.extend(open.filter(|step| asker.holds(step, asked)));
        }
        yes
    }
}

/// Whether what is asked speaks of other moves than those of `batch`, and so holds of them.
#[inline(always)]
fn is_spared<const W: usize>(asked: &MoveConstraint<W>, batch: &MoveSet<W>) -> bool {
    match batch.act {
        MoveKind::Displace
        | MoveKind::Rifle
        | MoveKind::Special(_)
        | MoveKind::Shift(_)
        | MoveKind::Push(_)
        | MoveKind::Jump { .. }
        | MoveKind::Passant(_)
        | MoveKind::Castle(_) => !asked.kinds.has(batch.kind),
        MoveKind::Drop => asks_nothing(asked.of_drops()),
        MoveKind::Pass => asks_nothing(asked.of_passes()),
        MoveKind::Section(_) => false,
    }
}

fn asks_nothing<const W: usize>(question: &Predicate<W>) -> bool {
    matches!(question, Question::All(parts) if parts.is_empty())
}

/// Whether no rule of promotion of which something is asked speaks of any move of `batch`.
fn is_off_zones<const W: usize>(
    asks: &CompiledPredicates<W>,
    state: &State<W>,
    batch: &MoveSet<W>,
) -> bool {
    let starts = match batch.act {
        MoveKind::Displace | MoveKind::Passant(_) if !batch.region.has(batch.from) => {
            SiteSet::of(batch.from)
        }
        MoveKind::Shift(delta) | MoveKind::Jump { delta, .. } => batch.region.shifted(-delta),
        MoveKind::Displace
        | MoveKind::Passant(_)
        | MoveKind::Push(_)
        | MoveKind::Rifle
        | MoveKind::Special(_)
        | MoveKind::Castle(_)
        | MoveKind::Drop
        | MoveKind::Pass
        | MoveKind::Section(_) => return false,
    };
    let cells = batch.region | starts;
    let mut rules = asks.promotes.iter().filter(|rule| rule.kind == batch.kind);
    batch.choices == 0 && !rules.any(|rule| rule.zone[state.side].meets(cells))
}

/// What is known of the moves of a batch, by where they end: the others have to be asked one by one.
#[derive(Clone, Copy)]
pub(super) struct Answers<const W: usize> {
    /// Where the answer is yes.
    pub yes: SiteSet<W>,
    /// Where it is no.
    pub no: SiteSet<W>,
}

impl<const W: usize> Answers<W> {
    /// Nothing.
    pub const UNKNOWN: Answers<W> = Answers { yes: SiteSet::EMPTY, no: SiteSet::EMPTY };

    /// Yes on `yes`, and no on the rest of `region`.
    pub fn of(region: SiteSet<W>, yes: SiteSet<W>) -> Self {
        Answers { yes: region & yes, no: region.minus(yes) }
    }

    /// One answer on all of `region`.
    pub fn whole(region: SiteSet<W>, holds: bool) -> Self {
        Answers::of(region, if holds { region } else { SiteSet::EMPTY })
    }

    fn not(self) -> Self {
        Answers { yes: self.no, no: self.yes }
    }
}

/// What is known where one of several has to hold, whose answers are `each`.
pub(super) fn any_of<const W: usize>(
    region: SiteSet<W>,
    each: impl Iterator<Item = Answers<W>>,
) -> Answers<W> {
    let mut any = Answers { yes: SiteSet::EMPTY, no: region };
    for Answers { yes, no } in each {
        any = Answers { yes: any.yes | yes, no: any.no & no };
        // What comes next may be long in answering.
        if any.yes == region {
            break;
        }
    }
    any
}

/// The same where all have to hold.
pub(super) fn all_of<const W: usize>(
    region: SiteSet<W>,
    each: impl Iterator<Item = Answers<W>>,
) -> Answers<W> {
    any_of(region, each.map(Answers::not)).not()
}

impl<'a, const W: usize> EvalContext<'a, W> {
    /// Of a position whose moves are asked about before any is made.
    fn before(
        (tables, asks): (&'a Tables<W>, &'a CompiledPredicates<W>),
        state: &'a State<W>,
    ) -> Self {
        let (side, history) = (state.side, History::default());
        let (made, mover) = (None, None);
        EvalContext { tables, asks, side, state, made, mover, history, checks: CHECKS }
    }

    /// What the position alone answers, whatever the move is. Nothing has been made here.
    fn settled(&self, question: &Predicate<W>) -> Option<bool> {
        match question {
            Question::All(parts) => self.decided(parts, false),
            Question::Any(parts) => self.decided(parts, true),
            Question::Not(part) => self.settled(part).map(|holds| !holds),
            Question::Side(_)
            | Question::Counter(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_) => Some(self.holds(question)),
            Question::Count(_, pieces) | Question::Reply(_, pieces, _) => {
                (!pieces.asks_move()).then(|| self.holds(question))
            }
            Question::Compare(left, _, right) => {
                (!left.asks_move() && !right.asks_move()).then(|| self.holds(question))
            }
            Question::Leaving(_)
            | Question::Cells(_)
            | Question::Move(_)
            | Question::Among(_)
            | Question::By(_) => None,
        }
    }

    /// What parts come to of which one with the answer `enough` decides.
    fn decided(&self, parts: &[Predicate<W>], enough: bool) -> Option<bool> {
        let mut answer = Some(!enough);
        for part in parts {
            match self.settled(part) {
                Some(told) if told == enough => return Some(enough),
                Some(_) => {}
                None => answer = None,
            }
        }
        answer
    }
}

impl<'a, const W: usize> Batched<'a, W> {
    /// The part of a batch's region that its moves with a yes to `fact` have; `None` if they have to be asked one by one.
    fn ends_of(&self, fact: &'a MoveFact, batch: &MoveSet<W>) -> Option<SiteSet<W>> {
        let EvalContext { asks, side, state, .. } = self.scene;
        let whole = |holds: bool| if holds { batch.region } else { SiteSet::EMPTY };
        let own = |men: &Men| men.has(batch.kind) && men.sides(side).any(|side| side == state.side);
        match (fact, batch.act) {
            (MoveFact::Capturing(men), _) => self.captures(men, batch),
            (MoveFact::Moving(_), MoveKind::Drop | MoveKind::Pass | MoveKind::Section(_)) => {
                Some(whole(false))
            }
            (
                MoveFact::Moving(men),
                MoveKind::Displace
                | MoveKind::Rifle
                | MoveKind::Special(_)
                | MoveKind::Shift(_)
                | MoveKind::Push(_)
                | MoveKind::Jump { .. }
                | MoveKind::Passant(_)
                | MoveKind::Castle(_),
            ) => Some(whole(own(men))),
            (MoveFact::Dropping(men), act) => Some(whole(act == MoveKind::Drop && own(men))),
            (MoveFact::Passing, act) => Some(whole(act == MoveKind::Pass)),
            (MoveFact::Promoting(_), _) if batch.choices == 0 => Some(whole(false)),
            (MoveFact::Promoting(None), _) => Some(whole(true)),
            // A walk may make the same move as castling.
            (MoveFact::Castling, MoveKind::Special(_)) => None,
            (MoveFact::Castling, act) => Some(whole(matches!(act, MoveKind::Castle(_)))),
            (MoveFact::Over(_), MoveKind::Drop | MoveKind::Pass | MoveKind::Section(_)) => {
                Some(whole(false))
            }
            (MoveFact::Over(men), MoveKind::Displace) => {
                let owners = men.sides(side);
                let hurdles = owners.map(|of| self.scene.sites(men, of));
                let hurdles = hurdles.fold(SiteSet::EMPTY, |all, sites| all | sites);
                let over = |&to: &Site| asks.between(batch.from, to).meets(hurdles);
                Some(batch.region.into_iter().filter(over).collect())
            }
            (
                MoveFact::Over(_),
                MoveKind::Rifle
                | MoveKind::Special(_)
                | MoveKind::Shift(_)
                | MoveKind::Push(_)
                | MoveKind::Jump { .. }
                | MoveKind::Passant(_)
                | MoveKind::Castle(_),
            )
            | (MoveFact::Promoting(Some(_)) | MoveFact::GivingCheck | MoveFact::GivingMate, _) => {
                None
            }
        }
    }

    /// Where moves end that capture such a piece.
    fn captures(&self, men: &'a Men, batch: &MoveSet<W>) -> Option<SiteSet<W>> {
        let EvalContext { tables, side, state, .. } = self.scene;
        if tables.neutrals.is_some() {
            return None;
        }
        let them = state.side.other();
        let find = || match men.sides(side).any(|side| side == them) {
            true => self.scene.sites(men, them),
            false => SiteSet::EMPTY,
        };
        let prey = || self.prey.get(men, find);
        match batch.act {
            MoveKind::Displace | MoveKind::Shift(_) | MoveKind::Rifle => {
                Some(batch.region & prey())
            }
            MoveKind::Jump { delta, over } => Some(batch.region & prey().shifted(delta - over)),
            MoveKind::Passant(victim) if prey().has(victim) => Some(batch.region),
            MoveKind::Passant(_)
            | MoveKind::Push(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => Some(SiteSet::EMPTY),
            MoveKind::Special(_) => None,
        }
    }

    /// What is known of the moves of `batch`. Nothing has been made here.
    fn answers(&self, question: &'a Predicate<W>, batch: &MoveSet<W>) -> Answers<W> {
        let region = batch.region;
        let known = |told: Option<bool>| {
            told.map_or(Answers::UNKNOWN, |holds| Answers::whole(region, holds))
        };
        match question {
            Question::All(parts) => all_of(region, parts.iter().map(|p| self.answers(p, batch))),
            Question::Any(parts) => any_of(region, parts.iter().map(|p| self.answers(p, batch))),
            Question::Not(part) => self.answers(part, batch).not(),
            Question::Leaving(part) => self.leaving(part, batch),
            Question::Move(MoveFact::GivingCheck) => self.checks(batch),
            Question::Move(fact) => match self.ends_of(fact, batch) {
                Some(yes) => Answers::of(region, yes),
                None => Answers::UNKNOWN,
            },
            Question::Count(..)
            | Question::Reply(..)
            | Question::Compare(..)
            | Question::Among(_) => {
                if let Question::Count(number, pieces) = question
                    && let Some(answers) = self.by_end(*number, pieces, batch)
                {
                    return answers;
                }
                if let Question::Among(pieces) = question
                    && let Some(yes) = self.begins_among(pieces, batch)
                {
                    return Answers::of(region, yes);
                }
                let find = || (self.scene.settled(question), !question.names_anchor(&hangs_on_end));
                let (told, by_start) = self.told.get(question, find);
                // Of pieces one may ask by naming where the move begins, or ends.
                let at_start = || by_start.then(|| self.by_start(question, batch))?;
                known(told.or_else(at_start))
            }
            Question::Cells(between) if batch.act == MoveKind::Displace => {
                Answers::of(region, between.ends(self.scene.side, batch.kind, batch.from))
            }
            Question::By(terms) if batch.act == MoveKind::Displace && !region.has(batch.from) => {
                known(terms.is_whole_of(batch.kind).then_some(true))
            }
            Question::Side(_)
            | Question::Counter(..)
            | Question::Tallies(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::Cells(_)
            | Question::By(_) => known(self.scene.settled(question)),
        }
    }

    /// Where moves of `batch` end that one of `pieces` makes, if the position before the move tells which these are.
    fn begins_among(&self, pieces: &'a PieceSelector<W>, batch: &MoveSet<W>) -> Option<SiteSet<W>> {
        let whole = |holds: bool| if holds { batch.region } else { SiteSet::EMPTY };
        let shift = match batch.act {
            MoveKind::Drop => return None,
            MoveKind::Pass | MoveKind::Section(_) => return Some(SiteSet::EMPTY),
            MoveKind::Displace
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_) => None,
            MoveKind::Shift(delta) | MoveKind::Jump { delta, .. } => Some(delta),
            MoveKind::Push(number) => {
                let EvalContext { tables, state, .. } = self.scene;
                Some(tables.at(state).pushes[number as usize].shift.delta)
            }
        };
        if pieces.names_anchor(&|anchor| !anchor.is_of_last()) {
            return None;
        }
        let movers = self.among.get(pieces, || self.scene.standing(pieces));
        Some(shift.map_or(whole(movers.has(batch.from)), |delta| movers.shifted(delta)))
    }

    /// The answer to a question about pieces that all moves of `batch` have if they begin on one cell, where it names no other
    /// cell of the move.
    fn by_start(&self, question: &Predicate<W>, batch: &MoveSet<W>) -> Option<bool> {
        let EvalContext { tables, state, .. } = self.scene;
        let alike = batch.act == MoveKind::Displace;
        let step = alike.then(|| PackedMoves::new(tables, state, batch).next())??;
        let facts = Facts::new(tables.at(state), state, &step);
        let made = Some(Made::of(&facts, state, Some(&step)));
        Some(EvalContext { made, mover: facts.origin(), ..self.scene }.holds(question))
    }
}

/// Whether more than the start of a move tells which cell `anchor` is.
fn hangs_on_end(anchor: Anchor) -> bool {
    match anchor {
        Anchor::Mover | Anchor::Start | Anchor::LastMover | Anchor::LastStart => false,
        Anchor::Victim
        | Anchor::End
        | Anchor::Partner
        | Anchor::Behind
        | Anchor::Beyond
        | Anchor::Above
        | Anchor::Below => true,
    }
}
