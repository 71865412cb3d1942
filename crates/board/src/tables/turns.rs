//! Turns of several steps in the form that the generator reads.
//!
//! Games whose turns are single moves have no such tables.

use crate::model::board_model::BoardModel;
use crate::model::position::Actor;
use crate::tables::draws::DrawTable;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::{Growth, Pass, Series, Step, Times, Turn};
use alfil_topology::site_set::SiteSet;

/// The rules of turns and the pieces that may move in each step.
#[derive(Clone, Debug)]
pub(crate) struct TurnTables<const W: usize> {
    /// The rules of turns.
    pub(crate) turn: Turn,
    /// The steps of a turn, by side.
    pub(crate) steps: BySide<Vec<StepTable<W>>>,
    /// The steps of White's first turn, if these differ; empty otherwise.
    pub(crate) first: Vec<StepTable<W>>,
    /// By side and kind, start cells from which pieces may also move in check.
    pub(crate) parry: BySide<Vec<SiteSet<W>>>,
    /// True if steps have predicates about captures of royal pieces.
    pub(crate) asks_attacks: bool,
}

/// The moves that one step allows.
#[derive(Clone, Debug)]
pub(crate) struct StepTable<const W: usize> {
    /// By kind, the cells from which pieces may move.
    pub(crate) from: Vec<SiteSet<W>>,
    /// The start cells of all kinds, if these are equal.
    pub(crate) alike: Option<SiteSet<W>>,
    /// For each kind, true if the step allows drops of it.
    pub(crate) drops: Vec<bool>,
    /// True if every piece and section may move.
    pub(crate) is_free: bool,
    /// True if every piece may capture a royal piece.
    pub(crate) takes_freely: bool,
    /// The moves that certainly end the turn.
    pub(crate) last: LastMoves,
    /// The rule about skipping the step.
    pub(crate) pass: Pass,
    /// What the step rolls or draws. Then no piece may move.
    pub(crate) roll: Option<DrawTable>,
}

/// The moves of a step that certainly end the turn, because no later step follows such a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastMoves {
    /// True if moves of pieces on the board end the turn.
    pieces: bool,
    /// True if passes end the turn.
    passes: bool,
}

impl LastMoves {
    /// Returns the last moves in step `number` of `series`, counted from 0.
    fn of(series: &Series, number: usize) -> LastMoves {
        let ends = |excludes: &dyn Fn(&Question) -> bool| {
            let excluded = |step: &Step| step.given.as_ref().is_some_and(|q| excludes(&q.value));
            series.growth == Growth::None
                && series.steps[number].times == Times::Once
                && series.steps.iter().skip(number + 1).all(excluded)
        };
        LastMoves { pieces: ends(&Question::is_of_no_piece), passes: ends(&Question::is_of_drops) }
    }

    /// Returns whether moves of `actor` end the turn.
    pub(crate) fn end_with(self, actor: Actor) -> bool {
        match actor {
            Actor::Piece => self.pieces,
            Actor::Nobody => self.passes,
            Actor::Hand(_) | Actor::Section(..) | Actor::Die(..) => false,
        }
    }
}

impl<const W: usize> TurnTables<W> {
    /// Returns the tables of a game, or `None` if its turns are single moves.
    pub(crate) fn new(arena: &BoardModel) -> Option<Box<TurnTables<W>>> {
        let turn = &arena.rules.turn;
        if turn.is_plain() {
            return None;
        }
        let cells = |side: Side, kind: KindId, condition: &Condition| {
            let holds = |&s: &_| arena.holds(condition, side, kind, s, s);
            arena.graph.sites().filter(holds).collect()
        };
        let kinds = || arena.rules.kinds.ids();
        let table = |side: Side, series: &Series| {
            let step = |(number, step): (usize, &Step)| {
                let last = LastMoves::of(series, number);
                let rolls = step.roll.is_some();
                let allowed =
                    |kind| !rolls && (step.kinds.is_empty() || step.kinds.contains(&kind));
                let from = |kind| {
                    if allowed(kind) { cells(side, kind, &step.from) } else { SiteSet::EMPTY }
                };
                let drops = |kind| step.from == Condition::Always && allowed(kind);
                let from: Vec<SiteSet<W>> = kinds().map(from).collect();
                let alike = from.first().copied().filter(|first| from.iter().all(|f| f == first));
                let drops = kinds().map(drops).collect();
                let is_free = step.is_free();
                let takes_freely = is_free && step.asked_of_attacks().next().is_none();
                let of_die = |die| DrawTable { die, draw: step.draw.clone() };
                let (pass, roll) = (step.pass, step.roll.map(of_die));
                StepTable { from, alike, drops, is_free, takes_freely, last, pass, roll }
            };
            series.steps.iter().enumerate().map(step).collect()
        };
        Some(Box::new(TurnTables {
            turn: turn.clone(),
            asks_attacks: turn.asks_attacks(),
            steps: BySide::of(arena.rules.sides, |side| table(side, &turn.series[side])),
            first: turn.first.as_ref().map_or(Vec::new(), |s| table(Side::White, s)),
            parry: BySide::of(arena.rules.sides, |side| {
                let of = |kind| match &turn.parry {
                    Some(parry) => cells(side, kind, &parry.from),
                    None => SiteSet::EMPTY,
                };
                kinds().map(of).collect()
            }),
        }))
    }
}
