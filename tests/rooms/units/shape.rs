//! Tests of `plane/shape.rs`.

use alfil::plane::scalar::Vec2;
use alfil::plane::shape::*;
use alfil::rules::plane::{Body, Real};

const EAST: Vec2 = Vec2::new(1.0, 0.0);

fn meet(shape: &Shape, x: f64, y: f64) -> Option<(f64, f64)> {
    shape.meet(Vec2::new(x, y), EAST).map(|m| (m.enter, m.leave))
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
    let covered = disc.meet(Vec2::new(0.1, 0.0), EAST).expect("covered already");
    assert_eq!((covered.begun, covered.enter), (Begun::Before, 0.0));
}

#[test]
fn a_polygon_meets_a_point_by_its_sides() {
    let corner = |x, y| (Real::new(x).unwrap(), Real::new(y).unwrap());
    let sword = Body::Polygon(vec![corner(0.0, 0.5), corner(-0.1, -0.5), corner(0.1, -0.5)]);
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
