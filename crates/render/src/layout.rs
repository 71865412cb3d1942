//! Places the cells of a board on paper and in a terminal, and draws what `look:` says of a board.

use crate::geometry::{Bounds, LAYER_GAP, Layers, Point};
use crate::mark::Mark;
use crate::scene::{
    Cell, Inscription, Keeps, Ruling, RulingForm, Scene, Seam, SeamForm, SeamSign, Spot,
};
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::look::{Look, Surface};
use alfil_rules::side::Side;
use alfil_rules::space::{
    Border, Gluing, Hexagon, Lattice, Meeting, Net, Place, Strand, layer_name,
};
use alfil_topology::graph::Graph;
use alfil_topology::site_set::Site;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{PI, TAU};

// Places the cells of a board on paper and in a terminal.
//
// Rectangles lie flat with arrows along glued sides, as in topology textbooks. Sides of one colour
// belong together, and their arrows coincide. A ring is drawn closed on paper and cut open in a
// terminal. Every cell of the board is a spot of the scene, with the same name.
//
//   ^ . . . ^   joined files      ^ . . . v   twisted ones      v v v   a ring, cut
//   ^ . . . ^                     ^ . . . v                     . . .   open

/// Distance from a side to the arrows along it.
const SEAM_GAP: f64 = 0.18;
/// Distance from a side with arrows to its labels.
const LABEL_GAP: f64 = 0.5;
/// Half the width, from corner to corner, of a hexagon that is one cell high.
const HALF_HEXAGON: f64 = 0.577_350_269;
/// Distance between neighbouring files of hexagons.
const FILE_STEP: f64 = 1.5 * HALF_HEXAGON;

/// The board without pieces.
fn empty(graph: &Graph) -> Scene {
    match graph.lattice() {
        // A plane has no graph, so this case does not occur for planes.
        Lattice::Grid { gluing: Gluing::Flat, .. }
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => flat(graph),
        Lattice::Grid { gluing: Gluing::Ring, ranks, .. } => ring(graph, *ranks),
        Lattice::Grid { gluing, .. } => glued(graph, *gluing),
        Lattice::Layers { layers, .. } => layered(graph, *layers),
        Lattice::Hexagon(hexagon) => hexagons(graph, *hexagon),
        Lattice::Net(net) => spread(graph, net),
    }
}

/// The whole board without pieces, with the look that the definition gives it.
pub(crate) fn whole(arena: &BoardModel) -> Scene {
    let mut scene = empty(&arena.graph);
    dress(&mut scene, arena);
    scene
}

/// Marks the cells of `sites` in a scene of the whole board.
pub(crate) fn mark(
    scene: &mut Scene,
    graph: &Graph,
    sites: impl IntoIterator<Item = Site>,
    mark: Mark,
) {
    for site in sites {
        if let Some(spot) = scene.find(graph.name(site)) {
            scene.mark(spot, mark);
        }
    }
}

/// The board without pieces, with its sections outlined and the places to which they may move
/// marked.
pub(crate) fn arranged(arena: &BoardModel) -> Scene {
    let mut scene = whole(arena);
    let cells = arena.sections.cells(arena.arrangement);
    let outline = |(file, rank): Place, width: u8, height: u8| {
        let (x, y) = (f64::from(file), f64::from(rank));
        let (far, top) = (x + f64::from(width), y + f64::from(height));
        let corners = [(x, y), (far, y), (far, top), (x, top), (x, y)];
        corners.map(|(x, y)| Point::new(x, y)).to_vec()
    };
    for id in Side::BOTH.into_iter().flat_map(|side| arena.sections.of(side)) {
        let (section, pair) = (arena.sections.get(id), id.index() as u8);
        let stand = arena.sections.stand(arena.arrangement, id);
        let everywhere = (0..section.stands.len()).flat_map(|stand| section.cells(stand));
        let mut vacant: Vec<Place> = everywhere.filter(|cell| !cells.contains(cell)).collect();
        vacant.sort();
        vacant.dedup();
        for cell in vacant {
            let middle = Point::new(f64::from(cell.0) + 0.5, f64::from(cell.1) + 0.5);
            let (path, signs) = (outline(cell, 1, 1), vec![SeamSign { at: middle, sign: ':' }]);
            scene.seam(Seam { pair, form: SeamForm::Vacancy, path, signs });
        }
        let path = outline(section.stands[stand], section.width, section.height);
        scene.seam(Seam { pair, form: SeamForm::Section, path, signs: Vec::new() });
    }
    scene
}

