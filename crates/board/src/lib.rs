//! THE DISCRETE ARENA, in floors; each imports only from the floors below it.
//!
//! ```text
//! run        packed states, generator, safety, counting: the program that plays
//! compile    Arena -> profiles -> tables
//! judge      the reference executor: slow, plain, equal to the generator
//! game       a Ruleset on its board: positions, castling, hands, promotion
//! walk       every way of a movement over empty terrain, and what it asks of cells
//! space      sites, nodes, links, directions, sections
//! ```

pub mod engine;
pub mod model;
pub mod paths;
pub mod reference;
pub mod tables;
pub mod topology;
