//! Where a piece may stop along a course, and what it captures there; kings are not looked at.
//!
//! Owns: [`Stretch`] and [`stretches`]. The rules of stopping, with an overlap of an enemy from `enter`
//! to `leave`: a sweep may stop before every `enter` (up to it, if it captures nothing), and at the first
//! allowed stop from there on, which captures all that it then covers; if an overlap that began has ended
//! by then, there is no such stop. A friend ends it at the contact. An enemy that was covered before the
//! move is captured wherever the stop still covers it. A leap looks only at where it lands. Invariant:
//! stretches do not meet, and each has one set of captures.

use crate::plane::field::{Course, Field};
use crate::plane::interval::{End, Interval, IntervalSet};
use crate::plane::motion::{Gait, Ray};
use crate::plane::position::{PieceId, Taken};
use crate::plane::scalar::{Vec2, at_most, below};
use crate::plane::shape::{Begun, Meeting};

/// Stops with one set of captures.
#[derive(Clone, PartialEq, Debug)]
pub struct Stretch {
    /// The stops.
    pub at: IntervalSet,
    /// What is captured on each of them.
    pub taken: Taken,
}

/// The stretches of a ray.
pub fn stretches(field: &Field<'_>, id: PieceId, ray: &Ray, course: &Course<'_>) -> Vec<Stretch> {
    match ray.gait {
        Gait::Sweep => sweep(field, id, ray, course),
        Gait::Leap => leap(field, id, ray, course),
    }
}

/// What a sweep meets.
struct Way {
    /// It may not go beyond this.
    wall: f64,
    /// Overlaps of enemies that the move brings about.
    begun: Vec<(PieceId, Meeting)>,
    /// Overlaps of enemies that stood before.
    before: Vec<(PieceId, Meeting)>,
    /// Where a friend would cover the mover.
    shadow: IntervalSet,
}

impl Way {
    fn new(field: &Field<'_>, id: PieceId, course: &Course<'_>) -> Self {
        let side = field.piece(id).side;
        let mut way = Way {
            wall: course.stops.most,
            begun: Vec::new(),
            before: Vec::new(),
            shadow: IntervalSet::empty(),
        };
        for (other, piece) in field.others(Taken::one(id)) {
            let d = piece.at - course.from;
            let meeting = field.shapes[id].meet(d, course.along);
            if piece.side == side {
                way.wall = meeting.map_or(way.wall, |m| m.enter.min(way.wall));
                if field.shapes[other].outreaches(&field.shapes[id]) {
                    way.shadow = way.shadow.union(&shadow(field, other, course));
                }
            } else if let Some(meeting) = meeting {
                match meeting.begun {
                    Begun::ByMoving => way.begun.push((other, meeting)),
                    Begun::Before => way.before.push((other, meeting)),
                }
            }
        }
        way
    }

    /// What was covered before the move and still is at `stop`.
    fn kept(&self, stop: f64) -> Taken {
        let still = self.before.iter().filter(|(_, m)| below(stop, m.leave));
        still.fold(Taken::NONE, |all, &(id, _)| all.with(id))
    }
}

/// Where, along a course, a piece covers the mover's centre.
pub fn shadow(field: &Field<'_>, of: PieceId, course: &Course<'_>) -> IntervalSet {
    // Seen from the mover the other moves backward.
    let d = course.from - field.piece(of).at;
    match field.shapes[of].cover(d, course.along * -1.0) {
        Some((enter, leave)) if below(0.0, leave) && below(enter, leave) => {
            IntervalSet::of(Interval::open(enter, leave))
        }
        Some(_) | None => IntervalSet::empty(),
    }
}

