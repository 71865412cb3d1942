//! A variant on its board: what stands where, and what the rules say of it without walking.

pub mod board_model;
pub mod castling;
pub mod hands;
pub mod memory;
pub mod passing;
pub mod placement;
pub mod position;
pub mod promotion;
pub mod rights;
pub mod shuffle;
