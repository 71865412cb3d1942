//! Dense ids, texts with places, and findings. All other crates depend on this one.

pub mod diagnostic;
pub mod index;
pub mod source;
