//! WHAT IT MEANS: the waist of the house.
//!
//! Owns the [`ruleset::Ruleset`] and its parts: ids and enums, no text to parse, no coordinates.
//! `resolve/` builds it; the arenas (`board/`, later `plane/`) compile it. Cell names and placements
//! pass through as interned labels with their origins; the arena turns them into sites.

#![warn(unreachable_pub)]

pub mod castling;
pub mod condition;
pub mod counter;
pub mod direction;
pub mod effect;
pub mod figure;
pub mod given;
pub mod goal;
pub mod hand;
pub mod ids;
mod lattice;
pub mod letter;
pub mod movement;
pub mod notation;
pub mod plane;
pub mod question;
pub mod ruleset;
pub mod section;
pub mod setup;
pub mod shuffle;
pub mod side;
pub mod space;
pub mod symbol;
pub mod turn;
