//! Alfil: chess-variant definitions in, legal moves out.
//!
//! ```text
//! text --parse--> Definition --resolve--> Ruleset --compile--> Program --start--> Position
//!      syntax/                 resolve/            board/                play/
//! ```
//!
//! Four nouns, four verbs; `docs/architecture.md` walks through the rooms.
//!
//! ```
//! let variant = alfil::load("capablanca+contrast-modifier")?;
//! let mut position = variant.start();
//! assert_eq!(position.perft(2, Default::default()), Some(1024));
//! let mv = position.legal().find("f2f4").expect("a legal move");
//! position.play(&mv);
//! position.take_back();
//! assert!(position.outcome().is_none());
//! # Ok::<(), alfil::LoadError>(())
//! ```

pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
#[cfg(feature = "fuzz")]
pub mod fuzz;
pub mod index;
pub mod library;
pub mod plane;
pub mod play;
pub mod render;
pub mod resolve;
pub mod rules;
pub mod source;
pub mod suite;
pub mod syntax;
pub mod text;
pub mod variant;

pub use crate::variant::{
    Edit, Examined, Finding, LineColumn, LoadError, Variant, Workspace, load, parse,
};
