//! All ways of a piece's movement from one cell, its own and those that others lend it.
//!
//! Owns: [`Ways`], [`Movements`], [`Kept`] and [`Relays`]. Takes terrain and movements; gives profiles and threats their
//! paths. Invariant: every path of the ways of a cell is walked by the piece on that cell.

use super::requirements::Path;
use super::tracer::Tracer;
use crate::paths::meter::{Meter, Spent};
use crate::paths::terrain::{Piece, Terrain};
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term, Walk};
use alfil_rules::side::{BySide, Side};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most paths from one share of the board that are kept for other terms at one time: at most 20 megabytes.
const MAX_KEPT: usize = 50_000;

/// Every way through a movement from one cell, traced once and asked under several restrictions.
pub struct Ways<'a, const W: usize = 4> {
    terrain: Terrain<'a>,
    from: Site,
    piece: Piece,
    by_term: Vec<OfTerm<'a, W>>,
    /// Of each term, the ends that its conditions allow where nothing else restricts, if they ask anything.
    fit: OnceCell<Vec<Option<SiteSet<W>>>>,
    steps: usize,
    spent: Spent,
}

/// The ways of one term.
struct OfTerm<'a, const W: usize> {
    term: &'a Term,
    paths: Arc<Vec<Path<W>>>,
    /// Where they end.
    ends: OnceCell<SiteSet<W>>,
}

impl<'a, const W: usize> OfTerm<'a, W> {
    fn new(term: &'a Term, paths: Arc<Vec<Path<W>>>) -> OfTerm<'a, W> {
        OfTerm { term, paths, ends: OnceCell::new() }
    }
}

/// A path, and whether conditions and restrictions allow it. A forbidden path counts, too: its neighbours on the line share
/// a table with it.
#[derive(Clone, Copy, Debug)]
pub struct CheckedPath<'w, const W: usize = 4> {
    /// The path.
    pub path: &'w Path<W>,
    /// Whether it may be gone.
    pub allowed: bool,
}

impl<'a, const W: usize> Ways<'a, W> {
    /// The ways of `movement` for `piece` on `from`, and those that others lend it there. Whoever asks from many cells asks
    /// [`Movements`].
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

    /// The same ways for `side`, which walks alike.
    pub fn for_side(&mut self, side: Side) {
        self.piece.side = side;
        self.fit = OnceCell::new();
    }

    /// How many there are under any restriction.
    pub fn count(&self) -> usize {
        self.by_term.iter().map(|of| of.paths.len()).sum()
    }

    /// How many steps it took to trace them, but for those that are lent or were traced before.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// What it takes to trace them, whether or not some were traced before, but for those that are lent.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// The cell that they start from.
    pub fn from(&self) -> Site {
        self.from
    }

    /// Those of terms that `restriction` leaves a way.
    pub fn under<'w>(
        &'w self,
        restriction: &'w Condition,
    ) -> impl Iterator<Item = CheckedPath<'w, W>> {
        let all = || self.by_term.iter().map(|of| self.fit(of, restriction)).collect();
        let fit: Cow<'w, [Option<SiteSet<W>>]> = match *restriction == Condition::Always {
            true => Cow::Borrowed(self.fit.get_or_init(all)),
            false => Cow::Owned(all()),
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

    /// The ends of a term's ways that its conditions and `restriction` allow, if they ask anything of them.
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

/// Traces the ways of one movement of a kind, from one cell after another.
pub struct Movements<'a, const W: usize> {
    terrain: Terrain<'a>,
    kind: KindId,
    own: Vec<Own<'a, W>>,
}

/// A term of one's own.
struct Own<'a, const W: usize> {
    tracer: Tracer<'a, W>,
    /// The paths of the last cell, unless they are kept: room for those of the next once nobody looks at them.
    last: Arc<Vec<Path<W>>>,
    /// Its number among the walks that are kept, and whether it is one walk for both sides.
    kept: Option<(usize, bool)>,
}

impl<'a, const W: usize> Movements<'a, W> {
    /// Of `movement`, as a piece of `kind` has it.
    pub fn new(
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

    /// The ways of a piece of `side` on `from`, and those that others lend it there.
    pub fn ways(
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

/// The paths of a walk from a cell, and what it took to trace them.
type Walked<const W: usize> = (Arc<Vec<Path<W>>>, Spent);

/// The paths of walks that several terms have, so that they are traced once. They are kept until the last of those terms
/// has come.
#[derive(Clone, Default)]
pub struct Kept<'a, const W: usize> {
    /// Walks, and how many terms that have them are still to come.
    walks: Vec<(&'a Walk, usize)>,
    paths: FxHashMap<(usize, Side, Site), Walked<W>>,
    /// How many paths there are.
    count: usize,
}

impl<'a, const W: usize> Kept<'a, W> {
    /// Of walks that several of `terms` have.
    pub fn new(terms: impl Iterator<Item = &'a Term>) -> Kept<'a, W> {
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

    /// The terms of `movement` have come, and ask no more.
    pub fn release(&mut self, movement: &Movement) {
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

    /// The paths of a walk from a cell, traced now or before.
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

/// The walk of a term whose ways are the same for every kind.
pub fn walk_of_any(term: &Term) -> Option<&Walk> {
    match &term.action {
        Action::Walk(walk) => Some(walk).filter(|walk| !walk.first_move && !walk.relays()),
        Action::Castle(_) | Action::Drop(_) => None,
    }
}

/// What kinds lend to pieces of their side, by the borrower's cell.
pub struct Relays<'a, const W: usize = 4> {
    by_site: BySide<Vec<Vec<Relay<'a, W>>>>,
}

/// The ways of one term that one cell's piece lends to another cell's.
struct Relay<'a, const W: usize> {
    term: &'a Term,
    paths: Arc<Vec<Path<W>>>,
}

impl<'a, const W: usize> Relays<'a, W> {
    /// What `movement`, asked for each kind, lends.
    pub fn new(terrain: Terrain<'a>, movement: impl Fn(KindId) -> &'a Movement) -> Relays<'a, W> {
        Relays::counted(terrain, movement, None)
    }

    /// The same, but nothing more once `meter` has counted too much.
    pub fn counted(
        terrain: Terrain<'a>,
        movement: impl Fn(KindId) -> &'a Movement,
        meter: Option<&Meter>,
    ) -> Relays<'a, W> {
        let by_site = BySide::from_fn(|side| {
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

    /// Whether nothing is lent.
    pub fn is_empty(&self) -> bool {
        Side::BOTH.iter().all(|&side| self.by_site[side].iter().all(Vec::is_empty))
    }
}
