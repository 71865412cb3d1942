//! Dense ids, source texts with spans, and findings. All other crates depend on this one.

pub mod diagnostic;
pub mod index;
pub mod source;
