//! Tests that run the command `alfil`: arguments, files, streams, exit codes and the examples of
//! the documentation. Also tests of dependencies and packages.
//!
//! All modules are in one binary, because linking takes longer than running.
//! `cargo test --test command NAME` runs one module.

#![cfg(feature = "cli")]

mod alive;
mod authoring;
mod book;
mod cli;
mod dependencies;
mod docs;
#[cfg(unix)]
mod engines;
mod export;
mod findings;
mod io_errors;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "studio")]
mod page;
mod parts;
mod play;
mod process;
mod protocols;
mod rules;
mod schema;
#[cfg(feature = "studio")]
mod secrets;
mod sides;
mod stdin;
#[cfg(feature = "studio")]
mod studio;
mod survey;
#[cfg(target_os = "linux")]
mod trust;
