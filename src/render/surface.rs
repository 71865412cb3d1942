//! Draws what `look:` says of a board: the lines between its points, its river, its diagonals and
//! the names of its files and ranks.
//!
//! Everything follows from the places of the cells, so every space has it that lays cells beside
//! each other.

use crate::render::geometry::{Bounds, Point};
use crate::render::scene::{
    Inscription, Ruling, RulingForm, Scene, Seam, SeamForm, SeamSign, Spot,
};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::source::Spanned;
use alfil_rules::look::{Look, Surface};
use alfil_rules::side::Side;
use std::collections::{BTreeMap, BTreeSet};

/// Half the distance between the banks of a river between cells.
const BANK: f64 = 0.05;
/// The greatest height of words in a river, in cells.
const WORDS: f64 = 0.5;

/// Draws the look of the whole board of `arena` into its scene.
pub(crate) fn dress(scene: &mut Scene, arena: &BoardModel) {
    let look = &arena.rules.look;
    scene.sides.clone_from(&look.sides);
    scene.dyes = look.dyes;
    let Bounds { low, high } = scene.extent();
    let river = look.river.map(|river| f64::from(river.value.below));
    scene.surface = look.surface;
    match look.surface {
        Surface::Points => rule(scene, river, low, high),
        Surface::Cells => {
            for y in river.into_iter().flat_map(|y| [y - BANK, y + BANK]) {
                let path = vec![Point::new(low.x, y), Point::new(high.x, y)];
                scene.rulings.push(Ruling { path, form: RulingForm::Bank });
            }
        }
    }
    if let Some(y) = river {
        inscribe(scene, look, y, [low.x, high.x]);
        let files = arena.graph.files();
        let sign = |file| SeamSign { at: Point::new(f64::from(file) + 0.5, y), sign: '~' };
        let signs = (0..files).map(sign).collect();
        // Only terminals show this seam, because it has no path.
        scene.seam(Seam { pair: 0, form: SeamForm::Tie, path: Vec::new(), signs });
    }
    if let Some(area) = &look.diagonals {
        let cells = arena.cells(&area.value, Side::White);
        let names = cells.into_iter().map(|site| arena.graph.name(site));
        let spots: Vec<Spot> = names.filter_map(|name| scene.find(name)).collect();
        let paths = diagonals(scene, &spots);
        scene.rulings.extend(paths.into_iter().map(|path| Ruling { path, form: RulingForm::Line }));
    }
    let names = |words: &[Spanned<String>]| -> Vec<String> {
        words.iter().map(|word| word.value.clone()).collect()
    };
    scene.label_far(&names(&look.files), &names(&look.ranks), high);
}

/// Draws the look of a part of a board: only the lines between its points.
pub(crate) fn dress_part(scene: &mut Scene, look: &Look) {
    scene.sides.clone_from(&look.sides);
    scene.dyes = look.dyes;
    scene.surface = look.surface;
    let Bounds { low, high } = scene.extent();
    match look.surface {
        Surface::Points => rule(scene, None, low, high),
        Surface::Cells => {}
    }
}

/// Draws the lines between neighbouring points. Lines across the river at the height `river` remain
/// only at its ends.
fn rule(scene: &mut Scene, river: Option<f64>, low: Point, high: Point) {
    let at_end = |x: f64| x < low.x + 1.0 || x > high.x - 1.0;
    let crosses =
        |a: Point, b: Point| river.is_some_and(|y| (a.y < y) != (b.y < y)) && !at_end(a.x);
    let near = |a: Point, b: Point| ((b - a).length() - 1.0).abs() < 0.05;
    let spots: Vec<Spot> = scene.cells().ids().collect();
    let paths = joined(scene, &spots, |a, b| near(a, b) && !crosses(a, b));
    scene.rulings.extend(paths.into_iter().map(|path| Ruling { path, form: RulingForm::Line }));
}

/// The lines between diagonal neighbours among `spots`.
fn diagonals(scene: &Scene, spots: &[Spot]) -> Vec<Vec<Point>> {
    let near = |a: Point, b: Point| {
        let gap = b - a;
        (gap.x.abs() - 1.0).abs() < 0.05 && (gap.y.abs() - 1.0).abs() < 0.05
    };
    joined(scene, spots, near)
}

/// The lines between the centres for which `are_joined` is true. Lines that continue each other are
/// one.
fn joined(
    scene: &Scene,
    spots: &[Spot],
    are_joined: impl Fn(Point, Point) -> bool,
) -> Vec<Vec<Point>> {
    // Cells without an outline are places of pieces in hand.
    let stands = |spot: &&Spot| !scene.cells()[**spot].outline.is_empty();
    let spots: Vec<(Spot, Point)> =
        spots.iter().filter(stands).map(|&spot| (spot, scene.cells()[spot].centre)).collect();
    // Hundredths of a cell distinguish directions, and can be keys.
    let key = |gap: Point| ((gap.x * 100.0).round() as i64, (gap.y * 100.0).round() as i64);
    let mut next = BTreeMap::new();
    let mut follows = BTreeSet::new();
    for &(from, a) in &spots {
        for &(to, b) in &spots {
            let way = key(b - a);
            if way > (0, 0) && are_joined(a, b) {
                next.insert((from, way), to);
                follows.insert((to, way));
            }
        }
    }
    let starts = next.keys().filter(|start| !follows.contains(start));
    let line = |&(start, way): &(Spot, (i64, i64))| {
        let last = std::iter::successors(Some(start), |spot| next.get(&(*spot, way)).copied());
        let end = last.last().unwrap_or(start);
        vec![scene.cells()[start].centre, scene.cells()[end].centre]
    };
    starts.map(line).collect()
}

/// Writes the words of a river at the height `y`, spread evenly from left to right.
fn inscribe(scene: &mut Scene, look: &Look, y: f64, [left, right]: [f64; 2]) {
    let part = (right - left) / look.river_words.len().max(1) as f64;
    for (index, word) in look.river_words.iter().enumerate() {
        let at = Point::new(left + (index as f64 + 0.5) * part, y);
        let room = Point::new(0.8 * part, WORDS);
        scene.inscriptions.push(Inscription { at, room, text: word.value.clone() });
    }
}
