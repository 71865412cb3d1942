//! Surfaces: planes, planes with joined edges, boxes and spheres, and zones on them.
//!
//! A surface is unrolled: copies of the plane lie side by side, and a body moves over them along a
//! line or a circle, as on a plane without edges. Every point has an image in each copy. A body
//! meets the images of the other pieces, and at the end of its move the point is folded back to the
//! plane. Where edges are joined with a twist, every second copy is upside down.
//!
//! ```text
//! moebius:    | b     | a     | b     |      a and b are images of two pieces;
//!             |     a |     b |     a |      the plane is in the middle
//! ```
//!
//! A path ends at the latest where it has gone once around a joined direction. So only the nearest
//! copies matter. A sphere has no edges and no copies; see [`globe`](crate::space::globe).

use crate::geometry::scalar::{Extent, Vec2, Vector, at_most, below, kept};
use crate::geometry::shape::Shape;
use crate::space::globe::Globe;
use alfil_rules::condition::Area;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Meeting as Joint};

/// The size and the form of a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surface {
    size: Vec2,
    form: Form,
}

/// The form of a surface.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    /// A plane, whose edges may be joined.
    Plane(Gluing),
    /// A sphere.
    Sphere(Globe),
}

/// The side of a copy of the plane that is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// The front. Turns keep their direction.
    Upright,
    /// The back. Left and right turns are exchanged.
    Mirrored,
}

/// A copy of the plane: the map from points of the plane to their images in this copy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Image {
    pub(crate) by: Vec2,
    /// The side of the copy that is up.
    pub sense: Sense,
}

impl Image {
    /// The plane itself.
    pub const PLANE: Image = Image { by: Vec2::new(0.0, 0.0), sense: Sense::Upright };

    /// Returns the image of a point.
    #[inline]
    pub fn at(&self, p: Vec2) -> Vec2 {
        self.direction(p) + self.by
    }

    /// Returns the image of a direction.
    #[inline]
    pub fn direction(&self, v: Vec2) -> Vec2 {
        match self.sense {
            Sense::Upright => v,
            Sense::Mirrored => Vec2::new(v.x, -v.y),
        }
    }

    /// Returns the image of a facing in degrees, from 0 to below 360.
    pub fn facing(&self, degrees: f64) -> f64 {
        match self.sense {
            Sense::Upright => degrees,
            Sense::Mirrored => kept((-degrees).rem_euclid(360.0)).rem_euclid(360.0),
        }
    }

    /// Returns the map back.
    #[must_use]
    pub fn inverse(&self) -> Image {
        Image { by: self.direction(self.by) * -1.0, sense: self.sense }
    }
}

impl Surface {
    /// Returns the surface of the rules. `None` if their space is no plane.
    pub fn of(rules: &Ruleset) -> Option<Surface> {
        let lattice = &rules.space.lattice;
        let (width, height) = lattice.plane()?;
        let form = match lattice.sphere() {
            Some(radius) => Form::Sphere(Globe::new(radius)),
            None => Form::Plane(lattice.plane_gluing()?),
        };
        let size = Vector::in_space(width, height, lattice.depth().unwrap_or(0.0));
        Some(Surface { size, form })
    }

    /// True if the space is a box. False if it is a plane.
    #[inline]
    pub fn is_box(&self) -> bool {
        self.size.z > 0.0
    }

    /// The directions that the space has.
    pub fn extent(&self) -> Extent {
        if self.is_box() { Extent::Box } else { Extent::Plane }
    }

    /// Writes the coordinates of a point: `4,4.5`, or `4,4.5,7` in a box.
    pub fn coordinates(&self, at: Vector) -> String {
        let height = if self.is_box() { format!(",{}", at.z) } else { String::new() };
        format!("{},{}{height}", at.x, at.y)
    }

    /// Width and height of the plane. Of a box, also its depth from the floor to the ceiling. Of a sphere,
    /// the lengths of the equator and of the way from pole to pole.
    #[inline]
    pub fn size(&self) -> Vec2 {
        self.size
    }

    /// How the edges are joined. A sphere has none.
    #[inline]
    pub fn gluing(&self) -> Gluing {
        match self.form {
            Form::Plane(gluing) => gluing,
            Form::Sphere(_) => Gluing::Flat,
        }
    }

    /// True for a plane without joined edges.
    #[inline]
    pub fn is_flat(&self) -> bool {
        self.form == Form::Plane(Gluing::Flat)
    }

    /// True if some edges are joined, so that points have images.
    #[inline]
    pub fn has_images(&self) -> bool {
        self.gluing() != Gluing::Flat
    }

    /// The sphere, if the surface is one.
    #[inline]
    pub fn globe(&self) -> Option<Globe> {
        match self.form {
            Form::Plane(_) => None,
            Form::Sphere(globe) => Some(globe),
        }
    }

    /// Returns the distance between two points, without images.
    pub fn distance(&self, a: Vec2, b: Vec2) -> f64 {
        match self.form {
            Form::Plane(_) => (b - a).length(),
            Form::Sphere(globe) => globe.distance(a, b),
        }
    }

    /// Returns whether a body with its centre at `at` covers a point. Images do not count.
    pub fn covers(&self, shape: &Shape, at: Vec2, point: Vec2) -> bool {
        match self.form {
            Form::Plane(_) => shape.covers(point - at),
            Form::Sphere(globe) => below(globe.distance(at, point), shape.reach()),
        }
    }

