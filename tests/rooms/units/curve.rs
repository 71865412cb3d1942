//! Tests of `plane/curve.rs`.

use alfil::plane::geometry::curve::*;
use alfil::plane::geometry::scalar::Vec2;

fn circle(x: f64, y: f64, radius: f64) -> Curve {
    Curve::Circle { centre: Vec2::new(x, y), radius }
}

fn meet(a: Curve, b: Curve) -> Vec<Vec2> {
    let mut found = Vec::new();
    a.meet(&b, &mut found);
    let on = |p: &Vec2| [a, b].iter().all(|c| (c.nearest(*p) - *p).length() < 1e-7);
    assert!(found.iter().all(on), "{a:?} {b:?}: {found:?}");
    found
}

#[test]
fn curves_meet_in_every_way() {
    assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(1.2, 0.5, 0.7)).len(), 2);
    assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(2.0, 0.0, 1.0)).len(), 1, "from without");
    assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(0.5, 0.0, 0.5)).len(), 1, "from within");
    assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(3.0, 0.0, 1.0)).len(), 0);
    assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(0.1, 0.0, 0.5)).len(), 0);
    assert_eq!(meet(circle(0.0, 0.0, 1.0), circle(0.0, 0.0, 0.5)).len(), 0);
    let line = |y: f64| Curve::Line { at: Vec2::new(3.0, y), along: Vec2::new(1.0, 0.0) };
    assert_eq!(meet(circle(0.0, 0.0, 1.0), line(0.5)).len(), 2);
    assert_eq!(meet(circle(0.0, 0.0, 1.0), line(1.0)).len(), 1);
    assert_eq!(meet(circle(0.0, 0.0, 1.0), line(1.1)).len(), 0);
    let slanted = Curve::Line { at: Vec2::new(0.0, 2.0), along: Vec2::at_angle(45.0) };
    assert_eq!(meet(slanted, line(0.5)).len(), 1);
    assert_eq!(meet(line(0.0), line(0.5)).len(), 0);
}
