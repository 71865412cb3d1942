//! The paths of a movement from one cell of a position. Each stride examines the cells that it
//! meets, without any tables.

use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::BoardPosition;
use alfil_board::paths::terrain::{Piece, turned};
use alfil_rules::movement::{
    Action, Edges, Gait, Leg, Mode, Pace, Passage, Prey, Stride, Term, Walk,
};
use alfil_rules::ruleset::Blocking;
use alfil_rules::side::Side;
use alfil_topology::bearing::{Bearing, Hand, hands, next_sector};
use alfil_topology::compass::Carry;
use alfil_topology::graph::{Node, StridePath};
use alfil_topology::site_set::{AnySet, Site};
use smallvec::{SmallVec, smallvec};
use std::cell::Cell;
use std::collections::HashSet;

/// A path of a term in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The last cell.
    pub to: Site,
    /// The start cells of captured pieces.
    pub captured: Vec<Site>,
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub shifted: Option<(Site, Site)>,
    /// The en passant squares that the path leaves.
    pub(crate) passed: Vec<Site>,
}

/// Returns the paths of `term` for the piece on `from`. The term belongs to the piece on `start`.
/// If these are different pieces, the piece on `start` lends the term. Conditions are ignored.
/// Empty if `start` is empty or the term is no walk.
pub fn walks(
    model: &BoardModel,
    position: &BoardPosition,
    from: Site,
    start: Site,
    term: &Term,
) -> Vec<Path> {
    looking_walks(model, position, from, start, term).0
}

/// Like [`walks`], but also returns the cells whose contents decide which paths there are.
pub(super) fn looking_walks(
    model: &BoardModel,
    position: &BoardPosition,
    from: Site,
    start: Site,
    term: &Term,
) -> (Vec<Path>, AnySet) {
    let nothing = (Vec::new(), AnySet::EMPTY);
    let (Action::Walk(walk), Some(piece)) = (&term.action, position.piece(start)) else {
        return nothing;
    };
    let side = piece.side;
    if walk.first_move && !model.start_cells[side][piece.kind].has(start) {
        return nothing;
    }
    let walks = turned(walk, &model.graph).into_iter();
    let (mut paths, mut met) = nothing;
    for walk in walks {
        let (found, looked) = along(model, position, from, (start, side), &walk);
        paths.extend(found);
        met |= looked;
    }
    (paths, met)
}

fn along(
    model: &BoardModel,
    position: &BoardPosition,
    from: Site,
    (start, side): (Site, Side),
    walk: &Walk,
) -> (Vec<Path>, AnySet) {
    let (seen, todo, out) = (HashSet::new(), Vec::new(), Vec::new());
    let met = Cell::new(AnySet::EMPTY);
    let mut walker = Walker { model, position, side, walk, borrower: from, seen, todo, out, met };
    let progress = Progress {
        now: Changes::of(start),
        captured: Vec::new(),
        victim: None,
        passed: Vec::new(),
        bearing: Bearing::new(model.graph.compass()),
        strides: 0,
    };
    for leg in walk.entries() {
        walker.todo.push((leg, Spot::On(model.graph.node(start)), progress.clone()));
    }
    while let Some((leg, spot, progress)) = walker.todo.pop() {
        walker.leg(leg, spot, progress);
    }
    (walker.out, walker.met.get())
}

/// The place where a leg begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Spot {
    On(Node),
    /// A place outside the board: one stride along a sector from a node.
    Beyond(Node, Stride, u8),
}

/// The cells that the path has changed so far, in order. Each has the start cell of the piece that
/// is there now, if there is one.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Changes(SmallVec<[(Site, Option<Site>); 3]>);

impl Changes {
    /// Returns the changes after the piece on `start` is lifted.
    fn of(start: Site) -> Changes {
        Changes(smallvec![(start, None)])
    }

    /// Returns the start cell of the piece that is now on `site`. The outer option is `None` if the
    /// cell has not changed, the inner one if it is now empty.
    fn get(&self, site: Site) -> Option<Option<Site>> {
        self.0.iter().find(|change| change.0 == site).map(|change| change.1)
    }

    fn set(&mut self, site: Site, origin: Option<Site>) {
        match self.0.binary_search_by_key(&site, |change| change.0) {
            Ok(at) => self.0[at].1 = origin,
            Err(at) => self.0.insert(at, (site, origin)),
        }
    }
}

/// The state of a path under construction.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    now: Changes,
    /// The start cells of captured pieces.
    captured: Vec<Site>,
    /// The start cell of the last captured piece, while the path can still put it down.
    victim: Option<Site>,
    passed: Vec<Site>,
    bearing: Bearing,
    /// The number of strides of the latest leg.
    strides: usize,
}

struct Walker<'a> {
    model: &'a BoardModel,
    position: &'a BoardPosition,
    side: Side,
    walk: &'a Walk,
    /// The cell of the piece that moves. If another piece lends the walk, the walk starts on the
    /// cell of that piece.
    borrower: Site,
    /// Examined states. Only walks with loops use them.
    seen: HashSet<(usize, Spot, Progress)>,
    todo: Vec<(usize, Spot, Progress)>,
    out: Vec<Path>,
    /// The cells that were examined.
    met: Cell<AnySet>,
}

