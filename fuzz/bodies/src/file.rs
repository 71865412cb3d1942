//! Fuzz target: any text as a definition file.
//!
//! The text is the bytes themselves, or words of the language in their place. No panic occurs, there is a value
//! or an error, every span is on character boundaries, and findings can be drawn and written as data.
//! Formatting a formatted text changes nothing.

use crate::definition::WORDS;
use alfil::diagnostic::has_errors;
use alfil::library::Library;
use alfil::resolve::resolution::resolve;
use alfil::source::{SourceId, Sources};
use alfil::syntax::format::{Unformatted, format};

/// Bytes from here on stand for words.
const FIRST_WORD: u8 = 128;

/// Reads the bytes as a definition, twice.
pub fn file(bytes: &[u8]) {
    check(&String::from_utf8_lossy(bytes));
    let words: String = bytes
        .iter()
        .map(|&byte| match byte {
            ..FIRST_WORD => char::from(byte).to_string(),
            FIRST_WORD.. => WORDS[usize::from(byte - FIRST_WORD) % WORDS.len()].to_owned(),
        })
        .collect();
    check(&words);
}

fn check(text: &str) {
    match format(SourceId::only(), text) {
        // Formatting the result changes nothing, or is refused.
        Ok(formatted) => match format(SourceId::only(), &formatted) {
            Ok(again) => assert_eq!(again, formatted, "{text}"),
            Err(Unformatted::Altered) => {}
            Err(Unformatted::Broken(found)) => panic!("{text}: {found:?}"),
        },
        // Unusual texts are refused.
        Err(Unformatted::Altered) => {}
        Err(Unformatted::Broken(found)) => assert!(has_errors(&found), "{text}"),
    }
    // A text with a path is skipped: results must not depend on files on disk.
    if text.contains('/') && text.contains("yaml") {
        return;
    }
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "written", text);
    let findings = resolve("written", &mut library, &mut sources);
    assert!(findings.value.is_some() || has_errors(&findings.found), "{text}");
    for label in findings.found.iter().flat_map(|d| &d.labels) {
        // Panics if the span is not on character boundaries of its text.
        let _ = sources.slice(label.span);
    }
}
