//! Tests of `plane/ellipse.rs` and of the shapes that consist of ellipses.

use alfil::plane::geometry::curve::Curve;
use alfil::plane::geometry::ellipse::Ellipse;
use alfil::plane::geometry::meeting::Touch;
use alfil::plane::geometry::scalar::Vec2;
use alfil::plane::geometry::shape::Shape;
use alfil::plane::space::rotation::{Rotation, overlaps};
use alfil::rules::plane::{Body, BodyPart, Figure, Point, Real};

fn body(length: f64, width: f64, at: (f64, f64), facing: f64) -> Shape {
    let real = |n| Real::new(n).unwrap();
    let figure = Figure::Ellipse { length: real(length), width: real(width) };
    let at = Point { x: real(at.0), y: real(at.1) };
    Shape::of(&Body::Parts(vec![BodyPart { figure, at }]), facing)
}

/// Returns an even sequence of numbers from 0 to below 1, the same in every run.
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 1u64;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn random(number: &mut impl FnMut() -> f64) -> Ellipse {
    let mut between = |low: f64, high: f64| low + (high - low) * number();
    Ellipse {
        centre: Vec2::new(between(-0.5, 0.5), between(-0.5, 0.5)),
        axis: Vec2::at_angle(between(0.0, 360.0)),
        along: between(0.05, 1.0),
        across: between(0.05, 1.0),
    }
}

/// Returns how far a point is outside, by the sum of its distances from the foci.
fn outside(ellipse: &Ellipse, p: Vec2) -> f64 {
    let left = Vec2::new(-ellipse.axis.y, ellipse.axis.x);
    let (way, long, short) = if ellipse.along > ellipse.across {
        (ellipse.axis, ellipse.along, ellipse.across)
    } else {
        (left, ellipse.across, ellipse.along)
    };
    let focus = way * (long * long - short * short).sqrt();
    let far = |focus: Vec2| (p - ellipse.centre - focus).length();
    (far(focus) + far(focus * -1.0)) / 2.0 - long
}

#[test]
fn an_ellipse_covers_the_points_near_its_foci() {
    let shape = body(1.0, 0.4, (0.0, 0.0), 90.0);
    let upright =
        Ellipse { centre: Vec2::default(), axis: Vec2::new(0.0, 1.0), along: 0.5, across: 0.2 };
    for i in 0..=60 {
        for j in 0..=60 {
            let p = Vec2::new(f64::from(i - 30) / 50.0, f64::from(j - 30) / 50.0);
            let far = outside(&upright, p);
            if far.abs() > 1e-6 {
                assert_eq!(shape.covers(p), far < 0.0, "{p:?} is {far} outside");
            }
        }
    }
    assert_eq!(shape.touch(Vec2::new(0.0, 0.5)), Touch::Contact);
    assert_eq!(shape.touch(Vec2::new(0.2, 0.0)), Touch::Contact);
    // At 0.3 up, it is 0.2 root (1 - 0.36) = 0.16 wide.
    assert_eq!(shape.touch(Vec2::new(-0.16, 0.3)), Touch::Contact);
    assert!((shape.reach() - 0.5).abs() < 1e-12);
    // Forward by 0.2, its farthest point is its end at 0.7.
    assert!((body(1.0, 0.4, (0.0, 0.2), 90.0).reach() - 0.7).abs() < 1e-12);
}

#[test]
fn an_ellipse_meets_a_point_on_its_way() {
    let shape = body(1.0, 0.4, (0.0, 0.0), 90.0);
    let meet = |shape: &Shape, x: f64, y: f64| {
        let met = shape.meet(Vec2::new(x, y), Vec2::new(1.0, 0.0));
        met.first().map(|m| (m.enter, m.leave))
    };
    let (enter, leave) = meet(&shape, 2.0, 0.3).expect("a contact");
    assert!((enter - 1.84).abs() < 1e-12 && (leave - 2.16).abs() < 1e-12);
    assert_eq!(meet(&shape, 2.0, 0.5), None, "on the tangent of its end");
    assert_eq!(meet(&shape, 2.0, 0.5 - 1e-10), None, "on the tangent, to tolerance");
    assert_eq!(meet(&shape, -2.0, 0.0), None, "behind the start");
}

