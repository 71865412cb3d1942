//! THE DOOR: from what a person names to a game in play.
//!
//! ```text
//! Workspace --examine--> Examined (findings, and what can be used in spite of them)
//!           --load-----> Variant (no error) --start, read--> Position
//! ```
//!
//! The one pipeline of the library and of the command line: read, resolve, compile, and keep of the
//! findings those that are news about the files asked for.

mod analysis;
mod finding;
mod follow_up;
mod load;
mod sweep;
mod trial;
mod workspace;

pub use analysis::Analysis;
pub(crate) use analysis::{Compiled, Understood};
pub use finding::{Edit, Finding, LineColumn, LoadError};
pub use load::{Variant, load, parse};
#[doc(hidden)]
pub use sweep::Moment;
pub use workspace::Workspace;
