//! Turns a scene by half, as Black sees it.
//!
//! Cells, lines and seams turn around the middle of the board. Labels keep what [`Keeps`] says, so
//! file names stay below and rank numbers to the left. Pieces in hand stay on their side of the
//! board. Two turns restore the scene.

use super::{Keeps, Point, Scene, SeamSign};
use crate::render::geometry::Bounds;

impl Scene {
    /// Turns the scene by half.
    pub(super) fn turn(&mut self) {
        let round = HalfTurn::of(self.extent());
        let standing = self.cells.iter().filter(|cell| !cell.outline.is_empty());
        let stands = HalfTurn::of(Bounds::around(standing.map(|cell| cell.stand)));
        for cell in self.cells.iter_mut() {
            // A cell without an outline is for pieces in hand, which stay on their side of the
            // board.
            let keeps = if cell.outline.is_empty() { Keeps::Side } else { Keeps::Nothing };
            cell.centre = round.turned(cell.centre, keeps);
            cell.stand = stands.turned(cell.stand, keeps);
            for corner in &mut cell.outline {
                *corner = round.turned(*corner, keeps);
            }
        }
        for label in &mut self.labels {
            label.at = round.turned(label.at, label.keeps);
            label.stand = stands.turned(label.stand, label.keeps);
        }
        for point in self.rulings.iter_mut().flat_map(|ruling| &mut ruling.path) {
            *point = round.turned(*point, Keeps::Nothing);
        }
        for inscription in &mut self.inscriptions {
            inscription.at = round.turned(inscription.at, Keeps::Nothing);
        }
        for seam in &mut self.seams {
            for point in &mut seam.path {
                *point = round.turned(*point, Keeps::Nothing);
            }
            for SeamSign { at, sign } in &mut seam.signs {
                *at = stands.turned(*at, Keeps::Nothing);
                *sign = reversed(*sign);
            }
        }
        self.turned = !self.turned;
    }
}

/// A half turn.
struct HalfTurn {
    /// The point around which the scene turns, times two.
    double_centre: Point,
}

impl HalfTurn {
    /// The half turn around the middle of `bounds`.
    fn of(bounds: Bounds) -> HalfTurn {
        HalfTurn { double_centre: bounds.low + bounds.high }
    }

    /// `p` after the half turn, except for the coordinate that `keeps` leaves unchanged.
    fn turned(&self, p: Point, keeps: Keeps) -> Point {
        let turned = self.double_centre - p;
        match keeps {
            Keeps::Nothing => turned,
            Keeps::Height => Point::new(turned.x, p.y),
            Keeps::Side => Point::new(p.x, turned.y),
        }
    }
}

/// The sign of an arrow in the opposite direction; other signs have no direction.
fn reversed(sign: char) -> char {
    match sign {
        '^' => 'v',
        'v' => '^',
        '<' => '>',
        '>' => '<',
        other => other,
    }
}
