//! Walks without a position: every way through a movement, with what it asks of the cells on its way.
//!
//! Owns: [`Path`] and [`paths`]; `paths/progress.rs` holds what a walk knows of cells, `paths/ways.rs` all ways of
//! a movement and what is lent. Takes terrain and a
//! movement; gives the tables their raw material. Where the reference executor looks at what stands on
//! a cell, this one forks: the cell may be empty, an enemy, a friend, a hurdle. Invariant: a path asks
//! nothing contradictory, and nothing of its start cell, which counts as empty once the mover is on its
//! way.

mod progress;
mod ways;

pub use ways::{Relays, Ways};

use crate::board::space::bearing::{Bearing, Hand, hands, next_sector};
use crate::board::space::compass::Compass;
use crate::board::space::frame::Carry;
use crate::board::space::graph::{Node, StridePath};
use crate::board::space::site_set::{Site, SiteSet};
use crate::board::walk::terrain::{Piece, Terrain};
use crate::board::walk::upright::turned;
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Axes, Edges, Leg, Pace, Passage, Stride, Term, Walk};
use crate::rules::ruleset::KindId;
use progress::{Owner, Progress};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// What happens on the last cell of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// It is empty (or the mover's own start).
    Quiet,
    /// An enemy stands there and is captured.
    Capture,
    /// It is empty, has just been passed, and the piece that passed it is captured.
    Passant,
    /// What the path asks and captures says it.
    Explicit,
}

/// Which lines a path runs along: paths of one family share lookup tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Straight along orthogonals.
    Orthogonal,
    /// Straight along diagonals.
    Diagonal,
    /// Anything else: oblique, bent.
    Other,
}

/// One way through a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<const W: usize = 4> {
    /// Where the piece starts that walks it: another one's cell if the move is lent.
    pub from: Site,
    /// Where it ends.
    pub to: Site,
    /// What happens there.
    pub end: End,
    /// What it asks of other cells; of all cells if the end is [`End::Explicit`].
    pub needs: Needs<W>,
    /// What it captures besides its end; all that it captures but in passing if the end is
    /// [`End::Explicit`].
    pub captured: SiteSet<W>,
    /// A piece that is put down elsewhere: from, to.
    pub shifted: Option<(Site, Site)>,
    /// A capture in passing on the way.
    pub passant: Option<Passant<W>>,
    /// Cells that an enemy's `e` may enter next turn.
    pub passed: SiteSet<W>,
    /// Which lines it runs along.
    pub family: Family,
    /// Whether conditions and restrictions allow it. A forbidden path is kept because its neighbours on
    /// the line share a table with it.
    pub allowed: bool,
}

/// What a path asks of cells. A site in two of the sets has to fit both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Needs<const W: usize = 4> {
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// Must be occupied, by anyone.
    pub occupied: SiteSet<W>,
    /// Must hold enemies.
    pub foes: SiteSet<W>,
    /// Must hold pieces of the mover's side.
    pub friends: SiteSet<W>,
    /// Must hold royal pieces.
    pub royal: SiteSet<W>,
    /// Must hold pieces that are not royal.
    pub common: SiteSet<W>,
    /// Where a piece of the mover's side and of this kind must stand, which lends the move.
    pub relayer: Option<(Site, KindId)>,
}

impl<const W: usize> Needs<W> {
    /// Nothing.
    pub const NONE: Needs<W> = Needs {
        empty: SiteSet::EMPTY,
        occupied: SiteSet::EMPTY,
        foes: SiteSet::EMPTY,
        friends: SiteSet::EMPTY,
        royal: SiteSet::EMPTY,
        common: SiteSet::EMPTY,
        relayer: None,
    };

    /// Whether `more` asks all that this asks.
    pub fn within(&self, more: &Needs<W>) -> bool {
        self.empty.within(more.empty)
            && self.occupied.within(more.occupied)
            && self.foes.within(more.foes)
            && self.friends.within(more.friends)
            && self.royal.within(more.royal)
            && self.common.within(more.common)
            && (self.relayer.is_none() || self.relayer == more.relayer)
    }