/// The place of a cell in a terminal: one unit to the right is one cell, half a unit up is one row.
pub(crate) fn stand(graph: &Graph, (file, rank): Place) -> Point {
    let (left, rank, foot) = match graph.lattice() {
        Lattice::Grid { .. } | Lattice::Net(_) | Lattice::Plane { .. } | Lattice::Sphere { .. } => {
            (0.0, rank, 0.0)
        }
        Lattice::Layers { ranks, .. } => (left_of(graph, rank / ranks), rank % ranks, 0.0),
        Lattice::Hexagon(hexagon) => (0.0, rank, foot(*hexagon, file)),
    };
    Point::new(left + f64::from(file) + 0.5, f64::from(rank) + 0.5 + foot)
}

/// The longest stride of a line that crosses no seam, as a multiple of its shortest stride.
pub(crate) fn longest_stride(graph: &Graph) -> f64 {
    match graph.lattice() {
        // A ring is closed in a picture, so outer strides of a circle are longer than inner ones.
        Lattice::Grid { gluing: Gluing::Ring, .. } => f64::INFINITY,
        Lattice::Grid { .. }
        | Lattice::Layers { .. }
        | Lattice::Hexagon(_)
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => 1.5,
    }
}

/// The left edge of a layer. Layers lie side by side, the lowest first.
fn left_of(graph: &Graph, layer: u8) -> f64 {
    f64::from(layer) * (f64::from(graph.files()) + LAYER_GAP)
}

/// The cells of each layer on paper; empty for a board without layers.
pub fn layers(graph: &Graph) -> Vec<Bounds> {
    let lattice = graph.lattice();
    let size = Point::new(f64::from(graph.files()), f64::from(lattice.ranks_of_layer()));
    let layer = |layer| {
        let low = Point::new(left_of(graph, layer), 0.0);
        Bounds { low, high: low + size }
    };
    match lattice.layers() {
        1 => Vec::new(),
        layers => (0..layers).map(layer).collect(),
    }
}

/// Width and height of the cells on paper.
pub(crate) fn extent(graph: &Graph) -> Point {
    let lattice = graph.lattice();
    let width = left_of(graph, lattice.layers() - 1) + f64::from(graph.files());
    Point::new(width, f64::from(lattice.ranks_of_layer()))
}

/// A board with layers, as grids side by side. The name of each layer is above its grid.
fn layered(graph: &Graph, layers: u8) -> Scene {
    let mut scene = Scene::new(graph.shades());
    scene.layers = Some(Layers::new(layers, graph.files(), graph.lattice().ranks_of_layer()));
    for site in graph.sites() {
        let centre = stand(graph, graph.file_rank(site));
        scene.cell(Cell::square(graph.name(site).to_owned(), centre, graph.shade(site)));
    }
    let ranks = graph.lattice().ranks_of_layer();
    for layer in 0..layers {
        let left = left_of(graph, layer);
        scene.label_files(left, LABEL_GAP, file_names(graph));
        let above = Point::new(left + 0.5, f64::from(ranks) + LABEL_GAP);
        scene.label(above, Keeps::Height, layer_name(layer).to_string());
        scene.label_ranks(left, LABEL_GAP, ranks);
    }
    scene
}

fn file_names(graph: &Graph) -> impl Iterator<Item = String> {
    (0..graph.files()).map(|file| graph.file_name(file).to_string())
}

fn flat(graph: &Graph) -> Scene {
    Scene::grid(graph.files(), graph.ranks(), |file, rank| {
        graph.at(file, rank).map(|site| graph.shade(site))
    })
}

fn glued(graph: &Graph, gluing: Gluing) -> Scene {
    let mut scene = flat(graph).without_labels();
    let (files, ranks) = (graph.files(), graph.ranks());
    let (width, height) = (f64::from(files), f64::from(ranks));
    let far_heading = |meeting| match meeting {
        Meeting::Twisted => Heading::Back,
        Meeting::Apart | Meeting::Joined => Heading::Forth,
    };
    if gluing.files() != Meeting::Apart {
        let far = far_heading(gluing.files());
        for (x, heading) in [(-SEAM_GAP, Heading::Forth), (width + SEAM_GAP, far)] {
            let at = |y| Point::new(x, y);
            scene.seam(side(0, ranks, at, ['^', 'v'], heading));
        }
    }
    if gluing.ranks() != Meeting::Apart {
        let far = far_heading(gluing.ranks());
        for (y, heading) in [(-SEAM_GAP, Heading::Forth), (height + SEAM_GAP, far)] {
            let at = |x| Point::new(x, y);
            scene.seam(side(1, files, at, ['>', '<'], heading));
        }
    }
    scene.label_files(0.0, LABEL_GAP, file_names(graph));
    scene.label_ranks(0.0, LABEL_GAP, ranks);
    scene
}

/// The direction of the arrows along a side.
#[derive(Clone, Copy)]
enum Heading {
    /// Upwards or to the right.
    Forth,
    Back,
}

