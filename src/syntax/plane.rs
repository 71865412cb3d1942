//! What only planes are told: `plane 8x8`, `plane:`, `body:`.
//!
//! Owns: [`PlaneText`], [`BodyText`] and their readers, and how a number of a plane is read. Invariant:
//! a number that comes out of here is finite; `NaN` and infinities are findings.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;
use crate::syntax::fields::Reader;
use crate::syntax::scalar::Scalar;
use crate::syntax::schema;
use crate::syntax::written::Written;
use crate::syntax::yaml::Entry;

/// `plane:` as written; what is absent stays as it was.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlaneText {
    /// Radius of the common disc.
    pub radius: Option<Scalar>,
    /// Least distance.
    pub least: Option<Scalar>,
    /// Quantum, or `none`.
    pub quantum: Option<Scalar>,
    /// Part of the way to the edge.
    pub reach: Option<Scalar>,
    /// How the king's way is judged.
    pub king_path: Option<Spanned<KingPathText>>,
}

/// `king path:`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KingPathText {
    /// `lenient`
    Lenient,
    /// `strict`
    Strict,
}

/// `body:` as written.
#[derive(Clone, PartialEq, Debug)]
pub enum BodyText {
    /// `disc R`
    Disc(f64),
    /// `triangle BxH`: base and height, the centre in the middle of the height.
    Triangle(f64, f64),
    /// `polygon X,Y X,Y X,Y`
    Polygon(Vec<(f64, f64)>),
}

/// Reads `plane:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> PlaneText {
    let Some(fields) = r.fields(&entry.value, &schema::PLANE) else { return PlaneText::default() };
    let mut text = |name| fields.get(name).and_then(|e| r.scalar(e));
    let (radius, least) = (text("radius"), text("least distance"));
    let (quantum, reach) = (text("quantum"), text("reach"));
    let paths = [("lenient", KingPathText::Lenient), ("strict", KingPathText::Strict)];
    let king_path = fields.get("king path").and_then(|e| r.choice(e, &paths));
    PlaneText { radius, least, quantum, reach, king_path }
}

/// Width and height of `plane 8x8`. `None` if `text` is no plane; inside, `None` after a finding.
pub fn space(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<Option<(f64, f64)>> {
    let clauses = text.split(|c| c == ',' || c == '\n');
    let (first, rest) = clauses.split_first()?;
    let words = first.words();
    let (name, sizes) = words.split_first().filter(|(name, _)| name.text() == "plane")?;
    let bad = |at: Written<'_>, title: String| {
        Diagnostic::at(Code::BadSpace, at.span(), title, "not the size of a plane")
            .help("type `plane 8x8`")
    };
    let size = sizes.first().and_then(|word| {
        let (width, height) = pair(*word, 'x')?;
        let fits = |n: f64| (MIN_SIDE..=MAX_SIDE).contains(&n);
        (fits(width) && fits(height)).then_some((width, height))
    });
    if size.is_none() {
        let at = sizes.first().unwrap_or(name);
        let title = format!("a plane is width x height, each {MIN_SIDE} to {MAX_SIDE}");
        found.push(bad(*at, title));
    }
    for extra in sizes.iter().skip(1).chain(rest.iter().filter(|c| !c.text().is_empty())) {
        let title = format!("`{}` means nothing on a plane", extra.text());
        found.push(
            Diagnostic::at(Code::BadSpace, extra.span(), title, "a plane has no cells")
                .help("take it away: a plane is only its size"),
        );
    }
    Some(size)
}

/// Shortest side of a plane, in its units.
const MIN_SIDE: f64 = 0.5;
/// Longest side of a plane, in its units.
const MAX_SIDE: f64 = 100.0;

/// Two numbers with a separator between them.
fn pair(text: Written<'_>, separator: char) -> Option<(f64, f64)> {
    let (a, b) = text.text().split_once(separator)?;
    Some((number(a)?, number(b)?))
}

/// A finite number; nothing that only a programmer would take for one.
pub fn number(text: &str) -> Option<f64> {
    let plain = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    text.parse().ok().filter(|n: &f64| plain && n.is_finite())
}

/// Reads `body:`.
pub fn body(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<BodyText> {
    let words = text.words();
    let body = match words.split_first() {
        Some((name, [size])) if name.text() == "disc" => number(size.text()).map(BodyText::Disc),
        Some((name, [size])) if name.text() == "triangle" => {
            pair(*size, 'x').map(|(base, height)| BodyText::Triangle(base, height))
        }
        Some((name, corners)) if name.text() == "polygon" => {
            let corners: Option<Vec<_>> = corners.iter().map(|c| pair(*c, ',')).collect();
            corners.map(BodyText::Polygon)
        }
        Some(_) | None => None,
    };
    if body.is_none() {
        let title = format!("`{}` is no body", text.text());
        found.push(
            Diagnostic::at(Code::BadBody, text.span(), title, "not understood")
                .help("type `disc 0.25`, `triangle 0.2x1` or `polygon 0,0.5 -0.1,-0.5 0.1,-0.5`"),
        );
    }
    body
}
