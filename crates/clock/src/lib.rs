//! The clock for limits of time, and a meter for limits of work.
//!
//! `std::time::Instant` panics in a WebAssembly module without an operating system. There the
//! program that runs the module provides the time. The crate `web-time` does the same, but needs
//! the tool `wasm-bindgen`.

#![warn(missing_docs)]

pub mod meter;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::Instant;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
