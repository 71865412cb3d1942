//! Whether a capture that removes what stands about its end may be played, without making it.
//!
//! Owns: [`is_safe`]. Takes a position and a capture in a game that has [`Removals`]. Invariant: agrees with making the move and
//! asking `steps.rs`.

use crate::board::compile::removals::Removals;
use crate::board::compile::tables::Tables;
use crate::board::run::safety::{attacked, of_kinds, royals};
use crate::board::run::state::{PackedMove, State};
use crate::board::space::site_set::SiteSet;
use crate::index::Id;

/// Whether `step`, a capture, costs its own side no royal piece and leaves none attacked, or costs the other side one.
pub fn is_safe<const W: usize>(
    tables: &Tables<W>,
    removals: &Removals<W>,
    state: &State<W>,
    step: &PackedMove<W>,
) -> bool {
    let (us, them) = (state.side, state.side.other());
    let mut gone = SiteSet::of(step.from) | step.captured;
    for about in removals.about() {
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
