//! Animations as GIF.
//!
//! A picture of at most 256 colours keeps them exactly. Of more colours the most common ones stay,
//! which are those of areas; smoothed edges use the nearest of them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use crate::render::raster::{Frames, Raster, RasterError};

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
