//! Evaluates one predicate: for one move after another, or for many moves at once.

use super::view::{EvalContext, PackedView, facts_of};
use crate::engine::batch::{MoveKind, MoveSet, PackedMoves};
use crate::engine::state::{PackedMove, State};
use crate::model::position::Actor;
use crate::tables::move_tables::Tables;
use crate::tables::pattern::{MoveConstraint, Predicate};
use crate::tables::predicates::CompiledPredicates;
use alfil_rules::interpret::View;
use alfil_rules::question::{CHECKS, Men, MoveFact, Needs, Question};
use alfil_topology::site_set::{Site, SiteSet};

// Evaluates one predicate for many moves.
//
// A `Judge` finds the result for a whole move set if the predicate depends only on the position,
// the start of the moves, or captures. For other moves it calls the evaluator. Both ways give the
// same results.

/// The result for all moves of a position, if the position alone determines it.
pub(super) fn constant_for_position<const W: usize>(
    (tables, predicates): (&Tables<W>, &CompiledPredicates<W>),
    state: &State<W>,
    constraint: &MoveConstraint<W>,
) -> Option<bool> {
    let view = PackedView { tables, predicates, state };
    let context = EvalContext::before(view, state.side);
    if constraint.settles { self::constant(&context, &constraint.question) } else { None }
}

/// Evaluates a predicate for the moves of a position.
pub(super) struct Judge<'a, const W: usize> {
    asked: &'a MoveConstraint<W>,
    scene: EvalContext<'a, W>,
    evaluator: Evaluator<'a, W>,
    /// The results of parts that depend only on the position. Each part is evaluated once.
    constants: Vec<(&'a Predicate<W>, Option<bool>)>,
    /// Critical squares for the opponent's royal pieces, computed on first use.
    critical: Option<SiteSet<W>>,
}

impl<'a, const W: usize> Judge<'a, W> {
    #[inline(always)]
    pub(crate) fn new(
        (tables, predicates): (&'a Tables<W>, &'a CompiledPredicates<W>),
        state: &'a State<W>,
        constraint: &'a MoveConstraint<W>,
    ) -> Self {
        Judge {
            asked: constraint,
            scene: EvalContext::before(PackedView { tables, predicates, state }, state.side),
            evaluator: Evaluator::new(tables, predicates, state),
            constants: Vec::new(),
            critical: None,
        }
    }

    /// Evaluates the predicate for one move.
    pub(crate) fn holds(&mut self, step: &PackedMove<W>) -> bool {
        self.evaluator.holds(step, self.asked)
    }

    /// The destinations of `batch` for which the predicate holds. Moves that must be evaluated one
    /// by one are left out. Those that satisfy the predicate are added to `moves`.
    pub(crate) fn lets(
        &mut self,
        batch: &MoveSet<W>,
        moves: &mut Vec<PackedMove<W>>,
    ) -> SiteSet<W> {
        let constraint = self.asked;
        if is_spared(constraint, batch) {
            return batch.region;
        }
        let Answers { yes, no } =
            if constraint.of_partners && matches!(batch.act, MoveKind::Castle(_)) {
                Answers::UNKNOWN
            } else {
                self.answers(&constraint.question, batch)
            };
        let region = batch.region.minus(yes | no);
        if !region.is_empty() {
            let PackedView { tables, state, .. } = self.scene.view;
            let open = PackedMoves::new(tables, state, &MoveSet { region, ..*batch });
            moves.extend(open.filter(|step| self.evaluator.holds(step, constraint)));
        }
        yes
    }

