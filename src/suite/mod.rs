//! WHETHER A GAME PLAYS AS ITS AUTHOR SAYS: the tests of a definition and its recorded moves.
//!
//! It builds on `play` and on `resolve`, which reads the tests. Nothing here reads or writes files, or depends on the
//! arena.

pub mod ablation;
pub mod alive;
pub mod budget;
pub mod coverage;
pub mod recording;
pub mod run;
pub mod snapshot;
mod sole;
mod wording;
