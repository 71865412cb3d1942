//! From what a person names to what commands work on.
//!
//! Owns: [`Session`] (texts, definitions and output of one run), [`Loaded`], [`Stop`], and the
//! arguments that choose a position ([`At`]). Invariant: a `Loaded` has no finding that is an error.

use crate::board::game::position::Move;
use crate::cli::progress::Progress;
use crate::cli::shell::{Shell, Status};
use crate::diagnostic::{Code, Diagnostic, Severity, has_errors};
use crate::library::Library;
use crate::plane::position::PlaneMove;
use crate::plane::program::PlaneProgram;
use crate::play::game::Game;
use crate::play::plane::PlanePlay;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::render::report;
use crate::resolve::resolution::{Resolved, resolve};
use crate::resolve::setup;
use crate::rules::ruleset::Ruleset;
use crate::rules::setup::Setup;
use crate::source::{Sources, Span, Spanned};
use crate::suite::{line, plane};
use crate::syntax::scalar::Scalar;
use crate::syntax::written::Written;

/// One run of the command.
pub struct Session {
    /// Every text read.
    pub sources: Sources,
    /// Definitions by name and path.
    pub library: Library,
    /// What is said.
    pub shell: Shell,
    /// How many of the definitions asked for have been looked at.
    progress: Progress,
}

/// A variant ready to be played.
pub struct Loaded {
    /// As it was asked for.
    pub name: String,
    /// What its files mean.
    pub resolved: Resolved,
    /// Compiled.
    pub game: Game,
}

/// All that is known about a request, errors and all.
pub struct Examined {
    /// What its files mean, if anything.
    pub resolved: Option<Resolved>,
    /// Compiled, if it can be.
    pub game: Option<Game>,
    /// Everything found, the most useful first.
    pub found: Vec<Diagnostic>,
}

/// Why a command cannot do what was asked.
pub enum Stop {
    /// The request cannot be met.
    Refused(String),
    /// Findings say why.
    Found(Vec<Diagnostic>, Status),
}

/// Which position.
#[derive(clap::Args)]
pub struct At {
    /// Begin with this position instead of the start (quote it: it holds spaces).
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Play these moves first, separated by spaces.
    #[arg(long, value_name = "M M", allow_hyphen_values = true)]
    pub after: Option<String>,
}

impl At {
    /// Whether another position than the start is asked for.
    pub fn is_asked(&self) -> bool {
        self.position.is_some() || self.after.is_some()
    }
}

impl Session {
    /// Nothing read yet.
    pub fn new(shell: Shell) -> Self {
        Self {
            sources: Sources::new(),
            library: Library::new(),
            shell,
            progress: Progress::default(),
        }
    }

    /// Forgets what was read, so that it is read again.
    pub fn forget(&mut self) {
        (self.sources, self.library) = (Sources::new(), Library::new());
    }

    /// No more is to come: what was drawn of the way here goes.
    pub fn arrive(&mut self) {
        self.progress = Progress::default();
    }

    /// The requests that `requests` stand for, folders opened; a bad one is a finding. They are about to
    /// be [examined](Session::examine).
    pub fn expand(&mut self, requests: &[String], found: &mut Vec<Diagnostic>) -> Vec<String> {
        let mut all = Vec::new();
        for request in requests {
            match self.library.expand(request) {
                Ok(some) => all.extend(some),
                Err(finding) => {
                    let mut own = vec![finding];
                    self.place(request, &mut own);
                    found.append(&mut own);
                }
            }
        }
        self.progress = Progress::parts(all.len(), self.shell.is_quiet());
        all
    }

    /// Findings without a place are about what was asked for: its text is empty, its name the request.
    pub fn place(&mut self, request: &str, found: &mut [Diagnostic]) {
        if found.iter().any(|d| d.labels.is_empty()) {
            let absent = Span::new(self.sources.add(request, ""), 0, 0);
            for finding in found.iter_mut().filter(|d| d.labels.is_empty()) {
                *finding = finding.clone().label(absent, "");
            }
        }
    }

    /// Reads, resolves and compiles `request`, looking for everything there is to find.
    pub fn examine(&mut self, request: &str) -> Examined {
        self.progress.begin(request.to_owned());
        let resolved = resolve(request, &mut self.library, &mut self.sources);
        let mut found = resolved.found;
        self.place(request, &mut found);
        let mut game = None;
        if let Some(resolved) = &resolved.value {
            let compiled = Game::compile(resolved.ruleset.clone());
            let ours = compiled.found.into_iter().filter(|d| is_ours(d, resolved, &found));
            let ours: Vec<Diagnostic> = ours.collect();
            found.extend(ours);
            game = compiled.value.filter(|_| !has_errors(&found));
        }
        report::order(&mut found);
        self.progress.step();
        Examined { resolved: resolved.value, game, found }
    }

