//! `alfil convert`: translates games and positions between formats.
//!
//! The input is read item by item, and the output is printed on the way, so files of any size need
//! little memory. A bad game is reported, and the next one is read.

use alfil_diagnostics::diagnostic::did_you_mean;
use alfil_library::brief;
use alfil_play::dialect::Dialect;
use alfil_play::position::Position;
use alfil_play::positions;
use alfil_records::format::{self, Content, Format, Named, Site};
use alfil_records::item::Item;
use alfil_records::replay::{Player, Replay};
use alfil_records::scan::Fault;
use alfil_records::source::{BadItem, Items};
use alfil_records::target::{Output, Rules, Target};
use alfil_shell::file::{self, Before, Draft, Overwrite};
use alfil_shell::load::{Outcome, STDIN, Session};
use alfil_shell::terminal::{self, Status, Stop};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::rc::Rc;

const EXAMPLES: &str = "\
Examples:
  alfil convert games.pgn --to uci                the moves of each game in one line
  alfil convert games.pgn --to pgn --site pychess -o other.pgn
  alfil convert games.pgn --to fen --all          every position, one a line
  alfil convert games.pgn --to epd --json         one JSON object for each game
  alfil convert suite.epd --to fen --dialect shredder
  alfil convert --game shogi --from sfen --to fen positions.txt
  echo 'position startpos moves h2e2' | alfil convert --game xiangqi --from ucci --to pgn

The game is that of --game, or of the tag Variant in PGN, or chess. Formats: pgn, epd, fen, sfen,
uci, xboard, usi, ucci, san, alfil. Dialects of positions: alfil, x-fen, shredder, lichess, pychess,
sfen, wxf. If the other format cannot express something, a warning names the line.";

/// The capacity of the buffer of the input, which also limits what the detection of a format sees.
const BUFFER: usize = 64 << 10;

/// The amount of output after which it is printed.
const FLUSH: usize = 64 << 10;

/// The game if nothing names one.
const USUAL: &str = "chess";

/// Arguments of `convert`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; standard input without it.
    file: Option<PathBuf>,
    /// The game: a shipped name, a path or a sum.
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// The format of the file. Without it, the first line decides.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,
    /// The format to write.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Format,
    /// The notation of positions.
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    dialect: Option<Dialect>,
    /// The site whose variant names and notation are written: alfil, lichess, chess.com,
    /// cutechess or pychess.
    #[arg(long, value_name = "SITE", value_parser = site, default_value = "alfil")]
    site: Site,
    /// Write every position of a game, not only the last one.
    #[arg(long)]
    all: bool,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// One JSON object for each game or position, one a line.
    #[arg(long)]
    pub json: bool,
}

fn format(text: &str) -> Result<Format, String> {
    Format::find(text).ok_or_else(|| one_of("formats", Format::ALL.iter().map(|(_, name)| *name)))
}

fn dialect(text: &str) -> Result<Dialect, String> {
    Dialect::find(text)
        .ok_or_else(|| one_of("dialects", Dialect::ALL.iter().map(|(_, name)| *name)))
}

fn site(text: &str) -> Result<Site, String> {
    Site::find(text).ok_or_else(|| one_of("sites", Site::ALL.iter().map(|(_, name)| *name)))
}

fn one_of<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> String {
    format!("the {what} are {}", names.collect::<Vec<_>>().join(", "))
}

/// Where the output goes.
enum Sink {
    Printed,
    File(Draft),
    /// Nowhere: the reader of standard output has closed the pipe.
    Closed,
}

/// The state of a conversion.
struct Conversion<'a> {
    args: &'a Args,
    target: Target,
    /// The name of the input in messages.
    shown: String,
    /// The word for an item in messages.
    noun: &'static str,
    /// Games by the name of their definition. `None` for a definition with errors.
    games: HashMap<String, Option<Rc<Rules>>>,
    sink: Sink,
    done: u64,
    bad: u64,
}

