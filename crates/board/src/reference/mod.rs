//! The reference executor: moves found by walking on the position as it stands, and whose step it is.

pub mod effect;
mod effect_lines;
pub mod executor;
pub mod legal;
pub mod predicate;
mod sight;
pub mod turn;
pub mod walker;
