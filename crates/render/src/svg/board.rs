//! Draws boards as SVG: shades, tints, lines, borders of zones, pieces and marks, in this order.

use super::document::{
    self, Anchor, CELL, Document, Element, View, hatching, num, pair, polygon, polyline, ring,
    square, width,
};
use super::marks::{self, SignPlace};
use super::pieces;
use crate::geometry::Point;
use crate::glyph::{Man, badge};
use crate::mark::{Approach, Mark, MarkLayer};
use crate::palette::{Fill, Rgb, Theme, Tint};
use crate::scene::legend::Entry;
use crate::scene::{
    Cell, Inscription, Label, Look, Picture, Ruling, RulingForm, Scene, Spot, Token, Zone,
};
use alfil_rules::look::Surface;
use alfil_rules::ruleset::Blocking;
use alfil_rules::side::Color;
use std::collections::{BTreeMap, BTreeSet};

// Draws boards as SVG: shades, tints, lines, pieces and marks, in this order.

// Lengths and font sizes in units of the view box.
const MARGIN: f64 = 20.0;
const PANEL_GAP: f64 = 36.0;
const CAPTION_SIZE: f64 = 21.0;
const TITLE_SIZE: f64 = 17.0;
const TEXT_SIZE: f64 = 15.0;
const BADGE_SIZE: f64 = 16.0;
const LEGEND_ROW: f64 = 26.0;
const LEGEND_SAMPLE: f64 = 30.0;
const LEGEND_GAP: f64 = 24.0;
/// Width of a piece's box.
const PIECE: f64 = 62.0;
/// The size of a piece beneath another, as a part of the usual size.
const SMALL: f64 = 0.5;

/// Draws `picture` as an SVG document with a final line feed.
pub fn draw(picture: &Picture) -> String {
    let sheet = Sheet::of(picture);
    let size = sheet.size;
    sheet.document(size)
}

/// A drawn picture. Its document may get a larger size, so that all pictures of a game have the
/// same size.
pub(crate) struct Sheet {
    svg: Document,
    /// Distances of hatched lines in use, in tenths of a cell.
    hatches: BTreeSet<u8>,
    /// Names of the piece drawings that the document defines.
    defined: BTreeSet<String>,
    caption: String,
    /// The size that the picture needs.
    pub(crate) size: Point,
}

impl Sheet {
    /// Draws `picture`.
    pub(crate) fn of(picture: &Picture) -> Sheet {
        let svg = Document::new(picture.theme);
        let (hatches, defined) = (BTreeSet::new(), BTreeSet::new());
        let (caption, size) = (picture.caption.clone(), Point::default());
        let mut sheet = Sheet { svg, hatches, defined, caption, size };
        sheet.size = sheet.picture(picture);
        sheet
    }

    /// The finished document with this size.
    pub(crate) fn document(mut self, size: Point) -> String {
        let (theme, mut defs) = (self.svg.theme, String::from('\n'));
        for apart in self.hatches {
            let side = f64::from(apart) * CELL / 10.0;
            let ground = Some(theme.light());
            let hatch = hatching(&format!("hatch{apart}"), side, ground, theme.ink(), 1.8);
            defs += &format!("{hatch}\n");
        }
        self.svg.defs.insert_str(0, &defs);
        self.svg.finish(if self.caption.is_empty() { "A board" } else { &self.caption }, size)
    }

