//! The reason why a text is not a legal move.

use alfil_diagnostics::diagnostic::Help;
use alfil_diagnostics::source::Span;
use std::fmt;

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// The reason in words, in small letters and without a full stop. `None` if it is not known.
    pub why: Option<String>,
    /// A suggestion for a legal move.
    pub help: Option<Help>,
    /// Where the definition writes the rule that forbids the move.
    #[doc(hidden)]
    pub place: Option<Span>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.why.as_deref().unwrap_or("it is no legal move");
        match &self.help {
            Some(help) => write!(f, "{why}; {help}"),
            None => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}
