//! From rules to tables: every path of every movement, joined into lookups and masks.

pub mod attack;
pub mod audit;
pub mod capture_paths;
pub mod choices;
pub mod columns;
pub mod cpu;
pub mod drops;
pub mod effects;
pub mod kinds;
pub mod king;
pub mod lines;
pub mod lints;
pub mod lookup;
pub mod move_tables;
pub mod pattern;
pub mod predicates;
pub mod profile;
pub mod profiles;
pub mod promotion;
pub mod rows;
mod royals;
pub mod setwise;
pub mod slides;
pub mod traces;
pub mod turns;
