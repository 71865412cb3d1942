//! Pictures and reports: scenes as data, drawn as SVG, PNG, GIF or terminal text; findings, drawn by miette.

pub mod board;
pub mod canvas;
pub mod classes;
pub mod drawing;
pub mod font;
#[cfg(feature = "png")]
pub mod gif;
pub mod glyph;
mod goals;
pub(crate) mod king_distance;
pub(crate) mod layout;
pub mod mark;
pub mod movement;
pub mod palette;
pub mod piece_icon;
pub mod plane;
pub mod plane_svg;
pub mod plane_text;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "png")]
pub mod raster;
#[cfg(feature = "cli")]
pub mod report;
pub mod scene;
pub mod svg;
mod svg_marks;
pub mod svg_pieces;
mod svg_util;
pub mod terminal;
mod zones;
