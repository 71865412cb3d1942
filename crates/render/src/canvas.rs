//! A rectangle of styled characters, printed with or without escape sequences.
//!
//! An East Asian character takes two places. Printed lines have no trailing spaces, and no colour
//! continues on the next line.

use std::fmt::Write;

use crate::palette::{Colour, Rgb};
use unicode_width::UnicodeWidthChar;

/// The style of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Style {
    pub ink: Option<Rgb>,
    pub ground: Option<Rgb>,
}

/// The number of places that a terminal gives to `text`.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// Characters between the entries of a legend.
const ENTRY_GAP: usize = 3;

/// Rows of places. They grow to the right as they are written.
#[derive(Default)]
pub(crate) struct Canvas {
    rows: Vec<Vec<Place>>,
}

#[derive(Clone, Default)]
struct Place {
    /// A character with its combining marks; empty in the second place of a wide character.
    text: String,
    style: Style,
}

impl Canvas {
    /// The number of places in the longest row.
    pub(crate) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Writes `text` on `row` from `column`, both from 0.
    pub(crate) fn put(&mut self, row: usize, column: usize, text: &str, style: Style) {
        let mut at = column;
        for c in text.chars() {
            match c.width() {
                None | Some(0) if at > column => {
                    let before = self.place(row, at - 1 - usize::from(self.is_second(row, at - 1)));
                    before.text.push(c);
                }
                None | Some(0) => {}
                Some(width) => {
                    *self.place(row, at) = Place { text: c.to_string(), style };
                    for second in at + 1..at + width {
                        *self.place(row, second) = Place { text: String::new(), style };
                    }
                    at += width;
                }
            }
        }
    }

    /// Returns true for the second place of a wide character.
    fn is_second(&self, row: usize, column: usize) -> bool {
        self.rows
            .get(row)
            .and_then(|row| row.get(column))
            .is_some_and(|place| place.text.is_empty())
    }

    fn place(&mut self, row: usize, column: usize) -> &mut Place {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, Place { text: " ".to_owned(), style: Style::default() });
        }
        &mut line[column]
    }

    /// Copies `other` with its upper left corner at `row` and `column`.
    pub(crate) fn paste(&mut self, row: usize, column: usize, other: &Canvas) {
        for (i, line) in other.rows.iter().enumerate() {
            for (j, place) in line.iter().enumerate() {
                *self.place(row + i, column + j) = place.clone();
            }
        }
    }

    /// Pastes `entries`, each of one row, one after another from `top` and `left`. A new row begins
    /// after `width` characters. Returns the row below the last one.
    pub(crate) fn paste_entries(
        &mut self,
        entries: impl IntoIterator<Item = Canvas>,
        top: usize,
        left: usize,
        width: usize,
    ) -> usize {
        let (mut row, mut column) = (top, 0);
        for entry in entries {
            if column > 0 && column + entry.width() > width {
                (row, column) = (row + 1, 0);
            }
            self.paste(row, left + column, &entry);
            column += entry.width() + ENTRY_GAP;
        }
        if column > 0 { row + 1 } else { row }
    }

    /// The rows as text, each with a line feed.
    pub(crate) fn print(&self, colour: Colour) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let is_blank = |place: &Place| place.text == " " && place.style.ground.is_none();
            let end = row.iter().rposition(|place| !is_blank(place)).map_or(0, |i| i + 1);
            let mut current = Style::default();
            for Place { text, style } in row.iter().take(end) {
                if *style != current {
                    escape(&mut out, *style, colour);
                    current = *style;
                }
                out.push_str(text);
                if !text.is_empty() && text.chars().all(|c| ('\u{2654}'..='\u{265F}').contains(&c))
                {
                    // Chess symbols have emoji variants of double width. This character selects the
                    // narrow variant.
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

#[cfg(test)]
mod tests {
    use crate::canvas::{Canvas, Style};
    use crate::palette::{Colour, Rgb};

    #[test]
    fn escapes_end_with_their_line() {
        let mut canvas = Canvas::default();
        let red = Style { ink: Some(Rgb(255, 0, 0)), ground: None };
        canvas.put(0, 1, "a", red);
        canvas.put(1, 0, "b  ", Style::default());
        assert_eq!(canvas.print(Colour::None), " a\nb\n");
        assert_eq!(canvas.print(Colour::Ansi256), " \x1b[0;38;5;196ma\x1b[0m\nb\n");
        assert_eq!((canvas.width(), canvas.height()), (3, 2));
    }
}