    /// Draws `picture` and returns its size.
    fn picture(&mut self, picture: &Picture) -> Point {
        let ink = self.svg.theme.ink();
        // A title, caption or legend that is wider than the boards widens the page; no word is cut.
        let columns = picture
            .panels
            .iter()
            .map(|panel| View::of(&panel.scene).size().x.max(width(&panel.title, TITLE_SIZE)));
        let columns: Vec<f64> = columns.collect();
        let gaps = picture.panels.len().saturating_sub(1) as f64 * PANEL_GAP;
        let legend = picture.legend();
        let inner = (columns.iter().sum::<f64>() + gaps)
            .max(width(&picture.caption, CAPTION_SIZE))
            .max(widest(&legend));
        let mut y = MARGIN;
        if !picture.caption.is_empty() {
            let at = Point::new(MARGIN, y + CAPTION_SIZE / 2.0);
            self.svg.text(&picture.caption, at, CAPTION_SIZE, ink, Anchor::Start);
            y += CAPTION_SIZE + 12.0;
        }
        if picture.panels.iter().any(|panel| !panel.title.is_empty()) {
            y += TITLE_SIZE + 8.0;
        }
        let mut x = MARGIN;
        let mut tallest: f64 = 0.0;
        for (panel, column) in picture.panels.iter().zip(&columns) {
            if !panel.title.is_empty() {
                let at = Point::new(x, y - 8.0 - TITLE_SIZE / 2.0);
                self.svg.text(&panel.title, at, TITLE_SIZE, ink, Anchor::Start);
            }
            let view = View::of(&panel.scene);
            self.scene(&view, Point::new(x, y));
            tallest = tallest.max(view.size().y);
            x += column + PANEL_GAP;
        }
        y += tallest;
        if !legend.is_empty() {
            y = self.legend(&legend, y + 12.0, inner);
        }
        Point::new(inner + 2.0 * MARGIN, y + MARGIN)
    }

    fn scene(&mut self, view: &View<'_>, corner: Point) {
        let (scene, theme) = (view.scene, self.svg.theme);
        let moved = format!("translate({})", pair(corner));
        self.svg.begin(&Element::group().with("transform", moved));
        self.cells(view);
        self.svg.add_all(drawn_rulings(view, theme));
        self.svg.add_all(drawn_borders(view, theme.ink()));
        self.svg.add_all(scene.lines.iter().map(|line| marks::line(view, theme, line)));
        for token in scene.pieces() {
            if let Some(at) = view.centre(token.spot) {
                self.piece(token, view, at);
            }
        }
        let occupied: BTreeSet<Spot> = scene.pieces().iter().map(|token| token.spot).collect();
        for (spot, cell) in scene.cells().enumerate() {
            let is_occupied = occupied.contains(&spot);
            let place = if is_occupied { SignPlace::Corner } else { SignPlace::Middle };
            let marks = scene.marks_on(spot);
            let drawn = marks::drawn(theme, &marks, view.place(cell.centre), place);
            if !drawn.is_empty() {
                let group = Element::group().data("marks", &cell.name);
                self.svg.add(group.holding_lines(drawn));
            }
        }
        self.svg.add_all(scene.seams().iter().flat_map(|seam| marks::seam(view, theme, seam)));
        for Label { at, text, .. } in scene.labels() {
            self.svg.text(text, view.place(*at), TEXT_SIZE, theme.muted(), Anchor::Middle);
        }
        if let (Some(side), Some(at)) = (scene.to_move, scene.sign_of_mover()) {
            let rim = match side.color() {
                Color::White => theme.dark(),
                Color::Black => theme.light(),
            };
            let told = format!("{} to move.", scene.name_of(side));
            let group = Element::group().with("data-to-move", side.name());
            let disc = document::disc_of_mover(theme, side, scene.dyes, view.place(at), rim);
            self.svg.add(group.holding(Element::title(&told)).holding(disc));
            self.svg.describe(told);
        }
        self.svg.add_all(scene.arrows.iter().filter_map(|arrow| marks::arrow(view, theme, *arrow)));
        self.svg.end();
    }

