//! Rotations around the centre: the angles by which a piece may turn, and what it attacks by
//! turning.
//!
//! Angles are in degrees, positive for counter-clockwise, strictly between -360 and 360. A turn
//! sweeps: it stops at the first overlap with an enemy and captures it, and it passes no friend. If
//! two turns lead to the same facing with the same captures, only the shorter one counts. Of two
//! half turns, the left one counts.

use crate::field::Field;
use crate::interval::{End, Interval, IntervalSet};
use crate::position::{PieceId, PieceSet};
use crate::ray_move::CaptureInterval;
use crate::rotation::{Arc, Rotation, WHOLE, arcs};
use crate::scalar::{EPSILON, Vec2, at_most, below, beyond};
use crate::shape::Shape;
use crate::sink::Sink;

/// A piece that may turn, with all pieces in its way. The argument `gone` of its methods contains
/// the pieces to ignore.
pub struct RotationMove<'f> {
    at: Vec2,
    shape: &'f Shape,
    friends: Vec<(PieceId, TurnMeeting)>,
    enemies: Vec<(PieceId, TurnMeeting)>,
}

/// The angles at which a turning piece meets another piece.
#[derive(Clone, Copy)]
struct TurnMeeting {
    /// The angles for a turn to the left, and for one to the right.
    arcs: [Arc; 2],
    /// True if the body covers the other piece before the turn.
    covered_now: bool,
}

impl TurnMeeting {
    fn new(shape: &Shape, d: Vec2) -> Self {
        Self { arcs: Rotation::BOTH.map(|way| arcs(shape, d, way)), covered_now: shape.covers(d) }
    }

    /// Returns the angle at which the body begins to cover the other piece. A whole turn if it
    /// never does.
    fn begins(&self, way: Rotation) -> f64 {
        match self.arcs[way as usize] {
            Arc::From(angle) | Arc::Until(_, angle) => angle,
            Arc::Unchanged => WHOLE,
        }
    }

    /// Returns the angle at which the body stops covering the other piece.
    fn ends(&self, way: Rotation) -> f64 {
        match self.arcs[way as usize] {
            Arc::Until(angle, _) => angle,
            Arc::From(_) | Arc::Unchanged => WHOLE,
        }
    }
}

/// The angles at which a turn in one direction first meets a friend (`wall`) and an enemy
/// (`first`).
struct Ends {
    wall: f64,
    first: f64,
}

impl Ends {
    /// Returns whether the turn reaches an enemy before any friend, and after more than 0 degrees.
    fn captures(&self) -> bool {
        at_most(self.first, self.wall) && below(0.0, self.first) && below(self.first, WHOLE)
    }
}

impl<'f> RotationMove<'f> {
    /// Computes the pieces that piece `by` meets as it turns.
    pub fn new(field: &'f Field<'_>, by: PieceId) -> Self {
        let (at, shape) = (field.piece(by).at, &field.shapes[by]);
        let mut rotation = Self { at, shape, friends: Vec::new(), enemies: Vec::new() };
        for (other, piece) in field.near(at, shape.reach()) {
            let friendly = piece.side == field.piece(by).side;
            let all = if friendly { &mut rotation.friends } else { &mut rotation.enemies };
            if other != by {
                all.push((other, TurnMeeting::new(shape, piece.at - at)));
            }
        }
        rotation
    }

    fn ends(&self, way: Rotation, gone: PieceSet, more: &[TurnMeeting]) -> Ends {
        let least = |all: &[(PieceId, TurnMeeting)]| {
            let there = all.iter().filter(|(id, _)| !gone.has(*id));
            there.map(|(_, met)| met.begins(way)).fold(WHOLE, f64::min)
        };
        let first = more.iter().map(|met| met.begins(way)).fold(least(&self.enemies), f64::min);
        Ends { wall: least(&self.friends), first }
    }

    /// Returns the piece that the body covers first, and the angle in degrees. If a friend and an
    /// enemy are at the same angle, returns the enemy, which is captured.
    pub fn contact(&self, way: Rotation) -> Option<(PieceId, f64)> {
        let all = self.enemies.iter().chain(&self.friends);
        let met = all.map(|(id, met)| (*id, met.begins(way)));
        let first = met.reduce(|first, next| if below(next.1, first.1) { next } else { first });
        first.filter(|(_, angle)| below(*angle, WHOLE))
    }

