//! Where a text says what its pieces do.
//!
//! Gives each kind of the game with the stretches that make it: its name, if this text says it, and every clause of its
//! movement, which may lie in the text of a parent.

use crate::editor::Page;
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use std::ops::Range;

/// What is said of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Which kind.
    pub kind: KindId,
    /// Its name, where it stands as a key of this text.
    pub name: Option<Range<usize>>,
    /// Clauses of its movement, and of what it attacks, as they follow one another, those of parents first.
    pub clauses: Vec<Span>,
}

impl Page {
    /// The stretch of this text at `span`, unless that lies in another text.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        (span.source == self.source).then_some(span.start as usize..span.end as usize)
    }

    /// The letters at `span`, whichever text holds them.
    pub fn letters(&self, span: Span) -> &str {
        self.workspace.sources().slice(span)
    }

    /// What is said of each kind of the game.
    pub fn said(&self) -> Vec<Said> {
        let Some(rules) = self.rules() else { return Vec::new() };
        let of = |(kind, rule): (KindId, &alfil_rules::ruleset::Kind)| {
            let movements = std::iter::once(&rule.moves).chain(&rule.attacks);
            let terms = movements.flat_map(|movement| &movement.terms);
            let mut clauses: Vec<Span> = terms.map(|term| term.span).collect();
            clauses.sort_by_key(|span| (span.source == self.source, *span));
            clauses.dedup();
            Said { kind, name: self.range(rule.name.span), clauses }
        };
        rules.kinds.enumerate().map(of).collect()
    }
}
