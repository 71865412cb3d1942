//! Reads and writes the text of definitions: YAML, movement strings, spaces, positions. Only this
//! crate knows YAML and the grammar.

pub mod cases;
pub mod castling;
pub mod choices;
pub mod definition;
pub mod dice;
pub mod ends;
pub mod fields;
pub mod format;
pub mod grammar;
pub mod hand;
#[cfg(feature = "log")]
pub mod log;
pub mod look;
pub mod mapping;
pub mod named;
pub mod notation;
pub mod piece;
pub mod placement;
pub mod plane;
mod points;
pub mod position;
pub mod promotion;
pub mod scalar;
pub mod sentences;
pub mod shuffle;
pub mod sides;
pub mod space;
pub mod suggest;
mod suggest_text;
pub mod turn;
pub mod value;
pub mod write;
pub mod written;
pub mod yaml;
pub mod zone;
