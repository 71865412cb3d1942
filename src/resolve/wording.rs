//! Writes the sentences of a game that is read.
//!
//! A sentence is written as its tree has it. In the finished game its words may mean something else,
//! for example if a later file renames a piece. Then the text is made from the meaning.

use crate::resolve::draft::Draft;
use crate::resolve::draft::read::{Key, Read};
use crate::resolve::names;
use crate::resolve::question::{self, End};
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Asked, Verdict};
use alfil_rules::notation::Names;
use alfil_rules::question::{Amount, Question};
use alfil_rules::sight::Told;
use alfil_syntax::notation::sentence::ast::Sentence;
use alfil_syntax::scalar::Scalar;

/// A finished draft, and the names of its kinds and questions.
#[derive(Clone, Copy)]
pub(crate) struct Wording<'d> {
    pub(crate) draft: &'d Draft,
    pub(crate) names: Names<'d>,
}

impl Wording<'_> {
    /// The words of the tree if they mean what `meant` says. Otherwise `meant`. `again` reads the
    /// words in the finished game and writes their meaning.
    fn words(
        &self,
        tree: Option<&Sentence>,
        span: Span,
        meant: String,
        again: impl FnOnce(&Scalar, &mut Report) -> Option<String>,
    ) -> String {
        let Some(words) = tree.map(Sentence::to_string) else { return meant };
        let read = again(&Scalar::plain(words.as_str(), span), &mut Report::default());
        if read.is_some_and(|read| read == meant) { words } else { meant }
    }

    /// A goal or a claim.
    pub(crate) fn goal(&self, goal: &Read<Asked>, end: End) -> String {
        let meant = |goal: &Asked| {
            let verdict = Verdict::words(Some(goal.verdict));
            format!("{verdict} when {}", goal.question.notation(self.names))
        };
        self.words(Some(&goal.tree), goal.span, meant(goal), |words, found| {
            question::goal(words, end, self.draft, found).map(|goal| meant(&goal))
        })
    }

    /// A line of effects.
    pub(crate) fn effect(&self, effect: &Read<Effect>) -> String {
        let meant = |effect: &Effect| effect.notation(self.names);
        self.words(Some(&effect.tree), effect.span, meant(effect), |words, found| {
            let line = question::effect_line(words, &names::of(self.draft));
            question::effect(words, line, self.draft, found).map(|effect| meant(&effect))
        })
    }

    /// What an umpire tells.
    pub(crate) fn told(&self, told: &Read<Told>) -> String {
        self.asked(Some(&told.tree), &told.asked.value, told.span)
    }

    /// A question that has its tree.
    pub(crate) fn question(&self, question: &Read<Question>) -> String {
        self.asked(Some(&question.tree), question, question.span)
    }

    /// A question of castling, drops or a step. Its tree is among those of the draft.
    pub(crate) fn keyed(&self, asked: &Spanned<Question>) -> String {
        self.asked(self.tree(asked.span), &asked.value, asked.span)
    }

    /// A question with its tree, if it has one.
    pub(crate) fn asked(&self, tree: Option<&Sentence>, asked: &Question, span: Span) -> String {
        let meant = |question: &Question| question.notation(self.names);
        self.words(tree, span, meant(asked), |words, found| {
            question::duty(words, self.draft, found).map(|question| meant(&question))
        })
    }

    /// The pieces that a step may move.
    pub(crate) fn who(&self, asked: &Spanned<Question>) -> String {
        let meant = |question: &Question| question.notation(self.names);
        self.words(self.tree(asked.span), asked.span, meant(&asked.value), |words, found| {
            question::who(words, self.draft, found).map(|question| meant(&question))
        })
    }

    /// The number of steps of a turn.
    pub(crate) fn steps(&self, amount: &Amount) -> String {
        let tree = self.draft.turn.keyed.iter().find(|(key, _)| *key == Key::Steps);
        let (tree, span) = match tree {
            Some((_, read)) => (Some(&*read.tree), read.span),
            None => return self.names.amount(amount),
        };
        self.words(tree, span, self.names.amount(amount), |words, found| {
            question::steps(words, self.draft, found).map(|read| self.names.amount(&read))
        })
    }

    /// The restriction of all moves or of attacks, as `key` says. Several files may restrict them,
    /// so `meant` may be more than one sentence. `text` writes the meaning of one.
    pub(crate) fn restriction(
        &self,
        key: Key,
        meant: String,
        text: impl FnOnce(Question) -> String,
    ) -> String {
        let mut trees = self.draft.sentences.keyed.iter().filter(|(other, _)| *other == key);
        let Some((_, read)) = trees.next_back() else { return meant };
        self.words(Some(&read.tree), read.span, meant, |words, found| {
            let line = question::only_line(words, &names::of(self.draft));
            let read = question::restriction(words, line, self.draft, found)?;
            Some(text(read.value))
        })
    }

    /// The tree of the sentence at `span`.
    fn tree(&self, span: Span) -> Option<&Sentence> {
        let mut keyed = self.draft.sentences.keyed.iter().chain(&self.draft.turn.keyed);
        keyed.find(|(_, read)| read.span == span).map(|(_, read)| &*read.tree)
    }
}
