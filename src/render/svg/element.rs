//! SVG elements, path data and numbers.
//!
//! A drawing is a list of [`Element`]s. Numbers have at most two decimal places.

use crate::render::geometry::Point;
use crate::render::palette::Rgb;
use crate::render::scene::printable;
use std::fmt::{self, Display, Write};

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
