//! An SVG document in the making, its elements, and parts of both boards and planes: words, arrows,
//! hatching, the side to move.

use crate::font;
use crate::geometry::{Bounds, Point};
use crate::mark::Hue;
use crate::palette::{self, Rgb, Theme};
use crate::scene::{Cell, Scene, Spot, printable};
use alfil_rules::look::Dye;
use alfil_rules::side::{BySide, Color, Side};
use std::fmt::{self, Display, Write};

// An SVG document in the making, and parts of both boards and planes: words, arrows, hatching, the
// side to move.

/// The alignment of words at their point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
}

#[derive(Default)]
pub(super) struct Document {
    pub(super) theme: Theme,
    /// The content of `<defs>`; without any, the element is left out.
    pub(super) defs: String,
    body: String,
    /// Sentences about the picture for screen readers.
    description: Vec<String>,
}

impl Document {
    pub(super) fn new(theme: Theme) -> Document {
        Document { theme, ..Document::default() }
    }

    /// Adds an element on a line of its own.
    pub(super) fn add(&mut self, element: Element) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{element}");
    }

    pub(super) fn add_all(&mut self, elements: impl IntoIterator<Item = Element>) {
        elements.into_iter().for_each(|element| self.add(element));
    }

    /// Begins a group on a line of its own.
    pub(super) fn begin(&mut self, group: &Element) {
        let _ = writeln!(self.body, "{}", group.open());
    }

    /// Ends the group.
    pub(super) fn end(&mut self) {
        self.body += "</g>\n";
    }

    pub(super) fn text(&mut self, text: &str, at: Point, size: f64, ink: Rgb, anchor: Anchor) {
        self.add(words(text, at, size, ink, anchor));
    }

    /// Adds a sentence to the description.
    pub(super) fn describe(&mut self, sentence: String) {
        self.description.push(sentence);
    }

    /// The text of the whole document, with a final line feed.
    pub(super) fn finish(self, title: &str, size: Point) -> String {
        let (width, height) = (num(size.x), num(size.y));
        let root = Element::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .with("width", &width)
            .with("height", &height)
            .with("viewBox", format_args!("0 0 {width} {height}"))
            .with("font-family", font::FAMILIES)
            .with("role", "img");
        let description = self.description.join(" ");
        let description = Element::new("desc").holding(xml(&description));
        let description = (!self.description.is_empty()).then_some(description);
        let defs = Element::new("defs").holding(&self.defs);
        let defs = (!self.defs.is_empty()).then_some(defs);
        let paper =
            Element::path(format_args!("M0 0H{width}V{height}H0Z")).fill(self.theme.paper());
        let head = [Some(Element::title(title)), description, defs, Some(paper)];
        let root = root.holding_lines(head.into_iter().flatten());
        format!("{}\n", root.holding(self.body))
    }
}

/// A line of words; `at` is at the middle of its capitals. The line is as wide as in the embedded
/// font, whatever font a viewer has.
pub(super) fn words(text: &str, at: Point, size: f64, ink: Rgb, anchor: Anchor) -> Element {
    let text = line(text);
    // A picture turned by half twice must be the same, so sums are rounded before they can be near
    // half of the last digit.
    let hundredths = |n: f64| (n * 100.0).round() / 100.0;
    let base = hundredths(at.y) + hundredths(size * font::CAPITAL / 2.0);
    let words = Element::new("text").with("x", num(at.x)).with("y", num(base));
    let words = words.with("font-size", num(size)).fill(ink);
    let words = match anchor {
        Anchor::Start => words,
        Anchor::Middle => words.with("text-anchor", "middle"),
    };
    let words = match text.chars().nth(1) {
        Some(_) => {
            let length = num(font::width(&text) * size);
            words.with("textLength", length).with("lengthAdjust", "spacingAndGlyphs")
        }
        None => words,
    };
    words.holding(xml(&text))
}

/// The width of a line of words.
pub(super) fn width(text: &str, size: f64) -> f64 {
    font::width(&line(text)) * size
}

/// The text as an XML reader returns it: one space between words.
fn line(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(printable).collect();
    words.join(" ")
}

/// The pattern `id` of slanted lines at a distance of `apart`, on `ground` if there is one.
pub(super) fn hatching(id: &str, apart: f64, ground: Option<Rgb>, ink: Rgb, width: f64) -> Element {
    let side = num(apart);
    let ground =
        ground.map(|ground| Element::path(format_args!("M0 0H{side}V{side}H0Z")).fill(ground));
    let pattern = Element::new("pattern")
        .with("id", id)
        .with("width", &side)
        .with("height", &side)
        .with("patternUnits", "userSpaceOnUse")
        .with("patternTransform", "rotate(45)");
    let pattern = ground.into_iter().fold(pattern, Element::holding);
    pattern.holding(Element::path(format_args!("M0 0V{side}")).stroke(ink, width))
}

