//! Fuzz target: shipped definitions that are cut and pasted at random.
//!
//! There must be no panic. Every span must be on character boundaries of its text, and there must
//! be a value unless there is an error. A game without errors must give no errors when it is
//! written as one file.

use alfil_diagnostics::diagnostic::{Diagnostic, has_errors};
use alfil_diagnostics::source::Sources;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_resolve::write::to_yaml;
use alfil_syntax::definition::Role;
use arbitrary::{Result, Unstructured};

/// Words of definitions, so that random edits are more often valid.
pub(crate) const WORDS: [&str; 26] = [
    "none",
    "true",
    "chess",
    "+contrast-modifier",
    "extends: ",
    "pieces:\n",
    "  queen: none\n",
    "zones: {a: rank 1}\n",
    "only when to a",
    "attacks: ^\n",
    "modifier: true\n",
    "setup: ",
    "grid 10x8",
    ", without a1",
    "castling: none\n",
    "others",
    "K",
    "k",
    "/",
    "8",
    "[",
    "]",
    "{",
    "}",
    ": ",
    "é",
];

/// Resolves a definition made from `bytes`.
pub fn definition(bytes: &[u8]) {
    // If there are too few bytes for a definition, the run is not a failure.
    let _ = try_definition(&mut Unstructured::new(bytes));
}

fn try_definition(u: &mut Unstructured<'_>) -> Result<()> {
    let Some(text) = edited(u)? else { return Ok(()) };
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "written", &text);
    let findings = resolve("written", &mut library, &mut sources);
    check(&findings.found, findings.value.as_ref(), &sources);
    Ok(())
}

/// A shipped definition with random edits. `None` if it contains a path, because results must not
/// depend on files on disk.
pub(crate) fn edited(u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let shipped: Vec<_> = alfil_definitions::shipped().collect();
    let mut text = u.choose(&shipped)?.text.to_owned();
    for _ in 0..u.int_in_range(1..=6)? {
        edit(&mut text, u)?;
    }
    Ok((!text.contains('/') || !text.contains("yaml")).then_some(text))
}

fn edit(text: &mut String, u: &mut Unstructured<'_>) -> Result<()> {
    let boundary = |text: &str, u: &mut Unstructured<'_>| -> Result<usize> {
        let at = u.int_in_range(0..=text.len())?;
        Ok((0..=at).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0))
    };
    let (a, b) = (boundary(text, u)?, boundary(text, u)?);
    let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 40));
    let end = (start..=end).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(start);
    match u.int_in_range(0..=3)? {
        0 => text.replace_range(start..end, ""),
        1 => text.insert_str(start, u.choose(&WORDS)?),
        2 => text.replace_range(start..end, u.choose(&WORDS)?),
        _ => {
            let copy = text[start..end].to_owned();
            let at = boundary(text, u)?;
            text.insert_str(at, &copy);
        }
    }
    Ok(())
}

fn check(found: &[Diagnostic], value: Option<&Resolved>, sources: &Sources) {
    for label in found.iter().flat_map(|d| &d.labels) {
        // This panics if the span is not on character boundaries of its text.
        let _ = sources.slice(label.span);
    }
    assert!(value.is_some() || has_errors(found), "neither a value nor an error");
    // A modifier alone is applied to chess, where it may have errors.
    let is_game = |resolved: &&Resolved| resolved.role == Role::Game && !has_errors(found);
    let Some(resolved) = value.filter(is_game) else { return };
    let Ok(text) = to_yaml(resolved) else { return };
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "again", &text);
    let again = resolve("again", &mut library, &mut sources);
    assert!(!has_errors(&again.found), "{text}\n{:?}", again.found);
}
