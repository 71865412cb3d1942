//! Pictures and reports.
//!
//! `scene` (boards) and `plane` hold pictures as data. `svg` and `terminal` draw them, and `png`
//! and `gif` turn SVG into pixels. `report` draws findings.

pub mod board;
pub mod canvas;
pub mod classes;
pub mod drawing;
mod drawn;
mod eye;
pub mod font;
pub mod geometry;
#[cfg(feature = "png")]
pub mod gif;
pub(crate) mod globe;
pub mod glyph;
mod goals;
pub(crate) mod king_distance;
mod layers;
pub(crate) mod layout;
pub mod mark;
pub mod movement;
pub mod palette;
pub mod piece_icon;
pub mod plane;
mod plots;
#[cfg(feature = "png")]
pub mod png;
#[cfg(feature = "png")]
pub mod raster;
#[cfg(feature = "cli")]
pub mod report;
pub mod scene;
mod seams;
mod surface;
pub mod svg;
pub mod terminal;
mod zones;
