//! Draws pictures as pixels and encodes them as GIF. `png.rs` encodes them as PNG.

use crate::drawing::{MAX_MOVING, PAUSE};
use crate::font;
use gif::{DisposalMethod, Encoder, EncodingError, Repeat};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Tree};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use std::{fmt, slice};

// Draws pictures as pixels; `png` and `gif` encode them.
//
// `Frames` yields the pictures of an animation, each as the part that changes. No picture has more
// than `MAX_PIXELS`, and at most two are in memory. Words use the embedded font, so a picture is
// the same on every machine.

/// The greatest width and height of a picture in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The greatest number of pixels of a picture. A pixel takes four bytes, and encoding needs a
/// second copy, so this is 64 MB.
pub(crate) const MAX_PIXELS: u64 = 8 << 20;

/// The reason why a picture could not be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RasterError {
    /// A side would be shorter than a pixel or longer than [`MAX_SIDE`], or there would be more
    /// than `MAX_PIXELS`.
    Size {
        /// The requested width in pixels.
        width: u32,
        /// The resulting height in pixels.
        height: u32,
    },
    /// An animation would have more than `MAX_MOVING` pixels.
    Length {
        /// Width of each picture in pixels.
        width: u32,
        /// Height of each picture in pixels.
        height: u32,
        /// The number of pictures.
        count: u32,
    },
    /// The message of the rasteriser.
    Failed(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RasterError::Size { width, height } => {
                write!(
                    f,
                    "a picture of {width} x {height} pixels: a side must have from 1 to {MAX_SIDE} of them and the picture at most {MAX_PIXELS}"
                )
            }
            RasterError::Length { width, height, count } => {
                write!(
                    f,
                    "{count} pictures of {width} x {height} pixels: a moving picture may have at most {MAX_MOVING} of them in all"
                )
            }
            RasterError::Failed(why) => write!(f, "the picture cannot be rasterised: {why}"),
        }
    }
}

impl std::error::Error for RasterError {}

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for file in font::FILES {
        fonts.load_font_source(Source::Binary(Arc::new(file)));
    }
    Arc::new(fonts)
});

/// An encoded picture.
#[derive(Clone, Debug)]
pub struct Raster {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Characters that the embedded font lacks; each is drawn as a box.
    pub boxed: BTreeSet<char>,
}

/// Draws an SVG `width` pixels wide, as high as it needs.
pub(super) fn raster(
    svg: &str,
    width: u32,
    boxed: &mut BTreeSet<char>,
) -> Result<Pixmap, RasterError> {
    let failed = |why: String| RasterError::Failed(why);
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|e| failed(e.to_string()))?;
    lacking(tree.root(), boxed);
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).ceil() as u32;
    let fits = |side: u32| (1..=MAX_SIDE).contains(&side);
    if !fits(width) || !fits(height) || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(RasterError::Size { width, height });
    }
    let mut pixels =
        Pixmap::new(width, height).ok_or_else(|| failed("no room for its pixels".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Collects the characters that the font lacks, from all words of the picture.
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

/// Pictures of one size that follow one another: the first as a whole, later ones as the part that
/// changes.
pub(super) struct Frames<'s> {
    rest: slice::Iter<'s, String>,
    /// Width of each picture in pixels.
    pub(crate) width: u32,
    /// Height of each picture in pixels.
    pub(crate) height: u32,
    pub(crate) count: u32,
    /// Characters that the font lacks in the pictures so far.
    pub(crate) boxed: BTreeSet<char>,
    first: Option<Pixmap>,
    before: Pixmap,
}

/// One picture of an animation.
pub(super) struct Frame {
    /// The part that changes.
    pub(crate) part: Part,
    /// The colours of the part, row by row, three bytes each.
    pub(crate) colours: Vec<u8>,
    /// Duration in milliseconds.
    pub(crate) pause: u16,
}

impl<'s> Frames<'s> {
    /// Prepares the pictures of an animation. Fails if there are no pictures, or if they have too
    /// many pixels together.
    pub(crate) fn of(svgs: &'s [String], width: u32) -> Result<Frames<'s>, RasterError> {
        let mut boxed = BTreeSet::new();
        let Some((first, rest)) = svgs.split_first() else {
            return Err(RasterError::Failed("there is no picture".to_owned()));
        };
        let first = raster(first, width, &mut boxed)?;
        let (width, height) = (first.width(), first.height());
        let count = u32::try_from(svgs.len()).unwrap_or(u32::MAX);
        if u64::from(count) * u64::from(width) * u64::from(height) > MAX_MOVING {
            return Err(RasterError::Length { width, height, count });
        }
        let rest = rest.iter();
        Ok(Frames { rest, width, height, count, boxed, before: first.clone(), first: Some(first) })
    }

    fn following(&mut self, svg: &str) -> Result<Frame, RasterError> {
        let now = raster(svg, self.width, &mut self.boxed)?;
        if (now.width(), now.height()) != (self.width, self.height) {
            return Err(RasterError::Failed("the pictures differ in size".to_owned()));
        }
        let part = Part::changed(&self.before, &now);
        let colours = part.of(&now);
        self.before = now;
        let pause = if self.rest.len() == 0 { 4 * PAUSE } else { PAUSE };
        Ok(Frame { part, colours, pause })
    }
}

impl Iterator for Frames<'_> {
    type Item = Result<Frame, RasterError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(first) = self.first.take() {
            let part = Part { left: 0, top: 0, width: self.width, height: self.height };
            let colours = part.of(&first);
            return Some(Ok(Frame { part, colours, pause: PAUSE }));
        }
        let svg = self.rest.next()?;
        Some(self.following(svg))
    }
}