fn sweep(field: &Field<'_>, id: PieceId, ray: &Ray, course: &Course<'_>) -> Vec<Stretch> {
    let way = Way::new(field, id, course);
    let stops = &course.stops;
    let first = way.begun.iter().map(|(_, m)| m.enter).fold(f64::INFINITY, f64::min);
    // Before every overlap; a move that captures nothing may come as far as the contact.
    let end = if ray.purpose.captures() { End::Open } else { End::Closed };
    let (to, to_end) = if at_most(first, way.wall) && (end == End::Open || below(first, way.wall)) {
        (first, end)
    } else {
        (way.wall, End::Closed)
    };
    let quiet = IntervalSet::of(Interval { from: stops.least, to, from_end: End::Closed, to_end });
    let quiet = if stops.is_discrete() {
        IntervalSet::points(stops.each().filter(|&stop| quiet.contains(stop)))
    } else {
        quiet
    };
    let mut all = Vec::new();
    let mut add = |at: IntervalSet, taken: Taken| {
        let at = at.difference(&way.shadow);
        if !at.is_empty() && ray.purpose.allows(!taken.is_empty()) {
            all.push(Stretch { at, taken });
        }
    };
    if way.before.is_empty() {
        add(quiet, Taken::NONE);
    } else {
        by_taken(&quiet, way.before.iter().map(|(_, m)| m.leave).collect(), |s| Some(way.kept(s)))
            .into_iter()
            .for_each(|stretch| add(stretch.at, stretch.taken));
    }
    if ray.purpose.captures()
        && let Some(stop) = stops.first(first).filter(|&stop| at_most(stop, way.wall))
    {
        let begun = || way.begun.iter().filter(|(_, m)| at_most(m.enter, stop));
        if begun().all(|(_, m)| below(stop, m.leave)) {
            let taken = begun().fold(way.kept(stop), |all, &(id, _)| all.with(id));
            add(IntervalSet::points([stop]), taken);
        }
    }
    all
}

fn leap(field: &Field<'_>, id: PieceId, ray: &Ray, course: &Course<'_>) -> Vec<Stretch> {
    let side = field.piece(id).side;
    let mut marks = Vec::new();
    let mut near: Vec<(PieceId, Vec2)> = Vec::new();
    for (other, piece) in field.others(Taken::one(id)) {
        let d = piece.at - course.from;
        let mut close = false;
        // The outline of the lander over the other's centre, and a friend's over the lander's.
        let lands = field.shapes[id].cover(d, course.along);
        let friendly = piece.side == side;
        let covered =
            friendly.then(|| field.shapes[other].cover(d * -1.0, course.along * -1.0)).flatten();
        for (enter, leave) in [lands, covered].into_iter().flatten() {
            if below(0.0, leave) && below(enter, course.stops.most) {
                marks.extend([enter, leave]);
                close = true;
            }
        }
        if close {
            near.push((other, d));
        }
    }
    let taken = |stop: f64| {
        let mut taken = Taken::NONE;
        for &(other, d) in &near {
            let apart = d - course.along * stop;
            let covers = field.shapes[id].covers(apart);
            if field.piece(other).side != side {
                taken = if covers { taken.with(other) } else { taken };
            } else if covers || field.shapes[other].covers(apart * -1.0) {
                return None;
            }
        }
        ray.purpose.allows(!taken.is_empty()).then_some(taken)
    };
    by_taken(&course.stops.all(), marks, taken)
}

/// Stops sorted by what they capture, which changes only at `marks`; `None` is no stop.
fn by_taken(
    stops: &IntervalSet,
    marks: Vec<f64>,
    taken: impl Fn(f64) -> Option<Taken>,
) -> Vec<Stretch> {
    let mut kinds: Vec<Taken> = Vec::new();
    for part in stops.parts() {
        // Every stop asked below is asked here first, so that no set is missed.
        let mut note = |stop: f64| {
            if let Some(taken) = taken(stop)
                && !kinds.contains(&taken)
            {
                kinds.push(taken);
            }
            false
        };
        IntervalSet::where_holds(*part, &mut marks.clone(), &mut note);
    }
    let mut all = Vec::new();
    for kind in kinds {
        let parts = stops.parts().iter().map(|part| {
            IntervalSet::where_holds(*part, &mut marks.clone(), |stop| taken(stop) == Some(kind))
        });
        let at = parts.fold(IntervalSet::empty(), |all, part| all.union(&part));
        all.push(Stretch { at, taken: kind });
    }
    all
}
