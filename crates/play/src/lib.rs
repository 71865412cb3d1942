//! Games for front ends, with the same interface on boards and planes.
//!
//! A [`Game`](game::Game) is a compiled variant, and a [`Position`](position::Position) is a game
//! in play. `Game`, `Position`, `Move` and `Legal` are enums with a variant for boards and one for
//! planes. The folders `board` and `plane` implement the same methods for both.

#![warn(missing_docs)]

pub mod board;
mod comparison;
pub mod computer;
pub mod coordinates;
pub mod dialect;
pub mod evidence;
pub mod game;
pub mod parts;
pub mod plane;
pub mod position;
pub mod positions;
pub mod resources;
pub mod review;
pub mod terms;
pub mod values;

pub use alfil_search::dice;
