//! Rules in plain English: movements, conditions, questions, effects and turns.

pub mod areas;
pub mod board;
pub mod castling;
mod castlings;
pub mod conditions;
pub mod dice;
pub(crate) mod effects;
pub mod explain;
mod facts;
pub mod hands;
mod jumps;
pub mod lexicon;
pub mod marks;
pub mod movements;
mod patterns;
pub(crate) mod phrase;
pub mod pieces;
pub mod promotion;
pub(crate) mod questions;
pub mod sentences;
pub mod sides;
pub mod sight;
pub mod turn;
pub(crate) mod words;
