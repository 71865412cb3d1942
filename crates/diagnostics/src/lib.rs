//! Dense ids, source texts with spans, and findings. Almost all packages import this one.

#![warn(missing_docs)]

pub mod diagnostic;
pub mod index;
pub mod source;
