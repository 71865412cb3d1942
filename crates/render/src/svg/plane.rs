//! Draws planes as SVG.

use super::document::{
    self, Anchor, Document, Element, hatching, num, pair, polyline, rectangle, width,
};
use super::pieces::man;
use crate::drawn::drawn;
use crate::geometry::{Ball, Point, floor_between};
use crate::mark::{Allows, Ground};
use crate::palette::{IVORY, Rgb, Theme, Tint};
use crate::plane::{Area, Chart, Goal, Path, Sort, Square, Token, Travel, Wall};
use crate::scene::{Look, Words};
use alfil_rules::side::Color;
use alfil_rules::space::Meeting;
use std::fmt::Write;

/// One unit of the plane in units of the view box, on a plane of up to twelve units.
const UNIT: f64 = 84.0;
const MARGIN: f64 = 40.0;
/// The margin of a picture without words.
const NARROW: f64 = 8.0;
// Font sizes.
const CAPTION: f64 = 26.0;
/// The size of other text. It is readable even if two planes share a page.
pub(super) const TEXT: f64 = 22.0;
const LEGEND_ROW: f64 = 32.0;
/// The size of the degrees on a sphere.
const DEGREES: f64 = 15.0;
/// Distance from an edge to the middle of its numbers.
const NUMBERS: f64 = 19.0;

/// The dashes of a capture without moving.
const SHOT: &str = "7 5";

/// The colours that a plane has instead of shades.
pub(super) struct Tones {
    pub(super) ground: Rgb,
    /// Dark squares of a checkered plane.
    pub(super) dark: Rgb,
    pub(super) grid: Rgb,
    attack: Rgb,
    forbidden: Rgb,
    promotes: Rgb,
    /// The bodies of black pieces.
    body: Rgb,
}

pub(super) fn tones(theme: Theme) -> Tones {
    let wood = Tones {
        ground: Rgb(0xf1, 0xe7, 0xd6),
        dark: Rgb(0xdf, 0xcc, 0xad),
        grid: Rgb(0xe0, 0xd1, 0xb8),
        attack: Rgb(0xe0, 0x9a, 0x86),
        forbidden: Rgb(0x8a, 0x7f, 0x77),
        promotes: Rgb(0x8a, 0x4f, 0xa3),
        body: Rgb(0x8d, 0x86, 0x80),
    };
    match theme {
        Theme::Wood => wood,
        Theme::Plain => {
            let (ground, dark) = (Rgb(0xf2, 0xf2, 0xf2), Rgb(0xd9, 0xda, 0xdc));
            Tones { ground, dark, grid: dark, ..wood }
        }
        Theme::Print => {
            let (light, ink) = (theme.light(), theme.ink());
            let (ground, body) = (light, light);
            let dark = Rgb(0xe2, 0xe2, 0xe2);
            Tones { ground, dark, grid: ink, attack: ink, forbidden: ink, promotes: ink, body }
        }
        Theme::Dark => Tones {
            ground: Rgb(0x45, 0x4f, 0x5a),
            dark: Rgb(0x38, 0x41, 0x4b),
            grid: Rgb(0x5b, 0x65, 0x70),
            attack: Rgb(0xc8, 0x5a, 0x50),
            forbidden: Rgb(0xc4, 0xbc, 0xb4),
            promotes: Rgb(0xdd, 0xb0, 0xf2),
            body: Rgb(0x76, 0x72, 0x70),
        },
    }
}

/// The colour of a part of a path.
fn ink(sort: Sort, theme: Theme) -> Rgb {
    match sort {
        Sort::Quiet => theme.of_allows(Allows::Quiet),
        Sort::Captures => theme.of_allows(Allows::Capture),
        Sort::Promotes => tones(theme).promotes,
        Sort::Forbidden => tones(theme).forbidden,
    }
}

