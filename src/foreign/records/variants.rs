//! Names of variants in game records, by site. The table is that of `protocol/names.rs`.

use crate::foreign::records::fault::Fault;
use crate::foreign::records::movetext::Tag;
use crate::library::shipped;
use crate::protocol::names::{self, InTable, plain, rows};

/// A program or server that writes games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// Alfil. The name of a variant is its title.
    Alfil,
    /// lichess.org.
    Lichess,
    /// chess.com.
    ChessCom,
    /// Cute Chess.
    Cutechess,
    /// pychess.org.
    PyChess,
}

impl Site {
    /// All sites with their names as arguments.
    pub const ALL: [(Site, &'static str); 5] = [
        (Site::Alfil, "alfil"),
        (Site::Lichess, "lichess"),
        (Site::ChessCom, "chess.com"),
        (Site::Cutechess, "cutechess"),
        (Site::PyChess, "pychess"),
    ];

    /// The site with this name.
    pub fn find(name: &str) -> Option<Site> {
        Site::ALL.iter().find(|(_, known)| *known == name).map(|(site, _)| *site)
    }

    /// The column of the table.
    fn column(self) -> Option<usize> {
        match self {
            Site::Alfil => None,
            Site::Lichess => Some(1),
            Site::ChessCom => Some(2),
            Site::Cutechess => Some(3),
            Site::PyChess => Some(4),
        }
    }
}

/// What a name in a game record means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// A shipped definition.
    Shipped(&'static str),
    /// A shipped definition, with the shuffled starts of Chess960.
    Shuffled(&'static str),
    /// A variant of the table that no shipped definition describes.
    Absent,
    /// No variant that is known.
    Unknown,
}

/// The definition of a shipped game with the starts and the castling of Chess960.
const STARTS: &str = "\
extends: GAME
pieces:
  king: {moves: K isO}
castling: {files: c g}
zones:
  odd: a1-a8 c1-c8 e1-e8 g1-g8
shuffle:
  cells: rank 1
  only when: 1 own bishop in odd and own king between own rook
  order: [light bishop, dark bishop, queen, knight]
";

/// The text of the shipped definition `name` with the shuffled starts of Chess960. Games whose
/// pieces differ from those of chess may not compile with it.
pub fn shuffled(name: &str) -> String {
    STARTS.replace("GAME", name)
}

/// The reason why no shipped game has the name of a tag, without help.
pub fn refusal(named: &Named, tag: &Tag) -> Fault {
    let what = match named {
        Named::Absent => format!("no shipped game has the rules of `{}`", tag.value),
        Named::Shipped(_) | Named::Shuffled(_) | Named::Unknown => {
            format!("`{}` is no variant that is known", tag.value)
        }
    };
    Fault::new(tag.place, what)
}

/// The ends of names of games with shuffled starts.
const SHUFFLED: [&str; 1] = ["960"];

/// The definition that a record calls `name`.
pub fn find(name: &str) -> Named {
    match exact(name) {
        Named::Unknown => {}
        known @ (Named::Shipped(_) | Named::Shuffled(_) | Named::Absent) => return known,
    }
    let plain = plain(name);
    for end in SHUFFLED {
        if let Some(Named::Shipped(base)) = plain.strip_suffix(end).map(exact) {
            return Named::Shuffled(base);
        }
    }
    Named::Unknown
}

/// The definition that exactly has this name.
fn exact(name: &str) -> Named {
    let wanted = plain(name);
    if wanted.is_empty() {
        return Named::Unknown;
    }
    match names::in_table(name) {
        Some(InTable::Absent) => return Named::Absent,
        Some(InTable::Shipped(known)) => return Named::Shipped(known),
        None => {}
    }
    let known = shipped().find(|known| plain(known.name) == wanted).map(|known| known.name);
    let called = || names::find(&wanted).or_else(|| names::game_called(name));
    known.or_else(called).map_or(Named::Unknown, Named::Shipped)
}

/// The name of a shipped definition at a site. `None` if the site does not have the game.
pub fn name_at(definition: &str, site: Site) -> Option<&'static str> {
    let column = site.column()?;
    let row = rows().find(|row| row.first() == Some(&definition))?;
    row.get(column).copied().filter(|name| *name != "-")
}

/// All names of the table, for hints.
pub fn known() -> impl Iterator<Item = &'static str> {
    rows().flat_map(|row| row.into_iter().skip(1)).filter(|name| *name != "-")
}
