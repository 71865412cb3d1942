//! Rotations around the centre: the angles by which a piece may turn, and what it attacks by
//! turning.
//!
//! Angles are in degrees, positive for counter-clockwise, strictly between -360 and 360. A turn
//! sweeps: it stops at the first overlap with an enemy and captures it, and it passes no friend. If
//! two turns lead to the same facing with the same captures, only the shorter one counts. Of two
//! half turns, the left one counts.
//!
//! A least turn of 5 degrees leaves the angles from 5 to 355. A piece captures an enemy that it
//! begins to cover earlier at the least turn, if it still covers it there. Otherwise it can neither
//! capture nor pass that enemy.

use crate::geometry::interval::{End, Interval, IntervalSet};
use crate::geometry::meeting::{Begun, Meeting, Meetings};
use crate::geometry::scalar::{EPSILON, Vec2, at_most, below, beyond};
use crate::geometry::shape::Shape;
use crate::model::field::{Field, Stand};
use crate::model::position::{PieceId, PieceSet};
use crate::moves::ray_move::CaptureInterval;
use crate::space::rotation::{Rotation, WHOLE, first_touch, overlaps};
use crate::space::sink::Sink;
use crate::space::surface::Surface;
use alfil_rules::plane::Friends;
use smallvec::SmallVec;

/// A piece that may turn, with all pieces in its way. The argument `gone` of its methods contains
/// the pieces to ignore.
pub struct RotationMove<'f> {
    at: Vec2,
    surface: &'f Surface,
    shape: &'f Shape,
    /// The least turn in degrees.
    least: f64,
    friends: Vec<(PieceId, TurnMeeting)>,
    enemies: Vec<(PieceId, TurnMeeting)>,
}

/// The angles at which a turning piece meets another piece.
#[derive(Clone)]
struct TurnMeeting {
    /// The overlaps in a turn to the left, and in one to the right.
    overlaps: [Meetings; 2],
    /// The angles at which the other piece, a friend, ends a turn to the left and one to the right.
    /// A whole turn if it does not.
    walls: [f64; 2],
}

impl TurnMeeting {
    fn new(shape: &Shape, d: Vec2) -> Self {
        Self { overlaps: overlaps(shape, d), walls: [WHOLE; 2] }
    }

    /// The meeting with a friend.
    fn with_friend(shape: &Shape, d: Vec2, friends: Friends) -> Self {
        let met = Self::new(shape, d);
        let walls = Rotation::BOTH.map(|way| match friends {
            Friends::Pass => met.begins(way),
            Friends::Stop => met.begins(way).min(first_touch(shape, d, way)),
        });
        Self { walls, ..met }
    }

    /// Returns the overlaps that begin during the turn.
    fn begun(&self, way: Rotation) -> impl Iterator<Item = &Meeting> {
        self.overlaps[way as usize].iter().filter(|m| m.begun == Begun::ByMoving)
    }

    /// Returns the angle at which the body begins to cover the other piece. A whole turn if it
    /// never does.
    fn begins(&self, way: Rotation) -> f64 {
        self.begun(way).map(|m| m.enter).fold(WHOLE, f64::min)
    }

    /// Returns the angle at which the body stops covering a piece that it covers before the turn.
    /// `None` if it does not cover the piece then.
    fn ends(&self, way: Rotation) -> Option<f64> {
        let before = self.overlaps[way as usize].first().filter(|m| m.begun == Begun::Before);
        before.map(|m| m.leave)
    }

    /// Returns whether the body has covered the piece since before the turn until after `angle`.
    fn is_kept(&self, way: Rotation, angle: f64) -> bool {
        self.ends(way).is_some_and(|end| below(angle, end))
    }
}

/// The angles at which a turn in one direction first meets a friend (`wall`) and an enemy
/// (`first`).
struct Ends {
    wall: f64,
    first: f64,
}

impl<'f> RotationMove<'f> {
    /// Computes the pieces that piece `by` meets as it turns.
    pub fn new(field: &'f Field<'_>, by: PieceId) -> Self {
        let (at, shape) = (field.piece(by).at, &field.shapes[by]);
        let surface = field.surface();
        let (least, rule) = (field.program.least_turn(), field.program.friends());
        let (friends, enemies) = (Vec::new(), Vec::new());
        let mut rotation = Self { at, surface, shape, least, friends, enemies };
        for Stand { id: other, at: there, .. } in field.near(at, shape.reach()) {
            // A body is smaller than the plane, so it never reaches its own image.
            if other == by {
                continue;
            }
            let d = there - at;
            if field.piece(other).side == field.piece(by).side {
                rotation.friends.push((other, TurnMeeting::with_friend(shape, d, rule)));
            } else {
                rotation.enemies.push((other, TurnMeeting::new(shape, d)));
            }
        }
        rotation
    }

    fn ends(&self, way: Rotation, gone: PieceSet, more: &[TurnMeeting]) -> Ends {
        let friends = self.friends.iter().filter(|(id, _)| !gone.has(*id));
        let wall = friends.map(|(_, met)| met.walls[way as usize]).fold(WHOLE, f64::min);
        let first = self.foes(gone, more).map(|met| met.begins(way)).fold(WHOLE, f64::min);
        Ends { wall, first }
    }

