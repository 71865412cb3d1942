//! Remarks about a file of variants, each with its place.

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
    /// The section cannot be imported.
    Error,
    /// A rule is not carried over.
    Lost,
    /// The program would read the line in another way than its author may think.
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
    /// The place in the file. `None` for a rule of a built-in variant.
    pub place: Option<Place>,
    /// The key, or the empty text if the remark is about a section.
    pub key: String,
    /// What it means for the result.
    pub weight: Weight,
    /// One line, lower case, no full stop.
    pub what: String,
    /// A suggestion.
    pub help: Option<String>,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "{}: {}", self.weight.name(), self.what)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}
