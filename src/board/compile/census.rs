//! Goals that only count who stands where: whether a side has lost its king, or has brought him to the hill.
//!
//! Owns: [`Goal`], [`Census`]. Takes a question of a game. Invariant: a census counts what
//! `board/run/asks.rs` counts where it asks the question itself.

use crate::compile::asks::Ask;
use crate::compile::kinds::{Class, KindSet};
use crate::game::arena::Arena;
use crate::space::site_set::{Site, SiteSet};
use alfil_ground::index::Id;
use alfil_rules::question::{Filter, Number, Question, Subject, Test};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{BySide, Side};

/// A question that ends the game.
#[derive(Clone, Debug)]
pub struct Goal<const W: usize> {
    /// The question.
    pub question: Ask<W>,
    /// The same, if it only counts.
    pub census: Option<Census<W>>,
    /// What has to hold whichever side asks, if the question says it.
    pub gate: Option<Ask<W>>,
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
    /// A question of a game.
    pub fn new(arena: &Arena, question: Ask<W>) -> Goal<W> {
        let whole = std::iter::once(&question).filter(|whole| is_of_no_side(whole));
        let all = if let Question::All(parts) = &question { &parts[..] } else { &[] };
        let gate = whole.chain(all.iter().filter(|part| is_of_no_side(part))).next();
        Goal { gate: gate.cloned(), census: Census::new(arena, &question), question }
    }
}

/// Whether `question` has one answer for both sides, whoever moved: as far as it asks for cells without filters and for clocks.
fn is_of_no_side<const W: usize>(question: &Ask<W>) -> bool {
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
    fn new(arena: &Arena, question: &Ask<W>) -> Option<Census<W>> {
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
