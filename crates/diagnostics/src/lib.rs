//! Dense ids, source texts with spans, and findings. All other crates depend on this one.

pub mod diagnostic;
mod help;
pub mod index;
pub mod source;
