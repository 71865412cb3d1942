//! The examples of the catalogue of findings, for `alfil explain CODE`.
//!
//! Owns: [`example`]. Takes `docs/findings.md`, which a test writes and keeps current, as it was when
//! the program was built. Invariant: a code that the page does not have yet has no example, and is no
//! error.

use crate::diagnostic::Code;

const PAGE: &str = include_str!("../../docs/findings.md");

/// What the catalogue shows of a code, without the marks of the page: a file or a command, and what is
/// said of it.
pub fn example(code: Code) -> Option<String> {
    let head = format!("\n### {code}\n");
    let entry = &PAGE[PAGE.find(&head)? + head.len()..];
    let end = entry.find("\n### ").or_else(|| entry.find("\n<!-- end -->"))?;
    // The explanation is the first paragraph.
    let (_, shown) = entry[..end].trim().split_once("\n\n")?;
    let lines = shown.lines().filter(|line| !line.starts_with("```"));
    Some(lines.map(|line| format!("{line}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_page_has_its_example() {
        let shown = |code| example(code).is_some_and(|e| e.lines().count() > 0);
        let listed = |c: &&Code| PAGE.contains(&format!("\n### {c}\n"));
        assert!(Code::ALL.iter().filter(listed).all(|&code| shown(code)));
        let letter = example(Code::UnknownLetter).unwrap_or_default();
        assert!(letter.contains("has no meaning") && !letter.contains("```"), "{letter}");
    }
}
