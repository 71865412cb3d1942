//! Colours of shades, pieces and marks, on paper and in terminals.
//!
//! Shade 1 is the lightest, and each following one is darker. On every shade the marks of a theme
//! have a contrast of at least 3, by their ink or their rim. Terminals have their own colours in
//! every theme.

use crate::mark::{Allows, Goes, Ground, Hidden, Hue};
use alfil_rules::look::Dye;
use std::fmt;

/// A colour of eight bits for each channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colours of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// No colours: plain ASCII.
    None,
    /// The 256 colours of xterm.
    Ansi256,
    /// Colours of 24 bits.
    True,
}

impl fmt::Display for Rgb {
    /// Writes the colour as `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    /// The colour at `num / den` of the way to `other`.
    pub(crate) fn toward(self, other: Rgb, num: u16, den: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            let (a, b, n, d) = (i32::from(a), i32::from(b), i32::from(num), i32::from(den.max(1)));
            (a + (b - a) * n / d).clamp(0, 255) as u8
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Returns true if dark ink on this colour is more readable than light ink.
    fn is_light(self) -> bool {
        2 * u16::from(self.0) + 5 * u16::from(self.1) + u16::from(self.2) > 8 * 120
    }

    /// The nearest colour of the 6x6x6 cube in xterm's 256 colours.
    pub(crate) fn ansi256(self) -> u8 {
        // The cube's levels are 0, 95, 135, 175, 215, 255.
        let level = |v: u8| match v {
            0..=47 => 0,
            48..=114 => 1,
            _ => (v - 35) / 40,
        };
        16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2)
    }
}

/// The colour of black ink, for outlines and text.
pub(crate) const INK: Rgb = Rgb(0x2a, 0x24, 0x22);
/// The colour of white pieces, and of the outlines of black ones.
pub(crate) const IVORY: Rgb = Rgb(0xff, 0xfc, 0xf5);
/// The colour of unowned pieces.
pub(crate) const STONE: Rgb = Rgb(0xa9, 0xa6, 0xa0);
/// The colour of wooden discs.
pub(crate) const WOOD: Rgb = Rgb(0xfb, 0xea, 0xc8);
const BLACK: Rgb = Rgb(0, 0, 0);
const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);

/// Colours of seams; each pair of glued sides has one.
const SEAMS: [Rgb; 7] = [
    Rgb(0x0b, 0x6e, 0x99),
    Rgb(0xb0, 0x3a, 0x2e),
    Rgb(0x2e, 0x7d, 0x32),
    Rgb(0x8e, 0x44, 0xad),
    Rgb(0xc7, 0x7c, 0x02),
    Rgb(0x00, 0x79, 0x6b),
    Rgb(0xad, 0x14, 0x57),
];

/// The look of a picture in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Theme {
    /// Brown cells on white.
    #[default]
    Wood,
    /// Grey cells on white.
    Plain,
    /// Black on white without grey; dark cells are hatched.
    Print,
    /// Slate cells on a dark ground.
    Dark,
}

/// The filling of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// A colour.
    Flat(Rgb),
    /// Lines in the theme's ink, at this distance in tenths of a cell.
    Hatched(u8),
}

/// How a mark changes the ground of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tint {
    /// A colour laid over the shade.
    Wash(Rgb),
    /// A line around the cell in the theme's ink, with these dashes, or `none` for an unbroken
    /// line.
    Frame(&'static str),
}

impl Theme {
    pub const ALL: [Theme; 4] = [Theme::Wood, Theme::Plain, Theme::Print, Theme::Dark];

