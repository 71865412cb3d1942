//! An alphabet of strokes, so that no drawing depends on a font.
//!
//! Owns: the form and the width of each character. Gives path data whose unit is a tenth of the height
//! of a capital: capitals reach from y = 0 down to the base line at y = 10, small letters from 4 to 10,
//! tails to 13. To be stroked with round ends, not filled. All drawn for this project. Invariant: every
//! character has a form; one that nobody drew is an empty box.

/// Between two characters.
const GAP: f64 = 2.4;

/// Width and path of `c`. A space has an empty path.
pub fn stroke(c: char) -> (f64, &'static str) {
    match STROKES.binary_search_by_key(&c, |(known, ..)| *known) {
        Ok(i) => STROKES.get(i).map_or(BOX, |&(_, width, path)| (width, path)),
        Err(_) => BOX,
    }
}

/// Width of a line of text, without a gap at either end.
pub fn width(text: &str) -> f64 {
    offsets(text).last().map_or(0.0, |(c, x)| x + stroke(c).0)
}

/// Each character with the place of its left edge.
pub fn offsets(text: &str) -> impl Iterator<Item = (char, f64)> {
    text.chars().scan(0.0, |x, c| {
        let at = *x;
        *x += stroke(c).0 + GAP;
        Some((c, at))
    })
}

const BOX: (f64, &str) = (5.0, "M0 0H5V10H0Z");

