//! Pictures as PNG.
//!
//! Owns: rasterising and its limits. Takes an SVG and a width in pixels, gives the bytes of a
//! PNG file. Invariant: no request allocates room for more than [`MAX_PIXELS`].

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The longest side of a PNG, in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The most pixels a PNG may have: four bytes each, twice over while it is encoded, so 64 MB.
pub const MAX_PIXELS: u64 = 8 << 20;

/// Why no PNG was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PngError {
    /// A side would be shorter than a pixel or longer than [`MAX_SIDE`], or there would be more than
    /// [`MAX_PIXELS`].
    Size {
        /// Asked for, in pixels.
        width: u32,
        /// What follows from it, in pixels.
        height: u32,
    },
    /// The rasteriser's own words.
    Raster(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Size { width, height } => {
                write!(
                    f,
                    "a picture of {width} x {height} pixels: a side must have from 1 to {MAX_SIDE} of them and the picture at most {MAX_PIXELS}"
                )
            }
            PngError::Raster(why) => write!(f, "the picture cannot be rasterised: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws an SVG of this room `width` pixels wide, as high as it needs. Errors when a side is out of bounds.
pub fn draw(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let raster = |why: String| PngError::Raster(why);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| raster(e.to_string()))?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).ceil() as u32;
    let fits = |side: u32| (1..=MAX_SIDE).contains(&side);
    if !fits(width) || !fits(height) || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PngError::Size { width, height });
    }
    let mut pixels =
        Pixmap::new(width, height).ok_or_else(|| raster("no room for its pixels".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| raster(e.to_string()))
}
