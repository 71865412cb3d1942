//! An SVG document in the making, and parts of both boards and planes: words, arrows, hatching, the
//! side to move.

use super::element::{Element, inline, num, polygon, xml};
use crate::render::font;
use crate::render::geometry::Point;
use crate::render::mark::Hue;
use crate::render::palette::{self, Rgb, Theme};
use crate::render::scene::printable;
use alfil_rules::look::Dye;
use alfil_rules::side::{BySide, Color, Side};
use std::fmt::Write;

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
