//! Where pieces may get at all, and which kinds can never go back.
//!
//! Owns: [`reach`], [`stuck`], [`irreversible`]. Takes terrain. Invariant: the answers hold whatever
//! stands where.

use crate::board::space::site_set::{AnySet, Site, SiteSet, Width, at_width};
use crate::board::walk::paths::paths;
use crate::board::walk::terrain::{ByPiece, Piece, Terrain};
use crate::index::IndexVec;
use crate::rules::movement::Action;
use crate::rules::ruleset::{Duty, Kind, KindId};
use crate::rules::side::{BySide, Side};

/// Cells from which a kind has no move at all, whatever stands where, for kinds that are dropped or
/// need not promote; none for kinds that move from nowhere.
pub fn stuck(terrain: Terrain<'_>) -> ByPiece {
    by_piece(terrain, |side, id, kind| {
        let dropped = kind.moves.terms.iter().any(|t| matches!(t.action, Action::Drop(_)));
        let optional = kind.promotions.iter().any(|p| p.duty == Duty::May);
        if !dropped && !optional {
            return AnySet::EMPTY;
        }
        let moves = |&site: &Site| moves(terrain, side, id, site);
        let stuck: AnySet = terrain.graph.sites().filter(|site| !moves(site)).collect();
        if stuck.count() as usize == terrain.graph.len() { AnySet::EMPTY } else { stuck }
    })
}

/// Kinds that promote and, once they have moved, never come back by their next move: their moves are
/// progress.
pub fn irreversible(terrain: Terrain<'_>) -> BySide<IndexVec<KindId, bool>> {
    by_piece(terrain, |side, id, kind| {
        if kind.promotions.is_empty() {
            return false;
        }
        let sites = || terrain.graph.sites();
        let reach: IndexVec<Site, AnySet> = sites().map(|s| reach(terrain, side, id, s)).collect();
        !sites().any(|from| reach[from].into_iter().any(|to| reach[to].has(from)))
    })
}

fn by_piece<T>(
    terrain: Terrain<'_>,
    mut value: impl FnMut(Side, KindId, &Kind) -> T,
) -> BySide<IndexVec<KindId, T>> {
    let kinds = &terrain.rules.kinds;
    BySide::from_fn(|side| kinds.enumerate().map(|(id, kind)| value(side, id, kind)).collect())
}

/// Whether a piece may get anywhere from `from` on some board or other.
fn moves(terrain: Terrain<'_>, side: Side, kind: KindId, from: Site) -> bool {
    let piece = Piece { side, kind };
    let leads = |term| {
        let every_move = &terrain.rules.every_move;
        at_width!(Width::of(terrain.graph.len()), W => {
            !paths::<W>(terrain, from, piece, term, every_move).is_empty()
        })
    };
    terrain.rules.kinds[kind].moves.terms.iter().any(leads)
}

/// Where a piece may get from `from` on some board or other.
pub fn reach(terrain: Terrain<'_>, side: Side, kind: KindId, from: Site) -> AnySet {
    let piece = Piece { side, kind };
    at_width!(Width::of(terrain.graph.len()), W => ends::<W>(terrain, piece, from).resize())
}

fn ends<const W: usize>(terrain: Terrain<'_>, piece: Piece, from: Site) -> SiteSet<W> {
    let terms = terrain.rules.kinds[piece.kind].moves.terms.iter();
    let ways = |term| paths::<W>(terrain, from, piece, term, &terrain.rules.every_move).into_iter();
    let all = terms.flat_map(ways);
    all.filter(|path| path.allowed).map(|path| path.to).collect()
}
