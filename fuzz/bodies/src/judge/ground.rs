//! The judge's verdicts on conditions: shades and zones, from the rules and two points.
//!
//! It reads the rules themselves and not what the engine compiled. Shades come from a product of
//! sines, which changes its sign at every border between unit squares.

use alfil::plane::position::Piece;
use alfil::plane::program::PlaneProgram;
use alfil::plane::scalar::{EPSILON, Vec2};
use alfil::rules::condition::{Area, Condition, PlaceKind, Relation};
use alfil::rules::side::Side;
use alfil::rules::space::{Shading, parse_cell};
use std::f64::consts::PI;

/// True if a move of `piece` to `to` satisfies `condition`.
pub(super) fn allows(
    program: &PlaneProgram,
    condition: &Condition,
    piece: &Piece,
    to: Vec2,
) -> bool {
    let side = piece.side;
    let up = match side {
        Side::White => to.y - piece.at.y,
        Side::Black => piece.at.y - to.y,
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
            Relation::SameRank
            | Relation::SameFile
            | Relation::SameLayer
            | Relation::Upward
            | Relation::Downward => panic!("`check` rejects this condition on a plane"),
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
    let (x, y) = (wave(inside(at.x, size.x)), wave(inside(at.y, size.y)));
    if x.abs() <= PI * EPSILON || y.abs() <= PI * EPSILON {
        0
    } else if x * y < 0.0 {
        1
    } else {
        -1
    }
}

fn is_at(program: &PlaneProgram, kind: &PlaceKind, side: Side, at: Vec2) -> bool {
    let own = match side {
        Side::White => 1,
        Side::Black => -1,
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

fn is_in(program: &PlaneProgram, area: &Area, side: Side, at: Vec2) -> bool {
    let size = program.size();
    let depth = match side {
        Side::White => at.y,
        Side::Black => size.y - at.y,
    };
    let between = |n: f64, from: f64, to: f64| (n - from) >= -EPSILON && (n - to) <= EPSILON;
    let middle = |cell: &str| {
        let (file, rank) = parse_cell(cell).expect("`check` rejects other names");
        Vec2::new(f64::from(file) + 0.5, f64::from(rank) + 0.5)
    };
    let any = |a: Vec2, b: Vec2| {
        between(at.x, a.x.min(b.x) - 0.5, a.x.max(b.x) + 0.5)
            && between(at.y, a.y.min(b.y) - 0.5, a.y.max(b.y) + 0.5)
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
        Area::Zone(zone) => is_in(program, &program.rules().zones[*zone].area[side], side, at),
        Area::Enemys(area) => is_in(program, area, side.other(), at),
        Area::All(areas) => areas.iter().all(|area| is_in(program, area, side, at)),
        Area::Any(areas) => areas.iter().any(|area| is_in(program, area, side, at)),
        Area::Not(area) => !is_in(program, area, side, at),
        Area::Layers { .. } | Area::Edge | Area::Corner => {
            panic!("`check` rejects this area on a plane")
        }
    }
}
