//! The result of an import.

use crate::foreign::remark::Remark;
use crate::variant::Finding;

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