    /// The results for `batch` that can be found without evaluating single moves.
    fn answers(&mut self, question: &'a Predicate<W>, batch: &MoveSet<W>) -> Answers<W> {
        let region = batch.region;
        let known = |holds: Option<bool>| {
            holds.map_or(Answers::UNKNOWN, |holds| Answers::whole(region, holds))
        };
        match question {
            Question::All(parts) => self.any_of(parts, batch, Answers::not).not(),
            Question::Any(parts) => self.any_of(parts, batch, |answers| answers),
            Question::Not(part) => self.answers(part, batch).not(),
            Question::Move(MoveFact::GivingCheck) => self.checks(batch),
            Question::Move(fact) => match self.ends_of(fact, batch) {
                Some(yes) => Answers::of(region, yes),
                None => Answers::UNKNOWN,
            },
            Question::Cells(between) if batch.act == MoveKind::Displace => {
                Answers::of(region, between.ends(self.scene.side, batch.kind, batch.from))
            }
            Question::By(terms) if batch.act == MoveKind::Displace && !region.has(batch.from) => {
                known(terms.is_whole_of(batch.kind).then_some(true))
            }
            Question::Count(..) | Question::Reply(..) | Question::Compare(..) => known(
                self.constant(question).or_else(|| for_common_start(&self.scene, question, batch)),
            ),
            Question::Plays(_)
            | Question::Side(..)
            | Question::Rolled(..)
            | Question::After(_)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_) => known(self.constant(question)),
            Question::Leaving(_) | Question::Cells(_) | Question::By(_) => Answers::UNKNOWN,
        }
    }

    /// The results for a disjunction of `parts`. `turn` first transforms the result of each part.
    /// With a negation as `turn`, the function also serves conjunctions. Stops once the predicate
    /// holds for all destinations.
    fn any_of(
        &mut self,
        parts: &'a [Predicate<W>],
        batch: &MoveSet<W>,
        turn: fn(Answers<W>) -> Answers<W>,
    ) -> Answers<W> {
        let mut any = Answers { yes: SiteSet::EMPTY, no: batch.region };
        for part in parts {
            let Answers { yes, no } = turn(self.answers(part, batch));
            any = Answers { yes: any.yes | yes, no: any.no & no };
            if any.yes == batch.region {
                break;
            }
        }
        any
    }

    /// The result of `question` if the position alone determines it. It is computed once.
    fn constant(&mut self, question: &'a Predicate<W>) -> Option<bool> {
        if let Some((_, known)) = self.constants.iter().find(|(of, _)| std::ptr::eq(*of, question))
        {
            return *known;
        }
        let found = constant(&self.scene, question);
        self.constants.push((question, found));
        found
    }

    /// The destinations that certainly give no check. Nothing is known about the others.
    fn checks(&mut self, batch: &MoveSet<W>) -> Answers<W> {
        let PackedView { tables, state, .. } = self.scene.view;
        let critical = *self.critical.get_or_insert_with(|| {
            let is_single = tables.at(state).turn.is_none() && tables.rules.sections.is_empty();
            if is_single && tables.rules.sides.are_two() && tables.moves_alone() {
                state.critical_squares(tables, state.side.other())
            } else {
                SiteSet::ALL
            }
        });
        Answers { yes: SiteSet::EMPTY, no: state.cannot_check(tables, batch, critical) }
    }

    /// The destinations of `batch` for which `fact` is true. `None` if it must be evaluated for
    /// single moves.
    fn ends_of(&self, fact: &MoveFact, batch: &MoveSet<W>) -> Option<SiteSet<W>> {
        let EvalContext { view, side, .. } = self.scene;
        let (state, sides) = (view.state, view.sides());
        let whole = |holds: bool| Some(if holds { batch.region } else { SiteSet::EMPTY });
        let own = |men: &Men| {
            men.has(batch.kind) && men.sides(sides, side).any(|side| side == state.side)
        };
        let is_no_piece =
            matches!(batch.act, MoveKind::Drop | MoveKind::Pass | MoveKind::Section(_));
        match fact {
            MoveFact::Capturing(men) => self.captures(men, batch),
            MoveFact::Moving(men) => whole(!is_no_piece && own(men)),
            MoveFact::Dropping(men) => whole(batch.act == MoveKind::Drop && own(men)),
            MoveFact::Passing => whole(batch.act == MoveKind::Pass),
            MoveFact::Promoting(_) if batch.choices == 0 => whole(false),
            MoveFact::Promoting(None) => whole(true),
            // A special move may move both pieces of a castling move, and then counts as castling.
            MoveFact::Castling if matches!(batch.act, MoveKind::Special(_)) => None,
            MoveFact::Castling => whole(matches!(batch.act, MoveKind::Castle(_))),
            MoveFact::Over(_) if is_no_piece => whole(false),
            MoveFact::Over(_)
            | MoveFact::Promoting(Some(_))
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => None,
        }
    }

    /// The destinations of moves that capture one of `men`. `None` if the moves must be evaluated
    /// one by one.
    fn captures(&self, men: &Men, batch: &MoveSet<W>) -> Option<SiteSet<W>> {
        let EvalContext { view, side, .. } = self.scene;
        let (PackedView { tables, state, .. }, sides) = (view, view.sides());
        if tables.rules.neutrals.is_some() {
            return None;
        }
        let foes = tables.rules.sides.enemies(state.side).and(state.info.out);
        let victims = || {
            let owners = men.sides(sides, side).filter(|&owner| foes.has(owner));
            owners.fold(SiteSet::EMPTY, |all, owner| all | self.scene.men(men, owner))
        };
        match batch.act {
            MoveKind::Displace | MoveKind::Shift(_) | MoveKind::Rifle => {
                Some(batch.region & victims())
            }
            MoveKind::Jump { delta, over } => Some(batch.region & victims().shifted(delta - over)),
            MoveKind::Passant(victim) if victims().has(victim) => Some(batch.region),
            MoveKind::Passant(_)
            | MoveKind::Push(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => Some(SiteSet::EMPTY),
            MoveKind::Special(_) => None,
        }
    }
}

