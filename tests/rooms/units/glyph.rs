//! Shapes of pieces.

use alfil::render::glyph::{SHAPES, shape};

#[test]
fn ids_and_kinds_are_unique() {
    let mut ids: Vec<&str> = SHAPES.iter().map(|shape| shape.id).collect();
    let mut kinds: Vec<&str> = SHAPES.iter().flat_map(|shape| shape.kinds).copied().collect();
    let (n, k) = (ids.len(), kinds.len());
    ids.sort();
    ids.dedup();
    kinds.sort();
    kinds.dedup();
    assert_eq!((ids.len(), kinds.len()), (n, k));
}

#[test]
fn names_in_any_case() {
    assert_eq!(shape("Jamal").map(|s| s.id), Some("camel"));
    assert!(shape("no such piece").is_none());
}

/// The manual lists every name that has a figure, and those of one figure together.
#[test]
fn figures_are_in_the_manual() {
    let manual = include_str!("../../../docs/language.md");
    let list = manual.split("Every other piece is a disc").nth(1).expect("the list of figures");
    let words = list.split("More pictures").next().unwrap_or_default().replace('\n', " ");
    for shape in SHAPES {
        let names: Vec<String> = shape.kinds.iter().map(|kind| format!("`{kind}`")).collect();
        assert!(words.contains(&names.join(", ")), "{}", shape.id);
    }
}
