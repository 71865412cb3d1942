//! Movement strings of a resolved game, for programs that read Betza's notation and nothing else.

use crate::resolve::draft::Ways;
use crate::resolve::resolution::Resolved;
use alfil_syntax::notation::ast::{ClauseKind, Gap, Term};

/// The movement of each kind as one string, with the name of the kind. Conditions are left out, so
/// a string may contain more moves than the piece has. Kinds without moves have an empty string.
pub fn movements(resolved: &Resolved) -> Vec<(&str, String)> {
    let all = resolved.draft.live();
    all.map(|(_, piece)| (piece.name.value.as_str(), joined(&piece.moves))).collect()
}

/// All terms of all clauses, without blanks.
fn joined(ways: &Ways) -> String {
    let mut text = String::new();
    for clause in ways.strings.iter().flat_map(|string| &string.tree.clauses) {
        match &clause.kind {
            ClauseKind::Replace { terms, .. } | ClauseKind::Add { terms, .. } => {
                let plain = |term: &Term| Term { gap: Gap::Joined, ..term.clone() }.to_string();
                text.extend(terms.iter().map(plain));
            }
            ClauseKind::Only(_) => {}
        }
    }
    text
}
