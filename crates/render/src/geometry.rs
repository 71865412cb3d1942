//! Points and rectangles of drawings, and how layers, boxes and spheres are put on paper.
//!
//! Scenes and charts measure in cells or units of the plane, y upwards. On paper y grows downwards.

pub use alfil_plane::geometry::scalar::Vec2 as Point;

use alfil_plane::geometry::scalar::Vector;
use alfil_plane::space::globe::{Globe, Great, Sight, View};
use alfil_plane::space::track::{Segment, Track};
use alfil_rules::side::{Color, Side};

/// The smallest upright rectangle around points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bounds {
    pub low: Point,
    pub high: Point,
}

impl Bounds {
    /// The bounds of `points`; all zero if there are none.
    pub fn around(points: impl Iterator<Item = Point>) -> Bounds {
        let grown = |bounds: Bounds, p: Point| Bounds {
            low: Point::new(bounds.low.x.min(p.x), bounds.low.y.min(p.y)),
            high: Point::new(bounds.high.x.max(p.x), bounds.high.y.max(p.y)),
        };
        let one = points.map(|p| Bounds { low: p, high: p });
        one.reduce(|bounds, one| grown(bounds, one.low)).unwrap_or_default()
    }

    /// Width and height.
    pub(crate) fn size(self) -> Point {
        self.high - self.low
    }
}

// Lays the layers of a board in rows on paper. A scene has them side by side; a picture of five layers
// in one row would have tiny cells.

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

// The view of a box: a picture without perspective, from above and from one side.
//
//   z  y        the box is turned a little to the right, and seen from above
//   | /
//   |/___ x

/// The degrees by which the box is turned, counter-clockwise seen from above.
const TURN: f64 = -28.0;
/// The degrees between the line of sight and the floor.
const HEIGHT: f64 = 24.0;

/// The directions of a picture in a box, as unit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eye {
    /// To the right of the picture.
    pub right: Vector,
    /// To the top of the picture.
    pub up: Vector,
    /// Away from the eye.
    pub away: Vector,
}

impl Eye {
    /// The usual view with this side in front.
    pub(crate) fn of(seat: Side) -> Eye {
        match seat.color() {
            Color::White => Eye::turned(TURN),
            Color::Black => Eye::turned(TURN + 180.0),
        }
    }

    fn turned(degrees: f64) -> Eye {
        let (right, ahead) = (Vector::at_angle(-degrees), Vector::at_angle(90.0 - degrees));
        let tilt = Vector::at_angle(HEIGHT);
        let top = Vector::in_space(0.0, 0.0, 1.0);
        let up = ahead * tilt.y + top * tilt.x;
        let away = ahead * tilt.x - top * tilt.y;
        Eye { right, up, away }
    }

    /// The place of a point in the picture: right and up.
    pub(crate) fn place(&self, p: Vector) -> Point {
        Point::new(p.dot(self.right), p.dot(self.up))
    }

    /// The lower left and the upper right corner of the picture of a box.
    pub(crate) fn corners(&self, size: Vector) -> [Point; 2] {
        let mut all = corners(size).into_iter().map(|corner| self.place(corner));
        let first = all.next().unwrap_or_default();
        all.fold([first, first], |[low, high], p| {
            let low = Point::new(low.x.min(p.x), low.y.min(p.y));
            [low, Point::new(high.x.max(p.x), high.y.max(p.y))]
        })
    }

    /// The circle of this radius around a point that faces the eye. A ball looks like this.
    pub(crate) fn ball(&self, centre: Vector, radius: f64, corners: usize) -> Vec<Vector> {
        let on = |i: usize| {
            let way = Vector::at_angle(360.0 * i as f64 / corners as f64) * radius;
            centre + self.right * way.x + self.up * way.y
        };
        (0..corners).map(on).collect()
    }
}

/// The corners of a box.
fn corners(size: Vector) -> [Vector; 8] {
    std::array::from_fn(|i| {
        let side = |bit: usize, length: f64| if i >> bit & 1 == 1 { length } else { 0.0 };
        Vector::in_space(side(0, size.x), side(1, size.y), side(2, size.z))
    })
}

/// The edges of a box, each by its ends.
pub(crate) fn edges_of(size: Vector) -> Vec<(Vector, Vector)> {
    let all = corners(size);
    let ends = (0..8usize).flat_map(|i| [1, 2, 4].map(|bit| (i, i | bit)));
    ends.filter(|(a, b)| a != b).map(|(a, b)| (all[a], all[b])).collect()
}

