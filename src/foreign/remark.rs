//! Remarks about a file of another program, each with its place.

use std::fmt;

/// A place in the file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// What a remark means for the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// The game cannot be imported, or the result has errors.
    Error,
    /// A rule is not carried over.
    Lost,
    /// The file says too little, or something else than its author may think. The remark says how it is
    /// read.
    Doubt,
    /// The key has no meaning for the rules.
    Quiet,
}

impl Weight {
    /// The name in JSON and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Weight::Error => "error",
            Weight::Lost => "lost",
            Weight::Doubt => "warning",
            Weight::Quiet => "note",
        }
    }
}

/// One remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The place in the file. `None` if the remark is about something that the file does not say.
    pub place: Option<Place>,
    /// The key, the field or the name of the piece. Empty if the remark is about the whole game.
    pub key: String,
    /// What it means for the result.
    pub weight: Weight,
    /// One line, lower case, no full stop.
    pub what: String,
    /// A suggestion.
    pub help: Option<String>,
}

impl Remark {
    /// A remark without a suggestion.
    pub(crate) fn new(
        weight: Weight,
        place: Place,
        key: impl Into<String>,
        what: impl Into<String>,
    ) -> Remark {
        let key = brief(&key.into());
        Remark { place: Some(place), key, weight, what: what.into(), help: None }
    }

    /// The remark as `alfil import --json` and Studio show it.
    #[cfg(feature = "json")]
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "line": self.place.map(|place| place.line),
            "column": self.place.map(|place| place.column),
            "key": self.key,
            "weight": self.weight.name(),
            "message": self.what,
            "help": self.help,
        })
    }

    /// Adds a suggestion.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Remark {
        self.help = Some(help.into());
        self
    }
}

/// Writes the place, the weight, the message and the suggestion. The message of a file of variants
/// names its key already.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "{}: {}", self.weight.name(), self.what)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

/// The longest part of a foreign text that a message quotes, in characters.
const QUOTED: usize = 40;

/// A part of the file as messages quote it: short, and without signs that cannot be seen.
pub(crate) fn brief(text: &str) -> String {
    let seen = |c: char| if c.is_control() { '?' } else { c };
    let mut short: String = text.trim().chars().take(QUOTED).map(seen).collect();
    if text.trim().chars().nth(QUOTED).is_some() {
        short.push_str("...");
    }
    short
}
