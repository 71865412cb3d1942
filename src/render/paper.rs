//! What every drawer of SVG writes: numbers, paths and words.
//!
//! Owns: how they are spelt. Invariant: no number has more than two digits after its point.

/// The direction from one point to another, of length 1; zero if they are one point.
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

/// A point in a path.
pub(super) fn pair((x, y): (f64, f64)) -> String {
    format!("{} {}", num(x), num(y))
}

/// At most two digits after the point, and none that say nothing.
pub(super) fn num(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// `text` as XML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
