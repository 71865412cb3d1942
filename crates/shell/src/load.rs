//! Loads the definitions and positions that commands use.
//!
//! A [`Session`] contains the texts, definitions and output of one run. [`At`] contains the
//! arguments that choose a position. A [`Loaded`] variant has no errors.

use crate::file;
use crate::terminal::{Progress, Shell, Status, Stop};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity, did_you_mean, order};
use alfil_diagnostics::source::{MAX_BYTES, SourceId, Span, Spanned};
use alfil_play::computer::Computer;
use alfil_play::coordinates;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::terms::Manner;
use alfil_records::pgn::{self, Pgn};
use alfil_records::scan::Games;
use alfil_render::report;
use alfil_resolve::resolution::Resolved;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Kind;
use alfil_workspace::variant::{self, Source};
use alfil_workspace::{Analysis, Moment, Workspace};
use std::io::{self, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The greatest number of empty lines before a game that count for the numbers of its lines.
const MOST_LINES_BEFORE: u64 = 10_000;

/// The status of a finished command, or the reason why it stopped.
pub type Outcome = Result<Status, Stop>;

/// The state of one run of the program.
pub struct Session {
    /// All texts and definitions that were read.
    pub workspace: Workspace,
    /// The workspace before anything was read.
    fresh: Workspace,
    /// The output.
    pub shell: Shell,
    /// The progress display over the requested definitions.
    progress: Progress,
    /// The result of reading standard input; `None` if it was not read yet.
    stdin_read: Option<Result<(), Diagnostic>>,
}

/// The name of standard input in requests.
pub const STDIN: &str = "-";

/// A variant without errors.
pub struct Loaded {
    /// The request as the user wrote it.
    pub name: String,
    /// The rules of the files of the request.
    pub resolved: Resolved,
    pub game: Game,
}

impl Loaded {
    /// A computer player of the game with `megabytes` for searched positions.
    ///
    /// # Errors
    /// A file with values cannot be used.
    pub fn computer(&self, source: &Source, megabytes: usize) -> Result<Computer, Stop> {
        variant::computer(&self.game, &self.name, source, megabytes).map_err(Stop::Refused)
    }

    /// Finds the kind with this name or letter.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn kind(&self, name: &str) -> Result<KindId, Stop> {
        let kinds = &self.game.rules().kinds;
        let named = kinds.enumerate().find(|(_, k)| k.name.value.eq_ignore_ascii_case(name));
        let lettered = || {
            let spelt = |k: &Kind| k.letter.to_string().to_lowercase();
            kinds.enumerate().find(|(_, k)| spelt(k) == name.to_lowercase())
        };
        named.or_else(lettered).map(|(id, _)| id).ok_or_else(|| {
            let names: Vec<&str> = kinds.iter().map(|k| k.name.value.as_str()).collect();
            let hint = match did_you_mean(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its pieces are {}", names.join(", ")),
            };
            Stop::Refused(format!("{} has no piece `{name}`: {hint}", self.resolved.title))
        })
    }
}

/// The arguments that choose a position.
#[derive(clap::Args)]
pub struct At {
    /// Begin with this position instead of the start (quote it: it holds spaces).
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Play these moves first, separated by spaces.
    #[arg(long, value_name = "M M", allow_hyphen_values = true)]
    pub after: Option<String>,
    /// Play the game of this PGN file first; its `FEN` tag says where it begins.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub pgn: Option<PathBuf>,
    #[command(flatten)]
    pub begin: Begin,
}

/// The arguments that choose a start position.
#[derive(Clone, clap::Args)]
pub struct Begin {
    /// Of a game with several starts: begin with the one of this number.
    #[arg(long, value_name = "N")]
    pub number: Option<u64>,
    /// Draw by this seed: of a game with several starts the start, of a random game all moves, of a
    /// game with dice what they show.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
}

impl At {
    /// Returns true if the arguments choose another position than the start.
    pub fn is_asked(&self) -> bool {
        self.position.is_some()
            || self.after.is_some()
            || self.pgn.is_some()
            || self.begin.number.is_some()
    }
}

impl Session {
    /// A session that has read nothing except the texts in `workspace`.
    pub fn new(shell: Shell, workspace: Workspace) -> Self {
        Self {
            fresh: workspace.clone(),
            workspace,
            shell,
            progress: Progress::default(),
            stdin_read: None,
        }
    }

    /// The workspace before anything was read.
    pub fn fresh(&self) -> &Workspace {
        &self.fresh
    }

    /// Forgets all texts, so that they are read again.
    pub fn forget(&mut self) {
        self.workspace = self.fresh.clone();
    }

