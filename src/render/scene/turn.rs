//! Turns a scene by half, as Black sees it.
//!
//! Cells, lines and seams turn around the middle of the board. Labels keep what [`Keeps`] says, so file names stay
//! below and rank numbers to the left. Pieces in hand stay on their side of the board. Two turns restore the scene.

use super::{Keeps, Point, Scene};

impl Scene {
    /// Turns the scene by half.
    pub(super) fn turn(&mut self) {
        let (low, high) = self.extent();
        let round = Round(Point::new(low.x + high.x, low.y + high.y));
        let standing = self.cells.iter().filter(|cell| !cell.outline.is_empty());
        let (low, high) = super::around(standing.map(|cell| cell.stand));
        let stands = Round(Point::new(low.x + high.x, low.y + high.y));
        for cell in self.cells.iter_mut() {
            // A cell without an outline is a place beside the board.
            let keeps = if cell.outline.is_empty() { Keeps::Side } else { Keeps::Nothing };
            cell.centre = round.of(cell.centre, keeps);
            cell.stand = stands.of(cell.stand, keeps);
            for corner in &mut cell.outline {
                *corner = round.of(*corner, keeps);
            }
        }
        for label in &mut self.labels {
            label.at = round.of(label.at, label.keeps);
            label.stand = stands.of(label.stand, label.keeps);
        }
        for seam in &mut self.seams {
            for point in &mut seam.path {
                *point = round.of(*point, Keeps::Nothing);
            }
            for (at, sign) in &mut seam.signs {
                *at = stands.of(*at, Keeps::Nothing);
                *sign = reversed(*sign);
            }
        }
        self.turned = !self.turned;
    }
}

/// A half turn around a point; the value is twice the point.
struct Round(Point);

impl Round {
    fn of(&self, p: Point, keeps: Keeps) -> Point {
        let turned = Point::new(self.0.x - p.x, self.0.y - p.y);
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
