//! The Universal Chess Interface (UCI) and its relatives for xiangqi (UCCI) and shogi (USI):
//! commands, positions and cells.

use crate::host::Origin;
use alfil_play::computer::Limits;
use alfil_play::coordinates::Cells;
use alfil_play::positions;
use alfil_rules::side::{ByColor, Side};
use alfil_rules::space::Lattice;
use std::time::Duration;

// The Universal Chess Interface (UCI): its commands.

/// The longest time that is kept for the way between the programs.
const OVERHEAD: Duration = Duration::from_millis(10);

/// The part of a short time that is kept, as a divisor.
const OVERHEAD_PART: u32 = 10;

/// A command of the interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: the engine introduces itself.
    Uci,
    /// `isready`: the engine answers when it has done everything before.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The name of the option.
        name: String,
        /// The value; empty for a button.
        value: String,
    },
    /// `ucinewgame`.
    NewGame,
    /// `position`.
    Position {
        /// The position before the moves.
        origin: Origin,
        /// The moves.
        moves: Vec<String>,
    },
    /// `go`.
    Go(Search),
    /// `stop`.
    Stop,
    /// `ponderhit`: the opponent plays the expected move.
    PonderHit,
    /// `quit`.
    Quit,
    /// A command without effect here, or an empty line.
    Nothing,
}

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// The time on the clock of each side.
    pub left: ByColor<Option<Duration>>,
    /// The time that is added after each move.
    pub increment: ByColor<Duration>,
    /// The number of moves until the clock is set again.
    pub(crate) moves_to_go: Option<u32>,
    /// The time for this move.
    pub(crate) move_time: Option<Duration>,
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The result is sent only after `stop`.
    pub is_infinite: bool,
    /// The time of the opponent is used. The result is sent only after `ponderhit` or `stop`.
    pub(crate) is_ponder: bool,
    /// The root moves that the interface wants to be searched.
    pub only: Vec<String>,
}

impl Search {
    /// The limits for the side to move.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let clock = self.left[side]
            .map(|left| Limits::of_clock(left, self.increment[side], self.moves_to_go));
        let timed = match (self.move_time, clock) {
            (Some(time), _) => {
                let time = time.saturating_sub(OVERHEAD.min(time / OVERHEAD_PART));
                let time = time.max(Duration::from_millis(1));
                Limits { soft: Some(time), hard: Some(time), ..Limits::default() }
            }
            (None, Some(clock)) => clock,
            (None, None) => Limits::default(),
        };
        Limits { depth: self.depth, nodes: self.nodes, ..timed }
    }

    /// True if nothing but `stop` ends the search.
    pub(super) fn is_endless(&self) -> bool {
        let is_limited = self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || Side::BOTH.iter().any(|&side| self.left[side].is_some());
        self.is_infinite || !is_limited
    }
}

/// Reads a line. As the interface demands, unknown words before a command are skipped.
///
/// # Errors
/// The reason why the line is no command.
pub fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.clone().next() else { return Ok(Command::Nothing) };
    while let Some(word) = words.next() {
        let rest: Vec<&str> = words.clone().collect();
        return Ok(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "setoption" => option(&rest)?,
            "ucinewgame" => Command::NewGame,
            "position" => position(&rest)?,
            "go" => Command::Go(search(&rest)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "debug" | "register" => Command::Nothing,
            _ => continue,
        });
    }
    Err(format!("unknown command `{first}`"))
}

pub(super) fn option(words: &[&str]) -> Result<Command, String> {
    let Some(("name", words)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("setoption without `name`".to_owned());
    };
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default().join(" ");
    Ok(Command::SetOption { name: words[..end].join(" "), value })
}

/// The reason why moves directly after a position are not read.
pub(super) const MOVES_MISSING: &str = "`moves` is missing between the position and its moves";

/// Returns true for texts such as `e2e4` and `e7e8q`, which are no fields of a position.
fn is_move(word: &str) -> bool {
    let cell = |text: &str| {
        let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| rest[digits..].to_owned())
    };
    cell(word).and_then(|rest| cell(&rest)).is_some()
}

