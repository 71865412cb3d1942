//! Arguments that no command can use.
//!
//! Owns: [`unusable`]. Pages and word processors turn `'` into `‘` and `’`; a shell takes those as
//! letters and cuts what stands between them at its spaces, so that every command would complain of
//! something else.

use std::ffi::OsString;
use std::path::Path;

const OPENING: [char; 5] = ['“', '„', '‘', '‚', '«'];
const CLOSING: [char; 5] = ['”', '“', '’', '‘', '»'];

/// Why `arguments`, without the name of the program, are not what was meant, and what to type instead.
pub(crate) fn unusable(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let mut words = Vec::new();
    for argument in arguments {
        match argument.into_string() {
            Ok(word) => words.push(word),
            Err(other) => {
                let shown = other.to_string_lossy();
                return Some(format!(
                    "`{shown}` is not text in UTF-8; a file with such a name must be renamed"
                ));
            }
        }
    }
    let (at, text) = words.iter().enumerate().find_map(|(i, word)| {
        // The value of an option may follow its name.
        let value = word.split_once('=').map_or(word.as_str(), |(_, value)| value);
        let open = value.strip_prefix(OPENING).filter(|_| !Path::new(word).exists())?;
        Some((i, open))
    })?;
    let mut inside = vec![text];
    inside.extend(words[at + 1..].iter().map(String::as_str));
    let end = inside.iter().position(|word| word.ends_with(CLOSING)).unwrap_or(0);
    let inside = inside[..=end].join(" ");
    let inside = inside.strip_suffix(CLOSING).unwrap_or(&inside);
    Some(format!(
        "a shell takes typographic quotes for letters\n\nhelp: type '{}'",
        inside.replace('\'', "'\\''")
    ))
}
