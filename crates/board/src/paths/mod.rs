//! The paths of movements over a board without pieces. Each path lists its requirements of a
//! position.

pub(crate) mod budget;
pub(crate) mod meter;
pub mod path;
pub mod terrain;
