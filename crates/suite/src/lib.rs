//! Checks whether a game plays as its author says: the tests of a definition and its recorded
//! moves.
//!
//! It builds on `play` and on `resolve`, which reads the tests. Nothing here reads or writes files.
//! Boards and planes are treated alike.

pub mod ablation;
pub mod alive;
pub mod coverage;
pub mod fired;
pub mod run;
pub mod snapshot;
mod sole;
