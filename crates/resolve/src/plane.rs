//! Reads and writes the rules of planes: `plane:`, `body:` and `turns:`.
//!
//! A radius is positive. A polygon is convex, counter-clockwise and contains its centre. The plane
//! package checks that bodies fit the plane.

use crate::context::written;
use crate::draft::rules::Renumbering;
use crate::draft::{Draft, Passing};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::Spanned;
use alfil_rules::ids::KindId;
use alfil_rules::plane::{Body, BodyPart, Build, Figure, Friends, PlaneRules, Point, Real};
use alfil_rules::space::Shading;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::space::{self, BodyPartText, FigureText, PlaneText};
use alfil_syntax::value::Choice;
use alfil_syntax::write::{Map, Yaml};

const MAX_CORNERS: usize = 32;

/// Lays the plane rules of a file over `draft`.
pub(crate) fn apply(said: &PlaneText, draft: &mut Draft, found: &mut Report) {
    let rules = &mut draft.plane;
    let mut read = |text: &Option<Scalar>, what: &str, wanted: &str, fits: fn(f64) -> bool| {
        let text = text.as_ref()?;
        let number = written(text, |w| space::number(w.trim()));
        let number = number.filter(|&n| fits(n)).and_then(Real::new);
        if number.is_none() {
            let title = format!("`{what}` cannot be `{}`", text.text().trim());
            found
                .at(Code::BadNumberOnPlane, text.span(), title, "out of range")
                .help(format!("type {wanted}"));
        }
        number
    };
    let positive = |n: f64| n > 0.0;
    let radius = read(&said.radius, "radius", "a number above 0, such as `0.25`", positive);
    rules.radius = radius.unwrap_or(rules.radius);
    let least = read(&said.least, "least distance", "a number from 0, such as `0.1`", |n| n >= 0.0);
    rules.least = least.unwrap_or(rules.least);
    let part = |n: f64| n > 0.0 && n <= 1.0;
    let reach = read(&said.reach, "reach", "a part above 0 and at most 1, such as `0.5`", part);
    rules.reach = reach.unwrap_or(rules.reach);
    let turn = |n: f64| (0.0..=180.0).contains(&n);
    let wanted = "degrees from 0 to 180, such as `5`";
    if let Some(least) = read(&said.least_turn, "least turn", wanted, turn) {
        rules.least_turn = least;
        let span = said.least_turn.as_ref().map(|text| text.span());
        rules.said.least_turn = span.filter(|_| least.get() > 0.0);
    }
    match &said.quantum {
        Some(text) if text.text().trim() == "none" => rules.quantum = None,
        quantum => {
            let wanted = "a distance from 0.001, such as `0.5`, or `none`";
            let number = read(quantum, "quantum", wanted, |n| n >= 0.001);
            rules.quantum = number.or(rules.quantum);
        }
    }
    rules.king_path = said.king_path.map_or(rules.king_path, |path| path.value);
    if let Some(friends) = said.friends {
        rules.friends = friends.value;
        rules.said.friends = (friends.value == Friends::Stop).then_some(friends.span);
    }
    if let (Some(checkered), Some(space)) = (said.checkered, &mut draft.space)
        && space.lattice.plane().is_some()
    {
        space.shades = if checkered.value { Shading::Checkered } else { Shading::Plain };
        if checkered.value && space.lattice.sphere().is_some() {
            space.shades = Shading::Plain;
            let title = "`checkered` has no meaning on a sphere";
            found
                .at(Code::NotOnAPlane, checkered.span, title, "a sphere has no squares")
                .help("remove it, or use a plane");
        }
    }
}

/// Reads `body:`. In place of a body with an error, returns a small one that faces in a direction, so
/// that no rule about bodies is reported besides.
pub(crate) fn body(text: &Scalar, found: &mut Report) -> (Body, Spanned<String>) {
    let words = Spanned::new(text.text().trim().to_owned(), text.span());
    let read = written(text, |w| space::body(w.trim(), found));
    let body = read.and_then(|said| checked(&said, text, found)).unwrap_or_else(|| {
        let figure = Figure::Disc(Real::thousandths(1));
        Body::Parts(vec![BodyPart { figure, at: Point::default() }])
    });
    (body, words)
}