    fn cells(&mut self, view: &View<'_>) {
        let (scene, theme) = (view.scene, self.svg.theme);
        let all: String = scene.cells().iter().map(|cell| view.outline(cell)).collect();
        // One wide stroke under all cells draws the rim around the board and around its holes.
        self.svg.add(Element::path(&all).fill("none").stroke(theme.ink(), 3.0));
        if let (Surface::Points, Fill::Flat(colour)) = (scene.surface, theme.shade(1, 1)) {
            // Without this, the rim would shine through between smoothed edges of cells.
            self.svg.add(Element::path(&all).fill("none").stroke(colour, 1.0));
        }
        // Shades would hide the lines between points.
        let shades = match scene.surface {
            Surface::Cells => scene.shades(),
            Surface::Points => 1,
        };
        for shade in 1..=shades {
            let alike = scene.cells().iter().filter(|cell| cell.shade.min(shades) == shade);
            let mut alike = alike.filter(|cell| !cell.outline.is_empty()).peekable();
            if alike.peek().is_none() {
                continue;
            }
            let cell = |cell: &Cell| {
                Element::new("path").data("cell", &cell.name).with("d", view.outline(cell))
            };
            let group = Element::group().fill(self.fill(shade, shades));
            self.svg.add(group.holding_lines(alike.map(cell)));
        }
        let is_ruled = scene.surface == Surface::Cells;
        if is_ruled && (shades == 1 || theme == Theme::Print) {
            self.svg.add(Element::path(&all).fill("none").stroke(theme.muted(), 1.0));
        }
        for (spot, cell) in scene.cells().enumerate() {
            let marks = scene.marks_on(spot);
            for (inward, tint) in marks.iter().filter_map(|mark| tint(theme, *mark)).enumerate() {
                // Nested frames distinguish several marks.
                let part = 0.9 - 0.12 * inward as f64;
                let shrunk = |p: &Point| cell.centre + (*p - cell.centre) * part;
                let shrunk = cell.outline.iter().map(shrunk);
                let around = |part| ring(view.place(cell.centre), CELL / 2.0 * part);
                let outline = match (tint, scene.surface) {
                    (Tint::Wash(_), Surface::Cells) => view.outline(cell),
                    (Tint::Wash(_), Surface::Points) => around(0.96),
                    (Tint::Frame(_), Surface::Cells) => polygon(shrunk.map(|p| view.place(p))),
                    (Tint::Frame(_), Surface::Points) => around(part),
                };
                self.svg.add(tinted(theme, tint, &outline));
            }
        }
    }

    /// The filling of cells with this shade.
    fn fill(&mut self, shade: u8, shades: u8) -> String {
        match self.svg.theme.shade(shade, shades) {
            Fill::Flat(colour) => colour.to_string(),
            Fill::Hatched(apart) => {
                self.hatches.insert(apart);
                format!("url(#hatch{apart})")
            }
        }
    }

    /// Defines the drawing of a piece, if it is not defined yet, and returns its id.
    fn define(&mut self, man: &Man, look: Look, scene: &Scene) -> String {
        let id = pieces::id(man, look);
        if self.defined.insert(id.clone()) {
            let (corner, scale) = (num(-PIECE / 2.0), num(PIECE / 100.0));
            let moved = format!("translate({corner} {corner}) scale({scale})");
            let group = Element::group().with("id", &id).with("transform", moved);
            let group = group.round_joins().round_caps();
            let drawn = group.holding(pieces::man(man, look, scene.seat(), self.svg.theme));
            self.svg.defs += &format!("{drawn}\n");
        }
        id
    }

    /// Draws the pieces beneath another small, one above the other along the left of the cell.
    fn beneath(&mut self, token: &Token, scene: &Scene, at: Point) {
        let count = token.beneath.len() as f64;
        let (left, foot, height) = (-CELL * 0.27, CELL * 0.25, CELL * 0.5);
        let step = (height / (count - 1.0).max(1.0)).min(PIECE * SMALL * 0.65);
        for (number, (look, man)) in token.beneath.iter().enumerate() {
            let id = self.define(man, *look, scene);
            let at = at + Point::new(left, foot - step * number as f64);
            let moved = format!("translate({}) scale({SMALL})", pair(at));
            self.svg.add(
                Element::new("use").with("href", format_args!("#{id}")).with("transform", moved),
            );
        }
    }

