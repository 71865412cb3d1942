//! Findings as plain data, for programs that do not use the texts and spans of this crate.

use alfil_diagnostics::diagnostic::{Diagnostic, Help, Severity};
pub use alfil_diagnostics::source::LineColumn;
use alfil_diagnostics::source::{Sources, Span};
use std::fmt;

/// One finding about a definition or a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The code in kebab case: `unknown-letter`. `docs/findings.md` lists all codes.
    pub code: &'static str,
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub title: String,
    /// The reason, if the title does not give it.
    pub reason: Option<String>,
    /// A suggestion for the author.
    pub help: Option<String>,
    /// The name of the text as it was requested. `None` if the finding has no place.
    pub file: Option<String>,
    /// The start of the offending characters; lines and columns count from 1, columns in
    /// characters.
    pub start: Option<LineColumn>,
    /// The end of the offending characters.
    pub end: Option<LineColumn>,
    /// The number of offending characters; 0 if the finding has no place.
    pub length: usize,
    /// The edit for the suggestion, if the suggestion is a single replacement.
    pub edit: Option<Edit>,
}

/// A replacement in the text of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The name of the text.
    pub file: String,
    /// The bytes to replace.
    pub range: std::ops::Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Finding {
    /// Converts a diagnostic whose spans refer to `sources`.
    pub fn of(diagnostic: &Diagnostic, sources: &Sources) -> Finding {
        let span = diagnostic.span();
        let file = |span: Span| sources.get(span.source).name.to_string();
        let edit = diagnostic.edit.as_ref().map(|edit| Edit {
            file: file(edit.span),
            range: edit.span.start as usize..edit.span.end as usize,
            text: edit.text.clone(),
        });
        Finding {
            code: diagnostic.code.name(),
            severity: diagnostic.severity(),
            title: diagnostic.title.clone(),
            reason: diagnostic.reason.clone(),
            help: diagnostic.help.as_ref().map(Help::to_string),
            file: span.map(file),
            start: span.map(|s| sources.locate(s.source, s.start)),
            end: span.map(|s| sources.locate(s.source, s.end)),
            length: span.map_or(0, |s| sources.slice(s).chars().count()),
            edit,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(start)) = (&self.file, self.start) {
            write!(f, "{file}:{}:{}: ", start.line, start.column)?;
        }
        write!(f, "{} [{}]: {}", self.severity.name(), self.code, self.title)?;
        for more in self.reason.iter().chain(&self.help) {
            write!(f, "; {more}")?;
        }
        Ok(())
    }
}

/// The reason why a definition or a position cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// All findings, errors first.
    pub findings: Vec<Finding>,
}

impl LoadError {
    /// Converts diagnostics whose spans refer to `sources`.
    pub(crate) fn of(found: &[Diagnostic], sources: &Sources) -> LoadError {
        LoadError { findings: found.iter().map(|d| Finding::of(d, sources)).collect() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, finding) in self.findings.iter().enumerate() {
            write!(f, "{}{finding}", if number > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}
