//! Lines of a board in SVG: paths of moves, arrows of the user and seams. Only the heads of arrows
//! may leave the area of their scene.

use super::document;
use super::element::{Element, arrowhead, pair, polyline};
use super::marks::dashes;
use super::view::{CELL, View};
use crate::render::geometry::Point;
use crate::render::mark::Allows;
use crate::render::palette::Theme;
use crate::render::scene::{Arrow, Course, Line, Scene, Seam, SeamForm, Spot, Tip};

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
