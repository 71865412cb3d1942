//! Pieces in SVG: symbols, silhouettes and letters in the colours of their side, in a box of 100 by
//! 100. Every piece has an outline of the opposite tone, so that it is visible on any shade.

use super::document::{Element, inline, num, xml};
use crate::font;
use crate::geometry::Point;
use crate::glyph::{self, Man, Part, Shape};
use crate::palette::{self, Rgb, STONE, Theme};
use crate::scene::{Look, printable};
use alfil_rules::look::{Art, Dye, Form, Men, Paint};
use alfil_rules::side::{BySide, Color, Side};

/// The capital of a letter; a letter without a capital of one character stays as it is.
fn capital(letter: char) -> char {
    let mut upper = letter.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(c), None) => c,
        _ => letter,
    }
}

/// The colours of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Of(Color),
    /// A colour other than white and black.
    Dyed(Dye),
    Stone,
}

impl Tone {
    fn fill(self, theme: Theme) -> Rgb {
        match self {
            Tone::Of(Color::White) => theme.light(),
            Tone::Of(Color::Black) => theme.dark(),
            Tone::Dyed(dye) => palette::dyed(dye),
            Tone::Stone => STONE,
        }
    }

    fn outline(self, theme: Theme) -> Rgb {
        match self {
            Tone::Of(Color::Black) => theme.light(),
            Tone::Of(Color::White) | Tone::Dyed(_) | Tone::Stone => theme.dark(),
        }
    }

    /// The colours of the pieces of `side`.
    fn of(man: &Man, side: Side, theme: Theme) -> Tone {
        match (dyes(man, theme).map(|dyes| dyes[side]), side) {
            (Some(Dye::White), _) => Tone::Of(Color::White),
            (Some(Dye::Black), _) => Tone::Of(Color::Black),
            (Some(dye @ (Dye::Red | Dye::Green | Dye::Blue | Dye::Yellow)), _) => Tone::Dyed(dye),
            (None, side) => Tone::Of(side.color()),
        }
    }
}

/// The colours of the sides. A theme without colours has none, except for more than two sides.
fn dyes(man: &Man, theme: Theme) -> Option<BySide<Dye>> {
    match theme {
        Theme::Wood | Theme::Plain | Theme::Dark => man.dress.dyes,
        Theme::Print => man.dress.dyes.filter(|_| man.dress.owners.is_some()),
    }
}

