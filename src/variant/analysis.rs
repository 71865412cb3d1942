//! From a request to everything that is known about it: read, resolve, compile, and try the edits that are offered.

use crate::play::game::Game;
use crate::resolve::build::Confidence;
use crate::resolve::resolution::{Resolved, resolve};
use crate::variant::finding::Finding;
use crate::variant::follow_up::{may_be_echo, without_echoes};
use crate::variant::trial::{Depth, Trial};
use crate::variant::workspace::Workspace;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity, has_errors, order};
use alfil_diagnostics::source::{SourceId, Sources};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What the files of a request mean, before anything is compiled.
#[derive(Clone, Debug)]
pub(crate) struct Understood {
    /// The rules, if any.
    pub resolved: Option<Resolved>,
    request: String,
    found: Vec<Diagnostic>,
    /// Those whose edits hold.
    held: Vec<Diagnostic>,
    took: Duration,
}

/// What compiling adds to it.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// Compiled, if it can be.
    pub game: Option<Game>,
    /// Everything found, the most useful first.
    pub found: Vec<Diagnostic>,
}

/// All that is known about a request, errors and all.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What its files mean, if anything.
    #[doc(hidden)]
    pub resolved: Option<Resolved>,
    /// Compiled, if it can be.
    pub game: Option<Game>,
    /// Everything found, the most useful first.
    #[doc(hidden)]
    pub found: Vec<Diagnostic>,
}

impl Understood {
    /// What is found already, the most useful first. What compiling might explain otherwise is not said yet, so that
    /// nothing of it is ever taken back.
    pub(crate) fn found(&self) -> Vec<Diagnostic> {
        let mut found: Vec<_> =
            self.found.iter().filter(|d| !may_be_echo(d.code)).cloned().collect();
        order(&mut found);
        offer(&mut found, &self.held);
        found
    }
}

impl Workspace {
    /// Everything found about `request`, whether or not it can be played, the most useful first.
    pub fn findings(&mut self, request: &str) -> Vec<Finding> {
        let found = self.examine(request).found;
        found.iter().map(|d| Finding::of(d, &self.sources)).collect()
    }

    /// Reads, resolves and compiles `request`, looking for everything there is to find.
    pub fn examine(&mut self, request: &str) -> Analysis {
        let meant = self.resolve(request);
        let Compiled { game, found } = self.compile(&meant);
        Analysis { resolved: meant.resolved, game, found }
    }

    /// Reads and resolves `request`, and tries the edits that are offered.
    pub(crate) fn resolve(&mut self, request: &str) -> Understood {
        let mut meant = self.understand(request);
        if meant.found.iter().any(|d| d.edit.is_some()) {
            let told = |found: &[Diagnostic], sources: &Sources| {
                let mut told = found.to_vec();
                without_echoes(&mut told, sources);
                order(&mut told);
                told
            };
            let resolved = told(&meant.found, &self.sources);
            let compiled = OnceCell::new();
            let trial = Trial {
                before: &|depth| match depth {
                    Depth::Resolved => &resolved,
                    Depth::Compiled => compiled.get_or_init(|| self.put_together(&meant).found),
                },
                bytes: self.bytes(&meant),
                took: meant.took,
                look: &|other| {
                    let meant = other.understand(request);
                    if has_errors(&meant.found) {
                        return (Depth::Resolved, told(&meant.found, &other.sources));
                    }
                    let found = other.put_together(&meant).found;
                    // Without errors there is nothing that might have been found before.
                    match has_errors(&found) {
                        true => (Depth::Compiled, found),
                        false => (Depth::Resolved, found),
                    }
                },
            };
            let held = self.hold(resolved.iter(), &trial);
            meant.held = held;
        }
        meant
    }

    /// The bytes of the files that a request was read from.
    fn bytes(&self, meant: &Understood) -> usize {
        let spans = meant.found.iter().filter_map(Diagnostic::span).map(|span| span.source);
        let files = meant.resolved.iter().flat_map(|resolved| resolved.files.iter().copied());
        let files: BTreeSet<SourceId> = spans.chain(files).collect();
        files.into_iter().map(|id| self.sources.get(id).text.len()).sum()
    }

