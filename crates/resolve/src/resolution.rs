//! Turns a request into a ruleset, and writes its movement strings for other programs.
//!
//! [`resolve`] finds the files of a name, path or sum (`inheritance.rs`) and lays them over each
//! other (`layer.rs`). It checks the whole game (`lints.rs`) and builds the ruleset (`build.rs`).
//! Warnings are reported only for files that the request names.

pub use crate::draft::Part;

use crate::build::{self, Confidence};
use crate::draft::{Broken, Draft, Ways};
use crate::inheritance::{self, Chain, Gaps, Layer};
use crate::lints::{self, Anchors};
use crate::setup::{self, Case, LetterTable};
use crate::{dice, idle, layer, onward, sight};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Report, Severity, has_errors};
use alfil_diagnostics::source::{SourceId, Sources, Span, Spanned};
use alfil_library::Library;
use alfil_rules::goal::Event;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::cases::CaseText;
use alfil_syntax::definition::Role;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::notation::ast::{ClauseKind, Gap, Term};
use alfil_syntax::scalar::Scalar;

/// The rules of a request, and everything that later stages need to know about its files.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The rules. If there are errors, they only serve to find more errors.
    pub ruleset: Ruleset,
    /// Tests of the file that the request names; empty if it names several files.
    pub cases: Vec<Case>,
    /// The title.
    pub title: String,
    /// Origin: keys and values of `about`.
    pub about: Vec<(String, String)>,
    /// The game and the modifiers of a sum, each with title and origin.
    pub parts: Vec<Part>,
    /// The role of the first file that the request names. If it is a modifier, its base is chess.
    pub role: Role,
    /// All files of the request, with parents and modifiers. The base is the first one.
    pub files: Vec<SourceId>,
    /// The files that the request names. Warnings are reported only for these.
    pub asked: Vec<SourceId>,
    /// The rules that the tests of the request must cover.
    pub own: Own,
    /// Kinds with an error in some part. Further findings about them are left out.
    pub suspect: Vec<KindId>,
    pub trust: Confidence,
    /// The draft, from which the game can be written as one file.
    pub(crate) draft: Draft,
}

/// The rules that the requested files and their modifiers give, and that their tests must cover.
/// The tests of a parent cover the rules of the parent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Own {
    pub files: Vec<SourceId>,
    /// Where these files restrict every move.
    pub every_move: Option<Span>,
    /// Where these files restrict attacks.
    pub attacks: Option<Span>,
    /// Where these files define turns.
    pub turn: Option<Span>,
    pub ends: Vec<Spanned<Event>>,
    /// Rules that these files exempt from coverage.
    pub untested: Vec<Spanned<String>>,
}

impl Own {
    fn of(chain: &Chain) -> Own {
        let asked = |layer: &&Layer| {
            chain.asked.contains(&layer.source) || layer.definition.role() == Role::Modifier
        };
        let mut own = Own::default();
        for layer in chain.layers.iter().filter(asked) {
            let definition = &layer.definition;
            own.files.push(layer.source);
            own.every_move = definition.every_move.as_ref().map(Scalar::span).or(own.every_move);
            own.attacks = definition.attacks.as_ref().map(Scalar::span).or(own.attacks);
            own.turn = definition.turn.as_ref().map(OrNone::span).or(own.turn);
            let ends = definition.ends.verdicts.iter().filter(|end| end.verdict.value.is_some());
            own.ends.extend(ends.map(|end| Spanned::new(end.event, end.verdict.span)));
            own.untested.extend(definition.cases.iter().filter_map(CaseText::untested).cloned());
        }
        own
    }
}

impl Resolved {
    /// The place where the files give the result of `event`. If several do, the last one counts.
    pub fn place_of_end(&self, event: Event) -> Option<Span> {
        let said = self.draft.ends.iter().filter(|end| end.event == event);
        said.map(|end| end.verdict.span).next_back()
    }
}

