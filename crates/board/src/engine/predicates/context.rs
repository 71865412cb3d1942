//! What a predicate is evaluated for.

use crate::engine::state::{PackedMove, State};
use crate::model::memory::{Facts, History};
use crate::tables::move_tables::Tables;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::Site;
use alfil_rules::side::Side;
/// The position and move for which a predicate is evaluated. `board/reference/predicate.rs` has the same for plain positions.
#[derive(Clone, Copy)]
pub(crate) struct EvalContext<'a, const W: usize> {
    pub tables: &'a Tables<W>,
    pub asks: &'a CompiledPredicates<W>,
    pub side: Side,
    pub state: &'a State<W>,
    pub made: Option<Made<'a, W>>,
    /// Where the piece that moves stands.
    pub mover: Option<Site>,
    /// How often the position has stood.
    pub history: History,
    /// The number of further checks in a row to look at before a mate is ruled out.
    pub checks: u8,
}

#[derive(Clone, Copy)]
pub(crate) struct Made<'a, const W: usize> {
    pub facts: &'a Facts,
    pub after: &'a State<W>,
    /// Where its piece stands afterwards.
    pub stands: Option<Site>,
    /// Where the castling partner stood.
    pub partner: Option<Site>,
    /// The move itself, before it is made.
    pub step: Option<&'a PackedMove<W>>,
}

impl<'a, const W: usize> Made<'a, W> {
    /// A move with its facts.
    pub fn of(facts: &'a Facts, after: &'a State<W>, step: Option<&'a PackedMove<W>>) -> Self {
        let partner = step.and_then(|step| step.partner).map(|(from, _)| from);
        Made { facts, after, stands: facts.target(), partner, step }
    }
}
