//! The context in which a predicate is evaluated.

use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::Site;
use alfil_rules::side::Side;

/// The position and the move for which a predicate is evaluated. `reference/predicate.rs` has a
/// counterpart for unpacked positions.
#[derive(Clone, Copy)]
pub(crate) struct EvalContext<'a, const W: usize> {
    pub(crate) tables: &'a Tables<W>,
    pub(crate) asks: &'a CompiledPredicates<W>,
    pub(crate) side: Side,
    pub(crate) state: &'a State<W>,
    pub(crate) made: Option<Made<'a, W>>,
    /// The current site of the piece that moves.
    pub(crate) mover: Option<Site>,
    /// How often the position has occurred.
    pub(crate) history: History,
    /// The number of further checks in a row to examine before a mate is ruled out.
    pub(crate) checks: u8,
}

#[derive(Clone, Copy)]
pub(crate) struct Made<'a, const W: usize> {
    pub(crate) facts: &'a Facts,
    pub(crate) after: &'a State<W>,
    /// The site of the piece after the move.
    pub(crate) stands: Option<Site>,
    /// The start of the castling partner.
    pub(crate) partner: Option<Site>,
    /// The move itself, unless it is only known from memory.
    pub(crate) step: Option<&'a PackedMove<W>>,
}

impl<'a, const W: usize> Made<'a, W> {
    /// A move with its facts.
    pub(crate) fn of(
        facts: &'a Facts,
        after: &'a State<W>,
        step: Option<&'a PackedMove<W>>,
    ) -> Self {
        let partner = step.and_then(|step| step.partner).map(|(from, _)| from);
        Made { facts, after, stands: facts.target(), partner, step }
    }
}
