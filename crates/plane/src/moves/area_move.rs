//! Leaps into a region: the points where a piece may land, and the points that such a leap attacks.
//! The safety of royal pieces is ignored here.
//!
//! A landing is within reach and on the plane. It covers no friend, and no friend covers it. All
//! enemies that it covers are captured. The landings are a closed set bounded by lines and circles.
//! So the landing nearest to a point is the point itself, the nearest point of a curve, or a corner
//! where two curves meet.
//!
//! ```text
//!     .---.       most
//!    / .-. \      least: too near
//!    \ '-' (f     f a friend, whose disc is cut out
//!     '---'
//! ```

use crate::geometry::curve::{Curve, Disc};
use crate::geometry::scalar::{Vec2, at_most, below};
use crate::geometry::shape::Shape;
use crate::model::field::{Field, Stand, may_start};
use crate::model::motion::Area;
use crate::model::position::{PieceId, PieceSet};
use crate::space::sink::{Curves, Sink};

/// The possible landings of a piece by one of its areas.
#[derive(Clone, Copy, Debug)]
pub struct AreaMove<'a> {
    id: PieceId,
    area: &'a Area,
    /// The place of the piece.
    pub(crate) from: Vec2,
    least: f64,
    /// Maximum distance of a landing, at most the diagonal of the plane.
    pub most: f64,
    /// Lower left and upper right corner of the part of the plane within reach.
    low: Vec2,
    high: Vec2,
}

impl<'a> AreaMove<'a> {
    /// Returns the landings of piece `id`. `None` if the piece may not use the area.
    pub fn new(field: &Field<'a>, id: PieceId, area: &'a Area) -> Option<Self> {
        let piece = field.piece(id);
        if !may_start(&area.ground, piece) {
            return None;
        }
        let (from, size) = (piece.at, field.program.size());
        // The reach is a fixed part of the distance to the edge, the same along every bearing. So
        // the landings lie in a smaller copy of the plane. Joined edges are no limit: there a whole
        // lap is out of reach.
        let reach = field.program.rules().plane.reach.get();
        let (mut low, mut high) = (from * (1.0 - reach), from * (1.0 - reach) + size * reach);
        let around = field.surface().around();
        if around.x.is_finite() {
            (low.x, high.x) = (from.x - size.x, from.x + size.x);
        }
        if around.y.is_finite() {
            (low.y, high.y) = (from.y - size.y, from.y + size.y);
        }
        let least = area.from.max(field.program.least());
        let most = area.to.min(size.length());
        at_most(least, most).then_some(Self { id, area, from, least, most, low, high })
    }

    /// Returns the captures of a landing at `p`. `None` if the piece may not land there.
    pub fn taken(&self, field: &Field<'_>, p: Vec2) -> Option<PieceSet> {
        if !self.is_free(field, p, PieceSet::NONE) {
            return None;
        }
        let (me, side) = (&field.shapes[self.id], field.piece(self.id).side);
        let near = field.near(p, me.reach()).filter(|enemy| field.piece(enemy.id).side != side);
        let covered = near.filter(|enemy| me.covers(enemy.at - p));
        let taken = covered.fold(PieceSet::NONE, |all, enemy| all.with(enemy.id));
        self.area.purpose.allows(!taken.is_empty()).then_some(taken)
    }

    /// Returns whether `p` is within reach, on the plane, and clear of all friends. The pieces of
    /// `gone` are ignored.
    fn is_free(&self, field: &Field<'_>, p: Vec2, gone: PieceSet) -> bool {
        let far = (p - self.from).length();
        let near = at_most(self.least, far) && at_most(far, self.most);
        let on = at_most(self.low.x, p.x)
            && at_most(p.x, self.high.x)
            && at_most(self.low.y, p.y)
            && at_most(p.y, self.high.y);
        let (me, side) = (&field.shapes[self.id], field.piece(self.id).side);
        let mut friends = field.near(p, field.reach).filter(|friend| {
            field.piece(friend.id).side == side && self.is_there(*friend, gone) && {
                let apart = friend.at - p;
                me.covers(apart) || field.shape(friend.id, friend.sense).covers(apart * -1.0)
            }
        });
        near && on && friends.next().is_none() && !field.is_blocked(self.id, p)
    }

