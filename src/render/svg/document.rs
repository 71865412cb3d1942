//! An SVG document in the making.

use crate::render::palette::{Rgb, Theme};
use crate::render::svg_util::{self, Anchor};
use std::collections::BTreeSet;
use std::fmt::Write;

#[derive(Default)]
pub(super) struct Svg {
    pub(super) theme: Theme,
    /// Distances of hatched lines in use, in tenths of a cell.
    pub(super) hatches: BTreeSet<u8>,
    /// Text of the SVG `<desc>`, for screen readers.
    pub(super) told: Vec<String>,
    pub(super) body: String,
    /// Names of the piece drawings that the document defines.
    pub(super) pieces: BTreeSet<String>,
    pub(super) defs: String,
}

impl Svg {
    pub(super) fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{text}");
    }

    pub(super) fn text(&mut self, text: &str, at: (f64, f64), size: f64, ink: Rgb, anchor: Anchor) {
        let words = svg_util::words(text, at, size, ink, anchor);
        self.line(format_args!("{words}"));
    }
}
