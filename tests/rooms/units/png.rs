//! Tests of PNG pictures.

use alfil::render::png::draw;
use alfil::render::raster::{MAX_SIDE, RasterError};
use alfil::render::scene::{Picture, Scene};
use alfil::render::svg;

#[test]
fn draws_within_bounds() {
    let scene = Scene::grid(2, 3, |f, r| Some(1 + (f + r) % 2));
    let picture = svg::draw(&Picture::of("Two by three", scene));
    let png = draw(&picture, 120).unwrap();
    assert!(png.bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The width is big-endian in the header chunk.
    assert_eq!(png.bytes[16..20], 120u32.to_be_bytes());
    for width in [0, 4000, MAX_SIDE + 1, u32::MAX] {
        assert!(matches!(draw(&picture, width), Err(RasterError::Size { .. })), "{width}");
    }
    assert!(draw(&svg::draw(&Picture::default()), 50).is_ok());
}
