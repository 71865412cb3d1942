//! The paths of movements over a board without pieces. Each path lists its requirements of a
//! position.

pub(crate) mod area;
pub(crate) mod budget;
pub(crate) mod meter;
pub mod path;
pub(crate) mod reach;
pub mod terrain;
pub mod upright;
