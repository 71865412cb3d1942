//! Analyses a request: read, resolve, compile, and try the edits that are offered.

use crate::finding::{Finding, may_be_follow_up, without_follow_ups};
use crate::trial::{Depth, Trial, Tried};
use crate::workspace::Workspace;
use alfil_clock::Instant;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity, has_errors, order};
use alfil_diagnostics::source::{SourceId, Sources};
use alfil_play::game::Game;
use alfil_resolve::build::Confidence;
use alfil_resolve::resolution::{Resolved, resolve};
use alfil_syntax::definition::Role;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::Duration;

/// A resolved request, before compilation.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The resolved rules, if the request has any.
    pub resolved: Option<Resolved>,
    request: String,
    pub(crate) found: Vec<Diagnostic>,
    /// The findings whose edits were tried.
    tried: Vec<Tried>,
    took: Duration,
}

/// The result of compiling.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The compiled game, if there is one.
    pub game: Option<Game>,
    /// All findings, the most useful first.
    pub found: Vec<Diagnostic>,
}

/// Everything that is known about a request, even if it has errors.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The resolved rules, if the request has any.
    #[doc(hidden)]
    pub resolved: Option<Resolved>,
    /// The compiled game, if there is one.
    pub game: Option<Game>,
    /// All findings, the most useful first.
    #[doc(hidden)]
    pub found: Vec<Diagnostic>,
}

impl Resolution {
    /// The findings before compilation, the most useful first. Findings that compilation may reveal
    /// as follow-ups are left out, so that no reported finding is ever withdrawn.
    pub fn found(&self) -> Vec<Diagnostic> {
        let mut found: Vec<_> =
            self.found.iter().filter(|d| !may_be_follow_up(d.code)).cloned().collect();
        order(&mut found);
        offer(&mut found, &self.tried);
        found
    }
}

impl Workspace {
    /// All findings about `request`, the most useful first, whether or not it can be played.
    pub fn findings(&mut self, request: &str) -> Vec<Finding> {
        let found = self.examine(request).found;
        found.iter().map(|d| Finding::of(d, &self.sources)).collect()
    }

    /// Reads, resolves and compiles `request` and reports everything that can be found.
    pub fn examine(&mut self, request: &str) -> Analysis {
        let resolution = self.resolve(request);
        let Compiled { game, found } = self.compile(&resolution);
        Analysis { resolved: resolution.resolved, game, found }
    }

    /// Reads and resolves `request`, and tries the edits that findings offer.
    pub fn resolve(&mut self, request: &str) -> Resolution {
        let mut resolution = self.resolve_untried(request);
        if resolution.found.iter().any(|d| d.edit.is_some()) {
            let told = |found: &[Diagnostic], sources: &Sources| {
                let mut told = found.to_vec();
                without_follow_ups(&mut told, sources);
                order(&mut told);
                told
            };
            let resolved = told(&resolution.found, &self.sources);
            let compiled = OnceCell::new();
            let trial = Trial {
                before: &|depth| match depth {
                    Depth::Resolved => &resolved,
                    Depth::Compiled => {
                        compiled.get_or_init(|| self.compile_untried(&resolution).found)
                    }
                },
                bytes: self.bytes(&resolution),
                took: resolution.took,
                look: &|other| {
                    let resolution = other.resolve_untried(request);
                    if has_errors(&resolution.found) {
                        return (Depth::Resolved, told(&resolution.found, &other.sources));
                    }
                    let found = other.compile_untried(&resolution).found;
                    // Without errors there is no new error. So the unchanged files need not be
                    // compiled for the comparison.
                    if has_errors(&found) {
                        (Depth::Compiled, found)
                    } else {
                        (Depth::Resolved, found)
                    }
                },
            };
            let tried = self.try_edits(resolved.iter(), &trial);
            resolution.tried = tried;
        }
        resolution
    }

    /// The total size in bytes of the files of a request.
    fn bytes(&self, resolution: &Resolution) -> usize {
        let spans = resolution.found.iter().filter_map(Diagnostic::span).map(|span| span.source);
        let files = resolution.resolved.iter().flat_map(|resolved| resolved.files.iter().copied());
        let files: BTreeSet<SourceId> = spans.chain(files).collect();
        files.into_iter().map(|id| self.sources.get(id).text.len()).sum()
    }

    /// Reads and resolves `request` without trying its edits.
    pub(crate) fn resolve_untried(&mut self, request: &str) -> Resolution {
        let began = Instant::now();
        let resolved = resolve(request, &mut self.library, &mut self.sources);
        let mut found = resolved.found;
        self.place(request, &mut found);
        let took = began.elapsed();
        Resolution {
            resolved: resolved.value,
            request: request.to_owned(),
            found,
            tried: Vec::new(),
            took,
        }
    }

