//! Sentences: their trees, the reader, the printer, helps for natural English, and edits of a text for a changed tree.

pub mod ast;
pub mod natural;
pub mod print;
pub(super) mod read;

use super::sentence::print::{Printed, Words, is_apart};
use std::ops::Range;

/// The replacement of some bytes of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The bytes of the text that was read.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

/// The edits that turn the text of `old` into a text of `new`. `old` must have the places of the
/// text. Words that both trees share stay untouched, with everything between them, such as blanks
/// and line breaks. The edits are in order and do not overlap.
pub fn changes<T: Words>(old: &T, new: &T) -> Vec<Change> {
    let (old, new) = (old.words(), new.words());
    let mut changes = Vec::new();
    let (mut from, mut to) = (0, 0);
    for (a, b) in shared(&old, &new).into_iter().chain([(old.len(), new.len())]) {
        if (from, to) != (a, b) {
            changes.push(change(&old, from..a, &new, to..b));
        }
        (from, to) = (a + 1, b + 1);
    }
    changes
}

/// Replaces the words `from` by the words `to`.
fn change(old: &[Printed], from: Range<usize>, new: &[Printed], to: Range<usize>) -> Change {
    let before = from.start.checked_sub(1).map(|number| old[number].at.end);
    let after = old.get(from.end).map(|word| word.at.start);
    let start = old.get(from.start).filter(|_| !from.is_empty()).map(|word| word.at.start);
    let end = from.end.checked_sub(1).filter(|_| !from.is_empty()).map(|last| old[last].at.end);
    let range = match (before, after, to.is_empty()) {
        // Words leave together with the blanks on one side.
        (Some(before), _, true) => before..end.unwrap_or(before),
        (None, Some(after), true) => start.unwrap_or(after)..after,
        (Some(before), _, false) => start.unwrap_or(before)..end.unwrap_or(before),
        (None, after, _) => start.or(after).unwrap_or(0)..end.or(after).unwrap_or(0),
    };
    let mut text = String::new();
    // Blanks that stand beside the range stay, and serve the new words.
    let touches = [before == Some(range.start), after == Some(range.end)];
    for number in to.start..=to.end {
        let is_end = [number == to.start, number == to.end];
        let missing = is_end == [false, false]
            || is_end == [true, false] && touches[0]
            || is_end == [false, true] && touches[1]
            || is_end == [true, true] && touches[0] && touches[1];
        if missing && stand_apart(new, number) {
            text.push(' ');
        }
        if number < to.end {
            text += &new[number].text;
        }
    }
    Change { range, text }
}

/// True if a space stands before the word `next`.
fn stand_apart(words: &[Printed], next: usize) -> bool {
    match (next.checked_sub(1).and_then(|last| words.get(last)), words.get(next)) {
        (Some(last), Some(next)) => is_apart(&last.text, &next.text),
        (None, _) | (_, None) => false,
    }
}

/// The numbers of the words that both lists share, in order: as many as possible.
fn shared(old: &[Printed], new: &[Printed]) -> Vec<(usize, usize)> {
    // `most[a][b]` is the number of words that the lists share from `a` and `b` on.
    let mut most = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            most[a][b] = if old[a].text == new[b].text {
                most[a + 1][b + 1] + 1
            } else {
                most[a + 1][b].max(most[a][b + 1])
            };
        }
    }
    let (mut pairs, mut a, mut b) = (Vec::new(), 0, 0);
    while a < old.len() && b < new.len() {
        if old[a].text == new[b].text {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if most[a + 1][b] >= most[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}
