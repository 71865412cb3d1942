//! A compiled game on a plane: the plane, the motions and bodies of every kind, and their promotion
//! lines.

use crate::geometry::scalar::{Vec2, Vector};
use crate::model::kind::{self, PlaneKind};
use crate::model::motion::Motions;
use crate::model::position::PlanePosition;
use crate::space::obstacle::Obstacle;
use crate::space::surface::Surface;
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::plane::{Friends, KingPath};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{Color, Side};
use std::sync::Arc;

/// A variant compiled for a plane. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PlaneProgram {
    inner: Arc<Compiled>,
}

#[derive(Debug)]
struct Compiled {
    rules: Ruleset,
    surface: Surface,
    kinds: IndexVec<KindId, PlaneKind>,
    obstacles: Vec<Obstacle>,
    start: PlanePosition,
}

/// The rules, the surface and the kinds of a plane, which are known before the start position is read.
#[derive(Clone, Copy)]
pub struct PlacementContext<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) surface: Surface,
    pub(crate) kinds: &'a IndexVec<KindId, PlaneKind>,
    pub(crate) obstacles: &'a [Obstacle],
}

impl PlaneProgram {
    pub(crate) fn from_parts(
        rules: Ruleset,
        surface: Surface,
        kinds: IndexVec<KindId, PlaneKind>,
        obstacles: Vec<Obstacle>,
        start: PlanePosition,
    ) -> PlaneProgram {
        PlaneProgram { inner: Arc::new(Compiled { rules, surface, kinds, obstacles, start }) }
    }

    /// The rules from which the program was compiled.
    pub fn rules(&self) -> &Ruleset {
        &self.inner.rules
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.inner.surface.size()
    }

    /// The size and the joined edges.
    #[inline]
    pub fn surface(&self) -> &Surface {
        &self.inner.surface
    }

    /// The properties of a kind.
    #[inline]
    pub fn kind(&self, kind: KindId) -> &PlaneKind {
        &self.inner.kinds[kind]
    }

    /// The obstacles of the plane.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.inner.obstacles
    }

    /// The start position.
    pub fn start(&self) -> &PlanePosition {
        &self.inner.start
    }

    /// Returns the data with which a position is read.
    pub fn placement_context(&self) -> PlacementContext<'_> {
        let Compiled { rules, surface, kinds, obstacles, .. } = &*self.inner;
        PlacementContext { rules, surface: *surface, kinds, obstacles }
    }

    /// Returns the point of the plane and the facing of a piece of `kind` that stops beyond joined
    /// edges, as positions store them.
    pub fn settled(&self, kind: KindId, at: Vec2, facing: f64) -> (Vec2, f64) {
        let (copy, at) = self.surface().home(at);
        (at, if self.kind(kind).has_facing { copy.facing(facing) } else { facing })
    }

    /// Returns the rule about attacks on the path of a king.
    pub fn king_path(&self) -> KingPath {
        self.inner.rules.plane.king_path
    }

    /// The least distance of a move.
    pub fn least(&self) -> f64 {
        self.inner.rules.plane.least.get()
    }

    /// Returns how friends stand in the way of a sweep or a turn.
    pub fn friends(&self) -> Friends {
        self.inner.rules.plane.friends
    }

    /// Returns the least turn in degrees, from 0 to 180.
    pub fn least_turn(&self) -> f64 {
        self.inner.rules.plane.least_turn.get()
    }

    /// True if every kind has finitely many moves.
    pub fn is_discrete(&self) -> bool {
        let finite = |motions: &Motions| {
            motions.areas.is_empty()
                && motions.bends.is_empty()
                && motions.rays.iter().all(|ray| !ray.quanta.is_empty())
        };
        self.inner.kinds.iter().all(|kind| finite(&kind.moves) && !kind.turns)
    }

    /// Returns the distance of a point from the own edge of `side`.
    pub(crate) fn forward(&self, side: Side, at: Vec2) -> f64 {
        kind::forward(side, at, self.surface())
    }

    /// Converts a vector between White's view and the view of `side`. For Black this is a half
    /// turn, and up and down are exchanged. So the conversion is its own inverse.
    #[inline]
    pub fn seen(side: Side, v: Vec2) -> Vec2 {
        match side.color() {
            Color::White => v,
            Color::Black => Vector::in_space(-v.x, -v.y, -v.z),
        }
    }
}
