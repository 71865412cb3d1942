//! From rules to tables: every path of every movement, joined into lookups and masks.

mod ahead;
pub mod asks;
pub mod attack;
pub mod audit;
pub mod census;
pub mod columns;
pub mod cpu;
pub mod deeds;
pub mod drops;
pub mod footprint;
pub mod foresight;
pub mod kinds;
pub mod king;
pub mod lines;
pub mod lookup;
pub mod profile;
pub mod promotion;
pub mod removals;
pub mod rows;
mod royals;
pub mod setwise;
pub mod slides;
pub mod tables;
pub mod traced;
pub mod translation;
pub mod turns;
pub mod whole;
