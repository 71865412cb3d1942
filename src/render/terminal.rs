//! Draws boards and planes as text for a terminal.
//!
//! Everything that a colour says is said by a sign if there are no colours.

mod board;
pub mod plane;

pub use board::draw;
