//! Examples from the catalogue of findings, for `alfil explain CODE`.
//!
//! They are compiled in from `docs/findings.md`, which a test compares with the real output. A code
//! without an entry has no example.

use alfil_diagnostics::diagnostic::Code;

pub(crate) const PAGE: &str = include_str!("../../docs/findings.md");

/// The example of a code without markup: a file or a command, and its output.
pub(crate) fn example(code: Code) -> Option<String> {
    let head = format!("\n### {code}\n");
    let entry = &PAGE[PAGE.find(&head)? + head.len()..];
    let end = entry.find("\n### ").or_else(|| entry.find("\n<!-- end -->"))?;
    // The first paragraph is the explanation. The example follows it.
    let (_, shown) = entry[..end].trim().split_once("\n\n")?;
    let lines = shown.lines().filter(|line| !line.starts_with("```"));
    Some(lines.map(|line| format!("{line}\n")).collect())
}
