//! Where a text says what its pieces do.
//!
//! Gives each kind of the game with the stretches of this text that make it: its name, and every clause of its
//! movement. What its parents say lies in other texts and is left out.

use crate::editor::Page;
use crate::rules::ruleset::KindId;
use crate::source::Span;
use std::ops::Range;

/// What a text says of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Which kind.
    pub kind: KindId,
    /// Its name, where it stands as a key.
    pub name: Option<Range<usize>>,
    /// Clauses of its movement, and of what it attacks, as they follow one another.
    pub clauses: Vec<Range<usize>>,
}

impl Page {
    /// The stretch of this text at `span`, unless that lies in another text.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        (span.source == self.source).then_some(span.start as usize..span.end as usize)
    }

    /// What this text says of each kind of its game; kinds of which it says nothing have neither name nor clauses.
    pub fn said(&self) -> Vec<Said> {
        let Some(rules) = self.rules() else { return Vec::new() };
        let of = |(kind, rule): (KindId, &crate::rules::ruleset::Kind)| {
            let movements = std::iter::once(&rule.moves).chain(&rule.attacks);
            let terms = movements.flat_map(|movement| &movement.terms);
            let mut clauses: Vec<Range<usize>> =
                terms.filter_map(|term| self.range(term.span)).collect();
            clauses.sort_by_key(|range| (range.start, range.end));
            clauses.dedup();
            Said { kind, name: self.range(rule.name.span), clauses }
        };
        rules.kinds.enumerate().map(of).collect()
    }
}
