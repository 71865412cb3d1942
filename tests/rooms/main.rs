//! Tests of the library, from text to moves and pictures.
//!
//! All modules are in one binary, because linking takes longer than running.
//! `cargo test --test rooms NAME` runs one module.

mod alive;
mod architecture;
mod broken;
mod broken_yaml;
mod corpus;
mod coverage;
mod cycles;
mod definitions;
mod diagrams;
mod dialects;
mod editor;
mod examples;
mod fairy;
mod files;
mod fuzz;
mod moves;
mod notation;
mod parses;
mod parts;
mod perft;
mod plane;
mod public_api;
mod records;
mod render;
mod review;
mod revise;
mod rules;
mod san;
mod search;
mod sight;
mod slips;
mod turns;
mod units;
mod variants;
mod why;
mod words;
