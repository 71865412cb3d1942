//! Games on boards: from a ruleset to legal moves. A module imports only from modules below it:
//!
//! ```text
//! engine      packed positions, move generator, royal safety, perft
//! tables      move tables from paths
//! interpret   what effects do, for both executors
//! model       a ruleset on its board: positions, castling, hands, promotion
//! paths       every path of a movement over an empty board, with its requirements
//! ```

#![warn(missing_docs)]

pub mod engine;
pub mod interpret;
pub mod model;
pub mod paths;
pub mod tables;
