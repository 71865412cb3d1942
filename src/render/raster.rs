//! Draws pictures as pixels; `png` and `gif` encode them.
//!
//! `Frames` yields the pictures of an animation, each as the part that changes. No picture has more
//! than `MAX_PIXELS`, and at most two are in memory. Words use the embedded font, so a picture is
//! the same on every machine.

use std::collections::BTreeSet;
use std::fmt;
use std::slice;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Tree};

use crate::render::drawing::{MAX_MOVING, PAUSE};
use crate::render::font;

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
