//! FROM WORDS TO MEANING: inheritance, modifiers, names, sugar and whole-set checks.
//!
//! The verb is [`resolution::resolve`]. Reading order: `chain` (which files), `layer` and `piece` (one
//! file laid over a `state`), `finish` (the Ruleset), `audit` (checks on the whole).

pub mod alone;
pub mod audit;
pub mod case;
pub mod castling;
pub mod chain;
pub mod contradiction;
pub mod deeds;
pub mod finish;
pub mod hand;
mod idle;
pub mod layer;
pub mod movement;
mod names;
pub mod open;
pub mod outline;
pub mod piece;
pub mod plane;
pub mod promotion;
pub mod question;
pub mod resolution;
mod section;
pub mod sentences;
pub mod setup;
pub mod shuffle;
pub mod space;
pub mod state;
mod turn;
pub mod write;