/// True if the predicate of `constraint` cannot forbid any move of `batch`.
#[inline(always)]
pub(super) fn is_spared<const W: usize>(
    constraint: &MoveConstraint<W>,
    batch: &MoveSet<W>,
) -> bool {
    batch.act.actor() == Some(Actor::Piece) && !constraint.kinds.has(batch.kind)
}

/// The known results for the moves of a set, by destination. Destinations in neither set must be
/// evaluated one by one.
#[derive(Clone, Copy)]
struct Answers<const W: usize> {
    yes: SiteSet<W>,
    no: SiteSet<W>,
}

impl<const W: usize> Answers<W> {
    const UNKNOWN: Answers<W> = Answers { yes: SiteSet::EMPTY, no: SiteSet::EMPTY };

    /// The results for a predicate that holds on `yes`, and not on the rest of `region`.
    fn of(region: SiteSet<W>, yes: SiteSet<W>) -> Self {
        Answers { yes: region & yes, no: region.minus(yes) }
    }

    /// The same result, `holds`, for all of `region`.
    fn whole(region: SiteSet<W>, holds: bool) -> Self {
        Answers::of(region, if holds { region } else { SiteSet::EMPTY })
    }

    fn not(self) -> Self {
        Answers { yes: self.no, no: self.yes }
    }
}

/// The result for all moves of the position, if the position alone determines it.
fn constant<const W: usize>(context: &EvalContext<'_, W>, question: &Predicate<W>) -> Option<bool> {
    if let Question::All(parts) = question {
        return decided(context, parts, false);
    }
    if let Question::Any(parts) = question {
        return decided(context, parts, true);
    }
    if let Question::Not(part) = question {
        return constant(context, part).map(|holds| !holds);
    }
    question.is_of_position().then(|| context.holds(question))
}

/// The result of a list of `parts`. One part with the result `enough` decides: true in a
/// disjunction, false in a conjunction. `None` if the position does not determine the result.
fn decided<const W: usize>(
    context: &EvalContext<'_, W>,
    parts: &[Predicate<W>],
    enough: bool,
) -> Option<bool> {
    let mut answer = Some(!enough);
    for part in parts {
        match constant(context, part) {
            Some(holds) if holds == enough => return Some(enough),
            Some(_) => {}
            None => answer = None,
        }
    }
    answer
}

/// The result for all moves of `batch`, if they have the same start and `question` depends on no
/// other cell of the move.
fn for_common_start<const W: usize>(
    context: &EvalContext<'_, W>,
    question: &Predicate<W>,
    batch: &MoveSet<W>,
) -> Option<bool> {
    let PackedView { tables, state, .. } = context.view;
    if batch.act != MoveKind::Displace || question.needs().meets(Needs::KNOWN_AT_END) {
        return None;
    }
    let step = PackedMoves::new(tables, state, batch).next()?;
    let facts = facts_of(tables.at(state), state, &step);
    let made = context.view.made(&facts, Some(&step));
    Some(EvalContext { made: Some(made), mover: facts.origin(), ..*context }.holds(question))
}

// Evaluates a predicate for one move after another.
//
// The position is unchanged at the end. If a section of the board moves, predicates about the
// position after the move use the tables of the new arrangement.

/// Evaluates predicates for single moves. All evaluations share one copy of the position.
pub(super) struct Evaluator<'a, const W: usize> {
    view: PackedView<'a, W>,
    /// A copy of the position, made on first use, since most predicates need none. It is boxed
    /// because a position is large.
    scratch: Option<Box<State<W>>>,
    /// The largest number of checks in a row that are examined to find mate.
    checks: u8,
}

