//! A variant on its board: what stands where, and what the rules say of it without walking.

mod apply;
pub mod board_model;
mod build;
pub mod castling;
mod drops;
mod facts;
pub(crate) mod hands;
pub mod memory;
pub mod memory_fields;
pub(crate) mod moves;
pub mod passing;
pub(crate) mod placement;
mod places;
pub mod position;
pub mod promotion;
pub mod rights;
mod royals;
pub mod shuffle;
