//! The Universal Chess Interface (UCI): its commands.

use crate::play::computer::Limits;
use crate::protocol::host::Origin;
use alfil_rules::side::{ByColor, Side};
use std::time::Duration;

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
    pub moves_to_go: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The result is sent only after `stop`.
    pub is_infinite: bool,
    /// The time of the opponent is used. The result is sent only after `ponderhit` or `stop`.
    pub is_ponder: bool,
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
                text.parse().map_err(|_| format!("go {word}: `{text}` is no number"))?;
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
