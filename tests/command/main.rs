//! The command `alfil` from outside: arguments, files, streams, exit codes, and the documents, whose
//! examples are run.
//!
//! One binary, since linking takes longer than running; `cargo test --test command NAME` runs one module.

#![cfg(feature = "cli")]

mod authoring;
mod cli;
mod docs;
mod findings;
#[cfg(unix)]
mod manners;
mod play;
mod process;
