//! Names of several words.
//!
//! The grammars know no names, so they would read a name of several words as several words. [`Names`]
//! therefore *veils* such a name while the grammar runs: it becomes one word of the same length, so
//! that all places in the text stay valid. A name is veiled only where its words can mean nothing else.

use crate::grammar;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Replaces each byte of a veiled name that no word can contain, such as a space. The grammars
/// treat it as a letter.
const VEIL: char = '\u{1}';

/// The names of several words that a text may use, the longest first.
#[derive(Default)]
pub struct Names<'a>(Vec<Veiled<'a>>);

/// A name that is veiled in texts.
struct Veiled<'a> {
    name: &'a str,
    /// True for kinds, which have a plural form.
    is_kind: bool,
}

impl<'a> Names<'a> {
    /// No names.
    pub const NONE: &'static Names<'static> = &Names(Vec::new());

    /// The names `others` as they are, and `kinds` also in the plural.
    pub fn new(others: &[&'a str], kinds: &[&'a str]) -> Names<'a> {
        let all = others.iter().map(|name| Veiled { name, is_kind: false });
        let all = all.chain(kinds.iter().map(|name| Veiled { name, is_kind: true }));
        let is_known = |word: &str| others.contains(&word) || kinds.contains(&word);
        let mut names: Vec<_> = all
            .filter(|veiled| !veiled.name.chars().all(is_word_char))
            .filter(|veiled| ambiguous(veiled.name, is_known).is_none())
            .collect();
        names.sort_by_key(|veiled| std::cmp::Reverse(veiled.name.len()));
        Names(names)
    }

    /// Veils every name in `text`. The length does not change.
    pub(super) fn veil<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.0.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let begins = !out.ends_with(is_word_char);
            let found = self.0.iter().filter(|_| begins).find_map(|veiled| veiled.length(rest));
            let length = found.unwrap_or(first.len_utf8());
            for c in rest[..length].chars() {
                if found.is_none() || is_word_char(c) {
                    out.push(c)
                } else {
                    out.extend((0..c.len_utf8()).map(|_| VEIL))
                }
            }
            rest = &rest[length..];
        }
        Cow::Owned(out)
    }
}

impl Veiled<'_> {
    /// The number of bytes that the name occupies at the beginning of `text`. `None` if `text`
    /// begins with something else.
    fn length(&self, text: &str) -> Option<usize> {
        let mut rest = text;
        for (n, word) in self.name.split_whitespace().enumerate() {
            let behind = rest.trim_start();
            let is_apart = behind.len() < rest.len();
            if is_apart != (n > 0) {
                return None;
            }
            rest = behind.strip_prefix(word)?;
        }
        let ends = |rest: &str| !rest.starts_with(is_word_char);
        let plural = rest.strip_prefix('s').filter(|rest| self.is_kind && ends(rest));
        let rest = plural.or(Some(rest).filter(|rest| ends(rest)))?;
        Some(text.len() - rest.len())
    }
}

/// Returns true if a word of a grammar may contain `c`.
fn is_word_char(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | '-')
}

/// Returns true if `word` is a keyword of sentences. There are hundreds of keywords, so they are looked up
/// in a set: a list took a fifth of `check minishogi`.
fn is_reserved(word: &str) -> bool {
    static RESERVED: LazyLock<HashSet<&str>> = LazyLock::new(|| grammar::reserved().collect());
    RESERVED.contains(word)
}

/// Returns the first keyword in a name of several words if the name is ambiguous. A name is
/// ambiguous if none of its words identifies it. `is_known` recognizes other names.
pub fn ambiguous(name: &str, is_known: impl Fn(&str) -> bool) -> Option<&str> {
    let reserved = name.split_whitespace().find(|word| is_reserved(word))?;
    // A short word may name a file, and a word with a final capital may be a movement. A word with
    // a final digit may be a number or a cell. So these words do not identify a name.
    let is_own = |word: &str| {
        word.chars().count() > 2
            && word.ends_with(|c: char| c.is_alphabetic() && !c.is_uppercase())
            && !is_reserved(word)
            && !is_known(word)
            && !word.strip_suffix('s').is_some_and(&is_known)
    };
    (!name.split_whitespace().any(is_own)).then_some(reserved)
}
