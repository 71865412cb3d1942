//! Walks of one leg that go straight on over empty cells, step there or capture: most walks of most games.
//!
//! Owns: [`is_straight`], [`trace`]. Takes a graph and such a leg; gives the paths that walking it as any other walk would give,
//! in the same order and for as many steps. Invariant: of each cell on the way nothing but that it is empty is asked, and no cell
//! is asked twice; where one would be, this gives nothing.

use super::tracer::Budget;
use super::{End, Family, Path, family};
use crate::topology::compass::Sectors;
use crate::topology::frame::Carry;
use crate::topology::graph::{Graph, Node};
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::movement::{Course, Edges, Leg, Pace, Passage, Stride, Walk};
use smallvec::SmallVec;

/// Whether `walk` is such a walk.
pub(super) fn is_straight(walk: &Walk) -> bool {
    let [leg] = &walk.legs[..] else { return false };
    let lands = match leg.stride {
        Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Rising { .. } => true,
        Stride::Universal => false,
    };
    let passes = match leg.passage {
        Passage::Free | Passage::Lame => true,
        Passage::MustJump | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => false,
    };
    walk.loops.is_empty()
        && lands
        && passes
        && leg.course == Course::Straight
        && leg.pace != Pace::AsBefore
        && leg.mode.is_plain()
        && !leg.leaves_trace
}

/// Adds to `out` the paths from `from` along `sectors`; whether no cell would be asked twice. The steps are those of `budget`.
pub(super) fn trace<const W: usize>(
    graph: &Graph,
    from: Site,
    leg: &Leg,
    sectors: Sectors,
    budget: &mut Budget,
    out: &mut Vec<Path<W>>,
) -> bool {
    let Leg { stride, range, edges, mode, .. } = *leg;
    let (min, max) = (usize::from(range.min), range.max.map(usize::from));
    let longest = graph.longest_ride();
    let single = matches!(stride, Stride::Radial { length: 1, .. }) && edges != Edges::Joined;
    let start = graph.node(from);
    for along in sectors.iter() {
        let family = if edges == Edges::Joined { Family::Other } else { family(stride, along) };
        let (mut node, mut sector, mut taken) = (start, along, 0);
        let mut empty = SiteSet::EMPTY;
        while max.is_none_or(|max| taken < max) && taken < longest && budget.spend(out.len()) {
            taken += 1;
            let (next, carry, between): (Node, Carry, SmallVec<[Node; 6]>) = if single {
                let Some(link) = graph.link(node, sector) else { break };
                (link.node, link.carry, SmallVec::new())
            } else {
                let Some(way) = graph.stride(node, stride, sector, edges) else { break };
                let mut between = way.path;
                let Some(next) = between.pop() else { break };
                (next, way.carry, between)
            };
            let Some(to) = graph.site(next).filter(|_| next != start) else { break };
            (node, sector) = (next, graph.compass().carried(carry, stride, sector));
            if leg.passage == Passage::Lame {
                let Some(sites) =
                    between.iter().map(|&n| graph.site(n)).collect::<Option<SiteSet<W>>>()
                else {
                    break;
                };
                if sites.meets(empty) {
                    return false;
                }
                empty |= sites.minus(SiteSet::of(from));
            }
            if empty.has(to) {
                return false;
            }
            if taken >= min {
                let path = |end| {
                    let occupied = SiteSet::EMPTY;
                    Path { from, to, end, family, empty, occupied, uncommon: None }
                };
                if mode.quiet {
                    out.push(path(End::Quiet));
                }
                if mode.capture {
                    out.push(path(End::Capture));
                }
            }
            empty.insert(to);
        }
    }
    true
}