/// The corners of the part of a floor between two lines across it.
pub(crate) fn floor_between(line: f64, edge: f64, size: Point) -> [Point; 4] {
    [(0.0, line), (size.x, line), (size.x, edge), (0.0, edge)].map(|(x, y)| Point::new(x, y))
}

// Pictures of spheres: both halves next to each other, each seen from outside.
//
//    .---.     .---.
//   /  n  \   /  s  \      left: the half around White's pole s, seen from 30 degrees above it
//   \  S  /   \  N  /      right: the other half, seen from behind; north is upwards in both
//    '---'     '---'
//
// Points of a sphere have longitudes and latitudes, and places of the picture have lengths in units of
// the sphere. What crosses the rim of a half is cut there and goes on in the other half.

/// The points above which the observer is, for the left and the right half.
const ABOVE: [Point; 2] = [Point::new(0.0, -60.0), Point::new(180.0, 60.0)];

/// The degrees between two lines of the grid.
const STEP: i32 = 30;

/// The degrees between two points of a line of the grid.
const FINE: i32 = 5;

/// The space between the halves, as a part of the radius.
const GAP: f64 = 0.12;

/// The number of points of half a circle around a body.
const BEND: usize = 24;

/// The picture of a sphere.
#[derive(Clone, Debug)]
pub(crate) struct Ball {
    globe: Globe,
    /// The middles of both halves.
    pub(crate) middles: [Point; 2],
    /// The visible parts of meridians and parallels.
    pub(crate) grid: Vec<Vec<Point>>,
    /// The degrees of meridians and parallels, and where they are written.
    pub(crate) numbers: Vec<(Point, i32)>,
}

/// One half.
struct Half {
    view: View,
    middle: Point,
    radius: f64,
}

impl Half {
    /// The place of a point on the picture.
    fn place(&self, sight: Sight) -> Point {
        self.middle + sight.at * self.radius
    }

    /// The point of the rim on the way between two points on different sides of it.
    fn rim(&self, a: Sight, b: Sight) -> Point {
        let at = a.at + (b.at - a.at) * (a.near / (a.near - b.near));
        self.middle + at.unit() * self.radius
    }

    /// The visible part of a short line.
    fn line(&self, from: Point, to: Point) -> Option<Part> {
        let [a, b] = [from, to].map(|p| self.view.of(p));
        match (a.near >= 0.0, b.near >= 0.0) {
            (true, true) => Some(Part { from: self.place(a), to: self.place(b), ends: true }),
            (true, false) => Some(Part { from: self.place(a), to: self.rim(a, b), ends: false }),
            (false, true) => Some(Part { from: self.rim(a, b), to: self.place(b), ends: true }),
            (false, false) => None,
        }
    }

    /// The visible part of an outline, which goes along the rim where it is cut. The outline surrounds
    /// less than half of the sphere. `None` if nothing is visible.
    fn outline(&self, outline: &[Point]) -> Option<Vec<Point>> {
        let seen: Vec<Sight> = outline.iter().map(|p| self.view.of(*p)).collect();
        let mut all: Vec<Point> = Vec::new();
        // Where the outline leaves the half, until it comes back.
        let mut left: Option<Point> = None;
        // The walk begins where the outline is visible, so every way out has its way back.
        let first = seen.iter().position(|sight| sight.near >= 0.0)?;
        for i in 0..seen.len() {
            let (a, b) = (seen[(first + i) % seen.len()], seen[(first + i + 1) % seen.len()]);
            if a.near >= 0.0 {
                all.push(self.place(a));
            }
            if (a.near >= 0.0) != (b.near >= 0.0) {
                let rim = self.rim(a, b);
                match left.take() {
                    None => left = Some(rim),
                    Some(before) => all.extend(self.along_rim(before, rim)),
                }
            }
        }
        Some(all)
    }

    /// Points of the rim from one point to another, the shorter way.
    fn along_rim(&self, from: Point, to: Point) -> Vec<Point> {
        let [a, b] = [from, to].map(|p| (p - self.middle).angle());
        let by = (b - a + 180.0).rem_euclid(360.0) - 180.0;
        let steps = (by.abs() / f64::from(FINE)).ceil().max(1.0) as usize;
        let at = |i: usize| {
            self.middle + Point::at_angle(a + by * i as f64 / steps as f64) * self.radius
        };
        (0..=steps).map(at).collect()
    }
}

/// A visible part of a line.
pub(crate) struct Part {
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// Whether the part contains the end of the whole line.
    pub(crate) ends: bool,
}

