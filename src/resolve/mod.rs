//! FROM WORDS TO MEANING: inheritance, modifiers, names, sugar and whole-set checks.
//!
//! The verb is [`resolution::resolve`]. Reading order: `chain` (which files), `layer` and `piece` (one
//! file laid over a `state`), `finish` (the Ruleset), `audit` (checks on the whole).

pub mod build;
pub mod case;
pub mod castling;
pub mod context;
pub mod contradiction;
pub mod draft;
pub mod effects;
pub mod fragment;
pub mod hand;
mod idle;
pub mod inheritance;
pub mod layer;
pub mod lints;
pub mod movement;
mod names;
pub mod open;
pub mod outline;
pub mod piece;
pub mod plane;
pub mod promotion;
pub mod question;
mod renumbering;
pub mod resolution;
mod section;
pub mod sentences;
pub mod setup;
pub mod shuffle;
pub mod space;
mod turn;
pub mod write;