/// Resolves a request: a shipped name, a path, or a sum such as `capablanca+contrast-modifier`. If
/// enough of the files can be read, the result has a value even if there are errors.
pub fn resolve(request: &str, library: &mut Library, sources: &mut Sources) -> Findings<Resolved> {
    let mut found = Report::default();
    let Some(chain) = inheritance::follow(request, library, sources, &mut found) else {
        return Findings::new(None, found);
    };
    let resolved = lay(&chain, &mut found);
    let about_asked = |d: &Diagnostic| match d.severity() {
        Severity::Error => true,
        Severity::Warning | Severity::Note => {
            d.span().is_none_or(|s| chain.asked.contains(&s.source)) || about_the_sum(d.code)
        }
    };
    found.retain(about_asked);
    let idle: Vec<bool> = found.iter().map(|d| is_idle_advice(d, &found)).collect();
    let mut idle = idle.into_iter();
    found.retain(|_| idle.next() != Some(true));
    Findings::new(resolved, found)
}

/// Returns true for findings that only arise from a combination of files. They are reported for
/// every request.
fn about_the_sum(code: Code) -> bool {
    matches!(code, Code::DroppedMoves | Code::IdleModifier | Code::AbsentPiece)
}

/// Returns true for findings that could be the result of a missing file.
pub fn may_be_in_a_gap(code: Code) -> bool {
    matches!(
        code,
        Code::MissingKey
            | Code::UnknownPiece
            | Code::UnknownZone
            | Code::BadPlacement
            | Code::NothingToPromoteTo
            | Code::NoRoyal
            | Code::RoyalNotInSetup
            | Code::UnusedPiece
            | Code::UnusedZone
            | Code::UnusedName
            | Code::UnusedCastling
            | Code::IdleModifier
            | Code::AbsentPiece
    )
}

/// Returns true for advice to quote a text that uses unsupported notation. Quotes do not help then.
fn is_idle_advice(finding: &Diagnostic, found: &[Diagnostic]) -> bool {
    finding.code == Code::NeedsQuotes
        && finding.span().is_some_and(|outer| {
            found.iter().filter(|d| d.code == Code::NotYetExecutable).any(|d| {
                d.span().is_some_and(|s| {
                    s.source == outer.source && outer.start <= s.start && s.end <= outer.end
                })
            })
        })
}

fn lay(chain: &Chain, found: &mut Report) -> Option<Resolved> {
    let mut draft = Draft::default();
    let first = found.len();
    for layer in &chain.layers {
        layer::apply(layer, &mut draft, found);
    }
    let head = chain.layers.iter().rev().find(|l| Some(&l.source) == chain.asked.first())?;
    let misfit = draft.broken.space;
    if chain.gaps == Gaps::Some {
        draft.broken = Broken::ALL;
    }
    let anchors = Anchors::of(&head.definition);
    let before = found.len();
    lints::check(&draft, chain.role, &anchors, found);
    if chain.role == Role::Game && !has_errors(found) {
        let asked = |layer: &&Layer| chain.asked.contains(&layer.source);
        for layer in chain.layers.iter().filter(asked) {
            if layer.definition.role() == Role::Game {
                idle::lint(&layer.definition, &draft, found);
            }
        }
    }
    let outgrown = match chain.role {
        Role::Game => lints::outgrown(&draft, &anchors, found),
        // An abstract parent may lack a setup, because its children bring their own. So findings
        // about its setup are dropped.
        Role::Abstract => lints::outgrown(&draft, &anchors, &mut Report::default()),
        Role::Modifier => false,
    };
    let broken = draft.broken.space || draft.broken.setup || draft.broken.pieces;
    let suspect = draft.live().any(|(_, p)| p.suspect);
    let trust = if misfit || outgrown {
        Confidence::Misplaced
    } else if broken || suspect || has_errors(&found[before..]) {
        Confidence::Shaken
    } else {
        Confidence::Sound
    };
    let numbers = draft.renumbering();
    let played = onward::played(&draft, found);
    let ruleset = build::ruleset(&played, &numbers, anchors.game(), trust, found);
    drop(played);
    if let (Some(rules), Role::Game, Confidence::Sound) = (&ruleset, chain.role, trust) {
        dice::lint(rules, found);
        sight::lint(rules, &draft, anchors.game(), found);
    }
    let kinds: Vec<_> = match &ruleset {
        Some(rules) => rules.kinds.enumerate().map(|(id, kind)| (id, kind.letter)).collect(),
        None => draft.letters().into_iter().filter_map(|(k, c)| Some((numbers[k]?, c))).collect(),
    };
    let letters = LetterTable { sides: draft.sides.letters(), names: draft.sides.words(), kinds };
    let cases = match chain.asked.as_slice() {
        [_] => setup::read_tests(&head.definition.cases, &letters, found),
        _ => Vec::new(),
    };
    if chain.gaps == Gaps::Some {
        let laid = found.split_off(first);
        found.extend(laid.into_iter().filter(|d| !may_be_in_a_gap(d.code)));
    }
    let suspects = draft.live().filter(|(_, p)| p.suspect).filter_map(|(k, _)| numbers[k]);
    Some(Resolved {
        ruleset: ruleset?,
        cases,
        title: draft.title.clone(),
        about: draft.about.clone(),
        parts: draft.parts.clone(),
        role: chain.role,
        files: chain.layers.iter().map(|l| l.source).collect(),
        asked: chain.asked.clone(),
        own: Own::of(chain),
        suspect: suspects.collect(),
        trust,
        draft,
    })
}