fn position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default();
    let origin = match &words[..end] {
        ["startpos"] => Origin::Start,
        ["startpos", ..] => return Err(MOVES_MISSING.to_owned()),
        ["fen", text @ ..] if text.iter().skip(4).any(|word| is_move(word)) => {
            return Err(MOVES_MISSING.to_owned());
        }
        ["fen", text @ ..] if !text.is_empty() => Origin::Text(text.join(" ")),
        _ => return Err("position without `startpos` or `fen`".to_owned()),
    };
    Ok(Command::Position { origin, moves: moves.iter().map(|&word| word.to_owned()).collect() })
}

/// The words of `go`. They end the list of `searchmoves`.
const SEARCH_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

pub(super) fn search(words: &[&str]) -> Result<Search, String> {
    let mut search = Search::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            let number: i64 =
                text.parse().map_err(|_| format!("go {word}: `{text}` is not a number"))?;
            // An interface may report a clock that has run out as a negative time.
            Ok::<u64, String>(u64::try_from(number).unwrap_or(0))
        };
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "wtime" => search.left[Side::White] = Some(Duration::from_millis(number()?)),
            "btime" => search.left[Side::Black] = Some(Duration::from_millis(number()?)),
            "winc" => search.increment[Side::White] = Duration::from_millis(number()?),
            "binc" => search.increment[Side::Black] = Duration::from_millis(number()?),
            "movestogo" => search.moves_to_go = Some(small(number()?)),
            "movetime" => search.move_time = Some(Duration::from_millis(number()?)),
            "depth" => search.depth = Some(small(number()?).max(1)),
            // A mate in n moves ends after 2n - 1 plies.
            "mate" => search.depth = Some(small(number()?.saturating_mul(2)).max(2) - 1),
            "nodes" => search.nodes = Some(number()?.max(1)),
            "infinite" => search.is_infinite = true,
            "ponder" => search.is_ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !SEARCH_WORDS.contains(word)) {
                    search.only.push(mv.to_owned());
                }
            }
            other => return Err(format!("go: unknown word `{other}`")),
        }
    }
    Ok(search)
}

// The Universal Chinese Chess Interface (UCCI): commands and cells that differ from UCI.

/// Reads a line.
///
/// # Errors
/// The reason why the line is no command.
pub fn parse_ucci(line: &str) -> Result<Command, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["ucci"] => Ok(Command::Uci),
        ["setoption", "newgame"] => Ok(Command::NewGame),
        ["setoption", name, value @ ..] if *name != "name" => {
            Ok(Command::SetOption { name: (*name).to_owned(), value: value.join(" ") })
        }
        ["banmoves" | "probe", ..] => Ok(Command::Nothing),
        ["ponderhit", "draw"] => Ok(Command::PonderHit),
        ["go", rest @ ..] => Ok(Command::Go(search_ucci(rest)?)),
        _ => parse(line),
    }
}

/// Reads the arguments of `go`. There is only the clock of the side to move, so both sides get it.
fn search_ucci(words: &[&str]) -> Result<Search, String> {
    let mut all = Vec::new();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "time" | "increment" => {
                let value = words.next().copied().unwrap_or_default();
                let names = if word == "time" { ["wtime", "btime"] } else { ["winc", "binc"] };
                all.extend(names.into_iter().flat_map(|name| [name, value]));
            }
            "opptime" | "oppmovestogo" | "oppincrement" => {
                words.next();
            }
            "draw" => {}
            other => all.push(other),
        }
    }
    search(&all)
}

/// How cells of a board are named.
///
/// # Errors
/// The reason why they have no names.
pub fn ucci_cells(lattice: &Lattice) -> Result<Cells, &'static str> {
    match lattice {
        Lattice::Grid { .. } => Ok(Cells::RanksFromZero),
        Lattice::Layers { .. }
        | Lattice::Hexagon(_)
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => Err("the protocol has only boards of squares"),
    }
}

// The Universal Shogi Interface (USI): commands, positions and cells that differ from UCI.

/// The greatest number of files. A file is one digit.
const MAX_FILES: u8 = 9;