/// One of two glued sides with `length` cells. `at` returns the point at a distance along the side,
/// and `signs` are the terminal's arrows forth and back.
fn side(
    pair: u8,
    length: u8,
    at: impl Fn(f64) -> Point,
    [forth, back]: [char; 2],
    heading: Heading,
) -> Seam {
    let mut path: Vec<Point> = (0..=length).map(|cell| at(f64::from(cell))).collect();
    let sign = match heading {
        Heading::Forth => forth,
        Heading::Back => {
            path.reverse();
            back
        }
    };
    let signs = (0..length).map(|cell| SeamSign { at: at(f64::from(cell) + 0.5), sign }).collect();
    Seam { pair, form: SeamForm::Side, path, signs }
}

/// A ring, counter-clockwise from the left, so that White's half is at the bottom; file a is
/// innermost.
fn ring(graph: &Graph, ranks: u8) -> Scene {
    let mut scene = Scene::new(graph.shades());
    let step = TAU / f64::from(ranks);
    // If possible, the hole is so large that cells of the innermost file are as long as they are
    // wide.
    let hole = (1.0 / step - 0.5).max(0.4);
    let point = |radius: f64, angle: f64| Point::new(radius * angle.cos(), radius * angle.sin());
    for site in graph.sites() {
        let (file, rank) = graph.file_rank(site);
        let (inner, start) = (hole + f64::from(file), PI + step * f64::from(rank));
        let arc = |radius: f64| {
            const PARTS: u8 = 6;
            let angle = move |i: u8| start + step * f64::from(i) / f64::from(PARTS);
            (0..=PARTS).map(move |i| point(radius, angle(i)))
        };
        scene.cell(Cell {
            name: graph.name(site).to_owned(),
            centre: point(inner + 0.5, start + step / 2.0),
            stand: stand(graph, (file, rank)),
            outline: arc(inner).chain(arc(inner + 1.0).rev()).collect(),
            shade: graph.shade(site),
        });
    }
    let files = graph.files();
    let rim = hole + f64::from(files);
    for rank in 0..ranks {
        let angle = PI + step * (f64::from(rank) + 0.5);
        let at = Point::new(-LABEL_GAP, f64::from(rank) + 0.5);
        scene.label_standing(point(rim + 0.35, angle), at, (u16::from(rank) + 1).to_string());
    }
    for file in 0..files {
        // The name of a file is in the corner of its first cell.
        let at = point(hole + f64::from(file) + 0.16, PI + 0.16 / (hole + f64::from(file)));
        let below = Point::new(f64::from(file) + 0.5, -LABEL_GAP);
        scene.label_standing(at, below, graph.file_name(file).to_string());
    }
    for y in [-SEAM_GAP, f64::from(ranks) + SEAM_GAP] {
        let sign = |file: u8| SeamSign { at: Point::new(f64::from(file) + 0.5, y), sign: '>' };
        let signs = (0..files).map(sign).collect();
        scene.seam(Seam { pair: 0, form: SeamForm::Side, path: Vec::new(), signs });
    }
    scene
}

/// The height of a file's lowest cell above that of the first file, in cells.
fn foot(hexagon: Hexagon, file: u8) -> f64 {
    let falling = f64::from(file.min(hexagon.left - 1));
    let rising = f64::from(file.saturating_sub(hexagon.left - 1));
    (rising - falling) / 2.0
}

fn hexagons(graph: &Graph, hexagon: Hexagon) -> Scene {
    let mut scene = Scene::new(graph.shades());
    let centre = |file: u8, rank: f64| {
        Point::new(f64::from(file) * FILE_STEP, rank + 0.5 + foot(hexagon, file))
    };
    for site in graph.sites() {
        let (file, rank) = graph.file_rank(site);
        let Point { x, y, .. } = centre(file, f64::from(rank));
        const CORNERS: [(f64, f64); 6] =
            [(1.0, 0.0), (0.5, 0.5), (-0.5, 0.5), (-1.0, 0.0), (-0.5, -0.5), (0.5, -0.5)];
        let corner = |(dx, dy): (f64, f64)| Point::new(x + dx * HALF_HEXAGON, y + dy);
        scene.cell(Cell {
            name: graph.name(site).to_owned(),
            centre: Point::new(x, y),
            stand: stand(graph, (file, rank)),
            outline: CORNERS.map(corner).to_vec(),
            shade: graph.shade(site),
        });
    }
    for file in 0..hexagon.files() {
        let Point { x, y, .. } = centre(file, -1.0);
        let below = stand(graph, (file, 0));
        let below = Point::new(below.x, below.y - 0.5);
        scene.label_standing(Point::new(x, y + 0.22), below, graph.file_name(file).to_string());
    }
    for rank in 0..hexagon.ranks() {
        // The number of a rank is next to the first cell with that number.
        let Some(file) = (0..hexagon.files()).find(|&f| rank < hexagon.height(f)) else { continue };
        let Point { x, y, .. } = centre(file, f64::from(rank));
        let left = if file == 0 { (HALF_HEXAGON + 0.22, 0.0) } else { (HALF_HEXAGON, 0.34) };
        let beside = stand(graph, (file, rank));
        let beside = Point::new(beside.x - 1.0, beside.y);
        let text = (u16::from(rank) + 1).to_string();
        scene.label_standing(Point::new(x - left.0, y + left.1), beside, text);
    }
    scene
}

