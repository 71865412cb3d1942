//! Clauses of a space, and functions that all their readers use.

use crate::grammar::{self, Rule};
use crate::written::Written;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, did_you_mean};
use alfil_rules::space::Place;

/// First words of clauses that any lattice may have.
pub(super) const CLAUSES: [&str; 6] =
    ["without", "only", "checkered", "plain", "shades", "section"];

/// Clauses of one word that join edges of a plane.
pub(super) const JOINTS: [&str; 4] = ["cylinder", "torus", "moebius", "klein"];

/// A part of a space between commas or line ends.
pub(super) struct Clause<'a> {
    pub kind: Rule,
    pub whole: Written<'a>,
    /// The first word of the clause.
    pub name: Written<'a>,
    pub words: Vec<Word<'a>>,
}

/// A word with the rule that it matches.
pub(super) type Word<'a> = grammar::Part<'a>;

/// The corners of `a1` or of the rectangle `a2-g6`.
pub(super) fn corners(
    word: Word<'_>,
    place: impl Fn(&str) -> Option<Place>,
) -> Option<(Place, Place)> {
    let (Rule::named_cells, written) = word else { return None };
    let (a, b) = written.text().split_once('-').unwrap_or((written.text(), written.text()));
    Some((place(a)?, place(b)?))
}

/// The numbers between `x`s. A number with too many digits counts as very large.
pub(super) fn numbers((kind, size): Word<'_>) -> Vec<u32> {
    match kind {
        Rule::sides => size.text().split('x').map(|n| n.parse().unwrap_or(u32::MAX)).collect(),
        _ => Vec::new(),
    }
}

pub(super) fn not_on_a_plane(what: Written<'_>) -> Diagnostic {
    let word = what.text().split_whitespace().next().unwrap_or_default();
    if JOINTS.contains(&word) {
        let title = format!("`{}` after the size of a plane", what.text());
        return bad(what, title, "a clause follows a comma")
            .help(Help::write(format!(", {}", what.text())));
    }
    let finding =
        bad(what, format!("`{}` means nothing on a plane", what.text()), "a plane has no cells");
    match did_you_mean(word, JOINTS).filter(|_| word == what.text()) {
        Some(near) => finding.help(Help::did_you_mean(near)),
        None => finding
            .help("take it away: a plane has a size, shades and obstacles: `plane 8x8, checkered`"),
    }
}

pub(super) fn not_on_a_sphere(what: Written<'_>) -> Diagnostic {
    let word = what.text().split_whitespace().next().unwrap_or_default();
    let title = format!("`{}` means nothing on a sphere", what.text());
    let why = match word {
        _ if JOINTS.contains(&word) => "a sphere has no edges",
        "checkered" | "plain" | "shades" => "a sphere has no squares",
        "without" => "a sphere has no obstacles",
        _ => "a sphere has a radius only",
    };
    bad(what, title, why).help("take it away: a sphere has a radius only: `sphere 4`")
}

pub(super) fn no_cells(word: Written<'_>, help: &str) -> Diagnostic {
    bad(word, format!("`{}` names no cells", word.text()), "expected cells").help(help)
}

pub(super) fn bad(at: Written<'_>, title: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::at(Code::BadSpace, at.span(), title, label)
}
