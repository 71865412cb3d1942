//! The `variants.ini` files of Fairy-Stockfish and related programs.

mod betza;
mod draft;
pub mod export;
mod extends;
mod import;
mod ini;
pub mod pieces;
mod read;
mod settings;
mod table;
mod translate;
mod values;
mod variants;

pub use crate::foreign::imported::{Extent, Imported};
pub use crate::foreign::remark::{Place, Remark, Weight};
pub use import::{Head, heads, import, import_built_in};
pub use ini::MAX_BYTES;
pub use variants::built_in_names;
