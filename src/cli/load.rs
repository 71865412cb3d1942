//! From what a person names to what commands work on.
//!
//! Owns: [`Session`] (texts, definitions and output of one run), [`Loaded`], [`Stop`], and the
//! arguments that choose a position ([`At`]). Invariant: a `Loaded` has no finding that is an error.

use crate::board::position::Move;
use crate::cli::shell::{Shell, Status};
use crate::diagnostic::{Code, Diagnostic, Severity, has_errors};
use crate::library::Library;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::render::report;
use crate::resolve::resolution::{Resolved, resolve};
use crate::resolve::setup;
use crate::source::{Sources, Span, Spanned};
use crate::suite::line;
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
}

/// A variant ready to be played.
pub struct Loaded {
    /// As it was asked for.
    pub name: String,
    /// What its files mean.
    pub resolved: Resolved,
    /// Compiled.
    pub program: Program,
}

/// All that is known about a request, errors and all.
pub struct Examined {
    /// What its files mean, if anything.
    pub resolved: Option<Resolved>,
    /// Compiled, if it can be.
    pub program: Option<Program>,
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

impl Session {
    /// Nothing read yet.
    pub fn new(shell: Shell) -> Self {
        Self { sources: Sources::new(), library: Library::new(), shell }
    }

    /// The requests that `requests` stand for, folders opened; a bad one is a finding.
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
        all
    }

    /// Findings without a place are about what was asked for: its text is empty, its name the request.
    fn place(&mut self, request: &str, found: &mut [Diagnostic]) {
        if found.iter().any(|d| d.labels.is_empty()) {
            let absent = Span::new(self.sources.add(request, ""), 0, 0);
            for finding in found.iter_mut().filter(|d| d.labels.is_empty()) {
                *finding = finding.clone().label(absent, "");
            }
        }
    }

    /// Reads, resolves and compiles `request`, looking for everything there is to find.
    pub fn examine(&mut self, request: &str) -> Examined {
        let resolved = resolve(request, &mut self.library, &mut self.sources);
        let mut found = resolved.found;
        self.place(request, &mut found);
        let mut program = None;
        if let Some(resolved) = &resolved.value {
            let compiled = Program::compile(resolved.ruleset.clone());
            let ours = compiled.found.into_iter().filter(|d| is_ours(d, resolved, &found));
            let ours: Vec<Diagnostic> = ours.collect();
            found.extend(ours);
            program = compiled.value.filter(|_| !has_errors(&found));
        }
        report::order(&mut found);
        Examined { resolved: resolved.value, program, found }
    }

    /// Reads, resolves and compiles `request`.
    ///
    /// # Errors
    /// Its findings, if one is an error.
    pub fn load(&mut self, request: &str) -> Result<Loaded, Stop> {
        let Examined { resolved, program, mut found } = self.examine(request);
        match (resolved, program) {
            (Some(resolved), Some(program)) => {
                Ok(Loaded { name: request.to_owned(), resolved, program })
            }
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
    pub fn position(&mut self, loaded: &Loaded, at: &At) -> Result<(Position, Option<Move>), Stop> {
        let refused = |found| Stop::Found(found, Status::Refused);
        let mut position = match &at.position {
            None => loaded.program.start(),
            Some(text) => {
                let source = self.sources.add("--position", text.as_str());
                if text.trim() == "startpos" {
                    let span = Span::new(source, 0, text.len());
                    let title = "`startpos` is not a position";
                    let finding = Diagnostic::at(Code::BadPosition, span, title, "a word")
                        .help("leave `--position` out: the start is where it begins");
                    return Err(refused(vec![finding]));
                }
                let text = Scalar::plain(text.as_str(), Span::new(source, 0, text.len()));
                let read = setup::read_position(&text, loaded.program.rules());
                let setup = match read.value {
                    Some(setup) if !has_errors(&read.found) => setup,
                    Some(_) | None => return Err(refused(read.found)),
                };
                let placed = loaded.program.at(&setup);
                placed.value.ok_or_else(|| refused(placed.found))?
            }
        };
        let mut last = None;
        if let Some(text) = &at.after {
            let source = self.sources.add("--after", text.as_str());
            let place = |range: std::ops::Range<usize>| Span::new(source, range.start, range.end);
            let line: Vec<Spanned<String>> =
                Written::new(text, &place).words().into_iter().map(Written::spanned).collect();
            last = line::play_all(&mut position, &line).map_err(|d| refused(vec![d]))?;
        }
        Ok((position, last))
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
    let kinds = resolved.ruleset.kinds.enumerate();
    let mut terms = kinds.flat_map(|(id, kind)| {
        let movements = std::iter::once(&kind.moves).chain(&kind.attacks);
        movements.flat_map(move |m| m.terms.iter().map(move |term| (id, term)))
    });
    // Start cells are not what they should be while the setup has letters that nobody knows.
    let unplaced = found.iter().any(|d| matches!(d.code, Code::BadPlacement | Code::BadPosition));
    terms.all(|(id, term)| {
        // A kind that was not understood moves otherwise than its author wrote.
        let doubtful = resolved.suspect.contains(&id) || (unplaced && term.needs_start_cell());
        term.span != span || !doubtful
    })
}
