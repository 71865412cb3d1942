//! Pictures as PNG.
//!
//! Owns: rasterising and its limits. Takes an SVG, or several that follow one another, and a width in pixels; gives the
//! bytes of a PNG file, which moves if they are several. Invariant: no request allocates room for more than twice
//! [`MAX_PIXELS`]; words are in the embedded font, so that a picture is the same on every machine.

use std::fmt;

use png::{ColorType, Encoder, EncodingError};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Tree};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use crate::render::font;

/// The longest side of a PNG, in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The most pixels a PNG may have: four bytes each, twice over while it is encoded, so 64 MB.
pub const MAX_PIXELS: u64 = 8 << 20;

/// The most pixels that all pictures of a moving one may have together: about 250 of usual size.
pub const MAX_MOVING: u64 = 64 << 20;
/// How long a picture of a moving one stands, in milliseconds; the last stands four times as long.
const PAUSE: u16 = 900;

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
    /// A moving picture would have more than [`MAX_MOVING`].
    Length {
        /// Of each picture, in pixels.
        width: u32,
        /// The same.
        height: u32,
        /// Pictures.
        count: u32,
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
            PngError::Length { width, height, count } => {
                write!(
                    f,
                    "{count} pictures of {width} x {height} pixels: a moving picture may have at most {MAX_MOVING} of them in all"
                )
            }
            PngError::Raster(why) => write!(f, "the picture cannot be rasterised: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for file in font::FILES {
        fonts.load_font_source(Source::Binary(Arc::new(file)));
    }
    Arc::new(fonts)
});

/// A PNG file.
#[derive(Clone, Debug)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// Characters that the embedded font lacks: a box stands for each.
    pub boxed: BTreeSet<char>,
}

/// Draws an SVG of this room `width` pixels wide, as high as it needs. Errors when a side is out of bounds.
pub fn draw(svg: &str, width: u32) -> Result<Png, PngError> {
    let mut boxed = BTreeSet::new();
    let pixels = raster(svg, width, &mut boxed)?;
    let bytes = pixels.encode_png().map_err(|e| PngError::Raster(e.to_string()))?;
    Ok(Png { bytes, boxed })
}

/// Collects what the font lacks of all words that are drawn.
fn lacking(group: &Group, boxed: &mut BTreeSet<char>) {
    for node in group.children() {
        match node {
            Node::Group(group) => lacking(group, boxed),
            Node::Text(text) => {
                let letters = text.chunks().iter().flat_map(|chunk| chunk.text().chars());
                boxed.extend(letters.filter(|&c| font::lacks(c)));
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

/// The same for pictures of one size that follow one another, as an animated PNG that does not end. Each picture
/// after the first holds only the part that changes. Errors also when all of them together have too many pixels.
pub fn animate(svgs: &[String], width: u32) -> Result<Png, PngError> {
    let mut boxed = BTreeSet::new();
    let failed = |error: EncodingError| PngError::Raster(error.to_string());
    let Some((first, rest)) = svgs.split_first() else {
        return Err(PngError::Raster("there is no picture".to_owned()));
    };
    let first = raster(first, width, &mut boxed)?;
    let (width, height) = (first.width(), first.height());
    let count = u32::try_from(svgs.len()).unwrap_or(u32::MAX);
    if u64::from(count) * u64::from(width) * u64::from(height) > MAX_MOVING {
        return Err(PngError::Length { width, height, count });
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_animated(count, 0).map_err(failed)?;
    encoder.set_frame_delay(PAUSE, 1000).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let whole = Part { left: 0, top: 0, width, height };
    writer.write_image_data(&whole.of(&first)).map_err(failed)?;
    let mut before = first;
    for (number, svg) in rest.iter().enumerate() {
        let now = raster(svg, width, &mut boxed)?;
        let part = if (now.width(), now.height()) == (width, height) {
            Part::changed(&before, &now)
        } else {
            return Err(PngError::Raster("the pictures differ in size".to_owned()));
        };
        // Each is held against the other as it was: from a corner every size fits.
        writer.set_frame_position(0, 0).map_err(failed)?;
        writer.set_frame_dimension(part.width, part.height).map_err(failed)?;
        writer.set_frame_position(part.left, part.top).map_err(failed)?;
        if number + 1 == rest.len() {
            writer.set_frame_delay(4 * PAUSE, 1000).map_err(failed)?;
        }
        writer.write_image_data(&part.of(&now)).map_err(failed)?;
        before = now;
    }
    writer.finish().map_err(failed)?;
    Ok(Png { bytes: file, boxed })
}

/// A rectangle of a picture, in pixels.
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Part {
    /// The smallest one outside of which two pictures of one size are alike; never empty.
    fn changed(before: &Pixmap, now: &Pixmap) -> Part {
        let pixels = before.pixels().iter().zip(now.pixels()).zip(0_u32..);
        let differ = pixels.filter(|((a, b), _)| a != b);
        let places = differ.map(|(_, at)| (at % now.width(), at / now.width()));
        let around = places.fold(None, |around: Option<[u32; 4]>, (x, y)| {
            let [left, top, right, bottom] = around.unwrap_or([x, y, x, y]);
            Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
        });
        let [left, top, right, bottom] = around.unwrap_or_default();
        Part { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// Its colours, row by row. Pictures are drawn on paper, so none shines through.
    fn of(&self, picture: &Pixmap) -> Vec<u8> {
        let across = picture.width() as usize;
        let rows = picture.pixels().chunks(across).skip(self.top as usize);
        let row = |row: &[PremultipliedColorU8]| -> Vec<u8> {
            let part = row.iter().skip(self.left as usize).take(self.width as usize);
            part.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
        };
        rows.take(self.height as usize).flat_map(row).collect()
    }
}

fn raster(svg: &str, width: u32, boxed: &mut BTreeSet<char>) -> Result<Pixmap, PngError> {
    let failed = |why: String| PngError::Raster(why);
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|e| failed(e.to_string()))?;
    lacking(tree.root(), boxed);
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).ceil() as u32;
    let fits = |side: u32| (1..=MAX_SIDE).contains(&side);
    if !fits(width) || !fits(height) || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PngError::Size { width, height });
    }
    let mut pixels =
        Pixmap::new(width, height).ok_or_else(|| failed("no room for its pixels".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
