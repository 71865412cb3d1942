//! Texts and what they mean: passes texts of a definition to their readers, together with the place
//! of each character, and keeps their trees and the parts of sentences.

use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::Zone;
use alfil_rules::effect::{Deed, Effect};
use alfil_rules::ids::ZoneId;
use alfil_rules::question::{Pieces, Question};
use alfil_syntax::notation::parse::Place;
use alfil_syntax::notation::sentence::ast::{self, Sentence};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::scalar::Written;
use alfil_syntax::value::Dialect;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Everything that the meaning of a string depends on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Maps bytes of the string to their place in a source.
    pub place: &'a Place<'a>,
    /// The zones that conditions may name.
    pub zones: &'a IndexVec<ZoneId, Zone>,
    /// How directions before `K` and `Q` are read.
    pub dialect: Dialect,
}

/// Calls `read` with the text of a scalar and the places of its characters.
pub(crate) fn written<T>(scalar: &Scalar, read: impl FnOnce(Written<'_>) -> T) -> T {
    let place = |range| scalar.slice(range);
    read(Written::new(scalar.text(), &place))
}

/// Calls `read` with the text of a scalar and its context.
pub(crate) fn in_context<T>(
    scalar: &Scalar,
    zones: &IndexVec<ZoneId, Zone>,
    dialect: Dialect,
    read: impl FnOnce(&str, Context<'_>) -> T,
) -> T {
    let place = |range| scalar.slice(range);
    read(scalar.text(), Context { place: &place, zones, dialect })
}

// Texts that were read: their trees, beside what they mean.

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
    /// `when` of castling
    Castling,
    /// `when` of drops
    Drops,
    /// `steps`, counted by a number
    Steps,
    /// `when` of a step
    StepWhen,
    /// `moves` of a step
    StepMoves,
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
            Sentence::Goal(_) | Sentence::Question(_) | Sentence::Number(_) => None,
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

// A part of a sentence: its words, their meaning and the board on which it is evaluated.

/// A part of a sentence.
#[derive(Clone, Debug)]
pub(crate) struct SentencePart {
    /// The place of the words of this part.
    pub(crate) span: Span,
    pub(crate) what: What,
    pub(crate) moment: Moment,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A question.
    Question(Question),
    /// Pieces with only one of their filters, so that a finding can point at this filter.
    Filter(Pieces),
    /// Pieces with all of their filters.
    Pieces(Pieces),
    /// An action of an effect.
    Deed(Deed),
}

/// The board on which a part of a sentence is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Moment {
    /// The board on which the whole sentence is evaluated.
    Here,
    /// The board after the move (`leaving`).
    Behind,
    /// The board after the move, on which an action selects pieces.
    Picked,
}
