//! WHETHER IT PLAYS AS ITS AUTHOR SAYS: the tests that a definition carries, and its recorded moves.
//!
//! Sits on `play`, `text` and `resolve` (which reads the tests); the command line runs it. Nothing in
//! here reads or writes a file.

mod ablation;
pub mod clause;
pub mod coverage;
pub mod hint;
pub mod line;
pub mod listing;
pub mod plane;
pub mod playout;
pub mod recording;
pub mod run;
pub mod snapshot;
