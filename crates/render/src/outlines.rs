//! Outlines on a plane: the figures that its game names, and what copies of the plane bring back to
//! it.

use crate::geometry::Point;
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::space::globe::Globe;
use alfil_plane::space::surface::area_line;
use alfil_plane::space::surface::{Image, Sense, Surface};
use alfil_rules::condition::Area;
use alfil_rules::plane::{Plot, Point as Corner, Spot};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;

// Outlines of the figures that a game on a plane names: zones and obstacles.

/// Half of the number of corners of a polygon that is drawn for a disc.
const HALF: usize = 48;

/// Returns the outlines of the figures that zones, goals and promotions name.
pub(crate) fn zones(program: &PlaneProgram) -> Vec<Vec<Point>> {
    let rules = program.rules();
    let zones = rules.zones.iter().flat_map(|zone| Side::BOTH.map(|side| zone.area[side].clone()));
    let goals = rules.ends.goals.iter().chain(&rules.ends.claims);
    let goals: Vec<Area> = goals.flat_map(|goal| goal.question.named().0).collect();
    let promotions = rules.kinds.iter().flat_map(|kind| &kind.promotions);
    let promotions = promotions.filter_map(|promotion| promotion.at.clone());
    let mut found: Vec<Plot> = Vec::new();
    zones.chain(goals.clone()).chain(promotions).for_each(|area| collect_plots(&area, &mut found));
    let Some(globe) = program.surface().globe() else {
        return found.iter().flat_map(plot_outlines).collect();
    };
    let mut circles: Vec<(Point, f64)> = Vec::new();
    let far = |degrees: f64| degrees.to_radians() * globe.radius();
    for plot in &found {
        match plot {
            Plot::Disc { centre, radius } => {
                circles.push((Point::new(centre.x.get(), centre.y.get()), radius.get()));
            }
            // Both borders of the zone of each side, except those at a pole.
            Plot::Latitudes(ends) => {
                for latitude in ends.iter().map(|end| end.get()).filter(|at| at.abs() < 90.0) {
                    circles.extend(Side::BOTH.map(|side| {
                        let pole = if latitude < 0.0 { side.other() } else { side };
                        (Globe::far_pole(pole), far(90.0 - latitude.abs()))
                    }));
                }
            }
            // `check` rejects other figures on a sphere.
            Plot::Rectangle(_) | Plot::Polygon(_) | Plot::Ball { .. } | Plot::Block(_) => {}
        }
    }
    let mut lines: Vec<f64> =
        goals.iter().filter_map(|area| area_line(area, rules, program.size())).collect();
    lines.dedup();
    for line in lines {
        circles.extend(Side::BOTH.map(|side| (Globe::far_pole(side), globe.half() - line)));
    }
    circles.iter().map(|(centre, radius)| globe.circle(*centre, *radius, 2 * HALF)).collect()
}

/// Returns the outlines of the obstacles.
pub(crate) fn obstacles(rules: &Ruleset) -> Vec<Vec<Point>> {
    rules.space.obstacles.iter().flat_map(|plot| plot_outlines(&plot.value)).collect()
}

/// Adds the figures of an area, each only once. Zones inside are left out.
fn collect_plots(area: &Area, found: &mut Vec<Plot>) {
    if let Area::Plot(plot) = area
        && !found.contains(&plot.value)
    {
        found.push(plot.value.clone());
    }
    area.parts().iter().for_each(|part| collect_plots(part, found));
}

/// The outline of a figure on a plane, three circles around a ball, or the faces of a block.
fn plot_outlines(plot: &Plot) -> Vec<Vec<Point>> {
    let spot = |p: &Spot| Point::in_space(p.x.get(), p.y.get(), p.z.get());
    match plot {
        Plot::Ball { centre, radius } => {
            let on = |i: usize| Point::at_angle(180.0 * i as f64 / HALF as f64) * radius.get();
            let ways: [fn(Point) -> Point; 3] =
                [|p| p, |p| Point::in_space(p.x, 0.0, p.y), |p| Point::in_space(0.0, p.x, p.y)];
            let circle = |way: fn(Point) -> Point| {
                (0..2 * HALF).map(|i| spot(centre) + way(on(i))).collect()
            };
            ways.map(circle).to_vec()
        }
        Plot::Block([a, b]) => {
            let (a, b) = (spot(a), spot(b));
            let face = |corners: [(f64, f64, f64); 4]| -> Vec<Point> {
                corners.map(|(x, y, z)| Point::in_space(x, y, z)).to_vec()
            };
            let level = |z| face([(a.x, a.y, z), (b.x, a.y, z), (b.x, b.y, z), (a.x, b.y, z)]);
            let front = |y| face([(a.x, y, a.z), (b.x, y, a.z), (b.x, y, b.z), (a.x, y, b.z)]);
            let side = |x| face([(x, a.y, a.z), (x, b.y, a.z), (x, b.y, b.z), (x, a.y, b.z)]);
            vec![level(a.z), front(b.y), side(a.x), side(b.x), front(a.y), level(b.z)]
        }
        Plot::Disc { .. } | Plot::Rectangle(_) | Plot::Polygon(_) | Plot::Latitudes(_) => {
            vec![plot_outline(plot)]
        }
    }
}

