//! Helpers of all SVG renderers: numbers, paths and words.
//!
//! Numbers have at most two decimal places. A line of words is as wide as in the embedded font, whatever font a viewer
//! has.

use crate::render::font;
use crate::render::palette::Rgb;
use crate::render::scene::printable;

/// The alignment of words at their x.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// A line of words of this size; `middle` is the middle of its capitals.
pub(super) fn words(
    text: &str,
    (x, middle): (f64, f64),
    size: f64,
    ink: Rgb,
    anchor: Anchor,
) -> String {
    let text = line(text);
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
    };
    // Other fonts are narrower or wider; the measured width must hold in them, too.
    let width = match text.chars().nth(1) {
        Some(_) => {
            let length = num(font::width(&text) * size);
            format!(" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\"")
        }
        None => String::new(),
    };
    // A picture turned by half twice must be the same, so sums are rounded before they can be near half of the last
    // digit.
    let hundredths = |n: f64| (n * 100.0).round() / 100.0;
    let base = hundredths(middle) + hundredths(size * font::CAPITAL / 2.0);
    format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{ink}\"{anchor}{width}>{}</text>",
        num(x),
        num(base),
        num(size),
        escape(&text)
    )
}

/// The width of [`words`].
pub(super) fn width(text: &str, size: f64) -> f64 {
    font::width(&line(text)) * size
}

/// The text as an XML reader returns it: one space between words.
fn line(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(printable).collect();
    words.join(" ")
}

/// The beginning of every document.
pub(super) fn head(width: &str, height: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\" role=\"img\">\n",
        font::FAMILIES
    )
}

/// The direction from one point to another with length 1; zero for equal points.
pub(super) fn unit(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length > 0.0 { (dx / length, dy / length) } else { (0.0, 0.0) }
}

/// A closed path through `points`.
pub(super) fn polygon(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut d = String::new();
    let mut last: Option<(String, String)> = None;
    for (x, y) in points.map(|(x, y)| (num(x), num(y))) {
        // Horizontal and vertical sides need one number each, which halves a drawing of squares.
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

/// A point in a path.
pub(super) fn pair((x, y): (f64, f64)) -> String {
    format!("{} {}", num(x), num(y))
}

/// At most two decimal places, without trailing zeros.
pub(super) fn num(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// `text` as XML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Width of a cell, in units of the view box.
pub(super) const CELL: f64 = 60.0;
