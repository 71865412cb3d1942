//! Movements in plain English: one sentence for each term of the movement string.

use crate::text::lexicon::{Lexicon, Voice};
use crate::text::pieces::Speech;
use crate::text::words::{Clause, clauses};
use alfil_rules::movement::Movement;

/// One sentence for each term of the movement string. Terms that share a span (the halves of `K`
/// and `Q`) share a sentence.
pub fn sentences(movement: &Movement, words: &Lexicon<'_>) -> Vec<String> {
    let speech = Speech { words, voice: Voice::TERM };
    let sentence = |Clause { term, mut text }: Clause<'_>| {
        for (number, given) in term.given.iter().enumerate() {
            let only = if number == 0 { ", only if " } else { " and only if " };
            let asked = movement.asked.get(given.number);
            text.push_str(only);
            text.push_str(&match asked {
                Some(asked) => speech.answered(&asked.value, given.holds),
                None => given.told(),
            });
        }
        text.push('.');
        text
    };
    clauses(movement, words).into_iter().map(sentence).collect()
}