    /// Removes the progress display before output is printed.
    pub fn end_progress(&mut self) {
        self.progress = Progress::default();
    }

    /// Expands folders in `requests`. A request that cannot be used becomes a finding. This begins
    /// the progress display, because callers [examine](Session::examine) the result next.
    pub fn expand(&mut self, requests: &[String], found: &mut Vec<Diagnostic>) -> Vec<String> {
        let mut all = Vec::new();
        for request in requests {
            if let Err(finding) = self.read_stdin(request) {
                let mut own = vec![finding];
                self.workspace.place(request, &mut own);
                found.append(&mut own);
                continue;
            }
            let mut expanded = self.workspace.library().expand(request);
            self.workspace.place(request, &mut expanded.found);
            found.append(&mut expanded.found);
            all.extend(expanded.value.unwrap_or_default());
        }
        self.progress = Progress::parts(all.len(), self.shell.is_quiet());
        all
    }

    /// Shows that `what` is running, unless the progress over several files is already shown.
    pub fn busy(&self, what: &'static str) -> Progress {
        if self.progress.is_drawn() {
            Progress::default()
        } else {
            Progress::endless(what, self.shell.is_quiet())
        }
    }

    /// Shows the progress of a run with `parts` parts, unless another progress is already shown.
    pub fn busy_with(&self, parts: usize) -> Progress {
        if self.progress.is_drawn() {
            Progress::default()
        } else {
            Progress::parts(parts, self.shell.is_quiet())
        }
    }

    /// Reads standard input if `request` names it. Later calls return the first result.
    fn read_stdin(&mut self, request: &str) -> Result<(), Diagnostic> {
        if !request.split('+').any(|part| part.trim() == STDIN) {
            return Ok(());
        }
        if self.stdin_read.is_none() {
            let read = alfil_library::read_from(io::stdin().lock(), "standard input", MAX_BYTES);
            self.stdin_read = Some(read.map(|text| self.workspace.add(STDIN, &text)));
        }
        self.stdin_read.clone().unwrap_or(Ok(()))
    }

    /// Reads, resolves and compiles `request`, and returns all findings.
    pub fn examine(&mut self, request: &str) -> Analysis {
        self.progress.begin(request.to_owned());
        let examined = match self.read_stdin(request) {
            Ok(()) => self.workspace.examine(request),
            Err(finding) => {
                let mut found = vec![finding];
                self.workspace.place(request, &mut found);
                Analysis { resolved: None, game: None, found }
            }
        };
        self.progress.step();
        examined
    }

    /// All findings about `requests`, which must come from [`expand`](Session::expand).
    pub fn sweep(&mut self, requests: &[String]) -> Vec<Diagnostic> {
        let progress = &self.progress;
        let watch = |request: &str, moment| match moment {
            Moment::Begins => progress.begin(request.to_owned()),
            Moment::Ends => progress.step(),
        };
        self.workspace.sweep(requests, &watch)
    }

    /// Reads, resolves and compiles `request`.
    ///
    /// # Errors
    /// The findings, if at least one is an error.
    pub fn load(&mut self, request: &str) -> Result<Loaded, Stop> {
        let Analysis { resolved, game, mut found } = self.examine(request);
        match (resolved, game) {
            (Some(resolved), Some(game)) => Ok(Loaded { name: request.to_owned(), resolved, game }),
            (Some(_) | None, _) => {
                found.retain(|d| d.severity() == Severity::Error);
                let absent = found.iter().any(|d| is_absent(d.code));
                let status = if absent { Status::Refused } else { Status::Found };
                Err(Stop::Found(found, status))
            }
        }
    }

    /// The position of `game` that the arguments `at` choose.
    ///
    /// # Errors
    /// Findings about the position, or the first move that is not legal.
    pub fn position(&mut self, game: &Game, at: &At) -> Result<Position, Stop> {
        if let Some(path) = &at.pgn {
            return self.played(game, path, &at.begin);
        }
        let mut position = match &at.position {
            None => start(game, &at.begin)?,
            Some(_) if at.begin.number.is_some() => {
                let why = "`--position` and `--number` cannot be combined";
                return Err(Stop::Refused(why.to_owned()));
            }
            Some(text) => self.typed(game, text)?,
        };
        if let Some(line) = &at.after {
            let source = self.workspace.sources_mut().add("--after", line.as_str());
            play_moves(&mut position, pgn::typed(line), source)?;
        }
        Ok(position)
    }

