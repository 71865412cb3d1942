//! Lists of sentences, such as `goals` and `effects`.

use crate::fields::Reader;
use crate::mapping::{FromEntry, NONE};
use crate::scalar::Scalar;
use crate::value::Language::Goal;
use crate::value::Value::{self, Either, List, Text};
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::source::Span;

/// A list of sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// The sentences in order. `^` stands for the sentences of the parent.
    pub lines: Vec<Scalar>,
    /// The span of the whole list.
    pub span: Span,
}

/// A list of sentences, one sentence, or `none`.
impl FromEntry for Lines {
    const VALUE: Value = Either(&[NONE, Text(Goal), List(&Text(Goal))]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let span = entry.value.span;
        if entry.is_none() {
            return Some(Lines { lines: Vec::new(), span });
        }
        let NodeKind::Sequence(items) = &entry.value.kind else {
            return Some(Lines { lines: vec![r.scalar(entry)?], span });
        };
        let line = |item| r.scalar(&Entry { key: entry.key.clone(), value: Node::clone(item) });
        Some(Lines { lines: items.iter().filter_map(line).collect(), span })
    }
}