    /// Whether it asks who stands somewhere, besides enemies.
    pub fn asks_who(&self) -> bool {
        self.relayer.is_some() || !(self.friends | self.royal | self.common).is_empty()
    }
}

/// A capture in passing on the way: the needs of the path hold once its victim is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Passant<const W: usize = 4> {
    /// The passed cell.
    pub cell: Site,
    /// Must be empty before the victim is gone.
    pub empty: SiteSet<W>,
    /// Must be occupied before the victim is gone.
    pub occupied: SiteSet<W>,
}

/// The most cells that one move passes and leaves open to `e`.
pub const PASSED: usize = 16;

/// The most pieces one move captures.
pub const CAPTURES: usize = 8;

/// Room for so many ways through a term from a cell is made at once.
const USUAL_PATHS: usize = 32;

/// The most ways through one term from one cell that are traced.
pub const MAX_PATHS: usize = 4_000;
/// And the most steps that it takes to find them.
pub const MAX_STEPS: usize = 16 * MAX_PATHS;

/// Every way through `term` for `piece` on `from` under `restriction`, but those that it lends to others.
/// Castling has none here. At most
/// [`MAX_PATHS`]; [`count`] tells whether that is all.
pub fn paths<const W: usize>(
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
    restriction: &Condition,
) -> Vec<Path<W>> {
    let mut out = trace(terrain, from, piece, term).map_or(Vec::new(), |tracer| tracer.out);
    out.retain(|path| path.from == from);
    allow(&mut out, terrain, from, piece, term, restriction);
    if out.iter().any(|p| p.allowed) { out } else { Vec::new() }
}

fn allow<const W: usize>(
    paths: &mut [Path<W>],
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
    restriction: &Condition,
) {
    if let (Condition::Always, Condition::Always) = (&term.when, restriction) {
        paths.iter_mut().for_each(|path| path.allowed = true);
        return;
    }
    for path in paths {
        let holds = |c| terrain.holds(c, piece.side, piece.kind, from, path.to);
        path.allowed = holds(&term.when) && holds(restriction);
    }
}

/// How many steps it takes to trace every way through `term` for `piece` on `from`, if they are few
/// enough to be traced and none captures more than `captures` pieces.
pub fn count<const W: usize>(
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
    captures: u32,
) -> Option<usize> {
    let Some(tracer) = trace::<W>(terrain, from, piece, term) else { return Some(0) };
    let few = |p: &Path<W>| p.captured.count() < captures && p.passed.count() as usize <= PASSED;
    let fits = tracer.out.iter().all(few);
    (tracer.complete && fits).then_some(tracer.steps + tracer.out.len())
}

/// What was found of the ways through a term.
struct Traced<const W: usize> {
    out: Vec<Path<W>>,
    steps: usize,
    /// Whether that is all.
    complete: bool,
}

fn trace<const W: usize>(
    terrain: Terrain<'_>,
    from: Site,
    piece: Piece,
    term: &Term,
) -> Option<Traced<W>> {
    let Action::Walk(walk) = &term.action else { return None };
    if walk.first_move && !terrain.start_cells[piece.side][piece.kind].has(from) {
        return None;
    }
    let mut traced = Traced { out: Vec::new(), steps: 0, complete: true };
    for walk in turned(walk, terrain.graph) {
        let tracer = trace_walk(terrain, from, piece, &walk);
        traced.steps += tracer.steps;
        traced.complete &= tracer.complete;
        // A path is large: what most terms find is not copied.
        match traced.out.is_empty() {
            true => traced.out = tracer.out,
            false => traced.out.extend(tracer.out),
        }
    }
    Some(traced)
}