    /// The position that the user has typed, perhaps as another program writes it. What would have to
    /// be corrected is an error, because the user can correct it.
    fn typed(&mut self, game: &Game, text: &str) -> Result<Position, Stop> {
        let name = "--position";
        let read = self.workspace.read_as(game, name, text, Manner::Lenient).map_err(refused)?;
        if read.notes.is_empty() {
            return Ok(read.value);
        }
        let strictly = self.workspace.read_as(game, name, text, Manner::Strict);
        strictly.map(|read| read.value).map_err(refused)
    }

    /// The position of a file of another program. Warns of what was corrected.
    fn filed(&mut self, game: &Game, name: &str, text: &str) -> Result<Position, Stop> {
        let read = self.workspace.read_as(game, name, text, Manner::Lenient).map_err(refused)?;
        for note in read.notes {
            self.shell.note(format!("warning: {name}: {note}"));
        }
        Ok(read.value)
    }

    /// The position after the game in a PGN file.
    fn played(&mut self, game: &Game, path: &Path, begin: &Begin) -> Result<Position, Stop> {
        let shown = path.display().to_string();
        let text = first_game(path)?;
        let pgn = Pgn::read(&text);
        let mut position = match pgn.tag("FEN") {
            None => start(game, begin)?,
            Some(fen) => self.filed(game, "the FEN tag", fen)?,
        };
        let source = self.workspace.sources_mut().add(shown.as_str(), text.as_str());
        play_moves(&mut position, pgn.moves, source)?;
        Ok(position)
    }

    /// Prints the reason why a command stopped. With `json`, findings are printed as a JSON object.
    pub fn stop(&mut self, stop: Stop, json: bool) -> Status {
        match stop {
            Stop::Refused(why) => {
                self.shell.error(format!("error: {why}"));
                Status::Refused
            }
            Stop::Found(mut found, status) => {
                order(&mut found);
                if json {
                    self.shell.json(&report::json(&found, self.workspace.sources()));
                } else {
                    let style = self.shell.complaint();
                    self.shell.report(&report::draw(&found, self.workspace.sources(), style));
                }
                status
            }
        }
    }
}

/// The text of the first game in a PGN file. Its lines have the numbers that they have in the file.
///
/// # Errors
/// The file cannot be read, or its first game is too long.
fn first_game(path: &Path) -> Result<String, Stop> {
    let mut games = Games::new(BufReader::new(file::open(path)?));
    let game = games.game().map_err(|error| file::unreadable(path, &error))?;
    let Some(game) = game else { return Ok(String::new()) };
    if let Some(fault) = game.fault {
        let shown = path.display().to_string();
        return Err(Stop::Refused(format!("`{}`: {}", alfil_library::brief(&shown), fault.what)));
    }
    let before = (game.place.line - 1).min(MOST_LINES_BEFORE);
    Ok("\n".repeat(before as usize) + &game.text)
}

/// The start position of `game` that `begin` chooses. The default is the written setup.
///
/// # Errors
/// The reason why there is no such start.
pub fn start(game: &Game, begin: &Begin) -> Result<Position, Stop> {
    let starts = || game.starts();
    let count = || starts().map_or(1, |starts| starts.count());
    let drawn = |seed| Dice::new(seed).below(count() as usize) as u64;
    let Some(number) = begin.number.or_else(|| begin.seed.map(drawn)) else {
        return Ok(game.start());
    };
    let start = match starts() {
        Some(starts) => starts.start(number),
        None => (number == 0).then(|| game.start()),
    };
    start.ok_or_else(|| {
        let title = &game.rules().title;
        let known = match count() {
            1 => "one start, number 0".to_owned(),
            count => format!("{count} starts, numbers 0 to {}", count - 1),
        };
        Stop::Refused(format!("{title} has {known}"))
    })
}

/// Stops with findings about a wrong argument.
fn refused(found: Vec<Diagnostic>) -> Stop {
    Stop::Found(found, Status::Refused)
}

/// Returns true if a finding says that the definition is missing or cannot be read.
fn is_absent(code: Code) -> bool {
    matches!(code, Code::UnknownDefinition | Code::UnreadableFile | Code::TooLarge)
}

/// Plays moves from the text `source`. Returns an error for the first illegal move.
fn play_moves(
    position: &mut Position,
    moves: Vec<(String, Range<usize>)>,
    source: SourceId,
) -> Result<(), Stop> {
    let place = |(text, at): (String, Range<usize>)| {
        Spanned::new(text, Span::new(source, at.start, at.end))
    };
    let moves: Vec<_> = moves.into_iter().map(place).collect();
    coordinates::play_all(position, &moves, Manner::Lenient)
        .map_err(|finding| refused(vec![finding]))
}

/// A seed from the clock.
pub fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
}
