//! WHAT WAS WRITTEN: the only room that knows YAML or the grammar of the notation.

pub mod cases;
pub mod castling;
pub mod definition;
pub mod fields;
pub mod format;
pub mod grammar;
pub mod hand;
mod meant;
pub mod notation;
pub mod outline;
pub mod placement;
pub mod plane;
pub mod points;
pub mod scalar;
pub mod schema;
pub mod shuffle;
pub mod slips;
pub mod space;
pub mod turn;
pub mod value;
pub mod written;
pub mod yaml;
