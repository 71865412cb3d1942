//! Planes as SVG.
//!
//! Owns: layout and order of painting: ground, attack, paths, bodies, pieces, walls, legend. Takes a
//! [`Chart`]; gives one SVG document. Invariant: as for boards, no font, style sheet or file is needed
//! beside it, and every word in it is escaped. Bodies are found as `data-body` and pieces as `data-man`, by their places,
//! areas and stretches of paths as `data-area` and `data-way`, by what they are.

use crate::plane::scalar::Vec2;
use crate::render::letters;
use crate::render::mark::Allows;
use crate::render::palette::{self, INK, IVORY, MUTED, PAPER, Rgb};
use crate::render::plane::{Area, Chart, Path, Sort, Token, Way};
use crate::render::scene::{Look, printable};
use crate::render::svg::{escape, num};
use crate::render::svg_pieces::man;
use crate::rules::side::Side;
use std::fmt::Write;

/// One unit of the plane, in units of the view box, on a plane of up to twelve units.
const UNIT: f64 = 84.0;
const MARGIN: f64 = 34.0;
const CAPTION: f64 = 15.0;
const TEXT: f64 = 9.5;
const GROUND: Rgb = Rgb(0xf1, 0xe7, 0xd6);
const GRID: Rgb = Rgb(0xe0, 0xd1, 0xb8);
const ATTACK: Rgb = Rgb(0xe0, 0x9a, 0x86);
const FORBIDDEN: Rgb = Rgb(0x8a, 0x7f, 0x77);
const PROMOTES: Rgb = Rgb(0x8a, 0x4f, 0xa3);

/// The colour of a stretch.
fn ink(sort: Sort) -> Rgb {
    match sort {
        Sort::Quiet => palette::of_allows(Allows::Quiet),
        Sort::Captures => palette::of_allows(Allows::Capture),
        Sort::Promotes => PROMOTES,
        Sort::Forbidden => FORBIDDEN,
    }
}

/// Draws `chart` as an SVG document, a line feed at its end.
pub fn draw(caption: &str, chart: &Chart) -> String {
    let unit = UNIT * (12.0 / chart.size.x.max(chart.size.y)).min(1.0);
    let top = MARGIN + CAPTION + 14.0;
    let page = Page { body: String::new(), unit, top, height: chart.size.y };
    page.draw(caption, chart)
}

struct Page {
    body: String,
    unit: f64,
    top: f64,
    height: f64,
}

impl Page {
    fn place(&self, p: Vec2) -> (f64, f64) {
        (MARGIN + p.x * self.unit, self.top + (self.height - p.y) * self.unit)
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{text}");
    }

    fn outline(&self, points: &[Vec2]) -> String {
        let mut d = String::new();
        for (i, p) in points.iter().enumerate() {
            let (x, y) = self.place(*p);
            let _ = write!(d, "{}{} {}", if i == 0 { 'M' } else { 'L' }, num(x), num(y));
        }
        d + "Z"
    }

    fn text(&mut self, text: &str, x: f64, y: f64, size: f64, ink: Rgb, centred: bool) {
        let text = printable(text);
        let scale = size / 10.0;
        let x = if centred { x - letters::width(&text) * scale / 2.0 } else { x };
        let mut d = String::new();
        for (c, offset) in letters::offsets(&text) {
            let (_, path) = letters::stroke(c);
            if !path.is_empty() {
                let _ =
                    write!(d, "<path transform=\"translate({} 0)\" d=\"{path}\"/>", num(offset));
            }
        }
        self.line(format_args!(
            "<g transform=\"translate({} {}) scale({})\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"1.3\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
             <title>{}</title>{d}</g>",
            num(x),
            num(y - size / 2.0),
            num(scale),
            escape(&text)
        ));
    }

