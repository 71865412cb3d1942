//! Moves whose effects bear on no royal piece.
//!
//! Owns: [`untouched`]. Takes a position and its moves. Invariant: what it gives leaves the royal pieces of the mover as safe as
//! they are, if it is made with all that follows.

use super::deeds;
use crate::engine::batch::{MoveKind, MoveSet, MoveSink};
use crate::engine::critical_squares::critical_squares;
use crate::engine::predicates::EvalContext;
use crate::engine::safety::royals;
use crate::engine::state::State;
use crate::model::memory::History;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::SiteSet;
use alfil_rules::question::{Anchor, CHECKS};
use smallvec::SmallVec;

/// Those of `batches` that are known to leave the royal pieces of the mover safe, since neither they nor their effects touch a cell
/// that has to change for an attack on these to begin; and the others.
pub fn untouched<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    batches: Vec<MoveSet<W>>,
) -> (Vec<MoveSet<W>>, Vec<MoveSet<W>>) {
    let here = tables.at(state);
    let known = here.predicates.as_deref().zip(deeds(here)).filter(|_| tables.crowned.count() == 0);
    let known = known.and_then(|(asks, deeds)| Some((asks, deeds.footprint.as_ref()?)));
    let Some((asks, footprint)) = known else { return (Vec::new(), batches) };
    let (side, history) = (state.side, History::default());
    let (made, mover, checks) = (None, None, CHECKS);
    let scene = EvalContext { tables, asks, side, state, made, mover, history, checks };
    let asked = critical_squares(here, state, side) | royals(tables, state);
    let removed = footprint.removed.iter().map(|pieces| scene.standing(pieces));
    if removed.fold(SiteSet::EMPTY, |all, sites| all | sites).meets(asked) {
        return (Vec::new(), batches);
    }
    // Of cells that the end alone tells it is one answer for all moves.
    let (mut alike, mut by_move) = (asked, SmallVec::<[Anchor; 4]>::new());
    for &anchor in &footprint.cells {
        match scene.ends_alike(anchor, asked) {
            Some(ends) => alike |= ends,
            None => by_move.push(anchor),
        }
    }
    let (mut free, mut others) = (Vec::with_capacity(batches.len()), Vec::new());
    for batch in batches {
        // Where a piece comes from that touches them as it goes.
        let from = match batch.act {
            MoveKind::Displace if asked.has(batch.from) => batch.region,
            MoveKind::Displace => SiteSet::EMPTY,
            MoveKind::Shift(delta) => asked.shifted(delta),
            MoveKind::Push(number) => asked.shifted(here.pushes[number as usize].shift.delta),
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => batch.region,
        };
        let by = by_move.iter().map(|&anchor| scene.ends_by(anchor, asked, &batch));
        let touching = by.fold(alike | from, |all, ends| all | ends);
        let region = batch.region.minus(touching);
        free.add(MoveSet { region, ..batch });
        others.add(MoveSet { region: batch.region.minus(region), ..batch });
    }
    (free, others)
}
