//! The bodies of the fuzz targets: functions of random bytes that panic if an invariant is broken.
//!
//! The targets in `fuzz/` run them under a fuzzer. `tests/rooms/fuzz.rs` runs them briefly on
//! random bytes.

mod board;
mod captures;
mod castling;
mod compare;
mod coverage;
mod deed;
mod definition;
mod dice;
mod file;
mod fitness;
mod game;
mod house_rules;
pub mod judge;
mod line;
mod mutant;
mod notation;
mod pairs;
mod pen;
mod pieces;
mod plane;
mod plane_mates;
mod plane_reason;
mod position;
mod question;
mod reason;
mod rows;
mod secrets;
mod sentences;
mod shrink;
mod sides;
mod sight;
mod slip;
mod space;
mod span;
mod sparse;
mod stacks;
mod texts;
mod turn;
mod walk;
mod words;

pub use board::board;
pub use compare::compare;
pub use coverage::coverage;
pub use definition::definition;
pub use file::file;
pub use game::game;
pub use house_rules::house_rules;
pub use line::Line;
pub use mutant::mutant;
pub use notation::{notation, round_trip, sentence_tree};
pub use pen::pen;
pub use plane::{compare_with_judge, plane, plane_judged, sound};
pub use plane_mates::plane_mates;
pub use position::position;
pub use reason::reasons;
pub use secrets::{Alike, alike, secrets};
pub use sentences::sentence;
pub use sides::sides;
pub use sight::sight;
pub use slip::slip;
pub use sparse::sparse;
pub use texts::{printed, texts};
pub use words::{is_same, leak, words};
