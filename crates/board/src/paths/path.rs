//! Paths: every way of a movement over the board, with its requirements of the cells on the way.
//! Move tables are built from them.
//!
//! The reference executor reads which piece stands on a cell. Tracing has no position, so it
//! branches instead: the cell may be empty, or hold an enemy, a friend or a hurdle. The
//! requirements of a path never contradict each other. The start cell counts as empty, because the
//! piece has left it. A piece may lend a path to another piece of its side, which then moves along
//! the path.

mod requirements;
mod tracer;

pub(crate) use crate::paths::meter::Spent;
pub use requirements::{
    CAPTURES, EnPassantCapture, End, Family, MAX_PATHS, MAX_STEPS, Needs, PASSED, Path,
};
pub use tracer::{Tracer, has_legs};

use crate::paths::meter::Meter;
use crate::paths::terrain::{Piece, Terrain};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term, Walk};
use alfil_rules::side::{BySide, Side};
use alfil_topology::site_set::{Site, SiteSet};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns every path of `term` for `piece` on `from` that the term's conditions and `restriction`
/// allow. Paths that the piece lends to other pieces are left out, and castling has none. Returns
/// at most [`MAX_PATHS`]. A [`Tracer`] is faster for many cells, and [`Tracer::is_complete`]
/// reports whether paths are missing.
pub fn paths<const W: usize>(
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
    restriction: &Condition,
) -> Vec<Path<W>> {
    Tracer::new(terrain, term).allowed(from, piece, restriction).cloned().collect()
}

// All paths of a piece from one cell: the paths of its own movement and those that other pieces
// lend to it.

/// The largest number of paths that are kept for other terms at one time. These paths take at most
/// 20 megabytes.
const MAX_KEPT: usize = 50_000;

/// All paths of a movement from one cell. They are traced once, and several restrictions may filter
/// them.
pub struct Ways<'a, const W: usize = 4> {
    terrain: Terrain<'a>,
    from: Site,
    piece: Piece,
    by_term: Vec<OfTerm<'a, W>>,
    /// For each term, the last cells that the conditions of the term allow, without any other
    /// restriction. `None` for a term whose conditions always hold.
    fit: OnceCell<Vec<Option<SiteSet<W>>>>,
    steps: usize,
    spent: Spent,
}

/// The paths of one term.
struct OfTerm<'a, const W: usize> {
    term: &'a Term,
    paths: Arc<Vec<Path<W>>>,
    /// The last cells of the paths.
    ends: OnceCell<SiteSet<W>>,
}

impl<'a, const W: usize> OfTerm<'a, W> {
    fn new(term: &'a Term, paths: Arc<Vec<Path<W>>>) -> OfTerm<'a, W> {
        OfTerm { term, paths, ends: OnceCell::new() }
    }
}

/// A path, and whether conditions and restrictions allow it. Forbidden paths are listed too,
/// because they belong to the same lookup tables as allowed ones.
#[derive(Clone, Copy, Debug)]
pub struct CheckedPath<'w, const W: usize = 4> {
    /// The path.
    pub path: &'w Path<W>,
    /// True if conditions and restrictions allow the path.
    pub allowed: bool,
}

impl<'a, const W: usize> Ways<'a, W> {
    /// Traces the paths of `movement` for `piece` on `from`, including those that other pieces lend
    /// to it. For many cells, [`Movements`] is faster.
    pub fn new(
        terrain: Terrain<'a>,
        from: Site,
        piece: Piece,
        movement: &'a Movement,
        relays: &Relays<'a, W>,
    ) -> Ways<'a, W> {
        let mut nothing = Kept::default();
        let mut movements = Movements::new(terrain, piece.kind, movement, &nothing);
        movements.ways(from, piece.side, relays, &mut nothing)
    }

    /// Switches to `side`, and keeps the paths. The walks of both sides must be equal.
    pub(crate) fn for_side(&mut self, side: Side) {
        self.piece.side = side;
        self.fit = OnceCell::new();
    }

    /// Returns the number of paths, without any restriction.
    pub(crate) fn count(&self) -> usize {
        self.by_term.iter().map(|of| of.paths.len()).sum()
    }

    /// Returns the number of steps of the traces that were run for this value. Paths from earlier
    /// traces and paths that other pieces lend do not count.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the cost of all traces, including earlier ones. Lent paths do not count.
    pub(crate) fn spent(&self) -> Spent {
        self.spent
    }

    /// Returns the cell where all paths start.
    pub(crate) fn from(&self) -> Site {
        self.from
    }

    /// Returns the paths of all terms that have an allowed path under `restriction`.
    pub fn under<'w>(
        &'w self,
        restriction: &'w Condition,
    ) -> impl Iterator<Item = CheckedPath<'w, W>> {
        let all = || self.by_term.iter().map(|of| self.fit(of, restriction)).collect();
        let fit: Cow<'w, [Option<SiteSet<W>>]> = if *restriction == Condition::Always {
            Cow::Borrowed(self.fit.get_or_init(all))
        } else {
            Cow::Owned(all())
        };
        self.by_term.iter().enumerate().flat_map(move |(number, of)| {
            let fit = fit[number];
            let paths = if fit == Some(SiteSet::EMPTY) { &[][..] } else { &of.paths[..] };
            paths.iter().map(move |path| {
                let allowed = fit.is_none_or(|fit| fit.has(path.to));
                CheckedPath { path, allowed }
            })
        })
    }

    /// Returns the last cells of a term's paths that its conditions and `restriction` allow. `None`
    /// if both hold for every path.
    fn fit(&self, of: &OfTerm<'a, W>, restriction: &Condition) -> Option<SiteSet<W>> {
        let Ways { terrain, from, piece, .. } = *self;
        let mut ends = None;
        for condition in [&of.term.when, restriction] {
            match terrain.holds_from(condition, piece.side, piece.kind, from) {
                Some(true) => continue,
                Some(false) => return Some(SiteSet::EMPTY),
                None => {}
            }
            let all = || of.paths.iter().map(|path| path.to).collect();
            let left: SiteSet<W> = ends.unwrap_or_else(|| *of.ends.get_or_init(all));
            let holds = |to: &Site| terrain.holds(condition, piece.side, piece.kind, from, *to);
            ends = Some(left.into_iter().filter(holds).collect());
        }
        ends
    }
}

