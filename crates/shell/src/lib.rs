//! What all commands share: the session with its definitions, the terminal, files, threads and progress.
//!
//! A command works on a [`Session`](load::Session), which reads definitions and collects output. It
//! stops early with a [`Stop`](terminal::Stop).

pub mod command;
pub mod file;
pub mod load;
pub mod terminal;
