//! Reads and writes the text of definitions: YAML, movement strings, spaces, positions. Only this
//! package knows YAML, and only it and `alfil-foreign` use the grammars.

#![warn(missing_docs)]

pub mod cases;
pub mod definition;
pub mod edition;
pub mod fields;
pub mod format;
#[cfg(feature = "log")]
pub mod log;
pub mod mapping;
pub mod named;
pub mod notation;
pub mod piece;
pub mod placement;
pub mod scalar;
pub mod sides;
pub mod space;
pub mod suggest;
pub mod turn;
pub mod value;
pub mod write;
pub mod yaml;
