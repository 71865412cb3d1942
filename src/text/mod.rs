//! Positions, moves and movements as text, for people and files.

pub mod explain;
pub mod moves;
pub mod plane;
pub mod position;
pub mod turn;
pub mod words;