    pub fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Plain => "plain",
            Theme::Print => "print",
            Theme::Dark => "dark",
        }
    }

    /// The colour of the background.
    pub fn paper(self) -> Rgb {
        match self {
            Theme::Wood | Theme::Plain | Theme::Print => WHITE,
            Theme::Dark => Rgb(0x1c, 0x1e, 0x22),
        }
    }

    /// The colour of text and of the rim of the board.
    pub fn ink(self) -> Rgb {
        match self {
            Theme::Wood | Theme::Plain => INK,
            Theme::Print => BLACK,
            Theme::Dark => Rgb(0xe6, 0xe4, 0xdf),
        }
    }

    /// The colour of labels.
    pub(crate) fn muted(self) -> Rgb {
        match self {
            Theme::Wood => Rgb(0x6d, 0x63, 0x5c),
            Theme::Plain => Rgb(0x5f, 0x63, 0x68),
            Theme::Print => BLACK,
            Theme::Dark => Rgb(0xa9, 0xac, 0xb2),
        }
    }

    /// The colour of the lines and words of a board.
    pub(crate) fn ruling(self) -> Rgb {
        match self {
            Theme::Wood => Rgb(0x6a, 0x4d, 0x35),
            Theme::Plain => Rgb(0x55, 0x59, 0x5e),
            Theme::Print => BLACK,
            Theme::Dark => Rgb(0xd5, 0xd8, 0xdc),
        }
    }

    /// The colour of the rim of marks and lines, and of the inside of hollow ones.
    pub(crate) fn rim(self) -> Rgb {
        match self {
            Theme::Wood | Theme::Plain | Theme::Print => self.light(),
            Theme::Dark => self.dark(),
        }
    }

    /// Returns true if lines have a rim too, because their ink alone would not be visible on every
    /// shade.
    pub(crate) fn rims_lines(self) -> bool {
        match self {
            Theme::Wood | Theme::Plain => false,
            Theme::Print | Theme::Dark => true,
        }
    }

    /// The colour of white pieces.
    pub fn light(self) -> Rgb {
        match self {
            Theme::Wood | Theme::Plain | Theme::Dark => IVORY,
            Theme::Print => WHITE,
        }
    }

    /// The colour of black pieces, and of the outlines of white ones.
    pub fn dark(self) -> Rgb {
        match self {
            Theme::Wood | Theme::Plain => INK,
            Theme::Print => BLACK,
            Theme::Dark => Rgb(0x14, 0x13, 0x16),
        }
    }

    /// The colour of symbols of promoted pieces.
    pub(crate) fn promoted(self) -> Rgb {
        match self {
            Theme::Print => BLACK,
            Theme::Wood | Theme::Plain | Theme::Dark => on_paper(Allows::Capture),
        }
    }

    /// The filling of cells with the shade number `shade`, from 1, on a board with `shades` shades.
    pub fn shade(self, shade: u8, shades: u8) -> Fill {
        let flat = |light, dark| Fill::Flat(between(light, dark, shade, shades));
        match self {
            Theme::Wood => flat(Rgb(0xf4, 0xe9, 0xd6), Rgb(0xb4, 0x8b, 0x63)),
            Theme::Plain => flat(Rgb(0xf2, 0xf2, 0xf2), Rgb(0xa3, 0xa8, 0xae)),
            Theme::Dark => flat(Rgb(0x74, 0x7e, 0x8a), Rgb(0x45, 0x4f, 0x5a)),
            Theme::Print if shade <= 1 => Fill::Flat(WHITE),
            // The lines of the darkest shade are a tenth of a cell apart.
            Theme::Print => Fill::Hatched(1 + shades.max(2).saturating_sub(shade).min(5)),
        }
    }

    /// The colour of marks and lines.
    pub(crate) fn of_allows(self, allows: Allows) -> Rgb {
        match self {
            Theme::Print => BLACK,
            Theme::Wood | Theme::Plain => on_paper(allows),
            Theme::Dark => in_the_dark(allows),
        }
    }

    /// The colour of seam number `pair`.
    pub fn of_seam(self, pair: u8) -> Rgb {
        let ink = SEAMS[usize::from(pair) % SEAMS.len()];
        match self {
            Theme::Wood | Theme::Plain => ink,
            Theme::Print => BLACK,
            Theme::Dark => ink.toward(WHITE, 2, 5),
        }
    }

    /// The dashes of seam number `pair`, if its colour does not distinguish it; empty for an
    /// unbroken line.
    pub(crate) fn dashes_of_seam(self, pair: u8) -> &'static str {
        const DASHES: [&str; 7] = ["", "12 7", "1 7", "24 7", "12 7 1 7", "5 9", "24 7 1 7 1 7"];
        match self {
            Theme::Wood | Theme::Plain | Theme::Dark => "",
            Theme::Print => DASHES[usize::from(pair) % DASHES.len()],
        }
    }

    /// The colour of an arrow or a mark that the user draws.
    pub(crate) fn of_hue(self, hue: Hue) -> Rgb {
        match self {
            Theme::Print => BLACK,
            Theme::Wood | Theme::Plain | Theme::Dark => hue_on_paper(hue),
        }
    }

    /// The tint of a marked cell. `None` if the mark does not change the ground.
    pub(crate) fn tint(self, ground: Ground) -> Option<Tint> {
        match self {
            Theme::Wood | Theme::Plain | Theme::Dark => Some(Tint::Wash(wash(ground))),
            Theme::Print => frame(ground).map(Tint::Frame),
        }
    }
}

