//! Dense ids, source texts with spans, and findings. All other crates depend on this one.

#![warn(missing_docs)]

pub mod diagnostic;
pub mod index;
pub mod source;
