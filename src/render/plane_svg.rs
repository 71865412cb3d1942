//! Draws planes as SVG.
//!
//! The document needs no style sheet or other file, and all text is escaped. Bodies are marked as `data-body` and
//! pieces as `data-man` by their places; areas and parts of paths as `data-area` and `data-way` by their sorts.

use crate::render::mark::{Allows, Mark};
use crate::render::palette::{IVORY, Rgb, Theme, Tint};
use crate::render::plane::{Area, Chart, Path, Sort, Token, Travel};
use crate::render::scene::{Look, printable};
use crate::render::svg_marks;
use crate::render::svg_pieces::man;
use crate::render::svg_util::{self, Anchor, escape, num};
use alfil_plane::scalar::Vec2;
use alfil_rules::side::Side;
use std::fmt::Write;

/// One unit of the plane in units of the view box, on a plane of up to twelve units.
const UNIT: f64 = 84.0;
const MARGIN: f64 = 40.0;
/// Font sizes.
const CAPTION: f64 = 26.0;
/// Large enough to be readable where two planes share a page.
const TEXT: f64 = 22.0;
const LEGEND_ROW: f64 = 32.0;
/// Distance from an edge to the middle of its numbers.
const NUMBERS: f64 = 19.0;
/// The colours that a plane has instead of shades.
struct Tones {
    ground: Rgb,
    grid: Rgb,
    attack: Rgb,
    forbidden: Rgb,
    promotes: Rgb,
    /// The bodies of black pieces.
    body: Rgb,
}

