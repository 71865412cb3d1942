//! The engine side of UCI and its dialects: executes commands and writes answers.

use crate::host::{Found, Host, MAX_MEGABYTES, MAX_THREADS, Next, Protocol, Report, Settings};
use crate::names;
use crate::uci::{self, Command, Search};
use alfil_play::computer::{Level, Limits, Thought};
use alfil_play::coordinates::{Castling, Cells, Coordinates};
use alfil_play::position::{Move, Position};
use alfil_rules::ruleset::Ruleset;

/// The greatest number of best moves to report.
const MAX_LINES: usize = 100;

/// The time at which the result of a search is sent if the search has ended by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Wait {
    /// At once.
    Never,
    /// After `stop`.
    Stop,
    /// After `stop`, or after this search, which `ponderhit` starts.
    PonderHit(Box<Search>),
}

/// A protocol of the UCI family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tongue {
    /// UCI itself.
    Uci,
    /// Its dialect for shogi.
    Usi,
    /// Its dialect for xiangqi.
    Ucci,
}

impl Tongue {
    /// Reads a line.
    fn parse(self, line: &str) -> Result<Command, String> {
        match self {
            Tongue::Uci => uci::parse(line),
            Tongue::Usi => uci::parse_usi(line),
            Tongue::Ucci => uci::parse_ucci(line),
        }
    }

    /// How moves of a game are written.
    ///
    /// # Errors
    /// The reason why the language cannot express them.
    fn dialect(self, rules: &Ruleset, castling: Castling) -> Result<Coordinates, &'static str> {
        let lattice = &rules.space.lattice;
        let cells = match self {
            Tongue::Uci => Cells::Usual,
            Tongue::Usi => uci::usi_cells(lattice)?,
            Tongue::Ucci => uci::ucci_cells(lattice)?,
        };
        Ok(Coordinates { castling, cells, ..Coordinates::UCI })
    }
}

/// The interface to a host.
pub struct UciEngine {
    host: Host,
    tongue: Tongue,
    wait: Wait,
    /// The name that `UCI_Variant` selects.
    variant: String,
    is_limited: bool,
    level: Level,
    /// The depth of the last report, and the number of its lines so far.
    reported: (u32, usize),
}

impl UciEngine {
    /// Serves `host`.
    ///
    /// # Errors
    /// The reason why the language cannot express the game.
    pub fn new(host: Host, tongue: Tongue) -> Result<UciEngine, String> {
        let mut engine = UciEngine {
            tongue,
            wait: Wait::Never,
            variant: host.variant().name().to_owned(),
            is_limited: true,
            level: Level::BEST,
            reported: (0, 0),
            host,
        };
        engine.speak(Castling::King)?;
        Ok(engine)
    }

    /// Chooses how moves of the present game are written.
    fn speak(&mut self, castling: Castling) -> Result<(), String> {
        let variant = self.host.variant();
        let dialect = self.tongue.dialect(variant.game().rules(), castling);
        let told = |why| format!("{} cannot be played here: {why}", variant.title());
        self.host.speak(dialect.map_err(told)?);
        Ok(())
    }

    /// Loads a game. If the language cannot express it, the game before stays.
    fn load(&mut self, request: &str) -> Result<(), String> {
        let (before, dialect) = (self.host.variant().name().to_owned(), self.host.dialect());
        let chosen = self.host.choose(request).and_then(|()| {
            self.speak(dialect.castling).or_else(|why| {
                self.host.choose(&before)?;
                Err(why)
            })
        });
        chosen.inspect_err(|why| self.host.reject(why))
    }

