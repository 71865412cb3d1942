//! Play by tables: packed states, generated moves, king safety, counts.

pub mod asks;
pub mod batch;
pub mod deeds;
pub mod drops;
mod early;
mod foreseen;
pub mod generator;
pub mod harmless;
mod journal;
pub mod key;
pub mod make;
pub mod perft;
pub mod play;
pub mod program;
pub mod promotion;
mod removals;
pub mod safety;
mod sensitive;
pub mod setup;
pub mod state;
pub mod steps;
pub mod threats;
