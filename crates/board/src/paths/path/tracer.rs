//! Tracing: finds every path of one term, from one cell after another. Data that depends only on
//! the term is computed once, and buffers are reused. The result for a cell does not depend on
//! earlier calls.

use super::requirements::{CAPTURES, End, MAX_PATHS, MAX_STEPS, Owner, PASSED, Path, Progress};
use crate::paths::meter::Spent;
use crate::paths::terrain::{Piece, Terrain, turned};
use alfil_rules::condition::Condition;
use alfil_rules::movement::{Action, Edges, Gait, Leg, Pace, Passage, Stride, Term, Walk};
use alfil_topology::bearing::{Bearing, Hand, Turns, hands, next_sector};
use alfil_topology::compass::{Carry, Compass};
use alfil_topology::graph::{Node, StridePath};
use alfil_topology::site_set::{Site, SiteSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::mem::swap;

/// Finds the paths of one term.
pub struct Tracer<'a, const W: usize> {
    terrain: Terrain<'a>,
    term: &'a Term,
    routes: Vec<Route<'a>>,
    /// True if the game has transparent kinds.
    open: bool,
    room: Room<W>,
}

/// A walk in a form for this board, with data that depends only on the walk.
struct Route<'a> {
    walk: Cow<'a, Walk>,
    /// The number of earlier headings to which the legs of the walk refer.
    memory: u32,
    /// The legs with which the walk may begin.
    entries: Vec<usize>,
    /// For each leg, the legs that may follow it.
    following: Vec<Vec<usize>>,
    /// A cache of the directions in which each leg may continue.
    turns: Turns,
}

/// Buffers of a trace from one cell.
struct Room<const W: usize> {
    /// For walks with loops: the indices of finished entries of `todo`, by the hash of their keys.
    known: FxHashMap<u64, SmallVec<[u32; 2]>>,
    /// All legs in order. Those before `next` are finished, the others are pending.
    todo: Vec<(usize, Spot, Progress<W>)>,
    next: usize,
    budget: Budget,
    out: Vec<Path<W>>,
}

/// The limits of a trace of one term from one cell.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    steps: usize,
    /// False once a limit was reached.
    complete: bool,
    /// The trace stops once it has found this many paths.
    most: usize,
}

impl Budget {
    /// Counts a step, when `found` paths are known. Returns false once a limit is reached.
    pub(crate) fn spend(&mut self, found: usize) -> bool {
        self.steps += 1;
        self.complete &= found < self.most && self.steps < MAX_STEPS;
        self.complete
    }
}

