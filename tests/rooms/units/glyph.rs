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
