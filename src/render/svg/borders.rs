//! Borders of zones in SVG. A border lies between two cells of the board, of which one is in the zone. The rim of the
//! board is not a border.

use super::document::Svg;
use crate::render::scene::{Cell, Point, Scene, Spot, printable};
use crate::render::svg_util::{escape, pair};
use std::collections::{BTreeMap, BTreeSet};

/// A side of a cell by its ends in hundredths of a cell, sorted, so that both its cells give the same value.
type Edge = [(i64, i64); 2];

impl Svg {
    /// Draws the borders of all zones of a scene.
    pub(super) fn borders(&mut self, scene: &Scene, place: &impl Fn(Point) -> (f64, f64)) {
        let mut around: BTreeMap<Edge, u8> = BTreeMap::new();
        let sides = scene.cells().iter().flat_map(sides);
        sides.for_each(|(edge, _)| *around.entry(edge).or_default() += 1);
        for (name, zone) in scene.zones() {
            let cells = zone.iter().filter_map(|spot: &Spot| scene.cells().get(*spot));
            let mut border: BTreeMap<Edge, [Point; 2]> = BTreeMap::new();
            let mut within: BTreeSet<Edge> = BTreeSet::new();
            for (edge, ends) in cells.flat_map(self::sides) {
                if around.get(&edge) == Some(&2) && border.insert(edge, ends).is_some() {
                    within.insert(edge);
                }
            }
            border.retain(|edge, _| !within.contains(edge));
            let d: String = border
                .values()
                .map(|[from, to]| format!("M{}L{}", pair(place(*from)), pair(place(*to))))
                .collect();
            if !d.is_empty() {
                let (name, ink) = (escape(&printable(name)), self.theme.ink());
                self.line(format_args!(
                    "<g data-zone=\"{name}\"><title>{name}</title><path d=\"{d}\" stroke=\"{ink}\" \
                     stroke-width=\"3\" stroke-linecap=\"round\"/></g>"
                ));
            }
        }
    }
}

fn sides(cell: &Cell) -> impl Iterator<Item = (Edge, [Point; 2])> {
    let next = cell.outline.iter().cycle().skip(1);
    cell.outline.iter().zip(next).map(|(from, to)| {
        let key = |p: &Point| ((p.x * 100.0).round() as i64, (p.y * 100.0).round() as i64);
        let mut edge = [key(from), key(to)];
        edge.sort();
        (edge, [*from, *to])
    })
}
