//! Turning on the centre.
//!
//! Owns: [`arcs`] (the angles at which a turning polygon covers a point), [`turns`] (the legal turns of a
//! piece) and [`Spin`] (turning as a threat). Angles are degrees, counter-clockwise above 0, clockwise
//! below, and strictly between -360 and 360. A turn sweeps: it stops at the first overlap, which
//! captures, and passes no friend. Invariant: like a sweep along a ray, a turn has no stop beyond the
//! first contact; of two turns that look the same way in the end and capture the same, only the shorter
//! is one, of two halves the left.
//!
//! ```text
//!        x  enemy, covered from one side's angle to the other's
//!       /|
//!      / |        the circle through x cuts the sides of the polygon where covering begins and ends
//!     /__|
//! ```

use crate::plane::curve::Sink;
use crate::plane::field::Field;
use crate::plane::interval::{End, Interval, IntervalSet};
use crate::plane::position::{PieceId, Taken};
use crate::plane::scalar::{EPSILON, Vec2, at_most, below, equal};
use crate::plane::shape::{Shape, corners_of};
use crate::plane::sweep::Stretch;

/// A whole turn.
pub const WHOLE: f64 = 360.0;

/// Which way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Counter-clockwise: angles above 0.
    Left,
    /// Clockwise: angles below 0.
    Right,
}

impl Way {
    /// Both.
    pub const BOTH: [Way; 2] = [Way::Left, Way::Right];

    /// 1 or -1.
    fn sign(self) -> f64 {
        match self {
            Way::Left => 1.0,
            Way::Right => -1.0,
        }
    }
}

/// Where a turning shape covers a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arc {
    /// At no angle, or at every one: a turn changes nothing.
    Unchanged,
    /// It covers the point now, until one angle from here, and again from another, in degrees above 0.
    Until(f64, f64),
    /// From this angle on, in degrees from here, above 0; 0 if it stands in contact and turns into it.
    From(f64),
}

