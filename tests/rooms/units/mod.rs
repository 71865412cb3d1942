//! Tests of single modules: numbers, shapes, directions, small readers.

mod area;
mod canvas;
mod compass;
mod contradiction;
mod curve;
mod displace;
mod effort;
mod ellipse;
mod font;
mod format;
mod frame;
#[cfg(feature = "png")]
mod gif;
mod glyph;
mod hexagonal;
mod interval;
mod learn;
mod level;
mod library;
mod lines;
mod palette;
mod placement;
#[cfg(feature = "png")]
mod png;
mod report;
mod scene;
mod sentences;
mod shape;
mod site_set;
mod space;
mod spin;
mod survey;
mod tables;
mod uci;
mod yaml;
