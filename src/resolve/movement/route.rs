//! Legs and loops of a walk, and the position of a chain in its term.

use alfil_rules::movement::{Leg, Loop};

/// The position of a chain in its term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(crate) first: bool,
    pub(crate) last: bool,
}

impl Place {
    /// A chain that is a whole term.
    pub(crate) const ALONE: Place = Place { first: true, last: true };
}

/// A walk or a part of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    pub(crate) legs: Vec<Leg>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) first_move: bool,
}

impl Route {
    /// This route, continued by another.
    pub(crate) fn then(&self, next: &Route) -> Route {
        let mut all = self.clone();
        let by = all.legs.len();
        all.legs.extend(next.legs.iter().cloned());
        all.loops
            .extend(next.loops.iter().map(|l| Loop { first: l.first + by, last: l.last + by }));
        all.first_move |= next.first_move;
        all
    }
}
