//! The text of a notation with its places and findings, names of several words, and limits against
//! hostile text.
//!
//! The grammar accepts every text with balanced brackets. Unbalanced brackets are reported and
//! blanked out before it runs.

use super::ast::{At, Word};
use crate::scalar::{self, Grammar, Rule};
use crate::suggest;
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::source::Span;
use pest::Parser;
use pest::iterators::Pair;
use std::borrow::Cow;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::LazyLock;

/// Maps a range of bytes of the string to a span.
pub type Place<'a> = dyn Fn(Range<usize>) -> Span + 'a;

/// Maximum length of a string in bytes.
pub const MAX_LENGTH: usize = 4000;
/// Maximum nesting of brackets.
pub const MAX_DEPTH: usize = 12;
/// Maximum number of calls of grammar rules per string. It is far above what a normal string needs.
const MAX_CALLS: usize = 2_000_000;

/// The kind of text that is read.
#[derive(Clone, Copy)]
pub(super) enum Reads {
    /// A movement string.
    Movement,
    /// An area, a condition or a sentence of words.
    Words,
}

/// A text to read, with its place in the file and the findings so far.
pub(super) struct Reader<'a> {
    pub text: &'a str,
    place: &'a Place<'a>,
    pub found: &'a mut Report,
    /// The names of questions that conditions may use.
    pub(crate) named: &'a [&'a str],
    /// The names of several words that the text may use.
    names: &'a Names<'a>,
    /// The text with blanks in place of `blanked`.
    readable: String,
    /// Ranges that were replaced by spaces because of unbalanced brackets.
    blanked: Vec<Range<usize>>,
    /// True after a misplaced word in a clause. Further findings of the clause are suppressed.
    pub lost: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        text: &'a str,
        names: &'a Names<'a>,
        place: &'a Place<'a>,
        found: &'a mut Report,
    ) -> Self {
        let (readable, blanked) = (String::new(), Vec::new());
        Self { text, place, found, named: &[], names, readable, blanked, lost: false }
    }

    /// A reader of a part of the text, as if blanks stood before it. So all places are places of
    /// the whole text. `part` is the text with these blanks.
    pub(crate) fn part<'b>(&'b mut self, part: &'b str) -> Reader<'b> {
        Reader::new(part, self.names, self.place, self.found)
    }

    /// The text at a place, with blanks in place of unbalanced brackets.
    pub(crate) fn readable(&self, at: At) -> &str {
        self.readable.get(at.bytes()).unwrap_or_default()
    }

    /// The words at a place.
    pub(crate) fn word(&self, at: At) -> Word {
        let words: Vec<&str> = self.readable(at).split_whitespace().collect();
        Word { text: words.join(" "), at }
    }

    /// Reports a finding at a place of the string.
    pub(crate) fn find(
        &mut self,
        code: Code,
        at: At,
        title: impl Into<String>,
        help: impl Into<Help>,
    ) {
        self.found.at(code, (self.place)(at.bytes()), title, "").help(help);
    }

    /// The span of a place of the string.
    pub(crate) fn span(&self, at: At) -> Span {
        (self.place)(at.bytes())
    }

    /// Reports words of edition 0. `new` says the same in edition 1.
    pub(crate) fn old(
        &mut self,
        code: Code,
        at: At,
        title: impl Into<String>,
        help: impl Into<Help>,
        new: String,
    ) {
        self.found.at(code, (self.place)(at.bytes()), title, "").help(help).rewrite(new);
    }

    /// True if unbalanced brackets were replaced by spaces.
    pub(crate) fn has_blanks(&self) -> bool {
        !self.blanked.is_empty()
    }

    /// Number of findings so far.
    pub(crate) fn findings(&self) -> usize {
        self.found.len()
    }

    /// The text at a place.
    pub(crate) fn slice(&self, at: At) -> &str {
        self.text.get(at.bytes()).unwrap_or_default()
    }
}

/// The place of a pair.
pub(super) fn at(pair: &Pair<'_, Rule>) -> At {
    let span = pair.as_span();
    At { start: span.start(), end: span.end() }
}

/// A word for titles: on one line, printable, at most 24 characters.
pub fn short(word: &str) -> String {
    let line = word.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text: String = line
        .chars()
        .take(24)
        .flat_map(
            |c| if c.is_control() { c.escape_default().collect::<Vec<char>>() } else { vec![c] },
        )
        .collect();
    if line.chars().count() > 24 {
        text.push('\u{2026}');
    }
    text
}

/// The first byte behind the word `when`.
fn behind_when(clause: &str) -> Option<usize> {
    let ends = clause.match_indices("when").map(|(at, when)| at + when.len());
    ends.into_iter().find(|&end| !clause[end..].starts_with(char::is_alphanumeric))
}

/// A place without trailing white space, which the grammar may include.
pub(super) fn trimmed(reader: &Reader, place: At) -> At {
    At { start: place.start, end: place.start + reader.slice(place).trim_end().len() }
}

