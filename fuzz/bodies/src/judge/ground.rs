//! The judge's verdicts on conditions: shades and zones, from the rules and two points.
//!
//! It reads the rules themselves and not what the engine compiled. Shades come from a product of
//! sines, which changes its sign at every border between unit squares.

use super::{ball, balls, unroll};
use alfil_plane::geometry::scalar::{EPSILON, Vec2, Vector};
use alfil_plane::model::position::Piece;
use alfil_plane::model::program::PlaneProgram;
use alfil_rules::condition::{Area, Condition, PlaceKind, Relation};
use alfil_rules::plane::{Plot, Point};
use alfil_rules::side::{Color, Side};
use alfil_rules::space::{Shading, parse_cell};
use std::f64::consts::PI;

/// True if a move of `piece` to `to` satisfies `condition`.
pub(super) fn allows(
    program: &PlaneProgram,
    condition: &Condition,
    piece: &Piece,
    to: Vec2,
) -> bool {
    let (side, to) = (piece.side, unroll::folded(program, to));
    let up = ball::depth(program, side, to) - ball::depth(program, side, piece.at);
    let rise = match side.color() {
        Color::White => to.z - piece.at.z,
        Color::Black => piece.at.z - to.z,
    };
    match condition {
        Condition::Always | Condition::Every(_) => true,
        Condition::Start(place) if place.kind == PlaceKind::Unmoved => piece.unmoved,
        Condition::Start(place) => is_at(program, &place.kind, side, piece.at),
        Condition::End(place) => is_at(program, &place.kind, side, to),
        Condition::Relative(relation) => match relation {
            Relation::SameShade => light(program, piece.at) == light(program, to),
            Relation::OtherShade => light(program, piece.at) != light(program, to),
            Relation::Forward => up > EPSILON,
            Relation::Backward => up < -EPSILON,
            Relation::Upward => rise > EPSILON,
            Relation::Downward => rise < -EPSILON,
            Relation::SameRank | Relation::SameFile | Relation::SameLayer => {
                panic!("`check` rejects this condition on a plane")
            }
        },
        Condition::All(parts) => parts.iter().all(|part| allows(program, part, piece, to)),
        Condition::Any(parts) => parts.iter().any(|part| allows(program, part, piece, to)),
        Condition::Not(part) => !allows(program, part, piece, to),
    }
}

/// The lightness of a point: 1 in a light square, -1 in a dark one, 0 on a border.
fn light(program: &PlaneProgram, at: Vec2) -> i8 {
    if program.rules().space.shades != Shading::Checkered {
        return 0;
    }
    let size = program.size();
    // The outer edge belongs to the squares inside.
    let inside = |n: f64, end: f64| n.clamp(1e-5, end - 1e-5);
    let wave = |n: f64| (n * PI).sin();
    let at = unroll::folded(program, at);
    let (x, y) = (wave(inside(at.x, size.x)), wave(inside(at.y, size.y)));
    // In a box, the third wave changes the sign from one layer to the next.
    let z = if size.z > 0.0 { wave(inside(at.z, size.z)) } else { 1.0 };
    // A point on joined edges is at several places.
    let is_joined = unroll::places(program, at).len() > 1;
    if is_joined || x.abs().min(y.abs()).min(z.abs()) <= PI * EPSILON {
        0
    } else if x * y * z < 0.0 {
        1
    } else {
        -1
    }
}

fn is_at(program: &PlaneProgram, kind: &PlaceKind, side: Side, at: Vec2) -> bool {
    let own = match side.color() {
        Color::White => 1,
        Color::Black => -1,
    };
    match kind {
        PlaceKind::Strong => light(program, at) == own,
        PlaceKind::Weak => light(program, at) == -own,
        PlaceKind::Neutral => light(program, at) == 0,
        PlaceKind::Light => light(program, at) == 1,
        PlaceKind::Dark => light(program, at) == -1,
        PlaceKind::Shade(n) => light(program, at) == if *n == 1 { 1 } else { -1 },
        PlaceKind::Unmoved => panic!("only a piece is unmoved"),
        PlaceKind::In(area) => is_in(program, area, side, at),
    }
}