/// The width of a part of a path. Widths and dashes differ where colours do not distinguish sorts.
fn stroke_width(sort: Sort, theme: Theme) -> f64 {
    match (sort, theme) {
        (Sort::Forbidden, _) | (_, Theme::Wood | Theme::Plain | Theme::Dark) => 3.0,
        (Sort::Quiet, Theme::Print) => 2.0,
        (Sort::Captures, Theme::Print) => 5.0,
        (Sort::Promotes, Theme::Print) => 4.0,
    }
}

/// The dashes of a part of a path; empty for an unbroken line.
fn dashes(sort: Sort, theme: Theme) -> &'static str {
    match (sort, theme) {
        (Sort::Forbidden, _) => "2 6",
        (Sort::Promotes, Theme::Print) => "10 5",
        (Sort::Promotes, Theme::Wood | Theme::Plain | Theme::Dark)
        | (Sort::Quiet | Sort::Captures, _) => "",
    }
}

/// Fills a shape as an area where a piece may land.
fn landing(shape: Element, sort: Sort, theme: Theme) -> Element {
    let inked = |opacity| {
        let ink = ink(sort, theme);
        shape.fill(ink).with("fill-opacity", opacity).with("stroke", ink)
    };
    match sort {
        Sort::Forbidden => inked(".2").dashes("2 6"),
        Sort::Quiet | Sort::Promotes | Sort::Captures => inked(".4"),
    }
}

/// Fills a shape as an attacked area.
fn attacked(shape: Element, theme: Theme) -> Element {
    match theme {
        Theme::Print => shape.fill("url(#attacked)"),
        Theme::Wood | Theme::Plain | Theme::Dark => {
            shape.fill(tones(theme).attack).with("fill-opacity", ".45")
        }
    }
}

/// The area beyond the line of a goal, or its sample, with the outline `d`; `None` in a theme
/// without such tints.
fn goal_area(goal: &Goal, theme: Theme, d: String, opacity: &str) -> Option<Element> {
    Some(match theme.tint(Ground::Goal(goal.goes()))? {
        Tint::Wash(colour) => Element::path(d).fill(colour).with("fill-opacity", opacity),
        Tint::Frame(dashes) => {
            Element::path(d).fill("none").stroke(theme.ink(), 2.4).dashes(dashes)
        }
    })
}

/// Draws `chart` as an SVG document with a final line feed.
pub fn draw(caption: &str, chart: &Chart) -> String {
    let chart = &*drawn(chart);
    let page = match chart.eye() {
        Some(eye) => {
            let [low, high] = eye.corners(chart.size);
            high - low
        }
        None => chart.size,
    };
    let unit = UNIT * (12.0 / page.x.max(page.y)).min(1.0);
    let corner = match chart.words {
        Words::None => Point::new(NARROW, NARROW),
        Words::All if caption.is_empty() => Point::new(MARGIN, MARGIN * 0.75),
        Words::All => Point::new(MARGIN, MARGIN + CAPTION + 14.0),
    };
    let size = page * unit;
    Page { svg: Document::new(chart.theme), unit, corner, size, chart }.draw(caption)
}

pub(super) struct Page<'c> {
    pub(super) svg: Document,
    /// One unit of the plane in units of the view box.
    unit: f64,
    /// The upper left corner of the plane on the page.
    pub(super) corner: Point,
    /// The size of the plane on the page.
    pub(super) size: Point,
    pub(super) chart: &'c Chart,
}