/// How the shape comes to cover the point at `d` as it turns one way.
pub fn arcs(shape: &Shape, d: Vec2, way: Way) -> Arc {
    let Shape::Polygon(corners) = shape else { return Arc::Unchanged };
    let far = d.length();
    let mut cuts: Vec<f64> = Vec::new();
    for (i, &a) in corners.iter().enumerate() {
        let side = corners[(i + 1) % corners.len()] - a;
        // |a + t side| = far.
        let (p, q, r) = (side.dot(side), a.dot(side), a.dot(a) - far * far);
        let under = q * q - p * r;
        // Touching the middle of a side, to tolerance, is a cut: the point is not covered there.
        if under <= 0.0 && !equal(side.unit().cross(a).abs(), far) {
            continue;
        }
        let root = under.max(0.0).sqrt();
        for t in [(-q - root) / p, (-q + root) / p] {
            if (0.0..=1.0).contains(&t) {
                // The shape turns the angle by which the point is ahead of this place of its outline.
                let ahead = (d.angle() - (a + side * t).angle()) * way.sign();
                cuts.push(ahead.rem_euclid(WHOLE));
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|b, a| equal(*a, *b));
    // A cut a whole turn ahead is a contact now.
    if cuts.last().is_some_and(|&last| equal(last, WHOLE)) {
        cuts.pop();
        if cuts.first().is_none_or(|&first| below(0.0, first)) {
            cuts.insert(0, 0.0);
        }
    }
    let covered = |angle: f64| shape.covers(d.turned(Vec2::at_angle(-angle * way.sign())));
    let begins = |i: usize| {
        let next = cuts.get(i + 1).copied().unwrap_or(WHOLE + cuts[0]);
        covered((cuts[i] + next) / 2.0)
    };
    match (cuts.first(), shape.covers(d)) {
        (None, _) => Arc::Unchanged,
        (Some(&first), true) => {
            let again = (1..cuts.len()).find(|&i| begins(i));
            Arc::Until(first, again.map_or(WHOLE, |i| cuts[i]))
        }
        (Some(_), false) => {
            let start = (0..cuts.len()).find(|&i| begins(i));
            start.map_or(Arc::Unchanged, |i| Arc::From(cuts[i].max(0.0)))
        }
    }
}

/// The stretches of turns of piece `id`, kings not looked at.
pub fn turns(field: &Field<'_>, id: PieceId) -> Vec<Stretch> {
    let mut all = Vec::new();
    for way in Way::BOTH {
        let (mut wall, mut first) = (WHOLE, WHOLE);
        let mut met: Vec<(PieceId, f64)> = Vec::new();
        let mut before: Vec<(PieceId, f64)> = Vec::new();
        let piece = field.piece(id);
        for (other, it) in field.others(Taken::one(id)) {
            let arc = arcs(&field.shapes[id], it.at - piece.at, way);
            match (arc, it.side == piece.side) {
                (Arc::From(angle), true) => wall = wall.min(angle),
                (Arc::From(angle), false) => {
                    first = first.min(angle);
                    met.push((other, angle));
                }
                (Arc::Until(leave, again), false) => {
                    before.push((other, leave));
                    first = first.min(again);
                    met.push((other, again));
                }
                (Arc::Unchanged, false) if field.shapes[id].covers(it.at - piece.at) => {
                    before.push((other, WHOLE));
                }
                (Arc::Until(..) | Arc::Unchanged, _) => {}
            }
        }
        let kept = |angle: f64| {
            let still = before.iter().filter(|(_, until)| below(angle, *until));
            still.fold(Taken::NONE, |all, &(id, _)| all.with(id))
        };
        let end = first.min(wall);
        // A contact with a friend may be turned to; one with an enemy captures, and a whole turn is none.
        let to_end = if below(end, WHOLE) && below(wall, first) { End::Closed } else { End::Open };
        let quiet = Interval { from: 0.0, to: end, from_end: End::Open, to_end };
        let mut cuts: Vec<f64> = before.iter().map(|(_, until)| *until).collect();
        cuts.push(0.0);
        cuts.sort_by(f64::total_cmp);
        for taken in cuts.iter().map(|&cut| kept(cut)) {
            let same = |angle: f64| kept(angle) == taken;
            let at = IntervalSet::where_holds(quiet, &mut cuts.clone(), same);
            if !all.iter().any(|s: &Stretch| s.taken == taken && s.at == signed(&at, way)) {
                all.push(Stretch { at: signed(&at, way), taken });
            }
        }
        if at_most(first, wall) && below(0.0, first) && below(first, WHOLE) {
            let tie = met.iter().filter(|(_, angle)| at_most(*angle, first));
            let taken = tie.fold(kept(first), |all, &(id, _)| all.with(id));
            all.push(Stretch { at: signed(&IntervalSet::points([first]), way), taken });
        }
    }
    let shorter: Vec<Stretch> = all.iter().map(|stretch| shorter(stretch, &all)).collect();
    shorter.into_iter().filter(|stretch| !stretch.at.is_empty()).collect()
}

/// The turns of a stretch without those that a shorter one of `all` equals.
fn shorter(stretch: &Stretch, all: &[Stretch]) -> Stretch {
    let left = IntervalSet::of(Interval::open(WHOLE / 2.0, WHOLE));
    let right = IntervalSet::of(Interval::closed(-WHOLE, -WHOLE / 2.0));
    let twins = all.iter().filter(|other| other.taken == stretch.taken);
    let at = twins.fold(stretch.at.clone(), |at, twin| {
        at.difference(&twin.at.shifted(WHOLE).intersection(&left))
            .difference(&twin.at.shifted(-WHOLE).intersection(&right))
    });
    Stretch { at, ..*stretch }
}

/// Angles from here as angles with a sign.
fn signed(at: &IntervalSet, way: Way) -> IntervalSet {
    match way {
        Way::Left => at.clone(),
        Way::Right => at.mirrored(),
    }
}

/// Turning as a threat: where a lone royal piece would be captured.
pub struct Spin<'f> {
    at: Vec2,
    shape: &'f Shape,
    /// For each way round: the contact with the nearest friend, and with the nearest piece to capture.
    ways: Vec<(Way, f64, f64)>,
}

impl<'f> Spin<'f> {
    /// What `by` may turn onto, with all but `gone` on the plane.
    pub fn new(field: &'f Field<'_>, by: PieceId, gone: Taken) -> Self {
        let piece = field.piece(by);
        let shape = &field.shapes[by];
        let nearest = |way: Way, friends: bool| {
            let others =
                field.others(gone.with(by)).filter(|(_, p)| (p.side == piece.side) == friends);
            let angles = others.filter_map(|(_, p)| match arcs(shape, p.at - piece.at, way) {
                Arc::From(angle) | Arc::Until(_, angle) => Some(angle),
                Arc::Unchanged => None,
            });
            angles.fold(WHOLE, f64::min)
        };
        let ways = Way::BOTH.map(|way| (way, nearest(way, true), nearest(way, false)));
        Self { at: piece.at, shape, ways: ways.to_vec() }
    }

    /// Whether it takes a royal piece at `at`; `extra` is one more piece that it could capture.
    pub fn takes(&self, at: Vec2, extra: Option<Vec2>) -> bool {
        self.ways.iter().any(|&(way, wall, first)| {
            let extra = extra.map(|at| arcs(self.shape, at - self.at, way));
            let first = match extra {
                Some(Arc::From(angle) | Arc::Until(_, angle)) => first.min(angle),
                Some(Arc::Unchanged) | None => first,
            };
            match arcs(self.shape, at - self.at, way) {
                Arc::From(angle) => {
                    below(0.0, angle) && at_most(angle, first) && at_most(angle, wall)
                }
                // It is covered already: any turn that begins will do.
                Arc::Until(..) => below(0.0, first.min(wall)),
                Arc::Unchanged => self.shape.covers(at - self.at) && below(0.0, first.min(wall)),
            }
        })
    }

    /// How far it reaches.
    pub fn reach(&self) -> f64 {
        self.shape.reach()
    }

    /// Where it stands.
    pub fn at(&self) -> Vec2 {
        self.at
    }

    /// The outlines on which its taking of a royal piece may begin or end, as that piece moves; or, with
    /// the place of a `royal` piece that stands still, as another moves.
    pub fn outlines(&self, royal: Option<Vec2>, sink: &mut impl Sink) {
        let Shape::Polygon(corners) = self.shape else { return };
        // Where covering becomes possible, or certain.
        for (a, b) in corners_of(corners) {
            sink.outline(&Shape::Disc(a.length()), self.at);
            sink.outline(&Shape::Disc((b - a).unit().cross(a).abs()), self.at);
        }
        let mut turned = |angle: f64| {
            let axis = Vec2::at_angle(angle);
            let turned = corners.iter().map(|c| c.turned(axis)).collect();
            sink.outline(&Shape::Polygon(turned), self.at);
        };
        turned(0.0);
        for &(way, wall, first) in &self.ways {
            let own = royal.map(|royal| match arcs(self.shape, royal - self.at, way) {
                Arc::From(angle) => angle,
                Arc::Until(..) | Arc::Unchanged => 0.0,
            });
            for angle in [Some(wall), Some(first), own].into_iter().flatten() {
                if angle < WHOLE - EPSILON {
                    turned(angle * way.sign());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::plane::{Body, Real};

    #[test]
    fn a_sword_turns_onto_a_point() {
        let corner = |x, y| (Real::new(x).unwrap(), Real::new(y).unwrap());
        let sword = Body::Polygon(vec![corner(0.0, 0.5), corner(-0.1, -0.5), corner(0.1, -0.5)]);
        let east = Shape::of(&sword, 0.0);
        // Straight behind the tip's circle, a quarter to the left.
        let near = Vec2::new(0.0, 0.4);
        let Arc::From(left) = arcs(&east, near, Way::Left) else { panic!("it comes") };
        let Arc::From(right) = arcs(&east, near, Way::Right) else { panic!("it comes") };
        assert!(left > 88.0 && left < 89.0 && right > 77.0 && right < 78.0, "{left} {right}");
        let turned = near.turned(Vec2::at_angle(-left));
        assert_eq!(east.touch(turned), crate::plane::shape::Touch::Contact);
        assert_eq!(arcs(&east, Vec2::new(0.0, 0.6), Way::Left), Arc::Unchanged);
        assert!(
            matches!(arcs(&east, Vec2::new(0.3, 0.0), Way::Left), Arc::Until(a, b) if a < 5.0 && (164.0..166.0).contains(&b))
        );
        assert_eq!(arcs(&east, Vec2::new(0.01, 0.0), Way::Left), Arc::Unchanged);
    }
}
