//! A variant on its board: positions and their fields, castling, hands and promotion.

mod apply;
pub mod board_model;
mod build;
pub mod castling;
pub mod columns;
mod draws;
mod drops;
pub mod facts;
pub(crate) mod hands;
mod looks;
pub mod memory;
pub mod memory_fields;
pub(crate) mod moves;
pub mod passing;
pub(crate) mod placement;
mod places;
pub mod position;
pub mod promotion;
pub mod rights;
pub mod royals;
mod secret;
pub mod shuffle;
