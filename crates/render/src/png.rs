//! Pictures as PNG; several pictures become an animated PNG.

use std::collections::BTreeSet;

use png::{ColorType, Encoder, EncodingError};

use crate::drawing::PAUSE;
use crate::raster::{Frames, Raster, RasterError, raster};

/// Draws an SVG `width` pixels wide, as high as it needs.
///
/// # Errors
/// A side is out of bounds.
pub fn draw(svg: &str, width: u32) -> Result<Raster, RasterError> {
    let mut boxed = BTreeSet::new();
    let pixels = raster(svg, width, &mut boxed)?;
    let bytes = pixels.encode_png().map_err(|e| RasterError::Failed(e.to_string()))?;
    Ok(Raster { bytes, boxed })
}

/// Encodes pictures of one size as an endless animated PNG. Each picture after the first stores
/// only the part that changes.
///
/// # Errors
/// A side is out of bounds, or the pictures have too many pixels together.
pub fn animate(svgs: &[String], width: u32) -> Result<Raster, RasterError> {
    let failed = |error: EncodingError| RasterError::Failed(error.to_string());
    let mut frames = Frames::of(svgs, width)?;
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, frames.width, frames.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_animated(frames.count, 0).map_err(failed)?;
    encoder.set_frame_delay(PAUSE, 1000).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    for (number, frame) in frames.by_ref().enumerate() {
        let frame = frame?;
        // The header already describes the first picture, so only later ones need a description.
        if number > 0 {
            // The encoder checks position and size against each other. So the position is first set
            // to the corner, where every size fits.
            writer.set_frame_position(0, 0).map_err(failed)?;
            writer.set_frame_dimension(frame.part.width, frame.part.height).map_err(failed)?;
            writer.set_frame_position(frame.part.left, frame.part.top).map_err(failed)?;
            writer.set_frame_delay(frame.pause, 1000).map_err(failed)?;
        }
        writer.write_image_data(&frame.colours).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(Raster { bytes: file, boxed: frames.boxed })
}

#[cfg(test)]
mod tests {
    use crate::png::draw;
    use crate::raster::{MAX_SIDE, RasterError};
    use crate::scene::{Picture, Scene};
    use crate::svg;

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
}
