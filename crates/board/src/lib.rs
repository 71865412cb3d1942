//! Games on boards: from a ruleset to legal moves. A module imports only from modules below it:
//!
//! ```text
//! engine      packed positions, move generator, royal safety, perft
//! tables      move tables from paths
//! reference   the slow and simple executor, which the engine must match
//! model       a ruleset on its board: positions, castling, hands, promotion
//! paths       every path of a movement over an empty board, with its requirements
//! topology    sites, nodes, links, directions, sections
//! ```

pub mod engine;
pub mod model;
pub mod paths;
pub mod reference;
pub mod tables;
pub mod topology;
