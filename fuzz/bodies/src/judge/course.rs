//! The way of a piece along one of its rays, with what the judge found out about it.
//!
//! Many verdicts of one position are about the same ways. What does not depend on the other pieces
//! is computed once for each way.

use super::body::{Man, Overlap};
use super::road::Road;
use alfil_plane::geometry::scalar::Vec2;
use alfil_plane::geometry::shape::Shape;
use alfil_plane::model::motion::{Gait, Purpose, Ray};
use alfil_plane::space::path::{RayPath, Stops};
use alfil_rules::condition::Condition;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

/// The greatest number of points whose overlaps a way remembers.
const REMEMBERED: usize = 4096;

/// A way, the stops on it, and the rules of its motion.
pub(super) struct Course<'a> {
    pub(super) road: Road,
    pub(super) stops: Stops<'a>,
    pub(super) gait: Gait,
    pub(super) purpose: Purpose,
    pub(super) when: &'a Condition,
    /// Where the verdict of the condition or of the obstacles may change.
    pub(super) borders: OnceCell<Vec<f64>>,
    /// The distance at which the body first overlaps an obstacle. Infinite if there is none.
    pub(super) block: OnceCell<f64>,
    met: RefCell<HashMap<[u64; 2], Vec<Overlap>>>,
}

impl<'a> Course<'a> {
    /// The way along `ray`, whose stops need not satisfy another condition than `when`.
    pub(super) fn new(path: RayPath<'a>, ray: &Ray, when: &'a Condition) -> Self {
        Course {
            road: Road::of(&path.track),
            stops: path.stops,
            gait: ray.gait,
            purpose: ray.purpose,
            when,
            borders: OnceCell::new(),
            block: OnceCell::new(),
            met: RefCell::default(),
        }
    }

    /// The ranges of distances at which `me`, whose way this is, covers a point.
    pub(super) fn overlaps(&self, me: &Man<'_>, point: Vec2) -> Vec<Overlap> {
        let is_slow = match (&self.road, me.shape) {
            (Road::Globe(_), _) | (_, Shape::Compound(_)) => true,
            (Road::Straight { .. } | Road::Flight { .. } | Road::Bend { .. }, Shape::Disc(_)) => {
                false
            }
        };
        if !is_slow {
            return self.road.overlaps(me, point);
        }
        let key = [point.x.to_bits(), point.y.to_bits()];
        if let Some(known) = self.met.borrow().get(&key) {
            return known.clone();
        }
        let found = self.road.overlaps(me, point);
        let mut met = self.met.borrow_mut();
        if met.len() < REMEMBERED {
            met.insert(key, found.clone());
        }
        found
    }
}