// In the order of code points, for the binary search.
#[rustfmt::skip]
const STROKES: &[(char, f64, &str)] = &[
    (' ', 2.4, ""),
    ('!', 0.2, "M0 0V6.6M0 9.9V10"),
    ('"', 2.0, "M0 0V2.6M2 0V2.6"),
    ('#', 6.0, "M2 1L1 9M5 1L4 9M.4 3.6H6M0 6.4H5.6"),
    ('&', 6.8, "M6.8 10L1.6 3.6C-.4.6 1.4 0 2.6 0C4.4 0 5 2.6 2.8 4C-1.8 6.6 0 10 2.6 10C5 10 6 8 6.4 5.6"),
    ('\'', 0.2, "M0 0V2.6"),
    ('(', 2.0, "M2-.6Q-2 5 2 11.2"),
    (')', 2.0, "M0-.6Q4 5 0 11.2"),
    ('*', 4.4, "M2.2.6V5.6M0 1.8L4.4 4.4M4.4 1.8L0 4.4"),
    ('+', 5.0, "M0 6H5M2.5 3.5V8.5"),
    (',', 0.6, "M.5 9.8L0 11.6"),
    ('-', 3.2, "M0 6.4H3.2"),
    ('.', 0.2, "M0 9.9V10"),
    ('/', 4.0, "M0 11L4-.6"),
    ('0', 5.4, "M0 5a2.7 5 0 1 0 5.4 0a2.7 5 0 1 0-5.4 0Z"),
    ('1', 2.4, "M0 2L2.4 0V10"),
    ('2', 5.2, "M.2 2.4C.4.8 1.4 0 2.6 0C4.2 0 5 1.2 5 2.6C5 5 1.8 7 0 10H5.2"),
    ('3', 5.2, "M.3 1.4C.8.5 1.6 0 2.6 0C5.8 0 5.8 4.7 1.9 4.7C6.3 4.7 6.3 10 2.5 10C1.4 10 .5 9.5 0 8.5"),
    ('4', 5.8, "M4.2 10V0L0 7H5.8"),
    ('5', 5.2, "M4.8 0H.9L.4 4.6C3.8 3 5.2 5 5.2 6.8C5.2 10.4 1.4 10.9 0 8.7"),
    ('6', 5.2, "M4.5 0C1.8 1 0 3.8 0 7a2.6 3 0 1 0 5.2 0C5.2 3.4 1.2 3 .2 5.8"),
    ('7', 5.0, "M0 0H5L1.6 10"),
    ('8', 5.2, "M.3 2.35a2.3 2.35 0 1 0 4.6 0a2.3 2.35 0 1 0-4.6 0ZM0 7.35a2.6 2.65 0 1 0 5.2 0a2.6 2.65 0 1 0-5.2 0Z"),
    ('9', 5.2, "M.7 10C3.4 9 5.2 6.2 5.2 3a2.6 3 0 1 0-5.2 0C0 6.6 4 7 5 4.2"),
    (':', 0.2, "M0 5V5.1M0 9.9V10"),
    (';', 0.6, "M.5 5V5.1M.5 9.8L0 11.6"),
    ('=', 5.0, "M0 4.6H5M0 7.6H5"),
    ('?', 4.6, "M0 1.8C.4.6 1.2 0 2.3 0C5 0 5.4 3 3.4 4.4C2.4 5 2.2 5.6 2.2 7M2.2 9.9V10"),
    ('A', 6.6, "M0 10L3.3 0L6.6 10M1.2 6.6H5.4"),
    ('B', 5.8, "M0 0V10H3.1a2.7 2.7 0 0 0 0-5.4H0M0 0H2.7a2.3 2.3 0 0 1 0 4.6"),
    ('C', 6.4, "M6.4 1.8A3.7 5 0 1 0 6.4 8.2"),
    ('D', 6.4, "M0 0V10H2.2C7.8 10 7.8 0 2.2 0Z"),
    ('E', 5.0, "M5 0H0V10H5M0 4.8H4.4"),
    ('F', 5.0, "M5 0H0V10M0 4.8H4.4"),
    ('G', 6.6, "M6.4 1.8A3.7 5 0 1 0 6.6 7.6V5.4H4.2"),
    ('H', 6.0, "M0 0V10M6 0V10M0 4.8H6"),
    ('I', 0.2, "M.1 0V10"),
    ('J', 4.2, "M4.2 0V7.4C4.2 10.6 1 10.9 0 8.6"),
    ('K', 5.8, "M0 0V10M5.6 0L0 6M2.1 3.9L5.8 10"),
    ('L', 4.8, "M0 0V10H4.8"),
    ('M', 7.4, "M0 10V0L3.7 6.6L7.4 0V10"),
    ('N', 6.0, "M0 10V0L6 10V0"),
    ('O', 7.0, "M0 5a3.5 5 0 1 0 7 0a3.5 5 0 1 0-7 0Z"),
    ('P', 5.6, "M0 10V0H2.8a2.8 2.8 0 0 1 0 5.6H0"),
    ('Q', 7.2, "M0 5a3.5 5 0 1 0 7 0a3.5 5 0 1 0-7 0ZM4.6 7.4L7.2 10.6"),
    ('R', 6.0, "M0 10V0H2.8a2.8 2.8 0 0 1 0 5.6H0M2.8 5.6L6 10"),
    ('S', 5.6, "M5.3 1.6C4.6.5 3.8 0 2.8 0C-.6 0-.6 4.2 2.5 4.8C6.6 5.6 6.4 10 2.8 10C1.6 10 .6 9.4 0 8.2"),
    ('T', 6.0, "M0 0H6M3 0V10"),
    ('U', 6.0, "M0 0V6.8a3 3.2 0 0 0 6 0V0"),
    ('V', 6.4, "M0 0L3.2 10L6.4 0"),
    ('W', 9.0, "M0 0L2.3 10L4.5 2.5L6.7 10L9 0"),
    ('X', 6.0, "M0 0L6 10M6 0L0 10"),
    ('Y', 6.0, "M0 0L3 5L6 0M3 5V10"),
    ('Z', 5.8, "M0 0H5.8L0 10H5.8"),
    ('_', 5.0, "M0 11H5"),
    ('a', 4.8, "M4.8 4V10M4.8 7a2.4 3 0 1 0-4.8 0a2.4 3 0 1 0 4.8 0"),
    ('b', 4.8, "M0 0V10M0 7a2.4 3 0 1 0 4.8 0a2.4 3 0 1 0-4.8 0"),
    ('c', 4.5, "M4.5 5.1A2.5 3 0 1 0 4.5 8.9"),
    ('d', 4.8, "M4.8 0V10M4.8 7a2.4 3 0 1 0-4.8 0a2.4 3 0 1 0 4.8 0"),
    ('e', 4.8, "M0 7H4.8A2.4 3 0 1 0 4.3 8.9"),
    ('f', 3.2, "M3.2.2C1.8-.2 1.2.6 1.2 2V10M0 4H3"),
    ('g', 4.8, "M4.8 7a2.4 3 0 1 0-4.8 0a2.4 3 0 1 0 4.8 0M4.8 4V10.4C4.8 13.4 1.2 13.8.2 12"),
    ('h', 4.6, "M0 0V10M0 6.8C0 3.1 4.6 3.1 4.6 6.8V10"),
    ('i', 0.2, "M.1 4V10M.1 1.1V1.2"),
    ('j', 1.6, "M1.6 4V11C1.6 12.4 1 13 0 13M1.6 1.1V1.2"),
    ('k', 4.4, "M0 0V10M4.2 4L0 7.8M1.6 6.4L4.4 10"),
    ('l', 0.2, "M.1 0V10"),
    ('m', 7.6, "M0 4V10M0 6.6C0 3.1 3.8 3.1 3.8 6.6V10M3.8 6.6C3.8 3.1 7.6 3.1 7.6 6.6V10"),
    ('n', 4.6, "M0 4V10M0 6.8C0 3.1 4.6 3.1 4.6 6.8V10"),
    ('o', 5.0, "M0 7a2.5 3 0 1 0 5 0a2.5 3 0 1 0-5 0Z"),
    ('p', 4.8, "M0 4V13M0 7a2.4 3 0 1 0 4.8 0a2.4 3 0 1 0-4.8 0"),
    ('q', 4.8, "M4.8 4V13M4.8 7a2.4 3 0 1 0-4.8 0a2.4 3 0 1 0 4.8 0"),
    ('r', 2.8, "M0 4V10M0 6.8C0 4.8 1.2 3.8 2.8 4.2"),
    ('s', 4.0, "M3.8 5C3.4 4.3 2.8 4 2.1 4C-.2 4-.2 6.5 1.9 6.9C4.6 7.4 4.5 10 2 10C1.1 10 .4 9.6 0 8.9"),
    ('t', 3.2, "M1.2 1.4V8C1.2 9.6 1.9 10.2 3.2 9.8M0 4H3"),
    ('u', 4.6, "M0 4V7.2C0 10.9 4.6 10.9 4.6 7.2M4.6 4V10"),
    ('v', 4.6, "M0 4L2.3 10L4.6 4"),
    ('w', 7.0, "M0 4L1.8 10L3.5 5L5.2 10L7 4"),
    ('x', 4.4, "M0 4L4.4 10M4.4 4L0 10"),
    ('y', 4.8, "M0 4L2.4 10M4.8 4L2.4 10L1.3 12.8"),
    ('z', 4.2, "M0 4H4.2L0 10H4.2"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_for_the_search() {
        assert!(STROKES.windows(2).all(|w| matches!(w, [a, b] if a.0 < b.0)));
        for c in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert_ne!(stroke(c), BOX, "{c}");
        }
        assert_eq!(stroke('\u{fc}'), BOX);
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width(""), 0.0);
        assert_eq!(width("T"), 6.0);
        assert_eq!(width("TT"), 12.0 + GAP);
    }
}
