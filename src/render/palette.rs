//! Colours: of shades, pieces and marks, for paper and for terminals.
//!
//! Owns: [`Rgb`] and [`Colour`], and every colour a drawer uses. Invariant: shade 1 is the lightest and
//! each next one is darker; white and black pieces keep a contrast of about 3 or more on each of them.

use crate::render::mark::{Allows, Goes, Mark};
use std::fmt;

/// A colour of eight bits a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// What colours a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// None: plain ASCII.
    None,
    /// The 256 colours of xterm.
    Ansi256,
    /// 24 bits.
    True,
}

impl fmt::Display for Rgb {
    /// `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    /// The colour `num / den` of the way to `other`.
    pub fn toward(self, other: Rgb, num: u16, den: u16) -> Rgb {
        let mix = |a: u8, b: u8| {
            let (a, b, n, d) = (i32::from(a), i32::from(b), i32::from(num), i32::from(den.max(1)));
            (a + (b - a) * n / d).clamp(0, 255) as u8
        };
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Whether dark ink is read better on it than light ink is.
    fn is_light(self) -> bool {
        2 * u16::from(self.0) + 5 * u16::from(self.1) + u16::from(self.2) > 8 * 120
    }

    /// The nearest of the 6x6x6 cube of xterm's 256 colours.
    pub fn ansi256(self) -> u8 {
        // The cube's levels are 0, 95, 135, 175, 215, 255.
        let level = |v: u8| match v {
            0..=47 => 0,
            48..=114 => 1,
            _ => (v - 35) / 40,
        };
        16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2)
    }
}

/// Black ink: outlines, text.
pub const INK: Rgb = Rgb(0x2a, 0x24, 0x22);
/// White pieces, and the outlines of black ones.
pub const IVORY: Rgb = Rgb(0xff, 0xfc, 0xf5);
/// Seams in turn: pairs of glued sides are told apart by these.
const SEAMS: [Rgb; 7] = [
    Rgb(0x0b, 0x6e, 0x99),
    Rgb(0xb0, 0x3a, 0x2e),
    Rgb(0x2e, 0x7d, 0x32),
    Rgb(0x8e, 0x44, 0xad),
    Rgb(0xc7, 0x7c, 0x02),
    Rgb(0x00, 0x79, 0x6b),
    Rgb(0xad, 0x14, 0x57),
];

/// The colour of seam number `pair`.
pub fn of_seam(pair: u8) -> Rgb {
    SEAMS[usize::from(pair) % SEAMS.len()]
}

/// Labels.
pub const MUTED: Rgb = Rgb(0x6d, 0x63, 0x5c);
/// Under the drawing.
pub const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);
/// A shade on paper: `shade` of `shades`, from 1.
pub fn shade_on_paper(shade: u8, shades: u8) -> Rgb {
    between(Rgb(0xf4, 0xe9, 0xd6), Rgb(0xb4, 0x8b, 0x63), shade, shades)
}

/// A shade in a terminal, where pieces have no outline: both ends keep to the middle, so that white
/// and black letters are read on each.
pub fn shade_in_terminal(shade: u8, shades: u8) -> Rgb {
    between(Rgb(0xaf, 0x95, 0x6b), Rgb(0x76, 0x5c, 0x46), shade, shades)
}

fn between(light: Rgb, dark: Rgb, shade: u8, shades: u8) -> Rgb {
    light.toward(dark, u16::from(shade.max(1) - 1), u16::from(shades.max(2) - 1))
}

/// The colour of marks and lines.
pub fn of_allows(allows: Allows) -> Rgb {
    match allows {
        Allows::Both => Rgb(0x1d, 0x5c, 0xa8),
        Allows::Quiet => Rgb(0x1c, 0x7a, 0x46),
        Allows::Capture => Rgb(0xc0, 0x26, 0x2d),
    }
}

/// The same in a terminal, on `ground`.
pub fn on_ground(allows: Allows, ground: Rgb) -> Rgb {
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

/// The colour a mark gives to its whole cell on paper, if it does: laid over the shade.
pub fn tint_on_paper(mark: Mark) -> Option<Rgb> {
    match mark {
        Mark::Origin => Some(Rgb(0x7f, 0xa8, 0xd6)),
        Mark::LastMove => Some(Rgb(0xe9, 0xc9, 0x3b)),
        Mark::Check => Some(Rgb(0xd9, 0x3a, 0x3a)),
        Mark::Goal(Goes::White) => Some(Rgb(0x4f, 0xb0, 0xae)),
        Mark::Goal(Goes::Black) => Some(Rgb(0xa4, 0x7c, 0xc2)),
        Mark::Goal(Goes::Both) => Some(Rgb(0x7d, 0xb5, 0x5c)),
        Mark::To(..) | Mark::CaptureWithoutMoving | Mark::Taken | Mark::Attack | Mark::Via => None,
    }
}

/// The same in a terminal: darker, for white letters are read on it too.
pub fn tint_in_terminal(mark: Mark) -> Option<Rgb> {
    match mark {
        Mark::Origin => Some(Rgb(0x54, 0x80, 0xb4)),
        Mark::LastMove => Some(Rgb(0x9c, 0x8a, 0x18)),
        Mark::Check => Some(Rgb(0xd0, 0x3c, 0x3c)),
        Mark::Goal(Goes::White) => Some(Rgb(0x2f, 0x82, 0x80)),
        Mark::Goal(Goes::Black) => Some(Rgb(0x85, 0x5c, 0xa4)),
        Mark::Goal(Goes::Both) => Some(Rgb(0x4e, 0x86, 0x36)),
        Mark::To(..) | Mark::CaptureWithoutMoving | Mark::Taken | Mark::Attack | Mark::Via => None,
    }
}
