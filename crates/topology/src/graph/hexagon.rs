//! Boards of hexagonal cells with a hexagonal outline. Every link has a link back. Turning the
//! board by half a circle swaps the lightest and the darkest shade.
//!
//! Cells have slanted coordinates: heading 0 is (0, 1), heading 2 is (1, 0).
//!
//! ```text
//!         (0,1)               diagonal headings lie between two neighbours:
//!   (-1,1) ___ (1,0)          1 is (1,1), 3 is (2,-1), 5 is (1,-2) and so on
//!         /   \
//!         \___/
//!   (-1,0)     (1,-1)
//!         (0,-1)
//! ```

use super::plan::{Link, Links, Node, Plan, Point, written_shade};
use crate::compass::Compass;
use crate::frame::Carry;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::space::{Hexagon, Lattice, Shading};

/// One step along each heading: files to the right, slanted ranks forward.
const STEPS: [(i32, i32); 12] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (2, -1),
    (1, -1),
    (1, -2),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-2, 1),
    (-1, 1),
    (-1, 2),
];

/// Returns the board with outline `hexagon`.
pub(super) fn plan(hexagon: Hexagon, shades: &Shading) -> Plan {
    let places: Vec<(u8, u8)> = Lattice::Hexagon(hexagon).places().collect();
    let slanted = |(file, rank): (u8, u8)| {
        let (file, rank) = (i32::from(file), i32::from(rank));
        (file, rank - file.min(i32::from(hexagon.left) - 1))
    };
    let cells: Vec<(i32, i32)> = places.iter().map(|&place| slanted(place)).collect();
    let find = |cell: (i32, i32)| cells.iter().position(|&c| c == cell).map(Node::from_index);
    let point = |&place: &(u8, u8)| {
        let shade = shade(hexagon, shades, place, slanted(place));
        Point::new(place, shade, hexagon.height(place.0))
    };
    let links = |&(x, y): &(i32, i32)| -> Links {
        STEPS.map(|(dx, dy)| {
            let node = find((x + dx, y + dy))?;
            Some(Link { node, carry: Carry::NONE, seam: false })
        })
    };
    Plan {
        compass: Compass::Hexagonal,
        points: places.iter().map(point).collect(),
        links: cells.iter().map(links).collect::<IndexVec<Node, Links>>(),
        joined: None,
    }
}

fn shade(hexagon: Hexagon, shades: &Shading, place: (u8, u8), (x, y): (i32, i32)) -> u8 {
    match shades {
        Shading::Checkered => {
            // The class of a cell is `y - x` modulo 3. Half a turn of the board takes class c to
            // class K - c, where K is `turned`. The class with 2c = K modulo 3 stays, so it gets
            // the middle shade.
            let turned = i32::from(hexagon.upright)
                - i32::from(hexagon.left)
                - i32::from(hexagon.files() - 1);
            match (y - x - 2 * turned).rem_euclid(3) {
                0 => 2,
                1 => 1,
                _ => 3,
            }
        }
        Shading::Plain => 1,
        Shading::Rows(rows) => written_shade(rows, hexagon.ranks() - 1 - place.1, place.0).max(1),
    }
}
