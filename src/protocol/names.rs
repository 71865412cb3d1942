//! Names of shipped games in protocols.

use crate::library::{Library, shipped};
use crate::protocol::fit;
use crate::resolve::resolution::resolve;
use crate::variant::titled;
use alfil_diagnostics::source::Sources;
use alfil_syntax::definition::Role;

/// The game that engines play if nothing else is said.
pub const USUAL: &str = "chess";

/// Number words at the beginning of names. Other programs write digits.
const NUMBERS: [(&str, &str); 4] = [("two", "2"), ("three", "3"), ("four", "4"), ("five", "5")];

/// The names of a shipped game in protocols: its own name and the spellings of other programs,
/// without hyphens and with digits.
pub fn spellings(name: &str) -> Vec<String> {
    let mut all = vec![name.to_owned()];
    let joined = name.replace('-', "");
    let digit = NUMBERS.iter().find_map(|(word, digit)| {
        joined
            .strip_prefix(word)
            .filter(|rest| !rest.is_empty())
            .map(|rest| format!("{digit}{rest}"))
    });
    if joined != name {
        all.push(joined);
    }
    all.extend(digit);
    all
}

/// The shipped games that protocols can express, sorted by name. Reads all shipped definitions,
/// which takes a part of a second.
pub fn offered() -> Vec<&'static str> {
    let (mut library, mut sources) = (Library::new(), Sources::new());
    let mut fits = |name: &str| {
        resolve(name, &mut library, &mut sources)
            .value
            .is_some_and(|game| game.role == Role::Game && fit::obstacle(&game.ruleset).is_none())
    };
    let mut names: Vec<_> = shipped().map(|s| s.name).filter(|name| fits(name)).collect();
    names.sort_unstable();
    names
}

/// The shipped definition that a protocol calls `spelling`. Upper and lower case are the same.
pub fn find(spelling: &str) -> Option<&'static str> {
    let wanted = spelling.to_lowercase();
    let exact = shipped().map(|s| s.name).find(|name| *name == wanted);
    exact.or_else(|| shipped().map(|s| s.name).find(|name| spellings(name).contains(&wanted)))
}

/// The name of the shipped game that people or other programs call `name`: its own name, a spelling
/// of another program (`kingofthehill`, `3check`), or its title (`King of the Hill`). Upper and
/// lower case are the same. `None` if no shipped definition is called so.
pub fn game_called(name: &str) -> Option<&'static str> {
    find(name).or_else(|| titled(name))
}
