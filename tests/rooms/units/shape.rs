//! Tests of `plane/shape.rs`.

use alfil::plane::geometry::meeting::{Begun, Touch};
use alfil::plane::geometry::scalar::Vec2;
use alfil::plane::geometry::shape::Shape;
use alfil::rules::plane::{Body, BodyPart, Figure, Point, Real};

const EAST: Vec2 = Vec2::new(1.0, 0.0);

fn meet(shape: &Shape, x: f64, y: f64) -> Option<(f64, f64)> {
    shape.meet(Vec2::new(x, y), EAST).first().map(|m| (m.enter, m.leave))
}

#[test]
fn a_disc_meets_a_point_in_every_way() {
    let disc = Shape::Disc(0.25);
    assert_eq!(meet(&disc, 1.0, 0.0), Some((0.75, 1.25)), "head on");
    let (enter, leave) = meet(&disc, 1.0, 0.15).expect("aside");
    assert!((enter - 0.8).abs() < 1e-12 && (leave - 1.2).abs() < 1e-12);
    assert_eq!(meet(&disc, 1.0, 0.25), None, "on a tangent");
    assert_eq!(meet(&disc, 1.0, 0.25 - 1e-10), None, "on a tangent to tolerance");
    assert_eq!(meet(&disc, 1.0, 0.3), None, "passing by");
    assert_eq!(meet(&disc, -1.0, 0.0), None, "behind the start");
    assert_eq!(meet(&disc, 0.25, 0.0), Some((0.0, 0.5)), "in contact, moving in");
    assert_eq!(meet(&disc, -0.25, 0.0), None, "in contact, moving away");
    assert_eq!(meet(&disc, 0.0, 0.25), None, "in contact, moving along");
    let covered = disc.meet(Vec2::new(0.1, 0.0), EAST)[0];
    assert_eq!((covered.begun, covered.enter), (Begun::Before, 0.0));
}

#[test]
fn a_polygon_meets_a_point_by_its_sides() {
    let corner = |x, y| Point { x: Real::new(x).unwrap(), y: Real::new(y).unwrap() };
    let corners = vec![corner(0.0, 0.5), corner(-0.1, -0.5), corner(0.1, -0.5)];
    let figure = Figure::Polygon(corners);
    let sword = Body::Parts(vec![BodyPart { figure, at: Point::default() }]);
    let east = Shape::of(&sword, 0.0);
    let (enter, leave) = meet(&east, 2.0, 0.0).expect("a contact on the axis");
    assert!((enter - 1.5).abs() < 1e-12 && (leave - 2.5).abs() < 1e-12);
    let (enter, _) = meet(&east, 2.0, 0.05).expect("a contact beside the axis");
    assert!((enter - 2.0).abs() < 1e-12);
    assert_eq!(meet(&east, 2.0, 0.1), None, "along the foot's corner");
    let north = Shape::of(&sword, 90.0);
    assert_eq!(north.touch(Vec2::new(0.0, 0.5)), Touch::Contact);
    assert_eq!(north.touch(Vec2::new(0.0, 0.4)), Touch::Inside);
    assert_eq!(north.touch(Vec2::new(0.1, 0.0)), Touch::Outside);
}

/// A body of one part around its centre, or of several.
fn body(parts: &[(Figure, f64, f64)]) -> Shape {
    let real = |n| Real::new(n).unwrap();
    let part = |(figure, x, y): &(Figure, f64, f64)| BodyPart {
        figure: figure.clone(),
        at: Point { x: real(*x), y: real(*y) },
    };
    Shape::of(&Body::Parts(parts.iter().map(part).collect()), 90.0)
}

fn capsule(length: f64, width: f64) -> Figure {
    Figure::Capsule { length: Real::new(length).unwrap(), width: Real::new(width).unwrap() }
}

/// A capsule covers exactly the points nearer to its segment than half its width.
#[test]
fn a_capsule_covers_the_points_near_its_segment() {
    let shape = body(&[(capsule(1.0, 0.2), 0.0, 0.0)]);
    for i in 0..=60 {
        for j in 0..=60 {
            let p = Vec2::new(f64::from(i - 30) / 50.0, f64::from(j - 30) / 50.0);
            let far = p.x.hypot(p.y - p.y.clamp(-0.4, 0.4));
            let covered = shape.covers(p);
            assert_eq!(covered, far < 0.1 - 1e-9, "{p:?} is {far} away");
        }
    }
    // Across: a point 0.45 up is met by the cap, where it is root (0.01 - 0.0025) wide.
    let (enter, leave) = meet(&shape, 1.0, 0.45).expect("a cap");
    let half = 0.0075f64.sqrt();
    assert!((enter - (1.0 - half)).abs() < 1e-12 && (leave - (1.0 + half)).abs() < 1e-12);
    let (enter, leave) = meet(&shape, 1.0, 0.3).expect("a side");
    assert!((enter - 0.9).abs() < 1e-12 && (leave - 1.1).abs() < 1e-12);
    assert_eq!(meet(&shape, 1.0, 0.5), None, "on the tangent of the cap");
}

/// A dumb-bell that moves across meets a point between its balls twice.
#[test]
fn a_union_may_meet_a_point_twice() {
    let disc = || Figure::Disc(Real::new(0.2).unwrap());
    let shape = body(&[(disc(), -0.5, 0.0), (disc(), 0.5, 0.0), (capsule(0.2, 0.1), 0.0, 0.0)]);
    let all: Vec<(f64, f64)> =
        shape.meet(Vec2::new(2.0, 0.15), EAST).iter().map(|m| (m.enter, m.leave)).collect();
    // The balls are root (0.04 - 0.0225) wide at this height.
    let half = 0.0175f64.sqrt();
    let expected = [(1.5 - half, 1.5 + half), (2.5 - half, 2.5 + half)];
    assert_eq!(all.len(), 2);
    for ((enter, leave), (from, to)) in all.into_iter().zip(expected) {
        assert!((enter - from).abs() < 1e-12 && (leave - to).abs() < 1e-12);
    }
}
