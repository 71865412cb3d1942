//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.

use crate::host::{Host, MAX_MEGABYTES, MAX_THREADS, Next, Origin, Protocol, Report, Settings};
use crate::{lines, names};
use alfil_play::computer::{Level, Limits, Thought};
use alfil_play::coordinates;
use alfil_play::position::{Move, Position};
use alfil_rules::side::{Color, Side};
use alfil_workspace::Variant;
use std::path::Path;
use std::time::Duration;

/// The number of nodes for a hint.
const HINT_NODES: u64 = 50_000;

/// A value that means a mate in no moves. XBoard adds the number of moves.
const MATE: i32 = 100_000;

/// The work of the program after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// It only keeps the board.
    Force,
    /// It plays this side.
    Plays(Side),
    /// It analyses each position.
    Analyses,
}

/// Why a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Move,
    Hint,
    Analysis,
}

/// The time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clock {
    /// A fixed time for each move.
    Move(Duration),
    /// A clock. `moves` is the number of moves between two additions of `base`; 0 if there is only
    /// one.
    Game { moves: u32, base: Duration, increment: Duration },
}

/// The interface to a host.
pub struct XBoard {
    host: Host,
    /// The game with which the program begins, and its name in XBoard.
    first: (String, String),
    mode: Mode,
    purpose: Purpose,
    clock: Clock,
    /// The time left on the clock of the program.
    left: Option<Duration>,
    depth: Option<u32>,
    posts: bool,
    /// Answers to `ping` that wait for the move.
    pongs: Vec<String>,
}

impl XBoard {
    /// Serves `host`.
    ///
    /// # Errors
    /// The reason why XBoard cannot play the game.
    pub fn new(host: Host) -> Result<XBoard, String> {
        suits(host.variant())?;
        let request = host.variant().name().to_owned();
        let stem = Path::new(&request).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = match request.as_str() {
            names::USUAL => "normal".to_owned(),
            _ => stem.unwrap_or_else(|| request.clone()).replace([' ', ','], "-"),
        };
        let mut xboard = XBoard {
            host,
            first: (request, name),
            mode: Mode::Force,
            purpose: Purpose::Move,
            clock: Clock::Game {
                moves: 40,
                base: Duration::from_secs(300),
                increment: Duration::ZERO,
            },
            left: None,
            depth: None,
            posts: false,
            pongs: Vec::new(),
        };
        xboard.choose_dialect();
        Ok(xboard)
    }

    fn choose_dialect(&mut self) {
        let dialect = lines::dialect(self.host.variant().game().rules());
        self.host.speak(dialect);
    }

    fn features(&self, out: &mut Vec<String>) {
        let (request, name) = &self.first;
        let mut variants = vec![name.clone()];
        // With a game of its own, XBoard begins with this game instead of its normal one.
        if request == names::USUAL {
            let offered = names::offered(lines::obstacle).into_iter();
            let others = offered.filter(|name| *name != names::USUAL);
            variants.extend(others.map(names::at_xboard));
        }
        let best = self.host.settings().level.number();
        out.push("feature done=0".to_owned());
        out.push(
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 \
             sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=0 memory=1 smp=1"
                .to_owned(),
        );
        out.push(format!("feature myname=\"Alfil {}\"", env!("CARGO_PKG_VERSION")));
        out.push(format!("feature variants=\"{}\"", variants.join(",")));
        out.push(format!("feature option=\"Skill Level -spin {best} 1 {best}\""));
        out.push("feature done=1".to_owned());
    }

    /// Loads the game that XBoard calls `name`.
    fn choose(&mut self, name: &str, out: &mut Vec<String>) -> Result<(), String> {
        let request = match name {
            "normal" => names::USUAL,
            _ if *name == self.first.1 => &self.first.0,
            _ => match names::find(name) {
                Some(request) => request,
                None => {
                    let why = names::unknown(name);
                    self.host.reject(&why);
                    return Err(why);
                }
            },
        };
        let request = request.to_owned();
        let before = self.host.variant().name().to_owned();
        let chosen = self.host.choose(&request).and_then(|()| {
            suits(self.host.variant()).or_else(|why| {
                self.host.choose(&before)?;
                Err(why)
            })
        });
        if let Err(why) = chosen {
            self.host.reject(&why);
            return Err(why);
        }
        self.choose_dialect();
        if name != "normal" {
            out.extend(lines::describe(self.host.variant()));
        }
        Ok(())
    }