    /// Reads and resolves `request`; its edits are guesses.
    fn understand(&mut self, request: &str) -> Understood {
        let began = Instant::now();
        let resolved = resolve(request, &mut self.library, &mut self.sources);
        let mut found = resolved.found;
        self.place(request, &mut found);
        let took = began.elapsed();
        Understood {
            resolved: resolved.value,
            request: request.to_owned(),
            found,
            held: Vec::new(),
            took,
        }
    }

    /// Compiles what was resolved here, and tries the edits that this adds.
    pub(crate) fn compile(&self, meant: &Understood) -> Compiled {
        let began = Instant::now();
        let mut compiled = self.put_together(meant);
        let is_new = |d: &&Diagnostic| d.edit.is_some() && !meant.found.contains(d);
        let mut held = meant.held.clone();
        if compiled.found.iter().any(|d| is_new(&d)) {
            let trial = Trial {
                before: &|_| &compiled.found,
                bytes: self.bytes(meant),
                took: meant.took + began.elapsed(),
                look: &|other| {
                    let meant = other.understand(&meant.request);
                    (Depth::Compiled, other.put_together(&meant).found)
                },
            };
            held.extend(self.hold(compiled.found.iter().filter(is_new), &trial));
        }
        offer(&mut compiled.found, &held);
        compiled
    }

    /// Compiles what was resolved here; its edits are guesses.
    fn put_together(&self, meant: &Understood) -> Compiled {
        let mut found = meant.found.clone();
        let mut game = None;
        if let Some(resolved) = &meant.resolved {
            let compiled = Game::compile(resolved.ruleset.clone());
            let mut ours = compiled.found;
            ours.extend(compiled.value.as_ref().and_then(Game::misfit));
            ours.retain(|d| is_ours(d, resolved, &found));
            let here = |d: &Diagnostic| d.span().is_none_or(|s| resolved.asked.contains(&s.source));
            // Lines of a parent are sound by themselves: it is the mistakes of the child that break them.
            if ours.iter().any(|d| d.severity() == Severity::Error && here(d)) {
                ours.retain(here);
            }
            found.append(&mut ours);
            game = compiled.value.filter(|_| !has_errors(&found));
            let cases = &resolved.cases;
            // Of positions little can be said while something else is wrong.
            let strange = game.iter().filter(|_| found.is_empty());
            let mut slips: Vec<_> =
                strange.flat_map(|game| game.strange_positions(cases)).collect();
            slips.extend(game.iter().flat_map(|game| game.unplayable_claims(cases)));
            found.append(&mut slips);
        }
        without_echoes(&mut found, &self.sources);
        order(&mut found);
        Compiled { game, found }
    }
}

/// Leaves of the edits of `found` those that hold.
fn offer(found: &mut [Diagnostic], held: &[Diagnostic]) {
    for finding in found.iter_mut().filter(|d| d.edit.is_some() && !held.contains(d)) {
        finding.edit = None;
    }
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

/// Whether what the board found is news about the files asked for.
fn is_ours(finding: &Diagnostic, resolved: &Resolved, found: &[Diagnostic]) -> bool {
    let Some(span) = finding.span() else { return true };
    if finding.severity() == Severity::Warning && !resolved.asked.contains(&span.source) {
        return false;
    }
    // Of a setup with too few rows nobody knows who is missing.
    let rows =
        |d: &Diagnostic| (finding.code, d.code) == (Code::BadPlacement, Code::RoyalNotInSetup);
    if found.iter().any(|d| d.span() == Some(span) && !rows(d)) {
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
    let misplaced = resolved.trust == Confidence::Misplaced;
    let unplaced = misplaced || found.iter().any(|d| is_about_cells(d.code));
    terms.all(|(id, term)| {
        // A kind that was not understood moves otherwise than its author wrote.
        let doubtful = resolved.suspect.contains(&id) || (unplaced && term.needs_start_cell());
        term.span != span || !doubtful
    })
}
