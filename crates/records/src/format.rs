//! The formats of games and positions: which one a text has, names of variants by site, and games
//! of four players.

use crate::movetext::{Line, Tag};
use crate::scan::Fault;
use alfil_definitions::shipped;
use alfil_protocol::names::{self, InTable, plain, rows};

// The formats of games and positions, and which one a text has.

/// A format of games or positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Games with tags, comments and variations, in algebraic notation.
    Pgn,
    /// Games of four players as chess.com writes them, with positions in FEN4.
    Pgn4,
    /// Positions with operations, one a line.
    Epd,
    /// Positions, one a line.
    Fen,
    /// Positions as shogi programs write them, one a line.
    Sfen,
    /// Games as UCI sends them, one a line.
    Uci,
    /// Games as XBoard's protocol sends them, one command a line.
    Xboard,
    /// Games as USI sends them, one a line.
    Usi,
    /// Games as UCCI sends them, one a line.
    Ucci,
    /// Games as UCI sends them, but with moves in algebraic notation.
    San,
    /// Games as UCI sends them, but with positions and moves as Alfil writes them.
    Alfil,
}

/// The type of the items of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A start position and moves.
    Games,
    /// Single positions.
    Positions,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(Format, &'static str); 11] = [
        (Format::Pgn, "pgn"),
        (Format::Pgn4, "pgn4"),
        (Format::Epd, "epd"),
        (Format::Fen, "fen"),
        (Format::Sfen, "sfen"),
        (Format::Uci, "uci"),
        (Format::Xboard, "xboard"),
        (Format::Usi, "usi"),
        (Format::Ucci, "ucci"),
        (Format::San, "san"),
        (Format::Alfil, "alfil"),
    ];

    /// The format with this name.
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }

    /// The name of the format.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }

    /// The type of its items.
    pub fn content(self) -> Content {
        match self {
            Format::Epd | Format::Fen | Format::Sfen => Content::Positions,
            Format::Pgn
            | Format::Pgn4
            | Format::Uci
            | Format::Xboard
            | Format::Usi
            | Format::Ucci
            | Format::San
            | Format::Alfil => Content::Games,
        }
    }

    /// The format of a text, from its first lines. `None` if they are empty.
    pub fn detect(head: &str) -> Option<Format> {
        let lines = || head.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines().find(|line| !line.starts_with(['#', '%', '{']))?;
        let line = line.trim_start_matches('\u{feff}');
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
        Some(match words.as_slice() {
            _ if line.starts_with('[') => {
                let is_four = |line: &str| line.starts_with("[StartFen4 ");
                if lines().any(is_four) { Format::Pgn4 } else { Format::Pgn }
            }
            ["position", "sfen", ..] | ["sfen", ..] => Format::Usi,
            ["position", rest @ ..] | rest @ ["startpos" | "fen", ..] => {
                let moves = rest.iter().position(|word| *word == "moves");
                match moves.and_then(|at| rest.get(at + 1)) {
                    Some(first) if is_usi(first) => Format::Usi,
                    Some(first) if !is_coordinates(first) => Format::San,
                    Some(_) | None => Format::Uci,
                }
            }
            ["xboard" | "new" | "force" | "protover", ..]
            | ["setboard" | "variant" | "usermove", _, ..] => Format::Xboard,
            [first, ..] if first.contains('/') => match words.as_slice() {
                [_, "b" | "w", _, number] if is_number(number) => Format::Sfen,
                _ if line.contains(';') => Format::Epd,
                _ => Format::Fen,
            },
            [first, ..] if is_usi(first) => Format::Usi,
            [first, ..] if is_coordinates(first) => Format::Alfil,
            _ => Format::Pgn,
        })
    }
}

/// Returns true for texts such as `e2e4` and `P@e4`.
fn is_coordinates(word: &str) -> bool {
    let cell = |text: &str| {
        let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| rest[digits..].to_owned())
    };
    match word.split_once('@') {
        Some((_, to)) => cell(to).is_some(),
        None => cell(word).and_then(|rest| cell(&rest)).is_some() || word == "pass",
    }
}

/// Returns true for texts such as `7g7f` and `P*5e`.
fn is_usi(word: &str) -> bool {
    let cell = |text: &str| {
        let mut chars = text.chars();
        let is_cell = chars.next().is_some_and(|c| c.is_ascii_digit())
            && chars.next().is_some_and(|c| c.is_ascii_lowercase());
        is_cell.then(|| chars.as_str().to_owned())
    };
    match word.split_once('*') {
        Some((_, to)) => cell(to).is_some(),
        None => cell(word).and_then(|rest| cell(&rest)).is_some(),
    }
}

// Names of variants in game records, by site. The table is that of `crates/protocol/src/names.rs`.

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
  when: exactly 1 own bishop in odd and own king between own rook
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
            format!("`{}` is not a known variant", tag.value)
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

// What games of four players have beyond PGN: named start positions, and players who leave the
// game.

/// The start positions that have names, with their texts.
const PGN4_STARTS: [(&str, &str); 2] = [
    (
        "4PC",
        // The kings of Blue and Green stand where the shipped games do not castle.
        "R-0,0,0,0-1,0,1,0-1,0,1,0-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
         3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/\
         bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
         3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3",
    ),
    (
        "4PCo",
        "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
         3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/\
         bK,bP,10,gP,gQ/bQ,bP,10,gP,gK/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
         3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3",
    ),
];

/// Words in the place of a move, and what they say about the player: R for resigned, T for the
/// clock, S for stalemate.
const LEAVING: [(&str, &str); 3] =
    [("R", "resigns"), ("T", "runs out of time"), ("S", "is stalemated")];

/// The text of the start position with this name.
pub fn start(name: &str) -> Option<&'static str> {
    PGN4_STARTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Ends a line before the first word that says that a player leaves the game. Returns what is left
/// out: nothing if only such words follow.
pub fn leave(line: &mut Line) -> Option<Fault> {
    let leaves = |text: &str| {
        let word = text.trim_end_matches(['+', '#']);
        LEAVING.iter().find(|(known, _)| *known == word).map(|(_, what)| *what)
    };
    let at = line.moves.iter().position(|entry| leaves(&entry.text).is_some())?;
    let rest = line.moves.split_off(at);
    let goes_on = rest.iter().any(|entry| leaves(&entry.text).is_none());
    let first = rest.first().filter(|_| goes_on)?;
    let what = leaves(&first.text).unwrap_or_default();
    let why = format!(
        "a player {what}, and the others continue under rules that this game does not have; the \
         remaining moves are left out"
    );
    Some(Fault::new(first.place, why))
}
