//! Alfil turns definitions of chess variants into legal moves.
//!
//! A definition is a text file. [`load`] reads it by its name, by its path or as a sum, and
//! [`parse`] reads a text. Errors are [`Finding`]s. A [`Variant`] starts [`Position`]s, with one
//! interface for boards and planes: legal moves, moves as text, playing and taking back, outcomes,
//! counts and pictures.
//!
//! ```
//! let variant = alfil::load("capablanca+contrast-modifier")?;
//! let mut position = variant.start();
//! assert_eq!(position.perft(2, Default::default()), Some(1024));
//!
//! position.play_text("g2g4")?;
//! assert_eq!(position.legal().texts().map(|texts| texts.len()), Some(32));
//! assert!(position.play_text("e2e4").is_err_and(|refusal| refusal.why.is_some()));
//! position.take_back();
//! assert_eq!(position.text(), variant.start().text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```
//! let findings = alfil::parse("extends: chess\ncastlng: none\n").unwrap_err().findings;
//! assert_eq!(findings[0].code, "unknown-key");
//! assert_eq!(findings[0].start.map(|at| (at.line, at.column)), Some((2, 1)));
//! ```
//!
//! `examples/` contains three programs. The other modules are internal and may change at any time.
//! `docs/architecture.md` describes them.

#[doc(hidden)]
pub use alfil_board as board;
#[doc(hidden)]
pub use alfil_diagnostics::{diagnostic, index, source};
#[doc(hidden)]
pub use alfil_plane as plane;
#[doc(hidden)]
pub use alfil_rules as rules;
#[doc(hidden)]
pub use alfil_syntax as syntax;

#[cfg(feature = "json")]
#[doc(hidden)]
pub mod describe;
#[doc(hidden)]
pub mod editor;
#[doc(hidden)]
pub mod foreign;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod play;
#[doc(hidden)]
pub mod protocol;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod resolve;
#[cfg(feature = "answers")]
#[doc(hidden)]
pub mod studio;
#[doc(hidden)]
pub mod suite;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod variant;

pub use crate::play::dice::Dice;
pub use crate::play::game::Game;
pub use crate::play::group::Group;
pub use crate::play::position::{Legal, Move, Position};
pub use crate::play::refusal::Refusal;
pub use crate::play::resources::Effort;
pub use crate::play::turn::Turn;
pub use crate::render::drawing::Drawing;
pub use crate::variant::{
    Analysis, Edit, Finding, LineColumn, LoadError, Variant, Workspace, load, parse,
};
pub use alfil_diagnostics::diagnostic::Severity;
pub use alfil_rules::goal::Event;
pub use alfil_rules::outcome::Outcome;
pub use alfil_rules::side::Side;