    fn piece(&mut self, token: &Token, view: &View<'_>, at: Point) {
        let (man, theme) = (&token.man, self.svg.theme);
        let (scene, cell) = (view.scene, view.name(Some(&token.spot)));
        let id = self.define(man, token.look, scene);
        let mut named = format!("{} {}", scene.owner(token.look), man.kind);
        for (look, man) in token.beneath.iter().rev() {
            named += &format!(" on {} {}", scene.owner(*look), man.kind);
        }
        let title = Element::title(&format!("{named}, {cell}"));
        let piece = Element::new("use").with("href", format_args!("#{id}"));
        let piece = piece.with("x", num(at.x)).with("y", num(at.y));
        self.svg.add(Element::group().data("man", cell).holding(title).holding(piece));
        self.beneath(token, scene, at);
        if man.blocks == Blocking::Open {
            self.svg.add(open_ring(theme, at, PIECE * 0.56, 2.2));
        }
        let Some(sign) = badge(&man.letter, man.symbol.as_ref()) else { return };
        let at = at + Point::new(PIECE * 0.34, -PIECE * 0.34);
        let rim = theme.dark();
        self.svg.add(Element::circle(at, 7.5).fill(theme.light()).with("stroke", rim));
        // These signs are lower than capitals, so they are moved up a little.
        let at = at - Point::new(0.0, BADGE_SIZE * 0.06);
        self.svg.text(sign, at, BADGE_SIZE, rim, Anchor::Middle);
    }

    /// Draws the legend with its top at `y` and returns its bottom.
    fn legend(&mut self, entries: &[(Entry, String)], y: f64, width: f64) -> f64 {
        let theme = self.svg.theme;
        let column = widest(entries) + LEGEND_GAP;
        let columns = (((width + LEGEND_GAP) / column) as usize).max(1);
        let mut bottom = y;
        for (i, (entry, meaning)) in entries.iter().enumerate() {
            let x = MARGIN + (i % columns) as f64 * column;
            let middle = y + ((i / columns) as f64 + 0.5) * LEGEND_ROW;
            bottom = middle + LEGEND_ROW / 2.0;
            let (left, centre) =
                (Point::new(x, middle), Point::new(x + LEGEND_SAMPLE / 2.0, middle));
            let line = |ink| {
                Element::path(format_args!("M{}h{LEGEND_SAMPLE}", pair(left))).stroke(ink, 3.0)
            };
            match entry {
                Entry::Mark(mark) => {
                    if let Some(tint) = tint(theme, *mark) {
                        self.svg.add(tinted(theme, tint, &square(centre, 10.0)));
                    }
                    if let Mark::To(Approach::Slide | Approach::Bend, allows) = *mark {
                        let dashes = marks::dashes(allows);
                        self.svg.add(line(theme.of_allows(allows)).dashes(dashes));
                    }
                    self.svg.add_all(marks::sample(theme, *mark, centre));
                }
                Entry::Border => self.svg.add(line(theme.ink())),
                // The board already defines the drawing of the piece, so the legend refers to it.
                Entry::Man(look, man) => {
                    let href = format!("#{}", pieces::id(man, *look));
                    let moved = format!("translate({}) scale(.4)", pair(centre));
                    let sample = Element::new("use").with("href", href).with("transform", moved);
                    self.svg.add(sample);
                    if man.blocks == Blocking::Open {
                        self.svg.add(open_ring(theme, centre, LEGEND_ROW * 0.46, 1.4));
                    }
                }
            }
            let at = left + Point::new(LEGEND_SAMPLE + 8.0, 0.0);
            self.svg.text(meaning, at, TEXT_SIZE, theme.ink(), Anchor::Start);
        }
        bottom
    }
}

/// The width of the widest entry of a legend.
fn widest(legend: &[(Entry, String)]) -> f64 {
    let widths = legend.iter().map(|(_, text)| LEGEND_SAMPLE + 8.0 + width(text, TEXT_SIZE));
    widths.fold(0.0, f64::max)
}

fn tint(theme: Theme, mark: Mark) -> Option<Tint> {
    match mark.layer() {
        MarkLayer::Ground(ground) => theme.tint(ground),
        MarkLayer::Frame(_) | MarkLayer::Sign(_) => None,
    }
}

/// A tint with the outline `d`. A frame is a dark line over a light one, so that it is visible on
/// any shade.
fn tinted(theme: Theme, tint: Tint, d: &str) -> Element {
    match tint {
        Tint::Wash(colour) => Element::path(d).fill(colour).with("fill-opacity", ".6"),
        Tint::Frame(dashes) => {
            let line = |ink, width| Element::path(d).fill("none").stroke(ink, width);
            line(theme.ink(), 2.4).dashes(dashes).over(line(theme.light(), 5.0))
        }
    }
}

