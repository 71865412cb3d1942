//! Sets of points that rules name, findings about what a space does not have, copies of the plane,
//! and windows.

use crate::geometry::curve::Disc;
use crate::geometry::interval::Short;
use crate::geometry::outline::{corners_of, gap, surround};
use crate::geometry::scalar::{EPSILON, SLIVER, Vec2, Vector, at_most, equal};
use crate::geometry::shape::Shape;
use crate::space::flight::{Flight, Obstacle, Sink};
use crate::space::globe::Globe;
use crate::space::surface::{Image, Sense, Surface};
use crate::space::track::{Round, Track};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Place, PlaceKind};
use alfil_rules::plane::{Plot, Point, Spot};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{ByColor, Color, Side};
use alfil_rules::space::{Meeting as Joint, Shading, parse_cell, parse_layered_cell};
use smallvec::SmallVec;
use std::ops::RangeInclusive;

// Sets of points that rules name: shades and zones, and findings about those that a space does not
// have.
//
// Zones are closed, so a point on the border belongs to the zone. Shades are open: a point on the
// border between two unit squares of a checkered plane is neutral. Lengths that differ by less
// than the tolerance are equal, so a point within the tolerance of a border is on it.

/// The plane on which areas are read.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<'a> {
    /// The rules, which name the zones.
    pub rules: &'a Ruleset,
    /// The size of the plane and its joined edges.
    pub surface: Surface,
}

/// The shade of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Inside a light unit square, or unit cube of a box.
    Light,
    /// Inside a dark unit square, such as the one at the lower left corner, or unit cube.
    Dark,
    /// On a border between squares or cubes, or anywhere on a plane without squares.
    Neutral,
}

/// A set of points.
#[derive(Clone, PartialEq, Debug)]
pub enum Patch {
    /// The points of a shade on a checkered plane.
    Tone(Tone, Surface),
    /// The points with an image in this set.
    Images(Box<Patch>, Surface),
    /// All points of a sphere at most this far from a centre.
    Cap(Globe, Vec2, f64),
    /// All points between two corners of a rectangle or of a part of a box, given by their lower left
    /// and upper right one.
    Rectangle(Vector, Vector),
    /// All points at most this far from a centre.
    Disc(Vector, f64),
    /// All points that the sides of a polygon surround by the even-odd rule, and the sides.
    Polygon(Vec<Vec2>),
    /// The points in all of these.
    All(Vec<Patch>),
    /// The points in at least one of these.
    Any(Vec<Patch>),
    /// The points outside of this.
    Not(Box<Patch>),
}

/// Returns the shade of a point on a checkered plane or in a checkered box. On a plane, the point may be
/// given by an image.
pub fn tone(at: Vector, surface: &Surface) -> Tone {
    let (at, size, around) = (surface.folded(at), surface.size(), surface.around());
    // Joined edges are a border, too.
    let on_border = |at: f64, size: f64, around: f64| {
        let line = at.round();
        equal(at, line) && line > 0.5 && line < size - EPSILON
            || around.is_finite() && (equal(at, 0.0) || equal(at, around))
    };
    let between_levels = surface.is_box() && on_border(at.z, size.z, f64::INFINITY);
    if on_border(at.x, size.x, around.x) || on_border(at.y, size.y, around.y) || between_levels {
        return Tone::Neutral;
    }
    // A point on the outer edge belongs to the square inside.
    let square = |at: f64, size: f64| at.min(size - EPSILON).max(0.0).floor();
    let (across, up) = (square(at.x, size.x), square(at.y, size.y));
    if (across + up + square(at.z, size.z)) % 2.0 == 0.0 { Tone::Dark } else { Tone::Light }
}

impl Patch {
    /// Returns whether a point is in the set.
    pub fn has(&self, at: Vector) -> bool {
        match self {
            Patch::Tone(shade, surface) => tone(at, surface) == *shade,
            Patch::Images(patch, surface) => {
                surface.images_in(at, patch.window()).any(|image| patch.has(image))
            }
            Patch::Rectangle(low, high) => {
                at_most(low.x, at.x)
                    && at_most(at.x, high.x)
                    && at_most(low.y, at.y)
                    && at_most(at.y, high.y)
                    && at_most(low.z, at.z)
                    && at_most(at.z, high.z)
            }
            Patch::Disc(centre, radius) => at_most((at - *centre).length(), *radius),
            Patch::Cap(globe, centre, radius) => at_most(globe.distance(at, *centre), *radius),
            Patch::Polygon(corners) => {
                corners_of(corners).any(|(a, b)| at_most(gap(at, a, b), 0.0))
                    || surround(std::slice::from_ref(corners), at)
            }
            Patch::All(parts) => parts.iter().all(|part| part.has(at)),
            Patch::Any(parts) => parts.iter().any(|part| part.has(at)),
            Patch::Not(part) => !part.has(at),
        }
    }