fn plot_outline(plot: &Plot) -> Vec<Point> {
    let at = |p: &Corner| Point::new(p.x.get(), p.y.get());
    match plot {
        Plot::Disc { centre, radius } => {
            let angle = |i: usize| 180.0 * i as f64 / HALF as f64;
            let on = |i: usize| at(centre) + Point::at_angle(angle(i)) * radius.get();
            (0..2 * HALF).map(on).collect()
        }
        Plot::Rectangle([a, b]) => {
            let (a, b) = (at(a), at(b));
            vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)]
        }
        Plot::Polygon(corners) => corners.iter().map(at).collect(),
        // Only spheres have latitudes, and only boxes have balls and blocks.
        Plot::Latitudes(_) | Plot::Ball { .. } | Plot::Block(_) => Vec::new(),
    }
}

// Pictures of surfaces: what is drawn on copies of the plane, brought back to the plane and cut at
// its joined edges.

/// A part of a line on the plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// Whether the part contains the end of the whole line.
    pub(crate) ends: bool,
}

/// A half plane: all points whose product with a vector is at most a limit.
struct Half {
    out: Point,
    limit: f64,
}

/// Lengths below this are rounding errors.
const NARROW: f64 = 1e-9;

/// The joined edges, each as the half plane inside.
fn halves(surface: &Surface) -> Vec<Half> {
    let around = surface.around();
    let mut all = Vec::new();
    for (size, along) in [(around.x, Point::new(1.0, 0.0)), (around.y, Point::new(0.0, 1.0))] {
        if size.is_finite() {
            all.push(Half { out: along, limit: size });
            all.push(Half { out: along * -1.0, limit: 0.0 });
        }
    }
    all
}

/// Returns the parts of an outline on the plane. They have the orientation of the outline.
pub(crate) fn outlines(surface: &Surface, outline: &[Point]) -> Vec<Vec<Point>> {
    if surface.is_flat() {
        return vec![outline.to_vec()];
    }
    surface.near().filter_map(|copy| outline_in(surface, outline, copy)).collect()
}

/// Returns the part of an outline that one copy brings to the plane. `None` if there is none.
pub(crate) fn outline_in(surface: &Surface, outline: &[Point], copy: Image) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = outline.iter().map(|p| copy.at(*p)).collect();
    if copy.sense == Sense::Mirrored {
        points.reverse();
    }
    for half in &halves(surface) {
        points = inside(&points, half);
    }
    is_wide(&points).then_some(points)
}

/// Returns whether an outline is more than a line.
fn is_wide(points: &[Point]) -> bool {
    let twice: f64 =
        (0..points.len()).map(|i| points[i].cross(points[(i + 1) % points.len()])).sum();
    points.len() > 2 && twice.abs() > NARROW
}

/// Returns the part of an outline in a half plane.
fn inside(points: &[Point], half: &Half) -> Vec<Point> {
    let depth = |p: Point| half.limit - half.out.dot(p);
    let mut kept = Vec::new();
    for (i, &a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        let (here, there) = (depth(a), depth(b));
        if here >= 0.0 {
            kept.push(a);
        }
        if (here < 0.0) != (there < 0.0) {
            kept.push(a + (b - a) * (here / (here - there)));
        }
    }
    kept
}

/// Returns the parts of a line on the plane, in order. A point on joined edges is drawn at all of
/// them.
pub(crate) fn lines(surface: &Surface, from: Point, to: Point) -> Vec<Part> {
    if surface.is_flat() {
        return vec![Part { from, to, ends: true }];
    }
    let whole = (to - from).length();
    if whole < NARROW {
        let places = surface.places(from).into_iter();
        return places.map(|p| Part { from: p, to: p, ends: true }).collect();
    }
    let halves = halves(surface);
    let mut all: Vec<(f64, Part)> = Vec::new();
    for copy in surface.near() {
        let (a, b) = (copy.at(from), copy.at(to));
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for half in &halves {
            let (here, there) = (half.limit - half.out.dot(a), half.limit - half.out.dot(b));
            if here < 0.0 && there < 0.0 {
                high = -1.0;
            } else if here < 0.0 {
                low = low.max(here / (here - there));
            } else if there < 0.0 {
                high = high.min(here / (here - there));
            }
        }
        if (high - low) * whole > NARROW {
            let (from, to) = (a + (b - a) * low, a + (b - a) * high);
            all.push((low, Part { from, to, ends: high >= 1.0 }));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, part)| part).collect()
}

/// Returns the places at which a picture shows a piece whose body reaches this far: its own, and
/// those beyond joined edges from which the body comes in.
pub(crate) fn places(surface: &Surface, at: Point, reach: f64) -> Vec<Point> {
    let near = |p: &Point| halves(surface).iter().all(|half| half.out.dot(*p) < half.limit + reach);
    let other = |copy: &Image| *copy != Image::PLANE;
    let beyond = surface.near().filter(other).map(|copy| copy.at(at)).filter(near);
    std::iter::once(at).chain(beyond).collect()
}
