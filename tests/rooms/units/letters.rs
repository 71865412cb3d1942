//! Letters drawn as strokes.

use alfil::render::letters::{BOX, GAP, STROKES, stroke, width};

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