/// True if a point is in a figure. Squares of distances decide on discs, and the sum of the angles
/// under which the sides are seen on polygons.
pub(super) fn is_in_plot(program: &PlaneProgram, plot: &Plot, at: Vec2) -> bool {
    let to = |p: &Point| Vec2::new(p.x.get() - at.x, p.y.get() - at.y);
    match plot {
        Plot::Latitudes(_) => panic!("latitudes depend on the side"),
        Plot::Disc { centre, radius } if program.surface().globe().is_some() => {
            let centre = Vec2::new(centre.x.get(), centre.y.get());
            ball::apart(program, centre, at) <= radius.get() + EPSILON
        }
        Plot::Disc { centre, radius } => {
            let (d, reach) = (to(centre), radius.get() + EPSILON);
            d.x * d.x + d.y * d.y <= reach * reach
        }
        Plot::Rectangle([a, b]) => {
            let (a, b) = (to(a), to(b));
            let beyond = |a: f64, b: f64| a.min(b) > EPSILON || a.max(b) < -EPSILON;
            !beyond(a.x, b.x) && !beyond(a.y, b.y)
        }
        Plot::Ball { centre, radius } => {
            let reach = radius.get() + EPSILON;
            let [x, y, z] = [centre.x.get() - at.x, centre.y.get() - at.y, centre.z.get() - at.z];
            x * x + y * y + z * z <= reach * reach
        }
        Plot::Block([a, b]) => {
            let beyond = |a: f64, b: f64| a.min(b) > EPSILON || a.max(b) < -EPSILON;
            !beyond(a.x.get() - at.x, b.x.get() - at.x)
                && !beyond(a.y.get() - at.y, b.y.get() - at.y)
                && !beyond(a.z.get() - at.z, b.z.get() - at.z)
        }
        Plot::Polygon(corners) => {
            let mut angle = 0.0;
            for (i, a) in corners.iter().enumerate() {
                let (a, b) = (to(a), to(&corners[(i + 1) % corners.len()]));
                let (length, cross) = ((b - a).length(), a.cross(b));
                let part = if length > 0.0 { -a.dot(b - a) / (length * length) } else { 0.0 };
                let near = a + (b - a) * part.clamp(0.0, 1.0);
                if near.length() <= EPSILON {
                    return true;
                }
                angle += cross.atan2(a.dot(b));
            }
            // An even number of turns is outside, as by the even-odd rule.
            (angle / (2.0 * PI)).round() as i64 % 2 != 0
        }
    }
}

pub(super) fn is_in(program: &PlaneProgram, area: &Area, side: Side, at: Vec2) -> bool {
    match area {
        Area::Zone(_) | Area::Enemys(_) | Area::All(_) | Area::Any(_) | Area::Not(_) => {
            is_in_at(program, area, side, at)
        }
        // A figure may reach over joined edges.
        Area::Plot(_) => {
            unroll::images(program, at).into_iter().any(|at| is_in_at(program, area, side, at))
        }
        Area::Ranks { .. }
        | Area::LastRank
        | Area::Files { .. }
        | Area::Cells(_)
        | Area::Rectangle(_)
        | Area::Layers { .. }
        | Area::Edge
        | Area::Corner => {
            unroll::places(program, at).into_iter().any(|at| is_in_at(program, area, side, at))
        }
    }
}

/// Like [`is_in`], of the plane without joined edges.
fn is_in_at(program: &PlaneProgram, area: &Area, side: Side, at: Vec2) -> bool {
    let size = program.size();
    let depth = ball::depth(program, side, at);
    let between = |n: f64, from: f64, to: f64| (n - from) >= -EPSILON && (n - to) <= EPSILON;
    let middle = |cell: &str| {
        let (layer, cell) = cell.split_at(usize::from(size.z > 0.0));
        let (file, rank) = parse_cell(cell).expect("`check` rejects other names");
        let layer = layer.bytes().next().map_or(0.0, |layer| f64::from(layer - b'A') + 0.5);
        Vector::in_space(f64::from(file) + 0.5, f64::from(rank) + 0.5, layer)
    };
    let any = |a: Vec2, b: Vec2| {
        between(at.x, a.x.min(b.x) - 0.5, a.x.max(b.x) + 0.5)
            && between(at.y, a.y.min(b.y) - 0.5, a.y.max(b.y) + 0.5)
            && between(at.z, a.z.min(b.z) - 0.5, a.z.max(b.z) + 0.5)
    };
    match area {
        Area::Ranks { first, last } => between(depth, f64::from(*first) - 1.0, f64::from(*last)),
        Area::LastRank => between(depth, size.y - 1.0, size.y),
        Area::Files { first, last } => {
            let number = |file: char| f64::from(file as u8 - b'a');
            between(at.x, number(*first), number(*last) + 1.0)
        }
        Area::Cells(cells) => {
            cells.iter().any(|cell| any(middle(&cell.value), middle(&cell.value)))
        }
        Area::Rectangle([a, b]) => any(middle(&a.value), middle(&b.value)),
        Area::Plot(plot) => match &plot.value {
            Plot::Latitudes([low, high]) => {
                let latitude = if side == Side::White { at.y } else { -at.y };
                let slack = (EPSILON / program.size().y * PI).to_degrees();
                latitude >= low.get() - slack && latitude <= high.get() + slack
            }
            plot => is_in_plot(program, plot, at),
        },
        Area::Zone(zone) => is_in(program, &program.rules().zones[*zone].area[side], side, at),
        Area::Enemys(area) => is_in(program, area, side.other(), at),
        Area::All(areas) => areas.iter().all(|area| is_in(program, area, side, at)),
        Area::Any(areas) => areas.iter().any(|area| is_in(program, area, side, at)),
        Area::Not(area) => !is_in(program, area, side, at),
        Area::Layers { first, last } => {
            let above = match side.color() {
                Color::White => at.z,
                Color::Black => size.z - at.z,
            };
            between(above, f64::from(*first) - 1.0, f64::from(*last))
        }
        Area::Edge | Area::Corner => {
            panic!("`check` rejects this area on a plane")
        }
    }
}

