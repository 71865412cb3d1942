//! From a request to a game in play.
//!
//! ```text
//! Workspace --examine--> Analysis (findings, and what can be used in spite of them)
//!           --load-----> Variant (no error) --start, position--> Position
//! ```
//!
//! The crate `alfil` and the command line share this pipeline: read, resolve, compile, and keep the
//! findings that say something new about the requested files.

#![warn(missing_docs)]

mod analysis;
mod edition;
mod finding;
mod trial;
pub mod variant;
mod workspace;

pub use analysis::Analysis;
pub use analysis::{Compiled, Resolution};
pub use finding::Field;
pub use finding::{Edit, Finding, LineColumn, LoadError};
pub use variant::Moment;
pub use variant::{Variant, load, parse};
pub use workspace::Stamps;
pub use workspace::{Workspace, games, shipped_modifiers, titled};
