//! Goals that only count who stands where: whether a side has lost its king, or has brought him to the hill.
//!
//! Owns: [`Goal`], [`Census`]. Takes a question of a game. Invariant: a census counts what
//! `board/engine/predicates.rs` counts where it asks the question itself.

use crate::model::board_model::BoardModel;
use crate::tables::kinds::{Class, KindSet};
use crate::tables::predicates::Predicate;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::goal;
use alfil_rules::question::{self, Filter, Number, Question, Subject, Test};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{BySide, Side};

/// A question that ends the game.
#[derive(Clone, Debug)]
pub struct Goal<const W: usize> {
    /// The question.
    pub question: Predicate<W>,
    /// The same, if it only counts.
    pub census: Option<Census<W>>,
    /// What has to hold whichever side asks, if the question says it and is no census.
    pub gate: Option<Predicate<W>>,
    /// Whether that is asked of the goal before as well.
    pub gated: Gated,
}

/// How the gate of a goal is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gated {
    /// It is asked.
    ByItself,
    /// It is that of the goal before.
    AsTheOneBefore,
}

/// Counts pieces of some kinds on some cells.
#[derive(Clone, Debug)]
pub struct Census<const W: usize> {
    /// How many are wanted.
    pub number: Number,
    /// By side that asks, the cells on which its own pieces count, and those on which the enemy's do.
    pub cells: BySide<BySide<SiteSet<W>>>,
    /// Of which kinds.
    pub classes: Vec<Class>,
}

impl<const W: usize> Goal<W> {
    /// The questions of a game, in order; `ask` makes one of the game's areas.
    pub fn all(
        arena: &BoardModel,
        questions: &[goal::Asked],
        ask: &mut dyn FnMut(&question::Question) -> Predicate<W>,
    ) -> Vec<Goal<W>> {
        let mut goals: Vec<Goal<W>> = Vec::with_capacity(questions.len());
        let mut before: Option<&question::Question> = None;
        for asked in questions {
            let question = ask(&asked.question);
            let census = Census::new(arena, &question);
            let gate = gate(&asked.question).filter(|_| census.is_none());
            let as_before = gate.is_some() && gate == before;
            let gated = if as_before { Gated::AsTheOneBefore } else { Gated::ByItself };
            goals.push(Goal { gate: gate.map(&mut *ask), census, question, gated });
            before = gate;
        }
        goals
    }
}

/// The part of `question` without which it holds for neither side, if one is the same for both.
fn gate(question: &question::Question) -> Option<&question::Question> {
    let whole = std::iter::once(question).filter(|whole| is_of_no_side(whole));
    let all = if let Question::All(parts) = question { &parts[..] } else { &[] };
    whole.chain(all.iter().filter(|part| is_of_no_side(part))).next()
}

/// Whether `question` has one answer for both sides, whoever moved: as far as it asks for cells without filters and for clocks.
fn is_of_no_side(question: &question::Question) -> bool {
    let parts = question.parts();
    let alone = match question {
        Question::Count(_, pieces) => {
            matches!(pieces.what, Subject::Empty) && pieces.filters.is_empty()
        }
        Question::All(_) | Question::Any(_) | Question::Not(_) => !parts.is_empty(),
        Question::Without(..) => true,
        Question::Leaving(_)
        | Question::Cells(_)
        | Question::Move(_)
        | Question::Side(_)
        | Question::Among(_)
        | Question::Counter(..)
        | Question::Reply(..)
        | Question::Compare(..)
        | Question::Tallies(..)
        | Question::Repeated(..)
        | Question::KindGone(_)
        | Question::By(_) => false,
    };
    alone && parts.iter().all(is_of_no_side)
}

impl<const W: usize> Census<W> {
    /// Of a question that asks nothing else, in a game where all pieces stand on the board and none is nobody's.
    fn new(arena: &BoardModel, question: &Predicate<W>) -> Option<Census<W>> {
        let rules = &arena.rules;
        let owned = rules.kinds.iter().all(|kind| match kind.owner {
            Owner::Side | Owner::Both => true,
            Owner::Nobody => false,
        });
        let Question::Count(number, pieces) = question else { return None };
        let Subject::Men(men) = &pieces.what else { return None };
        let all: SiteSet<W> = (0..arena.graph.len()).map(Site::from_index).collect();
        let cells = match &pieces.filters[..] {
            [] => BySide([all, all]),
            [Filter { holds: true, test: Test::In(area) }] => *area,
            [Filter { holds: false, test: Test::In(area) }] => {
                BySide::from_fn(|side| all.minus(area[side]))
            }
            _ => return None,
        };
        let told = owned && rules.hand.is_none() && *number != Number::All;
        let counted = |side: Side| {
            BySide::from_fn(|owner| match men.sides(side).any(|counted| counted == owner) {
                true => cells[side],
                false => SiteSet::EMPTY,
            })
        };
        let named: KindSet = rules.kinds.ids().filter(|&kind| men.has(kind)).collect();
        told.then(|| Census {
            number: *number,
            cells: BySide::from_fn(counted),
            classes: named.iter().map(Class::from).collect(),
        })
    }
}
