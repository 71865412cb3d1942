//! Where pieces may get at all, and which kinds can never go back.
//!
//! Owns: [`Reach`], [`stuck`], [`irreversible`]. Takes terrain. Invariant: the answers hold whatever
//! stands where, unless a meter that was given is over.

use crate::paths::meter::Meter;
use crate::paths::path::{Spent, Tracer};
use crate::paths::terrain::{ByPiece, Piece, Terrain};
use crate::topology::site_set::{AnySet, Site, SiteSet, Width, at_width};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Action;
use alfil_rules::ruleset::{Duty, Kind};
use alfil_rules::side::{BySide, Side};

/// Cells from which a kind has no move at all, whatever stands where, for kinds that are dropped or
/// need not promote; none for kinds that move from nowhere.
pub fn stuck(terrain: Terrain<'_>, meter: Option<&Meter>) -> ByPiece {
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

/// Kinds that promote and, once they have moved, never come back by their next move: their moves are
/// progress.
pub fn irreversible(terrain: Terrain<'_>, meter: Option<&Meter>) -> BySide<IndexVec<KindId, bool>> {
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
    BySide::from_fn(|side| kinds.enumerate().map(|(id, kind)| value(side, id, kind)).collect())
}

/// Where a piece may get, from one cell after another.
pub struct Reach<'a, const W: usize> {
    piece: Piece,
    restriction: &'a Condition,
    terms: Vec<Tracer<'a, W>>,
    meter: Option<&'a Meter>,
}

impl<'a, const W: usize> Reach<'a, W> {
    /// Of `piece`; nowhere once `meter` has counted too much.
    pub fn new(terrain: Terrain<'a>, piece: Piece, meter: Option<&'a Meter>) -> Reach<'a, W> {
        let terms = terrain.rules.kinds[piece.kind].moves.terms.iter();
        let terms = terms.map(|term| Tracer::new(terrain, term)).collect();
        Reach { piece, restriction: &terrain.rules.every_move, terms, meter }
    }

    /// Where it may get on some board or other.
    pub fn ends(&mut self, from: Site) -> SiteSet<W> {
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

    /// Whether it may get anywhere on some board or other.
    pub fn is_any(&mut self, from: Site) -> bool {
        let Reach { piece, restriction, terms, meter } = self;
        terms.iter_mut().any(|tracer| {
            !meter.is_some_and(Meter::is_over) && {
                let found = tracer.is_any(from, *piece, restriction);
                // Of what was not looked for there may be any number.
                let spent = Spent { failed: 0, ..tracer.spent() };
                meter.inspect(|meter| meter.count(spent, 1));
                found
            }
        })
    }
}
