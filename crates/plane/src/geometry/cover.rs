//! Where a piece must stand to shield a royal piece.
//!
//! A threat to a royal piece that stays where it is ends only if its attacker is captured or if a
//! piece shields the royal one. In most positions, few landings can do either. The tests here are
//! quick and never leave out a landing that could: their answers err on the side of more work.

use crate::geometry::curve::Disc;
use crate::geometry::fan::Fan;
use crate::geometry::scalar::{Vec2, beyond};

/// Places this much farther away than a body reaches still count, so that rounding leaves out none.
pub(crate) const MARGIN: f64 = 1e-3;

/// The places from which another piece may shield a royal piece from a threat.
pub(crate) enum Cover {
    /// No place: nothing stops a leap.
    Nowhere,
    /// Unknown places.
    Anywhere,
    /// Places at most `reach` away from one of the areas.
    Near { areas: Vec<Fan>, reach: f64 },
}

impl Cover {
    /// Returns whether a piece at `at` may shield the royal piece.
    pub(crate) fn may_hold(&self, at: Vec2) -> bool {
        match self {
            Cover::Nowhere => false,
            Cover::Anywhere => true,
            Cover::Near { areas, reach } => areas.iter().any(|area| area.comes_near(at, *reach)),
        }
    }

    /// Returns whether a piece somewhere in `site` may shield the royal piece.
    pub(crate) fn may_meet(&self, site: &Site) -> bool {
        match self {
            Cover::Nowhere => false,
            Cover::Anywhere => true,
            Cover::Near { areas, reach } => areas.iter().any(|area| match site {
                Site::Fan(fan) => !fan.is_apart(area, *reach),
                Site::Disc(disc) => area.comes_near(disc.centre, reach + disc.radius),
            }),
        }
    }
}

/// An area that contains all landings of a motion.
pub(crate) enum Site {
    /// A parallelogram.
    Fan(Fan),
    /// A disc.
    Disc(Disc),
}

impl Site {
    /// Returns whether a point is at most `reach` away from the area.
    pub(crate) fn comes_near(&self, at: Vec2, reach: f64) -> bool {
        match self {
            Site::Fan(fan) => fan.comes_near(at, reach),
            Site::Disc(disc) => !beyond((at - disc.centre).length(), disc.radius + reach),
        }
    }
}
