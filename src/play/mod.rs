//! Games for front ends, with the same interface on boards and planes.
//!
//! A [`Game`](game::Game) is a compiled variant, and a [`Position`](position::Position) is a game
//! in play. `Game`, `Position`, `Move` and `Legal` are enums with a variant for boards and one for
//! planes. The folders `board` and `plane` implement the same methods for both.

pub mod board;
mod claims;
mod comparison;
pub mod computer;
pub mod contest;
pub mod coordinates;
pub mod dialect;
pub(crate) mod evidence;
pub mod game;
pub mod group;
pub mod learn;
pub mod line;
pub mod manner;
pub mod parts;
pub mod plane;
pub mod position;
pub mod positions;
pub mod refusal;
mod remarks;
pub mod resources;
pub mod review;
pub(crate) mod sfen;
#[cfg(feature = "json")]
pub mod survey;
pub mod turn;
pub mod values;

pub use alfil_search::dice;
