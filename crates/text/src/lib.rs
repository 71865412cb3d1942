//! Rules in plain English: movements, conditions, questions, effects and turns.

pub mod board;
pub mod castling;
pub mod conditions;
pub(crate) mod effects;
pub mod explain;
pub mod hands;
pub mod lexicon;
pub mod marks;
mod patterns;
pub mod pieces;
pub(crate) mod questions;
pub mod sentences;
pub mod sides;
pub mod turn;
mod walks;
pub(crate) mod words;