impl<'a, const W: usize> Tracer<'a, W> {
    /// Prepares the walks of `term`. Castling and drops have no paths.
    pub fn new(terrain: Terrain<'a>, term: &'a Term) -> Tracer<'a, W> {
        let routes = match &term.action {
            Action::Walk(walk) => turned(walk, terrain.graph).into_iter().map(Route::new).collect(),
            Action::Castle(_) | Action::Drop(_) => Vec::new(),
        };
        let room = Room {
            known: FxHashMap::default(),
            todo: Vec::new(),
            next: 0,
            budget: Budget { steps: 0, complete: true, most: MAX_PATHS },
            out: Vec::new(),
        };
        let open = terrain.rules.open_kinds().next().is_some();
        Tracer { terrain, term, routes, open, room }
    }

    pub(crate) fn term(&self) -> &'a Term {
        self.term
    }

    /// Finds every path for `piece` on `from`, including those that it lends to other pieces.
    /// Conditions are ignored. Returns at most [`MAX_PATHS`].
    pub fn trace(&mut self, from: Site, piece: Piece) -> &[Path<W>] {
        let room = &mut self.room;
        (room.budget.steps, room.budget.complete) = (0, true);
        room.out.clear();
        let terrain = self.terrain;
        if self.term.needs_start_cell() && !terrain.start_cells[piece.side][piece.kind].has(from) {
            return &[];
        }
        for route in &mut self.routes {
            let start = Spot::On(terrain.graph.node(from));
            let progress = Progress::new(from, terrain.graph.compass(), self.open);
            room.known.clear();
            room.todo.clear();
            room.todo.extend(route.entries.iter().map(|&leg| (leg, start, progress)));
            room.next = 0;
            Tracing { terrain, piece, route, room }.run();
        }
        &room.out
    }

    /// Moves the paths of the last trace to `room`. The old buffer of `room` is used for the next
    /// trace.
    pub(crate) fn give(&mut self, room: &mut Vec<Path<W>>) {
        swap(room, &mut self.room.out);
    }

    /// Returns the paths of the last trace. The tracer keeps its buffer.
    pub(crate) fn take(&mut self) -> Vec<Path<W>> {
        self.room.out.drain(..).collect()
    }

    /// Returns the number of steps of the last trace.
    pub fn steps(&self) -> usize {
        self.room.budget.steps
    }

    /// Returns the cost of the last trace. Must be called before the paths are moved away.
    pub(crate) fn spent(&self) -> Spent {
        let few = |path: &Path<W>| {
            path.captured().count() < CAPTURES as u32 && path.passed().count() as usize <= PASSED
        };
        let fits =
            self.room.budget.complete && self.room.out.iter().all(|p| p.is_plain() || few(p));
        let steps = self.room.budget.steps + self.room.out.len();
        let of_legs = if self.routes.iter().any(|r| has_legs(&r.walk)) { steps } else { 0 };
        Spent { steps, of_legs, failed: usize::from(!fits) }
    }

    /// Returns the last cells of the paths for `piece` on `from` that the term's conditions and
    /// `restriction` allow. Paths that the piece lends to others are left out.
    pub(crate) fn ends(&mut self, from: Site, piece: Piece, restriction: &Condition) -> SiteSet<W> {
        let (terrain, term) = (self.terrain, self.term);
        let own = self.trace(from, piece).iter().filter(|path| path.from == from);
        let mut ends: SiteSet<W> = own.map(|path| path.to).collect();
        for condition in [&term.when, restriction] {
            match terrain.holds_from(condition, piece.side, piece.kind, from) {
                Some(true) => {}
                Some(false) => return SiteSet::EMPTY,
                None => {
                    let holds =
                        |to: &Site| terrain.holds(condition, piece.side, piece.kind, from, *to);
                    ends = ends.into_iter().filter(holds).collect();
                }
            }
        }
        ends
    }

    /// Returns whether the term's conditions and `restriction` allow a path for `piece` on `from`.
    /// The first path is usually allowed, so the search first stops after one path.
    pub(crate) fn is_any(&mut self, from: Site, piece: Piece, restriction: &Condition) -> bool {
        self.room.budget.most = 1;
        let found = self.allowed(from, piece, restriction).next().is_some();
        self.room.budget.most = MAX_PATHS;
        found || !self.is_complete() && self.allowed(from, piece, restriction).next().is_some()
    }

    /// Returns whether the last trace found all paths.
    pub fn is_complete(&self) -> bool {
        self.room.budget.complete
    }

    /// Returns the paths for `piece` on `from` that the term's conditions and `restriction` allow.
    /// Paths that the piece lends to others are left out.
    pub(crate) fn allowed(
        &mut self,
        from: Site,
        piece: Piece,
        restriction: &Condition,
    ) -> impl Iterator<Item = &Path<W>> {
        let (terrain, when) = (self.terrain, &self.term.when);
        let holds = move |c: &Condition, to| terrain.holds(c, piece.side, piece.kind, from, to);
        let is_allowed = move |path: &&Path<W>| {
            path.from == from && holds(when, path.to) && holds(restriction, path.to)
        };
        self.trace(from, piece).iter().filter(is_allowed)
    }
}

/// Returns whether a walk has several legs or repeats one. Other walks usually have few paths.
pub fn has_legs(walk: &Walk) -> bool {
    !walk.loops.is_empty() || walk.legs.len() > 1
}

