//! A rectangle of styled characters, printed with or without escape sequences.
//!
//! Owns: [`Canvas`] and the escape sequences. Takes one character a place; gives lines of text without
//! spaces at their ends. Invariant: a colour never outlives its line, and [`Colour::None`] prints no
//! escape at all.

use std::fmt::Write;

use crate::render::palette::{Colour, Rgb};

/// How a character looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    pub ink: Option<Rgb>,
    pub ground: Option<Rgb>,
}

/// Rows of characters, growing to the right as they are written.
#[derive(Default)]
pub struct Canvas {
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// The longest row, in characters.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Writes `text` on `row` from `column`, both from 0.
    pub fn put(&mut self, row: usize, column: usize, text: &str, style: Style) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let Some(line) = self.rows.get_mut(row) else { return };
        for (i, c) in text.chars().enumerate() {
            if line.len() <= column + i {
                line.resize(column + i + 1, (' ', Style::default()));
            }
            if let Some(place) = line.get_mut(column + i) {
                *place = (c, style);
            }
        }
    }

    /// Copies `other` so that its corner lies on `row` and `column`.
    pub fn paste(&mut self, row: usize, column: usize, other: &Canvas) {
        for (i, line) in other.rows.iter().enumerate() {
            for (j, (c, style)) in line.iter().enumerate() {
                self.put(row + i, column + j, c.encode_utf8(&mut [0; 4]), *style);
            }
        }
    }

    /// The rows as text, a line feed after each.
    pub fn print(&self, colour: Colour) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let blank = |(c, style): &(char, Style)| *c == ' ' && style.ground.is_none();
            let end = row.iter().rposition(|place| !blank(place)).map_or(0, |i| i + 1);
            let mut current = Style::default();
            for (c, style) in row.iter().take(end) {
                if *style != current {
                    escape(&mut out, *style, colour);
                    current = *style;
                }
                out.push(*c);
                if ('\u{2654}'..='\u{265F}').contains(c) {
                    // Chess signs have a twin among emoji, twice as wide; this asks for the sign.
                    out.push('\u{FE0E}');
                }
            }
            if current != Style::default() {
                escape(&mut out, Style::default(), colour);
            }
            out.push('\n');
        }
        out
    }
}

fn escape(out: &mut String, style: Style, colour: Colour) {
    let code = |layer: u8, Rgb(r, g, b): Rgb| match colour {
        Colour::None => String::new(),
        Colour::Ansi256 => format!(";{layer};5;{}", Rgb(r, g, b).ansi256()),
        Colour::True => format!(";{layer};2;{r};{g};{b}"),
    };
    match colour {
        Colour::None => {}
        Colour::Ansi256 | Colour::True => {
            let ink = style.ink.map_or(String::new(), |rgb| code(38, rgb));
            let ground = style.ground.map_or(String::new(), |rgb| code(48, rgb));
            // Writing to a String cannot fail.
            let _ = write!(out, "\x1b[0{ink}{ground}m");
        }
    }
}