/// Traces the paths of one movement of a kind, from one cell after another.
pub struct Movements<'a, const W: usize> {
    terrain: Terrain<'a>,
    kind: KindId,
    own: Vec<Own<'a, W>>,
}

/// One term of the movement, with its tracer.
struct Own<'a, const W: usize> {
    tracer: Tracer<'a, W>,
    /// The paths from the most recent cell, unless `Kept` has them. The buffer is reused once it
    /// has no other owner.
    last: Arc<Vec<Path<W>>>,
    /// The number of the walk in `Kept`, and whether both sides have the same walk.
    kept: Option<(usize, bool)>,
}

impl<'a, const W: usize> Movements<'a, W> {
    /// Prepares `movement` for pieces of `kind`.
    pub(crate) fn new(
        terrain: Terrain<'a>,
        kind: KindId,
        movement: &'a Movement,
        kept: &Kept<'a, W>,
    ) -> Movements<'a, W> {
        let own = |term| {
            let alike = || terrain.walks_alike(term);
            let kept = kept.number(term).map(|number| (number, alike()));
            Own { tracer: Tracer::new(terrain, term), last: Arc::default(), kept }
        };
        let terms = movement.terms.iter().filter(|term| !term.relays());
        Movements { terrain, kind, own: terms.map(own).collect() }
    }

    /// Returns the paths of a piece of `side` on `from`, including those that other pieces lend to
    /// it.
    pub(crate) fn ways(
        &mut self,
        from: Site,
        side: Side,
        relays: &Relays<'a, W>,
        kept: &mut Kept<'a, W>,
    ) -> Ways<'a, W> {
        let piece = Piece { side, kind: self.kind };
        let relayed = &relays.by_site[side][from.index()];
        let mut by_term = Vec::with_capacity(self.own.len() + relayed.len());
        let (mut steps, mut all) = (0, Spent::default());
        for Own { tracer, last, kept: number } in &mut self.own {
            let (paths, spent) = match *number {
                Some((number, alike)) => {
                    kept.paths(number, if alike { Side::White } else { side }, from, || {
                        tracer.trace(from, piece);
                        let spent = tracer.spent();
                        steps += spent.steps;
                        (Arc::new(tracer.take()), spent)
                    })
                }
                None => {
                    tracer.trace(from, piece);
                    let spent = tracer.spent();
                    steps += spent.steps;
                    match Arc::get_mut(last) {
                        Some(room) => tracer.give(room),
                        None => *last = Arc::new(tracer.take()),
                    }
                    (last.clone(), spent)
                }
            };
            all += spent;
            by_term.push(OfTerm::new(tracer.term(), paths));
        }
        by_term.extend(relayed.iter().map(|lent| OfTerm::new(lent.term, lent.paths.clone())));
        let (terrain, fit) = (self.terrain, OnceCell::new());
        Ways { terrain, from, piece, by_term, fit, steps, spent: all }
    }
}

/// The paths of a walk from a cell, and the cost of their trace.
type Walked<const W: usize> = (Arc<Vec<Path<W>>>, Spent);

