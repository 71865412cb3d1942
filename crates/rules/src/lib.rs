//! The rules of a variant as data, without their text and without coordinates.
//!
//! The crate `alfil` builds a [`ruleset::Ruleset`]; boards and planes compile it. Cell names and
//! placements remain texts with their spans until a board resolves them.

pub mod area;
pub mod bag;
pub mod blind;
pub mod castling;
pub mod chance;
pub mod condition;
pub mod counter;
pub mod direction;
pub mod effect;
pub mod figure;
pub mod given;
pub mod goal;
pub mod hand;
pub mod ids;
pub mod interpret;
mod lattice;
pub mod letter;
pub mod look;
pub mod movement;
pub mod named;
pub mod notation;
pub mod outcome;
pub mod plane;
pub mod player;
pub mod question;
pub mod ruleset;
pub mod section;
pub mod setup;
pub mod shuffle;
pub mod side;
pub mod sight;
pub mod space;
pub mod stack;
pub mod symbol;
pub mod turn;