/// The colour of a side's pieces and signs.
pub fn dyed(dye: Dye) -> Rgb {
    match dye {
        Dye::White => IVORY,
        Dye::Black => INK,
        Dye::Red => Rgb(0xb8, 0x20, 0x1e),
        Dye::Green => Rgb(0x1c, 0x74, 0x3c),
        Dye::Blue => Rgb(0x1d, 0x4f, 0xa0),
        Dye::Yellow => Rgb(0xe0, 0xa4, 0x10),
    }
}

fn on_paper(allows: Allows) -> Rgb {
    match allows {
        Allows::Both => Rgb(0x1a, 0x4f, 0x94),
        Allows::Quiet => Rgb(0x14, 0x5f, 0x34),
        Allows::Capture => Rgb(0xa8, 0x12, 0x20),
    }
}

fn in_the_dark(allows: Allows) -> Rgb {
    match allows {
        Allows::Both => Rgb(0x9a, 0xcb, 0xff),
        Allows::Quiet => Rgb(0x8c, 0xe8, 0xac),
        Allows::Capture => Rgb(0xff, 0xa6, 0x9c),
    }
}

fn hue_on_paper(hue: Hue) -> Rgb {
    match hue {
        Hue::Green => Rgb(0x2f, 0x9e, 0x44),
        Hue::Red => Rgb(0xd6, 0x33, 0x2c),
        Hue::Blue => Rgb(0x1f, 0x6f, 0xd0),
        Hue::Yellow => Rgb(0xe6, 0xa8, 0x00),
    }
}

fn wash(ground: Ground) -> Rgb {
    match ground {
        Ground::Origin => Rgb(0x7f, 0xa8, 0xd6),
        Ground::LastMove => Rgb(0xe9, 0xc9, 0x3b),
        Ground::Check => Rgb(0xd9, 0x3a, 0x3a),
        Ground::Goal(Goes::White) => Rgb(0x4f, 0xb0, 0xae),
        Ground::Goal(Goes::Black) => Rgb(0xa4, 0x7c, 0xc2),
        Ground::Goal(Goes::Both) => Rgb(0x7d, 0xb5, 0x5c),
        Ground::Note(hue) => hue_on_paper(hue),
        Ground::Hidden(Hidden::Unknown) => Rgb(0x40, 0x46, 0x52),
        Ground::Hidden(Hidden::Occupied) => Rgb(0x7a, 0x3e, 0x52),
    }
}

/// The frame of a mark in a theme without colours. Frames differ by the length of their dashes.
fn frame(ground: Ground) -> Option<&'static str> {
    match ground {
        // The piece itself marks the cell, so there is no frame.
        Ground::Origin => None,
        Ground::LastMove => Some("none"),
        Ground::Check => Some("2 4"),
        Ground::Goal(Goes::White) => Some("12 4"),
        Ground::Goal(Goes::Black) => Some("12 4 2 4"),
        Ground::Goal(Goes::Both) => Some("6 4"),
        Ground::Note(Hue::Green) => Some("18 5"),
        Ground::Note(Hue::Red) => Some("4 2"),
        Ground::Note(Hue::Blue) => Some("8 3 2 3 2 3"),
        Ground::Note(Hue::Yellow) => Some("1 3"),
        Ground::Hidden(Hidden::Unknown) => Some("1 1"),
        Ground::Hidden(Hidden::Occupied) => Some("6 2"),
    }
}

/// The colour of a shade in a terminal, where pieces have no outline. Even the lightest and the
/// darkest shade are of medium brightness, so that white and black letters are readable on both.
pub(crate) fn shade_in_terminal(shade: u8, shades: u8) -> Rgb {
    between(Rgb(0xaf, 0x95, 0x6b), Rgb(0x76, 0x5c, 0x46), shade, shades)
}

fn between(light: Rgb, dark: Rgb, shade: u8, shades: u8) -> Rgb {
    light.toward(dark, u16::from(shade.max(1) - 1), u16::from(shades.max(2) - 1))
}

/// The colour of marks in a terminal, on `ground`.
pub(crate) fn on_ground(allows: Allows, ground: Rgb) -> Rgb {
    let light = ground.is_light();
    match allows {
        Allows::Both if light => Rgb(0x0b, 0x2a, 0x5e),
        Allows::Both => Rgb(0xc6, 0xe2, 0xff),
        Allows::Quiet if light => Rgb(0x06, 0x40, 0x1c),
        Allows::Quiet => Rgb(0xc8, 0xff, 0xc8),
        Allows::Capture if light => Rgb(0x78, 0x00, 0x10),
        Allows::Capture => Rgb(0xff, 0xc9, 0xbe),
    }
}