// Movement strings of a resolved game, for programs that read Betza's notation and nothing else.

/// The movement of each kind as one string, with the name of the kind. Conditions are left out, so
/// a string may contain more moves than the piece has. Kinds without moves have an empty string.
pub fn movements(resolved: &Resolved) -> Vec<(&str, String)> {
    let all = resolved.draft.live();
    all.map(|(_, piece)| (piece.name.value.as_str(), joined(&piece.moves))).collect()
}

/// All terms of all clauses, without blanks.
fn joined(ways: &Ways) -> String {
    let mut text = String::new();
    for clause in ways.strings.iter().flat_map(|string| &string.tree.clauses) {
        match &clause.kind {
            ClauseKind::Replace { terms, .. } | ClauseKind::Add { terms, .. } => {
                let plain = |term: &Term| Term { gap: Gap::Joined, ..term.clone() }.to_string();
                text.extend(terms.iter().map(plain));
            }
            ClauseKind::Only(_) => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use alfil_diagnostics::source::Sources;

    /// Returns the titles of the findings of a definition that consists of `extends: chess` and
    /// `lines`.
    fn found(lines: &str) -> Vec<String> {
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        library.add(&mut sources, "written", &format!("extends: chess\n{lines}\n"));
        let found = resolve("written", &mut library, &mut sources).found;
        found.iter().map(|finding| finding.title.clone()).collect()
    }

    /// Only nested brackets count as depth.
    #[test]
    fn a_restriction_may_have_many_brackets() {
        let cell = |n: u8| format!("(not from {}{})", char::from(b'a' + n % 8), 1 + n / 8);
        let many: Vec<String> = (0..20).map(cell).collect();
        let many = many.join(" or ");
        assert_eq!(found(&format!("every move: {many}")), Vec::<String>::new());
    }

    #[test]
    fn too_deep_or_too_long_is_one_finding() {
        let deep = format!("{}capturing{}", "(".repeat(13), ")".repeat(13));
        let long = "capturing or ".repeat(400) + "capturing";
        for key in ["must: ", "effects: when ", "every move: "] {
            let then = if key.starts_with("effects") { " then count takes" } else { "" };
            for text in [&deep, &long] {
                let found = found(&format!("{key}{text}{then}"));
                assert_eq!(found.len(), 1, "{key}: {found:?}");
            }
        }
    }
}
