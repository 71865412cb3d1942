//! Sentences: their trees, the reader, the printer, and edits of a text for a changed tree.

pub mod ast;
pub mod edit;
pub mod print;
pub(super) mod read;
