//! The core of all editors. It answers requests about the text of a definition, without any
//! protocol.
//!
//! A [`Page`] is one text with its findings, completions and descriptions. `alfil lsp` and Studio
//! convert its answers to messages. Places are bytes of the text; `place` converts them. No file
//! is written, and only files that a workspace may read are read.

pub mod complete;
pub mod documents;
pub mod hover;
pub mod names;
pub mod page;
pub mod place;
pub mod readings;
pub mod rename;
pub mod revise;

pub use page::{Address, Change, Fix, Mark, Page, Related};
