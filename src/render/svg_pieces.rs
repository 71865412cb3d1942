//! Pieces in SVG: symbols, silhouettes and letters in the colours of their side, in a box of 100 by 100. Every piece
//! has an outline of the opposite tone, so that it is visible on any shade.

use std::fmt::Write;

use crate::render::font;
use crate::render::glyph::{self, Part, Shape};
use crate::render::palette::{Rgb, STONE, Theme};
use crate::render::piece_icon::Man;
use crate::render::scene::{Look, printable};
use crate::render::svg_util::{escape, num};
use alfil_rules::letter::Form;
use alfil_rules::side::Side;
use alfil_rules::symbol::Men;

/// Width of a piece's box of 100 units, in units of the view box.
pub(super) const PIECE: f64 = 62.0;

/// The capital of a token's letter; a letter without a capital of one character stays as it is.
fn capital(letter: char) -> char {
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

/// The colours of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Of(Side),
    Stone,
}

/// The drawing of a kind of one side.
enum Figure<'m> {
    /// A symbol on a base of this form; promoted pieces have another ink.
    Sign(&'m str, Men, Form),
    /// A silhouette.
    Shape(&'static Shape),
    /// Its letter.
    Letter(char),
}

fn figure(man: &Man, side: Side) -> Figure<'_> {
    match (&man.symbol, glyph::shape(man.figure)) {
        (Some(symbol), _) => Figure::Sign(&symbol.signs[side], symbol.men, man.letter.form()),
        (None, Some(shape)) => Figure::Shape(shape),
        (None, None) => Figure::Letter(capital(man.letter.capital())),
    }
}

/// A name for the drawing of a piece that is valid in XML. Pieces with the same name are drawn alike.
pub(super) fn id(man: &Man, look: Look) -> String {
    let codes = |text: &str| text.chars().map(|c| format!("-{:x}", u32::from(c))).collect();
    let side = look.letter();
    let name: String = match figure(man, look.ink()) {
        Figure::Sign(_, _, form) => {
            let promoted = if form == Form::Plus { "-promoted" } else { "" };
            let signs = man.symbol.iter().flat_map(|symbol| &symbol.signs.0);
            let signs: Vec<String> = signs.map(|sign| codes(sign)).collect();
            format!("sign{}{promoted}", signs.join("-and"))
        }
        Figure::Shape(shape) => shape.figure.word().to_owned(),
        Figure::Letter(letter) => format!("{:x}", u32::from(letter)),
    };
    format!("{side}-{name}")
}

/// A piece as seen from `seat`: its symbol, its silhouette, or its letter on a token. A neutral piece is White's on the
/// left and Black's on the right; an unowned piece is grey.
pub fn man(man: &Man, look: Look, seat: Side, theme: Theme) -> String {
    match look {
        Look::Of(side) => toned(man, side, Tone::Of(side), side == seat, theme),
        Look::Nobody => toned(man, Side::White, Tone::Stone, true, theme),
        Look::Neutral => {
            let half = |side, x| {
                let parts = toned(man, side, Tone::Of(side), true, theme);
                format!(
                    "<svg x=\"{x}\" width=\"50\" height=\"100\" viewBox=\"{x} 0 50 100\">{parts}</svg>"
                )
            };
            half(Side::White, 0) + &half(Side::Black, 50)
        }
    }
}

fn toned(man: &Man, side: Side, tone: Tone, upright: bool, theme: Theme) -> String {
    match figure(man, side) {
        Figure::Sign(sign, Men::Discs, form) => disc(sign, form, tone, theme),
        Figure::Sign(sign, Men::Wedges, form) => wedge(sign, form, tone, upright, theme),
        Figure::Shape(shape) => silhouette(shape.parts, tone, theme),
        Figure::Letter(letter) => disc(&letter.to_string(), Form::Plain, tone, theme),
    }
}

/// The paths of a shape in these colours.
fn silhouette(parts: &[Part], tone: Tone, theme: Theme) -> String {
    let (fill, outline) = inks(tone, theme);
    let mut out = String::new();
    // Without a halo the light outline of a black piece would merge with light cells, and the dark outline of a white
    // one with hatched cells.
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

/// A symbol on a round base.
fn disc(sign: &str, form: Form, tone: Tone, theme: Theme) -> String {
    let (fill, outline) = inks(tone, theme);
    format!(
        "<circle cx=\"50\" cy=\"52\" r=\"37\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"4\"/>\
         <circle cx=\"50\" cy=\"52\" r=\"31\" fill=\"none\" stroke=\"{outline}\" stroke-width=\"2\"/>{}",
        lettered(sign, 52.0, 46.0, promoted(form, outline, tone, theme))
    )
}

/// A symbol on a base with five corners that points away from its owner. All have the colour of wood, as in real sets.
fn wedge(sign: &str, form: Form, tone: Tone, upright: bool, theme: Theme) -> String {
    let tone = if tone == Tone::Stone { tone } else { Tone::Of(Side::White) };
    let (fill, outline) = inks(tone, theme);
    let turn = if upright { "" } else { " transform=\"rotate(180 50 50)\"" };
    format!(
        "<g class=\"wedge\"><g{turn}><path d=\"M50 8L76 23L87 92H13L24 23Z\" fill=\"{fill}\" \
         stroke=\"{outline}\" stroke-width=\"4\"/>{}</g></g>",
        lettered(sign, 57.0, 48.0, promoted(form, outline, tone, theme))
    )
}

/// The ink of a symbol. Promoted symbols have an ink of their own, except on Black's bases, where it would not be
/// readable.
fn promoted(form: Form, ink: Rgb, tone: Tone, theme: Theme) -> Rgb {
    match (form, tone) {
        (Form::Plus, Tone::Of(Side::White) | Tone::Stone) => theme.promoted(),
        (Form::Plus, Tone::Of(Side::Black)) | (Form::Plain | Form::Reverting, _) => ink,
    }
}

/// A symbol around `middle`; its ink is no wider or higher than `room`.
fn lettered(sign: &str, middle: f64, room: f64, ink: Rgb) -> String {
    let sign = printable(sign);
    let (low, high) = font::rise(&sign);
    let size = room / font::width(&sign).max(high - low).max(0.85);
    format!(
        "<text x=\"50\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{ink}\" stroke=\"{ink}\" \
         stroke-width=\"1.4\">{}</text>",
        num(middle + size * (low + high) / 2.0),
        num(size),
        escape(&sign)
    )
}