fn trace_walk<'a, const W: usize>(
    terrain: Terrain<'a>,
    from: Site,
    piece: Piece,
    walk: &'a Walk,
) -> Tracer<'a, W> {
    let mut tracer = Tracer {
        terrain,
        piece,
        walk,
        memory: walk.memory(),
        known: FxHashMap::default(),
        todo: SmallVec::new(),
        next: 0,
        steps: 0,
        complete: true,
        out: Vec::with_capacity(USUAL_PATHS),
    };
    for leg in walk.entries() {
        tracer.todo.push((
            leg,
            Spot::On(terrain.graph.node(from)),
            Progress::new(
                from,
                terrain.graph.compass(),
                terrain.rules.open_kinds().next().is_some(),
            ),
        ));
    }
    while tracer.complete
        && let Some(&(leg, spot, progress)) = tracer.todo.get(tracer.next)
    {
        tracer.next += 1;
        tracer.leg(leg, spot, progress);
    }
    tracer
}

/// Where a leg ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Spot {
    On(Node),
    /// Beyond the edge, one stride along a sector of a node's frame from it.
    Beyond(Node, Stride, u8),
}

/// All that decides how a walk goes on, but for what it asked so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct WalkKey<const W: usize> {
    index: usize,
    spot: Spot,
    bearing: Bearing,
    captured: SiteSet<W>,
    shifted: Option<(Site, Site)>,
    strides: usize,
}

struct Tracer<'a, const W: usize> {
    terrain: Terrain<'a>,
    piece: Piece,
    walk: &'a Walk,
    memory: u32,
    /// What walks with loops have asked of cells on their ways, by where they stood.
    known: FxHashMap<WalkKey<W>, Vec<Needs<W>>>,
    /// Legs to be walked, in order; those behind `next`.
    todo: SmallVec<[(usize, Spot, Progress<W>); 1]>,
    next: usize,
    steps: usize,
    complete: bool,
    out: Vec<Path<W>>,
}

/// A leg on its way.
#[derive(Clone, Copy)]
struct Ride<'a, const W: usize> {
    index: usize,
    leg: &'a Leg,
    start: Spot,
    at: Spot,
    sector: u8,
    hand: Hand,
    /// Strides taken.
    taken: usize,
    hopped: bool,
    progress: Progress<W>,
}

impl<'a, const W: usize> Tracer<'a, W> {
    fn leg(&mut self, index: usize, spot: Spot, progress: Progress<W>) {
        let leg = &self.walk.legs[index];
        if !self.walk.loops.is_empty() {
            let Progress { bearing, captured, strides, needs, .. } = progress;
            let shifted = progress.shifted();
            let key = WalkKey { index, spot, bearing, captured, shifted, strides };
            let known = self.known.entry(key).or_default();
            // A walk that was here before and asked no more has found all that this one could.
            if known.iter().any(|less| less.within(&needs)) {
                return;
            }
            self.steps += known.len() / 16;
            known.push(needs);
        }
        for sector in progress.bearing.sectors(self.piece.side, leg).iter() {
            let bearing = progress.bearing.along(leg.stride, sector, self.memory);
            let mut progress = progress.with_family(leg, sector);
            progress.bearing = bearing;
            if leg.stride == Stride::Universal {
                for site in self.terrain.graph.sites() {
                    if spot != Spot::On(self.terrain.graph.node(site)) {
                        progress.strides = 1;
                        self.land(index, spot, site, &progress);
                    }
                }
                continue;
            }
            for &hand in hands(leg.course) {
                let (at, taken, hopped) = (spot, 0, false);
                self.ride(Ride {
                    index,
                    leg,
                    start: spot,
                    at,
                    sector,
                    hand,
                    taken,
                    hopped,
                    progress,
                });
            }
        }
    }

