//! Finds the text that defines each piece: its name and the clauses of its movement. A parent's
//! text may contain them.

use crate::editor::page::Page;
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use std::ops::Range;

/// The text that defines a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindText {
    pub kind: KindId,
    /// The place of the key that names the kind. `None` if another text gives the name.
    pub name: Option<Range<usize>>,
    /// The clauses of its movement and of its attacks, those of other texts first.
    pub clauses: Vec<Span>,
}

impl Page {
    /// The range of `span` in this text; `None` if it is in another text.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        (span.source == self.source).then_some(span.start as usize..span.end as usize)
    }

    /// The characters at `span`, which may be in another text.
    pub fn characters(&self, span: Span) -> &str {
        self.workspace.sources().slice(span)
    }

    /// The text that defines each kind. The list is empty if the definition cannot be resolved.
    pub fn kind_texts(&self) -> Vec<KindText> {
        let Some(rules) = self.rules() else { return Vec::new() };
        let of = |(kind, rule): (KindId, &alfil_rules::ruleset::Kind)| {
            let movements = std::iter::once(&rule.moves).chain(&rule.attacks);
            let terms = movements.flat_map(|movement| &movement.terms);
            let mut clauses: Vec<Span> = terms.map(|term| term.span).collect();
            clauses.sort_by_key(|span| (span.source == self.source, *span));
            clauses.dedup();
            KindText { kind, name: self.range(rule.name.span), clauses }
        };
        rules.kinds.enumerate().map(of).collect()
    }
}
