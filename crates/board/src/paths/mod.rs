//! Walks without a position: which ways a movement has over the cells of a board, and what each asks
//! of what stands there.

pub mod area;
pub mod budget;
pub mod meter;
pub mod path;
pub mod reach;
pub mod terrain;
pub mod upright;
