//! Turns of several steps in the form that the generator reads.
//!
//! Games whose turns are single moves have no such tables.

use crate::model::board_model::BoardModel;
use crate::tables::draws::DrawTable;
use crate::topology::site_set::SiteSet;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::{Pass, Series, Turn};

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
    /// The rule about skipping the step.
    pub(crate) pass: Pass,
    /// What the step rolls or draws. Then no piece may move.
    pub(crate) roll: Option<DrawTable>,
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
            let step = |step: &alfil_rules::turn::Step| {
                let rolls = step.roll.is_some();
                let allowed =
                    |kind| !rolls && (step.kinds.is_empty() || step.kinds.contains(&kind));
                let from = |kind| match allowed(kind) {
                    true => cells(side, kind, &step.from),
                    false => SiteSet::EMPTY,
                };
                let drops = |kind| step.from == Condition::Always && allowed(kind);
                let from: Vec<SiteSet<W>> = kinds().map(from).collect();
                let alike = from.first().copied().filter(|first| from.iter().all(|f| f == first));
                let drops = kinds().map(drops).collect();
                let is_free = step.is_free();
                let takes_freely = is_free && step.asked_of_attacks().next().is_none();
                let of_die = |die| DrawTable { die, draw: step.draw.clone() };
                let (pass, roll) = (step.pass, step.roll.map(of_die));
                StepTable { from, alike, drops, is_free, takes_freely, pass, roll }
            };
            series.steps.iter().map(step).collect()
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
