//! Counts the ways to perform effects that place a piece on the start cell of a move. The move is
//! not made.
//!
//! The result must be the same as if each move were made.

use crate::engine::batch::{MoveKind, MoveSet, PackedMoves};
use crate::engine::predicates::memory::facts_of;
use crate::engine::predicates::view::{EvalContext, PackedView};
use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use alfil_rules::effect::{Deed, Source, Spot, Supplied, Will};
use alfil_rules::ids::KindId;
use alfil_rules::question::Anchor;
use alfil_rules::side::Side;
use smallvec::SmallVec;

impl<const W: usize> State<W> {
    /// The number of ways to perform the effects of each move of `batch`. `None` if the number
    /// cannot be computed from the start cell, or if more than one effect applies.
    pub(crate) fn ways_at_start(&self, tables: &Tables<W>, batch: &MoveSet<W>) -> Option<u64> {
        let here = tables.at(self);
        let (predicates, effects) = here.predicates.as_deref().zip(here.compiled_effects())?;
        let leaves = batch.act == MoveKind::Displace && !batch.region.has(batch.from);
        if !effects.places_at_start || !leaves {
            return None;
        }
        let step = PackedMoves::new(tables, self, batch).next()?;
        let facts = facts_of(here, self, &step);
        let view = PackedView { tables, predicates, state: self };
        let context = EvalContext::of_move(view, view.made(&facts, Some(&step)), facts.origin());
        let lines = predicates.effects.iter().skip(usize::from(effects.starts_safe));
        let mut applying = lines.map(|line| &line.effect).filter(|effect| {
            effect.question.as_ref().is_none_or(|question| context.holds(question))
        });
        let Some(line) = applying.next() else { return Some(1) };
        if applying.next().is_some() {
            return None;
        }
        let (mut ways, mut places) = (1, 0);
        for action in &line.deeds {
            let Deed::Place(what, Spot::Anchors(anchors)) = action else { continue };
            places += 1;
            if action.choices() > 0 || line.will == Will::May {
                let at_start = anchors.iter().filter(|&&anchor| anchor == Anchor::Start).count();
                ways = (self.supplied(tables, self.side, what).len() * at_start) as u64;
            }
        }
        let declined = u64::from(line.will == Will::May);
        (places == 1).then_some(ways + declined)
    }

    /// The kinds that an effect with the supply `what` can place for `side`.
    pub(crate) fn supplied(
        &self,
        tables: &Tables<W>,
        side: Side,
        what: &Supplied,
    ) -> SmallVec<[KindId; 4]> {
        let has = |&kind: &KindId| self.supplies(tables, side, what, kind);
        what.kinds.iter().copied().filter(has).collect()
    }

    /// True if `side` can place a piece of `kind` from the supply `what`. A hand must contain the
    /// piece.
    pub(crate) fn supplies(
        &self,
        tables: &Tables<W>,
        side: Side,
        what: &Supplied,
        kind: KindId,
    ) -> bool {
        match what.from {
            Source::Nowhere => true,
            Source::Hand => {
                let endless = tables.pocket.as_ref().is_some_and(|p| p.supply.has(kind));
                endless || self.hands[side][kind] > 0
            }
        }
    }
}
