//! Pictures and reports.
//!
//! `scene` (boards) and `plane` hold pictures as data. `svg` and `terminal` draw them, and `png`
//! and `gif` turn SVG into pixels. `report` draws findings.

pub mod board;
pub(crate) mod canvas;
pub mod classes;
pub mod drawing;
mod drawn;
pub mod font;
pub mod geometry;
pub mod glyph;
pub mod layout;
pub mod mark;
pub mod movement;
mod outlines;
pub mod palette;
pub mod plane;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "png")]
pub mod raster;
#[cfg(feature = "fancy")]
pub mod report;
pub mod scene;
pub mod svg;
pub mod terminal;
