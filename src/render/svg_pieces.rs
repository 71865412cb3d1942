//! Pieces in SVG: silhouettes and tokens in the colours of their side.
//!
//! Owns: fills, outlines and the token of kinds without a silhouette. Gives elements in a box of 100 by
//! 100. Invariant: every piece has an outline of the other tone, so that it is seen on any shade.

use std::fmt::Write;

use crate::render::glyph::{self, Part};
use crate::render::letters;
use crate::render::palette::{Rgb, STONE, Theme};
use crate::render::paper::num;
use crate::render::scene::Look;
use crate::rules::side::Side;

/// Width of a piece's box of 100 units, in units of the view box.
pub(super) const PIECE: f64 = 62.0;

/// The letter of a token; letters without a capital of one character stay as they are.
pub(super) fn capital(letter: char) -> char {
    let mut upper = letter.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(c), None) => c,
        _ => letter,
    }
}

/// Fill and outline of pieces.
fn inks(tone: Tone, theme: Theme) -> (Rgb, Rgb) {
    match tone {
        Tone::Of(Side::White) => (theme.light(), theme.dark()),
        Tone::Of(Side::Black) => (theme.dark(), theme.light()),
        Tone::Stone => (STONE, theme.dark()),
    }
}

/// In whose colours a drawing is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Of(Side),
    Stone,
}

/// A piece: the silhouette of its kind, or else its letter on a token. A neutral one is White's on the left and
/// Black's on the right, nobody's is grey.
pub fn man(kind: &str, letter: char, look: Look, theme: Theme) -> String {
    match look {
        Look::Of(side) => toned(kind, letter, Tone::Of(side), theme),
        Look::Nobody => toned(kind, letter, Tone::Stone, theme),
        Look::Neutral => {
            let half = |side, x| {
                let parts = toned(kind, letter, Tone::Of(side), theme);
                format!(
                    "<svg x=\"{x}\" width=\"50\" height=\"100\" viewBox=\"{x} 0 50 100\">{parts}</svg>"
                )
            };
            half(Side::White, 0) + &half(Side::Black, 50)
        }
    }
}

fn toned(kind: &str, letter: char, tone: Tone, theme: Theme) -> String {
    match glyph::shape(kind) {
        Some(shape) => silhouette(shape.parts, tone, theme),
        None => disc(capital(letter), tone, theme),
    }
}

/// The paths of a shape in these colours.
fn silhouette(parts: &[Part], tone: Tone, theme: Theme) -> String {
    let (fill, outline) = inks(tone, theme);
    let mut out = String::new();
    // Without a halo a black piece would lose its light outline to light cells' own light, and a white one its dark
    // outline to hatched cells.
    if tone == Tone::Of(Side::Black) || theme == Theme::Print {
        let bodies: String = parts
            .iter()
            .map(|part| match part {
                Part::Body(d) => *d,
                Part::Stroke(_) => "",
            })
            .collect();
        let light = theme.light();
        let _ = write!(out, "<path d=\"{bodies}\" stroke=\"{light}\" stroke-width=\"7\"/>");
    }
    for part in parts {
        let _ = match part {
            Part::Body(d) => write!(
                out,
                "<path d=\"{d}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"3.4\"/>"
            ),
            Part::Stroke(d) => write!(
                out,
                "<path d=\"{d}\" fill=\"none\" stroke=\"{outline}\" stroke-width=\"3.4\"/>"
            ),
        };
    }
    out
}

/// A kind without a silhouette: its letter on a round token.
fn disc(letter: char, tone: Tone, theme: Theme) -> String {
    let (fill, outline) = inks(tone, theme);
    let (width, d) = letters::stroke(letter);
    let scale = 3.6;
    format!(
        "<circle cx=\"50\" cy=\"52\" r=\"37\" fill=\"{f}\" stroke=\"{o}\" stroke-width=\"4\"/>\
         <circle cx=\"50\" cy=\"52\" r=\"31\" fill=\"none\" stroke=\"{o}\" stroke-width=\"2\"/>\
         <path transform=\"translate({} {}) scale({scale})\" d=\"{d}\" fill=\"none\" \
         stroke=\"{o}\" stroke-width=\"1.7\"/>",
        num(50.0 - width * scale / 2.0),
        num(52.0 - 5.0 * scale),
        f = fill,
        o = outline,
    )
}
