//! Tests of level lines across outlines, in `plane/outline.rs`.

use alfil::plane::geometry::outline::{Level, surround};
use alfil::plane::geometry::scalar::Vec2;

/// A square with a hole that shares no side with it, and a triangle whose tip touches the hole.
const OUTLINES: [&[(f64, f64)]; 3] = [
    &[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)],
    &[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)],
    &[(5.0, 0.5), (6.0, 2.0), (3.0, 3.0)],
];

#[test]
fn a_level_line_surrounds_the_same_points_as_the_outlines() {
    let outlines: Vec<Vec<Vec2>> = OUTLINES
        .iter()
        .map(|outline| outline.iter().map(|&(x, y)| Vec2::new(x, y)).collect())
        .collect();
    let mut inside = 0;
    // Steps of a quarter go through all corners and along level and upright sides.
    for row in -2..=18 {
        let y = f64::from(row) / 4.0;
        let level = Level::of(&outlines, y);
        for column in -2..=26 {
            let p = Vec2::new(f64::from(column) / 4.0, y);
            assert_eq!(level.is_surrounded(p.x), surround(&outlines, p), "{p:?}");
            inside += usize::from(level.is_surrounded(p.x));
        }
    }
    assert!(inside > 100, "{inside} points are inside");
}

#[test]
fn a_level_line_without_crossings_surrounds_nothing() {
    assert!(!Level::of(&[], 0.0).is_surrounded(0.0));
}