/// Converts the file.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let (shown, mut input): (String, Box<dyn BufRead>) = match &args.file {
        Some(path) if path != Path::new(STDIN) => {
            let shown = path.display().to_string();
            let file = alfil_library::open(path).map_err(|error| {
                if alfil_library::is_irregular(&error) {
                    let why =
                        format!("`{}` is not a regular file; use standard input", brief(&shown));
                    Stop::Refused(why)
                } else {
                    unreadable(&shown, &error)
                }
            })?;
            (shown, Box::new(BufReader::with_capacity(BUFFER, file)))
        }
        Some(_) | None => {
            let input = BufReader::with_capacity(BUFFER, io::stdin().lock());
            ("standard input".to_owned(), Box::new(input))
        }
    };
    let from = match args.from {
        Some(from) => from,
        None => {
            let head = input.fill_buf().map_err(|error| unreadable(&shown, &error))?;
            match Format::detect(&String::from_utf8_lossy(head)) {
                Some(from) => from,
                None => {
                    let why = format!("`{}` is empty, so its format is unknown", brief(&shown));
                    return Err(Stop::Refused(why + "; write --from FORMAT"));
                }
            }
        }
    };
    let before = args.overwrite.before();
    let sink = match &args.output {
        None => Sink::Printed,
        Some(path) => {
            Sink::File(Draft::begin(path, before).map_err(|fault| file::refused(path, fault))?)
        }
    };
    let dialect = args.dialect.unwrap_or(match (args.to, args.site) {
        (Format::Sfen | Format::Usi, _) => Dialect::SFEN,
        (Format::Pgn4, _) => Dialect::ALFIL,
        (_, Site::Lichess) => Dialect::LICHESS,
        (Format::Epd | Format::Uci | Format::Ucci | Format::Xboard, _)
        | (_, Site::ChessCom | Site::Cutechess | Site::PyChess) => Dialect::X_FEN,
        (Format::Pgn | Format::Fen | Format::San | Format::Alfil, Site::Alfil) => Dialect::ALFIL,
    });
    let target = Target { format: args.to, dialect, site: args.site };
    let noun = match from.content() {
        Content::Games => "game",
        Content::Positions => "position",
    };
    let games = HashMap::new();
    let mut all = Conversion { args, target, shown, noun, games, sink, done: 0, bad: 0 };
    // A game of the command line with errors stops the command before anything is read.
    if let Some(name) = &args.game {
        let loaded = session.load(name)?;
        let rules = all.rules_of(&loaded.resolved.title, None, loaded.game);
        all.games.insert(name.clone(), Some(Rc::new(rules)));
    }
    let mut items = Items::new(input, from);
    loop {
        let item = items.item().map_err(|error| unreadable(&all.shown, &error))?;
        let Some(item) = item else { break };
        all.convert(item, session)?;
        if matches!(all.sink, Sink::Closed) {
            break;
        }
    }
    all.end(before, session)
}

fn unreadable(shown: &str, error: &io::Error) -> Stop {
    let why = terminal::plain(error);
    Stop::Refused(format!("`{}` cannot be read: {why}", brief(shown)))
}

