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
