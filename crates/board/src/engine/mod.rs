//! The engine plays games from compiled move tables. It contains packed positions, the move
//! generator, king safety, predicates, effects and perft. It must return the same moves as
//! `reference`, which it does not use.

pub(crate) mod after_move;
pub mod batch;
pub(crate) mod effects;
pub mod generator;
pub(crate) mod journal;
pub(crate) mod make;
pub(crate) mod perft;
pub mod play;
pub(crate) mod predicates;
pub mod program;
pub(crate) mod safety;
pub mod search;
pub mod state;
pub(crate) mod steps;
pub(crate) mod threats;