/// The paths of walks that several terms share, so that each walk is traced only once. They are
/// kept until all terms that share the walk are done.
#[derive(Clone, Default)]
pub struct Kept<'a, const W: usize> {
    /// Walks, with the number of their terms that are still to do.
    walks: Vec<(&'a Walk, usize)>,
    paths: FxHashMap<(usize, Side, Site), Walked<W>>,
    /// The number of paths.
    count: usize,
}

impl<'a, const W: usize> Kept<'a, W> {
    /// Finds the walks that several of `terms` share.
    pub(crate) fn new(terms: impl Iterator<Item = &'a Term>) -> Kept<'a, W> {
        let mut walks: Vec<(&Walk, usize)> = Vec::new();
        for walk in terms.filter_map(walk_of_any) {
            match walks.iter_mut().find(|(known, _)| *known == walk) {
                Some((_, terms)) => *terms += 1,
                None => walks.push((walk, 1)),
            }
        }
        walks.retain(|(_, terms)| *terms > 1);
        Kept { walks, ..Kept::default() }
    }

    fn number(&self, term: &Term) -> Option<usize> {
        let walk = walk_of_any(term)?;
        self.walks.iter().position(|(known, _)| *known == walk)
    }

    /// Marks the terms of `movement` as done. Frees paths that no other term needs.
    pub(crate) fn release(&mut self, movement: &Movement) {
        for number in movement.terms.iter().filter_map(|term| self.number(term)).collect::<Vec<_>>()
        {
            let (_, terms) = &mut self.walks[number];
            *terms = terms.saturating_sub(1);
            if *terms == 0 {
                self.paths.retain(|(of, ..), _| *of != number);
                self.count = self.paths.values().map(|(paths, _)| paths.len()).sum();
            }
        }
    }

    /// Returns the paths of a walk from a cell, and traces them if necessary.
    fn paths(
        &mut self,
        number: usize,
        side: Side,
        from: Site,
        trace: impl FnOnce() -> Walked<W>,
    ) -> Walked<W> {
        if let Some(known) = self.paths.get(&(number, side, from)) {
            return known.clone();
        }
        let (paths, spent) = trace();
        if self.count + paths.len() <= MAX_KEPT {
            self.count += paths.len();
            self.paths.insert((number, side, from), (paths.clone(), spent));
        }
        (paths, spent)
    }
}

/// Returns the walk of a term, if its paths do not depend on the kind of the piece.
pub fn walk_of_any(term: &Term) -> Option<&Walk> {
    match &term.action {
        Action::Walk(walk) => Some(walk).filter(|walk| !walk.first_move && !walk.relays()),
        Action::Castle(_) | Action::Drop(_) => None,
    }
}

/// The paths that pieces lend to other pieces of their side, by the cell of the borrower.
pub struct Relays<'a, const W: usize = 4> {
    by_site: BySide<Vec<Vec<Relay<'a, W>>>>,
}

/// The paths of one term that a piece on one cell lends to a piece on another.
struct Relay<'a, const W: usize> {
    term: &'a Term,
    paths: Arc<Vec<Path<W>>>,
}

impl<'a, const W: usize> Relays<'a, W> {
    /// Traces the lent paths. `movement` returns the movement of each kind.
    pub fn new(terrain: Terrain<'a>, movement: impl Fn(KindId) -> &'a Movement) -> Relays<'a, W> {
        Relays::counted(terrain, movement, None)
    }

    /// Like `new`, but counts the cost with `meter`, and stops once a limit is exceeded.
    pub(crate) fn counted(
        terrain: Terrain<'a>,
        movement: impl Fn(KindId) -> &'a Movement,
        meter: Option<&Meter>,
    ) -> Relays<'a, W> {
        let by_site = BySide::of(terrain.rules.sides, |side| {
            let mut all: Vec<Vec<Relay<'a, W>>> =
                terrain.graph.sites().map(|_| Vec::new()).collect();
            for kind in terrain.rules.kinds.ids() {
                for term in movement(kind).terms.iter().filter(|term| term.relays()) {
                    let mut tracer = Tracer::new(terrain, term);
                    for relayer in terrain.graph.sites() {
                        if meter.is_some_and(Meter::is_over) {
                            break;
                        }
                        let mut by_borrower: BTreeMap<Site, Vec<Path<W>>> = BTreeMap::new();
                        for path in tracer.trace(relayer, Piece { side, kind }) {
                            by_borrower.entry(path.from).or_default().push(path.clone());
                        }
                        meter.inspect(|meter| meter.count(tracer.spent(), 1));
                        for (site, paths) in by_borrower {
                            all[site.index()].push(Relay { term, paths: paths.into() });
                        }
                    }
                }
            }
            all
        });
        Relays { by_site }
    }

    /// Returns whether no path is lent.
    pub(crate) fn is_empty(&self) -> bool {
        self.by_site.0.iter().flatten().all(Vec::is_empty)
    }
}