    /// Begins a new game of the kind with which the program began. The program plays Black.
    fn begin(&mut self) -> Result<(), String> {
        let (request, _) = self.first.clone();
        // After a game that cannot be played, this is accepted again.
        if self.host.variant().name() != request || !self.host.is_playable() {
            self.host.choose(&request)?;
            self.choose_dialect();
        }
        self.host.forget();
        (self.mode, self.left, self.depth) = (Mode::Plays(Side::Black), None, None);
        Ok(())
    }

    /// The limits for a move of the program.
    fn limits(&self) -> Limits {
        let timed = match self.clock {
            Clock::Move(time) => {
                let time = time.saturating_sub(Duration::from_millis(20));
                let time = time.max(Duration::from_millis(1));
                Limits { soft: Some(time), hard: Some(time), ..Limits::default() }
            }
            Clock::Game { moves, base, increment } => {
                let played = self.host.position().turn().fullmove.saturating_sub(1);
                let to_go = played.checked_rem(moves).map(|played| moves - played);
                Limits::of_clock(self.left.unwrap_or(base), increment, to_go)
            }
        };
        Limits { depth: self.depth, ..timed }
    }

    /// Begins a search if it is the turn of the program, or if it analyses.
    fn think(&mut self, out: &mut Vec<String>) -> Result<(), String> {
        let (purpose, limits) = match self.mode {
            Mode::Force => return Ok(()),
            Mode::Plays(_) | Mode::Analyses if self.host.ready().is_err() => {
                return self.host.ready();
            }
            Mode::Plays(side) if side != self.host.position().side() => return Ok(()),
            Mode::Plays(_) => (Purpose::Move, self.limits()),
            Mode::Analyses => (Purpose::Analysis, Limits::default()),
        };
        if purpose == Purpose::Move && self.result(out) {
            return Ok(());
        }
        self.purpose = purpose;
        self.host.search(&limits, &[])
    }