fn tones(theme: Theme) -> Tones {
    let wood = Tones {
        ground: Rgb(0xf1, 0xe7, 0xd6),
        grid: Rgb(0xe0, 0xd1, 0xb8),
        attack: Rgb(0xe0, 0x9a, 0x86),
        forbidden: Rgb(0x8a, 0x7f, 0x77),
        promotes: Rgb(0x8a, 0x4f, 0xa3),
        body: Rgb(0x8d, 0x86, 0x80),
    };
    match theme {
        Theme::Wood => wood,
        Theme::Plain => {
            Tones { ground: Rgb(0xf2, 0xf2, 0xf2), grid: Rgb(0xd9, 0xda, 0xdc), ..wood }
        }
        Theme::Print => {
            let (light, ink) = (theme.light(), theme.ink());
            let (ground, grid, attack, forbidden, promotes, body) =
                (light, ink, ink, ink, ink, light);
            Tones { ground, grid, attack, forbidden, promotes, body }
        }
        Theme::Dark => Tones {
            ground: Rgb(0x45, 0x4f, 0x5a),
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

/// Width and dashes of a part of a path; dashes where colours do not distinguish sorts.
fn stroke(sort: Sort, theme: Theme) -> (&'static str, &'static str) {
    match (sort, theme) {
        (Sort::Forbidden, _) => ("3", " stroke-dasharray=\"2 6\""),
        (_, Theme::Wood | Theme::Plain | Theme::Dark) => ("3", ""),
        (Sort::Quiet, Theme::Print) => ("2", ""),
        (Sort::Captures, Theme::Print) => ("5", ""),
        (Sort::Promotes, Theme::Print) => ("4", " stroke-dasharray=\"10 5\""),
    }
}

/// The filling of the attacked area.
fn attack(theme: Theme) -> String {
    match theme {
        Theme::Print => "fill=\"url(#attacked)\"".to_owned(),
        Theme::Wood | Theme::Plain | Theme::Dark => {
            format!("fill=\"{}\" fill-opacity=\".45\"", tones(theme).attack)
        }
    }
}

/// Draws `chart` as an SVG document with a final line feed.
pub fn draw(caption: &str, chart: &Chart) -> String {
    let unit = UNIT * (12.0 / chart.size.x.max(chart.size.y)).min(1.0);
    let top = if caption.is_empty() { MARGIN * 0.75 } else { MARGIN + CAPTION + 14.0 };
    let page = Page { body: String::new(), unit, top, chart };
    page.draw(caption)
}

struct Page<'c> {
    body: String,
    unit: f64,
    top: f64,
    chart: &'c Chart,
}

impl Page<'_> {
    fn place(&self, p: Vec2) -> (f64, f64) {
        let at = self.chart.place(p);
        (MARGIN + at.x * self.unit, self.top + at.y * self.unit)
    }

    /// A colour over a part of the ground or a sample, or a frame in a theme without colours.
    fn laid(&self, tint: Tint, opacity: &str) -> String {
        match tint {
            Tint::Wash(colour) => format!("fill=\"{colour}\" fill-opacity=\"{opacity}\""),
            Tint::Frame(dashes) => {
                let ink = self.chart.theme.ink();
                let dashes = if dashes.is_empty() { "none" } else { dashes };
                format!(
                    "fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.4\" stroke-dasharray=\"{dashes}\""
                )
            }
        }
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

    fn text(&mut self, text: &str, at: (f64, f64), size: f64, ink: Rgb, anchor: Anchor) {
        let words = svg_util::words(text, at, size, ink, anchor);
        self.line(format_args!("{words}"));
    }

    fn draw(mut self, caption: &str) -> String {
        let (chart, theme) = (self.chart, self.chart.theme);
        let (width, height) = (chart.size.x * self.unit, chart.size.y * self.unit);
        let (left, bottom) = (MARGIN, self.top + height);
        self.text(caption, (left, MARGIN), CAPTION, theme.ink(), Anchor::Start);
        self.ground(chart, width, height);
        for goal in &chart.goals {
            let Some(tint) = theme.tint(goal.mark()) else { continue };
            let ((x, y), (_, v)) =
                (self.place(Vec2::new(0.0, goal.line)), self.place(Vec2::new(0.0, goal.edge)));
            let (x, y, h) = (x.min(MARGIN), y.min(v), num((v - y).abs()));
            let (x, y, w, laid) = (num(x), num(y), num(width), self.laid(tint, ".35"));
            self.line(format_args!("<path d=\"M{x} {y}h{w}v{h}h-{w}Z\" {laid}/>"));
        }
        let attack: String = chart.attacked.iter().map(|o| self.outline(o)).collect();
        if !attack.is_empty() {
            // All outlines have the same orientation, so overlapping ones are filled once.
            let (x, y) = (num(MARGIN), num(self.top));
            let (w, h) = (num(width), num(height));
            self.line(format_args!(
                "<clipPath id=\"plane\"><path d=\"M{x} {y}h{w}v{h}h-{w}Z\"/></clipPath>\n\
                 <path d=\"{attack}\" clip-path=\"url(#plane)\" {} fill-rule=\"nonzero\"/>",
                self::attack(theme)
            ));
        }
        for area in chart.areas.iter().filter(|area| area.sort.is_none()) {
            self.area(area);
        }
        self.line(format_args!("<g stroke-linecap=\"round\">"));
        if let Some((from, to)) = chart.last {
            let ((x, y), (u, v)) = (self.place(from), self.place(to));
            let ink = match theme.tint(Mark::LastMove) {
                Some(Tint::Wash(colour)) => colour,
                Some(Tint::Frame(_)) | None => theme.light(),
            };
            self.line(format_args!(
                "<path d=\"M{} {}L{} {}\" stroke=\"{ink}\" stroke-width=\"9\" \
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
        // A landing may lie under a body, which it captures.
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
        self.notes();
        let end = self.legend(chart, bottom + 50.0, left);
        let mover = match chart.to_move {
            Side::White => "White",
            Side::Black => "Black",
        };
        let (paper, ink) = (theme.paper(), theme.ink());
        let hatch = match theme {
            Theme::Print => format!(
                "<defs><pattern id=\"attacked\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"rotate(45)\"><path d=\"M0 0V9\" stroke=\"{ink}\" stroke-width=\"1\"/>\
                 </pattern></defs>\n"
            ),
            Theme::Wood | Theme::Plain | Theme::Dark => String::new(),
        };
        let (w, h) = (num(width + 2.0 * MARGIN), num(end + MARGIN / 2.0));
        format!(
            "{}<title>{}</title>\n\
             <desc>{mover} to move.</desc>\n{hatch}\
             <path d=\"M0 0H{w}V{h}H0Z\" fill=\"{paper}\"/>\n{}</svg>\n",
            svg_util::head(&w, &h),
            escape(&printable(caption)),
            self.body
        )
    }

    /// The plane, with a hairline and a number at every whole unit.
    fn ground(&mut self, chart: &Chart, width: f64, height: f64) {
        let (top, theme) = (self.top, chart.theme);
        let (Tones { ground, grid: hair, .. }, ink) = (tones(theme), theme.ink());
        self.line(format_args!(
            "<path d=\"M{} {}h{}v{}h{}Z\" fill=\"{ground}\" stroke=\"{ink}\" stroke-width=\"2\"/>",
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
        let (bottom, muted) = (top + height, theme.muted());
        for n in whole(chart.size.x) {
            let (x, _) = self.place(Vec2::new(n, 0.0));
            if n > 0.0 && n < chart.size.x {
                let _ = write!(grid, "M{} {}v{}", num(x), num(bottom), num(-height));
            }
            self.text(&n.to_string(), (x, bottom + NUMBERS), TEXT, muted, Anchor::Middle);
        }
        for n in whole(chart.size.y) {
            let (_, y) = self.place(Vec2::new(0.0, n));
            if n > 0.0 && n < chart.size.y {
                let _ = write!(grid, "M{} {}h{}", num(MARGIN), num(y), num(width));
            }
            self.text(&n.to_string(), (MARGIN - NUMBERS, y), TEXT, muted, Anchor::Middle);
        }
        let hair_width = if theme == Theme::Print { "0.4" } else { "1" };
        self.line(format_args!(
            "<path d=\"{grid}\" stroke=\"{hair}\" stroke-width=\"{hair_width}\" fill=\"none\"/>"
        ));
        let inward = 14.0;
        let y = if chart.to_move == chart.seat { bottom - inward } else { top + inward };
        let (x, y) = (num(MARGIN + width + 15.0), num(y));
        let (name, fill) = match chart.to_move {
            Side::White => ("white", theme.light()),
            Side::Black => ("black", theme.dark()),
        };
        self.line(format_args!(
            "<g data-to-move=\"{name}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"7.5\" fill=\"{ink}\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"{}\"/></g>",
            theme.light()
        ));
    }

    /// Rings and arrows of the user.
    fn notes(&mut self) {
        let (chart, theme) = (self.chart, self.chart.theme);
        for (at, hue) in &chart.notes {
            let ((x, y), ink) = (self.place(*at), theme.of_hue(*hue));
            self.line(format_args!(
                "<circle data-note=\"{},{}\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{ink}\" \
                 stroke-width=\"4\" stroke-opacity=\".85\"/>",
                at.x,
                at.y,
                num(x),
                num(y),
                num(0.36 * self.unit)
            ));
        }
        for (from, to, hue) in &chart.arrows {
            let attributes = format!("data-arrow=\"{},{} {},{}\"", from.x, from.y, to.x, to.y);
            let drawn =
                svg_marks::arrow(theme, *hue, self.place(*from), self.place(*to), &attributes);
            self.body += &drawn;
        }
    }

    /// The body of a piece: the points that it covers.
    fn body_of(&mut self, token: &Token) {
        let d = self.outline(&token.outline);
        let (theme, edge) = (self.chart.theme, self.chart.theme.dark());
        let fill = match (token.in_check, token.side) {
            (true, _) if theme != Theme::Print => Rgb(0xd9, 0x3a, 0x3a),
            (_, Side::White) => IVORY,
            (_, Side::Black) => tones(theme).body,
        };
        let width = if token.in_check { "3" } else { "1.2" };
        let at = format!("{},{}", token.at.x, token.at.y);
        self.line(format_args!("<path data-body=\"{at}\" d=\"{d}\" fill=\"{fill}\" fill-opacity=\".85\" stroke=\"{edge}\" stroke-width=\"{width}\"/>"));
    }

    fn area(&mut self, area: &Area) {
        let theme = self.chart.theme;
        let d: String = area.outlines.iter().map(|outline| self.outline(outline)).collect();
        let look = match area.sort {
            None => attack(theme),
            Some(Sort::Forbidden) => {
                let ink = ink(Sort::Forbidden, theme);
                format!(
                    "fill=\"{ink}\" fill-opacity=\".2\" stroke=\"{ink}\" stroke-dasharray=\"2 6\""
                )
            }
            Some(sort @ (Sort::Quiet | Sort::Promotes | Sort::Captures)) => {
                let ink = ink(sort, theme);
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
        let theme = self.chart.theme;
        let ink = ink(path.sort, theme);
        let (width, dash) = stroke(path.sort, theme);
        let point = (path.to - path.from).length() < 1e-6;
        if !point {
            self.line(format_args!(
                "<path data-way=\"{}\" d=\"M{} {}L{} {}\" stroke=\"{ink}\" stroke-width=\"{width}\" \
                 stroke-opacity=\".85\"{dash}/>",
                path.sort.word(),
                num(x),
                num(y),
                num(u),
                num(v)
            ));
        }
        if path.way == Travel::Turn && !point {
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
                // A filled end can be reached, a hollow one cannot.
                let fill = if path.open { tones(theme).ground } else { ink };
                self.line(format_args!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"3.4\" fill=\"{fill}\" stroke=\"{ink}\" \
                     stroke-width=\"1.4\"/>",
                    num(u),
                    num(v)
                ));
            }
        }
    }

    /// A bar across a path that an own piece ends.
    fn wall(&mut self, at: Vec2, along: Vec2) {
        let (x, y) = self.place(at);
        // On paper y grows downwards. A bar looks the same turned by half.
        let (dx, dy) = (along.y * 8.0, along.x * 8.0);
        let ink = self.chart.theme.dark();
        self.line(format_args!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{ink}\" stroke-width=\"2.4\"/>",
            num(x - dx),
            num(y - dy),
            num(x + dx),
            num(y + dy)
        ));
    }

    fn piece(&mut self, token: &Token) {
        let (x, y) = self.place(token.at);
        let size = 0.42 * self.unit;
        let (chart, look) = (self.chart, Look::Of(token.side));
        let parts = man(&token.man, look, chart.seat, chart.theme);
        self.line(format_args!(
            "<g data-man=\"{},{}\" transform=\"translate({} {}) scale({})\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\"><title>{} {}</title>{parts}</g>",
            token.at.x,
            token.at.y,
            num(x - size / 2.0),
            num(y - size / 2.0),
            num(size / 100.0),
            token.side.name(),
            escape(&printable(&token.man.kind))
        ));
    }

    /// Draws the legend from `y` downwards and returns its bottom.
    fn legend(&mut self, chart: &Chart, y: f64, left: f64) -> f64 {
        let theme = chart.theme;
        let mut x = left;
        let mut entries: Vec<(String, &str)> = Vec::new();
        let sorts = Sort::ALL.into_iter().filter(|s| chart.shows(*s));
        for sort in sorts {
            let (ink, (width, dash)) = (ink(sort, theme), stroke(sort, theme));
            let sample =
                format!("<path d=\"M0 0h22\" stroke=\"{ink}\" stroke-width=\"{width}\"{dash}/>");
            entries.push((sample, sort.meaning()));
        }
        if !chart.walls.is_empty() {
            let ink = theme.ink();
            let bar = format!("<path d=\"M11 -7v14\" stroke=\"{ink}\" stroke-width=\"2.4\"/>");
            entries.push((bar, "a friend ends it"));
        }
        for goal in &chart.goals {
            let Some(tint) = theme.tint(goal.mark()) else { continue };
            let patch = format!("<path d=\"M2 -8h18v16h-18Z\" {}/>", self.laid(tint, ".5"));
            entries.push((patch, goal.mark().meaning()));
        }
        if chart.shows_attack() {
            let patch = format!("<path d=\"M2 -8h18v16h-18Z\" {}/>", attack(theme));
            entries.push((patch, "attacked"));
        }
        let right = left + chart.size.x * self.unit;
        let mut y = y;
        for (sample, words) in entries {
            let width = 28.0 + svg_util::width(words, TEXT);
            if x > left && x + width > right {
                (x, y) = (left, y + LEGEND_ROW);
            }
            self.line(format_args!(
                "<g transform=\"translate({} {})\">{sample}</g>",
                num(x),
                num(y)
            ));
            self.text(words, (x + 28.0, y), TEXT, theme.ink(), Anchor::Start);
            x += width + 26.0;
        }
        y + 12.0
    }
}
