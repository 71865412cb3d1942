//! What a translation says besides its text: remarks about a file of another program, each with its
//! place, rules that a format cannot express, and the result of an import.

use alfil_diagnostics::source::Span;
use alfil_workspace::Finding;
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

// Rules that the format of another program cannot express.

/// A rule that a format cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The place in the definition. `None` if no file says it.
    pub span: Option<Span>,
    /// What is lost, in words.
    pub rule: String,
}

// The result of an import.

/// How much of a variant a definition says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extent {
    /// All rules.
    Complete,
    /// Some rules are not carried over.
    Partly,
    /// Nothing: there is no definition.
    NotAtAll,
}

impl Extent {
    /// The words in messages and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Extent::Complete => "complete",
            Extent::Partly => "partly",
            Extent::NotAtAll => "not at all",
        }
    }
}

/// The greatest number of characters of a file's name, without its ending.
const MAX_STEM: usize = 80;

/// An imported variant.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of its section, or the name of its file without the ending.
    pub name: String,
    /// How much is carried over.
    pub extent: Extent,
    /// The text of the definition; `None` if the variant cannot be imported.
    pub definition: Option<String>,
    /// Every key that is not carried over, and other remarks, in the order of their lines.
    pub remarks: Vec<Remark>,
    /// What `alfil check` finds in the definition.
    pub findings: Vec<Finding>,
}

impl Imported {
    /// The name of a file for the definition, without its ending.
    pub fn stem(&self) -> String {
        let plain = |c: char| if c.is_alphanumeric() || "-_+".contains(c) { c } else { '-' };
        let stem: String = self.name.chars().take(MAX_STEM).map(plain).collect();
        let stem = stem.trim_matches('-').to_owned();
        if stem.is_empty() { "variant".to_owned() } else { stem }
    }
}
