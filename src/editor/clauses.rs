//! Finds the places where a text defines its pieces: the name of each kind, if this text has it, and the clauses of its
//! movement, which may be in a parent's text.

use crate::editor::Page;
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use std::ops::Range;

/// The places that define a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub kind: KindId,
    /// Its name, where it is a key of this text.
    pub name: Option<Range<usize>>,
    /// Clauses of its movement and its attacks in order, those of parents first.
    pub clauses: Vec<Span>,
}

impl Page {
    /// The range of `span` in this text; `None` if it is in another text.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        (span.source == self.source).then_some(span.start as usize..span.end as usize)
    }

    /// The characters at `span`, in whichever text.
    pub fn letters(&self, span: Span) -> &str {
        self.workspace.sources().slice(span)
    }

    /// The places for each kind of the game.
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