impl Walker<'_> {
    /// Returns the piece on `site` at this point of the path, and its start cell.
    fn at(&self, site: Site, progress: &Progress) -> Option<(Piece, Site)> {
        let origin = progress.now.get(site).unwrap_or(Some(site))?;
        self.met.set(self.met.get() | AnySet::of(origin));
        self.position.piece(origin).map(|piece| (piece, origin))
    }

    /// Returns whether the mover can capture a piece as an enemy. This includes neutral pieces.
    fn is_foe(&self, piece: Piece) -> bool {
        self.position.are_foes(self.model.rules.sides, self.side, piece.side)
            || self.model.rules.is_neutral(piece.kind)
    }

    /// Returns whether a piece blocks `site` at this point of the path.
    fn is_blocked(&self, site: Site, progress: &Progress) -> bool {
        self.at(site, progress).is_some_and(|(piece, _)| self.blocks(piece))
    }

    fn blocks(&self, piece: Piece) -> bool {
        self.model.rules.kinds[piece.kind].blocks.value == Blocking::Blocks
    }

    fn is_royal(&self, piece: Piece) -> bool {
        self.model.rules.kinds[piece.kind].royal.is_royal()
    }

    fn leg(&mut self, index: usize, spot: Spot, progress: Progress) {
        if !self.walk.loops.is_empty() && !self.seen.insert((index, spot, progress.clone())) {
            return;
        }
        let leg = &self.walk.legs[index];
        let memory = self.walk.memory();
        for sector in progress.bearing.sectors(self.model.graph.forward(self.side), leg).iter() {
            let bearing = progress.bearing.along(leg.stride, sector, memory);
            let progress = Progress { bearing, ..progress.clone() };
            if leg.stride == Stride::Universal {
                for site in self.model.graph.sites() {
                    if spot != Spot::On(self.model.graph.node(site)) {
                        self.stop(index, spot, site, &Progress { strides: 1, ..progress.clone() });
                    }
                }
                continue;
            }
            for &hand in hands(leg.course) {
                self.ride(index, spot, sector, hand, progress.clone());
            }
        }
    }

    fn ride(
        &mut self,
        index: usize,
        start: Spot,
        first: u8,
        mut hand: Hand,
        mut progress: Progress,
    ) {
        let leg = &self.walk.legs[index];
        let graph = &self.model.graph;
        let (mut min, mut max) = (usize::from(leg.range.min), leg.range.max.map(usize::from));
        if leg.pace == Pace::AsBefore {
            min = min.max(progress.strides);
            max = Some(max.map_or(progress.strides, |m| m.min(progress.strides)));
        }
        let mut sector = first;
        let mut hopped = false;
        let mut at = start;
        for stride in 1..=graph.longest_ride() {
            if max.is_some_and(|max| stride > max) {
                return;
            }
            if stride > 1 {
                sector =
                    next_sector(graph.compass(), leg.stride, leg.course, hand, stride - 1, sector);
                progress.bearing = progress.bearing.curved(leg.stride, sector);
            }
            progress.strides = stride;
            let way = match at {
                Spot::On(node) => graph.stride(node, leg.stride, sector, leg.edges),
                // From outside the board, only a stride straight back leads onto it again.
                Spot::Beyond(node, out, away) => {
                    let back = out == leg.stride && graph.compass().back(away) == sector;
                    back.then(|| StridePath { path: smallvec![node], carry: Carry::NONE })
                }
            };
            let skipping = leg.passage == Passage::SkipFirst && stride == 1;
            let beyond = match &way {
                None => true,
                Some(way) => way.path.last().is_some_and(|&n| graph.site(n).is_none()) && !skipping,
            };
            if let (true, Spot::On(node)) = (beyond, at) {
                if leg.edges == Edges::Open && stride >= min && !self.walk.is_final(index) {
                    self.go_on(index, Spot::Beyond(node, leg.stride, sector), progress);
                }
                return;
            }
            let Some(StridePath { path, carry }) = way else { return };
            let Some((&node, between)) = path.split_last() else { return };
            if !self.may_cross(leg, between, &progress) || start == Spot::On(node) {
                return;
            }
            at = Spot::On(node);
            sector = graph.compass().carried(carry, leg.stride, sector);
            progress.bearing = progress.bearing.carried(carry);
            if carry.is_mirrored() {
                hand = hand.other();
            }
            let Some(site) = graph.site(node) else {
                if skipping {
                    continue;
                }
                return;
            };
            if leg.leaves_trace {
                progress.passed.extend(between.iter().filter_map(|&n| graph.site(n)));
                progress.passed = sorted(progress.passed);
            }
            if skipping {
                continue;
            }
            let blocked = self.is_blocked(site, &progress);
            if matches!(leg.passage, Passage::Hop | Passage::HopAndLand) && !hopped {
                hopped = blocked;
                continue;
            }
            if stride >= min {
                self.stop(index, start, site, &progress);
            }
            let stops = match leg.gait {
                Gait::Natural => blocked,
                Gait::Leaping => false,
            };
            if stops || leg.passage == Passage::HopAndLand {
                return;
            }
            if leg.leaves_trace {
                progress.passed.push(site);
                progress.passed = sorted(progress.passed);
            }
        }
    }

    fn may_cross(&self, leg: &Leg, between: &[Node], progress: &Progress) -> bool {
        let graph = &self.model.graph;
        let occupied = |n: &&Node| graph.site(**n).is_some_and(|s| self.is_blocked(s, progress));
        match leg.passage {
            Passage::Lame => between
                .iter()
                .all(|&n| graph.site(n).is_some_and(|s| !self.is_blocked(s, progress))),
            // On boards with joined edges, a stride may pass the same piece twice, so duplicates
            // are removed.
            Passage::MustJump => {
                let hurdles = between.iter().filter(occupied).filter_map(|&n| graph.site(n));
                sorted(hurdles.collect()).len() == 1
            }
            Passage::Free | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => true,
        }
    }

    /// Ends leg `index` on `site`, in every way that the mode of the leg allows. `start` is the
    /// place where the leg began.
    fn stop(&mut self, index: usize, start: Spot, site: Site, progress: &Progress) {
        let mode = self.walk.legs[index].mode;
        let spot = Spot::On(self.model.graph.node(site));
        if mode.relay {
            if site == self.borrower {
                let now = Changes::of(site);
                self.end(index, start, spot, Progress { now, ..progress.clone() });
            }
            return;
        }
        match self.at(site, progress) {
            None => {
                if mode.quiet {
                    self.end(index, start, spot, progress.clone());
                }
                if mode.en_passant {
                    // Another passed cell says nothing, so its victim is not looked at.
                    let here = self.position.ep_squares.iter().filter(|p| p.cell == site);
                    for passed in here {
                        let foe = self.at(passed.victim, progress);
                        if foe.is_some_and(|(piece, _)| self.is_foe(piece)) {
                            self.end(index, start, spot, taken(progress, passed.victim));
                        }
                    }
                }
            }
            Some((piece, _)) => {
                let goes_on = if self.blocks(piece) { mode.hop } else { mode.quiet };
                if goes_on && !self.walk.is_final(index) {
                    self.end(index, start, spot, progress.clone());
                }
                if self.may_take(mode, piece) {
                    self.end(index, start, spot, taken(progress, site));
                }
            }
        }
    }

    fn may_take(&self, mode: Mode, piece: Piece) -> bool {
        let royal = self.is_royal(piece);
        if mode.own && !royal && piece.side == self.side {
            return true;
        }
        mode.capture
            && self.is_foe(piece)
            && match mode.prey {
                Prey::Any => true,
                Prey::Royal => royal,
                Prey::Common => !royal,
            }
    }

    /// Ends a leg. If the mode of the leg unloads, the captured piece is put down where the leg
    /// began. The walk then continues.
    fn end(&mut self, index: usize, start: Spot, spot: Spot, mut progress: Progress) {
        if self.walk.legs[index].mode.unload
            && let Some(origin) = progress.victim.take()
        {
            let Spot::On(node) = start else { return };
            let Some(site) = self.model.graph.site(node) else { return };
            if self.at(site, &progress).is_some() {
                return;
            }
            progress.now.set(site, Some(origin));
            progress.captured.retain(|&c| c != origin);
            if shifts(&progress).count() > 1 {
                return;
            }
        }
        self.go_on(index, spot, progress);
    }

    fn go_on(&mut self, index: usize, spot: Spot, progress: Progress) {
        if !self.walk.is_final(index) {
            for next in self.walk.following(index) {
                self.todo.push((next, spot, progress.clone()));
            }
        } else if let Spot::On(node) = spot
            && let Some(to) = self.model.graph.site(node)
        {
            let shifted = shifts(&progress).next();
            self.out.push(Path {
                to,
                captured: progress.captured,
                shifted,
                passed: progress.passed,
            });
        }
    }
}

/// Returns the start and end cells of pieces that were put down elsewhere.
fn shifts(progress: &Progress) -> impl Iterator<Item = (Site, Site)> {
    let changes = progress.now.0.iter();
    changes.filter_map(|&(site, origin)| Some((origin?, site))).filter(|(o, s)| o != s)
}

/// Returns the state after the piece on `site` is captured.
fn taken(progress: &Progress, site: Site) -> Progress {
    let origin = progress.now.get(site).flatten().unwrap_or(site);
    let mut progress = progress.clone();
    progress.now.set(site, None);
    progress.captured = sorted(progress.captured.into_iter().chain([origin]).collect());
    progress.victim = Some(origin);
    progress
}

/// Sorts cells and removes duplicates.
pub(crate) fn sorted(mut sites: Vec<Site>) -> Vec<Site> {
    sites.sort();
    sites.dedup();
    sites
}
