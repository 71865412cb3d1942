//! Small types of boards and planes alike: the side to move, groups of legal moves, and what is
//! said about texts of moves.

use alfil_diagnostics::diagnostic::Help;
use alfil_diagnostics::source::Span;
use alfil_rules::side::Side;
use std::fmt;
use std::iter::successors;

// The side to move, and the place of a position in the sequence of turns.

/// The side to move, the step and the turn number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The side to move.
    pub side: Side,
    /// The step within the turn, from 1.
    pub step: u32,
    /// The number of the pair of turns of White and Black, from 1.
    pub fullmove: u32,
}

// Groups of legal moves, by the kind or clause that makes them.

/// The moves of one kind, or of one clause of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name of the kind.
    pub kind: String,
    /// The text of the clause, if the group is for a single clause.
    pub clause: Option<String>,
    /// The moves as text, sorted by cell.
    pub moves: Vec<String>,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.clause {
            Some(clause) => write!(f, "{} `{clause}`: {}", self.kind, self.moves.join(" ")),
            None => write!(f, "{}: {}", self.kind, self.moves.join(" ")),
        }
    }
}

/// Counts the moves: `23 moves: knight 7, pawn 16`, or `no moves`. The array contains the noun for
/// the items, singular and plural.
pub fn summary(groups: &[Group], [one, several]: [&str; 2]) -> String {
    let total: usize = groups.iter().map(|g| g.moves.len()).sum();
    if total == 0 {
        return format!("no {several}");
    }
    let parts: Vec<String> =
        groups.iter().map(|g| format!("{} {}", g.kind, g.moves.len())).collect();
    format!("{total} {}: {}", if total == 1 { one } else { several }, parts.join(", "))
}

// The reason why a text is not a legal move.

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// The reason in words, in small letters and without a full stop. `None` if it is not known.
    pub why: Option<String>,
    /// A suggestion for a legal move.
    pub help: Option<Help>,
    /// Where the definition writes the rule that forbids the move.
    #[doc(hidden)]
    pub place: Option<Span>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.why.as_deref().unwrap_or("it is not a legal move");
        match &self.help {
            Some(help) => write!(f, "{why}; {help}"),
            None => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

// Annotations after moves: `+`, `#`, `!`, `?`. They are optional in every notation. The final `+`
// in `e2e4,+`, which accepts an optional effect, is a part of the move.

/// Signs that may follow a move.
pub(crate) const REMARKS: [char; 4] = ['+', '#', '!', '?'];

/// Returns the text, then the text without its last sign, and so on. Callers take the first one
/// that names a move.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = &str> {
    successors(Some(text), |text| text.strip_suffix(REMARKS))
}

/// Removes the annotations at the end of `text`. A `+` directly after a comma is part of the move
/// and is kept.
pub(crate) fn without_remarks(text: &str) -> &str {
    let bare = text.trim_end_matches(REMARKS);
    if bare.ends_with(',') && text[bare.len()..].starts_with('+') {
        &text[..=bare.len()]
    } else {
        bare
    }
}

// The two manners of reading texts, and what was corrected on the way.

/// How moves and positions are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Only what the manual of the language says, and nothing is corrected. For definitions and their
    /// tests.
    Strict,
    /// Also what other programs write. What has to be corrected is reported. For files and programs
    /// of others, and for what people type.
    Lenient,
}

/// A value that was read from a text, and what was corrected, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corrected<T> {
    /// The value.
    pub value: T,
    /// What was corrected, one sentence each, in small letters and without a full stop.
    pub notes: Vec<String>,
}

impl<T> Corrected<T> {
    /// A value that is as it was written.
    pub fn plain(value: T) -> Corrected<T> {
        Corrected { value, notes: Vec::new() }
    }
}
