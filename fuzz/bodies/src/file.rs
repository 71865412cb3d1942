//! Any text as a definition file under the fuzzer.
//!
//! Owns: [`file`]. Takes bytes as a text, as they are or as words of the language in their place. No
//! panic; a value or an error; every span on characters of its text; findings are drawn and written as
//! data; what has a formatted form has it for good.

use crate::definition::WORDS;
use alfil::diagnostic::has_errors;
use alfil::library::Library;
use alfil::resolve::resolution::resolve;
use alfil::source::{SourceId, Sources};
use alfil::syntax::format::{Unformatted, format};

/// Bytes from here on are words.
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
        // Once more it stays as it is, formatted or refused.
        Ok(formatted) => match format(SourceId::only(), &formatted) {
            Ok(again) => assert_eq!(again, formatted, "{text}"),
            Err(Unformatted::Altered) => {}
            Err(Unformatted::Broken(found)) => panic!("{text}: {found:?}"),
        },
        // Odd texts are left as they are.
        Err(Unformatted::Altered) => {}
        Err(Unformatted::Broken(found)) => assert!(has_errors(&found), "{text}"),
    }
    // A path in the text must not read the disk: results would depend on it.
    if text.contains('/') && text.contains("yaml") {
        return;
    }
    let (mut library, mut sources) = (Library::new(), Sources::new());
    library.add(&mut sources, "written", text);
    let findings = resolve("written", &mut library, &mut sources);
    assert!(findings.value.is_some() || has_errors(&findings.found), "{text}");
    for label in findings.found.iter().flat_map(|d| &d.labels) {
        // Panics unless the span lies on characters of its text.
        let _ = sources.slice(label.span);
    }
}
