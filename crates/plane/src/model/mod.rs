//! The rules of a game on a plane: kinds with their motions, positions, the ground.

pub mod motion;
pub mod position;
pub mod program;
pub(crate) mod words;
