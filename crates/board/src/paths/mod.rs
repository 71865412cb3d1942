//! Paths of movements over a board without pieces, with their requirements of a position.

pub mod area;
pub mod budget;
pub mod meter;
pub mod path;
pub mod reach;
pub mod terrain;
pub mod upright;