impl<'a, const W: usize> Evaluator<'a, W> {
    pub(super) fn new(
        tables: &'a Tables<W>,
        predicates: &'a CompiledPredicates<W>,
        state: &'a State<W>,
    ) -> Self {
        Self::within(tables, predicates, state, CHECKS)
    }

    /// Creates an evaluator that examines at most `checks` checks in a row.
    pub(super) fn within(
        tables: &'a Tables<W>,
        predicates: &'a CompiledPredicates<W>,
        state: &'a State<W>,
        checks: u8,
    ) -> Self {
        Self { view: PackedView { tables, predicates, state }, scratch: None, checks }
    }

    /// Evaluates the predicate of `constraint` for `step`. A predicate on every move must also hold
    /// for the partner in castling.
    pub(super) fn holds(&mut self, step: &PackedMove<W>, constraint: &MoveConstraint<W>) -> bool {
        let of_partner = match step.partner {
            Some(partner) if constraint.of_partners => self.of_partner(step, partner, constraint),
            Some(_) | None => None,
        };
        self.answers(step, (&constraint.question, constraint))
            && of_partner.is_none_or(|question| self.answers(step, (&question, constraint)))
    }

    /// The predicate for the partner's move in castling. Conditions on cells are already evaluated
    /// in it. `None` for other moves.
    fn of_partner(
        &self,
        step: &PackedMove<W>,
        (from, to): (Site, Site),
        constraint: &MoveConstraint<W>,
    ) -> Option<Predicate<W>> {
        let PackedView { tables, state, .. } = self.view;
        let (side, kind) = (state.side, state.piece(from)?.kind);
        let castles = facts_of(tables.at(state), state, step).castles;
        castles.then(|| constraint.question.with_cells(&|cells| cells.holds(side, kind, from, to)))
    }

    /// Evaluates `question` for `step`. It is the predicate of `constraint` or a variant of it.
    fn answers(
        &mut self,
        step: &PackedMove<W>,
        (question, constraint): (&Predicate<W>, &MoveConstraint<W>),
    ) -> bool {
        let Evaluator { view, checks, .. } = *self;
        let PackedView { tables, predicates, state } = view;
        let MoveConstraint { level, looks_ahead, .. } = constraint;
        let facts = facts_of(tables.at(state), state, step);
        if !looks_ahead {
            let made = view.made(&facts, Some(step));
            let context = EvalContext::of_move(view, made, facts.origin());
            return EvalContext { checks, ..context }.holds(question);
        }
        let after = self.scratch.get_or_insert_with(|| Box::new(state.clone()));
        let past = after.advance_below(tables, step, level.with_less());
        let under_way = after.side == past.side();
        after.normalize_turn(tables, under_way, Some(*level));
        // If a section moves, the position after the move has the tables of another arrangement.
        let there = match step.actor {
            Actor::Section(..) => {
                tables.at(after).rules.predicates.as_deref().unwrap_or(predicates)
            }
            Actor::Piece | Actor::Hand(_) | Actor::Die(..) | Actor::Nobody => predicates,
        };
        let seen = PackedView { predicates: there, state: after, ..view };
        let context = EvalContext::of_move(view, seen.made(&facts, Some(step)), facts.origin());
        let context = EvalContext { checks, ..context };
        let holds = if std::ptr::eq(there, predicates) {
            context.holds(question)
        } else {
            holds_across(&context, question, predicates.counterpart(there, constraint))
        };
        after.take_back(tables, step, past);
        holds
    }
}

/// Evaluates `question` for a move that changes the arrangement. Parts about the position after the
/// move are taken from `there`, the same question in the new arrangement.
fn holds_across<const W: usize>(
    context: &EvalContext<'_, W>,
    question: &Predicate<W>,
    there: &Predicate<W>,
) -> bool {
    let part = |(part, there): (&Predicate<W>, &Predicate<W>)| holds_across(context, part, there);
    let mut parts = question.parts().iter().zip(there.parts());
    if let Question::All(_) = question {
        return parts.all(part);
    }
    if let Question::Any(_) = question {
        return parts.any(part);
    }
    if let Question::Not(_) = question {
        return !parts.all(part);
    }
    // Anything else is about the move or the position before it.
    context.holds(if let Question::Leaving(_) = question { there } else { question })
}
