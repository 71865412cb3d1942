//! The entry point of the library: from a request to a game in play.
//!
//! ```text
//! Workspace --examine--> Analysis (findings, and what can be used in spite of them)
//!           --load-----> Variant (no error) --start, position--> Position
//! ```
//!
//! The library and the command line share this pipeline: read, resolve, compile, and keep the
//! findings that say something new about the requested files.

mod analysis;
mod field;
mod finding;
mod follow_up;
mod load;
mod shipped;
mod stamps;
mod sweep;
mod trial;
pub mod values;
mod workspace;

pub use analysis::Analysis;
pub(crate) use analysis::{Compiled, Resolution};
#[doc(hidden)]
pub use field::Field;
pub use finding::{Edit, Finding, LineColumn, LoadError};
pub use load::{Variant, load, parse};
pub use shipped::games;
#[cfg(feature = "answers")]
pub(crate) use shipped::shipped_modifiers;
pub(crate) use shipped::titled;
#[doc(hidden)]
pub use stamps::Stamps;
#[doc(hidden)]
pub use sweep::Moment;
pub use workspace::Workspace;
