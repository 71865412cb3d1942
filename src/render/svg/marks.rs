//! Marks on cells in SVG.
//!
//! The outline of a mark shows how a move gets to the cell: circle for a leap, diamond for a slide,
//! triangle for a hop, square for a turn. The filling shows what the move may do there: solid for
//! both, hollow for quiet, a target for a capture. So marks differ without colours, too. Marks of
//! one cell do not overlap.

use super::element::{Element, num, pair, ring, square};
use super::view::CELL;
use crate::render::geometry::Point;
use crate::render::mark::{Allows, Approach, Frame, Mark, MarkLayer, Sign};
use crate::render::palette::Theme;

/// The place of the signs of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SignPlace {
    Middle,
    /// The upper right corner, because a piece stands in the middle.
    Corner,
}

/// The dashes of the lines of moves with this effect.
pub(super) fn dashes(allows: Allows) -> &'static str {
    match allows {
        Allows::Quiet => "7 6",
        Allows::Both | Allows::Capture => "",
    }
}

/// The frames and signs of one cell, which has its centre at `at`.
pub(super) fn drawn(theme: Theme, marks: &[Mark], at: Point, place: SignPlace) -> Vec<Element> {
    let (mut drawn, mut signs) = (Vec::new(), Vec::new());
    for mark in marks {
        match mark.layer() {
            MarkLayer::Ground(_) => {}
            MarkLayer::Frame(form) => drawn.extend(frame(theme, form, at, CELL * 0.41)),
            MarkLayer::Sign(form) => signs.push(form),
        }
    }
    let (radius, gap) = match (place, signs.len()) {
        (SignPlace::Corner, _) => (5.5, 11.0),
        (SignPlace::Middle, 0 | 1) => (9.0, 0.0),
        (SignPlace::Middle, 2) => (7.5, 21.0),
        (SignPlace::Middle, _) => (6.0, 16.0),
    };
    let spread = gap * signs.len().saturating_sub(1) as f64;
    let first = match place {
        SignPlace::Corner => at + Point::new(CELL * 0.34, -CELL * 0.34) - Point::new(spread, 0.0),
        SignPlace::Middle => at - Point::new(spread / 2.0, 0.0),
    };
    for (i, form) in signs.into_iter().enumerate() {
        drawn.extend(sign(theme, form, first + Point::new(gap * i as f64, 0.0), radius));
    }
    drawn
}

/// A frame or a sign in the legend.
pub(super) fn sample(theme: Theme, mark: Mark, at: Point) -> Vec<Element> {
    match mark.layer() {
        MarkLayer::Ground(_) => Vec::new(),
        // On a board, this mark is in the corner of a cell. In the legend, it is in the middle.
        MarkLayer::Frame(Frame::Promotes) => {
            frame(theme, Frame::Promotes, at + Point::new(6.0, 5.0), 11.0)
        }
        MarkLayer::Frame(form) => frame(theme, form, at, 11.0),
        MarkLayer::Sign(form) => sign(theme, form, at, 7.0),
    }
}

/// A frame at distance `reach` from the centre of a cell.
fn frame(theme: Theme, form: Frame, at: Point, reach: f64) -> Vec<Element> {
    let red = theme.of_allows(Allows::Capture);
    let green = theme.of_allows(Allows::Quiet);
    let (d, ink, width, dashes) = match form {
        Frame::CaptureWithoutMoving => {
            let arm = reach * 0.5;
            let corner = |(sx, sy): (f64, f64)| {
                let Point { x, y, .. } = at + Point::new(sx, sy) * reach;
                format!("M{} {}V{}H{}", num(x), num(y - sy * arm), num(y), num(x - sx * arm))
            };
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            (corners.map(corner).concat(), red, 3.0, "")
        }
        Frame::Attack => (ring(at, reach * 0.9), red, 2.0, "4 3"),
        // A tip that points upwards, in the upper left corner.
        Frame::Promotes => {
            let start = pair(at - Point::new(reach, reach * 0.58));
            let d = num(reach * 0.42);
            (format!("M{start}l{d}-{d}l{d} {d}"), red, 3.0, "")
        }
        Frame::Lends => (ring(at, reach), green, 3.0, ""),
        Frame::Moved => (square(at, reach), green, 2.5, ""),
        Frame::Changed => (square(at, reach), green, 2.5, "3 4"),
    };
    let line = || Element::path(&d).fill("none");
    let rim = theme.rims_lines().then(|| line().stroke(theme.rim(), width + 2.5));
    rim.into_iter().chain([line().stroke(ink, width).dashes(dashes)]).collect()
}

/// A sign of radius `r`.
fn sign(theme: Theme, form: Sign, at: Point, r: f64) -> Vec<Element> {
    let rim = theme.rim();
    match form {
        Sign::To(way, allows) => arrival(theme, way, allows, at, r),
        Sign::Via => vec![Element::circle(at, 4.0).fill(theme.dark())],
        // An arrowhead from above.
        Sign::Drop => {
            let low = r * 1.1;
            let left = pair(Point::new(at.x - low, at.y - r * 0.8));
            let tip = pair(Point::new(at.x, at.y + low));
            let d = format!("M{left}H{}L{tip}Z", num(at.x + low));
            let ink = theme.of_allows(Allows::Quiet);
            vec![Element::path(d).fill(rim).stroke(ink, r * 0.35).round_joins()]
        }
        Sign::Taken => {
            let ink = theme.of_allows(Allows::Capture);
            let start = pair(at - Point::new(r * 0.8, r * 0.8));
            let side = num(r * 1.6);
            let d = format!("M{start}l{side} {side}m0-{side}l-{side} {side}");
            let cross = |ink, width| Element::path(&d).stroke(ink, width).round_caps();
            vec![cross(ink, 3.5).over(cross(rim, 7.0))]
        }
    }
}

/// The sign of a target.
fn arrival(theme: Theme, way: Approach, allows: Allows, at: Point, r: f64) -> Vec<Element> {
    let (rim, ink) = (theme.rim(), theme.of_allows(allows));
    let (fill, edge, width) = match allows {
        Allows::Both => (ink, rim, 1.5),
        Allows::Quiet | Allows::Capture => (rim, ink, r * 0.3),
    };
    let sign = Element::path(outline(way, at, r)).fill(fill).stroke(edge, width);
    let core = match allows {
        Allows::Capture => Some(Element::path(outline(way, at, r * 0.45)).fill(ink)),
        Allows::Both | Allows::Quiet => None,
    };
    [sign].into_iter().chain(core).collect()
}

fn outline(way: Approach, at: Point, r: f64) -> String {
    let Point { x, y, .. } = at;
    match way {
        Approach::Leap => ring(at, r),
        Approach::Slide => {
            let r = r * 1.2;
            let corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
            let corners = corners.map(|(x, y)| pair(Point::new(x, y)));
            format!("M{}Z", corners.join("L"))
        }
        Approach::Hop => {
            let (r, bottom) = (r * 1.15, num(y + r * 1.15 * 0.75));
            let tip = pair(Point::new(x, y - r));
            format!("M{tip}L{} {bottom}L{} {bottom}Z", num(x + r), num(x - r))
        }
        Approach::Bend => {
            let (r, side) = (r * 0.9, num(r * 1.8));
            format!("M{}h{side}v{side}h-{side}Z", pair(Point::new(x - r, y - r)))
        }
    }
}
