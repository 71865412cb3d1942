//! The engine of the Python package `alfil`. Its classes are small and close to the library. The
//! names that users of other packages expect are in the files in Python beside it.

mod error;
mod position;
mod registry;
mod values;
mod variant;

use pyo3::prelude::*;

/// The engine of the package `alfil`.
#[pymodule]
mod _alfil {
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::registry::{_again, add, check, find, games, parse, version};
    #[pymodule_export]
    use super::values::{Finding, Held, Move, Piece, SearchResult};
    #[pymodule_export]
    use super::variant::Variant;
}
