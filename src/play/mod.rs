//! WHERE THE ARENAS MEET: a game for front ends, the same on boards and planes.
//!
//! A [`Game`](game::Game) is a compiled variant, a [`Position`](position::Position) a game in play. `Game`, `Position`,
//! `Move` and `Legal` are enums over the arenas, each of which has a folder of its own with methods of the same names.

pub mod board;
mod claims;
mod comparison;
pub(crate) mod evidence;
pub mod game;
pub mod group;
pub mod line;
pub(crate) mod outcome;
pub mod pgn;
pub mod plane;
pub mod position;
pub mod refusal;
mod remarks;
pub mod resources;
pub mod rng;
pub mod turn;
