//! The command `alfil` from outside: arguments, files, streams, exit codes, and the documents, whose
//! examples are run; and what the crate is made of.
//!
//! One binary, since linking takes longer than running; `cargo test --test command NAME` runs one module.

#![cfg(feature = "cli")]

mod alive;
mod authoring;
mod cli;
mod dependencies;
mod docs;
mod findings;
mod io_errors;
#[cfg(feature = "lsp")]
mod lsp;
mod play;
mod process;
mod rules;
mod schema;
mod stdin;
#[cfg(feature = "studio")]
mod studio;
#[cfg(target_os = "linux")]
mod trust;
mod units;