/// Calls `each` with every figure that the zones and the conditions of moves name.
pub(super) fn plots(program: &PlaneProgram, mut each: impl FnMut(&Plot)) {
    fn in_area(area: &Area, each: &mut impl FnMut(&Plot)) {
        if let Area::Plot(plot) = area {
            each(&plot.value);
        }
        area.parts().iter().for_each(|part| in_area(part, each));
    }
    fn in_condition(condition: &Condition, each: &mut impl FnMut(&Plot)) {
        match condition {
            Condition::Start(place) | Condition::End(place) => {
                if let PlaceKind::In(area) = &place.kind {
                    in_area(area, each);
                }
            }
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().for_each(|part| in_condition(part, each));
            }
            Condition::Not(part) => in_condition(part, each),
            Condition::Always | Condition::Relative(_) | Condition::Every(_) => {}
        }
    }
    let rules = program.rules();
    for zone in rules.zones.iter() {
        Side::BOTH.iter().for_each(|side| in_area(&zone.area[*side], &mut each));
    }
    for kind in rules.kinds.iter() {
        kind.moves.terms.iter().for_each(|term| in_condition(&term.when, &mut each));
    }
    in_condition(&rules.every_move, &mut each);
}

/// The distances at which a line from `at` crosses the border of a figure.
pub(super) fn crossings(plot: &Plot, at: Vec2, along: Vec2) -> Vec<f64> {
    let to = |p: &Point| Vec2::new(p.x.get(), p.y.get()) - at;
    let corners: Vec<Vec2> = match plot {
        Plot::Disc { centre, radius } => {
            let (d, radius) = (to(centre), radius.get());
            let (forth, aside) = (d.dot(along), d.cross(along));
            let under = radius * radius - aside * aside;
            let half = under.max(0.0).sqrt();
            return if under < -EPSILON { Vec::new() } else { vec![forth - half, forth + half] };
        }
        Plot::Rectangle([a, b]) => {
            let (a, b) = (to(a), to(b));
            vec![a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)]
        }
        Plot::Polygon(corners) => corners.iter().map(to).collect(),
        // Ways on a sphere are sampled.
        Plot::Latitudes(_) => Vec::new(),
        Plot::Ball { centre, radius } => {
            let centre = Vector::in_space(centre.x.get(), centre.y.get(), centre.z.get());
            let ends = balls::ends(at, along, radius.get(), centre);
            return ends.into_iter().flat_map(|(a, b)| [a, b]).collect();
        }
        Plot::Block(corners) => {
            let axis = |from: f64, by: f64, to: f64| (by.abs() > EPSILON).then(|| (to - from) / by);
            let all = corners.iter().flat_map(|corner| {
                let x = axis(at.x, along.x, corner.x.get());
                let y = axis(at.y, along.y, corner.y.get());
                [x, y, axis(at.z, along.z, corner.z.get())]
            });
            return all.flatten().collect();
        }
    };
    let sides = (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]));
    let crossing = |(a, b): (Vec2, Vec2)| {
        let gain = along.cross(b - a);
        (gain.abs() > EPSILON).then(|| a.cross(b - a) / gain)
    };
    sides.filter_map(crossing).collect()
}