    /// Returns a window that contains all points of the set.
    fn window(&self) -> Window {
        match self {
            Patch::Rectangle(low, high) => Window::point(*low).joined(Window::point(*high)),
            Patch::Disc(centre, radius) => {
                Window::around(Disc { centre: *centre, radius: *radius })
            }
            Patch::Polygon(corners) => Window::joining(corners.iter().copied().map(Window::point)),
            Patch::Any(parts) => Window::joining(parts.iter().map(Patch::window)),
            Patch::Tone(..)
            | Patch::Images(..)
            | Patch::Cap(..)
            | Patch::All(_)
            | Patch::Not(_) => Window::ALL,
        }
        .grown(EPSILON)
    }

    /// Reports the lines and circles, or the walls, levels and balls, on which points begin or cease to
    /// be in the set.
    pub(crate) fn outlines(&self, sink: &mut impl Sink) {
        let (right, up) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
        match self {
            Patch::Tone(_, surface) if surface.is_flat() => squares(surface.size(), sink),
            Patch::Tone(_, surface) => {
                surface.seams(sink);
                surface.everywhere(sink, |sink| squares(surface.size(), sink));
            }
            Patch::Images(patch, surface) => {
                surface.everywhere(sink, |sink| patch.outlines(sink));
            }
            Patch::Rectangle(low, high) => {
                for corner in [*low, *high] {
                    sink.line(corner, right);
                    sink.line(corner, up);
                    sink.level(corner.z);
                }
            }
            Patch::Disc(centre, radius) | Patch::Cap(_, centre, radius) => {
                sink.outline(&Shape::Disc(*radius), *centre);
            }
            Patch::Polygon(corners) => {
                corners_of(corners).for_each(|(a, b)| sink.line(a, (b - a).unit()));
            }
            Patch::All(parts) | Patch::Any(parts) => {
                parts.iter().for_each(|part| part.outlines(sink));
            }
            Patch::Not(part) => part.outlines(sink),
        }
    }
}

/// Reports the borders between the unit squares of a plane or the unit cubes of a box.
fn squares(size: Vector, sink: &mut impl Sink) {
    let (right, up) = (Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0));
    let lines = |size: f64| (1u32..).map(f64::from).take_while(move |line| *line < size - EPSILON);
    lines(size.x).for_each(|x| sink.line(Vec2::new(x, 0.0), up));
    lines(size.y).for_each(|y| sink.line(Vec2::new(0.0, y), right));
    lines(size.z).for_each(|z| sink.level(z));
}

