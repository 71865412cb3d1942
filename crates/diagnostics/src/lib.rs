//! THE GROUND, on which all rooms stand: dense ids, texts and places in them, findings.
//!
//! Owns the registry of codes. Imports no other room.

#![warn(unreachable_pub)]

pub mod diagnostic;
pub mod index;
pub mod source;
