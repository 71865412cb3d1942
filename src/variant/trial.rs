//! Edits are tried before they are offered.
//!
//! Owns: [`Trial`] and [`Workspace::hold`]. Takes findings and a way to look at the same request again; gives those whose
//! edits do what they promise: with the edit typed in, the finding is gone, no error is new, and nobody complains of what was typed.
//! What a room suggests is the likeliest word, and only here it is known what the rest of the file makes of it.
//! Invariant: the cost is bounded, and what was not tried is not offered.

use crate::diagnostic::{Code, Diagnostic, Edit, Severity};
use crate::source::{SourceId, Span};
use crate::variant::workspace::Workspace;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// So many edits are tried: a report draws no more findings.
const MOST: usize = 100;
/// So many bytes are read again at most, the files of the request counted for each edit: a large file has fewer edits tried.
const MOST_BYTES: usize = 1 << 20;
/// No trial begins that is likely to end later than this after the first one began. Ordinary files need a tenth of it; it is for those
/// that are made to take long.
const PATIENCE: Duration = Duration::from_millis(500);

/// A look at a request with an edit typed in.
pub(super) struct Trial<'a> {
    /// What was found before, as it is told.
    pub before: &'a [Diagnostic],
    /// The bytes of the files that are read again.
    pub bytes: usize,
    /// How long it took to find that, about as long as a trial takes.
    pub took: Duration,
    /// What is found in another workspace, as it is told.
    pub look: &'a dyn Fn(&mut Workspace) -> Vec<Diagnostic>,
}

impl Workspace {
    /// Those of `found` whose edits hold, in order.
    pub(super) fn hold<'d>(
        &self,
        found: impl Iterator<Item = &'d Diagnostic>,
        trial: &Trial<'_>,
    ) -> Vec<Diagnostic> {
        let (began, mut longest, mut bytes) = (Instant::now(), trial.took, 0);
        let mut held = Vec::new();
        for finding in found.filter(|finding| finding.edit.is_some()).take(MOST) {
            bytes += trial.bytes;
            if bytes > MOST_BYTES || began.elapsed() + longest > PATIENCE {
                break;
            }
            let Some(edit) = finding.edit.as_deref() else { continue };
            let before = Instant::now();
            let mut other = self.clone();
            other.type_in(edit);
            let after = (trial.look)(&mut other);
            if (Cure { finding, edit }).holds(trial.before, &after) {
                held.push(finding.clone());
            }
            longest = longest.max(before.elapsed());
        }
        held
    }

    fn type_in(&mut self, edit: &Edit) {
        let Span { source, start, end } = edit.span;
        let text = &self.sources().get(source).text;
        let text = [&text[..start as usize], &edit.text, &text[end as usize..]].concat();
        self.sources_mut().replace(source, text);
    }
}

/// A finding and the edit that it offers.
struct Cure<'a> {
    finding: &'a Diagnostic,
    edit: &'a Edit,
}

/// What kind of finding begins where.
type Place = (Code, Option<(SourceId, u32)>);

impl Cure<'_> {
    /// Whether the finding is gone in `after` and nothing has taken its place.
    fn holds(&self, before: &[Diagnostic], after: &[Diagnostic]) -> bool {
        let own = self.moved(self.finding);
        let again = |other: &Diagnostic| place(other) == own && other.title == self.finding.title;
        let known: HashSet<Place> = before.iter().map(|known| self.moved(known)).collect();
        let same = |other: &Diagnostic| {
            before.iter().any(|d| self.moved(d) == place(other) && d.title == other.title)
        };
        let is_fault = |other: &Diagnostic| match (other.severity(), self.is_typed(other)) {
            (Severity::Error | Severity::Warning, true) => !same(other),
            (Severity::Error, false) => !known.contains(&place(other)),
            (Severity::Warning, false) => false,
        };
        !after.iter().any(|other| again(other) || is_fault(other))
    }

    /// Where a finding begins once the edit is typed in.
    fn moved(&self, finding: &Diagnostic) -> Place {
        let Edit { span, text } = self.edit;
        let at = |at: Span| match at.start {
            start if at.source == span.source && start >= span.end && start > span.start => {
                start - span.end + span.start + text.len() as u32
            }
            start if at.source == span.source && start > span.start => span.start,
            start => start,
        };
        (finding.code, finding.span().map(|span| (span.source, at(span))))
    }

    /// Whether a finding is about what was typed.
    fn is_typed(&self, finding: &Diagnostic) -> bool {
        let (start, end) =
            (self.edit.span.start, self.edit.span.start + self.edit.text.len() as u32);
        let touches = |span: Span| {
            span.source == self.edit.span.source && span.start < end && start < span.end
        };
        finding.labels.iter().any(|label| touches(label.span))
    }
}

fn place(finding: &Diagnostic) -> Place {
    (finding.code, finding.span().map(|span| (span.source, span.start)))
}