impl Terrain<'_> {
    /// Width and height of the plane, and depth of a box.
    fn size(&self) -> Vector {
        self.surface.size()
    }

    /// Returns the points of a place, from the point of view of each side.
    ///
    /// # Errors
    ///
    /// The finding says that the place exists on boards only, or does not exist on this plane.
    pub(crate) fn place(&self, place: &Place) -> Result<ByColor<Patch>, Diagnostic> {
        let tones = |white, black| {
            ByColor([white, black].map(|tone| match (&self.rules.space.shades, tone) {
                (Shading::Checkered, _) => Patch::Tone(tone, self.surface),
                // Every point is neutral.
                (Shading::Plain | Shading::Rows(_), Tone::Neutral) => Patch::All(Vec::new()),
                (Shading::Plain | Shading::Rows(_), _) => Patch::Any(Vec::new()),
            }))
        };
        let same = |tone| tones(tone, tone);
        Ok(match &place.kind {
            PlaceKind::Strong => tones(Tone::Light, Tone::Dark),
            PlaceKind::Weak => tones(Tone::Dark, Tone::Light),
            PlaceKind::Neutral => same(Tone::Neutral),
            PlaceKind::Light | PlaceKind::Shade(1) => same(Tone::Light),
            PlaceKind::Dark | PlaceKind::Shade(2) => same(Tone::Dark),
            PlaceKind::Shade(n) => {
                let title = format!("this plane has no shade {n}");
                let finding =
                    Diagnostic::at(Code::UnknownShade, place.span, title, "no such shade");
                return Err(finding.help("a checkered plane has shade 1 (light) and 2 (dark)"));
            }
            // The caller reads `unmoved` as a property of the piece.
            PlaceKind::Unmoved => return Err(refusal(place.span, "this place", "say `unmoved`")),
            PlaceKind::In(area) => self.area(area, place.span)?,
        })
    }

    /// Returns the points of an area, from the point of view of each side.
    ///
    /// # Errors
    ///
    /// As for [`Terrain::place`].
    pub(crate) fn area(&self, area: &Area, span: Span) -> Result<ByColor<Patch>, Diagnostic> {
        let [white, black] = Side::BOTH.map(|side| self.patch(area, side, span));
        Ok(ByColor([white?, black?]))
    }

    /// Returns the points with an image in `patch`, if edges are joined.
    fn spread(&self, patch: Patch) -> Patch {
        if self.surface.has_images() { Patch::Images(Box::new(patch), self.surface) } else { patch }
    }

    fn patch(&self, area: &Area, side: Side, span: Span) -> Result<Patch, Diagnostic> {
        let all = |areas: &[Area]| {
            areas.iter().map(|area| self.patch(area, side, span)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match area {
            Area::Ranks { first, last } => {
                let (from, to) = (f64::from(*first) - 1.0, f64::from(*last).min(self.size().y));
                if *first == 0 || last < first || !at_most(f64::from(*last), self.size().y.ceil()) {
                    return Err(self.unknown_rank(span));
                }
                self.ranks(side, from, to)
            }
            Area::LastRank => self.ranks(side, self.size().y - 1.0, self.size().y),
            Area::Files { .. } | Area::Cells(_) | Area::Rectangle(_)
                if self.surface.globe().is_some() =>
            {
                let help =
                    "name `latitudes 60-90`, where 90 is the opponent's pole, or `disc 0,90 r 1`";
                return Err(flat_only(span, "this area", help));
            }
            Area::Files { first, last } => {
                let number = |file: char| f64::from(file as u32) - f64::from('a' as u32);
                let (from, to) = (number(*first), number(*last) + 1.0);
                if from < 0.0 || to < from || !at_most(to, self.size().x.ceil()) {
                    let title = "this plane has no such file";
                    let finding = Diagnostic::at(Code::UnknownFile, span, title, "no such file");
                    return Err(finding.help(format!("its width is {}", self.size().x)));
                }
                let high = Vector { x: to.min(self.size().x), ..self.size() };
                self.spread(Patch::Rectangle(Vec2::new(from, 0.0), high))
            }
            Area::Cells(cells) => {
                let squares = cells.iter().map(|cell| self.square(cell));
                let square = |(low, high)| self.spread(Patch::Rectangle(low, high));
                Patch::Any(squares.map(|corners| corners.map(square)).collect::<Result<_, _>>()?)
            }
            Area::Rectangle([a, b]) => {
                let ((a, b), (c, d)) = (self.square(a)?, self.square(b)?);
                let low = Vec2::new(a.x.min(c.x), a.y.min(c.y));
                let (low, high) =
                    (Vector { z: a.z.min(c.z), ..low }, Vec2::new(b.x.max(d.x), b.y.max(d.y)));
                self.spread(Patch::Rectangle(low, Vector { z: b.z.max(d.z), ..high }))
            }
            Area::Plot(plot) => self.spread(self.plot(plot, side)?),
            // A zone refers only to zones before it, so the recursion ends.
            Area::Zone(zone) => {
                let zone = &self.rules.zones[*zone];
                self.patch(&zone.area[side], side, zone.name.span)?
            }
            Area::Enemys(area) => self.patch(area, side.other(), span)?,
            Area::All(areas) => Patch::All(all(areas)?),
            Area::Any(areas) => Patch::Any(all(areas)?),
            Area::Not(area) => Patch::Not(Box::new(self.patch(area, side, span)?)),
            Area::Layers { first, last } if self.surface.is_box() => {
                let (from, to) = (f64::from(*first) - 1.0, f64::from(*last).min(self.size().z));
                if *first == 0 || last < first || !at_most(f64::from(*last), self.size().z.ceil()) {
                    let title = "this box has no such layer";
                    let finding = Diagnostic::at(Code::UnknownRank, span, title, "no such layer");
                    let depth = self.size().z;
                    return Err(
                        finding.help(format!("a layer is 1 high, and the box is {depth} high"))
                    );
                }
                let (low, high) = match side.color() {
                    Color::White => (from, to),
                    Color::Black => (self.size().z - to, self.size().z - from),
                };
                let low = Vector::in_space(0.0, 0.0, low);
                Patch::Rectangle(low, Vector { z: high, ..self.size() })
            }
            Area::Layers { .. } | Area::Edge | Area::Corner => {
                let help = "name ranks, files or squares, such as `d4-e5`";
                return Err(refusal(span, "this area", help));
            }
        })
    }

    /// Returns a figure as an obstacle.
    ///
    /// # Errors
    ///
    /// The figure is not on the plane.
    pub(crate) fn obstacle(&self, plot: &Spanned<Plot>) -> Result<Obstacle, Diagnostic> {
        Ok(match self.plot(plot, Side::White)? {
            Patch::Disc(centre, radius) => Obstacle::Disc(centre, radius),
            Patch::Rectangle(low, high) if self.surface.is_box() => Obstacle::Block(low, high),
            Patch::Polygon(corners) => Obstacle::Polygon(corners),
            Patch::Rectangle(low, high) => {
                let (right, left) = (Vec2::new(high.x, low.y), Vec2::new(low.x, high.y));
                Obstacle::Polygon(vec![low, right, high, left])
            }
            Patch::Cap(..)
            | Patch::Tone(..)
            | Patch::Images(..)
            | Patch::All(_)
            | Patch::Any(_)
            | Patch::Not(_) => {
                debug_assert!(false, "no figure");
                Obstacle::Polygon(Vec::new())
            }
        })
    }

    /// Returns the points of a figure from the point of view of a side. The centre or the corners must
    /// be on the plane.
    fn plot(&self, plot: &Spanned<Plot>, side: Side) -> Result<Patch, Diagnostic> {
        let in_box = self.surface.is_box();
        let spot = |spot: &Spot| -> Result<Vector, Diagnostic> {
            if self.surface.globe().is_some() {
                let title = "figures with a height have no meaning on a sphere";
                let finding = Diagnostic::at(Code::NotOnAPlane, plot.span, title, "needs a box");
                return Err(finding.help("name a disc, such as `disc 0,90 r 1`"));
            }
            if !in_box {
                let help = "type `disc 4,4 r 0.5` or `rectangle 3,3-5,5`";
                return Err(refusal(plot.span, "a figure with a height", help));
            }
            let p = Vector::in_space(spot.x.get(), spot.y.get(), spot.z.get());
            if self.surface.has(p) {
                return Ok(p);
            }
            let title = format!("{spot} is not in the box");
            let finding = Diagnostic::at(Code::OffThePlane, plot.span, title, "outside");
            let Vector { x, y, z } = self.size();
            Err(finding.help(format!("the box goes from 0,0,0 to {x},{y},{z}")))
        };
        let at = |point: &Point| -> Result<Vec2, Diagnostic> {
            let p = Vec2::new(point.x.get(), point.y.get());
            if in_box {
                let help = "type `ball 4,4,4 r 0.5` or `box 3,3,3-5,5,5`";
                return Err(not_in_a_box(plot.span, "a figure of a plane", help));
            }
            if self.surface.has(p) {
                return Ok(p);
            }
            let noun = if self.surface.globe().is_some() { "sphere" } else { "plane" };
            let title = format!("{point} is not on the {noun}");
            let finding = Diagnostic::at(Code::OffThePlane, plot.span, title, "outside");
            if self.surface.globe().is_some() {
                return Err(
                    finding.help("a longitude goes from -180 to 180, a latitude from -90 to 90")
                );
            }
            let Vec2 { x, y, .. } = self.size();
            Err(finding.help(format!("the plane goes from 0,0 to {x},{y}")))
        };
        let globe = self.surface.globe();
        Ok(match &plot.value {
            Plot::Rectangle(_) | Plot::Polygon(_) if globe.is_some() => {
                let what = "a figure with corners";
                return Err(flat_only(plot.span, what, "name a disc, such as `disc 0,90 r 1`"));
            }
            Plot::Latitudes([low, high]) => {
                let Some(globe) = globe else {
                    let title = if in_box {
                        "latitudes have no meaning in a box"
                    } else {
                        "latitudes have no meaning on a plane"
                    };
                    let finding =
                        Diagnostic::at(Code::NotOnAPlane, plot.span, title, "needs a sphere");
                    return Err(finding.help("name ranks, such as `ranks 7-8`"));
                };
                let far = |degrees: f64| degrees.to_radians() * globe.radius();
                let beyond = Patch::Cap(globe, Globe::far_pole(side), far(90.0 - low.get()));
                let below =
                    Patch::Cap(globe, Globe::far_pole(side.other()), far(90.0 + high.get()));
                Patch::All(vec![beyond, below])
            }
            Plot::Disc { centre, radius } if let Some(globe) = globe => {
                Patch::Cap(globe, at(centre)?, radius.get())
            }
            Plot::Disc { centre, radius } => Patch::Disc(at(centre)?, radius.get()),
            Plot::Rectangle([a, b]) => {
                let (a, b) = (at(a)?, at(b)?);
                Patch::Rectangle(
                    Vec2::new(a.x.min(b.x), a.y.min(b.y)),
                    Vec2::new(a.x.max(b.x), a.y.max(b.y)),
                )
            }
            Plot::Ball { centre, radius } => Patch::Disc(spot(centre)?, radius.get()),
            Plot::Block([a, b]) => {
                let (a, b) = (spot(a)?, spot(b)?);
                let low = Vector::in_space(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z));
                let high = Vector::in_space(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z));
                Patch::Rectangle(low, high)
            }
            Plot::Polygon(corners) => {
                Patch::Polygon(corners.iter().map(at).collect::<Result<_, _>>()?)
            }
        })
    }

    /// Returns the strip between two distances from the edge of `side`, or from its pole.
    fn ranks(&self, side: Side, from: f64, to: f64) -> Patch {
        if let Some(globe) = self.surface.globe() {
            let near = Patch::Cap(globe, Globe::far_pole(side.other()), to);
            let far = Patch::Cap(globe, Globe::far_pole(side), globe.half() - from);
            return Patch::All(vec![near, far]);
        }
        let (from, to) = match side.color() {
            Color::White => (from, to),
            Color::Black => (self.size().y - to, self.size().y - from),
        };
        self.spread(Patch::Rectangle(Vec2::new(0.0, from), Vector { y: to, ..self.size() }))
    }

    /// Returns the corners of the unit cube of a box with the name of a cell.
    fn cube(&self, cell: &Spanned<String>) -> Result<(Vector, Vector), Diagnostic> {
        let corners = parse_layered_cell(&cell.value).and_then(|(layer, (file, rank))| {
            let low = Vector::in_space(f64::from(file), f64::from(rank), f64::from(layer?));
            Some((low, low + Vector::in_space(1.0, 1.0, 1.0)))
        });
        let Vector { x, y, z } = self.size();
        let fits = |(_, high): &(Vector, Vector)| {
            at_most(high.x, x) && at_most(high.y, y) && at_most(high.z, z)
        };
        corners.filter(fits).ok_or_else(|| {
            let title = format!("`{}` is not in the box", cell.value);
            let finding = Diagnostic::at(Code::UnknownCell, cell.span, title, "no such cube");
            finding.help(format!(
                "`Aa1` is the cube at 0,0,0, `Ba1` the one above it, and the box ends at {x},{y},{z}"
            ))
        })
    }

    /// Returns the corners of the unit square, or unit cube of a box, with the name of a cell.
    fn square(&self, cell: &Spanned<String>) -> Result<(Vector, Vector), Diagnostic> {
        if self.surface.is_box() {
            return self.cube(cell);
        }
        let corners = parse_cell(&cell.value).map(|(file, rank)| {
            let low = Vec2::new(f64::from(file), f64::from(rank));
            (low, low + Vec2::new(1.0, 1.0))
        });
        let fits = |(_, high): &(Vec2, Vec2)| {
            at_most(high.x, self.size().x) && at_most(high.y, self.size().y)
        };
        corners.filter(fits).ok_or_else(|| {
            let title = format!("`{}` is not on the plane", cell.value);
            let finding = Diagnostic::at(Code::UnknownCell, cell.span, title, "no such square");
            let Vec2 { x, y, .. } = self.size();
            finding.help(format!("`a1` is the square at 0,0, and the plane ends at {x},{y}"))
        })
    }

    fn unknown_rank(&self, span: Span) -> Diagnostic {
        if let Some(globe) = self.surface.globe() {
            let title = "this sphere has no such rank";
            let finding = Diagnostic::at(Code::UnknownRank, span, title, "no such rank");
            let far = Short(globe.half());
            return finding.help(format!("a rank is 1 deep, and it is {far} from pole to pole"));
        }
        let title = "this plane has no such rank";
        let finding = Diagnostic::at(Code::UnknownRank, span, title, "no such rank");
        finding.help(format!("a rank is 1 deep, and the plane is {} deep", self.size().y))
    }
}