/// The overlaps of a turn agree with many samples of it.
#[test]
fn a_turning_ellipse_meets_points_as_samples_do() {
    let mut number = numbers();
    for _ in 0..300 {
        let at = (0.2 * number() - 0.1, 0.2 * number() - 0.1);
        let shape = body(0.4 + number(), 0.4 + number(), at, 360.0 * number());
        let d = Vec2::at_angle(360.0 * number()) * (0.9 * number());
        for (way, sign) in [(Rotation::Left, 1.0), (Rotation::Right, -1.0)] {
            let met = &overlaps(&shape, d)[way as usize];
            for i in 0..720 {
                let angle = f64::from(i) / 2.0;
                let covered = shape.covers(d.turned(Vec2::at_angle(-sign * angle)));
                let told = met.iter().any(|m| {
                    m.enter < angle && angle < m.leave
                        || m.enter < angle + 360.0 && angle + 360.0 < m.leave
                        || m.enter == 0.0 && angle == 0.0 && covered
                });
                let near = met.iter().any(|m| {
                    let ends = [m.enter, m.leave, m.leave - 360.0];
                    ends.iter().any(|end| (end - angle).abs() < 1e-3)
                });
                assert!(told == covered || near, "{shape:?} {d:?} turned by {angle}: {met:?}");
            }
        }
    }
}

/// The common points of an ellipse and another curve are on both, and their number is that of the
/// changes of sign along the ellipse.
#[test]
fn an_ellipse_meets_other_curves_in_all_common_points() {
    let mut number = numbers();
    let mut most = 0;
    for round in 0..3000 {
        let ellipse = random(&mut number);
        let other = random(&mut number);
        let (curve, off): (Curve, Box<dyn Fn(Vec2) -> f64>) = match round % 3 {
            0 => (Curve::Ellipse(other), Box::new(move |p| outside(&other, p))),
            1 => {
                let (centre, radius) = (other.centre, other.along);
                let off = move |p: Vec2| (p - centre).length() - radius;
                (Curve::Circle { centre, radius }, Box::new(off))
            }
            _ => {
                let (at, along) = (other.centre, other.axis);
                (Curve::Line { at, along }, Box::new(move |p| along.cross(p - at)))
            }
        };
        let mut found = Vec::new();
        Curve::Ellipse(ellipse).meet(&curve, &mut found);
        for p in &found {
            let (own, far) = (outside(&ellipse, *p), off(*p));
            assert!(own.abs() < 1e-9 && far.abs() < 1e-9, "{ellipse:?} {curve:?} at {p:?}");
        }
        let samples: Vec<f64> = (0..720).map(|i| off(ellipse.at(f64::from(i) / 2.0))).collect();
        let changes = (0..720).filter(|&i| (samples[i] > 0.0) != (samples[(i + 1) % 720] > 0.0));
        let changes = changes.count();
        // Between two samples, the curves may cross twice.
        let close = samples.iter().any(|far| far.abs() < 1e-4);
        assert!(found.len() == changes || close && found.len() > changes, "{ellipse:?} {curve:?}");
        most = most.max(changes);
    }
    assert_eq!(most, 4);
}

/// A circle that touches an ellipse has that point in common with it, even where both bend alike.
#[test]
fn a_touch_is_a_common_point() {
    let ellipse =
        Ellipse { centre: Vec2::default(), axis: Vec2::new(1.0, 0.0), along: 0.5, across: 0.2 };
    let meet = |x: f64, radius: f64| {
        let mut found = Vec::new();
        let circle = Curve::Circle { centre: Vec2::new(x, 0.0), radius };
        circle.meet(&Curve::Ellipse(ellipse), &mut found);
        found
    };
    let is_end = |p: &Vec2| (*p - Vec2::new(0.5, 0.0)).length() < 1e-6;
    assert!(meet(1.0, 0.5).iter().any(is_end), "from outside");
    // The radius of curvature at the end is 0.2^2 / 0.5 = 0.08.
    assert!(meet(0.42, 0.08).iter().any(is_end), "as a circle of curvature");
    assert!(meet(0.45, 0.05).iter().any(is_end), "from inside");
    assert!(meet(0.45, 0.04).is_empty(), "inside");
    assert_eq!(meet(0.0, 0.2).len(), 2, "at both sides from inside");
    let mut found = Vec::new();
    Curve::Ellipse(ellipse).meet(&Curve::Ellipse(ellipse), &mut found);
    assert!(found.is_empty(), "with itself");
}
