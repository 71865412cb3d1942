//! Pictures as PNG.
//!
//! Takes an SVG, or several that follow one another, and a width in pixels; gives the bytes of a PNG file, which moves if
//! they are several.

use std::collections::BTreeSet;

use png::{ColorType, Encoder, EncodingError};

use crate::render::raster::{Frames, PAUSE, Raster, RasterError, raster};

/// Draws an SVG of this room `width` pixels wide, as high as it needs. Errors when a side is out of bounds.
pub fn draw(svg: &str, width: u32) -> Result<Raster, RasterError> {
    let mut boxed = BTreeSet::new();
    let pixels = raster(svg, width, &mut boxed)?;
    let bytes = pixels.encode_png().map_err(|e| RasterError::Failed(e.to_string()))?;
    Ok(Raster { bytes, boxed })
}

/// The same for pictures of one size that follow one another, as an animated PNG that does not end. Each picture
/// after the first holds only the part that changes. Errors also when all of them together have too many pixels.
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
        // What is said of the first stands in the header already.
        if number > 0 {
            // Each is held against the other as it was: from a corner every size fits.
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
