//! Joined edges for the judge: it goes over them step by step.
//!
//! A trip is a number of steps over the right edge and over the upper edge, one after another. The
//! engine has one formula for each copy of the plane instead.

use alfil_plane::geometry::scalar::{EPSILON, Vec2};
use alfil_plane::model::program::PlaneProgram;
use alfil_rules::space::Meeting;

/// The number of steps over an edge that the judge tries in each direction.
const FAR: i32 = 2;

/// Steps over the right edge, then steps over the upper edge. Negative steps go over the opposite
/// edges.
#[derive(Clone, Copy)]
pub(super) struct Trip {
    right: i32,
    up: i32,
    size: Vec2,
    twisted: bool,
}

impl Trip {
    /// The image of a point.
    pub(super) fn of(&self, mut p: Vec2) -> Vec2 {
        for _ in 0..self.right.abs() {
            p.x += self.size.x * f64::from(self.right.signum());
            if self.twisted {
                p.y = self.size.y - p.y;
            }
        }
        for _ in 0..self.up.abs() {
            p.y += self.size.y * f64::from(self.up.signum());
        }
        p
    }

    /// The image of a direction.
    pub(super) fn turns(&self, along: Vec2) -> Vec2 {
        self.of(along) - self.of(Vec2::default())
    }

    /// True if left and right are exchanged.
    pub(super) fn mirrors(&self) -> bool {
        self.turns(Vec2::new(0.0, 1.0)).y < 0.0
    }

    /// True if no step is taken.
    fn stays(&self) -> bool {
        self.right == 0 && self.up == 0
    }
}

/// True if some edges are joined.
pub(super) fn joins(program: &PlaneProgram) -> bool {
    let gluing = program.surface().gluing();
    gluing.files() != Meeting::Apart || gluing.ranks() != Meeting::Apart
}

/// All trips of a few steps.
pub(super) fn trips(program: &PlaneProgram) -> Vec<Trip> {
    let (size, gluing) = (program.size(), program.surface().gluing());
    let twisted = gluing.files() == Meeting::Twisted;
    let span = |joint: Meeting| if joint == Meeting::Apart { 0..=0 } else { -FAR..=FAR };
    span(gluing.files())
        .flat_map(|right| span(gluing.ranks()).map(move |up| Trip { right, up, size, twisted }))
        .collect()
}

/// Goes back over joined edges to the plane. On a joined edge, the left or lower one is meant.
pub(super) fn folded(program: &PlaneProgram, mut p: Vec2) -> Vec2 {
    let (size, gluing) = (program.size(), program.surface().gluing());
    let step = |right: i32, up: i32| {
        let twisted = gluing.files() == Meeting::Twisted;
        Trip { right, up, size, twisted }
    };
    if gluing.files() != Meeting::Apart {
        while p.x < 0.0 {
            p = step(1, 0).of(p);
        }
        while p.x >= size.x - EPSILON / 1e3 {
            p = step(-1, 0).of(p);
        }
        p.x = p.x.max(0.0);
    }
    if gluing.ranks() != Meeting::Apart {
        while p.y < 0.0 {
            p = step(0, 1).of(p);
        }
        while p.y >= size.y - EPSILON / 1e3 {
            p = step(0, -1).of(p);
        }
        p.y = p.y.max(0.0);
    }
    p
}

/// All images of a point that a body may meet.
pub(super) fn images(program: &PlaneProgram, p: Vec2) -> Vec<Vec2> {
    if !joins(program) {
        return vec![p];
    }
    let home = folded(program, p);
    trips(program).iter().map(|trip| trip.of(home)).collect()
}

/// The images of a point other than itself, each with the trip that leads there from the plane.
pub(super) fn others(program: &PlaneProgram, p: Vec2) -> Vec<(Trip, Vec2)> {
    let trips = trips(program).into_iter().filter(|trip| !trip.stays());
    trips.map(|trip| (trip, trip.of(p))).collect()
}

/// The images of a point on the plane and its edges.
pub(super) fn places(program: &PlaneProgram, p: Vec2) -> Vec<Vec2> {
    let size = program.size();
    let fits = |n: f64, end: f64| n >= -EPSILON && n <= end + EPSILON;
    let mut all = images(program, p);
    if joins(program) {
        all.retain(|p| fits(p.x, size.x) && fits(p.y, size.y));
    }
    all
}
