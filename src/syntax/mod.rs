//! WHAT WAS WRITTEN: the only room that knows YAML or the grammar of the notation.

pub mod notation;
pub mod scalar;
pub mod yaml;
