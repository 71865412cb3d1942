//! Positions, moves and movements as text, for people and files.

pub mod moves;
pub mod position;
