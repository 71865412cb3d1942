//! The embedded font: shapes of letters in PNG and GIF, and widths of words in every picture.
//!
//! Widths and heights are in ems. No picture depends on the fonts of a machine. A character that
//! the font lacks has the width of its replacement box.

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::LazyLock;

/// European letters, symbols, and East Asian letters, searched in this order.
pub(crate) const FILES: [&[u8]; 3] = [
    include_bytes!("../../fonts/text.ttf"),
    include_bytes!("../../fonts/signs.ttf"),
    include_bytes!("../../fonts/han.otf"),
];

/// The font families of an SVG: the embedded one, then common ones.
pub(crate) const FAMILIES: &str =
    "Alfil Sans,Noto Sans,Noto Sans CJK JP,Helvetica,Arial,sans-serif";

/// Height of a capital, in ems.
pub(crate) const CAPITAL: f64 = 0.714;

struct Face {
    font: FontRef<'static>,
    /// The widths of characters, in units of the font.
    metrics: GlyphMetrics<'static>,
    /// The number of units of the font in an em.
    em: f64,
}

static FACES: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let fonts = FILES.iter().filter_map(|file| FontRef::new(file).ok());
    let face = |font: FontRef<'static>| {
        let (size, place) = (Size::unscaled(), LocationRef::default());
        let em = f64::from(font.metrics(size, place).units_per_em);
        Face { metrics: font.glyph_metrics(size, place), font, em }
    };
    fonts.map(face).collect()
});

/// The face and the glyph of `c`.
fn glyph(c: char) -> Option<(&'static Face, GlyphId)> {
    FACES.iter().find_map(|face| Some((face, face.font.charmap().map(c)?)))
}

/// Returns true if PNG and GIF show a box instead of `c`.
pub fn lacks(c: char) -> bool {
    glyph(c).is_none()
}

/// The warning about `letters` that are shown as boxes in PNG and GIF.
pub fn boxes(letters: impl IntoIterator<Item = char>) -> Option<String> {
    let letter = |c: char| format!("{c} (U+{:04X})", u32::from(c));
    let lacking: Vec<String> = letters.into_iter().filter(|&c| lacks(c)).map(letter).collect();
    let said = format!(
        "in PNG and GIF a box stands for what their font lacks: {}; an SVG is shown in the fonts of its viewer",
        lacking.join(", ")
    );
    (!lacking.is_empty()).then_some(said)
}

/// The width of a line.
pub fn width(text: &str) -> f64 {
    let absent = || FACES.first().map(|face| (face, GlyphId::NOTDEF));
    let advance = |c| {
        let (face, id) = glyph(c).or_else(absent)?;
        Some(f64::from(face.metrics.advance_width(id)?) / face.em)
    };
    text.chars().filter_map(advance).sum()
}

/// The lowest and the highest point of the text, measured from its base line.
pub fn rise(text: &str) -> (f64, f64) {
    let boxes = text.chars().filter_map(|c| {
        let (face, id) = glyph(c)?;
        let bounds = face.metrics.bounds(id)?;
        Some([bounds.y_min, bounds.y_max].map(|y| f64::from(y) / face.em))
    });
    let around = boxes.reduce(|[low, high], [foot, top]| [low.min(foot), high.max(top)]);
    around.map_or((0.0, CAPITAL), |[low, high]| (low, high))
}
