//! Rules in plain English: movements, conditions, turns.

pub mod board;
pub mod castling;
pub mod conditions;
pub mod explain;

pub mod sentences;
pub mod turn;
pub mod words;