impl Page<'_> {
    /// The place of a point of the plane on the page. Sines differ in their last digit between
    /// machines. Nine decimal places remove the difference, so the picture is the same everywhere.
    pub(super) fn place(&self, p: Point) -> Point {
        let seen = match self.chart.eye() {
            Some(eye) => {
                let [low, high] = eye.corners(self.chart.size);
                let at = eye.place(p);
                Point::new(at.x - low.x, high.y - at.y)
            }
            None => self.chart.place(p),
        };
        let place = self.corner + seen * self.unit;
        let [x, y] = [place.x, place.y].map(|n| (n * 1e9).round() / 1e9);
        Point::new(x, y)
    }

    pub(super) fn outline(&self, points: &[Point]) -> String {
        polyline(points.iter().map(|p| self.place(*p))) + "Z"
    }

    fn draw(mut self, caption: &str) -> String {
        let (chart, theme) = (self.chart, self.chart.theme);
        let title = Point::new(MARGIN, MARGIN);
        self.svg.text(caption, title, CAPTION, theme.ink(), Anchor::Start);
        match chart.eye() {
            Some(eye) => self.walls(&eye),
            None => self.ground(),
        }
        for goal in &chart.goals {
            let [line, edge] = [goal.line, goal.edge].map(|y| self.place(Point::new(0.0, y)));
            let corner = Point::new(line.x.min(self.corner.x), line.y.min(edge.y));
            let d = if chart.is_box() {
                self.outline(&floor_between(goal.line, goal.edge, chart.size))
            } else {
                rectangle(corner, self.size.x, (edge.y - line.y).abs())
            };
            self.svg.add_all(goal_area(goal, theme, d, ".35"));
        }
        for plot in &chart.plots {
            let outline = Element::new("path").data("zone", "figure");
            let outline = outline.with("d", self.outline(plot)).fill(tones(theme).grid);
            let outline = outline.with("fill-opacity", ".6").stroke(theme.muted(), 2.0);
            self.svg.add(outline.dashes("5 4"));
        }
        let attack: String = chart.attacked.iter().map(|outline| self.outline(outline)).collect();
        if !attack.is_empty() {
            let plane = Element::path(rectangle(self.corner, self.size.x, self.size.y));
            self.svg.add(Element::new("clipPath").with("id", "plane").holding(plane));
            let attack = Element::path(attack).with("clip-path", "url(#plane)");
            // All outlines have the same orientation, so overlapping ones are filled once.
            self.svg.add(attacked(attack, theme).with("fill-rule", "nonzero"));
        }
        self.areas(|area| area.sort.is_none());
        for obstacle in &chart.obstacles {
            let shape = Element::new("path").data("obstacle", "figure");
            let shape = shape.with("d", self.outline(obstacle)).fill(theme.muted());
            self.svg.add(shape.stroke(theme.ink(), 2.0));
        }
        self.joints();
        self.svg.begin(&Element::group().round_caps());
        for last in &chart.last {
            let ink = match theme.tint(Ground::LastMove) {
                Some(Tint::Wash(colour)) => colour,
                Some(Tint::Frame(_)) | None => theme.light(),
            };
            let line = polyline([last.from, last.to].map(|p| self.place(p)));
            self.svg.add(Element::path(line).stroke(ink, 9.0).with("stroke-opacity", ".7"));
        }
        if let Some(eye) = chart.eye() {
            let is_capture = |path: &&Path| path.sort == Sort::Captures && is_point(path);
            let (captures, others): (Vec<&Path>, Vec<&Path>) =
                chart.paths.iter().partition(is_capture);
            // A ball hides the ways behind it. The contacts with balls stay visible.
            others.into_iter().for_each(|path| self.path(path));
            chart.walls.iter().for_each(|wall| self.wall(wall));
            self.balls(&eye);
            captures.into_iter().for_each(|path| self.path(path));
        } else {
            self.on_plane();
        }
        self.svg.end();
        if !chart.is_box() {
            chart.pieces.iter().for_each(|token| self.piece(token));
        }
        self.notes();
        let bottom = self.corner.y + self.size.y;
        let end = match chart.words {
            Words::All => self.legend(bottom + 50.0) + MARGIN / 2.0,
            Words::None => bottom + NARROW,
        };
        self.svg.describe(format!("{} to move.", chart.to_move.name()));
        match theme {
            Theme::Print => {
                self.svg.defs = hatching("attacked", 9.0, None, theme.ink(), 1.0).to_string();
            }
            Theme::Wood | Theme::Plain | Theme::Dark => {}
        }
        self.svg.finish(caption, Point::new(self.size.x + 2.0 * self.corner.x, end))
    }

    /// The plane, with a hairline and a number at every whole unit, and the sign of the side to
    /// move.
    fn ground(&mut self) {
        let (chart, theme) = (self.chart, self.chart.theme);
        let (Point { x: left, y: top, .. }, Point { x: width, y: height, .. }) =
            (self.corner, self.size);
        let (tones, bottom) = (tones(theme), top + height);
        let ground = Element::path(rectangle(self.corner, width, height));
        if let Some(ball) = &chart.ball {
            self.ball(ball);
            return self.mover();
        }
        self.svg.add(ground.fill(tones.ground).stroke(theme.ink(), 2.0));
        let squares = chart.dark.iter().map(|Square { low, high }| {
            let [low, high] = [*low, *high].map(|corner| self.place(corner));
            let corner = Point::new(low.x.min(high.x), low.y.min(high.y));
            rectangle(corner, (high.x - low.x).abs(), (high.y - low.y).abs())
        });
        let squares: String = squares.collect();
        if !squares.is_empty() {
            self.svg.add(Element::path(squares).fill(tones.dark));
            // The squares cover the inner half of the frame.
            let frame = Element::path(rectangle(self.corner, width, height));
            self.svg.add(frame.stroke(theme.ink(), 2.0).fill("none"));
        }
        let mut grid = String::new();
        let step = (chart.size.x.max(chart.size.y) / 16.0).ceil().max(1.0);
        let whole = |end: f64| {
            std::iter::successors(Some(0.0), move |n| Some(n + step)).take_while(move |n| *n <= end)
        };
        for n in whole(chart.size.x) {
            let x = self.place(Point::new(n, 0.0)).x;
            if n > 0.0 && n < chart.size.x {
                let _ = write!(grid, "M{}v{}", pair(Point::new(x, bottom)), num(-height));
            }
            let at = Point::new(x, bottom + NUMBERS);
            self.word(&n.to_string(), at, TEXT, Anchor::Middle);
            // Beyond an edge that is joined with a twist, the other edge goes on with this number.
            if chart.gluing.ranks() == Meeting::Twisted {
                let (at, there) = (Point::new(x, top - NUMBERS), chart.size.x - n);
                self.word(&there.to_string(), at, TEXT, Anchor::Middle);
            }
        }
        for n in whole(chart.size.y) {
            let y = self.place(Point::new(0.0, n)).y;
            if n > 0.0 && n < chart.size.y {
                let _ = write!(grid, "M{}h{}", pair(Point::new(left, y)), num(width));
            }
            let at = Point::new(left - NUMBERS, y);
            self.word(&n.to_string(), at, TEXT, Anchor::Middle);
            if chart.gluing.files() == Meeting::Twisted {
                let (at, there) = (Point::new(left + width + NUMBERS, y), chart.size.y - n);
                self.word(&there.to_string(), at, TEXT, Anchor::Middle);
            }
        }
        let hair = if theme == Theme::Print { 0.4 } else { 1.0 };
        self.svg.add(Element::path(grid).stroke(tones.grid, hair).fill("none"));
        self.mover();
    }

    /// The halves of a sphere, with meridians, parallels and their degrees.
    fn ball(&mut self, ball: &Ball) {
        let theme = self.chart.theme;
        let (tones, radius) = (tones(theme), ball.radius() * self.unit);
        for middle in ball.middles {
            self.svg.add(Element::circle(self.place(middle), radius).fill(tones.ground));
        }
        let grid = ball.grid.iter().map(|line| polyline(line.iter().map(|p| self.place(*p))));
        let grid = Element::path(grid.collect::<String>());
        let hair = if theme == Theme::Print { 0.4 } else { 1.0 };
        self.svg.add(grid.stroke(tones.grid, hair).fill("none"));
        // A parallel may touch the rim, which is drawn over it.
        for middle in ball.middles {
            let rim = Element::circle(self.place(middle), radius).fill("none");
            self.svg.add(rim.stroke(theme.ink(), 2.0));
        }
        for (at, degrees) in &ball.numbers {
            // The number stands beside its line.
            let at = self.place(*at) + Point::new(3.0, -8.0);
            self.word(&degrees.to_string(), at, DEGREES, Anchor::Start);
        }
    }

    /// A number beside the plane, in pictures with words.
    pub(super) fn word(&mut self, text: &str, at: Point, size: f64, anchor: Anchor) {
        match self.chart.words {
            Words::All => self.svg.text(text, at, size, self.chart.theme.muted(), anchor),
            Words::None => {}
        }
    }

    /// The sign of the side to move, in pictures with words.
    fn mover(&mut self) {
        let (chart, theme) = (self.chart, self.chart.theme);
        match chart.words {
            Words::All => {}
            Words::None => return,
        }
        let (Point { x: left, y: top, .. }, Point { x: width, y: height, .. }) =
            (self.corner, self.size);
        let bottom = top + height;
        // Numbers at the right edge leave room for the disc between two of them.
        let inward = match chart.gluing.files() {
            Meeting::Twisted => self.unit / 2.0,
            Meeting::Apart | Meeting::Joined => 14.0,
        };
        let y = if chart.to_move == chart.seat { bottom - inward } else { top + inward };
        let at = Point::new(left + width + 15.0, y);
        let name = match chart.to_move.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        let disc = document::disc_of_mover(theme, chart.to_move, None, at, theme.light());
        self.svg.add(Element::group().with("data-to-move", name).holding(disc));
    }

    /// The bodies, areas and ways on a plane.
    fn on_plane(&mut self) {
        let chart = self.chart;
        chart.pieces.iter().for_each(|token| self.body(token));
        // Areas where a piece may land are drawn over bodies, because the landing may capture the
        // body.
        self.areas(|area| area.sort.is_some());
        chart.paths.iter().for_each(|path| self.path(path));
        chart.walls.iter().for_each(|wall| self.wall(wall));
    }

    /// Rings and arrows of the user.
    fn notes(&mut self) {
        let (chart, theme) = (self.chart, self.chart.theme);
        for note in &chart.notes {
            let ring = Element::new("circle").data("note", &name(note.at, chart));
            let at = self.place(chart.spot(note.at));
            let ring = ring.around(at, 0.36 * self.unit).fill("none");
            let ring = ring.stroke(theme.of_hue(note.hue), 4.0).with("stroke-opacity", ".85");
            self.svg.add(ring);
        }
        for arrow in &chart.arrows {
            let [start, end] = [arrow.from, arrow.to].map(|p| name(p, chart));
            let [from, to] = [arrow.from, arrow.to].map(|p| self.place(chart.spot(p)));
            self.svg.add_all(document::arrow(theme, arrow.hue, from, to, [&start, &end]));
        }
    }

    /// The body of a piece: the points that it covers.
    pub(super) fn body(&mut self, token: &Token) {
        let theme = self.chart.theme;
        let fill = match (token.in_check, token.side.color()) {
            (true, _) if theme != Theme::Print => Rgb(0xd9, 0x3a, 0x3a),
            (_, Color::White) => IVORY,
            (_, Color::Black) => tones(theme).body,
        };
        let width = if token.in_check { 3.0 } else { 1.2 };
        let path = || Element::new("path");
        let outline: String = token.parts.iter().map(|part| self.outline(part)).collect();
        let body = path().data("body", &name(token.at, self.chart)).with("d", &outline).fill(fill);
        self.svg.add_all(match token.outlines.as_slice() {
            [_] => vec![body.with("fill-opacity", ".85").stroke(theme.dark(), width)],
            // The fill hides the borders of parts inside of others.
            _ => {
                let border = path().with("d", &outline).with("fill", "none");
                vec![border.stroke(theme.dark(), 2.0 * width), body]
            }
        });
    }

    fn areas(&mut self, drawn: impl Fn(&Area) -> bool) {
        let theme = self.chart.theme;
        for area in self.chart.areas.iter().filter(|area| drawn(area)) {
            let d: String = area.outlines.iter().map(|outline| self.outline(outline)).collect();
            let sort = area.sort.map_or("attacked", Sort::word);
            let shape = Element::new("path").data("area", sort).with("d", d);
            let shape = shape.with("fill-rule", "evenodd");
            self.svg.add(match area.sort {
                None => attacked(shape, theme),
                Some(sort) => landing(shape, sort, theme),
            });
        }
    }

    fn path(&mut self, path: &Path) {
        let (from, to) = (self.place(path.from), self.place(path.to));
        let theme = self.chart.theme;
        let ink = ink(path.sort, theme);
        let is_point = is_point(path);
        if !is_point {
            let line = Element::new("path").data("way", path.sort.word());
            let line = line.with("d", polyline([from, to]));
            let line = line.stroke(ink, stroke_width(path.sort, theme));
            let dashes = match path.way {
                Travel::Shot | Travel::Aim => SHOT,
                Travel::Ray | Travel::Turn | Travel::Curve | Travel::Arc => {
                    dashes(path.sort, theme)
                }
            };
            let opacity = if self.chart.is_box() { ".55" } else { ".85" };
            self.svg.add(line.with("stroke-opacity", opacity).dashes(dashes));
        }
        if path.way == Travel::Shot {
            // The ring is wider than the drawing of the captured piece.
            let ring = Element::circle(to, 0.3 * self.unit).fill("none");
            self.svg.add(ring.stroke(ink, 3.2).dashes(SHOT));
            return;
        }
        let inner = matches!(path.way, Travel::Turn | Travel::Curve | Travel::Arc | Travel::Aim);
        if inner && !is_point {
            return;
        }
        self.svg.add(match path.sort {
            Sort::Captures if is_point => {
                let d = format!("M{}l8 8m0 -8l-8 8", pair(to - Point::new(4.0, 4.0)));
                Element::path(d).stroke(ink, 3.2).fill("none")
            }
            Sort::Captures | Sort::Quiet | Sort::Promotes | Sort::Forbidden => {
                // A filled end can be reached, a hollow one cannot.
                let fill = if path.open { tones(theme).ground } else { ink };
                Element::circle(to, 3.4).fill(fill).stroke(ink, 1.4)
            }
        });
    }

    /// A bar across a path that an own piece ends.
    fn wall(&mut self, wall: &Wall) {
        let at = self.place(wall.at);
        // The bar is perpendicular to the path. On paper y grows downwards, so the coordinates of
        // `along` are exchanged. A half turn of the view does not change a bar.
        let half = if self.chart.is_box() {
            let way = (self.place(wall.at + wall.along) - at).unit();
            Point::new(-way.y, way.x) * 8.0
        } else {
            Point::new(wall.along.y, wall.along.x) * 8.0
        };
        let bar = Element::path(polyline([at - half, at + half]));
        self.svg.add(bar.stroke(self.chart.theme.dark(), 2.4));
    }

    pub(super) fn piece(&mut self, token: &Token) {
        let size = 0.42 * self.unit;
        for &at in &token.places {
            let corner = pair(self.place(at) - Point::new(size, size) * 0.5);
            let moved = format!("translate({corner}) scale({})", num(size / 100.0));
            let group =
                Element::group().data("man", &name(token.at, self.chart)).with("transform", moved);
            let title = Element::title(&format!("{} {}", token.side.name(), token.man.kind));
            let drawn = man(&token.man, Look::Of(token.side), self.chart.seat, self.chart.theme);
            self.svg.add(group.round_joins().round_caps().holding(title).holding(drawn));
        }
    }

    /// Arrowheads on joined edges, one on the left and right edge and two on the others. The edges
    /// meet so that their arrows agree.
    fn joints(&mut self) {
        let (size, gluing) = (self.chart.size, self.chart.gluing);
        let (up, right) = (Point::new(0.0, 1.0), Point::new(1.0, 0.0));
        let middle = size * 0.5;
        let other = match gluing.files() {
            Meeting::Apart => None,
            Meeting::Joined => Some(up),
            Meeting::Twisted => Some(up * -1.0),
        };
        if let Some(other) = other {
            self.arrowhead(Point::new(0.0, middle.y), up);
            self.arrowhead(Point::new(size.x, middle.y), other);
        }
        if gluing.ranks() != Meeting::Apart {
            for y in [0.0, size.y] {
                self.arrowhead(Point::new(middle.x - 0.1, y), right);
                self.arrowhead(Point::new(middle.x + 0.1, y), right);
            }
        }
    }

    fn arrowhead(&mut self, at: Point, along: Point) {
        let aside = Point::new(-along.y, along.x) * 0.1;
        let back = at - along * 0.12;
        let tip = [back + aside, at + along * 0.06, back - aside].map(|p| self.place(p));
        let line = Element::path(polyline(tip)).fill("none").data("joint", "edge");
        self.svg.add(line.stroke(self.chart.theme.ink(), 2.6));
    }

    /// Draws the legend from `top` downwards and returns its bottom.
    fn legend(&mut self, top: f64) -> f64 {
        let (chart, theme) = (self.chart, self.chart.theme);
        let patch = || "M2 -8h18v16h-18Z".to_owned();
        let mut entries: Vec<(Element, &str)> = Vec::new();
        for sort in Sort::ALL {
            let line = Element::path("M0 0h22").stroke(ink(sort, theme), stroke_width(sort, theme));
            if chart.shows_path(sort) {
                entries.push((line.dashes(dashes(sort, theme)), sort.meaning()));
            }
            if chart.shows_area(sort) {
                let sample = landing(Element::path(patch()), sort, theme);
                entries.push((sample, sort.meaning_of_area()));
            }
        }
        if chart.paths.iter().any(|path| path.way == Travel::Shot) {
            let line = Element::path("M0 0h22").stroke(ink(Sort::Captures, theme), 3.0);
            entries.push((line.dashes(SHOT), "captures without moving"));
        }
        if !chart.walls.is_empty() {
            let bar = Element::path("M11 -7v14").stroke(theme.ink(), 2.4);
            entries.push((bar, "a friend ends it"));
        }
        if !chart.obstacles.is_empty() {
            let sample = Element::path(patch()).fill(theme.muted()).stroke(theme.ink(), 2.0);
            entries.push((sample, "an obstacle"));
        }
        if !chart.plots.is_empty() {
            let sample = Element::path(patch()).fill(tones(theme).grid).stroke(theme.muted(), 2.0);
            entries.push((sample.dashes("5 4"), "a zone"));
        }
        for goal in &chart.goals {
            let sample = goal_area(goal, theme, patch(), ".5");
            entries.extend(sample.map(|sample| (sample, goal.goes().words())));
        }
        if chart.shows_attack() {
            entries.push((attacked(Element::path(patch()), theme), "attacked"));
        }
        let (left, right) = (MARGIN, MARGIN + self.size.x);
        let (mut x, mut y) = (left, top);
        for (sample, words) in entries {
            let width = 28.0 + width(words, TEXT);
            if x > left && x + width > right {
                (x, y) = (left, y + LEGEND_ROW);
            }
            let moved = format!("translate({})", pair(Point::new(x, y)));
            self.svg.add(Element::group().with("transform", moved).holding(sample));
            self.svg.text(words, Point::new(x + 28.0, y), TEXT, theme.ink(), Anchor::Start);
            x += width + 26.0;
        }
        y + 12.0
    }
}

fn is_point(path: &Path) -> bool {
    (path.to - path.from).length() < 1e-6
}

/// The text of a point in the form that users write.
fn name(p: Point, chart: &Chart) -> String {
    let height = if chart.is_box() { format!(",{}", p.z) } else { String::new() };
    format!("{},{}{height}", p.x, p.y)
}