    /// Sends the result if the game is over.
    fn result(&self, out: &mut Vec<String>) -> bool {
        let position = self.host.position();
        let Some(outcome) = position.outcome() else { return false };
        let score = match outcome.winner.map(Side::color) {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        let why = outcome.told(position.rules()).replace(['{', '}'], "");
        out.push(format!("{score} {{{why}}}"));
        true
    }

    /// Gives a running search up, without using its result.
    fn interrupt(&mut self, out: &mut Vec<String>) {
        self.host.halt();
        out.append(&mut self.pongs);
    }

    /// Ends the search and uses its result.
    fn finish(&mut self, out: &mut Vec<String>) {
        let Some(found) = self.host.halt() else { return };
        let first = found.thought.and_then(|thought| thought.line.into_iter().next());
        match (self.purpose, first) {
            (Purpose::Analysis, _) | (Purpose::Hint, None) => {}
            (Purpose::Hint, Some(mv)) => {
                let text = self.host.write(&found.root, &[mv]);
                out.push(format!("Hint: {}", text.join(" ")));
            }
            (Purpose::Move, None) => {
                self.result(out);
            }
            (Purpose::Move, Some(mv)) => {
                let text = self.host.write(&found.root, &[mv]).join(" ");
                match self.host.play(&text) {
                    Ok(()) => {
                        out.push(format!("move {text}"));
                        self.result(out);
                    }
                    Err(why) => out.push(format!("tellusererror {why}")),
                }
            }
        }
        out.append(&mut self.pongs);
    }

    /// A line of thinking output.
    fn thinking(&self, root: &Position, thought: &Thought<Move>) -> String {
        let score = match thought.score.plies_to_win() {
            Some(plies) if plies >= 0 => MATE + (plies + 1) / 2,
            Some(plies) => -MATE + plies / 2,
            None => thought.score.centipawns(),
        };
        let centiseconds = thought.time.as_millis() / 10;
        let line = self.host.write(root, &thought.line).join(" ");
        format!("{} {score} {centiseconds} {} {line}", thought.depth, thought.nodes)
    }

    /// Executes a command.
    ///
    /// # Errors
    /// The reason why it cannot be executed.
    fn execute(&mut self, word: &str, rest: &str, out: &mut Vec<String>) -> Result<(), String> {
        match word {
            "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "otim"
            | "computer" | "name" | "rating" | "ics" | "draw" | "bk" | "egtpath" | "pause"
            | "resume" | "." => {}
            "protover" => self.features(out),
            "new" => {
                self.interrupt(out);
                self.begin()?;
            }
            "variant" => {
                self.interrupt(out);
                self.choose(rest, out)?;
            }
            "force" | "result" => {
                self.interrupt(out);
                self.mode = Mode::Force;
            }
            "go" => {
                self.interrupt(out);
                self.mode = Mode::Plays(self.host.position().side());
                self.think(out)?;
            }
            "playother" => {
                self.interrupt(out);
                self.mode = Mode::Plays(self.host.position().side().other());
            }
            "analyze" => {
                self.interrupt(out);
                self.mode = Mode::Analyses;
                self.think(out)?;
            }
            "exit" => {
                self.interrupt(out);
                self.mode = Mode::Force;
            }
            "level" => self.clock = level(rest).ok_or("write: level MOVES TIME INCREMENT")?,
            "st" => self.clock = Clock::Move(seconds(rest).ok_or("write: st SECONDS")?),
            "sd" => self.depth = Some(rest.parse().map_err(|_| "write: sd PLIES")?),
            "time" => {
                let time: f64 = rest.parse().map_err(|_| "write: time CENTISECONDS")?;
                let time = Duration::try_from_secs_f64((time / 100.0).max(0.0));
                self.left = Some(time.map_err(|_| "write: time CENTISECONDS")?);
            }
            "memory" => {
                let megabytes: usize = rest.parse().map_err(|_| "write: memory MEGABYTES")?;
                let megabytes = megabytes.clamp(1, MAX_MEGABYTES);
                self.host.configure(Settings { megabytes, ..self.host.settings() });
                // Lines with this sign are for people.
                out.extend(self.host.prepare().into_iter().map(|lack| format!("# {lack}")));
            }
            "cores" => {
                let threads: usize = rest.parse().map_err(|_| "write: cores NUMBER")?;
                let threads = threads.clamp(1, MAX_THREADS);
                self.host.configure(Settings { threads, ..self.host.settings() });
                out.extend(self.host.prepare().into_iter().map(|lack| format!("# {lack}")));
            }
            "option" => {
                let level = rest.strip_prefix("Skill Level=").and_then(|text| text.parse().ok());
                let level = level.and_then(Level::new);
                let level = level.ok_or("write: option Skill Level=1 to 10")?;
                self.host.configure(Settings { level, ..self.host.settings() });
            }
            "usermove" => return self.their_move(rest, out),
            "?" => {
                if self.host.is_searching() && self.purpose == Purpose::Move {
                    self.finish(out);
                }
            }
            "ping" => {
                let pong = format!("pong {rest}");
                // The move comes first.
                if self.is_thinking() { self.pongs.push(pong) } else { out.push(pong) }
            }
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "hint" => {
                if !self.host.is_searching() {
                    self.purpose = Purpose::Hint;
                    let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
                    self.host.search(&limits, &[])?;
                }
            }
            "undo" | "remove" => {
                self.interrupt(out);
                let times = if word == "undo" { 1 } else { 2 };
                if !(0..times).all(|_| self.host.take_back()) {
                    return Err("there is no move to take back".to_owned());
                }
                if self.mode == Mode::Analyses {
                    self.think(out)?;
                }
            }
            "setboard" => {
                self.interrupt(out);
                match self.host.set(Origin::Text(rest.to_owned()), &[]) {
                    Ok(()) => {
                        let notes = self.host.notes().into_iter();
                        out.extend(notes.map(|note| format!("# warning: {note}")));
                    }
                    Err(why) => out.push(format!("tellusererror Illegal position: {why}")),
                }
                if self.mode == Mode::Analyses && self.host.ready().is_ok() {
                    self.think(out)?;
                }
            }
            _ if is_move(word) => return self.their_move(word, out),
            _ => return Err("unknown command".to_owned()),
        }
        Ok(())
    }

    fn their_move(&mut self, text: &str, out: &mut Vec<String>) -> Result<(), String> {
        if self.host.is_searching() && self.purpose == Purpose::Move {
            out.push(format!("Illegal move (it is not your turn): {text}"));
            return Ok(());
        }
        self.interrupt(out);
        let over = match self.mode {
            Mode::Plays(_) => self.host.position().outcome().is_some_and(|o| o.winner.is_some()),
            Mode::Force | Mode::Analyses => false,
        };
        let done = if over { Ok(false) } else { self.host.play(text).map(|()| true) };
        if done != Ok(true) {
            if let (Err(fault), Mode::Plays(_) | Mode::Force) = (&done, self.mode) {
                self.host.lose_move(fault);
            }
            let legal = self.host.position().legal();
            let refusal = coordinates::refusal(&legal, text, self.host.dialect());
            let why = refusal.why.map(|why| format!(" ({})", why.replace([')', '('], "")));
            out.push(format!("Illegal move{}: {text}", why.unwrap_or_default()));
            if self.mode != Mode::Analyses {
                return Ok(());
            }
        }
        self.think(out)
    }
}

impl Protocol for XBoard {
    fn line(&mut self, text: &str, out: &mut Vec<String>) -> Next {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "" => {}
            "quit" => {
                self.interrupt(out);
                return Next::End;
            }
            _ => {
                if let Err(why) = self.execute(word, rest.trim(), out) {
                    let why = why.replace([')', '('], "");
                    out.push(format!("Error ({why}): {text}"));
                }
            }
        }
        Next::Line
    }

