//! The reference executor: a slow and simple implementation of the rules, which the engine must
//! match.

mod attack;
mod draw;
pub mod effect;
mod effect_lines;
mod elimination;
pub mod executor;
mod legal;
mod predicate;
mod sight;
mod tries;
pub mod turn;
pub mod view;
pub mod walker;
