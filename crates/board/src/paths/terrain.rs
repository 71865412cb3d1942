//! A board without pieces: its cells, its zones and other areas, the start cells of each kind, the
//! conditions on moves that depend on nothing else, and leaps between layers.

pub use alfil_rules::interpret::Piece;

use alfil_clock::meter;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind, Relation, Zone};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::movement::{Action, Aim, Axes, Course, Leg, Stride, Term, Walk};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Color, Side};
use alfil_rules::term::{Directions, Toward};
use alfil_topology::bearing::Bearing;
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{AnySet, Site};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// A set of sites for each side and kind.
pub(crate) type ByPiece = BySide<IndexVec<KindId, AnySet>>;

/// A board without pieces, with the rules and the data that depend on nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<'a> {
    /// The board.
    pub(crate) graph: &'a Graph,
    pub(crate) rules: &'a Ruleset,
    /// The cells of zones.
    pub(crate) zones: &'a Zones,
    /// Cells of each kind of each side in the start position.
    pub(crate) start_cells: &'a ByPiece,
}

impl Terrain<'_> {
    /// Returns the cells of `area` from `side`'s view.
    pub(crate) fn cells(&self, area: &Area, side: Side) -> AnySet {
        self.zones.cells(self.graph, area, side)
    }

    /// Returns whether a move of a piece of `kind` and `side` from `from` to `to` satisfies
    /// `condition`.
    pub(crate) fn holds(
        &self,
        condition: &Condition,
        side: Side,
        kind: KindId,
        from: Site,
        to: Site,
    ) -> bool {
        meter::spend(meter::TEST);
        let is = |c: &Condition| self.holds(c, side, kind, from, to);
        match condition {
            Condition::Always => true,
            Condition::Start(place) => self.is_place(place, side, kind, from),
            Condition::End(place) => self.is_place(place, side, kind, to),
            Condition::Relative(relation) => self.is_so(*relation, side, from, to),
            // This is a condition on distances, which a board does not have. `check_places` reports
            // it.
            Condition::Every(_) => true,
            Condition::All(all) => all.iter().all(is),
            Condition::Any(any) => any.iter().any(is),
            Condition::Not(c) => !is(c),
        }
    }

    /// Returns true if every move from `from` satisfies `condition`, and false if none does. `None`
    /// if the result depends on the end cell.
    pub(crate) fn holds_from(
        &self,
        condition: &Condition,
        side: Side,
        kind: KindId,
        from: Site,
    ) -> Option<bool> {
        // One part with the value `decisive` is enough: false in a conjunction, true in a
        // disjunction.
        let several = |all: &[Condition], decisive: bool| {
            let mut known = Some(!decisive);
            for part in all {
                match self.holds_from(part, side, kind, from) {
                    Some(holds) if holds == decisive => return Some(decisive),
                    Some(_) => {}
                    None => known = None,
                }
            }
            known
        };
        match condition {
            Condition::Always | Condition::Every(_) => Some(true),
            Condition::Start(place) => Some(self.is_place(place, side, kind, from)),
            Condition::End(_) | Condition::Relative(_) => None,
            Condition::All(all) => several(all, false),
            Condition::Any(any) => several(any, true),
            Condition::Not(c) => self.holds_from(c, side, kind, from).map(|holds| !holds),
        }
    }

    /// Returns whether all sides have the same paths of `term` from every cell. The condition of
    /// the term is ignored.
    pub(crate) fn walks_alike(&self, term: &Term) -> bool {
        let Action::Walk(walk) = &term.action else { return true };
        let start = Bearing::new(self.graph.compass());
        let others = || self.rules.sides.each().map(|side| self.graph.forward(side));
        let turns = |leg: &Leg| {
            let first = start.sectors(0, leg);
            others().any(|forward| start.sectors(forward, leg) != first)
        };
        // A leap within a layer may be the same for both sides, while its turned versions differ.
        // So the walks are compared after turning.
        let walks = turned(walk, self.graph);
        let legs = || walks.iter().flat_map(|walk| &walk.legs);
        !walk.first_move && !walk.relays() && !legs().any(turns)
    }

    /// Returns whether `condition` has the same value for all sides on every move.
    pub(crate) fn holds_alike(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always | Condition::Every(_) => true,
            Condition::Relative(relation) => match relation {
                Relation::SameShade
                | Relation::OtherShade
                | Relation::SameFile
                | Relation::SameLayer => true,
                Relation::SameRank => self.graph.shares_ranks(),
                Relation::Forward | Relation::Backward | Relation::Upward | Relation::Downward => {
                    false
                }
            },
            Condition::Start(place) | Condition::End(place) => match &place.kind {
                PlaceKind::Strong | PlaceKind::Weak => self.graph.shades() == 1,
                PlaceKind::Neutral | PlaceKind::Light | PlaceKind::Dark | PlaceKind::Shade(_) => {
                    true
                }
                PlaceKind::Unmoved => false,
                PlaceKind::In(area) => {
                    let cells = self.cells(area, Side::White);
                    self.rules.sides.each().skip(1).all(|side| self.cells(area, side) == cells)
                }
            },
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().all(|part| self.holds_alike(part))
            }
            Condition::Not(inner) => self.holds_alike(inner),
        }
    }

    /// Returns whether `to` has `relation` to `from`, from `side`'s view.
    fn is_so(&self, relation: Relation, side: Side, from: Site, to: Site) -> bool {
        let graph = self.graph;
        let by_rank = || graph.rank_for(to, side).cmp(&graph.rank_for(from, side));
        let by_layer = || graph.layer_for(to, side).cmp(&graph.layer_for(from, side));
        match relation {
            Relation::SameShade => graph.shade(from) == graph.shade(to),
            Relation::OtherShade => graph.shade(from) != graph.shade(to),
            Relation::SameRank => by_rank().is_eq(),
            Relation::SameFile => graph.file_rank(from).0 == graph.file_rank(to).0,
            Relation::SameLayer => by_layer().is_eq(),
            Relation::Forward => by_rank().is_gt(),
            Relation::Backward => by_rank().is_lt(),
            Relation::Upward => by_layer().is_gt(),
            Relation::Downward => by_layer().is_lt(),
        }
    }

    fn is_place(&self, place: &Place, side: Side, kind: KindId, site: Site) -> bool {
        let shade = self.graph.shade(site);
        let darkest = self.graph.shades();
        let (near, far) = match side.color() {
            Color::White => (1, darkest),
            Color::Black => (darkest, 1),
        };
        match &place.kind {
            PlaceKind::Strong => darkest > 1 && shade == near,
            PlaceKind::Weak => darkest > 1 && shade == far,
            PlaceKind::Neutral => darkest == 1 || (shade != near && shade != far),
            PlaceKind::Light => shade == 1,
            PlaceKind::Dark => shade == darkest && darkest > 1,
            PlaceKind::Shade(n) => shade == *n,
            PlaceKind::Unmoved => self.start_cells[side][kind].has(site),
            PlaceKind::In(area) => self.zones.has(self.graph, area, side, site),
        }
    }
}