/// The background of a marked cell in a terminal. It is darker than on paper, because white letters
/// must be readable on it.
pub(crate) fn tint_in_terminal(ground: Ground) -> Rgb {
    match ground {
        Ground::Origin => Rgb(0x54, 0x80, 0xb4),
        Ground::LastMove => Rgb(0x9c, 0x8a, 0x18),
        Ground::Check => Rgb(0xd0, 0x3c, 0x3c),
        Ground::Goal(Goes::White) => Rgb(0x2f, 0x82, 0x80),
        Ground::Goal(Goes::Black) => Rgb(0x85, 0x5c, 0xa4),
        Ground::Goal(Goes::Both) => Rgb(0x4e, 0x86, 0x36),
        Ground::Note(hue) => hue_on_paper(hue).toward(BLACK, 1, 4),
        Ground::Hidden(Hidden::Unknown) => Rgb(0x30, 0x34, 0x3c),
        Ground::Hidden(Hidden::Occupied) => Rgb(0x66, 0x30, 0x44),
    }
}

#[cfg(test)]
mod tests {
    use crate::mark::{Allows, Hue};
    use crate::palette::*;

    /// The relative luminance from 0 to 1 according to WCAG.
    fn luminance(Rgb(r, g, b): Rgb) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Returns the colours of a fill. The background of a hatching is the light colour of the theme.
    fn tones(theme: Theme, fill: Fill) -> Vec<Rgb> {
        match fill {
            Fill::Flat(colour) => vec![colour],
            Fill::Hatched(_) => vec![theme.light(), theme.ink()],
        }
    }

    #[test]
    fn shades_darken_step_by_step() {
        for theme in [Theme::Wood, Theme::Plain, Theme::Dark] {
            for shades in [1, 2, 3, 7, 255] {
                assert_eq!(theme.shade(1, shades), theme.shade(1, 2));
            }
            let tones: Vec<f64> =
                (1..=7).flat_map(|s| tones(theme, theme.shade(s, 7))).map(luminance).collect();
            assert!(tones.windows(2).all(|w| w[0] > w[1]), "{tones:?}");
            assert_eq!(theme.shade(7, 7), theme.shade(2, 2));
        }
        assert_eq!(Theme::Print.shade(2, 2), Theme::Print.shade(7, 7));
    }

    #[test]
    fn print_has_no_tone_between_black_and_white() {
        let print = Theme::Print;
        let mut all = vec![print.paper(), print.ink(), print.muted(), print.light(), print.dark()];
        all.extend(Allows::ALL.map(|allows| print.of_allows(allows)));
        all.extend(Hue::ALL.map(|hue| print.of_hue(hue)));
        all.extend((0..7).map(|pair| print.of_seam(pair)));
        all.extend((1..=7).flat_map(|shade| tones(print, print.shade(shade, 7))));
        assert!(all.iter().all(|&c| c == Rgb(0, 0, 0) || c == Rgb(255, 255, 255)), "{all:?}");
    }

    /// A mark has a colour for its moves and a rim. At least one of them must have enough contrast.
    #[test]
    fn marks_and_words_are_readable_in_every_theme() {
        for theme in Theme::ALL {
            for words in [theme.ink(), theme.muted()] {
                assert!(contrast(words, theme.paper()) >= 4.5, "{theme:?} {words}");
            }
            for shade in 1..=5 {
                for ground in tones(theme, theme.shade(shade, 5)) {
                    for allows in Allows::ALL {
                        let ink = theme.of_allows(allows);
                        let seen = contrast(ink, ground).max(contrast(theme.rim(), ground));
                        assert!(seen >= 3.0, "{theme:?} {allows:?} on {ground}: {seen}");
                        assert!(contrast(ink, theme.rim()) >= 3.0, "{theme:?} {allows:?}");
                    }
                    let men = contrast(theme.light(), ground).max(contrast(theme.dark(), ground));
                    assert!(men >= 3.0, "{theme:?} men on {ground}: {men}");
                }
            }
        }
    }

    #[test]
    fn cube_corners() {
        assert_eq!(Rgb(0, 0, 0).ansi256(), 16);
        assert_eq!(Rgb(255, 255, 255).ansi256(), 231);
        assert_eq!(Rgb(95, 135, 175).ansi256(), 67);
    }
}
