//! Safety of kings where captures remove what stands about their end, without making them.
//!
//! Owns: [`is_safe`], [`attacks`], [`attackers`], [`is_warded`]. Takes a position of a game that has [`Removals`]. Invariant:
//! agrees with making the move and asking `steps.rs`, and with `threats.rs`.

use crate::engine::safety::{attacked, attacked_inline, of_kinds, royals};
use crate::engine::state::{PackedMove, State};
use crate::tables::move_tables::Tables;
use crate::tables::removals::Removals;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::side::Side;

/// Whether `step`, a capture, costs its own side no royal piece and leaves none attacked, or costs the other side one.
pub fn is_safe<const W: usize>(
    tables: &Tables<W>,
    removals: &Removals<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> bool {
    let (us, them) = (state.side, state.side.other());
    let mut gone = SiteSet::of(step.from) | step.captured;
    for about in &removals.about {
        let cells = about.cells[us][step.to.index()];
        let of_sides = about.men.sides(us).map(|side| state.by_side[side]);
        let mut men = of_sides.fold(SiteSet::EMPTY, |all, sites| all | sites) & cells;
        if let Some(kinds) = &about.men.kinds {
            men &= of_kinds(state, kinds);
        }
        gone |= men.minus(of_kinds(state, &about.men.but));
    }
    let royals = royals(tables, state);
    let own = royals & state.by_side[us];
    if own.meets(gone) {
        return false;
    }
    if (royals & state.by_side[them]).meets(gone) {
        return true;
    }
    let (occupied, foes) = (state.occupied().minus(gone), state.by_side[them].minus(gone));
    !own.into_iter().any(|king| attacked(tables, state, them, king, occupied, foes))
}

/// Whether one of `attackers`, pieces of `by` that are not royal, attacks `cell`, and no royal piece of its side would go
/// with the capture, when `occupied` stands and only those of `by` in `standing`.
pub fn attacks<const W: usize>(
    tables: &Tables<W>,
    removals: &Removals<W>,
    state: &State<W>,
    by: Side,
    cell: Site,
    (occupied, standing): (SiteSet<W>, SiteSet<W>),
    attackers: SiteSet<W>,
) -> bool {
    let others = attackers.minus(royals(tables, state));
    !is_warded(tables, removals, state, (by, standing), cell)
        && attacked_inline(tables, state, by, cell, (occupied, occupied), standing, others)
}

/// The pieces of `by` that give check and pin: all but its royal ones, which would go with the capture.
pub fn attackers<const W: usize>(tables: &Tables<W>, state: &State<W>, by: Side) -> SiteSet<W> {
    state.by_side[by].minus(royals(tables, state))
}

/// Whether no capture of the piece on `cell` would leave `by` all its royal pieces, of which those in `standing` stand.
pub fn is_warded<const W: usize>(
    tables: &Tables<W>,
    removals: &Removals<W>,
    state: &State<W>,
    (by, standing): (Side, SiteSet<W>),
    cell: Site,
) -> bool {
    (royals(tables, state) & standing).meets(removals.wards[by][cell.index()])
}
