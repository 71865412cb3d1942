//! Draws boards and planes as text for a terminal.
//!
//! Without colours, signs carry the same information.

mod board;
pub mod plane;

pub use board::draw;
