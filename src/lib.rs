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
//! [`Position::pieces`], [`Position::hand`] and [`Legal::all_parts`] name pieces, cells and choices, for
//! programs that draw a board. [`computer`] is a player, [`Pgn`] reads records of games, and
//! [`games`] and [`game_called`] find the shipped games.
//!
//! Threads may share a [`Variant`], and every position is independent of the others. `docs/embedding.md` explains limits for texts of strangers, features and their cost, and
//! `examples/` contains a program for each use. The packages behind this one are internal and may
//! change at any time. `docs/architecture.md` describes them.

#![warn(missing_docs)]

/// The examples of the chapter on embedding are tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Embedding;

pub use alfil_diagnostics::diagnostic::{Help, Severity};
pub use alfil_play::dice::Dice;
pub use alfil_play::game::Game;
pub use alfil_play::parts::{Chosen, Held, KindName, Mover, Owned, Partner, Parts, Placed};
pub use alfil_play::position::{Legal, Move, Position};
pub use alfil_play::resources::Effort;
pub use alfil_play::terms::{Corrected, Group, Manner, Refusal, Turn};
pub use alfil_protocol::names::game_called;
pub use alfil_records::pgn::Pgn;
pub use alfil_render::drawing::Drawing;
pub use alfil_rules::goal::{Event, Share};
pub use alfil_rules::outcome::Outcome;
pub use alfil_rules::side::Side;
pub use alfil_workspace::{
    Analysis, Edit, Finding, LineColumn, LoadError, Variant, Workspace, games, load, parse,
};

/// The computer as a player of any game: it searches a position for its best moves.
///
/// ```
/// use alfil::computer::{Computer, Limits};
///
/// let variant = alfil::load("chess")?;
/// let position = variant.position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")?;
/// // The number is the size of the table of positions in megabytes.
/// let computer = Computer::new(variant.game(), 1);
/// let limits = Limits { nodes: Some(2000), ..Limits::default() };
/// let found = computer.think(&position, &limits, 1, &mut |_| ()).expect("the game goes on");
/// assert_eq!(position.legal().write(&found.line[0]), "g6g7");
/// # Ok::<(), alfil::LoadError>(())
/// ```
pub mod computer {
    pub use alfil_play::computer::{Computer, Level, Limits, Request, Score, Stop, Thought};
}
