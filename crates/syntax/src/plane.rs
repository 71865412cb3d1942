//! The mapping `plane`, and readers for `body` and for numbers of planes. Numbers are finite; `NaN`
//! and infinities are findings.

use crate::grammar::{self, Grammar, Part, Rule};
use crate::mapping::{NONE, mapping};
use crate::scalar::Scalar;
use crate::value::Language::Number;
use crate::value::Value::{Either, Text};
use crate::written::Written;
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean};
use alfil_diagnostics::source::Spanned;
use alfil_rules::plane::{Friends, KingPath, Plot, Point, Real, Spot};
use pest::Parser;
use pest::iterators::Pair;

mapping! {
    /// The value of `plane`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct PlaneText, "`plane`" {
        radius: Option<Scalar> = "radius" [Text(Number)],
            "number", "radius of every piece whose `body` is not said; 0.25 if absent";
        least: Option<Scalar> = "least distance" [Text(Number)],
            "number", "no move is shorter; 0.1 if absent";
        quantum: Option<Scalar> = "quantum" [Either(&[NONE, Text(Number)])],
            "number or none", "every distance is a multiple of it";
        reach: Option<Scalar> = "reach" [Text(Number)],
            "number", "the part of the way to the edge that a move may cover; 1 if absent";
        king_path: Option<Spanned<KingPath>> = "king path",
            "lenient or strict", "whether a king may leave an attack through it";
        least_turn: Option<Scalar> = "least turn" [Text(Number)],
            "number", "degrees; no turn changes the direction of a piece by less; 0 if absent";
        friends: Option<Spanned<Friends>> = "friends",
            "pass or stop", "whether a move passes a friend that it only touches; pass if absent";
        checkered: Option<Spanned<bool>> = "checkered",
            "true or false", "whether the unit squares are light and dark; as in `space` if absent";
    }
}

/// A part of the value of the key `body`.
#[derive(Clone, PartialEq, Debug)]
pub struct BodyPartText {
    /// The figure.
    pub figure: FigureText,
    /// Where its middle is: right and forward of the centre.
    pub at: (f64, f64),
}

/// A figure of a body.
#[derive(Clone, PartialEq, Debug)]
pub enum FigureText {
    /// `disc R`: the radius.
    Disc(f64),
    /// `capsule LxW`: the length with both caps, along the axis, and the width.
    Capsule(f64, f64),
    /// `ellipse LxW`: the length along the axis, and the width.
    Ellipse(f64, f64),
    /// `triangle BxH`: base and height. The centre is in the middle of the height.
    Triangle(f64, f64),
    /// `polygon X,Y X,Y X,Y`: the corners.
    Polygon(Vec<(f64, f64)>),
}

/// A finite number. Other forms, such as `inf` and `NaN`, are rejected.
pub fn number(text: Written<'_>) -> Option<f64> {
    reals(&grammar::parts(Rule::real_text, text)?)?.first().copied()
}

