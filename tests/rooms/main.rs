//! Tests of the whole, from text to moves and pictures.
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
mod displace;
mod documents;
mod editor;
mod examples;
mod fairy;
mod files;
mod fuzz;
mod library;
mod moves;
mod natural;
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
mod variants;
mod why;
mod words;

/// True with `ALFIL_DEEP`, which `.ci/run` sets: tests that examine the same for many definitions examine more of it.
fn is_deep() -> bool {
    std::env::var_os("ALFIL_DEEP").is_some()
}

/// All of many similar cases in a deep run, and every `step`th of them in a normal one.
fn some<T>(all: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    all.step_by(if is_deep() { 1 } else { step })
}