    fn draw(mut self, caption: &str, chart: &Chart) -> String {
        let (width, height) = (chart.size.x * self.unit, chart.size.y * self.unit);
        let (left, bottom) = (MARGIN, self.top + height);
        self.text(caption, left, MARGIN, CAPTION, INK, false);
        self.ground(chart, width, height);
        for goal in &chart.goals {
            let (x, y) = self.place(Vec2::new(0.0, goal.line.max(goal.edge)));
            let deep = (goal.edge - goal.line).abs() * self.unit;
            let Some(tint) = palette::tint_on_paper(goal.mark()) else { continue };
            let (x, y, w, h) = (num(x), num(y), num(width), num(deep));
            self.line(format_args!(
                "<path d=\"M{x} {y}h{w}v{h}h-{w}Z\" fill=\"{tint}\" fill-opacity=\".35\"/>"
            ));
        }
        let attack: String = chart.attacked.iter().map(|o| self.outline(o)).collect();
        if !attack.is_empty() {
            // All outlines turn the same way, so that what several sweep is filled once.
            let (x, y) = (num(MARGIN), num(self.top));
            let (w, h) = (num(width), num(height));
            self.line(format_args!("<clipPath id=\"plane\"><path d=\"M{x} {y}h{w}v{h}h-{w}Z\"/></clipPath>\n\
                 <path d=\"{attack}\" clip-path=\"url(#plane)\" fill=\"{ATTACK}\" fill-opacity=\".45\" \
                 fill-rule=\"nonzero\"/>"));
        }
        for area in chart.areas.iter().filter(|area| area.sort.is_none()) {
            self.area(area);
        }
        self.line(format_args!("<g stroke-linecap=\"round\">"));
        if let Some((from, to)) = chart.last {
            let ((x, y), (u, v)) = (self.place(from), self.place(to));
            self.line(format_args!(
                "<path d=\"M{} {}L{} {}\" stroke=\"#e9c93b\" stroke-width=\"9\" \
                 stroke-opacity=\".7\"/>",
                num(x),
                num(y),
                num(u),
                num(v)
            ));
        }
        for token in &chart.pieces {
            self.body_of(token);
        }
        // A landing may well lie under a body: there it captures.
        for area in chart.areas.iter().filter(|area| area.sort.is_some()) {
            self.area(area);
        }
        for path in &chart.paths {
            self.path(path);
        }
        for (at, along) in &chart.walls {
            self.wall(*at, *along);
        }
        self.line(format_args!("</g>"));
        for token in &chart.pieces {
            self.piece(token);
        }
        let end = self.legend(chart, bottom + 42.0, left);
        let (w, h) = (num(width + 2.0 * MARGIN), num(end + MARGIN / 2.0));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{}</title>\n\
             <path d=\"M0 0H{w}V{h}H0Z\" fill=\"{PAPER}\"/>\n{}</svg>\n",
            escape(&printable(caption)),
            self.body
        )
    }

    /// The plane, with a hair line and a number at every whole unit.
    fn ground(&mut self, chart: &Chart, width: f64, height: f64) {
        let top = self.top;
        self.line(format_args!(
            "<path d=\"M{} {}h{}v{}h{}Z\" fill=\"{GROUND}\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            num(MARGIN),
            num(top),
            num(width),
            num(height),
            num(-width)
        ));
        let mut grid = String::new();
        let step = (chart.size.x.max(chart.size.y) / 16.0).ceil().max(1.0);
        let whole = |end: f64| {
            std::iter::successors(Some(0.0), move |n| Some(n + step)).take_while(move |n| *n <= end)
        };
        for n in whole(chart.size.x) {
            let (x, y) = self.place(Vec2::new(n, 0.0));
            if n > 0.0 && n < chart.size.x {
                let _ = write!(grid, "M{} {}v{}", num(x), num(y), num(-height));
            }
            self.text(&n.to_string(), x, y + 15.0, TEXT, MUTED, true);
        }
        for n in whole(chart.size.y) {
            let (x, y) = self.place(Vec2::new(0.0, n));
            if n > 0.0 && n < chart.size.y {
                let _ = write!(grid, "M{} {}h{}", num(x), num(y), num(width));
            }
            self.text(&n.to_string(), x - 15.0, y, TEXT, MUTED, true);
        }
        self.line(format_args!(
            "<path d=\"{grid}\" stroke=\"{GRID}\" stroke-width=\"1\" fill=\"none\"/>"
        ));
    }

    /// The body of a piece: what it covers.
    fn body_of(&mut self, token: &Token) {
        let d = self.outline(&token.outline);
        let (fill, edge) = match (token.in_check, token.side) {
            (true, _) => (Rgb(0xd9, 0x3a, 0x3a), INK),
            (false, Side::White) => (IVORY, INK),
            (false, Side::Black) => (Rgb(0x8d, 0x86, 0x80), INK),
        };
        let at = format!("{},{}", token.at.x, token.at.y);
        self.line(format_args!("<path data-body=\"{at}\" d=\"{d}\" fill=\"{fill}\" fill-opacity=\".85\" stroke=\"{edge}\" stroke-width=\"1.2\"/>"));
    }

    fn area(&mut self, area: &Area) {
        let d: String = area.outlines.iter().map(|outline| self.outline(outline)).collect();
        let look = match area.sort {
            None => format!("fill=\"{ATTACK}\" fill-opacity=\".45\""),
            Some(Sort::Forbidden) => {
                let ink = ink(Sort::Forbidden);
                format!(
                    "fill=\"{ink}\" fill-opacity=\".2\" stroke=\"{ink}\" stroke-dasharray=\"2 6\""
                )
            }
            Some(sort @ (Sort::Quiet | Sort::Promotes | Sort::Captures)) => {
                let ink = ink(sort);
                format!("fill=\"{ink}\" fill-opacity=\".4\" stroke=\"{ink}\"")
            }
        };
        let sort = area.sort.map_or("attacked", Sort::word);
        self.line(format_args!(
            "<path data-area=\"{sort}\" d=\"{d}\" fill-rule=\"evenodd\" {look}/>"
        ));
    }

    fn path(&mut self, path: &Path) {
        let ((x, y), (u, v)) = (self.place(path.from), self.place(path.to));
        let ink = ink(path.sort);
        let dash = match path.sort {
            Sort::Forbidden => " stroke-dasharray=\"2 6\"",
            Sort::Quiet | Sort::Promotes | Sort::Captures => "",
        };
        let point = (path.to - path.from).length() < 1e-6;
        if !point {
            self.line(format_args!(
                "<path data-way=\"{}\" d=\"M{} {}L{} {}\" stroke=\"{ink}\" stroke-width=\"3\" \
                 stroke-opacity=\".85\"{dash}/>",
                path.sort.word(),
                num(x),
                num(y),
                num(u),
                num(v)
            ));
        }
        if path.way == Way::Turn && !point {
            return;
        }
        match path.sort {
            Sort::Captures if point => {
                let d = format!("M{} {}l8 8m0 -8l-8 8", num(u - 4.0), num(v - 4.0));
                self.line(format_args!(
                    "<path d=\"{d}\" stroke=\"{ink}\" stroke-width=\"3.2\" fill=\"none\"/>"
                ));
            }
            Sort::Captures | Sort::Quiet | Sort::Promotes | Sort::Forbidden => {
                // A full end may be reached, a hollow one not.
                let fill = if path.open { GROUND } else { ink };
                self.line(format_args!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"3.4\" fill=\"{fill}\" stroke=\"{ink}\" \
                     stroke-width=\"1.4\"/>",
                    num(u),
                    num(v)
                ));
            }
        }
    }

    /// A bar across the path where a friend ends it.
    fn wall(&mut self, at: Vec2, along: Vec2) {
        let (x, y) = self.place(at);
        // On paper y grows downwards.
        let (dx, dy) = (along.y * 8.0, along.x * 8.0);
        self.line(format_args!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{INK}\" stroke-width=\"2.4\"/>",
            num(x - dx),
            num(y - dy),
            num(x + dx),
            num(y + dy)
        ));
    }

    fn piece(&mut self, token: &Token) {
        let (x, y) = self.place(token.at);
        let size = 0.42 * self.unit;
        let parts = man(&token.kind, token.letter, Look::Of(token.side));
        self.line(format_args!(
            "<g data-man=\"{},{}\" transform=\"translate({} {}) scale({})\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\"><title>{} {}</title>{parts}</g>",
            token.at.x,
            token.at.y,
            num(x - size / 2.0),
            num(y - size / 2.0),
            num(size / 100.0),
            token.side.name(),
            escape(&printable(&token.kind))
        ));
    }

    /// Draws what needs explaining from `y` down and gives the bottom.
    fn legend(&mut self, chart: &Chart, y: f64, left: f64) -> f64 {
        let mut x = left;
        let mut entries: Vec<(String, &str)> = Vec::new();
        let sorts = Sort::ALL.into_iter().filter(|s| chart.shows(*s));
        for sort in sorts {
            let dash = if sort == Sort::Forbidden { " stroke-dasharray=\"2 6\"" } else { "" };
            let ink = ink(sort);
            let sample = format!("<path d=\"M0 0h22\" stroke=\"{ink}\" stroke-width=\"3\"{dash}/>");
            entries.push((sample, sort.meaning()));
        }
        if !chart.walls.is_empty() {
            let ink = INK;
            let bar = format!("<path d=\"M11 -7v14\" stroke=\"{ink}\" stroke-width=\"2.4\"/>");
            entries.push((bar, "a friend ends it"));
        }
        for goal in &chart.goals {
            let Some(tint) = palette::tint_on_paper(goal.mark()) else { continue };
            let patch =
                format!("<path d=\"M2 -8h18v16h-18Z\" fill=\"{tint}\" fill-opacity=\".5\"/>");
            entries.push((patch, goal.mark().meaning()));
        }
        if chart.shows_attack() {
            let fill = ATTACK;
            let patch =
                format!("<path d=\"M2 -8h18v16h-18Z\" fill=\"{fill}\" fill-opacity=\".6\"/>");
            entries.push((patch, "attacked"));
        }
        for (sample, words) in entries {
            self.line(format_args!(
                "<g transform=\"translate({} {})\">{sample}</g>",
                num(x),
                num(y)
            ));
            self.text(words, x + 28.0, y, TEXT, INK, false);
            x += 28.0 + letters::width(words) * TEXT / 10.0 + 26.0;
        }
        y + 12.0
    }
}