/// Reads a line.
///
/// # Errors
/// The reason why the line is no command.
pub fn parse_usi(line: &str) -> Result<Command, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["usi"] => Ok(Command::Uci),
        ["usinewgame"] => Ok(Command::NewGame),
        ["gameover", ..] => Ok(Command::Stop),
        ["position", "sfen", rest @ ..] => {
            let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
            let moves = rest.get(end + 1..).unwrap_or_default();
            if end > 4 && end == rest.len() {
                return Err(MOVES_MISSING.to_owned());
            }
            let text =
                positions::position(&rest[..end]).ok_or("write: sfen BOARD SIDE HAND NUMBER")?;
            let moves = moves.iter().map(|&word| word.to_owned()).collect();
            Ok(Command::Position { origin: Origin::Text(text), moves })
        }
        ["go", rest @ ..] => Ok(Command::Go(search_usi(rest)?)),
        _ => parse(line),
    }
}

/// Reads the arguments of `go`. The player of the lower pieces is called black there, and a time
/// for each move may come after the clock.
fn search_usi(words: &[&str]) -> Result<Search, String> {
    let mut words: Vec<&str> = words.iter().map(|&word| of_other_side(word)).collect();
    let mut byoyomi = None;
    if let Some(at) = words.iter().position(|word| *word == "byoyomi") {
        let text = words.get(at + 1).copied().unwrap_or_default();
        let ms: u32 = text.parse().map_err(|_| format!("go byoyomi: `{text}` is not a number"))?;
        byoyomi = Some(ms).filter(|&ms| ms > 0);
        words.drain(at..words.len().min(at + 2));
    }
    let mut search = self::search(&words)?;
    if let Some(ms) = byoyomi {
        search.move_time = Some(Duration::from_millis(ms.into()));
    }
    Ok(search)
}

/// The word for the same time of the other side. Other words stay as they are.
fn of_other_side(word: &str) -> &str {
    match word {
        "btime" => "wtime",
        "wtime" => "btime",
        "binc" => "winc",
        "winc" => "binc",
        other => other,
    }
}

/// How cells of a board are named.
///
/// # Errors
/// The reason why they have no names.
pub fn usi_cells(lattice: &Lattice) -> Result<Cells, &'static str> {
    let (files, ranks) = (lattice.files(), lattice.ranks());
    match lattice {
        Lattice::Grid { .. } if files <= MAX_FILES => Ok(Cells::Shogi { files, ranks }),
        Lattice::Grid { .. } => Err("the protocol has names for nine files only"),
        Lattice::Layers { .. }
        | Lattice::Hexagon(_)
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => Err("the protocol has only boards of squares"),
    }
}

