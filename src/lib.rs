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
//! use alfil::board::run::program::Effort;
//! use alfil::library::Library;
//! use alfil::play::program::Program;
//! use alfil::resolve::resolution::resolve;
//! use alfil::source::Sources;
//!
//! let (mut library, mut sources) = (Library::new(), Sources::new());
//! let resolved = resolve("capablanca+contrast-modifier", &mut library, &mut sources);
//! assert!(resolved.found.is_empty());
//! let program = Program::compile(resolved.value.unwrap().ruleset).value.unwrap();
//! let start = program.start();
//! assert_eq!(start.moves().len(), 32);
//! assert_eq!(start.perft(2, Effort::default()), 1024);
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