    /// True if a way around the surface exchanges left and right.
    pub fn is_twisted(&self) -> bool {
        self.gluing().files() == Joint::Twisted
    }

    /// True if a piece that goes forward on and on never comes back to the same distance from its
    /// own edge.
    pub(crate) fn has_own_edges(&self) -> bool {
        !self.is_twisted() && self.gluing().ranks() == Joint::Apart && self.globe().is_none()
    }

    /// Width and height, with infinity where edges are not joined.
    pub fn around(&self) -> Vec2 {
        let side = |joint: Joint, size: f64| match joint {
            Joint::Apart => f64::INFINITY,
            Joint::Joined | Joint::Twisted => size,
        };
        let gluing = self.gluing();
        Vec2::new(side(gluing.files(), self.size.x), side(gluing.ranks(), self.size.y))
    }

    /// Returns the distance of one lap along a unit vector. Infinite if there is none.
    pub fn lap(&self, along: Vec2) -> f64 {
        if let Some(globe) = self.globe() {
            return globe.lap();
        }
        let lap = |around: f64, by: f64| if by == 0.0 { f64::INFINITY } else { around / by.abs() };
        let around = self.around();
        lap(around.x, along.x).min(lap(around.y, along.y))
    }

    /// Returns whether a point is on the plane, to tolerance, or on the sphere.
    pub fn has(&self, p: Vec2) -> bool {
        if self.globe().is_some() {
            return Globe::has(p);
        }
        let fits = |n: f64, end: f64| at_most(0.0, n) && at_most(n, end);
        fits(p.x, self.size.x) && fits(p.y, self.size.y) && fits(p.z, self.size.z)
    }

    /// Returns the copy at a place, counted from the plane to the right and up. The place must be 0
    /// in directions without joined edges.
    pub(crate) fn copy(&self, across: i32, up: i32) -> Image {
        let shift = Vec2::new(self.size.x * f64::from(across), self.size.y * f64::from(up));
        match self.gluing().files() {
            Joint::Twisted if across % 2 != 0 => {
                Image { by: shift + Vec2::new(0.0, self.size.y), sense: Sense::Mirrored }
            }
            Joint::Apart | Joint::Joined | Joint::Twisted => {
                Image { by: shift, sense: Sense::Upright }
            }
        }
    }

    /// Returns the copy that contains a point, and the point of the plane whose image there is that
    /// point, rounded as positions store it. A point on joined edges is at the left or lower one.
    pub fn home(&self, p: Vec2) -> (Image, Vec2) {
        match self.form {
            Form::Plane(Gluing::Flat) => return (Image::PLANE, p.kept()),
            Form::Sphere(globe) => return (Image::PLANE, globe.settled(p)),
            Form::Plane(_) if self.is_inside(p) => return (Image::PLANE, p.kept()),
            Form::Plane(_) => {}
        }
        let (mut across, mut up) = (0, 0);
        if self.gluing().files() != Joint::Apart {
            across = (p.x / self.size.x).floor() as i32;
            if kept(p.x - self.size.x * f64::from(across)) >= self.size.x {
                across = across.saturating_add(1);
            }
        }
        if self.gluing().ranks() != Joint::Apart {
            up = (p.y / self.size.y).floor() as i32;
            let rest = kept(self.copy(across, up).inverse().at(p).y);
            match self.copy(across, 0).sense {
                Sense::Upright if rest >= self.size.y => up = up.saturating_add(1),
                // The lower edge of a copy that is upside down is its upper one.
                Sense::Mirrored if rest >= self.size.y => up = up.saturating_sub(1),
                Sense::Upright | Sense::Mirrored => {}
            }
        }
        let copy = self.copy(across, up);
        (copy, copy.inverse().at(p).kept())
    }

    /// Returns whether a point is between all joined edges and not near one.
    fn is_inside(&self, p: Vec2) -> bool {
        let around = self.around();
        let fits = |n: f64, end: f64| end.is_infinite() || below(0.0, n) && below(n, end);
        fits(p.x, around.x) && fits(p.y, around.y)
    }

    /// Returns the point of the plane of which `p` is an image, rounded as positions store it.
    #[inline]
    pub fn folded(&self, p: Vec2) -> Vec2 {
        self.home(p).1
    }
}

// Zones on a plane: areas from a line to the far edge.

/// Returns the distance from the own edge to the middle of the first rank of `area`. `None` unless
/// the area extends to the far edge.
pub fn area_line(area: &Area, rules: &Ruleset, size: Vec2) -> Option<f64> {
    match area {
        Area::LastRank => Some(size.y - 0.5),
        Area::Ranks { first, last } if f64::from(*last) >= size.y => Some(f64::from(*first) - 0.5),
        // A zone refers only to zones before it, so the recursion ends.
        Area::Zone(zone) => {
            let [white, black] = Side::BOTH.map(|side| &rules.zones[*zone].area[side]);
            area_line(white, rules, size).filter(|_| white == black)
        }
        Area::Ranks { .. }
        | Area::Layers { .. }
        | Area::Files { .. }
        | Area::Edge
        | Area::Corner
        | Area::Cells(_)
        | Area::Rectangle(_)
        | Area::Plot(_)
        | Area::Enemys(_)
        | Area::All(_)
        | Area::Any(_)
        | Area::Not(_) => None,
    }
}
