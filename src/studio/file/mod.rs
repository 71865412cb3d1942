//! Files that a user opens: definitions, variants and diagrams of other programs, games and
//! positions. `foreign::recognise` decides what a file is.

mod answer;
mod content;
mod records;
mod variants;

pub(super) use answer::file;
pub use content::MAX_FILE;