fn halves(globe: Globe) -> [Half; 2] {
    let radius = globe.radius();
    let across = [radius, radius * (3.0 + GAP)];
    [0, 1].map(|i| Half {
        view: View::above(ABOVE[i]),
        middle: Point::new(across[i], radius),
        radius,
    })
}

impl Ball {
    pub(crate) fn new(globe: Globe) -> Ball {
        let halves = halves(globe);
        let mut grid = Vec::new();
        let mut numbers = Vec::new();
        let meridians = (-180..180).step_by(STEP as usize);
        let parallels = (-90 + STEP..90).step_by(STEP as usize);
        let point = |x: i32, y: i32| Point::new(f64::from(x), f64::from(y));
        for half in &halves {
            let mut line = |points: Vec<Point>| {
                let parts = points.windows(2).filter_map(|pair| half.line(pair[0], pair[1]));
                grid.extend(parts.map(|part| vec![part.from, part.to]));
            };
            for x in meridians.clone() {
                line((-90..=90).step_by(FINE as usize).map(|y| point(x, y)).collect());
            }
            for y in parallels.clone() {
                line((-180..=180).step_by(FINE as usize).map(|x| point(x, y)).collect());
            }
            let mut number = |p: Point, degrees: i32| {
                let sight = half.view.of(p);
                if sight.near > 0.1 {
                    numbers.push((half.place(sight), degrees));
                }
            };
            for x in (-180 + STEP..=180).step_by(STEP as usize) {
                number(point(x, 0), x);
            }
            for y in parallels.clone().filter(|y| *y != 0) {
                number(point(0, y), y);
                number(point(180, y), y);
            }
        }
        Ball { globe, middles: halves.map(|half| half.middle), grid, numbers }
    }

    /// The radius of both halves.
    pub(crate) fn radius(&self) -> f64 {
        self.globe.radius()
    }

    /// The place of a point on the picture.
    pub(crate) fn spot(&self, p: Point) -> Point {
        let [front, back] = halves(self.globe);
        let sight = front.view.of(p);
        if sight.near >= 0.0 { front.place(sight) } else { back.place(back.view.of(p)) }
    }

    /// Width and height of the picture.
    pub(crate) fn size(&self) -> Point {
        Point::new(self.globe.radius() * (4.0 + GAP), self.globe.radius() * 2.0)
    }

    /// The visible parts of outlines, in both halves.
    pub(crate) fn outlines(&self, outlines: &[Vec<Point>]) -> Vec<Vec<Point>> {
        let cut = |half: &Half| {
            outlines.iter().filter_map(|outline| half.outline(outline)).collect::<Vec<_>>()
        };
        halves(self.globe).iter().flat_map(cut).collect()
    }

    /// The visible parts of a short line, in both halves.
    pub(crate) fn lines(&self, from: Point, to: Point) -> Vec<Part> {
        if from == to {
            let spot = self.spot(from);
            return vec![Part { from: spot, to: spot, ends: true }];
        }
        halves(self.globe).iter().filter_map(|half| half.line(from, to)).collect()
    }

    /// The direction on the picture of a direction at a point, to the east and to the north.
    pub(crate) fn direction(&self, at: Point, along: Point) -> Point {
        let step = Great::new(self.globe, at, along).at(1e-4 * self.globe.radius());
        let halves = halves(self.globe);
        let half = &halves[usize::from(halves[0].view.of(at).near < 0.0)];
        (half.place(half.view.of(step)) - half.place(half.view.of(at))).unit()
    }
}

/// The outline of everything that a disc covers on a short way along a great circle.
pub(crate) fn swept(globe: Globe, segment: &Segment, radius: f64) -> Vec<Point> {
    let (from, to) = (segment.from, segment.to);
    if globe.distance(from, to) < 1e-9 {
        return globe.circle(from, radius, 2 * BEND);
    }
    let ahead = Great::new(globe, from, globe.polar(from, to).1);
    let heading = Track::Great(ahead).heading(globe.distance(from, to));
    // Half a circle around each end, counter-clockwise.
    let bend = |at: Point, along: Point| {
        let angle = move |i: usize| along.angle() - 90.0 + 180.0 * i as f64 / BEND as f64;
        (0..=BEND).map(move |i| Great::new(globe, at, Point::at_angle(angle(i))).at(radius))
    };
    bend(to, heading).chain(bend(from, ahead.along() * -1.0)).collect()
}

/// The parts of the shortest way between two points.
pub(crate) fn way(globe: Globe, from: Point, to: Point) -> Vec<Segment> {
    let (distance, along) = globe.polar(from, to);
    Track::Great(Great::new(globe, from, along)).segments(0.0, distance)
}