/// A small disc in the colour of the side to move.
pub(super) fn disc_of_mover(
    theme: Theme,
    side: Side,
    dyes: Option<BySide<Dye>>,
    at: Point,
    rim: Rgb,
) -> String {
    let fill = match (theme, dyes, side.color()) {
        (Theme::Wood | Theme::Plain | Theme::Dark, Some(dyes), _) => palette::dyed(dyes[side]),
        (_, _, Color::White) => theme.light(),
        (_, _, Color::Black) => theme.dark(),
    };
    inline([
        Element::circle(at, 7.5).fill(theme.ink()),
        Element::circle(at, 6.0).fill(fill).with("stroke", rim),
    ])
}

/// Distance from the start of an arrow to its tail.
const TAIL: f64 = 12.0;

/// An arrow of the user, broad and translucent, with the names of its ends; `None` if it ends where
/// it begins.
pub(super) fn arrow(
    theme: Theme,
    hue: Hue,
    from: Point,
    to: Point,
    [start, end]: [&str; 2],
) -> Option<Element> {
    let along = (to - from).unit();
    if along == Point::default() {
        return None;
    }
    let at = |x: f64, y: f64, p: Point| p + Point::new(x, y).turned(along);
    let outline = [
        at(TAIL, 4.5, from),
        at(-17.0, 4.5, to),
        at(-21.0, 14.0, to),
        at(6.0, 0.0, to),
        at(-21.0, -14.0, to),
        at(-17.0, -4.5, to),
        at(TAIL, -4.5, from),
    ];
    let arrow = Element::new("path").data("arrow", &format!("{start} {end}"));
    let arrow = arrow.with("d", polygon(outline)).fill(theme.of_hue(hue));
    let arrow = arrow.with("fill-opacity", ".75").stroke(theme.rim(), 1.5);
    Some(arrow.with("stroke-dasharray", arrow_dashes(theme, hue)).round_joins())
}

/// Dashes of the rim, in a theme whose colours are not distinguishable.
fn arrow_dashes(theme: Theme, hue: Hue) -> &'static str {
    match (theme, hue) {
        (Theme::Wood | Theme::Plain | Theme::Dark, _) | (Theme::Print, Hue::Green) => "none",
        (Theme::Print, Hue::Red) => "6 3",
        (Theme::Print, Hue::Blue) => "3 3",
        (Theme::Print, Hue::Yellow) => "1 3",
    }
}

// SVG elements, path data and numbers.
//
// A drawing is a list of `Element`s. Numbers have at most two decimal places.

/// An SVG element. Its attributes keep the order in which they are added.
pub(super) struct Element {
    /// Elements that are drawn under this one. They are on the same line of the document.
    below: String,
    name: &'static str,
    attributes: String,
    content: Option<String>,
}

impl Element {
    pub(super) fn new(name: &'static str) -> Element {
        let attributes = String::with_capacity(128);
        Element { below: String::new(), name, attributes, content: None }
    }

    pub(super) fn path(d: impl Display) -> Element {
        Element::new("path").with("d", d)
    }

    pub(super) fn circle(centre: Point, radius: f64) -> Element {
        Element::new("circle").around(centre, radius)
    }

    pub(super) fn group() -> Element {
        Element::new("g")
    }

    /// The text that a viewer shows when the pointer rests on the parent element.
    pub(super) fn title(text: &str) -> Element {
        Element::new("title").holding(xml(text))
    }

    /// Adds an attribute. The value must be valid in XML.
    pub(super) fn with(mut self, attribute: &str, value: impl Display) -> Element {
        self.attributes.extend([" ", attribute, "=\""]);
        // Writing to a String cannot fail.
        let _ = write!(self.attributes, "{value}\"");
        self
    }

    /// Adds the attribute `data-KEY` with any text.
    pub(super) fn data(mut self, key: &str, text: &str) -> Element {
        self.attributes.extend([" data-", key, "=\"", &xml(text), "\""]);
        self
    }

    /// Adds the centre and the radius of a circle.
    pub(super) fn around(self, centre: Point, radius: f64) -> Element {
        self.with("cx", num(centre.x)).with("cy", num(centre.y)).with("r", num(radius))
    }

    /// Adds a filling: a colour, `none` or the URL of a pattern.
    pub(super) fn fill(self, filling: impl Display) -> Element {
        self.with("fill", filling)
    }

    pub(super) fn stroke(self, ink: Rgb, width: f64) -> Element {
        self.with("stroke", ink).with("stroke-width", num(width))
    }

    /// Adds dashes; an empty text adds nothing.
    pub(super) fn dashes(self, dashes: &str) -> Element {
        if dashes.is_empty() { self } else { self.with("stroke-dasharray", dashes) }
    }

    pub(super) fn round_joins(self) -> Element {
        self.with("stroke-linejoin", "round")
    }

