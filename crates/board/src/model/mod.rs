//! A variant on its board: what stands where, and what the rules say of it without walking.

mod apply;
pub mod board_model;
mod build;
pub mod castling;
mod drops;
mod facts;
pub mod hands;
pub mod memory;
pub mod memory_fields;
pub mod moves;
pub mod passing;
pub mod placement;
mod places;
pub mod position;
pub mod promotion;
pub mod rights;
mod royals;
pub mod shuffle;