    fn introduce(&self, out: &mut Vec<String>) {
        let Settings { megabytes, lines, .. } = self.host.settings();
        let best = Level::BEST.number();
        out.push(format!("id name Alfil {}", env!("CARGO_PKG_VERSION")));
        out.push("id author the authors of Alfil".to_owned());
        let [hash, ponder] = match self.tongue {
            Tongue::Uci => ["Hash", "Ponder"],
            Tongue::Usi => ["USI_Hash", "USI_Ponder"],
            Tongue::Ucci => {
                out.push(format!(
                    "option hashsize type spin min 1 max {MAX_MEGABYTES} default {megabytes}"
                ));
                out.push("option usemillisec type check default true".to_owned());
                out.push("ucciok".to_owned());
                return;
            }
        };
        let mut option = |text: String| out.push(format!("option name {text}"));
        option(format!("{hash} type spin default {megabytes} min 1 max {MAX_MEGABYTES}"));
        option(format!("MultiPV type spin default {lines} min 1 max {MAX_LINES}"));
        option(format!("{ponder} type check default false"));
        option(format!("Threads type spin default 1 min 1 max {MAX_THREADS}"));
        option("UCI_LimitStrength type check default true".to_owned());
        option(format!("Skill Level type spin default {best} min 1 max {best}"));
        match self.tongue {
            Tongue::Usi | Tongue::Ucci => {}
            Tongue::Uci => {
                option("UCI_AnalyseMode type check default false".to_owned());
                option("UCI_Chess960 type check default false".to_owned());
                let names = names::offered(|_| None).into_iter().flat_map(names::spellings);
                let names: String = names.map(|name| format!(" var {name}")).collect();
                option(format!("UCI_Variant type combo default {}{names}", self.variant));
            }
        }
        option("VariantFile type string default <empty>".to_owned());
        out.push(match self.tongue {
            Tongue::Usi => "usiok".to_owned(),
            Tongue::Uci | Tongue::Ucci => "uciok".to_owned(),
        });
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let settings = self.host.settings();
        match name.to_lowercase().as_str() {
            "hash" | "usi_hash" | "hashsize" => {
                let megabytes = number(name, value, MAX_MEGABYTES)?;
                self.host.configure(Settings { megabytes, ..settings });
            }
            "multipv" => {
                let lines = number(name, value, MAX_LINES)?;
                self.host.configure(Settings { lines, ..settings });
            }
            "threads" => {
                let threads = number(name, value, MAX_THREADS)?;
                self.host.configure(Settings { threads, ..settings });
            }
            "ponder" | "usi_ponder" | "uci_analysemode" | "usemillisec" => {
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
                if castling != self.host.dialect().castling {
                    self.speak(castling)?;
                    self.choose(&self.variant.clone())?;
                }
            }
            "uci_variant" | "usi_variant" => self.choose(value)?,
            "variantfile" if value.is_empty() || value == "<empty>" => {
                self.choose(&self.variant.clone())?;
            }
            "variantfile" => self.load(value)?,
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
        let shuffled = shuffled.filter(|_| self.host.dialect().castling == Castling::Partner);
        // A game that was named when the program began may have no shipped name.
        let request = shuffled.or_else(|| names::find(variant)).unwrap_or(variant);
        let is_known = names::find(variant).is_some() || variant == self.variant;
        if !is_known {
            let why = names::unknown(variant);
            self.host.reject(&why);
            return Err(why);
        }
        self.load(request)?;
        self.variant = variant.to_owned();
        Ok(())
    }

    fn go(&mut self, search: Search) -> Result<(), String> {
        let side = self.host.position().side();
        let mut limits = search.limits(side);
        let only = search.only.clone();
        self.wait = match (search.is_ponder, search.is_endless()) {
            (true, _) => {
                limits = Limits { depth: search.depth, nodes: search.nodes, ..Limits::default() };
                Wait::PonderHit(Box::new(Search { is_ponder: false, ..search }))
            }
            (false, true) => Wait::Stop,
            (false, false) => Wait::Never,
        };
        self.reported = (0, 0);
        self.host.search(&limits, &only)
    }

    /// Ends a running search and sends its result.
    fn finish(&mut self, out: &mut Vec<String>) {
        if let Some(found) = self.host.halt() {
            self.wait = Wait::Never;
            out.push(self.best(&found));
        }
    }

    /// The answer to `go` where no position is set.
    fn nothing(&self) -> String {
        match self.tongue {
            Tongue::Uci | Tongue::Usi => "bestmove 0000".to_owned(),
            Tongue::Ucci => "nobestmove".to_owned(),
        }
    }

    fn best(&self, Found { root, thought }: &Found) -> String {
        let none = || match self.tongue {
            Tongue::Uci => "bestmove (none)".to_owned(),
            Tongue::Usi => "bestmove resign".to_owned(),
            Tongue::Ucci => "nobestmove".to_owned(),
        };
        let Some(thought) = thought else { return none() };
        let line = &thought.line[..thought.line.len().min(2)];
        let texts = self.host.write(root, line);
        match texts.as_slice() {
            [] => none(),
            [best] => format!("bestmove {best}"),
            [best, expected, ..] => format!("bestmove {best} ponder {expected}"),
        }
    }

    fn info(&mut self, root: &Position, thought: &Thought<Move>) -> String {
        let (depth, count) = self.reported;
        let number = if depth == thought.depth { count + 1 } else { 1 };
        self.reported = (thought.depth, number);
        let score = match thought.score.plies_to_win() {
            // This dialect has only numbers.
            _ if self.tongue == Tongue::Ucci => thought.score.centipawns().to_string(),
            Some(plies) if plies >= 0 => format!("mate {}", (plies + 1) / 2),
            Some(plies) => format!("mate {}", plies / 2),
            None => format!("cp {}", thought.score.centipawns()),
        };
        let nodes = thought.nodes;
        let rate = (nodes as f64 / thought.time.as_secs_f64().max(1e-3)) as u64;
        let line = self.host.write(root, &thought.line).join(" ");
        let ms = thought.time.as_millis();
        let depth = thought.depth;
        let number = match self.tongue {
            Tongue::Uci | Tongue::Usi => format!("multipv {number} "),
            Tongue::Ucci => String::new(),
        };
        format!(
            "info depth {depth} {number}score {score} nodes {nodes} nps {rate} time {ms} pv {line}"
        )
    }
}

impl Protocol for UciEngine {
    fn line(&mut self, text: &str, out: &mut Vec<String>) -> Next {
        let command = match self.tongue.parse(text) {
            Ok(command) => command,
            Err(why) => {
                if text.split_whitespace().any(|word| word == "position") {
                    self.host.lose_position(&why);
                }
                out.push(format!("info string {why}"));
                return Next::Line;
            }
        };
        let done = match command {
            Command::Nothing => Ok(()),
            Command::Quit => {
                self.host.halt();
                if self.tongue == Tongue::Ucci {
                    out.push("bye".to_owned());
                }
                return Next::End;
            }
            Command::IsReady => {
                let lacks = self.host.prepare();
                out.extend(lacks.into_iter().map(|lack| format!("info string {lack}")));
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
                let done = self.host.set(origin, &moves);
                let notes = self.host.notes().into_iter();
                out.extend(notes.map(|note| format!("info string warning: {note}")));
                done
            }
            Command::Go(search) => {
                self.finish(out);
                match self.host.ready() {
                    Ok(()) => self.go(search),
                    // The interface waits for an answer.
                    Err(why) => {
                        out.push(format!("info string {why}"));
                        out.push(self.nothing());
                        return Next::Line;
                    }
                }
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
    number.ok_or_else(|| format!("{name}: `{value}` is not a number from 1 to {most}"))
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{name}: `{value}` is neither `true` nor `false`"))
}
