//! Move tables: all paths of all movements on a board, joined into lookups and masks for the
//! engine.

pub(crate) mod attack;
pub mod cpu;
pub(crate) mod effects;
pub(crate) mod kinds;
pub(crate) mod lints;
pub(crate) mod lookup;
pub mod move_tables;
pub(crate) mod pattern;
pub(crate) mod piece_rows;
pub(crate) mod predicates;
pub mod profile;
pub(crate) mod promotion;
pub(crate) mod rows;
pub(crate) mod rules_tables;
