//! Lines and signs of a board in SVG: seams, paths, arrows and the side to move. Only the heads of arrows may leave the
//! area of their scene.

use super::document::Svg;
use crate::render::mark::Allows;
use crate::render::scene::{Arrow, Course, Line, Point, Scene, SeamForm, Tip, printable};
use crate::render::svg_marks;
use crate::render::svg_util::CELL;
use crate::render::svg_util::{escape, num, pair, polygon, unit};
use alfil_rules::side::Side;
use std::fmt::Write;

impl Svg {
    /// A small disc in the colour of the side to move, at that side's edge of the board.
    pub(super) fn sign_of(
        &mut self,
        scene: &Scene,
        side: Side,
        place: &impl Fn(Point) -> (f64, f64),
    ) {
        let Some(at) = scene.sign_of_mover() else { return };
        let (x, y) = place(at);
        let (fill, rim) = match side {
            Side::White => (self.theme.light(), self.theme.dark()),
            Side::Black => (self.theme.dark(), self.theme.light()),
        };
        let told = format!("{} to move.", capital_name(side));
        let outer = self.theme.ink();
        self.line(format_args!(
            "<g data-to-move=\"{}\"><title>{told}</title>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"7.5\" fill=\"{outer}\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"{rim}\"/></g>",
            side.name(),
            x = num(x),
            y = num(y)
        ));
        self.told.push(told);
    }

    /// An arrow of the user: over everything else and translucent.
    pub(super) fn arrow(
        &mut self,
        scene: &Scene,
        arrow: Arrow,
        place: &impl Fn(Point) -> (f64, f64),
    ) {
        let centre = |spot| scene.cells().get(spot).map(|cell| place(cell.centre));
        let (Some(from), Some(to)) = (centre(arrow.from), centre(arrow.to)) else { return };
        let name = |spot| {
            let cell = scene.cells().get(spot);
            cell.map_or_else(String::new, |cell| escape(&printable(&cell.name)))
        };
        let attributes = format!("data-arrow=\"{} {}\"", name(arrow.from), name(arrow.to));
        let drawn = svg_marks::arrow(self.theme, arrow.hue, from, to, &attributes);
        self.body += &drawn;
    }

    /// Glued sides: each pair has its own colour, and arrowheads show the direction.
    pub(super) fn seams(&mut self, scene: &Scene, place: &impl Fn(Point) -> (f64, f64)) {
        for seam in scene.seams() {
            let points: Vec<(f64, f64)> = seam.path.iter().map(|p| place(*p)).collect();
            let mut d = String::new();
            for (i, point) in points.iter().enumerate() {
                let _ = write!(d, "{}{}", if i == 0 { "M" } else { "L" }, pair(*point));
            }
            let (ink, dashes) =
                (self.theme.of_seam(seam.pair), self.theme.dashes_of_seam(seam.pair));
            let (ink, width, dashes) = match seam.form {
                SeamForm::Side => (ink, "3", dashes),
                SeamForm::Tie => (self.theme.muted(), "1.5", ""),
                SeamForm::Section => (ink, "4", ""),
                SeamForm::Vacancy => (ink, "1.5", "5 5"),
            };
            let dashes = match dashes {
                "" => String::new(),
                dashes => format!(" stroke-dasharray=\"{dashes}\""),
            };
            self.line(format_args!(
                "<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"{dashes} \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            ));
            match seam.form {
                SeamForm::Side => {}
                SeamForm::Tie | SeamForm::Section | SeamForm::Vacancy => continue,
            }
            for ends in points.windows(2) {
                let [from, to] = ends else { continue };
                let (ux, uy) = unit(*from, *to);
                let tip = ((from.0 + to.0) / 2.0 + ux * 6.0, (from.1 + to.1) / 2.0 + uy * 6.0);
                let left = (tip.0 - ux * 12.0 - uy * 6.0, tip.1 - uy * 12.0 + ux * 6.0);
                let right = (tip.0 - ux * 12.0 + uy * 6.0, tip.1 - uy * 12.0 - ux * 6.0);
                let d = polygon([tip, left, right].into_iter());
                self.line(format_args!("<path d=\"{d}\" fill=\"{ink}\"/>"));
            }
        }
    }

    /// A line through `points`, in units of the view box.
    pub(super) fn course(&mut self, line: &Line, points: &[(f64, f64)]) {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let Some(before) = points.len().checked_sub(2).and_then(|i| points.get(i)) else { return };
        let (mut end, mut from) = (*last, *before);
        let d = match line.course {
            Course::Arc => {
                let (dx, dy) = (last.0 - first.0, last.1 - first.1);
                let bow =
                    ((first.0 + last.0) / 2.0 - dy / 5.0, (first.1 + last.1) / 2.0 + dx / 5.0);
                from = bow;
                format!("M{}Q{} {}", pair(*first), pair(bow), pair(end))
            }
            Course::Straight => {
                let (ux, uy) = unit(from, end);
                match line.tip {
                    Tip::Onward => end = (end.0 + ux * CELL * 0.32, end.1 + uy * CELL * 0.32),
                    Tip::Plain | Tip::Arrow => {}
                }
                let inner = points.iter().take(points.len() - 1).skip(1);
                let mut d = format!("M{}", pair(*first));
                for point in inner.chain([&end]) {
                    let _ = write!(d, "L{}", pair(*point));
                }
                d
            }
        };
        let ink = self.theme.of_allows(line.allows);
        if self.theme.rims_lines() {
            let light = self.theme.rim();
            self.line(format_args!(
                "<path d=\"{d}\" fill=\"none\" stroke=\"{light}\" stroke-width=\"7\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            ));
        }
        let dash = svg_marks::dash(line.allows);
        self.line(format_args!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3.5\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"{dash}/>"
        ));
        match line.tip {
            Tip::Plain => {}
            Tip::Arrow | Tip::Onward => {
                let (ux, uy) = unit(from, end);
                let tip = (end.0 + ux * 7.0, end.1 + uy * 7.0);
                let left = (tip.0 - ux * 13.0 - uy * 6.5, tip.1 - uy * 13.0 + ux * 6.5);
                let right = (tip.0 - ux * 13.0 + uy * 6.5, tip.1 - uy * 13.0 - ux * 6.5);
                let d = polygon([tip, left, right].into_iter());
                self.line(format_args!("<path d=\"{d}\" fill=\"{ink}\"/>"));
            }
        }
    }
}

/// `White`, `Black`.
fn capital_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Distance from the middle of the cells to the lines of quiet and capturing moves that share a way.
const APART: f64 = 3.4;

/// The points of a line, moved aside if a quiet and a capturing line would coincide.
pub(super) fn beside(scene: &Scene, line: &Line, points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
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
        [first, second, ..] if scene.lines().iter().any(shares) => {
            let (ux, uy) = unit(*first, *second);
            // Marks of both in one cell keep this order, whatever the direction of the lines.
            let across = if uy > 0.0 { -across } else { across };
            points.iter().map(|(x, y)| (x - uy * across, y + ux * across)).collect()
        }
        _ => points,
    }
}
