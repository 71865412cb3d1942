//! Walks without a position: every way through a movement, with what it asks of the cells on its way.
//!
//! Owns: [`Path`] and [`paths`]. Takes an arena and a movement; gives the tables their raw material.
//! Where the reference executor looks at what stands on a cell, this one forks: the cell may be empty,
//! an enemy, a hurdle. Invariant: a path asks nothing contradictory, and nothing of its start cell,
//! which counts as empty once the mover is on its way.

use crate::board::arena::Arena;
use crate::board::compass;
use crate::board::graph::Node;
use crate::board::position::Piece;
use crate::board::site_set::{AnySet, Site};
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Axes, Leg, Passage, Stride, Term, Walk};

/// What happens on the last cell of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// It is empty (or the mover's own start).
    Quiet,
    /// An enemy stands there and is captured.
    Capture,
    /// It is empty, has just been passed, and the piece that passed it is captured.
    Passant,
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
pub struct Path {
    /// Where it ends.
    pub to: Site,
    /// What happens there.
    pub end: End,
    /// What it asks of other cells.
    pub needs: Needs,
    /// Cells that an enemy's `e` may enter next turn.
    pub passed: AnySet,
    /// Which lines it runs along.
    pub family: Family,
    /// Whether conditions and restrictions allow it. A forbidden path is kept because its neighbours on
    /// the line share a table with it.
    pub allowed: bool,
}

/// What a path asks of the cells before its last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Needs {
    /// Must be empty.
    pub empty: AnySet,
    /// Must be occupied, by anyone.
    pub occupied: AnySet,
    /// Must hold enemies, which are captured on the way.
    pub captured: AnySet,
}

impl Needs {
    /// Nothing.
    pub const NONE: Needs =
        Needs { empty: AnySet::EMPTY, occupied: AnySet::EMPTY, captured: AnySet::EMPTY };
}

/// Every way through `term` for `piece` on `from` under `restriction`. Castling has none here.
pub fn paths(
    arena: &Arena,
    from: Site,
    piece: Piece,
    term: &Term,
    restriction: &Condition,
) -> Vec<Path> {
    let Action::Walk(walk) = &term.action else { return Vec::new() };
    if walk.first_move && !arena.start_cells[piece.side][piece.kind].has(from) {
        return Vec::new();
    }
    let mut tracer = Tracer { arena, from, piece, walk, out: Vec::new() };
    let state = Trail { needs: Needs::NONE, passed: AnySet::EMPTY, family: None };
    tracer.leg(0, arena.graph.node(from), 0, state);
    let mut out = tracer.out;
    for path in &mut out {
        let holds = |c| arena.holds(c, piece.side, piece.kind, from, path.to);
        path.allowed = holds(&term.when) && holds(restriction);
    }
    if out.iter().any(|p| p.allowed) { out } else { Vec::new() }
}

struct Tracer<'a> {
    arena: &'a Arena,
    from: Site,
    piece: Piece,
    walk: &'a Walk,
    out: Vec<Path>,
}

#[derive(Clone, Copy)]
struct Trail {
    needs: Needs,
    passed: AnySet,
    family: Option<(Family, u8)>,
}

impl Trail {
    /// After a leg along `octant`.
    fn along(mut self, stride: Stride, octant: u8) -> Trail {
        let family = match stride {
            Stride::Radial { length: 1, axes: Axes::Orthogonal | Axes::Diagonal | Axes::Both } => {
                if octant.is_multiple_of(2) {
                    Family::Orthogonal
                } else {
                    Family::Diagonal
                }
            }
            Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Universal => Family::Other,
        };
        self.family = Some(match self.family {
            None => (family, octant),
            Some((f, o)) if f == family && o == octant => (f, o),
            Some((_, o)) => (Family::Other, o),
        });
        self
    }
}