/// The cells of a graph at the places in their names. Links between sides become seams, and other
/// links become ties, which are thin lines.
fn spread(graph: &Graph, net: &Net) -> Scene {
    let mut scene = flat(graph);
    let mut pairs = 0;
    for strand in &net.strands {
        match &strand.value {
            Strand::Grid { .. } => {}
            Strand::Line { line, .. } => {
                for ends in line.cells.windows(2) {
                    let [a, b] = ends else { continue };
                    if !is_beside(a.value, line.heading, b.value) {
                        let path = [a, b].map(|cell| stand(graph, cell.value)).to_vec();
                        let signs = Vec::new();
                        scene.seam(Seam { pair: 0, form: SeamForm::Tie, path, signs });
                    }
                }
            }
            Strand::Seam { one, other } => {
                for border in [one, other] {
                    border_side(graph, &mut scene, pairs, border);
                }
                pairs += 1;
            }
        }
    }
    scene
}

/// The step to the neighbouring square in the direction `heading`.
fn direction(heading: u8) -> Point {
    const STEPS: [Point; 8] = [
        Point::new(0.0, 1.0),
        Point::new(1.0, 1.0),
        Point::new(1.0, 0.0),
        Point::new(1.0, -1.0),
        Point::new(0.0, -1.0),
        Point::new(-1.0, -1.0),
        Point::new(-1.0, 0.0),
        Point::new(-1.0, 1.0),
    ];
    STEPS[usize::from(heading % 8)]
}

fn is_beside(a: Place, heading: u8, b: Place) -> bool {
    let point = |(file, rank): Place| Point::new(f64::from(file), f64::from(rank));
    point(b) - point(a) == direction(heading)
}

fn border_side(graph: &Graph, scene: &mut Scene, pair: u8, border: &Border) {
    let outward = direction(border.heading);
    let middle = |cell: Place| stand(graph, cell) + outward * 0.5;
    let middles: Vec<Point> = border.cells.iter().map(|cell| middle(cell.value)).collect();
    let (Some(first), Some(last)) = (middles.first(), middles.last()) else { return };
    let along = match middles.len() {
        // A side of one cell has no first and last point, so its direction follows from the outward
        // direction.
        1 => Point::new(-outward.y, outward.x),
        _ => (*last - *first).unit(),
    };
    let out = |p: &Point, way: f64| *p + outward * (SEAM_GAP / 2.0) + along * way;
    let mut path: Vec<Point> = middles.iter().map(|p| out(p, -0.46)).collect();
    path.push(out(last, 0.46));
    let sign = char::from(b'A' + pair % 26);
    let signs = middles.iter().map(|p| SeamSign { at: *p + outward * SEAM_GAP, sign }).collect();
    scene.seam(Seam { pair, form: SeamForm::Side, path, signs });
}

/// The distance of a cell from the middle of the board, across and along, in eighths of a cell.
pub(crate) fn off_centre(graph: &Graph, place: Place) -> (i32, i32) {
    // Each layer has its own middle. Among the layers, the middle one is the nearest to the middle
    // of the board.
    if let Lattice::Layers { files, ranks, layers } = *graph.lattice() {
        let off = |at: u8, of: u8| 4 * (2 * i32::from(at) + 1 - i32::from(of)).abs();
        let (file, row) = place;
        let layer = off(row / ranks, layers);
        return (off(file, files) + layer, off(row % ranks, ranks) + layer);
    }
    let at = stand(graph, place);
    let all = || graph.sites().map(|site| stand(graph, graph.file_rank(site)));
    let middle = |each: fn(Point) -> f64, whole: u8| match graph.lattice() {
        Lattice::Grid { .. } | Lattice::Plane { .. } | Lattice::Sphere { .. } => {
            f64::from(whole) / 2.0
        }
        Lattice::Layers { .. } | Lattice::Hexagon(_) | Lattice::Net(_) => {
            let (low, high) = all()
                .map(each)
                .fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
            (low + high) / 2.0
        }
    };
    let quarters = |at: f64, middle: f64| (8.0 * (at - middle)).abs().round() as i32;
    (quarters(at.x, middle(|p| p.x, graph.files())), quarters(at.y, middle(|p| p.y, graph.ranks())))
}

// Draws what `look:` says of a board: the lines between its points, its river, its diagonals and
// the names of its files and ranks.
//
// Everything follows from the places of the cells, so every space has it that lays cells beside
// each other.

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
