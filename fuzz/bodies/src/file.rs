//! Fuzz target: any text as a definition file.
//!
//! Each run reads two texts: the bytes themselves, and the bytes with words of definitions in place
//! of some. There must be no panic, there must be a value or an error, and every span must be on
//! character boundaries. Formatting a formatted text must change nothing.

use crate::definition::WORDS;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::{SourceId, Sources};
use alfil_resolve::resolution::resolve;
use alfil_syntax::format::{Unformatted, format};

/// Bytes from here on are replaced by words.
const FIRST_WORD: u8 = 128;

/// Reads two texts made from the bytes.
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
        // Formatting the result again must change nothing, or is refused.
        Ok(formatted) => match format(SourceId::only(), &formatted) {
            Ok(again) => assert_eq!(again, formatted, "{text}"),
            Err(Unformatted::Altered) => {}
            Err(Unformatted::Broken(found)) => panic!("{text}: {found:?}"),
        },
        // The formatter refuses unusual texts.
        Err(Unformatted::Altered) => {}
        Err(Unformatted::Broken(found)) => assert!(has_errors(&found), "{text}"),
    }
    // A text with a path is skipped, because results must not depend on files on disk.
    if text.contains('/') && text.contains("yaml") {
        return;
    }
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "written", text);
    let findings = resolve("written", &mut library, &mut sources);
    assert!(findings.value.is_some() || has_errors(&findings.found), "{text}");
    for label in findings.found.iter().flat_map(|d| &d.labels) {
        // This panics if the span is not on character boundaries of its text.
        let _ = sources.slice(label.span);
    }
}
