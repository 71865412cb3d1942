//! Move tables: all paths of all movements on a board, joined into lookups and masks for the
//! engine.

pub(crate) mod attack;
pub(crate) mod audit;
pub(crate) mod by_site;
pub(crate) mod capture_paths;
pub(crate) mod castles;
pub(crate) mod choices;
pub(crate) mod columns;
pub(crate) mod constraints;
pub mod cpu;
pub(crate) mod draws;
pub(crate) mod drops;
pub(crate) mod effects;
pub(crate) mod kinds;
pub(crate) mod lines;
pub(crate) mod lints;
pub(crate) mod lookup;
pub mod move_tables;
pub(crate) mod pattern;
pub(crate) mod piece_rows;
pub(crate) mod predicate;
pub(crate) mod predicates;
pub mod profile;
pub(crate) mod profiles;
pub(crate) mod promotion;
pub(crate) mod reach;
pub(crate) mod results;
pub(crate) mod rows;
pub(crate) mod royals;
pub(crate) mod setwise;
pub(crate) mod slides;
pub(crate) mod traces;
pub(crate) mod turns;
