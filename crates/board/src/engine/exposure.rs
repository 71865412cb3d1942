//! Filters for move sets: moves that cannot expose a royal piece, and moves that cannot give check.
//!
//! Both filters use [`State::critical_squares`]: an attack begins only if a critical square
//! changes. Each handles all destinations of a set at once, so fewer moves need verification.

use crate::engine::batch::{MoveKind, MoveSet};
use crate::engine::safety::checking_cells;
use crate::engine::state::State;
use crate::tables::move_tables::Tables;
use alfil_topology::site_set::SiteSet;

impl<const W: usize> State<W> {
    /// The destinations of `batch` for moves that change no `critical` square. Returns no
    /// destination for some types of moves that are hard to decide, and for promotions without
    /// moving.
    pub(crate) fn cannot_expose(
        &self,
        tables: &Tables<W>,
        batch: &MoveSet<W>,
        critical: SiteSet<W>,
    ) -> SiteSet<W> {
        let region = batch.region.minus(critical);
        match batch.act {
            MoveKind::Displace if critical.has(batch.from) || region.has(batch.from) => {
                SiteSet::EMPTY
            }
            // A royal piece may be dropped onto an attacked square, which need not be critical.
            MoveKind::Drop if tables.royals.has(batch.kind) => SiteSet::EMPTY,
            MoveKind::Displace | MoveKind::Drop => region,
            // A mover that starts on a critical square leaves it, so its destination is removed.
            MoveKind::Shift(delta) => region.minus(critical.shifted(delta)),
            MoveKind::Push(number) => {
                let delta = tables.at(self).pushes[number as usize].shift.delta;
                region.minus(critical.shifted(delta))
            }
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => SiteSet::EMPTY,
        }
    }

    /// The destinations of `batch` that certainly give no check: no line opens, and the piece
    /// attacks no royal piece from there. Only correct in games whose moves have no effects.
    pub(crate) fn cannot_check(
        &self,
        tables: &Tables<W>,
        batch: &MoveSet<W>,
        critical: SiteSet<W>,
    ) -> SiteSet<W> {
        let (us, them) = (self.side, self.side.other());
        let region = self.cannot_expose(tables, batch, critical);
        if batch.choices > 0 || region.is_empty() {
            return SiteSet::EMPTY;
        }
        let blockers = match batch.act {
            // With several movers, any mover may be the only blocker of a line, so no piece counts
            // as a blocker.
            MoveKind::Shift(_) | MoveKind::Push(_) => SiteSet::EMPTY,
            MoveKind::Displace => {
                self.blockers(tables, self.occupied().minus(SiteSet::of(batch.from)))
            }
            MoveKind::Drop => self.blockers(tables, self.occupied()),
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Roll(_)
            | MoveKind::Pass
            | MoveKind::Section(_) => return SiteSet::EMPTY,
        };
        let kings = self.royals(tables) & self.by_side[them];
        kings.into_iter().fold(region, |region, king| {
            region.minus(checking_cells(tables, (us, batch.kind), king, region, blockers))
        })
    }
}