// Findings about things that exist only on boards, or on planes but not on spheres or in boxes.

/// Returns the finding that something has a meaning only on boards.
pub(crate) fn refusal(span: Span, what: &str, help: &str) -> Diagnostic {
    let title = format!("{what} has no meaning on a plane");
    Diagnostic::at(Code::NotOnAPlane, span, title, "needs cells").help(help)
}

/// Returns the finding that something of planes does not exist on spheres.
pub(crate) fn flat_only(span: Span, what: &str, help: &str) -> Diagnostic {
    let title = format!("{what} has no meaning on a sphere");
    Diagnostic::at(Code::NotOnAPlane, span, title, "needs a plane").help(help)
}

/// Returns the finding that something has a meaning only on planes.
pub(crate) fn not_in_a_box(span: Span, what: &str, help: &str) -> Diagnostic {
    let title = format!("{what} has no meaning in a box");
    Diagnostic::at(Code::NotOnAPlane, span, title, "needs a plane").help(help)
}

// Copies of the plane on the unrolled surface, the images of points in them, and windows that
// leave out far copies.
//
// Only near copies matter, and of them only those in which a motion can meet something. So most
// questions name a `Window` that contains the motion.

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

// Windows: upright rectangles that contain every point that a motion can meet.
//
// A point has many images where edges are joined, and a body meets few of them. A window leaves out
// the others before any of them is computed.

