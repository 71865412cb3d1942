//! The two manners of reading texts, and what was corrected on the way.

/// How moves and positions are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Only what the manual of the language says, and nothing is corrected. For definitions and their
    /// tests.
    Strict,
    /// Also what other programs write. What has to be corrected is reported. For files and programs
    /// of others, and for what people type.
    Lenient,
}

/// A value that was read from a text, and what was corrected, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corrected<T> {
    /// The value.
    pub value: T,
    /// What was corrected, one sentence each, in small letters and without a full stop.
    pub notes: Vec<String>,
}

impl<T> Corrected<T> {
    /// A value that is as it was written.
    pub fn plain(value: T) -> Corrected<T> {
        Corrected { value, notes: Vec::new() }
    }
}
