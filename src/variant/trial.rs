//! Edits are tried before they are offered.
//!
//! Owns: [`Trial`] and [`Workspace::hold`]. Takes findings and a way to look at the same request again; gives those whose
//! edits do what they promise: with the edit typed in, the finding is gone, no error is new, nobody complains of what was typed, and no
//! word is lost unsaid.
//! What a room suggests is the likeliest word, and only here it is known what the rest of the file makes of it.
//! Errors that the finding hid are new to nobody: see [`Cure::hid`]. Invariant: the cost is bounded, and what was not tried is not offered.

use crate::diagnostic::{Code, Diagnostic, Edit, Severity, did_you_mean};
use crate::resolve::resolution::may_be_in_a_gap;
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

/// How far a request was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Depth {
    /// Its files were read and resolved.
    Resolved,
    /// They were compiled as well.
    Compiled,
}

/// A look at a request with an edit typed in.
pub(super) struct Trial<'a> {
    /// What was found before by a look as deep, as it is told.
    pub before: &'a dyn Fn(Depth) -> &'a [Diagnostic],
    /// The bytes of the files that are read again.
    pub bytes: usize,
    /// How long it took to find that, about as long as a trial takes.
    pub took: Duration,
    /// What is found in another workspace, as it is told.
    pub look: &'a dyn Fn(&mut Workspace) -> (Depth, Vec<Diagnostic>),
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
            if self.loses_a_word(finding, edit) {
                continue;
            }
            let before = Instant::now();
            let mut other = self.clone();
            other.type_in(edit);
            let (depth, after) = (trial.look)(&mut other);
            let text = &other.sources().get(edit.span.source).text;
            if (Cure { finding, edit, text }).holds((trial.before)(depth), &after) {
                held.push(finding.clone());
            }
            longest = longest.max(before.elapsed());
        }
        held
    }

    /// Whether an edit takes a word away of which its author reads nothing. A finding whose title names words under its label is about
    /// these, and the others go unmentioned unless more is said of them; otherwise it is about all that lies under it.
    fn loses_a_word(&self, finding: &Diagnostic, edit: &Edit) -> bool {
        let old = self.sources().slice(edit.span);
        // A single letter tells little of what is lost with it.
        let words = || old.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| w.len() > 1);
        // What stands between the marks is named.
        let mut named = finding.title.split('`').skip(1).step_by(2);
        if !named.any(|named| words().any(|word| named.contains(word))) {
            return false;
        }
        let labels = finding.labels.iter().map(|label| &label.text);
        let said = [&finding.title].into_iter().chain(&finding.reason).chain(&finding.help);
        let said: Vec<&String> = said.chain(labels).collect();
        let is_told = |word: &str| {
            edit.text.contains(word)
                || did_you_mean(word, edit.text.split_whitespace()).is_some()
                || said.iter().any(|said| said.contains(word))
        };
        words().any(|word| !is_told(word))
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
    /// What the file says with it.
    text: &'a str,
}

/// What kind of finding begins where.
type Place = (Code, Option<(SourceId, u32)>);

impl Cure<'_> {
    /// Whether the finding is gone in `after` and nothing has taken its place.
    fn holds(&self, before: &[Diagnostic], after: &[Diagnostic]) -> bool {
        let own = self.moved(self.finding);
        let again = |other: &Diagnostic| place(other) == own && other.title == self.finding.title;
        // Another error in the finding's own place is not known from the finding itself.
        let others = before.iter().filter(|known| !is_itself(self.finding, known));
        let known: HashSet<Place> = others.map(|known| self.moved(known)).collect();
        let same = |other: &Diagnostic| {
            before.iter().any(|d| self.moved(d) == place(other) && d.title == other.title)
        };
        let is_fault = |other: &Diagnostic| match (other.severity(), self.is_typed(other)) {
            (Severity::Error | Severity::Warning, true) => !same(other),
            (Severity::Error, false) => !known.contains(&place(other)) && !self.hid(other),
            (Severity::Warning, false) => false,
        };
        !after.iter().any(|other| again(other) || is_fault(other))
    }

    /// Whether nobody could have found `other` before: it is in a part that was not read. On the line of the edit nothing is excused,
    /// so that a wrong guess is not either.
    fn hid(&self, other: &Diagnostic) -> bool {
        let code = self.finding.code;
        let Some(span) = other.span() else { return false };
        if matches!(code, Code::UnknownDefinition | Code::UnreadableFile) {
            // What another file says was not known.
            return may_be_in_a_gap(other.code) && !self.is_beside(span);
        }
        if span.source != self.edit.span.source || self.is_beside(span) {
            return false;
        }
        code == Code::YamlSyntax || code == Code::UnknownKey && self.is_below(span)
    }

    /// Whether `span` begins on the line of the edit.
    fn is_beside(&self, span: Span) -> bool {
        let start = self.edit.span.start as usize;
        let first = self.text[..start].rfind('\n').map_or(0, |feed| feed + 1);
        let typed = start + self.edit.text.len();
        let end = self.text[typed..].find('\n').map_or(self.text.len(), |feed| typed + feed);
        span.source == self.edit.span.source && (first..=end).contains(&(span.start as usize))
    }

    /// Whether `span` begins in the block under the key that was typed.
    fn is_below(&self, span: Span) -> bool {
        let start = self.edit.span.start as usize;
        let first = self.text[..start].rfind('\n').map_or(0, |feed| feed + 1);
        let blank = |c: char| c == ' ' || c == '-';
        if !self.text[first..start].chars().all(blank) || (span.start as usize) < start {
            return false;
        }
        let lines = self.text[start..].split_inclusive('\n');
        let mut end = start;
        for (n, line) in lines.enumerate() {
            let depth = line.len() - line.trim_start_matches(' ').len();
            if n > 0 && depth <= start - first && !line.trim().is_empty() {
                break;
            }
            end += line.len();
        }
        (span.start as usize) < end
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

/// Whether `known` is `finding` itself.
fn is_itself(finding: &Diagnostic, known: &Diagnostic) -> bool {
    place(known) == place(finding) && known.title == finding.title
}

fn place(finding: &Diagnostic) -> Place {
    (finding.code, finding.span().map(|span| (span.source, span.start)))
}
