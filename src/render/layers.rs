//! Lays the layers of a board in rows on paper. A scene has them side by side; a picture of five layers
//! in one row would have tiny cells.

use crate::render::geometry::Point;

/// Distance between two layers in a row.
pub(crate) const LAYER_GAP: f64 = 1.0;
/// Distance between two rows, with room for labels.
const ROW_GAP: f64 = 1.4;
/// A point that is at most this far to the left of a layer belongs to it. Numbers of ranks are there.
const LEFT: f64 = 0.6;

/// The layers of a scene, side by side from x = 0 on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Layers {
    count: u8,
    /// Files and ranks of one layer.
    size: Point,
    columns: u8,
}

impl Layers {
    /// At least one layer, each with `files` times `ranks` cells. As many of them share a row as make
    /// the longer side of the whole as short as possible.
    pub(crate) fn new(count: u8, files: u8, ranks: u8) -> Layers {
        let size = Point::new(f64::from(files), f64::from(ranks));
        let row = Layers { count, size, columns: count };
        let longest = |layers: &Layers| {
            let Point { x, y, .. } = layers.paper();
            x.max(y)
        };
        let others = (1..count).rev().map(|columns| Layers { columns, ..row });
        others.fold(row, |best, other| if longest(&other) < longest(&best) { other } else { best })
    }

    /// The left edge of a layer in the scene.
    pub(crate) fn left_of(&self, layer: u8) -> f64 {
        f64::from(layer) * self.step()
    }

    /// Width and height on paper, in cells.
    pub(crate) fn paper(&self) -> Point {
        let width = f64::from(self.columns) * self.step() - LAYER_GAP;
        Point::new(width, self.size.y + self.fall(self.rows() - 1))
    }

    /// The place on paper of a point of the scene. What is beside the last layer, such as pieces in
    /// hand, is beside the first or the last row.
    pub(crate) fn place(&self, p: Point) -> Point {
        let row = f64::from(self.count) * self.step() - LAYER_GAP;
        if p.x > row {
            let line = if p.y > self.size.y / 2.0 { 0 } else { self.rows() - 1 };
            return Point::new(p.x - row + self.paper().x, p.y - self.fall(line));
        }
        // Conversion of a float saturates, so points to the left of all layers belong to the first one.
        let layer = (((p.x + LEFT) / self.step()) as u8).min(self.count - 1);
        let (column, line) = (layer % self.columns, layer / self.columns);
        Point::new(p.x + self.left_of(column) - self.left_of(layer), p.y - self.fall(line))
    }

    fn rows(&self) -> u8 {
        self.count.div_ceil(self.columns)
    }

    /// The distance from the left edge of a layer to that of the next one.
    fn step(&self) -> f64 {
        self.size.x + LAYER_GAP
    }

    /// The distance from the first row down to row `line`.
    fn fall(&self, line: u8) -> f64 {
        f64::from(line) * (self.size.y + ROW_GAP)
    }
}
