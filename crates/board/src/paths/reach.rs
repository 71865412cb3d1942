//! Facts about movements that hold in every position: from which cells a piece cannot move, and
//! which kinds never return to a cell. The results are meaningless once the meter has exceeded a
//! limit.

use crate::paths::meter::Meter;
use crate::paths::path::{Spent, Tracer};
use crate::paths::terrain::{ByPiece, Piece, Terrain};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Action;
use alfil_rules::ruleset::{Duty, Kind};
use alfil_rules::side::{BySide, Side};
use alfil_topology::at_width;
use alfil_topology::site_set::{AnySet, Site, SiteSet, Width};

/// Computes the cells from which a kind has no move in any position. Only kinds with drops or
/// optional promotions need these cells, so the set is empty for others. It is also empty for kinds
/// that cannot move from any cell.
pub(crate) fn stuck(terrain: Terrain<'_>, meter: Option<&Meter>) -> ByPiece {
    by_piece(terrain, |side, id, kind| {
        let dropped = kind.moves.terms.iter().any(|t| matches!(t.action, Action::Drop(_)));
        let optional = kind.promotions.iter().any(|p| p.duty == Duty::May);
        if !dropped && !optional {
            return AnySet::EMPTY;
        }
        let stuck = at_width!(Width::of(terrain.graph.len()), W => {
            let mut reach = Reach::<W>::new(terrain, Piece { side, kind: id }, meter);
            let sites = terrain.graph.sites();
            sites.filter(|&site| !reach.is_any(site)).collect::<AnySet>()
        });
        if stuck.count() as usize == terrain.graph.len() { AnySet::EMPTY } else { stuck }
    })
}

/// Computes which kinds have irreversible moves, which reset the halfmove clock. Such a kind
/// promotes, and cannot move from any cell to another and directly back.
pub(crate) fn irreversible(
    terrain: Terrain<'_>,
    meter: Option<&Meter>,
) -> BySide<IndexVec<KindId, bool>> {
    by_piece(terrain, |side, id, kind| {
        !kind.promotions.is_empty()
            && at_width!(Width::of(terrain.graph.len()), W => {
                let mut reach = Reach::<W>::new(terrain, Piece { side, kind: id }, meter);
                let known = |_| None::<SiteSet<W>>;
                let mut ends: IndexVec<Site, _> = terrain.graph.sites().map(known).collect();
                let mut from = |site: Site| *ends[site].get_or_insert_with(|| reach.ends(site));
                let mut comes_back = |site| from(site).into_iter().any(|to| from(to).has(site));
                !terrain.graph.sites().any(&mut comes_back)
            })
    })
}

fn by_piece<T>(
    terrain: Terrain<'_>,
    mut value: impl FnMut(Side, KindId, &Kind) -> T,
) -> BySide<IndexVec<KindId, T>> {
    let kinds = &terrain.rules.kinds;
    BySide::of(terrain.rules.sides, |side| {
        kinds.enumerate().map(|(id, kind)| value(side, id, kind)).collect()
    })
}

/// Finds the cells that a piece can reach, from one start cell after another.
pub(crate) struct Reach<'a, const W: usize> {
    piece: Piece,
    restriction: &'a Condition,
    terms: Vec<Tracer<'a, W>>,
    meter: Option<&'a Meter>,
}

impl<'a, const W: usize> Reach<'a, W> {
    /// Prepares the search for `piece`. Results are empty once `meter` has exceeded a limit.
    pub(crate) fn new(
        terrain: Terrain<'a>,
        piece: Piece,
        meter: Option<&'a Meter>,
    ) -> Reach<'a, W> {
        let terms = terrain.rules.kinds[piece.kind].moves.terms.iter();
        let terms = terms.map(|term| Tracer::new(terrain, term)).collect();
        Reach { piece, restriction: &terrain.rules.every_move, terms, meter }
    }

    /// Returns the cells that the piece can reach from `from` in some position.
    pub(crate) fn ends(&mut self, from: Site) -> SiteSet<W> {
        let Reach { piece, restriction, terms, meter } = self;
        let mut ends = SiteSet::EMPTY;
        for tracer in terms {
            if meter.is_some_and(Meter::is_over) {
                return SiteSet::EMPTY;
            }
            ends |= tracer.ends(from, *piece, restriction);
            meter.inspect(|meter| meter.count(tracer.spent(), 1));
        }
        ends
    }

    /// Returns whether the piece can move from `from` in some position.
    pub(crate) fn is_any(&mut self, from: Site) -> bool {
        let Reach { piece, restriction, terms, meter } = self;
        terms.iter_mut().any(|tracer| {
            !meter.is_some_and(Meter::is_over) && {
                let found = tracer.is_any(from, *piece, restriction);
                // The search may stop at the first path, so it is no failure that other paths are
                // missing.
                let spent = Spent { failed: 0, ..tracer.spent() };
                meter.inspect(|meter| meter.count(spent, 1));
                found
            }
        })
    }
}
