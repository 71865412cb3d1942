//! Writes and reads the circle of an arc: `l2` after the bearing bends to the left with a radius of
//! 2, and `r2` to the right.

use crate::play::plane::reading::digits;
use alfil_plane::space::rotation::{Curvature, Rotation};

/// The decimal places of a written radius, as many as the movement language has.
const DIGITS: usize = 3;

/// Writes a circle.
pub(crate) fn write(curve: Curvature) -> String {
    let side = match curve.way {
        Rotation::Left => 'l',
        Rotation::Right => 'r',
    };
    format!("{side}{}", digits(curve.radius, DIGITS))
}

/// Splits a bearing from the circle that may follow it. `None` if the circle is misspelt.
pub(super) fn parse(text: &str) -> Option<(&str, Option<Curvature>)> {
    let Some(at) = text.find(['l', 'r']) else { return Some((text, None)) };
    let (bearing, circle) = text.split_at(at);
    let way = if circle.starts_with('l') { Rotation::Left } else { Rotation::Right };
    let radius = circle[1..].parse().ok().filter(|n: &f64| n.is_finite() && *n > 0.0)?;
    Some((bearing, Some(Curvature { radius, way })))
}