/// Builds a body. Reports an error and returns `None` if it is none.
fn checked(said: &[BodyPartText], text: &Scalar, found: &mut Report) -> Option<Body> {
    match built(said) {
        Ok(body) => Some(body),
        Err(Misfit { title, why, because, help }) => {
            let mut finding = Diagnostic::at(Code::BadBody, text.span(), title, why);
            if let Some(because) = because {
                finding = finding.because(because);
            }
            found.push(finding.help(help));
            None
        }
    }
}

/// Why a body is none.
struct Misfit {
    title: String,
    why: &'static str,
    because: Option<&'static str>,
    help: Help,
}

/// Why a polygon must be convex.
const CONVEX: &str = "a polygon must be convex; for a body with dents, join several parts with `+`";

/// Builds a body from its parts.
fn built(said: &[BodyPartText]) -> Result<Body, Misfit> {
    if let [BodyPartText { figure: FigureText::Disc(radius), at: (0.0, 0.0) }] = said {
        return Ok(Body::Disc(positive(*radius)?));
    }
    let misfit = |why, because, help: &str| Misfit {
        title: "this outline is not a body".to_owned(),
        why,
        because,
        help: Help::from(help.to_owned()),
    };
    if said.len() > Body::MAX_PARTS {
        return Err(misfit("it has more than 8 parts", None, "join fewer parts with `+`"));
    }
    let parts: Vec<BodyPart> = said.iter().map(part).collect::<Result<_, _>>()?;
    if !parts.iter().any(covers_centre) {
        let help = match parts.len() {
            1 => "type `triangle 0.2x1`, or the corners in order around the centre",
            _ => "add a part around the centre, such as `+ disc 0.1`",
        };
        let because = "a body covers its centre (0,0)";
        return Err(misfit("the centre is not inside", Some(because), help));
    }
    Ok(Body::Parts(parts))
}

fn part(said: &BodyPartText) -> Result<BodyPart, Misfit> {
    let number = |n: f64| Real::new(n).unwrap_or_default();
    let at = Point { x: number(said.at.0), y: number(said.at.1) };
    let figure = match &said.figure {
        FigureText::Disc(radius) => Figure::Disc(positive(*radius)?),
        FigureText::Capsule(length, width) => {
            if *width <= 0.0 || length <= width {
                return Err(Misfit {
                    title: format!("a capsule cannot be {length} long and {width} wide"),
                    why: "its length is above its width",
                    because: None,
                    help: Help::type_in("capsule 1x0.2"),
                });
            }
            Figure::Capsule { length: number(*length), width: number(*width) }
        }
        FigureText::Ellipse(length, width) => {
            if *length <= 0.0 || *width <= 0.0 {
                return Err(Misfit {
                    title: format!("an ellipse cannot be {length} long and {width} wide"),
                    why: "its length and its width are above 0",
                    because: None,
                    help: Help::type_in("ellipse 1x0.2"),
                });
            }
            Figure::Ellipse { length: number(*length), width: number(*width) }
        }
        FigureText::Triangle(base, height) => {
            let (half, middle) = (base / 2.0, height / 2.0);
            polygon(&[(0.0, middle), (-half, -middle), (half, -middle)])?
        }
        FigureText::Polygon(corners) => polygon(corners)?,
    };
    Ok(BodyPart { figure, at })
}

fn positive(radius: f64) -> Result<Real, Misfit> {
    Real::new(radius).filter(|r| r.get() > 0.0).ok_or_else(|| Misfit {
        title: format!("a disc cannot have the radius {radius}"),
        why: "a radius is above 0",
        because: None,
        help: Help::type_in("disc 0.25"),
    })
}

fn polygon(corners: &[(f64, f64)]) -> Result<Figure, Misfit> {
    outline(corners).map(Figure::Polygon).map_err(|flaw| Misfit {
        title: "this outline is not a body".to_owned(),
        why: flaw.words(),
        because: (flaw == Flaw::Dented).then_some(CONVEX),
        help: Help::from(
            "type `triangle 0.2x1`, or the corners in order around the centre".to_owned(),
        ),
    })
}