#[cfg(test)]
mod tests {
    use super::{parse_ucci, parse_usi};
    use crate::host::Origin;
    use crate::names;
    use crate::uci::{Command, Search, parse};
    use alfil_rules::side::{ByColor, Side};
    use std::time::Duration;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn commands_are_read() {
        let option =
            |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        let start = |moves: &str| Command::Position { origin: Origin::Start, moves: words(moves) };
        let text = "8/8/8/8/8/8/8/K6k w - - 0 1";
        let fen = |moves: &str| Command::Position {
            origin: Origin::Text(text.to_owned()),
            moves: words(moves),
        };
        for (line, command) in [
            ("", Command::Nothing),
            (" \t\r\n", Command::Nothing),
            ("uci\r\n", Command::Uci),
            ("  isready", Command::IsReady),
            ("debug on", Command::Nothing),
            // The interface demands that unknown words before a command are skipped.
            ("joho quit", Command::Quit),
            ("setoption name Skill Level value 3", option("Skill Level", "3")),
            (
                "setoption name VariantFile value ./my own.yaml",
                option("VariantFile", "./my own.yaml"),
            ),
            ("setoption name Clear Hash", option("Clear Hash", "")),
            ("position startpos", start("")),
            ("position startpos moves e2e4 P@d5", start("e2e4 P@d5")),
            ("position fen 8/8/8/8/8/8/8/K6k w - - 0 1", fen("")),
            ("position fen 8/8/8/8/8/8/8/K6k w - - 0 1 moves a1a2", fen("a1a2")),
            ("go", Command::Go(Search::default())),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
        for line in [
            "hello",
            "position",
            "position fen",
            "position moves e2e4",
            "setoption value 3",
            "go x",
            "go depth",
            "go depth 1.5",
            "go nodes 99999999999999999999",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn searches_are_read() {
        let ms = Duration::from_millis;
        let read = |line: &str| match parse(line) {
            Ok(Command::Go(search)) => search,
            other => panic!("{line}: {other:?}"),
        };
        let clock = read("go wtime 60000 btime -7 winc 100 binc 200 movestogo 40");
        assert_eq!(
            clock.left,
            ByColor::from_fn(|side| Some(if side == Side::White { ms(60_000) } else { ms(0) }))
        );
        assert_eq!(clock.increment[Side::Black], ms(200));
        assert_eq!(clock.moves_to_go, Some(40));
        assert_eq!(read("go mate 3").depth, Some(5));
        assert_eq!(read("go mate 9223372036854775807").depth, Some(u32::MAX - 1));
        assert_eq!(
            read("go depth 0 nodes 0"),
            Search { depth: Some(1), nodes: Some(1), ..Search::default() }
        );
        assert!(read("go infinite").is_infinite);
        let search = read("go searchmoves e2e4 d2d4 ponder movetime 7");
        assert_eq!(search.only, words("e2e4 d2d4"));
        assert!(search.is_ponder);
        assert_eq!(search.move_time, Some(ms(7)));
    }

    #[test]
    fn positions_and_clocks_of_shogi_are_translated() {
        let read = |line: &str| match parse_usi(line) {
            Ok(Command::Position { origin: Origin::Text(text), moves }) => (text, moves),
            other => panic!("{line}: {other:?}"),
        };
        let (text, moves) = read("position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P10p 7 moves P*5e 5i5h+");
        assert_eq!(text, "4k4/9/9/9/9/9/9/9/4K4[PPpppppppppp] w - - 0 4");
        assert_eq!(moves, words("P*5e 5i5h+"));
        assert_eq!(
            read("position sfen 4k4/9/9/9/9/9/9/9/4K4 w -").0,
            "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1"
        );
        let Ok(Command::Go(search)) = parse_usi("go btime 7000 wtime 0 byoyomi 5000") else {
            panic!("a search");
        };
        assert_eq!(search.left[Side::White], Some(Duration::from_secs(7)));
        assert_eq!(search.move_time, Some(Duration::from_secs(5)));
        for line in [
            "position sfen",
            "position sfen 9 b",
            "position sfen 9 x - 1",
            "go byoyomi",
            "go byoyomi -1",
            "fly",
        ] {
            assert!(parse_usi(line).is_err(), "{line}");
        }
    }

    #[test]
    fn clocks_of_xiangqi_are_translated() {
        let Ok(Command::Go(search)) = parse_ucci("go ponder time 9000 increment 50 opptime 1 draw")
        else {
            panic!("a search");
        };
        assert_eq!(search.left, ByColor::from_fn(|_| Some(Duration::from_secs(9))));
        assert!(search.is_ponder);
        assert_eq!(parse_ucci("setoption newgame"), Ok(Command::NewGame));
        let option = Command::SetOption { name: "hashsize".into(), value: "8".into() };
        assert_eq!(parse_ucci("setoption hashsize 8"), Ok(option));
    }

    #[test]
    fn games_have_the_names_of_other_programs() {
        assert_eq!(names::spellings("king-of-the-hill"), ["king-of-the-hill", "kingofthehill"]);
        assert_eq!(names::spellings("three-check"), ["three-check", "threecheck", "3check"]);
        assert_eq!(names::spellings("chess"), ["chess"]);
        assert_eq!(names::find("3CHECK"), Some("three-check"));
        assert_eq!(names::find("kingofthehill"), Some("king-of-the-hill"));
        assert_eq!(names::find("960"), None);
        let offered = names::offered(|_| None);
        assert!(offered.contains(&"glinski") && offered.contains(&"marseillais"));
        // Planes, layers, sections, modifiers and parents.
        for name in ["continuous", "alice", "opposition", "contrast-modifier"] {
            assert!(!offered.contains(&name), "{name}");
        }
    }
}
