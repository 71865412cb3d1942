//! The place of a scene on paper.

use super::element::polygon;
use crate::render::geometry::{Bounds, Point};
use crate::render::scene::{Cell, Scene, Spot};

/// Width of a cell, in units of the view box.
pub(super) const CELL: f64 = 60.0;

/// A scene and its place on paper: the upper left corner of its bounds is the origin.
pub(super) struct View<'s> {
    pub(super) scene: &'s Scene,
    bounds: Bounds,
}

impl View<'_> {
    pub(super) fn of(scene: &Scene) -> View<'_> {
        View { scene, bounds: scene.bounds() }
    }

    /// The place of a point of the scene, in units of the view box.
    pub(super) fn place(&self, p: Point) -> Point {
        let p = self.scene.on_paper(p);
        Point::new((p.x - self.bounds.low.x) * CELL, (self.bounds.high.y - p.y) * CELL)
    }

    /// The centre of a cell on paper.
    pub(super) fn centre(&self, spot: Spot) -> Option<Point> {
        self.scene.cells().get(spot).map(|cell| self.place(cell.centre))
    }

    /// The name of a cell; empty if there is none.
    pub(super) fn name(&self, spot: Option<&Spot>) -> &str {
        let cell = spot.and_then(|spot| self.scene.cells().get(*spot));
        cell.map_or("", |cell| &cell.name)
    }

    /// The path around a cell.
    pub(super) fn outline(&self, cell: &Cell) -> String {
        polygon(cell.outline.iter().map(|p| self.place(*p)))
    }

    /// Width and height on paper.
    pub(super) fn size(&self) -> Point {
        self.bounds.size() * CELL
    }
}
