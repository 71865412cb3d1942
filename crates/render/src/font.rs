//! The embedded font: shapes of letters in PNG and GIF, and widths of words in every picture.
//!
//! Widths and heights are in ems. No picture depends on the fonts of a machine. A character that
//! the font lacks has the width of its replacement box. All sizes are in a table, so a build without
//! pixels needs no font.

use std::sync::LazyLock;

/// European letters, symbols, and East Asian letters, searched in this order.
#[cfg(feature = "png")]
pub(crate) const FILES: [&[u8]; 3] = [
    include_bytes!("../fonts/text.ttf"),
    include_bytes!("../fonts/signs.ttf"),
    include_bytes!("../fonts/han.otf"),
];

/// The sizes of all letters of the files: a line for each with its number in hexadecimal, its width,
/// its lowest and its highest point, sorted by letter. A letter without ink has no points. A test
/// compares the table with the files.
const SIZES: &str = include_str!("../fonts/sizes.tsv");

/// The width of the box in place of a missing letter, in ems.
const BOX_WIDTH: f64 = 0.6;

/// The font families of an SVG: the embedded one, then common ones.
pub(crate) const FAMILIES: &str =
    "Alfil Sans,Noto Sans,Noto Sans CJK JP,Helvetica,Arial,sans-serif";

/// Height of a capital, in ems.
pub(crate) const CAPITAL: f64 = 0.714;

/// The size of a character in ems.
#[derive(Clone, Copy)]
struct Extent {
    width: f64,
    /// The lowest and the highest point, measured from the base line.
    rise: Option<[f64; 2]>,
}

/// The rows of [`SIZES`].
static EXTENTS: LazyLock<Vec<(char, Extent)>> =
    LazyLock::new(|| SIZES.lines().filter_map(row).collect());

fn row(line: &str) -> Option<(char, Extent)> {
    let mut words = line.split('\t');
    let c = char::from_u32(u32::from_str_radix(words.next()?, 16).ok()?)?;
    let mut number = || words.next()?.parse::<f64>().ok();
    let width = number()?;
    Some((c, Extent { width, rise: number().zip(number()).map(<[f64; 2]>::from) }))
}

/// The size of `c`.
fn extent(c: char) -> Option<Extent> {
    let at = EXTENTS.binary_search_by_key(&c, |(c, _)| *c).ok()?;
    EXTENTS.get(at).map(|(_, extent)| *extent)
}

/// Returns true if PNG and GIF show a box instead of `c`.
pub fn lacks(c: char) -> bool {
    extent(c).is_none()
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
    text.chars().map(|c| extent(c).map_or(BOX_WIDTH, |extent| extent.width)).sum()
}

/// The lowest and the highest point of the text, measured from its base line.
pub fn rise(text: &str) -> (f64, f64) {
    let boxes = text.chars().filter_map(|c| extent(c)?.rise);
    let around = boxes.reduce(|[low, high], [foot, top]| [low.min(foot), high.max(top)]);
    around.map_or((0.0, CAPITAL), |[low, high]| (low, high))
}

#[cfg(test)]
mod tests {
    use crate::font::{lacks, rise, width};
    use alfil_definitions::shipped;

    #[test]
    fn has_the_characters_of_shipped_definitions() {
        for file in shipped() {
            let boxed: String = file.text.chars().filter(|&c| c != '\n' && lacks(c)).collect();
            assert_eq!(boxed, "", "{}", file.name);
        }
    }

    #[test]
    fn measures_drawn_text() {
        // Ideographs fill a square, and combining accents have no width.
        assert_eq!(width("飛車"), 2.0);
        assert_eq!(width("e\u{301}"), width("e"));
        assert!(width("i") < width("Ж"));
        let (low, high) = rise("g");
        assert!(low < 0.0 && high < 0.714);
    }

    #[test]
    fn reports_missing_characters() {
        assert!("Aéßжї Ωπ ☗♞🨀→ とナ 한 国國馬".chars().all(|c| !lacks(c)));
        // The font lacks Thai, so such a character is drawn as a box, which has a width.
        assert!(lacks('ก') && width("ก") > 0.0);
    }
}