impl Reader<'_> {
    /// Applies a rule that accepts every text that `guard` returns.
    pub(crate) fn run<'t>(&mut self, rule: Rule, text: &'t str) -> Option<Pair<'t, Rule>> {
        pest::set_call_limit(NonZeroUsize::new(MAX_CALLS));
        #[cfg(feature = "log")]
        {
            let start = text.len() - text.trim_start().len();
            crate::log::note((self.place)(start..text.len()), text.trim_start());
        }
        match Grammar::parse(rule, text) {
            Ok(mut pairs) => pairs.next(),
            Err(_) => {
                self.find(
                    Code::TooComplex,
                    At { start: 0, end: text.len() },
                    "this text is too complex to read",
                    "split it into several clauses or pieces",
                );
                None
            }
        }
    }

    /// The text for the grammar. Rejects a text that is too long or too deep. Reports unbalanced
    /// brackets and replaces the text that depends on them by spaces, so that the rest can be read.
    pub(crate) fn guard(&mut self, reads: Reads) -> Option<String> {
        let text = self.text;
        // A leap in another form, such as `(1 2`, gets a finding from other code.
        let is_leap = match reads {
            Reads::Movement => suggest::leap(text).is_some(),
            Reads::Words => false,
        };
        if text.len() > MAX_LENGTH {
            let start = text.floor_char_boundary(MAX_LENGTH);
            let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
            let title = format!("of one text at most {MAX_LENGTH} bytes are read");
            self.find(Code::TooComplex, At { start, end }, title, "shorten it");
            return None;
        }
        let mut open: Vec<(usize, char)> = Vec::new();
        let mut blank: Vec<Range<usize>> = Vec::new();
        let end_of_clause = |from: usize| text[from..].find(';').map_or(text.len(), |i| from + i);
        let mut resume = 0;
        for (i, c) in text.char_indices().chain([(text.len(), ';')]) {
            if i < resume {
                continue;
            }
            let here = At { start: i, end: (i + c.len_utf8()).min(text.len()) };
            match c {
                '(' | '[' => {
                    open.push((i, c));
                    if open.len() > MAX_DEPTH {
                        let title = format!("brackets may nest at most {MAX_DEPTH} deep");
                        self.find(Code::TooComplex, here, title, "flatten the brackets");
                        return None;
                    }
                }
                ')' | ']' => {
                    let wanted = if c == ')' { '(' } else { '[' };
                    match open.last() {
                        Some(&(_, o)) if o == wanted => {
                            open.pop();
                        }
                        Some(&(start, o)) => {
                            let at = At { start, end: start + 1 };
                            let title = format!("`{o}` is closed by `{c}`");
                            let close = if o == '(' { ')' } else { ']' };
                            self.find(Code::UnclosedBracket, at, title, Help::write(close));
                            resume = end_of_clause(i);
                            blank.push(open[0].0..resume);
                            open.clear();
                        }
                        None if is_leap => blank.push(i..i + 1),
                        None => {
                            let title = format!("`{c}` closes nothing");
                            self.find(Code::UnclosedBracket, here, title, Help::take_out());
                            blank.push(i..i + 1);
                        }
                    }
                }
                ';' => {
                    if let (Some(&(start, o)), Some(&(first, _))) = (open.last(), open.first()) {
                        let close = if o == '(' { ')' } else { ']' };
                        // That finding covers an unclosed bracket in the leap.
                        if i == text.len() || !is_leap {
                            self.find(
                                Code::UnclosedBracket,
                                At { start, end: start + 1 },
                                format!("`{o}` is never closed"),
                                format!("close it with `{close}` before the clause ends"),
                            );
                        }
                        blank.push(first..i);
                        open.clear();
                    }
                }
                _ => {}
            }
        }
        let mut bytes = text.as_bytes().to_vec();
        for range in &blank {
            bytes[range.clone()].fill(b' ');
        }
        self.blanked = blank;
        // Replaced ranges begin at a bracket and end before an ASCII character, so the text is
        // still UTF-8.
        self.readable = String::from_utf8(bytes).ok()?;
        Some(match reads {
            Reads::Movement => self.veil_questions(),
            Reads::Words => self.names.veil(&self.readable).into_owned(),
        })
    }

    /// The single words at a place. A name of several words is one of them.
    pub(crate) fn words(&self, at: At) -> Vec<String> {
        let text = self.readable(at);
        let veiled = self.names.veil(text);
        let mut end = 0;
        let word = |word: &str| {
            let start = end + veiled[end..].find(word).unwrap_or_default();
            end = start + word.len();
            text.get(start..end).unwrap_or_default().to_owned()
        };
        veiled.split_whitespace().map(word).collect()
    }

    /// The text for the grammar at a place, with blanks before it, so that all places stay valid.
    pub(crate) fn veiled(&self, at: At) -> String {
        format!("{}{}", " ".repeat(at.start), self.names.veil(self.readable(at)))
    }

    /// Veils names behind each `when`. In terms, there are no names.
    fn veil_questions(&self) -> String {
        let clause = |clause: &str| {
            let (terms, question) = clause.split_at(behind_when(clause).unwrap_or(clause.len()));
            format!("{terms}{}", self.names.veil(question))
        };
        self.readable.split(';').map(clause).collect::<Vec<_>>().join(";")
    }

    /// True if a part of the clause was replaced by spaces because of unbalanced brackets.
    pub(crate) fn is_blanked(&self, clause: At) -> bool {
        let (before, rest) = self.text.split_at(clause.start);
        let start = before.rfind(';').map_or(0, |i| i + 1);
        let end = clause.start + rest.find(';').unwrap_or(rest.len());
        self.blanked.iter().any(|range| start < range.end && range.start < end)
    }
}

// Names of several words.
//
// The grammars know no names, so they would read a name of several words as several words. `Names`
// therefore *veils* such a name while the grammar runs: it becomes one word of the same length, so
// that all places in the text stay valid. A name is veiled only where its words can mean nothing else.

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
    fn veil<'t>(&self, text: &'t str) -> Cow<'t, str> {
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
    static RESERVED: LazyLock<HashSet<&str>> =
        LazyLock::new(|| scalar::reserved().chain(scalar::former()).collect());
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
