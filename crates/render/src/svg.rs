//! Draws boards and planes as SVG.
//!
//! The same picture gives the same bytes. A document needs no style sheet or other file, and all
//! text is escaped. For programs, parts are marked with `data-` attributes. On a board these are
//! `data-cell`, `data-zone`, `data-man`, `data-marks`, `data-from` and `data-to`, with the names of
//! cells. On a plane they are `data-body` and `data-man` with places, `data-area` and `data-way`
//! with their sorts.

mod board;
mod document;
mod marks;
pub mod pieces;
pub mod plane;
mod walls;

pub(super) use board::Sheet;
pub use board::draw;