    fn report(&mut self, report: Report, out: &mut Vec<String>) {
        match report {
            Report::Depth { ticket, thought } if self.host.is_of_now(ticket) => {
                let shows = match self.purpose {
                    Purpose::Move => self.posts,
                    Purpose::Analysis => true,
                    Purpose::Hint => false,
                };
                if let Some(root) = self.host.searched().filter(|_| shows) {
                    out.push(self.thinking(root, &thought));
                }
            }
            Report::Ended { ticket } if self.host.is_of_now(ticket) => self.finish(out),
            Report::Depth { .. } | Report::Ended { .. } => {}
        }
    }

    fn is_thinking(&self) -> bool {
        self.host.is_searching() && self.purpose != Purpose::Analysis
    }
}

/// Returns true for a word that can only be a move, as interfaces send it that do not know the
/// feature `usermove`.
fn is_move(word: &str) -> bool {
    let is_drop = word.split_once('@').is_some_and(|(_, to)| !to.is_empty());
    let is_way = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().filter(u8::is_ascii_digit).count() >= 2;
    is_drop || is_way || word.starts_with("O-O")
}

/// The reason why XBoard cannot play a game, as an error.
fn suits(variant: &Variant) -> Result<(), String> {
    match lines::obstacle(variant.game().rules()) {
        Some(why) => Err(format!("{} cannot be played here: {why}", variant.title())),
        None => Ok(()),
    }
}

/// Reads `MOVES TIME INCREMENT`. The time is in minutes, or in minutes and seconds with a colon.
fn level(text: &str) -> Option<Clock> {
    let mut words = text.split_whitespace();
    let (moves, base, increment) = (words.next()?, words.next()?, words.next()?);
    let base = match base.split_once(':') {
        Some((minutes, rest)) => seconds(rest)? + seconds(minutes)?.checked_mul(60)?,
        None => seconds(base)?.checked_mul(60)?,
    };
    Some(Clock::Game { moves: moves.parse().ok()?, base, increment: seconds(increment)? })
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok().filter(|time| time.as_secs() < 1 << 32)
}
