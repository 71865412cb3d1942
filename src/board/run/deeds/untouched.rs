//! Moves whose effects bear on no royal piece.
//!
//! Owns: [`untouched`]. Takes a position and its moves. Invariant: what it gives leaves the royal pieces of the mover as safe as
//! they are, if it is made with all that follows.

use super::deeds;
use crate::board::compile::tables::Tables;
use crate::board::game::memory::History;
use crate::board::run::asks::Scene;
use crate::board::run::batch::{Act, Batch, Listener};
use crate::board::run::safety::{royals, sensitive};
use crate::board::run::state::State;
use crate::board::space::site_set::{Site, SiteSet};

/// Those of `batches` that are known to leave the royal pieces of the mover safe, since neither they nor their effects touch a cell
/// that attacks on these ask about; and the others.
pub fn untouched<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    batches: Vec<Batch<W>>,
) -> (Vec<Batch<W>>, Vec<Batch<W>>) {
    let here = tables.at(state);
    let known = here.asks.as_deref().zip(deeds(here)).filter(|_| tables.crowned.count() == 0);
    let known = known.and_then(|(asks, deeds)| Some((asks, deeds.footprint.as_ref()?)));
    let Some((asks, footprint)) = known else { return (Vec::new(), batches) };
    let (side, history) = (state.side, History::default());
    let scene = Scene { tables, asks, side, state, made: None, mover: None, history };
    let asked = sensitive(here, state, side) | royals(tables, state);
    let removed = footprint.removed.iter().map(|pieces| scene.standing(pieces));
    if removed.fold(SiteSet::EMPTY, |all, sites| all | sites).meets(asked) {
        return (Vec::new(), batches);
    }
    let (mut free, mut others) = (Vec::with_capacity(batches.len()), Vec::new());
    for batch in batches {
        let is_free = |&end: &Site| {
            let Some(start) = batch.start_of(here, end) else { return false };
            let cell = |anchor| scene.cell_of(anchor, side, Some(start), end);
            let touched = footprint.cells.iter().filter_map(|&anchor| cell(anchor));
            !touched.chain([start, end]).any(|cell| asked.has(cell))
        };
        let region = match batch.act {
            Act::Displace | Act::Shift(_) | Act::Push(_) => {
                batch.region.into_iter().filter(is_free).collect()
            }
            Act::Rifle
            | Act::Special(_)
            | Act::Passant(_)
            | Act::Castle(_)
            | Act::Drop
            | Act::Pass
            | Act::Section(_) => SiteSet::EMPTY,
        };
        free.hear(Batch { region, ..batch });
        others.hear(Batch { region: batch.region.minus(region), ..batch });
    }
    (free, others)
}
