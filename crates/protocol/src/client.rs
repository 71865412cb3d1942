//! External engines as players: programs that speak UCI or the protocol of XBoard, each in a process
//! of its own.

use crate::host::Origin;
use crate::lines::{self, Lines, Missing};
use crate::names;
use alfil_play::coordinates::{self, Coordinates};
use alfil_play::position::{Move, Position};
use std::fmt;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait until an engine introduces itself in one of the protocols.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// The longest wait until an engine is ready.
const START: Duration = Duration::from_secs(20);

/// The longest delay of a move after its time.
const GRACE: Duration = Duration::from_secs(5);

/// The longest wait for the end of an engine.
const FAREWELL: Duration = Duration::from_secs(1);

/// The command of XBoard's protocol for the size of tables in megabytes.
const MEMORY: &str = "memory";

/// The command of XBoard's protocol for the number of threads.
const CORES: &str = "cores";

/// Why an engine cannot play on.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be started.
    Start(io::Error),
    /// It has ended.
    Ended,
    /// It speaks none of the known protocols.
    Foreign,
    /// It did not answer in time.
    Silent {
        /// The awaited answer.
        awaited: &'static str,
        /// The time that it had.
        waited: Duration,
    },
    /// It does not know the game.
    Unknown {
        /// The name of the game.
        game: String,
    },
    /// It does not offer an option.
    Unoffered {
        /// The name of the option.
        option: String,
    },
    /// Its move is not legal.
    Illegal {
        /// The text of its move.
        text: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(error) => write!(f, "the engine cannot be started: {error}"),
            Fault::Ended => f.write_str("the engine has ended"),
            Fault::Foreign => {
                f.write_str("the engine speaks neither UCI nor the protocol of XBoard")
            }
            Fault::Silent { awaited, waited } => {
                write!(f, "the engine did not send `{awaited}` within {} s", waited.as_secs_f64())
            }
            Fault::Unknown { game } => write!(f, "the engine does not play `{game}`"),
            Fault::Unoffered { option } => write!(f, "the engine has no option `{option}`"),
            Fault::Illegal { text } => write!(f, "the move `{text}` of the engine is not legal"),
        }
    }
}

impl std::error::Error for Fault {}

/// An option of an engine, with the value that it is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the option. Upper and lower case are the same.
    pub name: String,
    /// The text of the value.
    pub value: String,
}

impl Setting {
    /// The spelling of the option among the names that an engine offers.
    fn spelt<'o>(&self, offered: &'o [String]) -> Result<&'o str, Fault> {
        let found = offered.iter().find(|name| name.eq_ignore_ascii_case(&self.name));
        found.map(String::as_str).ok_or_else(|| Fault::Unoffered { option: self.name.clone() })
    }
}

/// A running engine. Its process ends when the value is dropped.
pub struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Arc<Lines>,
    name: String,
    speech: Speech,
    /// The number of the last `ping`.
    pinged: u32,
}

/// The protocol of an engine.
enum Speech {
    Uci,
    XBoard {
        /// Its name of the game.
        game: String,
        /// Whether it answers `ping`.
        pings: bool,
        /// The word before a move.
        before_moves: &'static str,
    },
}