/// The numbers among `parts`; `None` if one is not finite.
pub(crate) fn reals(parts: &[Part<'_>]) -> Option<Vec<f64>> {
    let reals = parts.iter().filter(|(kind, _)| *kind == Rule::real);
    reals.map(|(_, real)| real.text().parse().ok().filter(|n: &f64| n.is_finite())).collect()
}

/// Reads `body:`.
pub fn body(text: Written<'_>, found: &mut Report) -> Option<Vec<BodyPartText>> {
    let body = read_body(text);
    if body.is_none() {
        let title = format!("`{}` is no body", text.text());
        let said = text.text().replace(" x ", "x");
        let figures = ["triangle", "polygon", "disc", "capsule", "ellipse"];
        let said = said.split_once(' ').map_or(("disc", said.as_str()), |(word, size)| {
            (did_you_mean(word, figures).unwrap_or("disc"), size)
        });
        let meant = format!("{} {}", said.0, said.1);
        let meant_at = |range: std::ops::Range<usize>| {
            text.part(range.start.min(text.text().len())..text.text().len()).span()
        };
        let is_body = read_body(Written::new(&meant, &meant_at)).is_some();
        found.at(Code::BadBody, text.span(), title, "not understood").help(if is_body { Help::did_you_mean(meant) } else { Help::from(
                "a body is such as `disc 0.25`, `capsule 1x0.2`, `ellipse 1x0.2`, `triangle 0.2x1`, \
                      `polygon 0,0.5 -0.1,-0.5 0.1,-0.5` or `capsule 1x0.2 + disc 0.2 at 0,0.4`",
            ) });
    }
    body
}

/// Reads a figure of an area or of an obstacle. `None` if a number is out of range.
pub(crate) fn plot(pair: &Pair<'_, Rule>) -> Option<Plot> {
    let form = pair.clone().into_inner().next()?;
    let rule = form.as_rule();
    let reals = form.into_inner().flatten().filter(|part| part.as_rule() == Rule::real);
    let reals: Option<Vec<Real>> =
        reals.map(|real| real.as_str().parse().ok().and_then(Real::new)).collect();
    let point = |xy: &[Real]| Point { x: xy[0], y: xy[1] };
    match (rule, reals.as_deref()?) {
        (Rule::plot_disc, [x, y, radius]) if radius.get() > 0.0 => {
            Some(Plot::Disc { centre: Point { x: *x, y: *y }, radius: *radius })
        }
        (Rule::plot_rectangle, all @ [_, _, _, _]) => {
            Some(Plot::Rectangle([point(&all[..2]), point(&all[2..])]))
        }
        (Rule::plot_latitudes, [low, high])
            if low < high && low.get() >= -90.0 && high.get() <= 90.0 =>
        {
            Some(Plot::Latitudes([*low, *high]))
        }
        (Rule::plot_polygon, all) if (6..=2 * Plot::MAX_CORNERS).contains(&all.len()) => {
            Some(Plot::Polygon(all.chunks_exact(2).map(point).collect()))
        }
        (Rule::plot_ball, [x, y, z, radius]) if radius.get() > 0.0 => {
            Some(Plot::Ball { centre: Spot { x: *x, y: *y, z: *z }, radius: *radius })
        }
        (Rule::plot_box, [a, b, c, d, e, f]) => {
            let corner = |x: &Real, y: &Real, z: &Real| Spot { x: *x, y: *y, z: *z };
            Some(Plot::Block([corner(a, b, c), corner(d, e, f)]))
        }
        _ => None,
    }
}

fn read_body(text: Written<'_>) -> Option<Vec<BodyPartText>> {
    let pair = Grammar::parse(Rule::body, text.text()).ok()?.next()?;
    let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::body_part);
    parts.map(body_part).collect()
}

/// Reads one part of a body. `None` if a number is not finite.
fn body_part(pair: Pair<'_, Rule>) -> Option<BodyPartText> {
    let mut inner = pair.into_inner();
    let figure = inner.next()?;
    let rule = figure.as_rule();
    let numbers = figures(figure)?;
    let figure = match (rule, numbers.as_slice()) {
        (Rule::disc, [radius]) => FigureText::Disc(*radius),
        (Rule::capsule, [length, width]) => FigureText::Capsule(*length, *width),
        (Rule::ellipse, [length, width]) => FigureText::Ellipse(*length, *width),
        (Rule::triangle, [base, height]) => FigureText::Triangle(*base, *height),
        _ => FigureText::Polygon(numbers.chunks_exact(2).map(|xy| (xy[0], xy[1])).collect()),
    };
    let at = match inner.find(|part| part.as_rule() == Rule::offset) {
        None => (0.0, 0.0),
        Some(offset) => match figures(offset)?.as_slice() {
            [right, forward] => (*right, *forward),
            _ => return None,
        },
    };
    Some(BodyPartText { figure, at })
}

/// Returns the numbers of a figure. `None` if one is not finite.
fn figures(pair: Pair<'_, Rule>) -> Option<Vec<f64>> {
    let reals = pair.into_inner().flatten().filter(|part| part.as_rule() == Rule::real);
    reals.map(|real| real.as_str().parse().ok().filter(|n: &f64| n.is_finite())).collect()
}