/// The drawing of a kind of one side.
enum Figure<'m> {
    /// A drawing of the author.
    Art(&'m Art),
    /// A symbol on a base.
    Sign(&'m str, Men, Form),
    /// A silhouette.
    Shape(&'static Shape),
    /// A letter on a round base.
    Letter(char),
}

fn figure(man: &Man, side: Side) -> Figure<'_> {
    if let Some(art) = &man.dress.art {
        return Figure::Art(&art[side]);
    }
    match (&man.symbol, glyph::shape(man.figure)) {
        (Some(symbol), _) => Figure::Sign(&symbol.signs[side], symbol.men, man.letter.form()),
        (None, Some(shape)) => Figure::Shape(shape),
        (None, None) => Figure::Letter(capital(man.letter.capital())),
    }
}

/// An XML name for the drawing of a piece. Pieces with the same name are drawn alike.
pub(super) fn id(man: &Man, look: Look) -> String {
    let codes =
        |text: &str| -> String { text.chars().map(|c| format!("-{:x}", u32::from(c))).collect() };
    let side = look.letter();
    let name: String = match figure(man, look.ink()) {
        Figure::Art(_) => format!("art{}", codes(&man.kind)),
        Figure::Sign(_, _, form) => {
            let promoted = if form == Form::Plus { "-promoted" } else { "" };
            let signs = man.symbol.iter().flat_map(|symbol| &symbol.signs.0);
            let signs: Vec<String> = signs.map(|sign| codes(sign)).collect();
            format!("sign{}{promoted}", signs.join("-and"))
        }
        Figure::Shape(shape) => shape.figure.word().replace(' ', "-"),
        Figure::Letter(letter) => format!("{:x}", u32::from(letter)),
    };
    format!("{side}-{name}")
}

/// The elements of a piece as seen from `seat`. A neutral piece is White's on the left and Black's
/// on the right; an unowned piece is grey.
pub fn man(man: &Man, look: Look, seat: Side, theme: Theme) -> String {
    match look {
        Look::Of(side) => {
            let facing = if side == seat { Facing::Up } else { Facing::Down };
            toned(man, side, Tone::of(man, side, theme), facing, theme)
        }
        Look::Nobody => toned(man, Side::White, Tone::Stone, Facing::Up, theme),
        Look::Neutral => {
            let drawn = |side| toned(man, side, Tone::of(man, side, theme), Facing::Up, theme);
            let whole = drawn(Side::White);
            // Two halves of the same drawing would show a seam.
            if whole == drawn(Side::Black) {
                return whole;
            }
            let half = |side, x| {
                let half = Element::new("svg").with("x", x).with("width", 50).with("height", 100);
                half.with("viewBox", format_args!("{x} 0 50 100")).holding(drawn(side))
            };
            inline([half(Side::White, 0), half(Side::Black, 50)])
        }
    }
}

/// The direction in which a base with corners points.
#[derive(Clone, Copy)]
enum Facing {
    Up,
    Down,
}

fn toned(man: &Man, side: Side, tone: Tone, facing: Facing, theme: Theme) -> String {
    match figure(man, side) {
        Figure::Art(Art { elements, paint }) => {
            let (fill, outline) = (tone.fill(theme), tone.outline(theme));
            let group = match paint {
                Paint::Own => Element::group().with("color", fill),
                Paint::OfSides => Element::group().fill(fill).with("stroke", outline),
            };
            group.holding(elements).to_string()
        }
        Figure::Sign(sign, Men::Discs, form) => match (tone, dyes(man, theme)) {
            (Tone::Of(_) | Tone::Dyed(_), Some(dyes)) => inked_disc(sign, dyes[side], theme),
            (Tone::Of(_) | Tone::Dyed(_) | Tone::Stone, _) => disc(sign, form, tone, theme),
        },
        Figure::Sign(sign, Men::Wedges, form) => wedge(sign, form, tone, facing, theme),
        Figure::Shape(shape) => silhouette(shape.parts, tone, theme),
        Figure::Letter(letter) => disc(&letter.to_string(), Form::Plain, tone, theme),
    }
}

fn silhouette(parts: &[Part], tone: Tone, theme: Theme) -> String {
    // Without a halo, the light outline of a black piece would merge with light cells. The dark
    // outline of a white piece would merge with hatched cells.
    let needs_halo = tone == Tone::Of(Color::Black) || theme == Theme::Print;
    let body = |part: &Part| match part {
        Part::Body(d) => *d,
        Part::Stroke(_) | Part::Ink(_) => "",
    };
    let halo = || Element::path(parts.iter().map(body).collect::<String>());
    let halo = needs_halo.then(|| halo().stroke(theme.light(), 7.0));
    let parts = parts.iter().map(|part| match part {
        Part::Body(d) => Element::path(d).fill(tone.fill(theme)),
        Part::Stroke(d) => Element::path(d).fill("none"),
        Part::Ink(d) => Element::path(d).fill(tone.outline(theme)),
    });
    let parts = parts.map(|part| part.stroke(tone.outline(theme), 3.4));
    inline(halo.into_iter().chain(parts))
}

/// A symbol on a round base.
fn disc(sign: &str, form: Form, tone: Tone, theme: Theme) -> String {
    let (middle, outline) = (Point::new(50.0, 52.0), tone.outline(theme));
    inline([
        Element::circle(middle, 37.0).fill(tone.fill(theme)).stroke(outline, 4.0),
        Element::circle(middle, 31.0).fill("none").stroke(outline, 2.0),
        lettered(sign, 52.0, 46.0, ink(form, tone, theme)),
    ])
}

/// A symbol in the colour of its side on a disc of wood, as in real sets.
fn inked_disc(sign: &str, dye: Dye, theme: Theme) -> String {
    let (middle, wood) = (Point::new(50.0, 50.0), palette::WOOD);
    let ink = match dye {
        // White ink would not be readable on light wood.
        Dye::White => theme.dark().toward(wood, 1, 2),
        Dye::Black | Dye::Red | Dye::Green | Dye::Blue | Dye::Yellow => palette::dyed(dye),
    };
    inline([
        Element::circle(middle, 42.0).fill(wood).stroke(theme.dark(), 2.4),
        Element::circle(middle, 35.5).fill("none").stroke(ink, 2.4),
        lettered(sign, 50.0, 48.0, ink),
    ])
}

/// A symbol on a base with five corners that points away from its owner. All have the colour of
/// wood, as in real sets.
fn wedge(sign: &str, form: Form, tone: Tone, facing: Facing, theme: Theme) -> String {
    let tone = match tone {
        Tone::Stone => tone,
        Tone::Of(_) | Tone::Dyed(_) => Tone::Of(Color::White),
    };
    let fill = match (theme, tone) {
        (Theme::Print, _) | (_, Tone::Stone) => tone.fill(theme),
        (Theme::Wood | Theme::Plain | Theme::Dark, Tone::Of(_) | Tone::Dyed(_)) => palette::WOOD,
    };
    let turned = match facing {
        Facing::Up => Element::group(),
        Facing::Down => Element::group().with("transform", "rotate(180 50 50)"),
    };
    let base = Element::path("M50 8L76 23L87 92H13L24 23Z").fill(fill);
    let turned = turned.holding(base.stroke(tone.outline(theme), 4.0)).holding(lettered(
        sign,
        57.0,
        48.0,
        ink(form, tone, theme),
    ));
    Element::group().with("class", "wedge").holding(turned).to_string()
}

/// The ink of a symbol. Promoted symbols have an ink of their own, except on Black's bases, where
/// it would not be readable.
fn ink(form: Form, tone: Tone, theme: Theme) -> Rgb {
    match (form, tone) {
        (Form::Plus, Tone::Of(Color::White) | Tone::Dyed(_) | Tone::Stone) => theme.promoted(),
        (Form::Plus, Tone::Of(Color::Black)) | (Form::Plain | Form::Reverting, _) => {
            tone.outline(theme)
        }
    }
}

/// A symbol around the height `middle`; its ink is no wider or higher than `room`.
fn lettered(sign: &str, middle: f64, room: f64, ink: Rgb) -> Element {
    let sign = printable(sign);
    let (low, high) = font::rise(&sign);
    let size = room / font::width(&sign).max(high - low).max(0.85);
    let sign_element = Element::new("text").with("x", 50);
    let sign_element = sign_element.with("y", num(middle + size * (low + high) / 2.0));
    let sign_element = sign_element.with("font-size", num(size)).with("text-anchor", "middle");
    sign_element.fill(ink).stroke(ink, 1.4).holding(xml(&sign))
}