impl Engine {
    /// Starts an engine for the game with a shipped name or a path. `command` is the program and
    /// its arguments. No shell is involved. With an engine that does not know UCI,
    /// the protocol of XBoard is used. `settings` are sent before the first position. In the
    /// protocol of XBoard, `memory` and `cores` are options as well.
    ///
    /// # Errors
    /// The reason why the engine cannot play the game.
    pub fn start(command: &[String], game: &str, settings: &[Setting]) -> Result<Engine, Fault> {
        let empty = || Fault::Start(io::Error::other("the command is empty"));
        let (program, arguments) = command.split_first().ok_or_else(empty)?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Fault::Start)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(Fault::Ended);
        };
        let lines = Arc::new(Lines::default());
        let heard = lines.clone();
        thread::spawn(move || heard.read(BufReader::new(output)));
        let mut engine =
            Engine { process, input, lines, name: program.clone(), speech: Speech::Uci, pinged: 0 };
        engine.lines.listen();
        if !engine.introduce(game, settings)? {
            engine.introduce_xboard(game, settings)?;
        }
        engine.lines.rest();
        Ok(engine)
    }

    /// The name that the engine gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Agrees on the game in UCI. False if the engine does not speak UCI.
    fn introduce(&mut self, game: &str, settings: &[Setting]) -> Result<bool, Fault> {
        self.send("uci")?;
        let (mut offered, mut options) = (Vec::new(), Vec::new());
        let mut reads_files = false;
        let deadline = Instant::now() + INTRODUCTION;
        loop {
            let line = match self.receive("uciok", INTRODUCTION, deadline) {
                Err(Fault::Silent { .. }) => return Ok(false),
                other => other?,
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["option", "name", rest @ ..] = words.as_slice() {
                let name: Vec<_> =
                    rest.iter().copied().take_while(|word| *word != "type").collect();
                options.push(name.join(" "));
            }
            match words.as_slice() {
                ["uciok", ..] => break,
                ["Error" | "Illegal", ..] => return Ok(false),
                ["id", "name", name @ ..] => self.name = name.join(" "),
                ["option", "name", "UCI_Variant", rest @ ..] => {
                    let values = rest.windows(2).filter(|pair| pair[0] == "var");
                    offered = values.map(|pair| pair[1].to_owned()).collect();
                }
                ["option", "name", "VariantFile", ..] => reads_files = true,
                _ => {}
            }
        }
        for setting in settings {
            let name = setting.spelt(&options)?;
            self.send(&format!("setoption name {name} value {}", setting.value))?;
        }
        self.choose_game(game, &offered, reads_files)?;
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.await_word("readyok", START).map(|_| true)
    }

    /// Agrees on the game in the language of XBoard.
    fn introduce_xboard(&mut self, game: &str, settings: &[Setting]) -> Result<(), Fault> {
        self.send("xboard")?;
        self.send("protover 2")?;
        let (mut variants, mut options, mut before_moves) = (Vec::new(), Vec::new(), "");
        let mut pings = false;
        let deadline = Instant::now() + INTRODUCTION;
        loop {
            let line = match self.receive("feature", INTRODUCTION, deadline) {
                Err(Fault::Silent { .. }) => return Err(Fault::Foreign),
                other => other?,
            };
            let Some(features) = line.strip_prefix("feature ") else { continue };
            if let Some(name) = quoted(features, "myname=") {
                self.name = name.to_owned();
            }
            if let Some(names) = quoted(features, "variants=") {
                variants = names.split(',').map(|name| name.trim().to_owned()).collect();
            }
            // `option="Level -combo Easy /// Hard"`: the name ends before the type.
            let mut rest = features;
            while let Some((_, text)) = rest.split_once("option=\"") {
                options.extend(text.split(" -").next().map(|name| name.trim().to_owned()));
                rest = text;
            }
            for feature in features.split_whitespace() {
                match feature {
                    "ping=1" => pings = true,
                    "usermove=1" => before_moves = "usermove ",
                    "memory=1" => options.push(MEMORY.to_owned()),
                    "smp=1" => options.push(CORES.to_owned()),
                    _ => {}
                }
            }
            if features.split_whitespace().any(|feature| feature == "done=1") {
                break;
            }
        }
        let stem = Path::new(game).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let usual = (game == names::USUAL).then(|| "normal".to_owned());
        let mut known = usual.into_iter().chain(names::spellings(game)).chain(stem);
        let known = known.find(|name| variants.contains(name));
        let game = known.ok_or_else(|| Fault::Unknown { game: game.to_owned() })?;
        for setting in settings {
            match setting.spelt(&options)? {
                name @ (MEMORY | CORES) => self.send(&format!("{name} {}", setting.value))?,
                name => self.send(&format!("option {name}={}", setting.value))?,
            }
        }
        self.speech = Speech::XBoard { game, pings, before_moves };
        Ok(())
    }

    fn choose_game(
        &mut self,
        name: &str,
        offered: &[String],
        reads_files: bool,
    ) -> Result<(), Fault> {
        let known = names::spellings(name).into_iter().find(|spelling| offered.contains(spelling));
        match known {
            Some(known) => self.send(&format!("setoption name UCI_Variant value {known}")),
            // Without the option, an engine plays the usual game.
            None if offered.is_empty() && name == names::USUAL => Ok(()),
            // Another Alfil.
            None if reads_files => self.send(&format!("setoption name VariantFile value {name}")),
            None => Err(Fault::Unknown { game: name.to_owned() }),
        }
    }

    /// The move of the engine in `position`. `usual` is the text of the start position of the game.
    ///
    /// # Errors
    /// The engine has ended, did not answer in time, or its move is not legal.
    pub fn answer(
        &mut self,
        position: &Position,
        usual: &str,
        time: Duration,
    ) -> Result<Move, Fault> {
        let (mut start, mut moves) = (position.clone(), Vec::new());
        moves.extend(std::iter::from_fn(|| start.take_back()));
        moves.reverse();
        let text = start.text();
        let origin = if text == usual { Origin::Start } else { Origin::Text(text) };
        self.choose((&start, &origin), &moves, time)
    }

    /// The move of the engine in the position after `moves`. They begin at a position, which is
    /// sent as the origin.
    ///
    /// # Errors
    /// The engine has ended, did not answer in time, or its move is not legal.
    pub fn choose(
        &mut self,
        (start, origin): (&Position, &Origin),
        moves: &[Move],
        time: Duration,
    ) -> Result<Move, Fault> {
        let dialect = match self.speech {
            Speech::Uci => Coordinates::UCI,
            Speech::XBoard { .. } => lines::dialect(start.rules()),
        };
        let texts = coordinates::write_line(start, moves, dialect);
        let text = match &self.speech {
            Speech::Uci => self.choose_uci(origin, &texts, time)?,
            Speech::XBoard { game, before_moves, .. } => {
                let (game, before_moves) = (game.clone(), *before_moves);
                self.choose_xboard((&game, before_moves), origin, &texts, time)?
            }
        };
        self.lines.rest();
        let mut now = start.clone();
        moves.iter().for_each(|mv| now.play(mv));
        let found = coordinates::read(&now.legal(), &text, dialect);
        found.ok_or(Fault::Illegal { text })
    }

    fn choose_uci(
        &mut self,
        origin: &Origin,
        texts: &[String],
        time: Duration,
    ) -> Result<String, Fault> {
        let mut line = match origin {
            Origin::Start => "position startpos".to_owned(),
            Origin::Text(text) => format!("position fen {text}"),
        };
        if !texts.is_empty() {
            line += " moves ";
            line += &texts.join(" ");
        }
        self.send(&line)?;
        // What it has sent before is no answer to this position.
        self.lines.listen();
        self.send("isready")?;
        self.await_word("readyok", START)?;
        self.send(&format!("go movetime {}", time.as_millis().max(1)))?;
        let answer = match self.await_word("bestmove", time + GRACE) {
            Err(Fault::Silent { .. }) => {
                self.send("stop")?;
                self.await_word("bestmove", GRACE)?
            }
            other => other?,
        };
        Ok(answer.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    /// Sets the whole game up again, so that nothing depends on what the engine has kept.
    fn choose_xboard(
        &mut self,
        (game, before_moves): (&str, &str),
        origin: &Origin,
        texts: &[String],
        time: Duration,
    ) -> Result<String, Fault> {
        self.send("new")?;
        if game != "normal" {
            self.send(&format!("variant {game}"))?;
        }
        self.send("force")?;
        match origin {
            Origin::Start => {}
            Origin::Text(text) => self.send(&format!("setboard {text}"))?,
        }
        for text in texts {
            self.send(&format!("{before_moves}{text}"))?;
        }
        // What it has sent before is no answer to this position.
        self.lines.listen();
        if matches!(self.speech, Speech::XBoard { pings: true, .. }) {
            self.pinged += 1;
            let number = self.pinged.to_string();
            self.send(&format!("ping {number}"))?;
            let deadline = Instant::now() + START;
            loop {
                let line = self.receive("pong", START, deadline)?;
                if line.split_whitespace().eq(["pong", number.as_str()]) {
                    break;
                }
            }
        }
        // The protocol has only whole seconds.
        self.send(&format!("st {}", time.as_secs_f64().ceil()))?;
        self.send("go")?;
        let patience = time + GRACE;
        let answer = match self.await_word("move", patience) {
            Err(Fault::Silent { .. }) => {
                self.send("?")?;
                self.await_word("move", GRACE)?
            }
            other => other?,
        };
        Ok(answer.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| Fault::Ended)
    }

    /// Waits for a line that begins with `word`.
    fn await_word(&self, word: &'static str, patience: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.receive(word, patience, deadline)?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
    }

    fn receive(
        &self,
        awaited: &'static str,
        waited: Duration,
        deadline: Instant,
    ) -> Result<String, Fault> {
        self.lines.next(deadline).map_err(|missing| match missing {
            Missing::Late => Fault::Silent { awaited, waited },
            Missing::Ended => Fault::Ended,
        })
    }
}

impl Drop for Engine {
    /// Asks the process to end, and ends it if it does not.
    fn drop(&mut self) {
        self.lines.close();
        let _ = self.send("quit");
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            if matches!(self.process.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // It may have ended by itself meanwhile.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The quoted value of a feature.
fn quoted<'t>(features: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = features.split_once(name)?;
    rest.strip_prefix('"')?.split_once('"').map(|(value, _)| value)
}
