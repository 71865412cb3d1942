//! Tests of `plane/rotation.rs`.

use alfil::plane::rotation::*;
use alfil::plane::scalar::Vec2;
use alfil::plane::shape::Shape;
use alfil::rules::plane::{Body, BodyPart, Figure, Point, Real};

#[test]
fn a_sword_turns_onto_a_point() {
    let corner = |x, y| Point { x: Real::new(x).unwrap(), y: Real::new(y).unwrap() };
    let corners = vec![corner(0.0, 0.5), corner(-0.1, -0.5), corner(0.1, -0.5)];
    let figure = Figure::Polygon(corners);
    let sword = Body::Parts(vec![BodyPart { figure, at: Point::default() }]);
    let east = Shape::of(&sword, 0.0);
    // The point is inside the circle of the tip, a quarter turn to the left.
    let near = Vec2::new(0.0, 0.4);
    let Arc::From(left) = arcs(&east, near, Rotation::Left) else { panic!("no contact") };
    let Arc::From(right) = arcs(&east, near, Rotation::Right) else { panic!("no contact") };
    assert!(left > 88.0 && left < 89.0 && right > 77.0 && right < 78.0, "{left} {right}");
    let turned = near.turned(Vec2::at_angle(-left));
    assert_eq!(east.touch(turned), alfil::plane::shape::Touch::Contact);
    assert_eq!(arcs(&east, Vec2::new(0.0, 0.6), Rotation::Left), Arc::Unchanged);
    assert!(
        matches!(arcs(&east, Vec2::new(0.3, 0.0), Rotation::Left), Arc::Until(a, b) if a < 5.0 && (164.0..166.0).contains(&b))
    );
    assert_eq!(arcs(&east, Vec2::new(0.01, 0.0), Rotation::Left), Arc::Unchanged);
}
