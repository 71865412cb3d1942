//! Turns of several steps, as the generator's tables.
//!
//! Owns: [`TurnTables`]. Takes an arena. Invariant: a game whose turns are single moves has none.

use crate::model::board_model::BoardModel;
use crate::topology::site_set::SiteSet;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::{Pass, Series, Turn};

/// What the generator knows of turns.
#[derive(Clone, Debug)]
pub struct TurnTables<const W: usize> {
    /// The rules of turns.
    pub turn: Turn,
    /// The steps of a turn by side.
    pub steps: BySide<Vec<StepTable<W>>>,
    /// Those of White's first turn, if they are others.
    pub first: Vec<StepTable<W>>,
    /// Start cells of moves out of check by side and kind.
    pub parry: BySide<Vec<SiteSet<W>>>,
    /// Tells if steps ask something of captures that attack a royal piece.
    pub asks_attacks: bool,
}

/// What may be moved in one step.
#[derive(Clone, Debug)]
pub struct StepTable<const W: usize> {
    /// Start cells by kind.
    pub from: Vec<SiteSet<W>>,
    /// Those of all kinds, if they are the same.
    pub alike: Option<SiteSet<W>>,
    /// Kinds that may come from the hand, by kind.
    pub drops: Vec<bool>,
    /// Whether whatever likes may move, sections too.
    pub is_free: bool,
    /// Tells if any piece may take a royal piece in it.
    pub takes_freely: bool,
    /// Whether the step may be left out.
    pub pass: Pass,
}

impl<const W: usize> TurnTables<W> {
    /// Of a game whose turns are not plain.
    pub fn new(arena: &BoardModel) -> Option<Box<TurnTables<W>>> {
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
                let allowed = |kind| step.kinds.is_empty() || step.kinds.contains(&kind);
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
                StepTable { from, alike, drops, is_free, takes_freely, pass: step.pass }
            };
            series.steps.iter().map(step).collect()
        };
        Some(Box::new(TurnTables {
            turn: turn.clone(),
            asks_attacks: turn.asks_attacks(),
            steps: BySide::from_fn(|side| table(side, &turn.series[side])),
            first: turn.first.as_ref().map_or(Vec::new(), |s| table(Side::White, s)),
            parry: BySide::from_fn(|side| {
                let of = |kind| match &turn.parry {
                    Some(parry) => cells(side, kind, &parry.from),
                    None => SiteSet::EMPTY,
                };
                kinds().map(of).collect()
            }),
        }))
    }
}
