//! All ways of a piece's movement from one cell, its own and those that others lend it.
//!
//! Owns: [`Ways`] and [`Relays`]. Takes terrain and movements; gives profiles and threats their paths. Invariant: every
//! path of the ways of a cell is walked by the piece on that cell.

use super::{Path, allow, trace};
use crate::board::space::site_set::Site;
use crate::board::walk::terrain::{Piece, Terrain};
use crate::index::Id;
use crate::rules::condition::Condition;
use crate::rules::movement::{Movement, Term};
use crate::rules::ruleset::KindId;
use crate::rules::side::{BySide, Side};
use std::collections::BTreeMap;

/// Every way through a movement from one cell, traced once and asked under several restrictions.
pub struct Ways<'a, const W: usize = 4> {
    terrain: Terrain<'a>,
    from: Site,
    piece: Piece,
    by_term: Vec<(&'a Term, Vec<Path<W>>)>,
    steps: usize,
}

impl<'a, const W: usize> Ways<'a, W> {
    /// The ways of `movement` for `piece` on `from`, and those that others lend it there.
    pub fn new(
        terrain: Terrain<'a>,
        from: Site,
        piece: Piece,
        movement: &'a Movement,
        relays: &Relays<'a, W>,
    ) -> Ways<'a, W> {
        let own = movement.terms.iter().filter(|term| !term.relays());
        let mut steps = 0;
        let mut trace = |term| {
            let Some(traced) = trace(terrain, from, piece, term) else { return Vec::new() };
            steps += traced.steps + traced.out.len();
            traced.out
        };
        let mut by_term: Vec<(&Term, Vec<Path<W>>)> = own.map(|term| (term, trace(term))).collect();
        for relay in &relays.by_site[piece.side][from.index()] {
            by_term.push((relay.term, relay.paths.clone()));
        }
        Ways { terrain, from, piece, by_term, steps }
    }

    /// The same ways for `side`, which walks alike.
    pub fn for_side(&mut self, side: Side) {
        self.piece.side = side;
    }

    /// How many there are under any restriction.
    pub fn count(&self) -> usize {
        self.by_term.iter().map(|(_, paths)| paths.len()).sum()
    }

    /// How many steps it took to trace them, but for those that are lent.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The cell that they start from.
    pub fn from(&self) -> Site {
        self.from
    }

    /// Those of terms that `restriction` leaves a way.
    pub fn under(&mut self, restriction: &Condition) -> impl Iterator<Item = &Path<W>> {
        for (term, paths) in &mut self.by_term {
            allow(paths, self.terrain, self.from, self.piece, term, restriction);
        }
        let alive = |(_, paths): &&(&Term, Vec<Path<W>>)| paths.iter().any(|p| p.allowed);
        self.by_term.iter().filter(alive).flat_map(|(_, paths)| paths)
    }
}

/// What kinds lend to pieces of their side, by the borrower's cell.
pub struct Relays<'a, const W: usize = 4> {
    by_site: BySide<Vec<Vec<Relay<'a, W>>>>,
}

/// The ways of one term that one cell's piece lends to another cell's.
struct Relay<'a, const W: usize> {
    term: &'a Term,
    paths: Vec<Path<W>>,
}

impl<'a, const W: usize> Relays<'a, W> {
    /// What `movement`, asked for each kind, lends.
    pub fn new(terrain: Terrain<'a>, movement: impl Fn(KindId) -> &'a Movement) -> Relays<'a, W> {
        let by_site = BySide::from_fn(|side| {
            let mut all: Vec<Vec<Relay<'a, W>>> =
                terrain.graph.sites().map(|_| Vec::new()).collect();
            for kind in terrain.rules.kinds.ids() {
                for term in movement(kind).terms.iter().filter(|term| term.relays()) {
                    for relayer in terrain.graph.sites() {
                        let traced = trace(terrain, relayer, Piece { side, kind }, term);
                        let mut by_borrower: BTreeMap<Site, Vec<Path<W>>> = BTreeMap::new();
                        for path in traced.map_or(Vec::new(), |tracer| tracer.out) {
                            by_borrower.entry(path.from).or_default().push(path);
                        }
                        for (site, paths) in by_borrower {
                            all[site.index()].push(Relay { term, paths });
                        }
                    }
                }
            }
            all
        });
        Relays { by_site }
    }

    /// Whether nothing is lent.
    pub fn is_empty(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.by_site[side].iter().all(Vec::is_empty))
    }
}
