//! Pictures as SVG.
//!
//! Owns: layout on paper and the order of painting: shades, tints, lines, pieces, marks. Takes a
//! [`Picture`], gives one SVG document. Invariant: the same picture gives the same bytes; nothing in it
//! needs a font, a style sheet or a file beside it, and every word in it is escaped. Who takes the document apart finds
//! each cell as `data-cell`, who stands on it as `data-man`, its marks as `data-marks`, and lines by `data-from` and
//! `data-to`, all by the names of cells.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::index::Id;
use crate::render::glyph;
use crate::render::letters;
use crate::render::mark::{Mark, Way};
use crate::render::palette::{self, INK, IVORY, MUTED, PAPER, Rgb};
use crate::render::scene::{
    Course, Label, Line, Picture, Point, Scene, SeamForm, Spot, Tip, Token, printable,
};
use crate::render::svg_marks;
use crate::render::svg_pieces::{PIECE, capital, man};
use crate::rules::letter::Form;

/// Width of a cell, in units of the view box.
pub(super) const CELL: f64 = 60.0;
const MARGIN: f64 = 20.0;
const PANEL_GAP: f64 = 36.0;
/// Heights of capitals, in units of the view box.
const CAPTION_SIZE: f64 = 15.0;
const TITLE_SIZE: f64 = 12.0;
const TEXT_SIZE: f64 = 9.5;
const BADGE_SIZE: f64 = 11.0;
/// A row of the legend.
const LEGEND_ROW: f64 = 26.0;
const LEGEND_SAMPLE: f64 = 30.0;
const LEGEND_GAP: f64 = 24.0;

/// Draws `picture` as an SVG document, a line feed at its end.
pub fn draw(picture: &Picture) -> String {
    let sheet = Sheet::of(picture);
    let size = sheet.size;
    sheet.document(size)
}

/// A picture that was drawn, before it has a frame.
pub(super) struct Sheet {
    svg: Svg,
    caption: String,
    /// Width and height that it needs.
    pub size: (f64, f64),
}

impl Sheet {
    /// Draws `picture`.
    pub fn of(picture: &Picture) -> Sheet {
        let mut svg = Svg::default();
        let size = drawn(&mut svg, picture);
        Sheet { svg, caption: picture.caption.clone(), size }
    }

    /// The document, with this room.
    pub fn document(self, (width, height): (f64, f64)) -> String {
        self.svg.finish(&self.caption, width, height)
    }
}

/// Draws `picture` and gives the room that it takes.
fn drawn(svg: &mut Svg, picture: &Picture) -> (f64, f64) {
    let boards: f64 = picture.panels.iter().map(|panel| panel_size(&panel.scene).0).sum();
    let gaps = picture.panels.len().saturating_sub(1) as f64 * PANEL_GAP;
    let titled = picture.panels.iter().any(|panel| !panel.title.is_empty());
    let titles = picture.panels.iter().map(|panel| text_width(&panel.title, TITLE_SIZE));
    // A title wider than its board widens the page, as does a caption; no word is ever cut.
    let column = |scene: &Scene, title: f64| panel_size(scene).0.max(title);
    let columns: Vec<f64> =
        picture.panels.iter().zip(titles).map(|(p, t)| column(&p.scene, t)).collect();
    let legend = picture.legend();
    let widest_entry = legend.iter().map(|(_, text)| legend_width(text)).fold(0.0, f64::max);
    let inner = (columns.iter().sum::<f64>().max(boards) + gaps)
        .max(text_width(&picture.caption, CAPTION_SIZE))
        .max(widest_entry);

    let mut y = MARGIN;
    if !picture.caption.is_empty() {
        svg.text(
            &picture.caption,
            MARGIN,
            y + CAPTION_SIZE / 2.0,
            CAPTION_SIZE,
            INK,
            Anchor::Start,
        );
        y += CAPTION_SIZE + 18.0;
    }
    if titled {
        y += TITLE_SIZE + 12.0;
    }
    let mut x = MARGIN;
    let mut tallest: f64 = 0.0;
    for (panel, column) in picture.panels.iter().zip(&columns) {
        let board_y = y;
        if !panel.title.is_empty() {
            let at = y - 12.0 - TITLE_SIZE / 2.0;
            svg.text(&panel.title, x, at, TITLE_SIZE, INK, Anchor::Start);
        }
        svg.scene(&panel.scene, x, board_y);
        tallest = tallest.max(panel_size(&panel.scene).1);
        x += column + PANEL_GAP;
    }
    y += tallest;
    if !legend.is_empty() {
        y = svg.legend(&legend, y + 12.0, inner);
    }
    (inner + 2.0 * MARGIN, y + MARGIN)
}

