//! Borders of zones in SVG. A border lies between two cells of the board, of which one is in the
//! zone. The rim of the board is not a border.

use super::element::{Element, polyline};
use super::view::View;
use crate::render::geometry::Point;
use crate::render::palette::Rgb;
use crate::render::scene::{Cell, Zone};
use std::collections::{BTreeMap, BTreeSet};

/// A side of a cell, given by its ends in hundredths of a cell. The ends are sorted, so that both
/// cells at a side give the same value.
type Edge = [(i64, i64); 2];

/// The borders of all zones of a scene.
pub(super) fn drawn(view: &View<'_>, ink: Rgb) -> Vec<Element> {
    let scene = view.scene;
    let mut cells_beside: BTreeMap<Edge, u8> = BTreeMap::new();
    let all = scene.cells().iter().flat_map(sides);
    all.for_each(|(edge, _)| *cells_beside.entry(edge).or_default() += 1);
    let mut drawn = Vec::new();
    for Zone { name, cells } in &scene.zones {
        let mut border: BTreeMap<Edge, [Point; 2]> = BTreeMap::new();
        let mut within: BTreeSet<Edge> = BTreeSet::new();
        let cells = cells.iter().filter_map(|spot| scene.cells().get(*spot));
        for (edge, ends) in cells.flat_map(sides) {
            if cells_beside.get(&edge) == Some(&2) && border.insert(edge, ends).is_some() {
                within.insert(edge);
            }
        }
        border.retain(|edge, _| !within.contains(edge));
        let lines = border.values().map(|ends| polyline(ends.map(|end| view.place(end))));
        let d: String = lines.collect();
        if !d.is_empty() {
            let line = Element::path(d).stroke(ink, 3.0).round_caps();
            let group = Element::group().data("zone", name).holding(Element::title(name));
            drawn.push(group.holding(line));
        }
    }
    drawn
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
