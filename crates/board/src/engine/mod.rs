//! The engine plays games from compiled move tables. It contains packed positions, the move
//! generator, king safety, predicates, effects and perft. It must return the same moves as
//! `reference`, which it does not use.

mod any_tables;
pub mod batch;
mod critical_squares;
mod draw;
pub(crate) mod drops;
pub(crate) mod effects;
pub mod effort;
mod elimination;
mod exposure;
pub mod generator;
mod journal;
pub(crate) mod key;
pub(crate) mod make;
pub(crate) mod perft;
pub mod play;
pub(crate) mod predicates;
pub mod program;
pub(crate) mod promotion;
pub mod repetitions;
pub(crate) mod safety;
pub mod search;
pub mod setup;
pub mod state;
pub(crate) mod steps;
pub(crate) mod threats;
