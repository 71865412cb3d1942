//! The rules of a variant as data, without their text and without coordinates.
//!
//! The package `alfil-resolve` builds a [`ruleset::Ruleset`]; boards and planes compile it. Cell names and
//! placements remain texts with their spans until a board resolves them.

#![warn(missing_docs)]

pub mod blind;
pub mod chance;
pub mod condition;
pub mod effect;
pub mod given;
pub mod goal;
pub mod hand;
pub mod ids;
pub mod interpret;
pub mod look;
pub mod movement;
pub mod notation;
pub mod outcome;
pub mod plane;
pub mod question;
pub mod ruleset;
pub mod setup;
pub mod side;
pub mod sight;
pub mod space;
pub mod term;
pub mod turn;