    /// Reads, resolves and compiles `request`.
    ///
    /// # Errors
    /// Its findings, if one is an error.
    pub fn load(&mut self, request: &str) -> Result<Loaded, Stop> {
        let Examined { resolved, game, mut found } = self.examine(request);
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

    /// The position that `at` chooses, and the last move that led to it.
    ///
    /// # Errors
    /// What is wrong with the position, or the first move that is not legal.
    pub fn position(
        &mut self,
        program: &Program,
        at: &At,
    ) -> Result<(Position, Option<Move>), Stop> {
        let mut position = match self.setup(program.rules(), at)? {
            None => program.start(),
            Some(setup) => {
                let placed = program.at(&setup);
                placed.value.ok_or_else(|| refused(placed.found))?
            }
        };
        let line = self.line(at);
        let last = line::play_all(&mut position, &line).map_err(|d| refused(vec![d]))?;
        Ok((position, last))
    }

    /// The same on a plane.
    ///
    /// # Errors
    /// What is wrong with the position, or the first move that is not legal.
    pub fn play(
        &mut self,
        program: &PlaneProgram,
        at: &At,
    ) -> Result<(PlanePlay, Option<PlaneMove>), Stop> {
        let mut play = match self.setup(program.rules(), at)? {
            None => PlanePlay::start(program),
            Some(setup) => {
                let placed = PlanePlay::at(program, &setup);
                placed.value.ok_or_else(|| refused(placed.found))?
            }
        };
        let line = self.line(at);
        let last = plane::play_all(&mut play, &line).map_err(|d| refused(vec![d]))?;
        Ok((play, last))
    }

    /// The position that was asked for, letters understood; `None` for the start.
    fn setup(&mut self, rules: &Ruleset, at: &At) -> Result<Option<Setup>, Stop> {
        let Some(text) = &at.position else { return Ok(None) };
        let source = self.sources.add("--position", text.as_str());
        if text.trim() == "startpos" {
            let span = Span::new(source, 0, text.len());
            let title = "`startpos` is not a position";
            let finding = Diagnostic::at(Code::BadPosition, span, title, "a word")
                .help("leave `--position` out: the start is where it begins");
            return Err(refused(vec![finding]));
        }
        let text = Scalar::plain(text.as_str(), Span::new(source, 0, text.len()));
        let read = setup::read_position(&text, rules);
        match read.value {
            Some(setup) if !has_errors(&read.found) => Ok(Some(setup)),
            Some(_) | None => Err(refused(read.found)),
        }
    }

    /// The moves to be played first.
    fn line(&mut self, at: &At) -> Vec<Spanned<String>> {
        let Some(text) = &at.after else { return Vec::new() };
        let source = self.sources.add("--after", text.as_str());
        let place = |range: std::ops::Range<usize>| Span::new(source, range.start, range.end);
        Written::new(text, &place).words().into_iter().map(Written::spanned).collect()
    }

    /// Tells why a command stopped. In `json`, findings are an object too.
    pub fn stop(&mut self, stop: Stop, json: bool) -> Status {
        match stop {
            Stop::Refused(why) => {
                self.shell.complain(format!("error: {why}"));
                Status::Refused
            }
            Stop::Found(mut found, status) => {
                report::order(&mut found);
                if json {
                    self.shell.json(&report::json(&found, &self.sources));
                } else {
                    let style = self.shell.complaint();
                    self.shell.complain(report::draw(&found, &self.sources, style));
                }
                status
            }
        }
    }
}

/// A request that findings forbid.
fn refused(found: Vec<Diagnostic>) -> Stop {
    Stop::Found(found, Status::Refused)
}

/// With such a finding nobody knows what stands where at first.
fn is_about_cells(code: Code) -> bool {
    matches!(
        code,
        Code::BadPlacement
            | Code::BadPosition
            | Code::BadSpace
            | Code::BadSection
            | Code::UnknownCell
    )
}

/// The definition is not there, or cannot be read.
fn is_absent(code: Code) -> bool {
    matches!(code, Code::UnknownDefinition | Code::UnreadableFile | Code::TooLarge)
}

/// Whether what the board found is news about the files asked for.
fn is_ours(finding: &Diagnostic, resolved: &Resolved, found: &[Diagnostic]) -> bool {
    let Some(span) = finding.span() else { return true };
    if finding.severity() == Severity::Warning && !resolved.asked.contains(&span.source) {
        return false;
    }
    if found.iter().any(|d| d.span() == Some(span)) {
        return false;
    }
    // What is said of the whole is worth nothing before its parts are right.
    let of_the_whole = matches!(
        finding.code,
        Code::ShadowedTerm | Code::ImmobilePiece | Code::UnreachablePromotion
    );
    if of_the_whole && has_errors(found) {
        return false;
    }
    // Of files laid together, none is wrong because another says the same: each is judged by itself.
    if finding.code == Code::ShadowedTerm && resolved.asked.len() > 1 {
        return false;
    }
    let kinds = resolved.ruleset.kinds.enumerate();
    let mut terms = kinds.flat_map(|(id, kind)| {
        let movements = std::iter::once(&kind.moves).chain(&kind.attacks);
        movements.flat_map(move |m| m.terms.iter().map(move |term| (id, term)))
    });
    // Start cells are not what they should be while the setup has letters that nobody knows.
    let unplaced = found.iter().any(|d| is_about_cells(d.code));
    terms.all(|(id, term)| {
        // A kind that was not understood moves otherwise than its author wrote.
        let doubtful = resolved.suspect.contains(&id) || (unplaced && term.needs_start_cell());
        term.span != span || !doubtful
    })
}
