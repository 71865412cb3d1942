//! Moves that surely give no check.
//!
//! Owns: [`harmless`]. Takes a position in which the enemy stands in no check, and batches of its moves. Invariant: what it names
//! attacks no royal piece of the enemy once it is made, in a game where a move changes nothing but what its piece does.

use crate::engine::batch::{MoveKind, MoveSet};
use crate::engine::safety::{checking_cells, royals};
use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use crate::topology::site_set::SiteSet;

/// Where moves of `batch` end that come, go and capture on none of the cells without which no attack on the enemy's royal pieces
/// begins, `sensitive`, and whose piece attacks none from there.
pub fn harmless<const W: usize>(
    tables: &Tables<W>,
    state: &State<W>,
    batch: &MoveSet<W>,
    sensitive: SiteSet<W>,
) -> SiteSet<W> {
    let (us, them) = (state.side, state.side.other());
    let standing = |but| state.blockers(tables, state.occupied().minus(but));
    // Of whole sets each piece may open a line that it blocks.
    let shifted = |delta: i16| (SiteSet::EMPTY, sensitive.shifted(delta), SiteSet::EMPTY);
    let (start, opening, blockers) = match batch.act {
        // It promotes where it stands.
        MoveKind::Displace if batch.region.has(batch.from) => return SiteSet::EMPTY,
        MoveKind::Displace => {
            let start = SiteSet::of(batch.from);
            (start, SiteSet::EMPTY, standing(start))
        }
        MoveKind::Shift(delta) => shifted(delta),
        MoveKind::Push(number) => shifted(tables.at(state).pushes[number as usize].shift.delta),
        MoveKind::Drop => (SiteSet::EMPTY, SiteSet::EMPTY, standing(SiteSet::EMPTY)),
        MoveKind::Jump { .. }
        | MoveKind::Rifle
        | MoveKind::Special(_)
        | MoveKind::Passant(_)
        | MoveKind::Castle(_)
        | MoveKind::Pass
        | MoveKind::Section(_) => return SiteSet::EMPTY,
    };
    if batch.choices > 0 || start.meets(sensitive) {
        return SiteSet::EMPTY;
    }
    let region = batch.region.minus(sensitive | opening);
    let kings = royals(tables, state) & state.by_side[them];
    kings.into_iter().fold(region, |region, king| {
        region.minus(checking_cells(tables, (us, batch.kind), king, region, blockers))
    })
}
