//! Groups of legal moves, by the kind or clause that makes them.

use std::fmt;

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
