//! Marks on cells and lines of a board in SVG.

use super::document::{self, CELL, Element, View, arrowhead, num, pair, polyline, ring, square};
use crate::geometry::Point;
use crate::mark::{Allows, Approach, Frame, Mark, MarkLayer, Sign};
use crate::palette::Theme;
use crate::scene::{Arrow, Course, Line, Scene, Seam, SeamForm, Spot, Tip};

// Marks on cells in SVG.
//
// The outline of a mark shows how a move gets to the cell: circle for a leap, diamond for a slide,
// triangle for a hop, square for a turn. The filling shows what the move may do there: solid for
// both, hollow for quiet, a target for a capture. So marks differ without colours, too. Marks of
// one cell do not overlap.

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

// Lines of a board in SVG: paths of moves, arrows of the user and seams. Only the heads of arrows
// may leave the area of their scene.

/// An arrow of the user. `None` if it ends where it begins.
pub(super) fn arrow(view: &View<'_>, theme: Theme, arrow: Arrow) -> Option<Element> {
    let (from, to) = (view.centre(arrow.from)?, view.centre(arrow.to)?);
    let names = [arrow.from, arrow.to].map(|spot| view.name(Some(&spot)));
    document::arrow(theme, arrow.hue, from, to, names)
}

/// A seam with arrowheads that show its direction. Each pair of glued sides has its own colour.
pub(super) fn seam(view: &View<'_>, theme: Theme, seam: &Seam) -> Vec<Element> {
    let points: Vec<Point> = seam.path.iter().map(|p| view.place(*p)).collect();
    let ink = theme.of_seam(seam.pair);
    let line = Element::path(polyline(points.iter().copied())).fill("none");
    let line = match seam.form {
        SeamForm::Side => line.stroke(ink, 3.0).dashes(theme.dashes_of_seam(seam.pair)),
        SeamForm::Tie => line.stroke(theme.muted(), 1.5),
        SeamForm::Section => line.stroke(ink, 4.0),
        SeamForm::Vacancy => line.stroke(ink, 1.5).dashes("5 5"),
    };
    let head = |ends: &[Point]| match (seam.form, ends) {
        (SeamForm::Side, [from, to]) => {
            let along = (*to - *from).unit();
            let tip = (*from + *to) * 0.5 + along * 6.0;
            Some(Element::path(arrowhead(tip, along, 12.0, 6.0)).fill(ink))
        }
        (SeamForm::Side | SeamForm::Tie | SeamForm::Section | SeamForm::Vacancy, _) => None,
    };
    let line = line.round_caps().round_joins();
    [line].into_iter().chain(points.windows(2).filter_map(head)).collect()
}

/// The path of a move, as a group with the names of its ends.
pub(super) fn line(view: &View<'_>, theme: Theme, line: &Line) -> Element {
    let points: Vec<Point> = line.path.iter().filter_map(|spot| view.centre(*spot)).collect();
    let points = beside(view.scene, line, points);
    let ends = [line.path.first(), line.path.last()].map(|spot: Option<&Spot>| view.name(spot));
    let group = Element::group().data("from", ends[0]).data("to", ends[1]);
    group.holding_lines(course(theme, line, &points))
}

fn course(theme: Theme, line: &Line, points: &[Point]) -> Vec<Element> {
    let [first, .., last] = *points else { return Vec::new() };
    let (mut end, mut from) = (last, points[points.len() - 2]);
    let d = match line.course {
        Course::Arc => {
            let way = last - first;
            from = (first + last) * 0.5 + Point::new(-way.y, way.x) * 0.2;
            format!("M{}Q{} {}", pair(first), pair(from), pair(end))
        }
        Course::Straight => {
            match line.tip {
                Tip::Onward => end = end + (end - from).unit() * (CELL * 0.32),
                Tip::Plain | Tip::Arrow => {}
            }
            let before = points[..points.len() - 1].iter().copied();
            polyline(before.chain([end]))
        }
    };
    let ink = theme.of_allows(line.allows);
    let stroke =
        |ink, width| Element::path(&d).fill("none").stroke(ink, width).round_joins().round_caps();
    let rim = theme.rims_lines().then(|| stroke(theme.rim(), 7.0));
    let head = match line.tip {
        Tip::Plain => None,
        Tip::Arrow | Tip::Onward => {
            let along = (end - from).unit();
            Some(Element::path(arrowhead(end + along * 7.0, along, 13.0, 6.5)).fill(ink))
        }
    };
    let stroke = stroke(ink, 3.5).dashes(dashes(line.allows));
    rim.into_iter().chain([stroke]).chain(head).collect()
}

/// Distance from the middle of the cells to the lines of quiet and capturing moves that share a
/// way.
const APART: f64 = 3.4;

/// The points of a line, moved aside if a quiet and a capturing line would coincide.
fn beside(scene: &Scene, line: &Line, points: Vec<Point>) -> Vec<Point> {
    let shares = |other: &Line| {
        other.allows != line.allows
            && other.allows != Allows::Both
            && other.path.iter().zip(&line.path).take(2).all(|(a, b)| a == b)
    };
    let across = match line.allows {
        Allows::Quiet => -APART,
        Allows::Capture => APART,
        Allows::Both => return points,
    };
    match points.as_slice() {
        [first, second, ..] if scene.lines.iter().any(shares) => {
            let along = (*second - *first).unit();
            // Marks in a cell have a fixed order. So the lines of quiet and capturing moves keep to
            // the same sides, whatever their direction.
            let across = if along.y > 0.0 { -across } else { across };
            let aside = Point::new(-along.y, along.x) * across;
            points.iter().map(|p| *p + aside).collect()
        }
        _ => points,
    }
}
