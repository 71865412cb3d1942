//! Draws pictures as SVG: shades, tints, lines, pieces and marks, in this order.
//!
//! The same picture gives the same bytes. The document needs no style sheet or other file, and all text is escaped. For
//! programs, cells are marked as `data-cell`, borders as `data-zone`, pieces as `data-man`, marks as `data-marks`, and
//! lines by `data-from` and `data-to`, all with the names of cells.

mod borders;
mod document;
mod lines;

use self::lines::beside;
use crate::render::mark::{Approach, Mark};
use crate::render::palette::{Fill, Theme, Tint};
use crate::render::scene::legend::Entry;
use crate::render::scene::{Label, Picture, Point, Scene, Spot, Token, printable};
use crate::render::svg::document::Svg;
use crate::render::svg_marks;
use crate::render::svg_pieces::{self, PIECE};
use crate::render::svg_util::{self, Anchor, CELL, escape, num, polygon, width};
use alfil_diagnostics::index::Id;
use alfil_rules::letter::Form;
use alfil_rules::ruleset::Blocking;
use alfil_rules::side::Side;
use std::collections::BTreeSet;
use std::fmt::Write;

const MARGIN: f64 = 20.0;

const PANEL_GAP: f64 = 36.0;

/// Font sizes in units of the view box.
const CAPTION_SIZE: f64 = 21.0;

const TITLE_SIZE: f64 = 17.0;

const TEXT_SIZE: f64 = 15.0;

const BADGE_SIZE: f64 = 16.0;

/// Height of a row of the legend.
const LEGEND_ROW: f64 = 26.0;

const LEGEND_SAMPLE: f64 = 30.0;

const LEGEND_GAP: f64 = 24.0;

/// Draws `picture` as an SVG document with a final line feed.
pub fn draw(picture: &Picture) -> String {
    let sheet = Sheet::of(picture);
    let size = sheet.size;
    sheet.document(size)
}

/// A drawn picture without its frame.
pub(super) struct Sheet {
    svg: Svg,
    caption: String,
    /// The width and height that it needs.
    pub(crate) size: (f64, f64),
}

impl Sheet {
    /// Draws `picture`.
    pub(crate) fn of(picture: &Picture) -> Sheet {
        let mut svg = Svg { theme: picture.theme, ..Svg::default() };
        let size = drawn(&mut svg, picture);
        Sheet { svg, caption: picture.caption.clone(), size }
    }

    /// The document with this width and height.
    pub(crate) fn document(self, (width, height): (f64, f64)) -> String {
        self.svg.finish(&self.caption, width, height)
    }
}