// The cells of zones and other areas. A zone may only refer to zones before it, so each is
// computed once, in order.

/// The cells of each zone, of the edge and of the corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zones {
    named: IndexVec<ZoneId, BySide<AnySet>>,
    edge: AnySet,
    corners: AnySet,
}

impl Zones {
    /// Computes the cells of `zones` on `graph`.
    pub(crate) fn new(graph: &Graph, zones: &IndexVec<ZoneId, Zone>) -> Zones {
        // On square cells, a corner lacks neighbours in at least two consecutive orthogonal
        // directions. On hexagons, it lacks at least three.
        let is_corner =
            |&site: &Site| (ends_beside(graph, site) + 1) * 4 > graph.compass().headings();
        let edge: AnySet = graph.sites().filter(|&site| ends_beside(graph, site) > 0).collect();
        let corners = edge.into_iter().filter(is_corner).collect();
        let mut all = Zones { named: IndexVec::new(), edge, corners };
        for zone in zones.iter() {
            let of = |side: Side| all.cells(graph, &zone.area[side], side);
            let cells = BySide::of(graph.players(), of);
            all.named.push(cells);
        }
        all
    }

    /// Returns the cells of `area` from `side`'s view.
    pub(crate) fn cells(&self, graph: &Graph, area: &Area, side: Side) -> AnySet {
        graph.sites().filter(|&site| self.has(graph, area, side, site)).collect()
    }