impl<'a> Route<'a> {
    fn new(walk: Cow<'a, Walk>) -> Route<'a> {
        let legs = 0..walk.legs.len();
        let following =
            legs.map(|leg| if walk.is_final(leg) { Vec::new() } else { walk.following(leg) });
        Route {
            memory: walk.memory(),
            entries: walk.entries(),
            following: following.collect(),
            turns: Turns::default(),
            walk,
        }
    }
}

/// The place where a leg begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Spot {
    On(Node),
    /// A place outside the board: one stride along a sector from a node.
    Beyond(Node, Stride, u8),
}

/// Everything that determines the rest of a walk, except for the requirements so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct WalkKey<const W: usize> {
    index: usize,
    spot: Spot,
    bearing: Bearing,
    captured: SiteSet<W>,
    shifted: Option<(Site, Site)>,
    strides: usize,
}

impl<const W: usize> WalkKey<W> {
    fn of(&(index, spot, ref progress): &(usize, Spot, Progress<W>)) -> WalkKey<W> {
        let &Progress { bearing, captured, strides, .. } = progress;
        WalkKey { index, spot, bearing, captured, shifted: progress.shifted(), strides }
    }
}

/// A trace of one walk from one cell.
struct Tracing<'r, 'a, const W: usize> {
    terrain: Terrain<'a>,
    piece: Piece,
    route: &'r mut Route<'a>,
    room: &'r mut Room<W>,
}

/// The state of a leg under construction.
#[derive(Clone, Copy)]
struct Ride<const W: usize> {
    index: usize,
    start: Spot,
    at: Spot,
    sector: u8,
    hand: Hand,
    /// Strides taken so far.
    taken: usize,
    hopped: bool,
    progress: Progress<W>,
}

impl<const W: usize> Tracing<'_, '_, W> {
    fn run(&mut self) {
        while self.room.budget.complete
            && let Some(&(leg, spot, progress)) = self.room.todo.get(self.room.next)
        {
            self.room.next += 1;
            if self.is_new() {
                self.leg(leg, spot, &progress);
            }
        }
    }

    /// Returns whether the next leg may find paths that no earlier one has found.
    fn is_new(&mut self) -> bool {
        if self.route.walk.loops.is_empty() {
            return true;
        }
        let Room { known, todo, next, budget, .. } = &mut *self.room;
        let own = &todo[*next - 1];
        let key = WalkKey::of(own);
        let walked = known.entry(FxBuildHasher.hash_one(key)).or_default();
        // An earlier leg with the same key and fewer requirements finds all paths that this one
        // would find.
        let finds_all = |number: &u32| {
            let other = &todo[*number as usize];
            other.2.needs.within(&own.2.needs) && WalkKey::of(other) == key
        };
        if walked.iter().any(finds_all) {
            return false;
        }
        budget.steps += walked.len() / 16;
        walked.push(*next as u32 - 1);
        true
    }

    fn leg(&mut self, index: usize, spot: Spot, progress: &Progress<W>) {
        let Route { walk, memory, turns, .. } = &mut *self.route;
        let memory = *memory;
        let Leg { stride, course, .. } = walk.legs[index];
        let forward = self.terrain.graph.forward(self.piece.side);
        for sector in turns.sectors(progress.bearing, forward, index, &walk.legs[index]).iter() {
            let bearing = progress.bearing.along(stride, sector, memory);
            let (start, at, taken, hopped) = (spot, spot, 0, false);
            let hands = hands(course);
            let (hand, progress) = (hands[0], *progress);
            let mut ride = Ride { index, start, at, sector, hand, taken, hopped, progress };
            ride.progress.begin_leg(&self.route.walk.legs[index], sector, bearing);
            if stride == Stride::Universal {
                for site in self.terrain.graph.sites() {
                    if spot != Spot::On(self.terrain.graph.node(site)) {
                        ride.progress.strides = 1;
                        self.land(index, spot, site, &ride.progress);
                    }
                }
                continue;
            }
            if let [_, other] = hands {
                self.ride(&mut Ride { ..ride });
                ride.hand = *other;
            }
            self.ride(&mut ride);
        }
    }