/// Draws `picture` and returns its width and height.
fn drawn(svg: &mut Svg, picture: &Picture) -> (f64, f64) {
    let boards: f64 = picture.panels.iter().map(|panel| panel_size(&panel.scene).0).sum();
    let gaps = picture.panels.len().saturating_sub(1) as f64 * PANEL_GAP;
    let titled = picture.panels.iter().any(|panel| !panel.title.is_empty());
    let titles = picture.panels.iter().map(|panel| width(&panel.title, TITLE_SIZE));
    // A title or caption that is wider than the board widens the page; no word is cut.
    let column = |scene: &Scene, title: f64| panel_size(scene).0.max(title);
    let columns: Vec<f64> =
        picture.panels.iter().zip(titles).map(|(p, t)| column(&p.scene, t)).collect();
    let legend = picture.legend();
    let widest_entry = legend.iter().map(|(_, text)| legend_width(text)).fold(0.0, f64::max);
    let inner = (columns.iter().sum::<f64>().max(boards) + gaps)
        .max(width(&picture.caption, CAPTION_SIZE))
        .max(widest_entry);

    let mut y = MARGIN;
    if !picture.caption.is_empty() {
        let at = (MARGIN, y + CAPTION_SIZE / 2.0);
        svg.text(&picture.caption, at, CAPTION_SIZE, svg.theme.ink(), Anchor::Start);
        y += CAPTION_SIZE + 12.0;
    }
    if titled {
        y += TITLE_SIZE + 8.0;
    }
    let mut x = MARGIN;
    let mut tallest: f64 = 0.0;
    for (panel, column) in picture.panels.iter().zip(&columns) {
        let board_y = y;
        if !panel.title.is_empty() {
            let at = (x, y - 8.0 - TITLE_SIZE / 2.0);
            svg.text(&panel.title, at, TITLE_SIZE, svg.theme.ink(), Anchor::Start);
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

/// Width and height of a scene in units of the view box.
fn panel_size(scene: &Scene) -> (f64, f64) {
    let (low, high) = scene.bounds();
    ((high.x - low.x) * CELL, (high.y - low.y) * CELL)
}

fn legend_width(meaning: &str) -> f64 {
    LEGEND_SAMPLE + 8.0 + width(meaning, TEXT_SIZE)
}

impl Svg {
    fn scene(&mut self, scene: &Scene, x: f64, y: f64) {
        self.line(format_args!("<g transform=\"translate({} {})\">", num(x), num(y)));
        let (low, high) = scene.bounds();
        let place = |p: Point| ((p.x - low.x) * CELL, (high.y - p.y) * CELL);
        self.cells(scene, &place);
        self.borders(scene, &place);
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
            let points = beside(scene, line, points);
            self.course(line, &points);
            self.line(format_args!("</g>"));
        }
        for token in scene.pieces() {
            if let Some(cell) = scene.cells().get(token.spot) {
                self.piece(token, scene.seat(), &cell.name, place(cell.centre));
            }
        }
        let occupied: BTreeSet<usize> = scene.pieces().iter().map(|t| t.spot.index()).collect();
        for (spot, cell) in scene.cells().enumerate() {
            let marks = scene.marks_on(spot);
            let place = place(cell.centre);
            let mut drawn = String::new();
            let occupied = occupied.contains(&spot.index());
            svg_marks::draw(&mut drawn, self.theme, &marks, place, occupied);
            if !drawn.is_empty() {
                let name = escape(&printable(&cell.name));
                self.line(format_args!("<g data-marks=\"{name}\">\n{drawn}</g>"));
            }
        }
        self.seams(scene, &place);
        for Label { at, text, .. } in scene.labels() {
            self.text(text, place(*at), TEXT_SIZE, self.theme.muted(), Anchor::Middle);
        }
        if let Some(side) = scene.to_move() {
            self.sign_of(scene, side, &place);
        }
        for arrow in scene.arrows() {
            self.arrow(scene, *arrow, &place);
        }
        self.line(format_args!("</g>"));
    }

    fn cells(&mut self, scene: &Scene, place: &impl Fn(Point) -> (f64, f64)) {
        let outline = |points: &[Point]| polygon(points.iter().map(|p| place(*p)));
        let all: String = scene.cells().iter().map(|cell| outline(&cell.outline)).collect();
        let rim = self.theme.ink();
        // One wide stroke under all cells draws the rim around the board and around its holes.
        self.line(format_args!(
            "<path d=\"{all}\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"3\"/>"
        ));
        for shade in 1..=scene.shades() {
            let alike = scene.cells().iter().filter(|cell| cell.shade == shade);
            let mut alike = alike.filter(|cell| !cell.outline.is_empty()).peekable();
            if alike.peek().is_none() {
                continue;
            }
            let fill = self.fill(shade, scene.shades());
            self.line(format_args!("<g fill=\"{fill}\">"));
            for cell in alike {
                let (name, d) = (escape(&printable(&cell.name)), outline(&cell.outline));
                self.line(format_args!("<path data-cell=\"{name}\" d=\"{d}\"/>"));
            }
            self.line(format_args!("</g>"));
        }
        if scene.shades() == 1 || self.theme == Theme::Print {
            let muted = self.theme.muted();
            self.line(format_args!(
                "<path d=\"{all}\" fill=\"none\" stroke=\"{muted}\" stroke-width=\"1\"/>"
            ));
        }
        for (spot, cell) in scene.cells().enumerate() {
            let theme = self.theme;
            let tints = scene.marks_on(spot).into_iter().filter_map(|mark| theme.tint(mark));
            for (inward, tint) in tints.enumerate() {
                match tint {
                    Tint::Wash(tint) => {
                        let d = outline(&cell.outline);
                        self.line(format_args!(
                            "<path d=\"{d}\" fill=\"{tint}\" fill-opacity=\".6\"/>"
                        ));
                    }
                    Tint::Frame(dashes) => {
                        // Nested frames distinguish several marks.
                        let part = 0.9 - 0.12 * inward as f64;
                        let d = outline(&shrunk(cell.centre, &cell.outline, part));
                        self.frame(&d, dashes);
                    }
                }
            }
        }
    }

    /// A line around a cell, light under dark, so that it is visible on any shade.
    fn frame(&mut self, d: &str, dashes: &str) {
        let (light, ink) = (self.theme.light(), self.theme.ink());
        self.line(format_args!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{light}\" stroke-width=\"5\"/>\
             <path d=\"{d}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.4\" \
             stroke-dasharray=\"{}\"/>",
            if dashes.is_empty() { "none" } else { dashes }
        ));
    }

    /// The filling of cells with this shade.
    fn fill(&mut self, shade: u8, shades: u8) -> String {
        match self.theme.shade(shade, shades) {
            Fill::Flat(colour) => colour.to_string(),
            Fill::Hatched(apart) => {
                self.hatches.insert(apart);
                format!("url(#hatch{apart})")
            }
        }
    }

    fn piece(&mut self, token: &Token, seat: Side, cell: &str, (x, y): (f64, f64)) {
        let href = svg_pieces::id(&token.man, token.look);
        if self.pieces.insert(href.clone()) {
            let parts = svg_pieces::man(&token.man, token.look, seat, self.theme);
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
            escape(&printable(&token.man.kind)),
            escape(&printable(cell)),
            num(x),
            num(y)
        ));
        if token.man.blocks == Blocking::Open {
            self.open_ring((x, y), PIECE * 0.56, 2.2);
        }
        let badge = match token.man.letter.form() {
            // A symbol shows promotion itself.
            Form::Plus if token.man.symbol.is_some() => return,
            Form::Plain => return,
            Form::Plus => "+",
            Form::Reverting => "~",
        };
        let (x, y) = (x + PIECE * 0.34, y - PIECE * 0.34);
        let (light, rim) = (self.theme.light(), self.theme.dark());
        self.line(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"7.5\" fill=\"{light}\" stroke=\"{rim}\"/>",
            num(x),
            num(y)
        ));
        // These signs are lower than capitals.
        self.text(badge, (x, y - BADGE_SIZE * 0.06), BADGE_SIZE, rim, Anchor::Middle);
    }

    /// Dashes around a transparent piece, light under dark, so that they are visible on any shade.
    fn open_ring(&mut self, (x, y): (f64, f64), radius: f64, width: f64) {
        let (x, y, radius) = (num(x), num(y), num(radius));
        let (light, ink) = (self.theme.light(), self.theme.dark());
        self.line(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{light}\" stroke-width=\"{}\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\" \
             stroke-dasharray=\"{dash} {dash}\"/>",
            num(width * 1.8),
            num(width),
            dash = num(width * 2.2)
        ));
    }

    /// Draws the legend with its top at `y` and returns its bottom.
    fn legend(&mut self, entries: &[(Entry, String)], y: f64, width: f64) -> f64 {
        let widest = entries.iter().map(|(_, text)| legend_width(text)).fold(0.0, f64::max);
        let column = widest + LEGEND_GAP;
        let columns = (((width + LEGEND_GAP) / column) as usize).max(1);
        let mut bottom = y;
        for (i, (entry, meaning)) in entries.iter().enumerate() {
            let x = MARGIN + (i % columns) as f64 * column;
            let middle = y + ((i / columns) as f64 + 0.5) * LEGEND_ROW;
            bottom = middle + LEGEND_ROW / 2.0;
            match entry {
                Entry::Mark(mark) => self.sample(*mark, (x, middle)),
                Entry::Border => {
                    let (x, y, ink) = (num(x), num(middle), self.theme.ink());
                    self.line(format_args!(
                        "<path d=\"M{x} {y}h{LEGEND_SAMPLE}\" stroke=\"{ink}\" stroke-width=\"3\"/>"
                    ));
                }
                // The drawing of the piece is defined on the board.
                Entry::Man(look, man) => {
                    let centre = x + LEGEND_SAMPLE / 2.0;
                    self.line(format_args!(
                        "<use href=\"#{}\" transform=\"translate({} {}) scale(.4)\"/>",
                        svg_pieces::id(man, *look),
                        num(centre),
                        num(middle)
                    ));
                    if man.blocks == Blocking::Open {
                        self.open_ring((centre, middle), LEGEND_ROW * 0.46, 1.4);
                    }
                }
            }
            let at = (x + LEGEND_SAMPLE + 8.0, middle);
            self.text(meaning, at, TEXT_SIZE, self.theme.ink(), Anchor::Start);
        }
        bottom
    }

    /// A mark in the legend; `x` is its left end.
    fn sample(&mut self, mark: Mark, (x, middle): (f64, f64)) {
        let centre = x + LEGEND_SAMPLE / 2.0;
        let (left, top) = (centre - 10.0, middle - 10.0);
        let square = polygon(
            [(left, top), (left + 20.0, top), (left + 20.0, top + 20.0), (left, top + 20.0)]
                .into_iter(),
        );
        match self.theme.tint(mark) {
            None => {}
            Some(Tint::Wash(tint)) => self
                .line(format_args!("<path d=\"{square}\" fill=\"{tint}\" fill-opacity=\".6\"/>")),
            Some(Tint::Frame(dashes)) => self.frame(&square, dashes),
        }
        if let Mark::To(Approach::Slide | Approach::Bend, allows) = mark {
            self.line(format_args!(
                "<path d=\"M{} {}h{LEGEND_SAMPLE}\" stroke=\"{}\" stroke-width=\"3\"{}/>",
                num(x),
                num(middle),
                self.theme.of_allows(allows),
                svg_marks::dash(allows)
            ));
        }
        svg_marks::sample(&mut self.body, self.theme, mark, (centre, middle));
    }

    fn finish(self, caption: &str, width: f64, height: f64) -> String {
        let (w, h) = (num(width), num(height));
        let mut out = svg_util::head(&w, &h);
        let caption = if caption.is_empty() { "A board" } else { caption };
        let _ = writeln!(out, "<title>{}</title>", escape(&printable(caption)));
        if !self.told.is_empty() {
            let _ = writeln!(out, "<desc>{}</desc>", escape(&printable(&self.told.join(" "))));
        }
        out += "<defs>\n";
        let (ink, light, paper) = (self.theme.ink(), self.theme.light(), self.theme.paper());
        for apart in &self.hatches {
            let apart = f64::from(*apart) * CELL / 10.0;
            let _ = writeln!(
                out,
                "<pattern id=\"hatch{0}\" width=\"{1}\" height=\"{1}\" \
                 patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
                 <path d=\"M0 0H{1}V{1}H0Z\" fill=\"{light}\"/>\
                 <path d=\"M0 0V{1}\" stroke=\"{ink}\" stroke-width=\"1.8\"/></pattern>",
                num(apart * 10.0 / CELL),
                num(apart)
            );
        }
        let _ = writeln!(
            out,
            "{}</defs>\n<path d=\"M0 0H{w}V{h}H0Z\" fill=\"{paper}\"/>\n{}</svg>",
            self.defs, self.body
        );
        out
    }
}

/// An outline scaled towards its centre.
fn shrunk(centre: Point, outline: &[Point], part: f64) -> Vec<Point> {
    let inward = |p: &Point| {
        Point::new(centre.x + (p.x - centre.x) * part, centre.y + (p.y - centre.y) * part)
    };
    outline.iter().map(inward).collect()
}
