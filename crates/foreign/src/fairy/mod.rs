//! The `variants.ini` files of Fairy-Stockfish and related programs.

mod betza;
mod case;
pub mod export;
mod import;
mod ini;
mod table;
mod translate;
pub mod values;
mod variants;

pub use crate::remark::{Extent, Imported, Place, Remark, Weight};
pub use import::{Head, heads, import, import_built_in};
pub use ini::MAX_BYTES;
pub use variants::built_in_names;
