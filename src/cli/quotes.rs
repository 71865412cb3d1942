//! Typographic quotes on the command line.
//!
//! Owns: [`hint`]. Pages and word processors turn `'` into `‘` and `’`; a shell takes those as letters
//! and splits what stands between them.

use std::ffi::OsString;

const QUOTES: [char; 8] = ['“', '”', '„', '‘', '’', '‚', '«', '»'];

/// What to type instead, if an argument begins or ends with a quote that is none to a shell.
pub fn hint(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let mut lossy = arguments.skip(1).map(|a| a.to_string_lossy().into_owned());
    let quote = lossy.find_map(|a| {
        let value = a.rsplit('=').next().unwrap_or(&a);
        let edges = [a.chars().next(), value.chars().next(), a.chars().next_back()];
        edges.into_iter().flatten().find(|c| QUOTES.contains(c))
    })?;
    Some(format!("help: `{quote}` is no quote to a shell; type `'` before and behind the text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_quotes_are_told() {
        let told = |words: &[&str]| hint(words.iter().map(OsString::from));
        assert!(told(&["alfil", "explain", "“fmW", "fceF”"]).is_some_and(|h| h.contains("`“`")));
        assert!(told(&["alfil", "moves", "chess", "--after=‘e2e4"]).is_some());
        assert_eq!(told(&["alfil", "check", "l’échec.yaml"]), None);
        assert_eq!(told(&["“alfil”"]), None);
    }
}
