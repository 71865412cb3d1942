//! The path of a king, followed once for all distances along it.

/// Where the judge looks for attacks besides its steps: this far from each distance that a caller names.
pub(super) const BESIDE: [f64; 9] = [-1e-4, -1e-7, 0.0, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];

/// A path that is followed point by point until an attack stops the king.
pub(super) struct Walk {
    /// The distances of the points, in order.
    points: Vec<f64>,
    /// The number of points that were tested.
    done: usize,
    /// True while the king leaves an attack in which it started.
    leaving: bool,
    /// The distance of the attack that stops the king.
    caught: Option<f64>,
}

impl Walk {
    /// A path of length `most`, in steps of length `step` and with further points near `marks`. If it is
    /// `strict`, an attack on the start does not matter, and the king may not leave it through others.
    pub(super) fn new(step: f64, most: f64, marks: &[f64], strict: bool) -> Walk {
        let steps = (most / step).ceil().max(1.0) as usize;
        let mut points: Vec<f64> = (usize::from(strict)..steps).map(|i| i as f64 * step).collect();
        let beside = marks.iter().flat_map(|mark| BESIDE.map(|by| mark + by));
        points.extend(beside.filter(|at| *at > 0.0 && *at < most));
        points.sort_by(f64::total_cmp);
        Walk { points, done: 0, leaving: !strict, caught: None }
    }

    /// True if no attack stops the king before a distance. Goes on with the path if it is necessary.
    pub(super) fn passes(
        &mut self,
        distance: f64,
        mut is_attacked: impl FnMut(f64) -> bool,
    ) -> bool {
        while self.caught.is_none()
            && let Some(&at) = self.points.get(self.done).filter(|at| **at < distance)
        {
            let attacked = is_attacked(at);
            if attacked && !self.leaving {
                self.caught = Some(at);
            }
            self.leaving &= attacked;
            self.done += 1;
        }
        self.caught.is_none_or(|caught| caught >= distance)
    }
}