    /// Returns whether `site` is in `area` from `side`'s view.
    pub(crate) fn has(&self, graph: &Graph, area: &Area, side: Side, site: Site) -> bool {
        let is = |area: &Area| self.has(graph, area, side, site);
        match area {
            Area::Ranks { first, last } => (first..=last).contains(&&graph.rank_for(site, side)),
            Area::LastRank => graph.last_rank(side).has(site),
            Area::Layers { first, last } => (first..=last).contains(&&graph.layer_for(site, side)),
            Area::Files { first, last } => (*first..=*last).contains(&file_of(graph, site)),
            Area::Edge => self.edge.has(site),
            Area::Corner => self.corners.has(site),
            // A figure on a board is a finding.
            Area::Plot(_) => false,
            Area::Cells(cells) => cells.iter().any(|cell| cell.value == graph.name(site)),
            Area::Rectangle([a, b]) => {
                let corners = [a, b].map(|corner| graph.lattice().place(&corner.value));
                let [Some(a), Some(b)] = corners else { return false };
                let (file, rank) = graph.file_rank(site);
                let between = |n: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&n);
                // On boards with layers, the area between two cells is a box. So layers are
                // compared too.
                let split = |rank: u8| graph.lattice().layer(rank).unwrap_or((0, rank));
                let [(layer, rank), low, high] = [rank, a.1, b.1].map(split);
                between(file, a.0, b.0)
                    && between(layer, low.0, high.0)
                    && between(rank, low.1, high.1)
            }
            Area::Zone(zone) => self.named[*zone][side].has(site),
            Area::Enemys(area) => {
                let mut enemies = graph.players().enemies(side).into_iter();
                enemies.any(|enemy| self.has(graph, area, enemy, site))
            }
            Area::All(areas) => areas.iter().all(is),
            Area::Any(areas) => areas.iter().any(is),
            Area::Not(area) => !is(area),
        }
    }
}

/// Returns the cell that corresponds to the cell `site` of White: on the same file, at the same
/// distance from `side`'s own edge.
pub(crate) fn own_cell(graph: &Graph, site: Site, side: Side) -> Option<Site> {
    let (file, rank) = (graph.file_rank(site).0, graph.rank_for(site, Side::White));
    let own = |s: &Site| graph.file_rank(*s).0 == file && graph.rank_for(*s, side) == rank;
    graph.sites().find(own)
}

/// Returns the letter of the file of `site`.
pub(crate) fn file_of(graph: &Graph, site: Site) -> char {
    graph.file_name(graph.file_rank(site).0)
}

/// Returns the largest number of consecutive orthogonal directions in which `site` has no adjacent
/// cell.
fn ends_beside(graph: &Graph, site: Site) -> u8 {
    let headings = graph.compass().headings();
    let ends = |heading: u8| {
        let beside = graph.step(graph.node(site), heading % headings);
        beside.and_then(|node| graph.site(node)).is_none()
    };
    let orthogonal = || (0..headings).step_by(2);
    let row = |first: u8| orthogonal().take_while(|turn| ends(first + turn)).count();
    orthogonal().map(row).max().unwrap_or(0) as u8
}

