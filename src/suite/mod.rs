//! WHETHER IT PLAYS AS ITS AUTHOR SAYS: the tests that a definition carries, and its recorded moves.
//!
//! Sits on `play` and `resolve` (which reads the tests); the command line runs it. Nothing in here reads
//! or writes a file, or knows on which arena a game is played.

pub mod ablation;
pub mod alive;
pub mod budget;
pub mod coverage;
pub mod recording;
pub mod run;
pub mod snapshot;
mod sole;
mod wording;
