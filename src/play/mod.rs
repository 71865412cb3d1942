//! WHERE THE ARENAS MEET: all that a front end ever sees.
//!
//! A [`Game`](game::Game) is a compiled variant, a [`Position`](position::Position) a game in play; both
//! are the same for boards and planes. What the two arenas do differently stands behind one trait,
//! [`Play`](arena::Play), with a folder each. A third arena implements it and becomes a variant of
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
