//! THE DISCRETE ARENA: graph, site sets, tables, generator.
//!
//! ```text
//! Ruleset -> Arena (graph, conditions, castling) -> paths -> profiles -> tables -> generator
//!                 \-> reference executor, the judge
//! ```
pub mod arena;
pub mod attack;
pub mod audit;
pub mod batch;
pub mod bearing;
pub mod castling;
pub mod compass;
pub mod cpu;
pub mod drops;
pub mod frame;
pub mod generator;
pub mod graph;
pub mod hands;
pub mod lookup;
pub mod paths;
pub mod perft;
pub mod placement;
pub mod position;
pub mod profile;
pub mod program;
pub mod promotion;
pub mod reference;
pub mod safety;
pub mod sections;
pub mod setwise;
pub mod site_set;
pub mod slides;
pub mod state;
pub mod steps;
pub mod tables;
pub mod turn;
pub mod whole;
