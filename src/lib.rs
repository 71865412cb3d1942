//! Alfil: chess-variant definitions in, legal moves out.

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod fuzz;
pub mod index;
pub mod library;
pub mod play;
pub mod render;
pub mod resolve;
pub mod rules;
pub mod source;
pub mod suite;
pub mod syntax;
pub mod text;
