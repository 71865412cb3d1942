//! The reference executor: a slow and simple implementation of the rules, which the engine must
//! match.

#![warn(missing_docs)]

mod attack;
pub mod effect;
pub mod executor;
mod legal;
mod predicate;
pub mod turn;
pub mod view;
pub mod walker;
