//! The `variants.ini` files of Fairy-Stockfish and related programs.

mod betza;
mod draft;
mod extends;
mod import;
mod ini;
pub mod export;
pub mod pieces;
mod remark;
mod settings;
mod translate;
mod values;
mod variants;

pub use import::{Extent, Imported, import, import_built_in};
pub use ini::MAX_BYTES;
pub use remark::{Place, Remark, Weight};
pub use variants::built_in_names;
