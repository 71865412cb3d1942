//! The reference executor: a slow and simple implementation of the rules, which the engine must
//! match.

pub mod effect;
mod effect_lines;
pub mod executor;
pub mod legal;
pub mod predicate;
mod sight;
pub mod turn;
pub mod walker;