    /// The strides of a leg from where it is, one after another.
    fn ride(&mut self, mut ride: Ride<'a, W>) {
        let leg = ride.leg;
        let before = ride.progress.before;
        let (mut min, mut max) = (usize::from(leg.range.min), leg.range.max.map(usize::from));
        if leg.pace == Pace::AsBefore {
            min = min.max(before);
            max = Some(max.map_or(before, |m| m.min(before)));
        }
        let longest = self.terrain.graph.longest_ride();
        while max.is_none_or(|max| ride.taken < max) && ride.taken < longest {
            if !self.within_budget() {
                return;
            }
            let graph = self.terrain.graph;
            if ride.taken > 0 {
                let (at, hand) = (ride.sector, ride.hand);
                ride.sector =
                    next_sector(graph.compass(), leg.stride, leg.course, hand, ride.taken, at);
                ride.progress.bearing = ride.progress.bearing.curved(leg.stride, ride.sector);
            }
            ride.taken += 1;
            ride.progress.strides = ride.taken;
            let way = match ride.at {
                Spot::On(node) => graph.stride(node, leg.stride, ride.sector, leg.edges),
                Spot::Beyond(node, out, away) => {
                    let back = out == leg.stride && graph.compass().back(away) == ride.sector;
                    back.then(|| StridePath { path: smallvec![node], carry: Carry::NONE })
                }
            };
            let skipping = leg.passage == Passage::SkipFirst && ride.taken == 1;
            let on_board = way.as_ref().and_then(|w| w.path.last()).copied();
            let on_board = on_board.filter(|&n| skipping || graph.site(n).is_some());
            let (Some(StridePath { path, carry }), Some(node)) = (way, on_board) else {
                if let (Spot::On(last), Edges::Open) = (ride.at, leg.edges)
                    && ride.taken >= min
                    && !self.walk.is_final(ride.index)
                {
                    let beyond = Spot::Beyond(last, leg.stride, ride.sector);
                    self.go_on(ride.index, beyond, &ride.progress);
                }
                return;
            };
            if ride.start == Spot::On(node) {
                return;
            }
            let between = &path[..path.len() - 1];
            let sites = || between.iter().filter_map(|&n| graph.site(n));
            ride.at = Spot::On(node);
            ride.carry(graph.compass(), carry);
            match leg.passage {
                Passage::Lame => {
                    let mut empty = |site| ride.progress.empty(site);
                    if !between.iter().all(|&n| graph.site(n).is_some_and(&mut empty)) {
                        return;
                    }
                }
                Passage::MustJump => {
                    // Which cell holds the one hurdle.
                    for hurdle in sites() {
                        let mut next = ride;
                        let jumped = sites().all(|s| match s == hurdle {
                            true => next.progress.occupied(s),
                            false => next.progress.empty(s),
                        });
                        if jumped && self.arrive(&mut next, between, min) {
                            self.ride(next);
                        }
                    }
                    return;
                }
                Passage::Free | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => {}
            }
            if skipping {
                ride.leave_trace(sites());
                continue;
            }
            if !self.arrive(&mut ride, between, min) {
                return;
            }
        }
    }

    /// What may be done where a stride ends; whether the ride goes on beyond it.
    fn arrive(&mut self, ride: &mut Ride<'a, W>, between: &[Node], min: usize) -> bool {
        let graph = self.terrain.graph;
        let Spot::On(node) = ride.at else { return false };
        let Some(site) = graph.site(node) else { return false };
        ride.leave_trace(between.iter().filter_map(|&n| graph.site(n)));
        let hops = matches!(ride.leg.passage, Passage::Hop | Passage::HopAndLand);
        if hops && !ride.hopped {
            let mut next = Ride { hopped: true, ..*ride };
            if next.progress.occupied(site) {
                self.ride(next);
            }
        } else {
            if ride.taken >= min {
                self.land(ride.index, ride.start, site, &ride.progress);
            }
            if ride.leg.passage == Passage::HopAndLand {
                return false;
            }
        }
        if !ride.progress.empty(site) {
            return false;
        }
        if !hops || ride.hopped {
            ride.leave_trace([site].into_iter());
        }
        true
    }

