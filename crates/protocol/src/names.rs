//! Names of shipped games in protocols, at servers and in programs, and which games a protocol can
//! express.

use alfil_definitions::shipped;
use alfil_diagnostics::source::Sources;
use alfil_resolve::resolution::resolve;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::space::Lattice;
use alfil_syntax::definition::Role;
use alfil_workspace::titled;

// Names of shipped games in protocols, at servers and in programs: one table for all commands.

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

/// The shipped games that a protocol can express, sorted by name. `obstacle` says why it cannot
/// express a game. Reads all shipped definitions, which takes a part of a second.
pub fn offered(obstacle: fn(&Ruleset) -> Option<&'static str>) -> Vec<&'static str> {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let mut fits = |name: &str| {
        let game = resolve(name, &mut library, &mut sources).value;
        let fits = |rules: &Ruleset| self::obstacle(rules).is_none() && obstacle(rules).is_none();
        game.is_some_and(|game| game.role == Role::Game && fits(&game.ruleset))
    };
    let mut names: Vec<_> = shipped().map(|s| s.name).filter(|name| fits(name)).collect();
    names.sort_unstable();
    names
}

/// The shipped definition that a protocol calls `spelling`. Upper and lower case are the same.
pub fn find(spelling: &str) -> Option<&'static str> {
    let wanted = spelling.to_lowercase();
    let exact = shipped().map(|s| s.name).find(|name| *name == wanted);
    let spelled = || shipped().map(|s| s.name).find(|name| spellings(name).contains(&wanted));
    exact.or_else(spelled).or_else(|| match in_table(spelling) {
        Some(InTable::Shipped(name)) => Some(name),
        Some(InTable::Absent) | None => None,
    })
}

/// The reason why no shipped game has the name `spelling`.
pub fn unknown(spelling: &str) -> String {
    match in_table(spelling) {
        Some(InTable::Absent) => format!("no shipped game has the rules of `{spelling}`"),
        Some(InTable::Shipped(_)) | None => format!("there is no variant `{spelling}`"),
    }
}

/// The names of variants at servers and in programs. The first line explains the columns.
const TABLE: &str = include_str!("variants.tsv");

/// What the table says about a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTable {
    /// A shipped definition.
    Shipped(&'static str),
    /// A variant that no shipped definition describes.
    Absent,
}

/// The row of the table with this name of a server or a program. Upper and lower case, spaces and
/// hyphens do not matter.
pub fn in_table(name: &str) -> Option<InTable> {
    let wanted = plain(name);
    // The dashes of the table are no names.
    if wanted.is_empty() {
        return None;
    }
    let row = rows().find(|row| row.iter().skip(1).any(|name| plain(name) == wanted))?;
    match row.first().copied()? {
        "-" => Some(InTable::Absent),
        definition => {
            let known = shipped().find(|known| known.name == definition)?;
            Some(InTable::Shipped(known.name))
        }
    }
}

/// The rows of the table: the definition, and the names at lichess, chess.com, Cute Chess and PyChess.
pub fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    let rows = TABLE.lines().filter(|row| !row.starts_with('#') && !row.is_empty());
    rows.map(|row| row.split('\t').collect())
}

/// The column of Cute Chess, which has the names of XBoard.
const XBOARD: usize = 3;

/// The name of a shipped game in XBoard's protocol.
pub(crate) fn at_xboard(name: &str) -> String {
    let row = rows().find(|row| row.first() == Some(&name));
    let known = row.and_then(|row| row.get(XBOARD).copied()).filter(|known| *known != "-");
    let spelled = || spellings(name).pop().unwrap_or_else(|| name.to_owned());
    known.map_or_else(spelled, str::to_owned)
}

/// A name in lower case, without anything between letters and digits.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The name of the shipped game that people or other programs call `name`: its own name, a spelling
/// of another program (`kingofthehill`, `3check`), or its title (`King of the Hill`). Upper and
/// lower case are the same. `None` if no shipped definition is called so.
pub fn game_called(name: &str) -> Option<&'static str> {
    find(name).or_else(|| titled(name))
}

// Which games a protocol can express.

/// The reason why no protocol can express the moves of a game. `None` if a protocol can: two
/// sides play, nothing is rolled or drawn, all moves go from cell to cell, and the name of each cell is a letter and a number.
pub fn obstacle(rules: &Ruleset) -> Option<&'static str> {
    if !rules.sides.are_two() {
        return Some("the protocol has two sides");
    }
    if !rules.dice.is_empty() {
        return Some("the protocol has no dice");
    }
    match rules.space.lattice {
        Lattice::Plane { .. } => Some("a plane has no cells that the protocol can name"),
        Lattice::Sphere { .. } => Some("a sphere has no cells that the protocol can name"),
        Lattice::Layers { .. } => Some("the protocol cannot name the cells of several layers"),
        Lattice::Grid { .. } | Lattice::Hexagon(_) | Lattice::Net(_) => {
            let is_fixed = rules.space.sections.is_empty();
            (!is_fixed).then_some("the protocol has no moves of sections")
        }
    }
}
