//! Texts that were read: their trees, beside what they mean.

use crate::resolve::question::part::{SentencePart, What};
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::effect::{Deed, Effect};
use alfil_syntax::notation::sentence::ast::{self, Sentence};
use alfil_syntax::scalar::Scalar;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A text after the grammar.
#[derive(Clone, Debug)]
pub(crate) struct Parsed<T> {
    /// The tree. `None` if the text cannot be read at all.
    pub(crate) tree: Option<T>,
    /// The findings about the form of the text.
    pub(crate) found: Report,
}

/// The key whose value is a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// `every move`
    EveryMove,
    /// `attacks` of all pieces
    Attacks,
    /// `only when` of castling
    Castling,
    /// `only when` of drops
    Drops,
    /// `steps`, counted by a number
    Steps,
    /// `if` of a step
    If,
    /// `who` of a step
    Who,
    /// `only when` of a step
    OnlyWhen,
    /// `may pass` of a step
    MayPass,
    /// `may pass in check` of a step
    MayPassInCheck,
}

/// A sentence without errors.
#[derive(Clone, Debug)]
pub(crate) struct Read<V> {
    /// The tree, with the place of every word in the text.
    pub(crate) tree: Arc<Sentence>,
    /// The meaning of the sentence.
    pub(crate) value: V,
    /// The meaning of each part, the inner ones first.
    pub(crate) parts: Arc<[SentencePart]>,
    /// The text in its file.
    pub(crate) text: Scalar,
    /// The place of the text.
    pub(crate) span: Span,
}

impl<V> Read<V> {
    /// The tree and the parts of the sentence, without its value.
    pub(crate) fn tree(&self) -> Read<()> {
        let Read { tree, parts, text, span, .. } = self;
        let (tree, parts, text) = (tree.clone(), parts.clone(), text.clone());
        Read { tree, value: (), parts, text, span: *span }
    }

    /// The value with the place of the text.
    pub(crate) fn spanned(self) -> Spanned<V> {
        Spanned::new(self.value, self.span)
    }

    /// The same sentence with another value.
    pub(crate) fn map<W>(self, value: impl FnOnce(V) -> W) -> Read<W> {
        let Read { tree, value: old, parts, text, span } = self;
        Read { tree, value: value(old), parts, text, span }
    }

    /// The place of the smallest part with this meaning, or else of the whole text.
    pub(crate) fn part(&self, is: &dyn Fn(&What) -> bool) -> Span {
        self.parts.iter().find(|part| is(&part.what)).map_or(self.span, |part| part.span)
    }
}

impl Read<Effect> {
    /// The place of the first such action.
    pub(crate) fn deed(&self, is: impl Fn(&Deed) -> bool) -> Span {
        self.part(&|what| match what {
            What::Deed(deed) => is(deed),
            What::Question(_) | What::Filter(_) | What::Pieces(_) => false,
        })
    }

    /// The place of the counter that the action `number` changes.
    pub(crate) fn counter(&self, number: usize) -> Span {
        let deeds = match &*self.tree {
            Sentence::Effect(line) => line.sentence.as_ref().map(ast::Effect::deeds),
            Sentence::Goal(_)
            | Sentence::Question(_)
            | Sentence::Only(_)
            | Sentence::Who(_)
            | Sentence::Number(_) => None,
        };
        let counter = deeds.and_then(|mut deeds| deeds.nth(number)?.counter());
        counter.map_or(self.span, |name| self.text.slice(name.at.bytes()))
    }
}

impl<V> Deref for Read<V> {
    type Target = V;
    fn deref(&self) -> &V {
        &self.value
    }
}

impl<V> DerefMut for Read<V> {
    fn deref_mut(&mut self) -> &mut V {
        &mut self.value
    }
}
