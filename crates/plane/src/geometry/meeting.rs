//! The relation of a point to a body, and the overlaps of a moving body with a point.
//!
//! ```text
//!      .--.               enter: contact, the point comes onto the outline
//!   o-( -->)---x------>   leave: the point leaves it behind
//!      '--'    point
//! ```

use crate::geometry::scalar::{EPSILON, at_most, below};
use smallvec::SmallVec;
use std::ops::Deref;

/// The relation of a point to a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// The shape covers the point.
    Inside,
    /// The point is on the outline, to tolerance, and not covered.
    Contact,
    /// The point is outside.
    Outside,
}

impl Touch {
    /// Returns the relation of a point that is this deep inside.
    #[inline]
    pub(crate) fn of(depth: f64) -> Touch {
        if depth > EPSILON {
            Touch::Inside
        } else if depth < -EPSILON {
            Touch::Outside
        } else {
            Touch::Contact
        }
    }
}

/// The distances of a move between which a shape covers a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The distance of the contact. 0 if the shape touches or covers the point before the move.
    pub enter: f64,
    /// The distance from which the shape no longer covers the point, greater than `enter`.
    pub leave: f64,
    /// Whether the shape begins to cover the point during the move.
    pub begun: Begun,
}

/// The overlaps of a moving shape with one point. There is rarely more than one, so that one is
/// kept without allocation: lists took 60 % more instructions in games of discs.
#[derive(Clone, PartialEq, Debug)]
pub enum Meetings {
    /// There is none.
    None,
    /// There is one.
    One([Meeting; 1]),
    /// There are several, in no order.
    Several(Vec<Meeting>),
}

impl Deref for Meetings {
    type Target = [Meeting];

    #[inline]
    fn deref(&self) -> &[Meeting] {
        match self {
            Meetings::None => &[],
            Meetings::One(one) => one,
            Meetings::Several(all) => all,
        }
    }
}

impl From<Option<Meeting>> for Meetings {
    #[inline]
    fn from(one: Option<Meeting>) -> Self {
        one.map_or(Meetings::None, |one| Meetings::One([one]))
    }
}

impl FromIterator<Meeting> for Meetings {
    fn from_iter<I: IntoIterator<Item = Meeting>>(all: I) -> Self {
        let mut all = all.into_iter();
        match (all.next(), all.next()) {
            (one, None) => one.into(),
            (first, second) => {
                Meetings::Several(first.into_iter().chain(second).chain(all).collect())
            }
        }
    }
}

impl Meeting {
    /// Returns the overlap between two distances of a track. `now` is the relation of the point to
    /// the shape at distance 0. `None` if the overlap ends before the move, or if the shape only
    /// touches the point and moves away.
    #[inline]
    pub(crate) fn new(enter: f64, leave: f64, now: impl FnOnce() -> Touch) -> Option<Meeting> {
        if !below(0.0, leave) {
            return None;
        }
        if !at_most(enter, 0.0) {
            return Some(Meeting { enter, leave, begun: Begun::ByMoving });
        }
        match now() {
            Touch::Inside => Some(Meeting { enter: 0.0, leave, begun: Begun::Before }),
            // At a contact, the shape moves either into the point or away from it. The point lies
            // ahead of it in the first case only.
            Touch::Contact | Touch::Outside if enter + leave > 0.0 => {
                Some(Meeting { enter: enter.max(0.0), leave, begun: Begun::ByMoving })
            }
            Touch::Contact | Touch::Outside => None,
        }
    }
}

/// When a shape begins to cover a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// During the move.
    ByMoving,
    /// Before the move: the shape covers the point already.
    Before,
}

/// The distances at which a shape covers a point, as ranges in order that do not touch.
pub(crate) type Spans = SmallVec<[(f64, f64); 2]>;

/// Sorts ranges and joins those that touch.
pub(crate) fn joined(mut spans: Spans) -> Spans {
    if spans.len() < 2 {
        return spans;
    }
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut all = Spans::new();
    for (enter, leave) in spans {
        match all.last_mut() {
            Some((_, end)) if at_most(enter, *end) => *end = end.max(leave),
            Some(_) | None => all.push((enter, leave)),
        }
    }
    all
}
