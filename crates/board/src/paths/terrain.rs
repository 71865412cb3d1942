//! A board without pieces: its cells, the start cells of each kind, and the conditions on moves
//! that depend on nothing else.

use crate::paths::area::Zones;
use crate::paths::upright::turned;
use alfil_clock::meter;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind, Relation};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Leg, Term};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, Color, Side};
use alfil_topology::bearing::Bearing;
use alfil_topology::graph::Graph;
use alfil_topology::site_set::{AnySet, Site};

/// A set of sites for each side and kind.
pub(crate) type ByPiece = BySide<IndexVec<KindId, AnySet>>;

pub use alfil_rules::interpret::Piece;

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