    /// Returns the turns, grouped by captures. The safety of royal pieces is ignored here.
    pub fn stretches(&self) -> Vec<CaptureInterval> {
        let mut all = Vec::new();
        for way in Rotation::BOTH {
            let ends = self.ends(way, PieceSet::NONE, &[]);
            let taken = |is: &dyn Fn(&TurnMeeting) -> bool| {
                let is = self.enemies.iter().filter(|(_, met)| is(met));
                is.fold(PieceSet::NONE, |all, &(id, _)| all.with(id))
            };
            let kept = |angle: f64| taken(&|met| met.covered_now && below(angle, met.ends(way)));
            let end = ends.first.min(ends.wall);
            // A turn may go up to the contact with a friend. It ends before the contact with an
            // enemy, where it would capture, and before a whole turn.
            let friend = below(end, WHOLE) && below(ends.wall, ends.first);
            let to_end = if friend { End::Closed } else { End::Open };
            let quiet =
                IntervalSet::of(Interval { from: 0.0, to: end, from_end: End::Open, to_end });
            let mut cuts: Vec<f64> = self.enemies.iter().map(|(_, met)| met.ends(way)).collect();
            cuts.push(0.0);
            let mut sets: Vec<PieceSet> = cuts.iter().map(|&cut| kept(cut)).collect();
            sets.sort();
            sets.dedup();
            for taken in sets {
                let at = quiet.select(&cuts, |angle| kept(angle) == taken);
                all.push(CaptureInterval { at: signed(&at, way), taken });
            }
            if ends.captures() {
                let first = ends.first;
                let tie = taken(&|met| {
                    at_most(met.begins(way), first)
                        || met.covered_now && below(first, met.ends(way))
                });
                all.push(CaptureInterval {
                    at: signed(&IntervalSet::points([first]), way),
                    taken: tie,
                });
            }
        }
        let shorter = all.iter().map(|stretch| shorter(stretch, &all));
        shorter.filter(|stretch| !stretch.at.is_empty()).collect()
    }

    /// Returns whether the piece captures a royal piece at `royal`. `extra` is the place of one
    /// more enemy.
    pub(crate) fn takes(&self, royal: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        let reach = self.reach();
        if beyond((royal - self.at).length(), reach) {
            return false;
        }
        let met = |at: Vec2| TurnMeeting::new(self.shape, at - self.at);
        let royal = met(royal);
        let more = [royal, extra.map_or(royal, met)];
        Rotation::BOTH.into_iter().any(|way| {
            let ends = self.ends(way, gone, &more);
            // A piece that is covered already is captured by any turn.
            ends.captures() && at_most(royal.begins(way), ends.first)
                || royal.covered_now && below(0.0, ends.first.min(ends.wall))
        })
    }

    /// Returns the greatest distance from the centre to a point of the body.
    pub(crate) fn reach(&self) -> f64 {
        self.shape.reach()
    }

    /// Returns the place of the piece.
    pub(crate) fn at(&self) -> Vec2 {
        self.at
    }

    /// Reports the outlines on which the capture of a royal piece may become possible or impossible
    /// as that piece moves. If `royal` is given, the royal piece stays there and another piece
    /// moves.
    pub(crate) fn outlines(&self, royal: Option<Vec2>, gone: PieceSet, sink: &mut impl Sink) {
        let Shape::Compound(compound) = self.shape else { return };
        // A turn can cover only points nearer than some corner, and surely covers points nearer
        // than every side. So these distances matter.
        let mut ring = |radius: f64| {
            if radius > EPSILON {
                sink.outline(&Shape::Disc(radius), self.at);
            }
        };
        compound.pieces().for_each(|piece| piece.radii(Vec2::default(), &mut ring));
        compound.joints().iter().for_each(|joint| ring(joint.length()));
        let mut turned = |angle: f64| {
            let turned = compound.turned(Vec2::at_angle(angle));
            sink.outline(&Shape::Compound(turned), self.at);
        };
        turned(0.0);
        let royal = royal.map(|royal| TurnMeeting::new(self.shape, royal - self.at));
        for way in Rotation::BOTH {
            let Ends { wall, first } = self.ends(way, gone, &[]);
            for angle in [wall, first].into_iter().chain(royal.map(|met| met.begins(way))) {
                if below(angle, WHOLE) {
                    turned(angle * way.sign());
                }
            }
        }
    }
}

/// Returns the turns of `stretch`, without those that equal a shorter turn in `all`.
fn shorter(stretch: &CaptureInterval, all: &[CaptureInterval]) -> CaptureInterval {
    let left = IntervalSet::of(Interval::open(WHOLE / 2.0, WHOLE));
    let right = IntervalSet::of(Interval::closed(-WHOLE, -WHOLE / 2.0));
    let twins = all.iter().filter(|other| other.taken == stretch.taken);
    let at = twins.fold(stretch.at.clone(), |at, twin| {
        at.difference(&twin.at.shifted(WHOLE).intersection(&left))
            .difference(&twin.at.shifted(-WHOLE).intersection(&right))
    });
    CaptureInterval { at, ..*stretch }
}

/// Converts angles in the direction of the turn to signed angles.
fn signed(at: &IntervalSet, way: Rotation) -> IntervalSet {
    match way {
        Rotation::Left => at.clone(),
        Rotation::Right => at.mirrored(),
    }
}