    fn foes<'s>(
        &'s self,
        gone: PieceSet,
        more: &'s [TurnMeeting],
    ) -> impl Iterator<Item = &'s TurnMeeting> {
        let there = self.enemies.iter().filter(move |(id, _)| !gone.has(*id));
        there.map(|(_, met)| met).chain(more)
    }

    /// Returns the turns without a new overlap.
    fn quiet(&self, Ends { wall, first }: &Ends) -> Interval {
        // A turn may go up to the contact with a friend, and up to the greatest angle. It ends
        // before the contact with an enemy, where it would capture, and before a whole turn.
        let last = wall.min(WHOLE - self.least);
        let is_reached = below(last, *first) && below(last, WHOLE);
        let from_end = if below(0.0, self.least) { End::Closed } else { End::Open };
        let to_end = if is_reached { End::Closed } else { End::Open };
        Interval { from: self.least, to: first.min(last), from_end, to_end }
    }

    /// Returns the angle of the turn that captures by a new overlap. The overlap may begin before the
    /// least turn, if it lasts until then.
    fn capture(&self, way: Rotation, gone: PieceSet, more: &[TurnMeeting]) -> Option<f64> {
        let Ends { wall, first } = self.ends(way, gone, more);
        let stop = first.max(self.least);
        let is_turn = below(0.0, stop) && below(stop, WHOLE) && at_most(stop, WHOLE - self.least);
        let lasts = |met: &TurnMeeting| {
            met.begun(way).filter(|m| at_most(m.enter, stop)).all(|m| below(stop, m.leave))
        };
        let free = below(first, WHOLE) && is_turn && at_most(stop, wall);
        (free && self.foes(gone, more).all(lasts)).then_some(stop)
    }

    /// Returns the piece that the body covers first, and the angle in degrees. A friend may be
    /// touched only. If a friend and an enemy are at the same angle, returns the enemy, which is
    /// captured.
    pub fn contact(&self, way: Rotation) -> Option<(PieceId, f64)> {
        let enemies = self.enemies.iter().map(|(id, met)| (*id, met.begins(way)));
        let friends = self.friends.iter().map(|(id, met)| (*id, met.walls[way as usize]));
        let met = enemies.chain(friends);
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
            let kept = |angle: f64| taken(&|met| met.is_kept(way, angle));
            let quiet = IntervalSet::of(self.quiet(&ends));
            let mut cuts: Vec<f64> =
                self.enemies.iter().filter_map(|(_, met)| met.ends(way)).collect();
            cuts.push(0.0);
            let mut sets: Vec<PieceSet> = cuts.iter().map(|&cut| kept(cut)).collect();
            sets.sort();
            sets.dedup();
            for taken in sets {
                let at = quiet.select(&cuts, |angle| kept(angle) == taken);
                all.push(CaptureInterval { at: signed(&at, way), taken });
            }
            if let Some(stop) = self.capture(way, PieceSet::NONE, &[]) {
                let tie = taken(&|met| at_most(met.begins(way), stop) || met.is_kept(way, stop));
                let at = signed(&IntervalSet::points([stop]), way);
                all.push(CaptureInterval { at, taken: tie });
            }
        }
        let shorter = all.iter().map(|stretch| shorter(stretch, &all));
        shorter.filter(|stretch| !stretch.at.is_empty()).collect()
    }

    /// Returns whether the piece captures a royal piece at `royal`. `extra` is the place of one
    /// more enemy.
    pub(crate) fn takes(&self, royal: Vec2, extra: Option<Vec2>, gone: PieceSet) -> bool {
        let royals = self.met(royal);
        if royals.is_empty() {
            return false;
        }
        let mut more = royals.clone();
        more.extend(extra.into_iter().flat_map(|extra| self.met(extra)));
        Rotation::BOTH.into_iter().any(|way| {
            // A piece that is covered already is captured by any turn that still covers it.
            let is_kept = |end: f64| {
                let quiet = IntervalSet::of(self.quiet(&self.ends(way, gone, &more)));
                quiet.parts().first().is_some_and(|part| below(part.from, end))
            };
            let capture = self.capture(way, gone, &more);
            royals.iter().any(|royal| {
                let captured =
                    |stop: f64| at_most(royal.begins(way), stop) || royal.is_kept(way, stop);
                capture.is_some_and(captured) || royal.ends(way).is_some_and(is_kept)
            })
        })
    }

    /// Returns the angles at which the body meets a piece, for each image that it may reach.
    fn met(&self, at: Vec2) -> SmallVec<[TurnMeeting; 2]> {
        let images = self.surface.images(at).map(|image| image - self.at);
        let near = images.filter(|d| !beyond(d.length(), self.reach()));
        near.map(|d| TurnMeeting::new(self.shape, d)).collect()
    }

    /// The surface on which the piece stands.
    pub(crate) fn surface(&self) -> &'f Surface {
        self.surface
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
        let royals = royal.map(|royal| self.met(royal)).unwrap_or_default();
        for way in Rotation::BOTH {
            let Ends { wall, first } = self.ends(way, gone, &[]);
            let own = royals.iter().flat_map(|met| [met.begins(way), met.ends(way).unwrap_or(0.0)]);
            for angle in [wall, first, self.least].into_iter().chain(own) {
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
