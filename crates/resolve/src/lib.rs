//! The second stage: from definitions to a ruleset.
//!
//! The entry is [`resolution::resolve`]. Reading order: `inheritance` finds the files, `layer` and
//! `piece` lay each file over a `draft`, `build` makes the ruleset, and `lints` checks it.

mod art;
pub mod build;
pub(crate) mod castling;
pub mod context;
pub mod contradiction;
pub(crate) mod dice;
pub(crate) mod draft;
pub mod effects;
pub mod fragment;
pub(crate) mod hand;
mod idle;
pub(crate) mod inheritance;
pub(crate) mod layer;
pub(crate) mod lints;
mod look;
pub mod movement;
pub mod names;
pub(crate) mod onward;
pub(crate) mod piece;
pub(crate) mod plane;
pub(crate) mod promotion;
pub(crate) mod question;
pub mod resolution;
pub(crate) mod sentences;
pub mod setup;
pub(crate) mod shuffle;
pub(crate) mod sides;
pub(crate) mod sight;
pub(crate) mod space;
mod turn;
pub(crate) mod vocabulary;
pub mod write;