    /// Compiles a resolved request, and tries the edits of new findings.
    pub fn compile(&self, resolution: &Resolution) -> Compiled {
        let began = Instant::now();
        let mut compiled = self.compile_untried(resolution);
        let is_new = |d: &&Diagnostic| d.edit.is_some() && !resolution.found.contains(d);
        let mut tried = resolution.tried.clone();
        if compiled.found.iter().any(|d| is_new(&d)) {
            let trial = Trial {
                before: &|_| &compiled.found,
                bytes: self.bytes(resolution),
                took: resolution.took + began.elapsed(),
                look: &|other| {
                    let resolution = other.resolve_untried(&resolution.request);
                    (Depth::Compiled, other.compile_untried(&resolution).found)
                },
            };
            tried.extend(self.try_edits(compiled.found.iter().filter(is_new), &trial));
        }
        offer(&mut compiled.found, &tried);
        compiled
    }

    /// Compiles a resolved request without trying its edits.
    fn compile_untried(&self, resolution: &Resolution) -> Compiled {
        let mut found = resolution.found.clone();
        let mut game = None;
        if let Some(resolved) = &resolution.resolved {
            let compiled = Game::compile(resolved.ruleset.clone());
            let mut ours = compiled.found;
            ours.extend(compiled.value.as_ref().and_then(Game::misfit));
            ours.retain(|d| is_ours(d, resolved, &found));
            let here = |d: &Diagnostic| d.span().is_none_or(|s| resolved.asked.contains(&s.source));
            // If the requested file has an error, findings in its parents are dropped. A parent is
            // correct by itself, so this error causes them.
            if ours.iter().any(|d| d.severity() == Severity::Error && here(d)) {
                ours.retain(here);
            }
            found.append(&mut ours);
            game = compiled.value.filter(|_| !has_errors(&found));
            let cases = &resolved.cases;
            // Findings about positions are unreliable while there are other findings.
            let strange = game.iter().filter(|_| found.is_empty());
            let mut slips: Vec<_> =
                strange.flat_map(|game| game.strange_positions(cases)).collect();
            slips.extend(game.iter().flat_map(|game| game.unplayable_claims(cases)));
            let playable = game.iter().filter(|_| resolved.role == Role::Game);
            slips.extend(playable.filter_map(Game::over_at_start));
            found.append(&mut slips);
        }
        without_follow_ups(&mut found, &self.sources);
        order(&mut found);
        Compiled { game, found }
    }
}

/// Keeps only the edits in `found` that were tried with success. Text that was tried without
/// success is not proposed either.
fn offer(found: &mut [Diagnostic], tried: &[Tried]) {
    for finding in found.iter_mut().filter(|d| d.edit.is_some()) {
        match tried.iter().find(|tried| tried.finding == *finding).map(|tried| tried.succeeds) {
            Some(true) => {}
            Some(false) => {
                finding.edit = None;
                finding.help.take_if(|help| help.starts_with("write "));
            }
            None => finding.edit = None,
        }
    }
}

/// Returns true if findings with this code leave the contents of cells unknown.
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

/// Returns true if a finding from compilation says something new about the requested files.
fn is_ours(finding: &Diagnostic, resolved: &Resolved, found: &[Diagnostic]) -> bool {
    let Some(span) = finding.span() else { return true };
    if finding.severity() != Severity::Error && !resolved.asked.contains(&span.source) {
        return false;
    }
    // Of two findings at one place only the first is kept. An exception is a bad placement after a
    // missing royal piece: a setup with too few rows does not show which piece is missing.
    let rows =
        |d: &Diagnostic| (finding.code, d.code) == (Code::BadPlacement, Code::RoyalNotInSetup);
    if found.iter().any(|d| d.span() == Some(span) && !rows(d)) {
        return false;
    }
    // Findings about the game as a whole are unreliable while parts have errors.
    let of_the_whole = matches!(
        finding.code,
        Code::ShadowedTerm | Code::ImmobilePiece | Code::UnreachablePromotion
    );
    if of_the_whole && has_errors(found) {
        return false;
    }
    // If several files are combined, each is right by itself, even if another has the same term.
    if finding.code == Code::ShadowedTerm && resolved.asked.len() > 1 {
        return false;
    }
    let kinds = resolved.ruleset.kinds.enumerate();
    let mut terms = kinds.flat_map(|(id, kind)| {
        let movements = std::iter::once(&kind.moves).chain(&kind.attacks);
        movements.flat_map(move |m| m.terms.iter().map(move |term| (id, term)))
    });
    // Start cells are unreliable while the setup has unknown letters.
    let misplaced = resolved.trust == Confidence::Misplaced;
    let unplaced = misplaced || found.iter().any(|d| is_about_cells(d.code));
    terms.all(|(id, term)| {
        // A kind with an error does not move as its author intended.
        let doubtful = resolved.suspect.contains(&id) || (unplaced && term.needs_start_cell());
        term.span != span || !doubtful
    })
}
