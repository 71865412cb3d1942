//! From a ruleset to a program, start positions, and questions.

pub(crate) mod compile;
pub mod placement;
pub mod question;
pub mod survey;