impl Conversion<'_> {
    /// Converts an item and writes it, or reports why it cannot be converted.
    fn convert(&mut self, item: Result<Item, BadItem>, session: &mut Session) -> Result<(), Stop> {
        let (number, result) = match item {
            Err(BadItem { number, fault }) => (number, Err(fault)),
            Ok(item) => (item.number, self.converted(&item, session)),
        };
        match result {
            Ok(text) => {
                self.done += 1;
                self.write(&text, session)?;
            }
            Err(fault) => {
                self.bad += 1;
                if self.args.json {
                    let object = json!({ "number": number, "error": error_object(&fault) });
                    self.write(&format!("{object}\n"), session)?;
                }
                let (shown, noun) = (brief(&self.shown), self.noun);
                let place = fault.place;
                session.shell.error(format!(
                    "error: {shown}:{}:{}: {noun} {number}: {}",
                    place.line, place.column, fault.what
                ));
                if let Some(help) = &fault.help {
                    session.shell.error(format!("  help: {help}"));
                }
            }
        }
        if session.shell.err.len() > FLUSH {
            session.shell.send_errors();
        }
        Ok(())
    }

    /// The item in its new form.
    fn converted(&mut self, item: &Item, session: &mut Session) -> Result<String, Fault> {
        let rules = self.rules(item, session)?;
        let target = self.target;
        let speech = target.speech(&rules.game).map_err(|why| {
            let title = &rules.game.rules().title;
            let what = format!("{} cannot express {title}: {why}", target.format.name());
            Fault::new(item.place, what)
        })?;
        let player = Player::new(&rules.game, &rules.notation, speech);
        let every = self.args.all && target.format.content() == Content::Positions;
        let mut positions: Vec<Output> = Vec::new();
        let replay = player.play(item, &mut |position: &Position| {
            if every {
                positions.push(target.position(&rules, position, &[]));
            }
        })?;
        let mut output = if every {
            let first = target.position(&rules, &replay.start, &replay.operations);
            let mut all = Output::default();
            for one in [first].into_iter().chain(positions) {
                all.text += &one.text;
                all.lost.extend(one.lost);
            }
            all
        } else {
            target.game(&rules, item, &replay)
        };
        for note in &replay.notes {
            let (shown, place, noun) = (brief(&self.shown), note.place, self.noun);
            session.shell.note(format!(
                "warning: {shown}:{}:{}: {noun} {}: {}",
                place.line, place.column, item.number, note.what
            ));
        }
        output.lost.sort();
        output.lost.dedup();
        for lost in &output.lost {
            let (shown, line, noun) = (brief(&self.shown), item.place.line, self.noun);
            let format = target.format.name();
            session.shell.note(format!(
                "warning: {shown}:{line}: {noun} {}: {format} has no place for {lost}",
                item.number
            ));
        }
        if self.args.json {
            return Ok(format!("{}\n", object(&rules, target, item, &replay, &output)));
        }
        Ok(output.text)
    }

    /// The game of an item.
    fn rules(&mut self, item: &Item, session: &mut Session) -> Result<Rc<Rules>, Fault> {
        if let Some(name) = &self.args.game
            && let Some(Some(rules)) = self.games.get(name)
        {
            return Ok(rules.clone());
        }
        let Some(tag) = &item.variant else {
            return self.shipped(USUAL, None, session).ok_or_else(|| {
                Fault::new(item.place, "the game is unknown").help("write --game NAME")
            });
        };
        let named = format::find(&tag.value);
        let found = match named {
            Named::Shipped(name) => self.shipped(name, None, session),
            Named::Shuffled(name) => self
                .shipped(name, Some(Start::Shuffled), session)
                .or_else(|| self.shipped(name, None, session)),
            Named::Absent | Named::Unknown => None,
        };
        found.ok_or_else(|| {
            let help = "write the game as --game NAME";
            let near = match named {
                Named::Absent => None,
                Named::Shipped(_) | Named::Shuffled(_) | Named::Unknown => {
                    did_you_mean(&tag.value, format::known())
                }
            };
            format::refusal(&named, tag).help(match near {
                Some(near) => format!("did you mean `{near}`? Otherwise {help}"),
                None => help.to_owned(),
            })
        })
    }

    /// A shipped game. Each is loaded once.
    fn shipped(
        &mut self,
        name: &'static str,
        start: Option<Start>,
        session: &mut Session,
    ) -> Option<Rc<Rules>> {
        let request = match start {
            None => name.to_owned(),
            Some(Start::Shuffled) => format!("{name}-960"),
        };
        if let Some(known) = self.games.get(&request) {
            return known.clone();
        }
        if start.is_some() {
            session.workspace.add(&request, &format::shuffled(name));
        }
        let loaded = session.load(&request).ok();
        let rules = loaded
            .map(|loaded| Rc::new(self.rules_of(&loaded.resolved.title, Some(name), loaded.game)));
        self.games.insert(request, rules.clone());
        rules
    }

    /// A game with its names.
    fn rules_of(&self, title: &str, shipped: Option<&str>, game: alfil_play::game::Game) -> Rules {
        let site = match self.target.format {
            // XBoard has names of its own, which Cute Chess uses as well.
            Format::Xboard => Site::Cutechess,
            Format::Pgn4 => Site::ChessCom,
            Format::Pgn
            | Format::Epd
            | Format::Fen
            | Format::Sfen
            | Format::Uci
            | Format::Usi
            | Format::Ucci
            | Format::San
            | Format::Alfil => self.target.site,
        };
        let name = shipped.or(self.args.game.as_deref());
        let known = name.and_then(|name| format::name_at(name, site));
        let variant = match (known, name, self.target.format) {
            (Some(known), ..) => known.to_owned(),
            (None, Some(name), Format::Xboard) => name.to_owned(),
            (None, ..) => title.to_owned(),
        };
        Rules { notation: game.notation(), game, variant }
    }

    fn write(&mut self, text: &str, session: &mut Session) -> Result<(), Stop> {
        match &mut self.sink {
            Sink::File(draft) => draft.add(text.as_bytes()).map_err(|error| {
                let path = self.args.output.as_deref().unwrap_or(Path::new(STDIN));
                file::refused(path, file::Fault::Failed(error))
            }),
            Sink::Printed => {
                session.shell.say(text);
                if session.shell.out.len() < FLUSH {
                    return Ok(());
                }
                match session.shell.send() {
                    Ok(()) => Ok(()),
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                        self.sink = Sink::Closed;
                        Ok(())
                    }
                    Err(error) => {
                        Err(Stop::Refused(format!("no output: {}", terminal::plain(&error))))
                    }
                }
            }
            Sink::Closed => Ok(()),
        }
    }

    /// Finishes the output.
    fn end(self, before: Before, session: &mut Session) -> Outcome {
        if let (Sink::File(draft), Some(path)) = (self.sink, &self.args.output) {
            let lost = draft.finish(before).map_err(|fault| file::refused(path, fault))?;
            file::warn(path, lost, &mut session.shell);
        }
        let count =
            |count: u64| format!("{count} {}{}", self.noun, if count == 1 { "" } else { "s" });
        if self.args.output.is_some() || self.bad > 0 {
            let bad = match self.bad {
                0 => String::new(),
                bad => format!(", {} left out", count(bad)),
            };
            session.shell.note(format!("{} written{bad}", count(self.done)));
        }
        Ok(if self.bad > 0 { Status::Found } else { Status::Well })
    }
}

/// Other starts than the one of a shipped game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// Those of Chess960.
    Shuffled,
}

/// An item as JSON.
fn object(rules: &Rules, target: Target, item: &Item, replay: &Replay, output: &Output) -> Value {
    let position = |position| positions::write(&rules.game, position, target.dialect).text;
    let moves: Vec<&str> = replay.line.moves.iter().map(|mv| &*mv.text).collect();
    let tags: serde_json::Map<String, Value> =
        item.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone().into())).collect();
    json!({
        "number": item.number,
        "line": item.place.line,
        "variant": rules.variant,
        "tags": tags,
        "start": position(&replay.start),
        "moves": moves,
        "position": position(&replay.end),
        "result": item.result,
        "outcome": replay.end.outcome().map(|outcome| outcome.to_string()),
        "lost": output.lost,
        "warnings": replay.notes.iter().map(error_object).collect::<Vec<_>>(),
        "text": output.text,
    })
}

fn error_object(fault: &Fault) -> Value {
    json!({
        "line": fault.place.line,
        "column": fault.place.column,
        "what": fault.what,
        "help": fault.help,
    })
}
