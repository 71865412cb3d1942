//! The help of a finding: words for the author, and often the text that corrects the mistake.

use std::fmt::{self, Display};
use std::ops::Deref;

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

    /// ``put a space behind the colon: `text` ``
    pub fn space_behind_colon(text: impl Display) -> Help {
        Help::replace(text, |text| format!("put a space behind the colon: `{text}`"))
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