impl Tracer<'_> {
    fn is_lifted(&self, needs: &Needs, site: Site) -> bool {
        site == self.from || needs.captured.has(site)
    }

    fn empty(&self, mut needs: Needs, site: Site) -> Option<Needs> {
        if self.is_lifted(&needs, site) {
            return Some(needs);
        }
        needs.empty.insert(site);
        (!needs.occupied.has(site)).then_some(needs)
    }

    fn occupied(&self, mut needs: Needs, site: Site) -> Option<Needs> {
        needs.occupied.insert(site);
        (!self.is_lifted(&needs, site) && !needs.empty.has(site)).then_some(needs)
    }

    fn enemy(&self, needs: Needs, site: Site) -> Option<Needs> {
        let free = !self.is_lifted(&needs, site) && !needs.empty.has(site);
        free.then_some(needs)
    }

    fn leg(&mut self, index: usize, node: Node, heading: u8, trail: Trail) {
        let leg = &self.walk.legs[index];
        let octants = match index {
            0 => compass::first(leg.stride, &leg.directions),
            _ => compass::later(leg.stride, &leg.directions),
        };
        for octant in octants.iter() {
            let octant = match index {
                0 => self.arena.absolute(self.piece.side, octant),
                _ => (heading + octant) % 8,
            };
            self.ride(index, node, octant, trail.along(leg.stride, octant));
        }
    }

    fn ride(&mut self, index: usize, start: Node, octant: u8, mut trail: Trail) {
        let leg = &self.walk.legs[index];
        let graph = &self.arena.graph;
        let limit = leg.range.max.map_or(graph.len(), usize::from).min(graph.len());
        let mut node = start;
        for stride in 1..=limit {
            let Some(path) = graph.stride(node, leg.stride, octant) else { return };
            let Some((&landing, between)) = path.split_last() else { return };
            let between: Vec<Option<Site>> = between.iter().map(|&n| graph.site(n)).collect();
            node = landing;
            let skipping = leg.passage == Passage::SkipFirst && stride == 1;
            let Some(site) = graph.site(node) else {
                if skipping {
                    continue;
                }
                return;
            };
            if leg.leaves_trace {
                trail.passed |= between.iter().flatten().copied().collect();
            }
            if skipping {
                continue;
            }
            match leg.passage {
                Passage::MustJump => {
                    for hurdle in between.iter().flatten() {
                        let needs =
                            between.iter().flatten().try_fold(trail.needs, |needs, site| {
                                if site == hurdle {
                                    self.occupied(needs, *site)
                                } else {
                                    self.empty(needs, *site)
                                }
                            });
                        if let Some(needs) = needs {
                            self.land(index, leg, stride, site, octant, Trail { needs, ..trail });
                        }
                    }
                    // A repeated must-jump would fork at every stride; the notation allows one.
                    return;
                }
                Passage::Hop | Passage::HopAndLand => {
                    if let Some(needs) = self.occupied(trail.needs, site) {
                        self.beyond(index, node, octant, stride, limit, Trail { needs, ..trail });
                    }
                }
                Passage::Lame => {
                    let clear = between.iter().try_fold(trail.needs, |needs, site| {
                        site.and_then(|s| self.empty(needs, s))
                    });
                    let Some(needs) = clear else { return };
                    trail.needs = needs;
                    self.land(index, leg, stride, site, octant, trail);
                }
                Passage::Free | Passage::SkipFirst => {
                    self.land(index, leg, stride, site, octant, trail)
                }
            }
            let Some(needs) = self.empty(trail.needs, site) else { return };
            trail.needs = needs;
            if leg.leaves_trace {
                trail.passed.insert(site);
            }
        }
    }

    /// The way beyond a hurdle met at stride `at`.
    fn beyond(
        &mut self,
        index: usize,
        hurdle: Node,
        octant: u8,
        at: usize,
        limit: usize,
        mut trail: Trail,
    ) {
        let leg = &self.walk.legs[index];
        let graph = &self.arena.graph;
        let mut node = hurdle;
        for stride in at + 1..=limit {
            let Some(path) = graph.stride(node, leg.stride, octant) else { return };
            let Some(&landing) = path.last() else { return };
            let Some(site) = graph.site(landing) else { return };
            node = landing;
            self.land(index, leg, stride, site, octant, trail);
            if leg.passage == Passage::HopAndLand {
                return;
            }
            let Some(needs) = self.empty(trail.needs, site) else { return };
            trail.needs = needs;
        }
    }

    /// Ends leg `index` on `site` in every way its mode allows.
    fn land(
        &mut self,
        index: usize,
        leg: &Leg,
        stride: usize,
        site: Site,
        octant: u8,
        trail: Trail,
    ) {
        if stride < usize::from(leg.range.min) {
            return;
        }
        let last = index + 1 == self.walk.legs.len();
        let node = self.arena.graph.node(site);
        if leg.mode.quiet
            && let Some(needs) = self.empty(trail.needs, site)
        {
            if last {
                // The last cell is asked for by `End`, not by `needs`.
                self.emit(site, End::Quiet, trail.needs, trail);
            } else {
                self.leg(index + 1, node, octant, Trail { needs, ..trail });
            }
        }
        if leg.mode.capture
            && let Some(mut needs) = self.enemy(trail.needs, site)
        {
            if last {
                self.emit(site, End::Capture, needs, trail);
            } else {
                needs.captured.insert(site);
                self.leg(index + 1, node, octant, Trail { needs, ..trail });
            }
        }
        if leg.mode.en_passant
            && last
            && let Some(needs) = self.enemy(trail.needs, site)
        {
            self.emit(site, End::Passant, needs, trail);
        }
    }

    fn emit(&mut self, to: Site, mut end: End, mut needs: Needs, trail: Trail) {
        // Coming back to a cell whose enemy was captured on the way is capturing it there.
        if end == End::Quiet && needs.captured.has(to) {
            end = End::Capture;
            needs.captured = needs.captured.minus(AnySet::of(to));
        }
        let family = trail.family.map_or(Family::Other, |(f, _)| f);
        self.out.push(Path { to, end, needs, passed: trail.passed, family, allowed: true });
    }
}
