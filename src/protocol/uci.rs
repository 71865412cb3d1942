//! The Universal Chess Interface (UCI).

use crate::play::computer::{Level, Limits, Thought};
use crate::play::position::{Move, Position};
use crate::protocol::exchange::{Next, Protocol};
use crate::protocol::host::{Found, Host, MAX_MEGABYTES, Origin, Report, Settings};
use crate::protocol::names;
use crate::protocol::notation::{self, Castling, Dialect};
use alfil_rules::side::{BySide, Side};
use std::time::Duration;

/// The greatest number of best moves to report.
const MAX_LINES: usize = 100;

/// The time that is kept for the way between the programs.
const OVERHEAD: Duration = Duration::from_millis(10);

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
    pub left: BySide<Option<Duration>>,
    /// The time that is added after each move.
    pub increment: BySide<Duration>,
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
    fn limits(&self, side: Side) -> Limits {
        let clock = self.left[side]
            .map(|left| Limits::of_clock(left, self.increment[side], self.moves_to_go));
        let timed = match (self.move_time, clock) {
            (Some(time), _) => {
                let time = time.saturating_sub(OVERHEAD).max(Duration::from_millis(1));
                Limits { soft: Some(time), hard: Some(time), ..Limits::default() }
            }
            (None, Some(clock)) => clock,
            (None, None) => Limits::default(),
        };
        Limits { depth: self.depth, nodes: self.nodes, ..timed }
    }

    /// True if nothing but `stop` ends the search.
    fn is_endless(&self) -> bool {
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

fn option(words: &[&str]) -> Result<Command, String> {
    let Some(("name", words)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("setoption without `name`".to_owned());
    };
    let end = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default().join(" ");
    Ok(Command::SetOption { name: words[..end].join(" "), value })
}

fn position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(end + 1..).unwrap_or_default();
    let origin = match &words[..end] {
        ["startpos"] => Origin::Start,
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

fn search(words: &[&str]) -> Result<Search, String> {
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

/// What happens to the result of a search that has ended by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Wait {
    /// It is sent at once.
    Never,
    /// It waits for `stop`.
    Stop,
    /// It waits for `stop`; `ponderhit` begins this search.
    PonderHit(Box<Search>),
}

/// The interface to a host.
pub struct Uci {
    host: Host,
    wait: Wait,
    dialect: Dialect,
    /// The name that `UCI_Variant` selects.
    variant: String,
    is_limited: bool,
    level: Level,
    /// The depth of the last report, and the number of its lines so far.
    reported: (u32, usize),
}

impl Uci {
    /// Serves `host`.
    pub fn new(host: Host) -> Uci {
        Uci {
            wait: Wait::Never,
            dialect: Dialect { pass: "0000", castling: Castling::King },
            variant: host.variant().name().to_owned(),
            is_limited: true,
            level: Level::BEST,
            reported: (0, 0),
            host,
        }
    }

    fn introduce(&self, out: &mut Vec<String>) {
        let Settings { megabytes, lines, .. } = self.host.settings();
        let best = Level::BEST.number();
        out.push(format!("id name Alfil {}", env!("CARGO_PKG_VERSION")));
        out.push("id author the authors of Alfil".to_owned());
        let mut option = |text: String| out.push(format!("option name {text}"));
        option(format!("Hash type spin default {megabytes} min 1 max {MAX_MEGABYTES}"));
        option(format!("MultiPV type spin default {lines} min 1 max {MAX_LINES}"));
        option("Ponder type check default false".to_owned());
        option("Threads type spin default 1 min 1 max 1".to_owned());
        option("UCI_LimitStrength type check default true".to_owned());
        option(format!("Skill Level type spin default {best} min 1 max {best}"));
        option("UCI_AnalyseMode type check default false".to_owned());
        option("UCI_Chess960 type check default false".to_owned());
        let names = names::offered().into_iter().flat_map(names::spellings);
        let names: String = names.map(|name| format!(" var {name}")).collect();
        option(format!("UCI_Variant type combo default {}{names}", self.variant));
        option("VariantFile type string default <empty>".to_owned());
        out.push("uciok".to_owned());
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let settings = self.host.settings();
        match name.to_lowercase().as_str() {
            "hash" => {
                let megabytes = number(name, value, MAX_MEGABYTES)?;
                self.host.configure(Settings { megabytes, ..settings });
            }
            "multipv" => {
                let lines = number(name, value, MAX_LINES)?;
                self.host.configure(Settings { lines, ..settings });
            }
            "threads" => {
                number(name, value, 1)?;
            }
            "ponder" | "uci_analysemode" => {
                check(name, value)?;
            }
            "uci_limitstrength" => {
                self.is_limited = check(name, value)?;
                self.limit();
            }
            "skill level" => {
                let number = number(name, value, Level::BEST.number().into())?;
                self.level = u8::try_from(number).ok().and_then(Level::new).unwrap_or(Level::BEST);
                self.limit();
            }
            "uci_chess960" => {
                let castling = if check(name, value)? { Castling::Partner } else { Castling::King };
                if castling != self.dialect.castling {
                    self.dialect.castling = castling;
                    self.choose(&self.variant.clone())?;
                }
            }
            "uci_variant" => self.choose(value)?,
            "variantfile" if value.is_empty() || value == "<empty>" => {
                self.choose(&self.variant.clone())?;
            }
            "variantfile" => self.host.choose(value)?,
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(())
    }

    fn limit(&mut self) {
        let level = if self.is_limited { self.level } else { Level::BEST };
        self.host.configure(Settings { level, ..self.host.settings() });
    }

    /// Loads the game that `UCI_Variant` names. Other programs have one name for a game and for the
    /// same game with shuffled starts, and tell them apart by `UCI_Chess960`.
    fn choose(&mut self, variant: &str) -> Result<(), String> {
        let shuffled = names::find(&format!("{variant}960"));
        let shuffled = shuffled.filter(|_| self.dialect.castling == Castling::Partner);
        // A game that was named when the program began may have no shipped name.
        let request = shuffled.or_else(|| names::find(variant)).unwrap_or(variant);
        let is_known = names::find(variant).is_some() || variant == self.variant;
        if !is_known {
            return Err(format!("there is no variant `{variant}`"));
        }
        self.host.choose(request)?;
        self.variant = variant.to_owned();
        Ok(())
    }

    fn go(&mut self, search: Search) -> Result<(), String> {
        let side = self.host.position().side();
        let mut limits = search.limits(side);
        self.wait = match (search.is_ponder, search.is_endless()) {
            (true, _) => {
                limits = Limits { depth: search.depth, nodes: search.nodes, ..Limits::default() };
                Wait::PonderHit(Box::new(Search { is_ponder: false, ..search }))
            }
            (false, true) => Wait::Stop,
            (false, false) => Wait::Never,
        };
        self.reported = (0, 0);
        self.host.search(&limits)
    }

    /// Ends a running search and sends its result.
    fn finish(&mut self, out: &mut Vec<String>) {
        if let Some(found) = self.host.halt() {
            self.wait = Wait::Never;
            out.push(self.best(&found));
        }
    }

    fn best(&self, Found { root, thought }: &Found) -> String {
        let Some(thought) = thought else { return "bestmove (none)".to_owned() };
        let line = &thought.line[..thought.line.len().min(2)];
        let texts = notation::write_line(root, line, self.dialect);
        match texts.as_slice() {
            [] => "bestmove (none)".to_owned(),
            [best] => format!("bestmove {best}"),
            [best, expected, ..] => format!("bestmove {best} ponder {expected}"),
        }
    }

    fn info(&mut self, root: &Position, thought: &Thought<Move>) -> String {
        let (depth, count) = self.reported;
        let number = if depth == thought.depth { count + 1 } else { 1 };
        self.reported = (thought.depth, number);
        let score = match thought.score.plies_to_win() {
            Some(plies) if plies >= 0 => format!("mate {}", (plies + 1) / 2),
            Some(plies) => format!("mate {}", plies / 2),
            None => format!("cp {}", thought.score.centipawns()),
        };
        let nodes = thought.nodes;
        let rate = (nodes as f64 / thought.time.as_secs_f64().max(1e-3)) as u64;
        let line = notation::write_line(root, &thought.line, self.dialect).join(" ");
        let ms = thought.time.as_millis();
        let depth = thought.depth;
        format!(
            "info depth {depth} multipv {number} score {score} nodes {nodes} nps {rate} time {ms} pv {line}"
        )
    }
}

impl Protocol for Uci {
    fn line(&mut self, text: &str, out: &mut Vec<String>) -> Next {
        let command = match parse(text) {
            Ok(command) => command,
            Err(why) => {
                out.push(format!("info string {why}"));
                return Next::Line;
            }
        };
        let done = match command {
            Command::Nothing => Ok(()),
            Command::Quit => {
                self.host.halt();
                return Next::End;
            }
            Command::IsReady => {
                self.host.prepare();
                out.push("readyok".to_owned());
                Ok(())
            }
            Command::Uci => {
                self.introduce(out);
                Ok(())
            }
            Command::Stop => {
                self.finish(out);
                Ok(())
            }
            Command::PonderHit => match std::mem::replace(&mut self.wait, Wait::Never) {
                // The table remembers what was found meanwhile.
                Wait::PonderHit(search) => self.go(*search),
                other @ (Wait::Never | Wait::Stop) => {
                    self.wait = other;
                    Ok(())
                }
            },
            // An interface should send `stop` before these.
            Command::SetOption { name, value } => {
                self.finish(out);
                self.set(&name, &value)
            }
            Command::NewGame => {
                self.finish(out);
                self.host.forget();
                Ok(())
            }
            Command::Position { origin, moves } => {
                self.finish(out);
                self.host.set(origin, &moves)
            }
            Command::Go(search) => {
                self.finish(out);
                if !search.only.is_empty() {
                    out.push("info string searchmoves is ignored".to_owned());
                }
                self.go(search)
            }
        };
        if let Err(why) = done {
            out.push(format!("info string {why}"));
        }
        Next::Line
    }

    fn report(&mut self, report: Report, out: &mut Vec<String>) {
        match report {
            Report::Depth { ticket, thought } if self.host.is_of_now(ticket) => {
                if let Some(root) = self.host.searched().cloned() {
                    out.push(self.info(&root, &thought));
                }
            }
            Report::Ended { ticket } if self.host.is_of_now(ticket) && self.wait == Wait::Never => {
                self.finish(out);
            }
            Report::Depth { .. } | Report::Ended { .. } => {}
        }
    }

    fn is_thinking(&self) -> bool {
        self.host.is_searching() && self.wait == Wait::Never
    }
}

fn number(name: &str, value: &str, most: usize) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{name}: `{value}` is no number from 1 to {most}"))
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{name}: `{value}` is neither `true` nor `false`"))
}