/// Returns whether a part covers the centre of the body.
fn covers_centre(part: &BodyPart) -> bool {
    let (x, y) = (-part.at.x.get(), -part.at.y.get());
    match &part.figure {
        Figure::Disc(radius) => x.hypot(y) < radius.get() - MARGIN,
        Figure::Capsule { length, width } => {
            let straight = (length.get() - width.get()) / 2.0;
            x.hypot(y - y.clamp(-straight, straight)) < width.get() / 2.0 - MARGIN
        }
        Figure::Ellipse { length, width } => {
            (2.0 * y / length.get()).hypot(2.0 * x / width.get()) < 1.0 - MARGIN
        }
        Figure::Polygon(corners) => {
            let n = corners.len();
            let corner = |i: usize| (corners[i % n].x.get(), corners[i % n].y.get());
            (0..n).all(|i| turn(corner(i), corner(i + 1), (x, y)) > MARGIN)
        }
    }
}

/// Lengths and areas below this count as 0.
const MARGIN: f64 = 1e-9;

/// Twice the area of the triangle a, b, c: above 0 if it goes counter-clockwise.
fn turn(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Why corners are no convex outline.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flaw {
    /// There are too few or too many corners.
    Corners,
    /// The outline is not convex.
    Dented,
    /// A number is not finite.
    Endless,
}

impl Flaw {
    fn words(self) -> &'static str {
        match self {
            Flaw::Corners => "a polygon has 3 to 32 corners",
            Flaw::Dented => "not convex",
            Flaw::Endless => "not finite",
        }
    }
}

/// Returns the corners counter-clockwise, or the reason why they are not a convex outline.
fn outline(corners: &[(f64, f64)]) -> Result<Vec<Point>, Flaw> {
    let n = corners.len();
    if !(3..=MAX_CORNERS).contains(&n) {
        return Err(Flaw::Corners);
    }
    let mut order: Vec<(f64, f64)> = corners.to_vec();
    if turn(order[0], order[1], order[2]) < 0.0 {
        order.reverse();
    }
    let at = |i: usize| order[i % n];
    // The outline is convex if every corner turns left and its sides turn once round.
    if (0..n).any(|i| turn(at(i), at(i + 1), at(i + 2)) <= MARGIN) {
        return Err(Flaw::Dented);
    }
    let angle = |i: usize| (at(i + 1).1 - at(i).1).atan2(at(i + 1).0 - at(i).0);
    let falls = (0..n).filter(|&i| angle(i + 1) < angle(i)).count();
    if falls != 1 {
        return Err(Flaw::Dented);
    }
    let real = |(x, y): (f64, f64)| Some(Point { x: Real::new(x)?, y: Real::new(y)? });
    order.into_iter().map(real).collect::<Option<_>>().ok_or(Flaw::Endless)
}

/// Builds the rules of the plane with new ids of kinds.
pub(crate) fn finish(draft: &Draft, numbers: &Renumbering) -> PlaneRules {
    let built = draft.live().filter(|(_, p)| p.body.is_some() || p.turns);
    let build = |(kind, piece): (KindId, &crate::draft::Piece)| {
        let span = piece.body.as_ref().map_or(piece.name.span, |(_, words)| words.span);
        let body = piece.body.as_ref().map(|(body, _)| body.clone());
        Some(Build { kind: numbers[kind]?, body, turns: piece.turns, span })
    };
    PlaneRules { builds: built.filter_map(build).collect(), ..draft.plane.clone() }
}

/// Adds `en passant` and `plane` to `file`, if they differ from the defaults.
pub(crate) fn write(draft: &Draft, file: &mut Map) {
    if draft.passing == Passing::None {
        file.put("en passant", "none");
    }
    let (rules, usual) = (&draft.plane, PlaneRules::default());
    if *rules == usual {
        return;
    }
    let mut keys = Map::default();
    keys.put("radius", Yaml::bare(rules.radius));
    keys.put("least distance", Yaml::bare(rules.least));
    keys.put("quantum", rules.quantum.map_or("none".into(), Yaml::bare));
    keys.put("reach", Yaml::bare(rules.reach));
    keys.put("king path", rules.king_path.word());
    keys.put("least turn", Yaml::bare(rules.least_turn));
    keys.put("friends", rules.friends.word());
    file.put_lines("plane", keys);
}
