//! Copies of the plane on the unrolled surface, and the images of points in them.
//!
//! Only near copies matter, and of them only those in which a motion can meet something. So most
//! questions name a [`Window`] that contains the motion.

use crate::geometry::curve::Disc;
use crate::geometry::scalar::{Vec2, equal};
use crate::geometry::shape::Shape;
use crate::space::flight::Flight;
use crate::space::sink::Sink;
use crate::space::surface::{Image, Sense, Surface};
use crate::space::window::Window;
use alfil_rules::space::Meeting as Joint;
use smallvec::SmallVec;
use std::ops::RangeInclusive;

/// Copies this far from the plane contain all images of a point that a body can meet, or cover, on
/// its way from a point of the plane. A body is smaller than the plane.
const NEAR: i32 = 2;

/// Copies this far from the plane contain all images of one path that matter for another one.
const FAR: i32 = 4;

impl Surface {
    /// Returns the copies around the plane, the plane itself among them.
    fn copies(&self, far: i32) -> impl Iterator<Item = Image> + use<> {
        let surface = *self;
        let span = |joint: Joint| match joint {
            Joint::Apart => 0..=0,
            Joint::Joined | Joint::Twisted => -far..=far,
        };
        let ups = span(self.gluing().ranks());
        span(self.gluing().files())
            .flat_map(move |across| ups.clone().map(move |up| surface.copy(across, up)))
    }

    /// Returns the copies in which a body that begins on the plane can meet something. On a plane
    /// without joined edges, this is the plane.
    #[inline]
    pub fn near(&self) -> impl Iterator<Item = Image> + use<> {
        self.copies(NEAR)
    }

    /// Returns the images of a point that a body which begins on the plane can meet.
    pub fn images(&self, p: Vec2) -> impl Iterator<Item = Vec2> + use<> {
        let home = if self.has_images() { self.folded(p) } else { p };
        self.near().map(move |image| image.at(home))
    }

    /// Returns the copies, at most `far` from the plane, in which the image of a window meets another
    /// window.
    fn copies_into(
        &self,
        from: Window,
        into: Window,
        far: i32,
    ) -> impl Iterator<Item = Image> + use<> {
        let (surface, around) = (*self, self.around());
        let range = move |low: f64, high: f64, around: f64| -> RangeInclusive<i32> {
            if around.is_infinite() {
                return 0..=0;
            }
            let far = f64::from(far);
            (low / around).ceil().max(-far) as i32..=(high / around).floor().min(far) as i32
        };
        range(into.left - from.right, into.right - from.left, around.x).flat_map(move |across| {
            let row = surface.copy(across, 0);
            let (low, high) = match row.sense {
                Sense::Upright => (from.low + row.by.y, from.high + row.by.y),
                Sense::Mirrored => (row.by.y - from.high, row.by.y - from.low),
            };
            range(into.low - high, into.high - low, around.y)
                .map(move |up| surface.copy(across, up))
        })
    }

    /// Returns the images of a point that are in a window, among those that a body which begins on
    /// the plane can meet.
    pub(crate) fn images_in(&self, p: Vec2, window: Window) -> impl Iterator<Item = Vec2> + use<> {
        let home = self.folded(p);
        self.copies_into(Window::point(home), window, NEAR).map(move |image| image.at(home))
    }

    /// Returns the copies in which the image of a point of the plane is in a window, among those that
    /// a body which begins on the plane can meet.
    pub(crate) fn near_in(&self, p: Vec2, window: Window) -> impl Iterator<Item = Image> + use<> {
        self.copies_into(Window::point(p), window, NEAR)
    }

    /// Returns the copies that can lead from one path to another, if the first is in one window and
    /// the second in another one.
    pub(crate) fn far_between(
        &self,
        from: Window,
        into: Window,
    ) -> impl Iterator<Item = Image> + use<> {
        self.copies_into(from, into, FAR)
    }

    /// Returns whether a disc, somewhere on the unrolled surface, has an image for which `is` is
    /// true. True as well if the disc is larger than the plane. `is` gets the centre, and is true for
    /// no disc that does not meet the window.
    pub(crate) fn any_disc(
        &self,
        Disc { centre, radius }: Disc,
        window: Window,
        is: impl Fn(Vec2) -> bool,
    ) -> bool {
        let around = self.around();
        let home = self.folded(centre);
        let from = Window::around(Disc { centre: home, radius });
        radius > around.x.min(around.y)
            || self.copies_into(from, window, NEAR + 1).any(|image| is(image.at(home)))
    }

    /// Returns all places of a point on the plane and its edges. A point on joined edges has one on
    /// each of them.
    pub fn places(&self, p: Vec2) -> SmallVec<[Vec2; 2]> {
        if !self.has_images() {
            return SmallVec::from_iter([p]);
        }
        let home = self.folded(p);
        let all = self.copies(1).map(|image| image.at(home));
        all.filter(|place| self.has(*place)).collect()
    }

    /// Returns whether two points of the plane are the same, to tolerance, in a copy for which `is`
    /// is true.
    pub(crate) fn same(&self, a: Vec2, b: Vec2, is: impl Fn(Image) -> bool) -> bool {
        if let Some(globe) = self.globe() {
            return equal(globe.distance(a, b), 0.0) && is(Image::PLANE);
        }
        self.copies(1).any(|copy| {
            let a = copy.at(a);
            equal(a.x, b.x) && equal(a.y, b.y) && equal(a.z, b.z) && is(copy)
        })
    }

    /// Reports outlines in all copies. `report` reports those of the plane.
    pub(crate) fn everywhere(&self, sink: &mut impl Sink, report: impl Fn(&mut Moved<'_>)) {
        for by in self.copies(FAR) {
            report(&mut Moved { sink, by });
        }
    }

    /// Reports the joined edges of all copies. Properties of the point on the plane may change
    /// there.
    pub(crate) fn seams(&self, sink: &mut impl Sink) {
        let (right, up) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
        let around = self.around();
        for n in -FAR..=FAR {
            if around.x.is_finite() {
                sink.line(Vec2::new(around.x * f64::from(n), 0.0), up);
            }
            if around.y.is_finite() {
                sink.line(Vec2::new(0.0, around.y * f64::from(n)), right);
            }
        }
    }
}

/// Passes outlines on to another sink as they are in a copy of the plane.
pub(crate) struct Moved<'s> {
    pub(crate) sink: &'s mut dyn Sink,
    pub(crate) by: Image,
}

impl Sink for Moved<'_> {
    // The walls of a box are not joined.
    fn level(&mut self, _: f64) {}

    fn tube(&mut self, _: Flight, _: f64) {}

    fn strip(&mut self, from: Vec2, along: Vec2, low: f64, high: f64) {
        let (from, along) = (self.by.at(from), self.by.direction(along));
        match self.by.sense {
            Sense::Upright => self.sink.strip(from, along, low, high),
            Sense::Mirrored => self.sink.strip(from, along, -high, -low),
        }
    }

    fn outline(&mut self, shape: &Shape, at: Vec2) {
        let at = self.by.at(at);
        match self.by.sense {
            Sense::Upright => self.sink.outline(shape, at),
            Sense::Mirrored => self.sink.outline(&shape.mirrored(), at),
        }
    }
}
