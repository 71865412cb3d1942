//! The context in which a predicate is evaluated.

use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::Site;
use alfil_rules::side::{Side, Sides};

/// The position and the move for which a predicate is evaluated. The reference executor has its own
/// counterpart in `reference/predicate.rs`.
#[derive(Clone, Copy)]
pub(crate) struct EvalContext<'a, const W: usize> {
    pub(crate) tables: &'a Tables<W>,
    pub(crate) asks: &'a CompiledPredicates<W>,
    pub(crate) side: Side,
    pub(crate) state: &'a State<W>,
    pub(crate) made: Option<Made<'a, W>>,
    /// The current site of the moving piece.
    pub(crate) mover: Option<Site>,
    /// The number of times that the position has occurred.
    pub(crate) history: History,
    /// The number of further checks in a row that are examined to find mate. At 0, no move gives
    /// mate.
    pub(crate) checks: u8,
}

#[derive(Clone, Copy)]
pub(crate) struct Made<'a, const W: usize> {
    pub(crate) facts: &'a Facts,
    pub(crate) after: &'a State<W>,
    /// The site of the moving piece after the move.
    pub(crate) stands: Option<Site>,
    /// The start cell of the castling partner.
    pub(crate) partner: Option<Site>,
    /// The move itself; `None` if only its remembered facts are known.
    pub(crate) step: Option<&'a PackedMove<W>>,
}

impl<const W: usize> EvalContext<'_, W> {
    /// The sides of the game. Those that are out are neither enemies nor allies.
    #[inline(always)]
    pub(crate) fn sides(&self) -> Sides {
        self.tables.sides.without(self.state.info.out)
    }
}

impl<'a, const W: usize> Made<'a, W> {
    /// Creates the context of a move with these facts.
    pub(crate) fn of(
        facts: &'a Facts,
        after: &'a State<W>,
        step: Option<&'a PackedMove<W>>,
    ) -> Self {
        let partner = step.and_then(|step| step.partner).map(|(from, _)| from);
        Made { facts, after, stands: facts.target(), partner, step }
    }
}
