//! Tests of `plane/rotation.rs`.

use alfil::plane::geometry::meeting::{Begun, Meeting};
use alfil::plane::geometry::scalar::Vec2;
use alfil::plane::geometry::shape::Shape;
use alfil::plane::space::rotation::*;
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
    let begins = |way| overlaps(&east, near)[way as usize][0].enter;
    let (left, right) = (begins(Rotation::Left), begins(Rotation::Right));
    assert!(left > 88.0 && left < 89.0 && right > 77.0 && right < 78.0, "{left} {right}");
    let turned = near.turned(Vec2::at_angle(-left));
    assert_eq!(east.touch(turned), alfil::plane::geometry::meeting::Touch::Contact);
    assert!(overlaps(&east, Vec2::new(0.0, 0.6)).iter().all(|met| met.is_empty()));
    // The tip is over the point until it has turned on, and the base comes over it later.
    let [all, _] = overlaps(&east, Vec2::new(0.3, 0.0));
    assert!(all[0].begun == Begun::Before && all[0].leave < 5.0);
    assert!(all[1].begun == Begun::ByMoving && (164.0..166.0).contains(&all[1].enter));
    let [always, _] = overlaps(&east, Vec2::new(0.01, 0.0));
    assert_eq!(*always, [Meeting { enter: 0.0, leave: WHOLE, begun: Begun::Before }]);
}
