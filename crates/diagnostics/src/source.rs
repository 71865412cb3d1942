//! Source texts, spans in them, and helps, which correct them. A span lies inside its text, and
//! starts and ends on character boundaries.

use crate::index::{Id, IndexVec};
use std::fmt::{self, Display};
use std::ops::Deref;
use std::sync::Arc;

/// Maximum length in bytes of a text that is read as a definition.
pub const MAX_BYTES: usize = 1 << 20;

crate::id! {
    /// The id of a text in [`Sources`].
    SourceId(u32)
}

/// Returns whether `c` is visible. Control characters, invisible characters and marks that change
/// the direction of writing are not. Line feeds and tabs are control characters; callers that allow
/// them must test for them first.
pub fn is_seen(c: char) -> bool {
    let hides = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !hides
}

/// A byte range of one text: `start..end`, `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The text that contains the span.
    pub source: SourceId,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end` of `source`, in bytes.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self { source, start: start as u32, end: end as u32 }
    }

    /// The smallest span that contains both spans; `self` if they are in different texts.
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { start: self.start.min(other.start), end: self.end.max(other.end), ..self }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// True if the span is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A value with its place in a source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, written at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Converts the value and keeps the place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), span: self.span }
    }
}

/// A text with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name that readers see: a path, the name of a shipped definition, or `--position`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// A line and a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineColumn {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
}

/// All source texts that a program has read.
#[derive(Clone, Default, Debug)]
pub struct Sources {
    texts: IndexVec<SourceId, Source>,
}

impl Sources {
    /// A collection without texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> SourceId {
        self.texts.push(Source { name: name.into(), text: text.into() })
    }

    /// Replaces the text of `id`. Spans of the old text may not fit the new one.
    pub fn replace(&mut self, id: SourceId, text: impl Into<Arc<str>>) {
        self.texts[id].text = text.into();
    }

    /// The text of `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.texts[id]
    }

    /// Pairs of id and text, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.texts.ids().zip(self.texts.iter())
    }

    /// The text at `span`.
    pub fn slice(&self, span: Span) -> &str {
        &self.texts[span.source].text[span.start as usize..span.end as usize]
    }

    /// Line and column of byte `offset` of text `id`. An offset past the end counts as the end.
    pub fn locate(&self, id: SourceId, offset: u32) -> LineColumn {
        let text = &self.texts[id].text;
        let before = &text[..(offset as usize).min(text.len())];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        LineColumn {
            line: before.bytes().filter(|&b| b == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl SourceId {
    /// The id of the first text of a [`Sources`], for callers that have only one.
    pub fn only() -> Self {
        Self::from_index(0)
    }
}

// The help of a finding: words for the author, and often the text that corrects the mistake.

/// A proposal for the author of a definition.
///
/// A help with a [`replacement`](Self::replacement) quotes that text in its words. So a program
/// that applies the replacement need not parse the words. A help from a plain text has no
/// replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Help {
    words: Box<str>,
    replacement: Option<Box<str>>,
}

impl Help {
    /// ``did you mean `text`?``
    pub fn did_you_mean(text: impl Display) -> Help {
        Help::replace(text, |text| format!("did you mean `{text}`?"))
    }

    /// ``write `text` ``
    pub fn write(text: impl Display) -> Help {
        Help::replace(text, |text| format!("write `{text}`"))
    }

    /// ``type `text` ``
    pub fn type_in(text: impl Display) -> Help {
        Help::replace(text, |text| format!("type `{text}`"))
    }

    /// ``type `text` ``, or a list of several texts. If there are no texts, the help is
    /// `take it out`.
    pub fn type_one_of(texts: &[String]) -> Help {
        match texts {
            [] => Help::take_out(),
            [text] => Help::type_in(text),
            texts => format!("type `{}`", texts.join("`, `")).into(),
        }
    }

    /// ``put it in quotes: `text` ``, where `text` has its quotes already.
    pub fn quote(text: impl Display) -> Help {
        Help::replace(text, |text| format!("put it in quotes: `{text}`"))
    }

    /// ``put a space after the colon: `text` ``
    pub fn space_behind_colon(text: impl Display) -> Help {
        Help::replace(text, |text| format!("put a space after the colon: `{text}`"))
    }

    /// ``make it a list: `text` ``
    pub fn make_list(text: impl Display) -> Help {
        Help::replace(text, |text| format!("make it a list: `{text}`"))
    }

    /// ``join the rows with slashes: `text` ``
    pub fn join_rows(text: impl Display) -> Help {
        Help::replace(text, |text| format!("join the rows with slashes: `{text}`"))
    }

    /// `take it out`
    pub fn take_out() -> Help {
        Help { words: "take it out".into(), replacement: Some("".into()) }
    }

    /// Adds a remark after a colon.
    #[must_use]
    pub fn remark(mut self, remark: impl Display) -> Help {
        self.words = format!("{}: {remark}", self.words).into();
        self
    }

    fn replace(text: impl Display, words: impl Fn(&str) -> String) -> Help {
        let text = text.to_string();
        // A text with dots is a pattern, which the author fills in. A text with a backtick cannot be
        // told apart from the words around it.
        let is_pattern = text.contains("...") || text.contains(['…', '`']);
        Help { words: words(&text).into(), replacement: (!is_pattern).then(|| text.into()) }
    }

    /// The text that replaces the offending characters. It is empty if they should be deleted.
    /// `None` if the author must choose a text.
    pub fn replacement(&self) -> Option<&str> {
        self.replacement.as_deref()
    }

    /// Changes the words and the replacement in the same way.
    pub fn rewrite(&mut self, rewrite: impl Fn(&str) -> String) {
        self.words = rewrite(&self.words).into();
        self.replacement = self.replacement.as_deref().map(|text| rewrite(text).into());
    }
}

impl Deref for Help {
    type Target = str;
    fn deref(&self) -> &str {
        &self.words
    }
}

impl Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl From<&str> for Help {
    fn from(words: &str) -> Help {
        words.to_owned().into()
    }
}

impl From<String> for Help {
    fn from(words: String) -> Help {
        Help { words: words.into(), replacement: None }
    }
}
