//! Tests of GIF pictures.

use alfil::render::gif::animate;
use alfil::render::raster::RasterError;

/// Returns an SVG picture with a background colour and a small square.
fn picture(ground: &str, square: &str, x: u32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\"><rect width=\"40\" height=\"40\" \
         fill=\"{ground}\"/><rect x=\"{x}\" y=\"10\" width=\"5\" height=\"5\" fill=\"{square}\"/></svg>"
    )
}

/// If there are few colours, they stay exact, and later pictures contain only their changes.
#[test]
fn colours_are_kept() {
    let frames = [picture("#102030", "#aabbcc", 5), picture("#102030", "#aabbcc", 20)];
    let file = animate(&frames, 40).unwrap().bytes;
    let has = |bytes: &[u8]| file.windows(bytes.len()).any(|window| window == bytes);
    assert!(has(&[0x10, 0x20, 0x30, 0xaa, 0xbb, 0xcc]), "both in a palette, the commoner first");
    // The changed rectangle contains the old and the new place of the square: left, top, width and
    // height.
    assert!(has(&[0x2c, 5, 0, 10, 0, 20, 0, 5, 0]));
    assert!(has(b"NETSCAPE2.0"), "it begins again");
}

/// If there are more than 256 colours, the most frequent ones are kept.
#[test]
fn many_colours_become_fewer() {
    let stops = "<stop offset=\"0\" stop-color=\"#f00\"/><stop offset=\"1\" stop-color=\"#00f\"/>";
    let many = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"20\"><defs><linearGradient id=\"g\">{stops}\
         </linearGradient></defs><rect width=\"600\" height=\"10\" fill=\"url(#g)\"/><rect y=\"10\" width=\"600\" \
         height=\"10\" fill=\"#123456\"/></svg>"
    );
    let file = animate(&[many], 600).unwrap().bytes;
    assert!(file.windows(3).any(|window| window == [0x12, 0x34, 0x56]));
    assert!(matches!(animate(&[], 40), Err(RasterError::Failed(_))));
    assert!(matches!(animate(&[picture("#000", "#fff", 0)], 0), Err(RasterError::Size { .. })));
}