    /// Returns whether a piece, or the image of the own place, bars landings. The pieces of `gone`
    /// do not.
    fn is_there(&self, stand: Stand, gone: PieceSet) -> bool {
        if stand.id == self.id { stand.at != self.from } else { !gone.has(stand.id) }
    }

    /// Adds the curves on which landings begin or end and, if captures matter, those on which the
    /// captures change.
    fn curves(&self, field: &Field<'_>, gone: PieceSet, captures: Captures, curves: &mut Curves) {
        curves.circle(self.from, self.least);
        curves.circle(self.from, self.most);
        let (right, up) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
        for (at, along) in [(self.low, right), (self.low, up), (self.high, right), (self.high, up)]
        {
            curves.add(Curve::Line { at, along });
        }
        field.obstacle_outlines(self.id, curves);
        let side = field.piece(self.id).side;
        let Disc { centre, radius } = curves.disc();
        for stand in field.near(centre, radius + field.reach) {
            let friendly = field.piece(stand.id).side == side;
            if !self.is_there(stand, gone) {
                continue;
            }
            // The body is a disc. So it begins to cover the other centre when its own centre
            // crosses the same disc around that centre.
            if friendly || captures == Captures::Seen {
                curves.outline(&field.shapes[self.id], stand.at);
            }
            if friendly {
                curves.outline(field.shape(stand.id, stand.sense), stand.at);
            }
        }
    }

    /// Adds every curve on which landings begin or end or the captures change.
    pub fn outline(&self, field: &Field<'_>, curves: &mut Curves) {
        self.curves(field, PieceSet::NONE, Captures::Seen, curves);
    }

    /// Returns the range of x of all landings.
    pub(crate) fn span(&self) -> (f64, f64) {
        (self.low.x.max(self.from.x - self.most), self.high.x.min(self.from.x + self.most))
    }

    /// Returns whether the piece captures a royal piece at `at`: some landing is nearer to `at`
    /// than the radius of the body.
    pub(crate) fn takes(&self, field: &Field<'_>, at: Vec2, gone: PieceSet) -> bool {
        let radius = field.shapes[self.id].reach();
        let far = (at - self.from).length();
        if !below(far, self.most + radius) || !below(self.least, far + radius) {
            return false;
        }
        let free = |p: &Vec2| below((*p - at).length(), radius) && self.is_free(field, *p, gone);
        if free(&at) {
            return true;
        }
        let mut curves = Curves::within(Disc { centre: at, radius });
        self.curves(field, gone, Captures::Unseen, &mut curves);
        curves.all().iter().map(|curve| curve.nearest(at)).any(|p| free(&p))
            || curves.corners().iter().any(free)
    }

    /// Reports the outlines of the attacked area that meet `disc`. These are the curves of the
    /// landings, moved by the radius of the body.
    pub(crate) fn outlines(
        &self,
        field: &Field<'_>,
        disc: Disc,
        gone: PieceSet,
        sink: &mut impl Sink,
    ) {
        let own = field.shapes[self.id].reach();
        let mut curves = Curves::within(Disc { radius: disc.radius + own, ..disc });
        self.curves(field, gone, Captures::Unseen, &mut curves);
        for curve in curves.all() {
            match *curve {
                Curve::Line { at, along } => sink.strip(at, along, -own, own),
                Curve::Circle { centre, radius } => {
                    for far in [radius + own, (radius - own).abs()] {
                        sink.outline(&Shape::Disc(far), centre);
                    }
                }
                // Where such a leap captures, a game has no ellipses.
                Curve::Ellipse(_) => {}
            }
        }
        for corner in curves.corners().iter().filter(|p| self.is_free(field, **p, gone)) {
            sink.outline(&Shape::Disc(own), *corner);
        }
    }

    /// Returns a disc that contains all points where the piece may capture.
    pub(crate) fn disc(&self, field: &Field<'_>) -> Disc {
        Disc { centre: self.from, radius: self.most + field.shapes[self.id].reach() }
    }
}

/// Whether the caller needs the curves on which the captures change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Captures {
    Seen,
    Unseen,
}
