//! Words that are no question, and what was probably meant.
//!
//! Owns: the part of [`Asker`] that helps. Invariant: what a help says in quotes can be typed.

use super::pieces::singular;
use super::{Asker, FORMS};
use crate::diagnostic::did_you_mean;
use crate::rules::space::parse_cell;
use crate::syntax::notation::parse;

const WORDS: [&str; 29] = [
    "own",
    "enemy",
    "any",
    "empty",
    "moving",
    "capturing",
    "dropping",
    "promoting",
    "castling",
    "passing",
    "giving",
    "leaving",
    "white",
    "black",
    "move",
    "check",
    "stuck",
    "attacked",
    "guarded",
    "never",
    "moved",
    "more",
    "fewer",
    "gone",
    "from",
    "to",
    "can",
    "reach",
    "least",
];

impl Asker<'_> {
    /// What to write for words that are no question.
    pub(super) fn meant(&self, words: &str) -> String {
        let first = words.split_whitespace().next().unwrap_or_default();
        let is_place = |word: &str| {
            parse_cell(word).is_some() || self.context.zones.iter().any(|z| z.name.value == word)
        };
        let heads = ["when ", "if ", "only when "];
        if let Some(rest) = heads.iter().find_map(|head| words.strip_prefix(head)) {
            return format!("write `{}`", parse::short(rest));
        }
        if is_place(words) {
            return format!("write `from {words}`, `to {words}`, or `own piece in {words}`");
        }
        if self.state.find(singular(first, self.state)).is_some() {
            return format!("write `own {}`, or `enemy` or `any` for `own`", parse::short(words));
        }
        // Each misspelt word of a phrase put right: what is typed in for it is the whole phrase.
        let near = |word| did_you_mean(word, WORDS).filter(|near| *near != word);
        let right: Vec<&str> =
            words.split_whitespace().map(|word| near(word).unwrap_or(word)).collect();
        match right.join(" ") {
            right if right == words => FORMS.to_owned(),
            right => format!("did you mean `{}`?", parse::short(&right)),
        }
    }
}
