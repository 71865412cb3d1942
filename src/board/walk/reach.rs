//! Where pieces may get at all, and which kinds can never go back.
//!
//! Owns: [`reach`], [`stuck`], [`irreversible`]. Takes terrain. Invariant: the answers hold whatever
//! stands where.

use crate::board::space::site_set::{AnySet, Site, SiteSet, Width, at_width};
use crate::board::walk::paths::Tracer;
use crate::board::walk::terrain::{ByPiece, Piece, Terrain};
use crate::index::IndexVec;
use crate::rules::condition::Condition;
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
        let stuck = at_width!(Width::of(terrain.graph.len()), W => {
            let mut reach = Reach::<W>::new(terrain, Piece { side, kind: id });
            let sites = terrain.graph.sites();
            sites.filter(|&site| !reach.is_any(site)).collect::<AnySet>()
        });
        if stuck.count() as usize == terrain.graph.len() { AnySet::EMPTY } else { stuck }
    })
}

/// Kinds that promote and, once they have moved, never come back by their next move: their moves are
/// progress.
pub fn irreversible(terrain: Terrain<'_>) -> BySide<IndexVec<KindId, bool>> {
    by_piece(terrain, |side, id, kind| {
        !kind.promotions.is_empty()
            && at_width!(Width::of(terrain.graph.len()), W => {
                let mut reach = Reach::<W>::new(terrain, Piece { side, kind: id });
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
    BySide::from_fn(|side| kinds.enumerate().map(|(id, kind)| value(side, id, kind)).collect())
}

/// Where a piece may get from `from` on some board or other.
pub fn reach(terrain: Terrain<'_>, side: Side, kind: KindId, from: Site) -> AnySet {
    let piece = Piece { side, kind };
    at_width!(Width::of(terrain.graph.len()), W => {
        Reach::<W>::new(terrain, piece).ends(from).resize()
    })
}

/// Where a piece may get, from one cell after another.
struct Reach<'a, const W: usize> {
    piece: Piece,
    restriction: &'a Condition,
    terms: Vec<Tracer<'a, W>>,
}

impl<'a, const W: usize> Reach<'a, W> {
    fn new(terrain: Terrain<'a>, piece: Piece) -> Reach<'a, W> {
        let terms = terrain.rules.kinds[piece.kind].moves.terms.iter();
        let terms = terms.map(|term| Tracer::new(terrain, term)).collect();
        Reach { piece, restriction: &terrain.rules.every_move, terms }
    }

    /// Where it may get on some board or other.
    fn ends(&mut self, from: Site) -> SiteSet<W> {
        let Reach { piece, restriction, terms } = self;
        let allowed = |tracer: &mut Tracer<'_, W>| -> SiteSet<W> {
            tracer.allowed(from, *piece, restriction).map(|path| path.to).collect()
        };
        terms.iter_mut().map(allowed).fold(SiteSet::EMPTY, |all, ends| all | ends)
    }

    /// Whether it may get anywhere on some board or other.
    fn is_any(&mut self, from: Site) -> bool {
        let Reach { piece, restriction, terms } = self;
        terms.iter_mut().any(|tracer| tracer.is_any(from, *piece, restriction))
    }
}
