//! The commands `match`, `learn`, `survey` and `join`.

pub mod contest;
pub mod join;
pub mod learn;
pub mod survey;

use crate::parts::Joiner;

/// The commands whose runs can be split and joined.
pub const EXPERIMENTS: [Joiner; 3] = [survey::PARTS, contest::PARTS, learn::PARTS];
