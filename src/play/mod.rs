//! WHERE THE ARENAS MEET: a game for front ends, the same on boards and planes.
//!
//! A [`Game`](game::Game) is a compiled variant, a [`Position`](position::Position) a game in play. Each arena
//! implements [`Play`](arena::Play) in a folder of its own. A third arena would do the same and become a variant of
//! `Game`, `Position`, `Move` and `Legal`.

pub mod arena;
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
mod remarks;
pub mod resources;
pub mod rng;
pub mod turn;