/// An upright rectangle of the unrolled surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Window {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Window {
    /// All points.
    pub(crate) const ALL: Window = Window {
        left: f64::NEG_INFINITY,
        right: f64::INFINITY,
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Returns the window of the points at most `reach` away from a track up to the distance `most`.
    /// Spheres and boxes have no joined edges, so there it contains all points.
    pub(crate) fn of(track: &Track, most: f64, reach: f64) -> Window {
        match track {
            Track::Line { from, along } => {
                let to = *from + *along * most;
                let ends = Window {
                    left: from.x.min(to.x),
                    right: from.x.max(to.x),
                    low: from.y.min(to.y),
                    high: from.y.max(to.y),
                };
                ends.grown(reach)
            }
            Track::Circle(Round { centre, radius, .. }) => {
                Window::around(Disc { centre: *centre, radius: radius + reach })
            }
            Track::Great(_) | Track::Flight(_) => Window::ALL,
        }
    }

    /// Returns the window of a single point.
    pub(crate) fn point(at: Vec2) -> Window {
        Window { left: at.x, right: at.x, low: at.y, high: at.y }
    }

    /// Returns the window of the points of a disc.
    pub(crate) fn around(Disc { centre, radius }: Disc) -> Window {
        Window::point(centre).grown(radius)
    }

    /// Returns the least window that contains both.
    pub(crate) fn joined(self, other: Window) -> Window {
        Window {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns the least window that contains all of some windows. If there are none, it has no
    /// points.
    pub(crate) fn joining(all: impl Iterator<Item = Window>) -> Window {
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        let empty = Window { left: most, right: least, low: most, high: least };
        all.fold(empty, Window::joined)
    }

    /// Returns the window, wider by a length on all sides.
    pub(crate) fn grown(self, by: f64) -> Window {
        let by = by + SLIVER;
        Window {
            left: self.left - by,
            right: self.right + by,
            low: self.low - by,
            high: self.high + by,
        }
    }
}