    /// Ends leg `index`, which began on `start`, on `site` in every way its mode allows.
    fn land(&mut self, index: usize, start: Spot, site: Site, progress: &Progress<W>) {
        let with = |change: fn(&mut Progress<W>, Site) -> bool| {
            let mut next = *progress;
            change(&mut next, site).then_some(next)
        };
        let mode = self.walk.legs[index].mode;
        let last = self.walk.is_final(index);
        let spot = Spot::On(self.terrain.graph.node(site));
        if mode.relay {
            if let Some(progress) = progress.lent(site, self.piece.kind) {
                self.end(index, start, spot, &progress, End::Explicit);
            }
            return;
        }
        if !last && mode.quiet && mode.hop {
            // Whatever stands there: nothing is asked.
            self.end(index, start, spot, progress, End::Explicit);
        } else {
            if mode.quiet
                && let Some(progress) = with(Progress::empty)
            {
                self.end(index, start, spot, &progress, End::Quiet);
            }
            if mode.hop
                && !last
                && let Some(progress) = with(Progress::occupied)
            {
                self.end(index, start, spot, &progress, End::Explicit);
            }
        }
        if mode.capture
            && let Some(progress) = progress.capture(site, Owner::Foe, mode.prey)
        {
            self.end(index, start, spot, &progress, End::Capture);
        }
        if mode.own
            && let Some(progress) = progress.capture_own(site)
        {
            self.end(index, start, spot, &progress, End::Explicit);
        }
        if mode.en_passant
            && let Some(progress) = with(Progress::empty)
        {
            if last && !progress.is_owner_sensitive() {
                self.end(index, start, spot, &progress, End::Passant);
            } else if let Some(progress) = progress.capture_passing(site) {
                self.end(index, start, spot, &progress, End::Explicit);
            }
        }
    }

    /// Puts down what is to be put down where the leg began, and goes on.
    fn end(&mut self, index: usize, start: Spot, spot: Spot, progress: &Progress<W>, end: End) {
        if self.walk.legs[index].mode.unload && progress.has_victim() {
            let Spot::On(node) = start else { return };
            let put = self.terrain.graph.site(node).and_then(|site| progress.unload(site));
            let Some(put) = put else { return };
            return self.stop(index, spot, &put, end);
        }
        self.stop(index, spot, progress, end);
    }

    /// Goes on to the next leg, or ends the walk.
    fn stop(&mut self, index: usize, spot: Spot, progress: &Progress<W>, end: End) {
        if !self.walk.is_final(index) {
            self.go_on(index, spot, progress);
        } else if let Spot::On(node) = spot
            && let Some(to) = self.terrain.graph.site(node)
        {
            self.out.push(progress.finish(to, end));
        }
    }

    fn go_on(&mut self, index: usize, spot: Spot, progress: &Progress<W>) {
        for next in self.walk.following(index) {
            if self.within_budget() {
                self.todo.push((next, spot, progress.after_leg()));
            }
        }
    }

    /// Counts a step; false once there were too many.
    fn within_budget(&mut self) -> bool {
        self.steps += 1;
        self.complete &= self.out.len() < MAX_PATHS && self.steps < MAX_STEPS;
        self.complete
    }
}

impl<const W: usize> Ride<'_, W> {
    /// Into the frame of the node where the last stride ended.
    fn carry(&mut self, compass: Compass, carry: Carry) {
        self.sector = compass.carried(carry, self.leg.stride, self.sector);
        self.progress.bearing = self.progress.bearing.carried(carry);
        if carry.is_mirrored() {
            self.hand = self.hand.other();
        }
    }

    fn leave_trace(&mut self, sites: impl Iterator<Item = Site>) {
        if self.leg.leaves_trace {
            self.progress.passed |= sites.collect();
        }
    }
}

/// Which lines a stride along `sector` runs along.
fn family(stride: Stride, sector: u8) -> Family {
    match stride {
        Stride::Radial { length: 1, axes: Axes::Orthogonal | Axes::Diagonal | Axes::Both } => {
            if sector.is_multiple_of(2) {
                Family::Orthogonal
            } else {
                Family::Diagonal
            }
        }
        Stride::Radial { .. }
        | Stride::Oblique { .. }
        | Stride::Rising { .. }
        | Stride::Universal => Family::Other,
    }
}