/// Dashes around a transparent piece. Dark dashes lie over light ones, so that they are visible on
/// any shade.
fn open_ring(theme: Theme, at: Point, radius: f64, width: f64) -> Element {
    let ring = |ink, width| Element::circle(at, radius).fill("none").stroke(ink, width);
    let dash = num(width * 2.2);
    let dashed = ring(theme.dark(), width).dashes(&format!("{dash} {dash}"));
    dashed.over(ring(theme.light(), width * 1.8))
}

// Borders of zones in SVG. A border lies between two cells of the board, of which one is in the
// zone. The rim of the board is not a border.

/// A side of a cell, given by its ends in hundredths of a cell. The ends are sorted, so that both
/// cells at a side give the same value.
type Edge = [(i64, i64); 2];

/// The borders of all zones of a scene.
pub(super) fn drawn_borders(view: &View<'_>, ink: Rgb) -> Vec<Element> {
    let scene = view.scene;
    let mut cells_beside: BTreeMap<Edge, u8> = BTreeMap::new();
    let all = scene.cells().iter().flat_map(sides);
    all.for_each(|(edge, _)| *cells_beside.entry(edge).or_default() += 1);
    let mut drawn = Vec::new();
    for Zone { name, cells } in &scene.zones {
        let mut border: BTreeMap<Edge, [Point; 2]> = BTreeMap::new();
        let mut within: BTreeSet<Edge> = BTreeSet::new();
        let cells = cells.iter().filter_map(|spot| scene.cells().get(*spot));
        for (edge, ends) in cells.flat_map(sides) {
            if cells_beside.get(&edge) == Some(&2) && border.insert(edge, ends).is_some() {
                within.insert(edge);
            }
        }
        border.retain(|edge, _| !within.contains(edge));
        let lines = border.values().map(|ends| polyline(ends.map(|end| view.place(end))));
        let d: String = lines.collect();
        if !d.is_empty() {
            let line = Element::path(d).stroke(ink, 3.0).round_caps();
            let group = Element::group().data("zone", name).holding(Element::title(name));
            drawn.push(group.holding(line));
        }
    }
    drawn
}

fn sides(cell: &Cell) -> impl Iterator<Item = (Edge, [Point; 2])> {
    let next = cell.outline.iter().cycle().skip(1);
    cell.outline.iter().zip(next).map(|(from, to)| {
        let key = |p: &Point| ((p.x * 100.0).round() as i64, (p.y * 100.0).round() as i64);
        let mut edge = [key(from), key(to)];
        edge.sort();
        (edge, [*from, *to])
    })
}

// Lines and words of the board itself in SVG: lines between points, banks of a river, and its
// words.

/// The lines and the words of a scene.
pub(super) fn drawn_rulings(view: &View<'_>, theme: Theme) -> Vec<Element> {
    let scene = view.scene;
    let line = |form: RulingForm, width: f64| {
        let alike = scene.rulings.iter().filter(|ruling| ruling.form == form);
        let path = |ruling: &Ruling| polyline(ruling.path.iter().map(|p| view.place(*p)));
        let d: String = alike.map(path).collect();
        let name = match form {
            RulingForm::Line => "lines",
            RulingForm::Bank => "banks",
        };
        let stroke = Element::new("path").data("board", name).with("d", &d).fill("none");
        (!d.is_empty()).then(|| stroke.stroke(theme.ruling(), width).round_caps())
    };
    let words = scene.inscriptions.iter().map(|Inscription { at, room, text }| {
        let widest = document::width(text, 1.0).max(0.1);
        let size = (room.y * CELL).min(room.x * CELL / widest);
        document::words(text, view.place(*at), size, theme.ruling(), Anchor::Middle)
    });
    [line(RulingForm::Line, 1.8), line(RulingForm::Bank, 2.4)]
        .into_iter()
        .flatten()
        .chain(words)
        .collect()
}