/// Width and height of a scene, in units of the view box.
fn panel_size(scene: &Scene) -> (f64, f64) {
    let (low, high) = scene.bounds();
    ((high.x - low.x) * CELL, (high.y - low.y) * CELL)
}

fn text_width(text: &str, size: f64) -> f64 {
    letters::width(text) * size / 10.0
}

fn legend_width(meaning: &str) -> f64 {
    LEGEND_SAMPLE + 8.0 + text_width(meaning, TEXT_SIZE)
}

/// Where a text stands about its x.
#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
}

/// Which piece drawings the document defines.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct PieceId {
    side: char,
    shape: String,
}

#[derive(Default)]
struct Svg {
    body: String,
    pieces: BTreeSet<PieceId>,
    defs: String,
    letters: BTreeSet<char>,
}

impl Svg {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{text}");
    }

    fn text(&mut self, text: &str, x: f64, middle: f64, size: f64, ink: Rgb, anchor: Anchor) {
        let text = printable(text);
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - text_width(&text, size) / 2.0,
        };
        let scale = size / 10.0;
        let mut uses = String::new();
        for (c, offset) in letters::offsets(&text).filter(|(c, _)| *c != ' ') {
            self.letters.insert(c);
            let _ = write!(uses, "<use href=\"#c{:x}\" x=\"{}\"/>", u32::from(c), num(offset));
        }
        self.line(format_args!(
            "<g transform=\"translate({} {}) scale({})\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"1.3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <title>{}</title>{uses}</g>",
            num(x),
            num(middle - size / 2.0),
            num(scale),
            escape(&text)
        ));
    }

    fn scene(&mut self, scene: &Scene, x: f64, y: f64) {
        self.line(format_args!("<g transform=\"translate({} {})\">", num(x), num(y)));
        let (low, high) = scene.bounds();
        let place = |p: Point| ((p.x - low.x) * CELL, (high.y - p.y) * CELL);
        self.cells(scene, &place);
        for line in scene.lines() {
            let points: Vec<(f64, f64)> = line
                .path
                .iter()
                .filter_map(|spot| scene.cells().get(*spot))
                .map(|cell| place(cell.centre))
                .collect();
            let name = |spot: Option<&Spot>| {
                let cell = spot.and_then(|spot| scene.cells().get(*spot));
                cell.map_or_else(String::new, |cell| escape(&printable(&cell.name)))
            };
            let (from, to) = (name(line.path.first()), name(line.path.last()));
            self.line(format_args!("<g data-from=\"{from}\" data-to=\"{to}\">"));
            self.course(line, &points);
            self.line(format_args!("</g>"));
        }
        for token in scene.pieces() {
            if let Some(cell) = scene.cells().get(token.spot) {
                self.piece(token, &cell.name, place(cell.centre));
            }
        }
        let occupied: BTreeSet<usize> = scene.pieces().iter().map(|t| t.spot.index()).collect();
        for (spot, cell) in scene.cells().enumerate() {
            let marks = scene.marks_on(spot);
            let place = place(cell.centre);
            let mut drawn = String::new();
            svg_marks::draw(&mut drawn, &marks, place, occupied.contains(&spot.index()));
            if !drawn.is_empty() {
                let name = escape(&printable(&cell.name));
                self.line(format_args!("<g data-marks=\"{name}\">\n{drawn}</g>"));
            }
        }
        self.seams(scene, &place);
        for Label { at, text, .. } in scene.labels() {
            let (x, y) = place(*at);
            self.text(text, x, y, TEXT_SIZE, MUTED, Anchor::Middle);
        }
        self.line(format_args!("</g>"));
    }

    fn cells(&mut self, scene: &Scene, place: &impl Fn(Point) -> (f64, f64)) {
        let outline = |points: &[Point]| polygon(points.iter().map(|p| place(*p)));
        let all: String = scene.cells().iter().map(|cell| outline(&cell.outline)).collect();
        let rim = INK;
        // One wide stroke under all cells leaves a rim around the board and around its holes.
        self.line(format_args!(
            "<path d=\"{all}\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"3\"/>"
        ));
        for shade in 1..=scene.shades() {
            let alike = scene.cells().iter().filter(|cell| cell.shade == shade);
            let mut alike = alike.filter(|cell| !cell.outline.is_empty()).peekable();
            if alike.peek().is_none() {
                continue;
            }
            let fill = palette::shade_on_paper(shade, scene.shades());
            self.line(format_args!("<g fill=\"{fill}\">"));
            for cell in alike {
                let (name, d) = (escape(&printable(&cell.name)), outline(&cell.outline));
                self.line(format_args!("<path data-cell=\"{name}\" d=\"{d}\"/>"));
            }
            self.line(format_args!("</g>"));
        }
        if scene.shades() == 1 {
            self.line(format_args!(
                "<path d=\"{all}\" fill=\"none\" stroke=\"{MUTED}\" stroke-width=\"1\"/>"
            ));
        }
        for (spot, cell) in scene.cells().enumerate() {
            for tint in scene.marks_on(spot).into_iter().filter_map(palette::tint_on_paper) {
                let d = outline(&cell.outline);
                self.line(format_args!("<path d=\"{d}\" fill=\"{tint}\" fill-opacity=\".6\"/>"));
            }
        }
    }

    /// Glued sides: each pair in a colour of its own, arrowheads where its sides run.
    fn seams(&mut self, scene: &Scene, place: &impl Fn(Point) -> (f64, f64)) {
        for seam in scene.seams() {
            let points: Vec<(f64, f64)> = seam.path.iter().map(|p| place(*p)).collect();
            let mut d = String::new();
            for (i, point) in points.iter().enumerate() {
                let _ = write!(d, "{}{}", if i == 0 { "M" } else { "L" }, pair(*point));
            }
            let (ink, style) = match seam.form {
                SeamForm::Side => (palette::of_seam(seam.pair), "3"),
                SeamForm::Tie => (MUTED, "1.5"),
                SeamForm::Section => (palette::of_seam(seam.pair), "4"),
                SeamForm::Vacancy => (palette::of_seam(seam.pair), "1.5\" stroke-dasharray=\"5 5"),
            };
            self.line(format_args!(
                "<path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{style}\" \
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
    fn course(&mut self, line: &Line, points: &[(f64, f64)]) {
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
        let ink = palette::of_allows(line.allows);
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

    fn piece(&mut self, token: &Token, cell: &str, (x, y): (f64, f64)) {
        let shape = glyph::shape(&token.kind);
        let name = match shape {
            Some(shape) => shape.id.to_owned(),
            None => format!("{:x}", u32::from(capital(token.letter))),
        };
        let id = PieceId { side: token.look.letter(), shape: name };
        let href = format!("{}-{}", id.side, id.shape);
        if self.pieces.insert(id) {
            let parts = man(&token.kind, token.letter, token.look);
            let _ = writeln!(
                self.defs,
                "<g id=\"{href}\" transform=\"translate({0} {0}) scale({1})\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\">{parts}</g>",
                num(-PIECE / 2.0),
                num(PIECE / 100.0)
            );
        }
        self.line(format_args!(
            "<g data-man=\"{2}\"><title>{0} {1}, {2}</title><use href=\"#{href}\" x=\"{3}\" y=\"{4}\"/></g>",
            token.look.name(),
            escape(&printable(&token.kind)),
            escape(&printable(cell)),
            num(x),
            num(y)
        ));
        let badge = match token.form {
            Form::Plain => return,
            Form::Plus => "+",
            Form::Reverting => "~",
        };
        let (x, y) = (x + PIECE * 0.34, y - PIECE * 0.34);
        let rim = INK;
        self.line(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"7.5\" fill=\"{IVORY}\" stroke=\"{rim}\"/>",
            num(x),
            num(y)
        ));
        self.text(badge, x, y - BADGE_SIZE * 0.1, BADGE_SIZE, INK, Anchor::Middle);
    }

    /// Draws the legend with its top at `y` and gives its bottom.
    fn legend(&mut self, entries: &[(Mark, String)], y: f64, width: f64) -> f64 {
        let widest = entries.iter().map(|(_, text)| legend_width(text)).fold(0.0, f64::max);
        let column = widest + LEGEND_GAP;
        let columns = (((width + LEGEND_GAP) / column) as usize).max(1);
        let mut bottom = y;
        for (i, (mark, meaning)) in entries.iter().enumerate() {
            let x = MARGIN + (i % columns) as f64 * column;
            let middle = y + ((i / columns) as f64 + 0.5) * LEGEND_ROW;
            bottom = middle + LEGEND_ROW / 2.0;
            let centre = x + LEGEND_SAMPLE / 2.0;
            if let Some(tint) = palette::tint_on_paper(*mark) {
                self.line(format_args!(
                    "<path d=\"M{} {}h20v20h-20Z\" fill=\"{tint}\" fill-opacity=\".6\"/>",
                    num(centre - 10.0),
                    num(middle - 10.0)
                ));
            }
            if let Mark::To(Way::Slide | Way::Bend, allows) = *mark {
                self.line(format_args!(
                    "<path d=\"M{} {}h{LEGEND_SAMPLE}\" stroke=\"{}\" stroke-width=\"3\"{}/>",
                    num(x),
                    num(middle),
                    palette::of_allows(allows),
                    svg_marks::dash(allows)
                ));
            }
            svg_marks::sample(&mut self.body, *mark, (centre, middle));
            let text_x = x + LEGEND_SAMPLE + 8.0;
            self.text(meaning, text_x, middle, TEXT_SIZE, INK, Anchor::Start);
        }
        bottom
    }

    fn finish(self, caption: &str, width: f64, height: f64) -> String {
        let (w, h) = (num(width), num(height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\">\n"
        );
        let caption = if caption.is_empty() { "A board" } else { caption };
        let _ = writeln!(out, "<title>{}</title>\n<defs>", escape(&printable(caption)));
        for c in &self.letters {
            let (_, d) = letters::stroke(*c);
            let _ = writeln!(out, "<path id=\"c{:x}\" d=\"{d}\"/>", u32::from(*c));
        }
        let _ = writeln!(
            out,
            "{}</defs>\n<path d=\"M0 0H{w}V{h}H0Z\" fill=\"{PAPER}\"/>\n{}</svg>",
            self.defs, self.body
        );
        out
    }
}

fn unit(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length > 0.0 { (dx / length, dy / length) } else { (0.0, 0.0) }
}

fn polygon(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut d = String::new();
    let mut last: Option<(String, String)> = None;
    for (x, y) in points.map(|(x, y)| (num(x), num(y))) {
        // Level and upright sides need one number each, which halves a drawing of squares.
        d += &match &last {
            None => format!("M{x} {y}"),
            Some((_, before)) if *before == y => format!("H{x}"),
            Some((before, _)) if *before == x => format!("V{y}"),
            Some(_) => format!("L{x} {y}"),
        };
        last = Some((x, y));
    }
    d.push('Z');
    d
}

fn pair((x, y): (f64, f64)) -> String {
    format!("{} {}", num(x), num(y))
}

/// At most two digits after the point, and none that say nothing.
pub(super) fn num(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