    /// Takes the remaining strides of a leg, one after another.
    fn ride(&mut self, ride: &mut Ride<W>) {
        let Leg { stride, course, range, pace, passage, edges, leaves_trace, .. } =
            self.route.walk.legs[ride.index];
        let before = ride.progress.before;
        let (mut min, mut max) = (usize::from(range.min), range.max.map(usize::from));
        if pace == Pace::AsBefore {
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
                ride.sector = next_sector(graph.compass(), stride, course, hand, ride.taken, at);
                ride.progress.bearing = ride.progress.bearing.curved(stride, ride.sector);
            }
            ride.taken += 1;
            ride.progress.strides = ride.taken;
            let way = match ride.at {
                Spot::On(node) => graph.stride(node, stride, ride.sector, edges),
                Spot::Beyond(node, out, away) => {
                    let back = out == stride && graph.compass().back(away) == ride.sector;
                    back.then(|| StridePath { path: smallvec![node], carry: Carry::NONE })
                }
            };
            let skipping = passage == Passage::SkipFirst && ride.taken == 1;
            let on_board = way.as_ref().and_then(|w| w.path.last()).copied();
            let on_board = on_board.filter(|&n| skipping || graph.site(n).is_some());
            let (Some(StridePath { path, carry }), Some(node)) = (way, on_board) else {
                if let (Spot::On(last), Edges::Open) = (ride.at, edges)
                    && ride.taken >= min
                    && !self.route.walk.is_final(ride.index)
                {
                    let beyond = Spot::Beyond(last, stride, ride.sector);
                    self.go_on(ride.index, beyond, &mut ride.progress);
                }
                return;
            };
            if ride.start == Spot::On(node) {
                return;
            }
            let between = &path[..path.len() - 1];
            let sites = || between.iter().filter_map(|&n| graph.site(n));
            ride.at = Spot::On(node);
            ride.carry(graph.compass(), carry, stride);
            match passage {
                Passage::Lame => {
                    let mut empty = |site| ride.progress.empty(site);
                    if !between.iter().all(|&n| graph.site(n).is_some_and(&mut empty)) {
                        return;
                    }
                }
                Passage::MustJump => {
                    // The path branches: each cell between may hold the hurdle.
                    for hurdle in sites() {
                        let mut next = *ride;
                        let jumped = sites().all(|s| {
                            if s == hurdle {
                                next.progress.occupied(s)
                            } else {
                                next.progress.empty(s)
                            }
                        });
                        if jumped && self.arrive(&mut next, between, min) {
                            self.ride(&mut next);
                        }
                    }
                    return;
                }
                Passage::Free | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => {}
            }
            if skipping {
                ride.progress.passed |= traced(leaves_trace, sites());
                continue;
            }
            if !self.arrive(ride, between, min) {
                return;
            }
        }
    }

    /// Handles the end of a stride. Returns whether the ride continues.
    fn arrive(&mut self, ride: &mut Ride<W>, between: &[Node], min: usize) -> bool {
        let graph = self.terrain.graph;
        let Spot::On(node) = ride.at else { return false };
        let Some(site) = graph.site(node) else { return false };
        let Leg { passage, leaves_trace, gait, .. } = self.route.walk.legs[ride.index];
        let passed = between.iter().filter_map(|&n| graph.site(n));
        ride.progress.passed |= traced(leaves_trace, passed);
        let hops = matches!(passage, Passage::Hop | Passage::HopAndLand);
        if hops && !ride.hopped {
            let mut next = Ride { hopped: true, ..*ride };
            if next.progress.occupied(site) {
                self.ride(&mut next);
            }
        } else {
            if ride.taken >= min {
                self.land(ride.index, ride.start, site, &ride.progress);
            }
            if passage == Passage::HopAndLand {
                return false;
            }
        }
        match gait {
            Gait::Natural if !ride.progress.empty(site) => return false,
            Gait::Natural | Gait::Leaping => {}
        }
        if !hops || ride.hopped {
            ride.progress.passed |= traced(leaves_trace, [site].into_iter());
        }
        true
    }

    /// Ends leg `index` on `site`, in every way that the mode of the leg allows. `start` is the
    /// place where the leg began.
    fn land(&mut self, index: usize, start: Spot, site: Site, progress: &Progress<W>) {
        let mode = self.route.walk.legs[index].mode;
        let last = self.route.walk.is_final(index);
        // Most paths end here. They do not need a copy of the state.
        if last
            && mode.is_plain()
            && let Some(path) = progress.arrived(site)
        {
            if mode.quiet {
                self.room.out.push(Path { end: End::Quiet, ..path.clone() });
            }
            if mode.capture {
                self.room.out.push(Path { end: End::Capture, ..path });
            }
            return;
        }
        let (spot, kind) = (Spot::On(self.terrain.graph.node(site)), self.piece.kind);
        let whose = self.terrain.rules.kinds[kind].owner;
        let mut changed = |change: &mut dyn FnMut(&mut Progress<W>) -> bool, end: End| {
            let mut next = *progress;
            if change(&mut next) {
                self.end(index, start, spot, &mut next, end);
            }
        };
        if mode.relay {
            return changed(&mut |next| next.lend(site, kind, whose), End::Explicit);
        }
        if !last && mode.quiet && mode.hop {
            // A quiet leg that may also hop continues over any cell, so the cell has no
            // requirement.
            changed(&mut |_| true, End::Explicit);
        } else {
            if mode.quiet {
                changed(&mut |next| next.empty(site), End::Quiet);
            }
            if mode.hop && !last {
                changed(&mut |next| next.occupied(site), End::Explicit);
            }
        }
        if mode.capture {
            changed(&mut |next| next.capture(site, Owner::Foe, mode.prey), End::Capture);
        }
        if mode.own {
            changed(&mut |next| next.capture_own(site), End::Explicit);
        }
        if mode.en_passant {
            let mut next = *progress;
            if next.empty(site) {
                if last && !next.is_owner_sensitive() {
                    self.end(index, start, spot, &mut next, End::Passant);
                } else if next.capture_passing(site) {
                    self.end(index, start, spot, &mut next, End::Explicit);
                }
            }
        }
    }

    /// Ends a leg. If the mode of the leg unloads, the captured piece is put down where the leg
    /// began. The walk then continues.
    fn end(&mut self, index: usize, start: Spot, spot: Spot, progress: &mut Progress<W>, end: End) {
        if self.route.walk.legs[index].mode.unload && progress.has_victim() {
            let Spot::On(node) = start else { return };
            let Some(site) = self.terrain.graph.site(node) else { return };
            if !progress.unload(site) {
                return;
            }
        }
        self.stop(index, spot, progress, end);
    }

    /// Continues with the next leg, or ends the walk.
    fn stop(&mut self, index: usize, spot: Spot, progress: &mut Progress<W>, end: End) {
        if !self.route.walk.is_final(index) {
            self.go_on(index, spot, progress);
        } else if let Spot::On(node) = spot
            && let Some(to) = self.terrain.graph.site(node)
        {
            self.room.out.push(progress.finish(to, end));
        }
    }

    fn go_on(&mut self, index: usize, spot: Spot, progress: &mut Progress<W>) {
        progress.end_leg();
        for at in 0..self.route.following[index].len() {
            if self.within_budget() {
                let next = self.route.following[index][at];
                self.room.todo.push((next, spot, *progress));
            }
        }
    }

    /// Counts a step. Returns false once a limit is reached.
    fn within_budget(&mut self) -> bool {
        self.room.budget.spend(self.room.out.len())
    }
}

impl<const W: usize> Ride<W> {
    /// Converts directions to the frame of the node where the last stride ended. On boards with
    /// joined edges, frames may differ.
    fn carry(&mut self, compass: Compass, carry: Carry, stride: Stride) {
        self.sector = compass.carried(carry, stride, self.sector);
        self.progress.bearing = self.progress.bearing.carried(carry);
        if carry.is_mirrored() {
            self.hand = self.hand.other();
        }
    }
}

/// Returns `sites` if the leg leaves them as en passant squares, and no sites if not.
fn traced<const W: usize>(leaves_trace: bool, sites: impl Iterator<Item = Site>) -> SiteSet<W> {
    if leaves_trace { sites.collect() } else { SiteSet::EMPTY }
}