    pub(super) fn round_caps(self) -> Element {
        self.with("stroke-linecap", "round")
    }

    /// Adds content, which must be valid XML.
    pub(super) fn holding(mut self, content: impl Display) -> Element {
        let _ = write!(self.content.get_or_insert_default(), "{content}");
        self
    }

    /// Adds elements on lines of their own.
    pub(super) fn holding_lines(self, elements: impl IntoIterator<Item = Element>) -> Element {
        let start = self.holding('\n');
        elements.into_iter().fold(start, |all, element| all.holding(element).holding('\n'))
    }

    /// Draws this element over `below`, on the same line.
    pub(super) fn over(mut self, below: Element) -> Element {
        self.below = below.to_string();
        self
    }

    /// The start tag.
    pub(super) fn open(&self) -> String {
        format!("<{}{}>", self.name, self.attributes)
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Element { below, name, attributes, content } = self;
        match content {
            Some(content) => write!(f, "{below}<{name}{attributes}>{content}</{name}>"),
            None => write!(f, "{below}<{name}{attributes}/>"),
        }
    }
}

/// Elements next to each other on one line.
pub(super) fn inline(elements: impl IntoIterator<Item = Element>) -> String {
    elements.into_iter().map(|element| element.to_string()).collect()
}

/// `text` as XML, without control characters.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}

/// Writes a number with at most two decimal places, without trailing zeros.
pub(super) fn num(value: f64) -> String {
    let mut text = format!("{value:.2}");
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    if text == "-0" { "0".to_owned() } else { text }
}

/// A point in path data.
pub(super) fn pair(p: Point) -> String {
    format!("{} {}", num(p.x), num(p.y))
}

/// A path of straight lines through `points`.
pub(super) fn polyline(points: impl IntoIterator<Item = Point>) -> String {
    let points: Vec<String> = points.into_iter().map(pair).collect();
    if points.is_empty() { String::new() } else { format!("M{}", points.join("L")) }
}

/// A closed path through `points`. Horizontal and vertical sides take one number each, which halves
/// a drawing of squares.
pub(super) fn polygon(points: impl IntoIterator<Item = Point>) -> String {
    let mut d = String::new();
    let mut last: Option<(String, String)> = None;
    for (x, y) in points.into_iter().map(|p| (num(p.x), num(p.y))) {
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

/// A square with sides of `2 * reach`.
pub(super) fn square(centre: Point, reach: f64) -> String {
    let (left, top, side) = (centre.x - reach, centre.y - reach, 2.0 * reach);
    let corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)];
    polygon(corners.map(|(x, y)| Point::new(x, y)))
}

/// A rectangle with its upper left corner at `corner`.
pub(super) fn rectangle(corner: Point, width: f64, height: f64) -> String {
    let (at, width, height) = (pair(corner), num(width), num(height));
    format!("M{at}h{width}v{height}h-{width}Z")
}

/// A circle as path data.
pub(super) fn ring(centre: Point, radius: f64) -> String {
    let (left, y) = (num(centre.x - radius), num(centre.y));
    let (r, across) = (num(radius), num(2.0 * radius));
    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z")
}

/// An arrowhead in the direction of the unit vector `along`; `half` is half its width.
pub(super) fn arrowhead(tip: Point, along: Point, length: f64, half: f64) -> String {
    let corner = |across: f64| tip + Point::new(-length, across).turned(along);
    polygon([tip, corner(half), corner(-half)])
}

// The place of a scene on paper.

/// Width of a cell, in units of the view box.
pub(super) const CELL: f64 = 60.0;

/// A scene and its place on paper: the upper left corner of its bounds is the origin.
pub(super) struct View<'s> {
    pub(super) scene: &'s Scene,
    bounds: Bounds,
}

impl View<'_> {
    pub(super) fn of(scene: &Scene) -> View<'_> {
        View { scene, bounds: scene.bounds() }
    }

    /// The place of a point of the scene, in units of the view box.
    pub(super) fn place(&self, p: Point) -> Point {
        let p = self.scene.on_paper(p);
        Point::new((p.x - self.bounds.low.x) * CELL, (self.bounds.high.y - p.y) * CELL)
    }

    /// The centre of a cell on paper.
    pub(super) fn centre(&self, spot: Spot) -> Option<Point> {
        self.scene.cells().get(spot).map(|cell| self.place(cell.centre))
    }

    /// The name of a cell; empty if there is none.
    pub(super) fn name(&self, spot: Option<&Spot>) -> &str {
        let cell = spot.and_then(|spot| self.scene.cells().get(*spot));
        cell.map_or("", |cell| &cell.name)
    }

    /// The path around a cell.
    pub(super) fn outline(&self, cell: &Cell) -> String {
        polygon(cell.outline.iter().map(|p| self.place(*p)))
    }

    /// Width and height on paper.
    pub(super) fn size(&self) -> Point {
        self.bounds.size() * CELL
    }
}
