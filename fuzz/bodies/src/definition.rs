//! Fuzz target: shipped definitions, cut and pasted at random.
//!
//! No panic occurs, every span is on character boundaries of its text, and there is a value unless there is an
//! error. A game without findings can be written as one file without findings.

use alfil::diagnostic::{Diagnostic, has_errors};
use alfil::library::{self, Library};
use alfil::resolve::resolution::{Resolved, resolve};
use alfil::resolve::write::to_yaml;
use alfil::source::Sources;
use alfil::syntax::definition::Role;
use arbitrary::{Result, Unstructured};

/// Words of the language, so that random edits make sense more often.
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

/// Resolves a definition made from the bytes.
pub fn definition(bytes: &[u8]) {
    // Too few bytes for a definition are no failure.
    let _ = try_definition(&mut Unstructured::new(bytes));
}

fn try_definition(u: &mut Unstructured<'_>) -> Result<()> {
    let Some(text) = edited(u)? else { return Ok(()) };
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "written", &text);
    let findings = resolve("written", &mut library, &mut sources);
    check(&findings.found, findings.value.as_ref(), &sources);
    Ok(())
}

/// A shipped definition with some edits. `None` if it contains a path: results must not depend on files on
/// disk.
pub(crate) fn edited(u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let shipped: Vec<_> = library::shipped().collect();
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
        // Panics if the span is not on character boundaries of its text.
        let _ = sources.slice(label.span);
    }
    assert!(value.is_some() || has_errors(found), "neither a value nor an error");
    // A modifier alone is applied to chess, and need not fit it.
    let is_game = |resolved: &&Resolved| resolved.role == Role::Game && !has_errors(found);
    let Some(resolved) = value.filter(is_game) else { return };
    let Ok(text) = to_yaml(resolved) else { return };
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "again", &text);
    let again = resolve("again", &mut library, &mut sources);
    assert!(!has_errors(&again.found), "{text}\n{:?}", again.found);
}
