//! Reads numbers of seconds, and detects arguments with typographic quotes. Web pages and word processors turn `'` into `‘` and
//! `’`. A shell does not treat these as quotes and splits the text at its spaces, so commands would
//! report misleading errors.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

const OPENING: [char; 5] = ['“', '„', '‘', '‚', '«'];
const CLOSING: [char; 5] = ['”', '“', '’', '‘', '»'];

/// The reason why `arguments` cannot be used, and a suggestion. `None` if they can. The name of the
/// program must not be among them.
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
        // An option may include its value, as in `--after=...`.
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

/// Reads a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds".to_owned())?;
    let is_fit = seconds > 0.0 && seconds <= 1e6;
    let why = || "between 0 and 1000000 seconds, such as 0.5".to_owned();
    is_fit.then(|| Duration::from_secs_f64(seconds)).ok_or_else(why)
}

/// Reads how long to wait, which may be 0 seconds.
pub(crate) fn patience(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(0.0) => Ok(Duration::ZERO),
        Ok(_) | Err(_) => seconds(text),
    }
}