// Movements on a board with layers: a leap is turned into all planes. A leap has two or three
// numbers. Each of them in turn may count the layers, up or down. Letters name directions within a
// layer, so a leap with letters never goes straight up or down.
//
// Walks that turn from leg to leg stay within their layer. On a board without layers, all walks
// stay unchanged.

/// Returns the walks on this board that `walk` means.
pub fn turned<'a>(walk: &'a Walk, graph: &Graph) -> SmallVec<[Cow<'a, Walk>; 1]> {
    if graph.lattice().layers() == 1 || !is_straight(walk) {
        return smallvec![Cow::Borrowed(walk)];
    }
    let Some(first) = walk.legs.first() else { return SmallVec::new() };
    let along = |stride: Stride| {
        let legs = walk.legs.iter().map(|leg| Leg { stride, ..leg.clone() }).collect();
        Cow::Owned(Walk { legs, ..walk.clone() })
    };
    strides_of(first).into_iter().map(along).collect()
}

/// Returns the strides that a straight leg means in a space with a height.
pub fn strides_of(leg: &Leg) -> Vec<Stride> {
    let speaks = matches!(&leg.aim, Aim::Frame(directions) if !directions.runs.is_empty());
    let fits = |stride: &Stride| stride.level().is_some() || !speaks;
    strides(leg.stride).into_iter().filter(fits).collect()
}

/// Returns whether all legs have the same stride, and each continues straight after the leg before
/// it.
fn is_straight(walk: &Walk) -> bool {
    let first = walk.legs.first().map(|leg| leg.stride);
    let on = |leg: &Leg| match &leg.aim {
        Aim::Frame(_) | Aim::Onward | Aim::Again(_) => true,
        Aim::Turn(directions) | Aim::Within(directions) => goes_on(directions),
    };
    let alike = |leg: &Leg| Some(leg.stride) == first && leg.course == Course::Straight && on(leg);
    walk.legs.iter().all(alike) && first != Some(Stride::Universal)
}

fn goes_on(directions: &Directions) -> bool {
    matches!(&directions.runs[..], [run] if run[..] == [Toward::Forward])
}

/// Returns the strides that a stride means on a board with layers: each of its numbers counts the
/// layers once.
fn strides(stride: Stride) -> Vec<Stride> {
    let numbers = match stride {
        // Within the layer, the two kinds of axes stay together in one stride. Only strides to
        // other layers are added.
        Stride::Radial { length, axes: Axes::Both } => {
            let level = std::iter::once(stride);
            let rising = of_leap([0, 0, length]).into_iter().chain(of_leap([0, length, length]));
            return level.chain(rising.filter(|s| matches!(s, Stride::Rising { .. }))).collect();
        }
        Stride::Radial { length, axes: Axes::Orthogonal } => [0, 0, length],
        Stride::Radial { length, axes: Axes::Diagonal } => [0, length, length],
        Stride::Oblique { orthogonal, diagonal } => [0, diagonal, orthogonal + diagonal],
        Stride::Rising { orthogonal, diagonal, layers } => {
            [diagonal, orthogonal + diagonal, layers.unsigned_abs()]
        }
        Stride::Universal => return vec![stride],
    };
    of_leap(numbers)
}

fn of_leap(mut numbers: [u8; 3]) -> Vec<Stride> {
    numbers.sort_unstable();
    let [short, middle, long] = numbers;
    let mut all = Vec::new();
    let mut each = vec![(short, (middle, long)), (middle, (short, long)), (long, (short, middle))];
    each.dedup_by_key(|(layers, _)| *layers);
    for (layers, (short, long)) in each {
        match i8::try_from(layers).unwrap_or(i8::MAX) {
            0 => all.extend(Stride::of_leap(short, long)),
            layers => {
                let (orthogonal, diagonal) = (long - short, short);
                let rising = |layers| Stride::Rising { orthogonal, diagonal, layers };
                all.extend([rising(layers), rising(-layers)]);
            }
        }
    }
    all
}