/// A rectangle of a picture, in pixels.
pub(super) struct Part {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Part {
    /// The smallest rectangle outside of which two pictures of one size are equal; never empty.
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

    /// The colours of this part of `picture`, row by row.
    fn of(&self, picture: &Pixmap) -> Vec<u8> {
        let across = picture.width() as usize;
        let rows = picture.pixels().chunks(across).skip(self.top as usize);
        let row = |row: &[PremultipliedColorU8]| -> Vec<u8> {
            let part = row.iter().skip(self.left as usize).take(self.width as usize);
            part.flat_map(on_white).collect()
        };
        rows.take(self.height as usize).flat_map(row).collect()
    }
}

/// Lays a colour over white. The background is opaque, but it may cover the last row of pixels only
/// in part.
fn on_white(pixel: &PremultipliedColorU8) -> [u8; 3] {
    let rest = u8::MAX - pixel.alpha();
    [pixel.red(), pixel.green(), pixel.blue()].map(|part| part.saturating_add(rest))
}

// Animations as GIF.
//
// A picture of at most 256 colours keeps them exactly. Of more colours the most common ones stay,
// which are those of areas; smoothed edges use the nearest of them.

/// The greatest number of colours of one picture.
const MAX_COLOURS: usize = 256;

type Colour = [u8; 3];

/// Encodes pictures of one size as an endless animation. Each picture after the first stores only
/// the part that changes.
///
/// # Errors
/// A side is out of bounds, or the pictures have too many pixels together.
pub fn animate(svgs: &[String], width: u32) -> Result<Raster, RasterError> {
    let failed = |error: EncodingError| RasterError::Failed(error.to_string());
    let mut frames = Frames::of(svgs, width)?;
    let mut file = Vec::new();
    let mut encoder =
        Encoder::new(&mut file, side(frames.width)?, side(frames.height)?, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for frame in frames.by_ref() {
        let frame = frame?;
        let (palette, pixels) = indexed(&frame.colours);
        let picture = gif::Frame {
            // The delay is in hundredths of a second, and `pause` is in milliseconds.
            delay: frame.pause / 10,
            dispose: DisposalMethod::Keep,
            left: side(frame.part.left)?,
            top: side(frame.part.top)?,
            width: side(frame.part.width)?,
            height: side(frame.part.height)?,
            palette: Some(palette),
            buffer: Cow::Owned(pixels),
            ..gif::Frame::default()
        };
        encoder.write_frame(&picture).map_err(failed)?;
    }
    drop(encoder);
    Ok(Raster { bytes: file, boxed: frames.boxed })
}

fn side(pixels: u32) -> Result<u16, RasterError> {
    u16::try_from(pixels).map_err(|error| RasterError::Failed(error.to_string()))
}

/// The palette, and the palette index of each pixel.
fn indexed(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let colours = || pixels.as_chunks::<3>().0.iter().copied();
    let mut counts: BTreeMap<Colour, usize> = BTreeMap::new();
    colours().for_each(|colour| *counts.entry(colour).or_default() += 1);
    let mut kept: Vec<Colour> = counts.keys().copied().collect();
    kept.sort_by_key(|colour| Reverse(counts[colour]));
    kept.truncate(MAX_COLOURS);
    let numbers: BTreeMap<Colour, u8> =
        counts.into_keys().map(|colour| (colour, nearest(&kept, colour))).collect();
    (kept.concat(), colours().map(|colour| numbers[&colour]).collect())
}

/// The index of the colour in `kept` that is nearest to `colour`.
fn nearest(kept: &[Colour], colour: Colour) -> u8 {
    let far = |other: &Colour| -> u32 {
        let parts = other.iter().zip(colour);
        parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let best = (0..=u8::MAX).zip(kept).min_by_key(|(_, other)| far(other));
    best.map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::RasterError;
    use super::animate;

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
        assert!(
            has(&[0x10, 0x20, 0x30, 0xaa, 0xbb, 0xcc]),
            "both in a palette, the commoner first"
        );
        // The changed rectangle contains the old and the new place of the square: left, top, width and
        // height.
        assert!(has(&[0x2c, 5, 0, 10, 0, 20, 0, 5, 0]));
        assert!(has(b"NETSCAPE2.0"), "it begins again");
    }

    /// If there are more than 256 colours, the most frequent ones are kept.
    #[test]
    fn many_colours_become_fewer() {
        let stops =
            "<stop offset=\"0\" stop-color=\"#f00\"/><stop offset=\"1\" stop-color=\"#00f\"/>";
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
}
