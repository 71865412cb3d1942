//! The engine plays games from compiled tables: packed positions, the move generator, king safety,
//! predicates, effects and perft. It must return the same moves as `reference`, which shares no
//! code with it.

mod any_tables;
pub mod batch;
mod critical_squares;
pub mod drops;
pub mod effects;
pub mod effort;
mod exposure;
pub mod generator;
mod journal;
pub mod key;
pub mod make;
pub mod perft;
pub mod play;
pub mod predicates;
pub mod program;
pub mod promotion;
pub mod safety;
pub mod setup;
pub mod state;
pub mod steps;
pub mod threats;
