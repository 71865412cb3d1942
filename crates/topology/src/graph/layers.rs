//! Rectangles above each other. The nodes of a layer follow those of the layer below it. Besides
//! the eight directions of the compass, a node has links up and down. Every link has a link back,
//! and no link changes the frame.

use super::plan::{Link, Node, Plan, Point, written_shade};
use super::rectangle;
use crate::frame::Carry;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::space::{Gluing, Shading};

/// Index of the link to the layer above, after the headings of squares.
pub(super) const UP: usize = 8;
/// Index of the link to the layer below.
pub(super) const DOWN: usize = 9;

/// Returns the board of `files` x `ranks` x `layers`, each at least 1.
pub(super) fn plan((files, ranks, layers): (u8, u8, u8), shades: &Shading) -> Plan {
    let flat = rectangle::plan(files, ranks, Gluing::Flat, &Shading::Plain);
    let each = flat.points.len();
    let node = |layer: u8, index: usize| Node::from_index(usize::from(layer) * each + index);
    let straight = |node| Some(Link { node, carry: Carry::NONE, seam: false });
    let (mut points, mut links) = (IndexVec::new(), IndexVec::new());
    for layer in 0..layers {
        for (index, (point, level)) in flat.points.iter().zip(flat.links.iter()).enumerate() {
            let (file, rank) = point.place;
            let row = layer * ranks + rank;
            let shade = shade(shades, (file, rank, layer), layers * ranks - 1 - row);
            points.push(Point { place: (file, row), shade, ..point.clone() });
            let mut all = level
                .map(|link| link.map(|link| Link { node: node(layer, link.node.index()), ..link }));
            all[UP] = (layer + 1 < layers).then(|| node(layer + 1, index)).and_then(straight);
            all[DOWN] = layer.checked_sub(1).map(|below| node(below, index)).and_then(straight);
            links.push(all);
        }
    }
    Plan { compass: flat.compass, points, links, joined: None }
}

/// Returns the shade of a cell. `row` counts rows of the placement text from its first.
fn shade(shades: &Shading, (file, rank, layer): (u8, u8, u8), row: u8) -> u8 {
    match shades {
        Shading::Checkered => 1 + u8::from((file + rank + layer).is_multiple_of(2)),
        Shading::Plain => 1,
        Shading::Rows(rows) => written_shade(rows, row, file),
    }
}
