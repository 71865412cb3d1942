//! A variant on its board: positions and their fields, castling, hands and promotion.

pub mod board_model;
mod build;
pub mod castling;
pub mod facts;
pub mod memory_fields;
pub mod passing;
pub(crate) mod placement;
mod places;
pub mod position;
pub mod promotion;
pub mod rights;
pub mod royals;
