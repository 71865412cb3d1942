//! The examples of the catalogue of findings, for `alfil explain CODE`.
//!
//! Owns: [`example`]. Takes `docs/findings.md`, which a test writes and keeps current, as it was when
//! the program was built. Invariant: a code that the page does not have yet has no example, and is no
//! error.

use alfil_diagnostics::diagnostic::Code;

pub(crate) const PAGE: &str = include_str!("../../docs/findings.md");

/// What the catalogue shows of a code, without the marks of the page: a file or a command, and what is
/// said of it.
pub(crate) fn example(code: Code) -> Option<String> {
    let head = format!("\n### {code}\n");
    let entry = &PAGE[PAGE.find(&head)? + head.len()..];
    let end = entry.find("\n### ").or_else(|| entry.find("\n<!-- end -->"))?;
    // The explanation is the first paragraph.
    let (_, shown) = entry[..end].trim().split_once("\n\n")?;
    let lines = shown.lines().filter(|line| !line.starts_with("```"));
    Some(lines.map(|line| format!("{line}\n")).collect())
}
