//! Pieces that are placed where a move began, counted without making the move.
//!
//! Owns: [`ways_at_start`]. Takes tables, a position and moves of it. Invariant: as many as there are if each move is made.

use crate::engine::batch::{MoveKind, MoveSet, PackedMoves};
use crate::engine::predicates::context::{EvalContext, Made};
use crate::engine::state::State;
use crate::model::memory::{Facts, History};
use crate::tables::move_tables::Tables;
use alfil_rules::effect::{Deed, Source, Spot, Supplied, Will};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Anchor, CHECKS};
use alfil_rules::side::Side;
use smallvec::SmallVec;

impl<const W: usize> State<W> {
    /// In how many ways each of the moves of `batch` can do what follows it, if where it begins tells: they begin on one cell, and
    /// one line at most happens.
    pub(crate) fn ways_at_start(&self, tables: &Tables<W>, batch: &MoveSet<W>) -> Option<u64> {
        let here = tables.at(self);
        let (asks, deeds) = here.predicates.as_deref().zip(here.compiled_effects())?;
        let leaves = batch.act == MoveKind::Displace && !batch.region.has(batch.from);
        if !deeds.places_at_start || !leaves {
            return None;
        }
        let step = PackedMoves::new(tables, self, batch).next()?;
        let facts = Facts::new(here, self, &step);
        let made = Some(Made::of(&facts, self, Some(&step)));
        let (side, mover, history) = (self.side, facts.origin(), History::default());
        let scene =
            EvalContext { tables, asks, side, state: self, made, mover, history, checks: CHECKS };
        let lines = asks.effects.iter().skip(usize::from(deeds.starts_safe));
        let mut due = lines
            .map(|line| &line.effect)
            .filter(|effect| effect.question.as_ref().is_none_or(|question| scene.holds(question)));
        let Some(line) = due.next() else { return Some(1) };
        if due.next().is_some() {
            return None;
        }
        let (mut ways, mut places) = (1, 0);
        for deed in &line.deeds {
            let Deed::Place(what, Spot::Anchors(anchors)) = deed else { continue };
            places += 1;
            if deed.choices() > 0 || line.will == Will::May {
                let at_start = anchors.iter().filter(|&&anchor| anchor == Anchor::Start).count();
                ways = (self.supplied(tables, side, what).len() * at_start) as u64;
            }
        }
        let declined = u64::from(line.will == Will::May);
        (places == 1).then_some(ways + declined)
    }

    /// The kinds of which `side` can place a piece.
    pub(crate) fn supplied(
        &self,
        tables: &Tables<W>,
        side: Side,
        what: &Supplied,
    ) -> SmallVec<[KindId; 4]> {
        let has = |&kind: &KindId| self.supplies(tables, side, what, kind);
        what.kinds.iter().copied().filter(has).collect()
    }

    /// True if the source still has a piece of `kind` for `side`.
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
