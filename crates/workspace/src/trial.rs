//! Tries edits before they are offered.
//!
//! [`Workspace::try_edits`] applies each edit to a copy of the workspace and reads the request again. It
//! keeps an edit if its finding is gone, no other error appears, and no word of the author is lost
//! without mention. Errors that the finding had hidden do not count. A trial is necessary because a
//! suggestion depends on one part of a file, but an edit may affect all of it. The cost is bounded:
//! an edit that was not tried is not offered.

use crate::workspace::Workspace;
use alfil_clock::Instant;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Edit, Severity, did_you_mean};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_resolve::resolution::may_be_in_a_gap;
use std::collections::HashSet;
use std::time::Duration;

/// Maximum number of edits that are tried. A report shows no more findings.
const MOST: usize = 100;
/// Maximum number of bytes that all trials together read again. So fewer edits of a large file are
/// tried.
const MOST_BYTES: usize = 1 << 20;
/// A trial starts only if it will probably end within this time after the start of the first one.
/// Ordinary files need a tenth of it. The limit protects against hostile files.
const PATIENCE: Duration = Duration::from_millis(500);

/// The depth to which a request was examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Depth {
    /// The files of the request were read and resolved.
    Resolved,
    /// The files were compiled as well.
    Compiled,
}

/// A finding whose edit was tried.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(crate) finding: Diagnostic,
    /// True if the finding is gone after the edit, and no other error appears.
    pub(crate) succeeds: bool,
}

/// The data that all trials of a request share.
pub(super) struct Trial<'a> {
    /// Returns the findings of the unchanged files at a depth of examination.
    pub(crate) before: &'a dyn Fn(Depth) -> &'a [Diagnostic],
    /// Number of bytes of the files that each trial reads again.
    pub(crate) bytes: usize,
    /// Duration of the examination without edits. A trial takes about as long.
    pub(crate) took: Duration,
    /// Examines a workspace. Returns the depth of the examination and its findings.
    pub(crate) look: &'a dyn Fn(&mut Workspace) -> (Depth, Vec<Diagnostic>),
}

impl Workspace {
    /// Tries the edits of the findings in `found`, in order.
    pub(super) fn try_edits<'d>(
        &self,
        found: impl Iterator<Item = &'d Diagnostic>,
        trial: &Trial<'_>,
    ) -> Vec<Tried> {
        let (began, mut longest, mut bytes) = (Instant::now(), trial.took, 0);
        let mut tried = Vec::new();
        for finding in found.filter(|finding| finding.edit.is_some()).take(MOST) {
            bytes += trial.bytes;
            if bytes > MOST_BYTES || began.elapsed() + longest > PATIENCE {
                break;
            }
            let Some(edit) = finding.edit.as_deref() else { continue };
            let mut note = |succeeds| tried.push(Tried { finding: finding.clone(), succeeds });
            if self.loses_a_word(finding, edit) {
                note(false);
                continue;
            }
            let before = Instant::now();
            let mut other = self.clone();
            other.type_in(edit);
            let (depth, after) = (trial.look)(&mut other);
            let text = &other.sources().get(edit.span.source).text;
            note((Cure { finding, edit, text }).holds((trial.before)(depth), &after));
            longest = longest.max(before.elapsed());
        }
        tried
    }

    /// Returns true if the edit deletes a word that the finding does not mention. If the title
    /// names some of the replaced words, the finding is about those words, and all others must be
    /// kept or mentioned. Otherwise the finding is about all replaced words.
    fn loses_a_word(&self, finding: &Diagnostic, edit: &Edit) -> bool {
        let old = self.sources().slice(edit.span);
        // Single letters are often directions or counts, which an edit may change.
        let words = || old.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| w.len() > 1);
        // Titles put names in backticks.
        let mut named = finding.title.split('`').skip(1).step_by(2);
        if !named.any(|named| words().any(|word| named.contains(word))) {
            return false;
        }
        let labels = finding.labels.iter().map(|label| label.text.as_str());
        let said = [finding.title.as_str()].into_iter();
        let said = said.chain(finding.reason.as_deref()).chain(finding.help.as_deref());
        let said: Vec<&str> = said.chain(labels).collect();
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
    /// The text after the edit.
    text: &'a str,
}

/// Code and start of a finding.
type Place = (Code, Option<(SourceId, u32)>);

impl Cure<'_> {
    /// Returns true if `after` lacks the finding and has no new error, and if the replacement text
    /// causes no new warning.
    fn holds(&self, before: &[Diagnostic], after: &[Diagnostic]) -> bool {
        let own = self.moved(self.finding);
        let again = |other: &Diagnostic| place(other) == own && other.title == self.finding.title;
        // An error at the place of the finding is new unless another finding was there before.
        let others = before.iter().filter(|known| !is_itself(self.finding, known));
        let known: HashSet<Place> = others.map(|known| self.moved(known)).collect();
        let same = |other: &Diagnostic| {
            before.iter().any(|d| self.moved(d) == place(other) && d.title == other.title)
        };
        let is_fault = |other: &Diagnostic| match (other.severity(), self.is_typed(other)) {
            // Whether the game is over at once says nothing about the words.
            (_, true) if other.code == Code::OverAtStart => false,
            (Severity::Error | Severity::Warning | Severity::Note, true) => !same(other),
            (Severity::Error, false) => !known.contains(&place(other)) && !self.hid(other),
            (Severity::Warning | Severity::Note, false) => false,
        };
        !after.iter().any(|other| again(other) || is_fault(other))
    }

    /// Returns true if the finding hid `other`, because that part of the file was not read before.
    /// Errors on the line of the edit are never excused, because the edit may be a wrong guess.
    fn hid(&self, other: &Diagnostic) -> bool {
        let code = self.finding.code;
        let Some(span) = other.span() else { return false };
        if matches!(code, Code::UnknownDefinition | Code::UnreadableFile) {
            // The finding is about a file that could not be read. Its contents were unknown before,
            // so other findings about them may be new.
            return may_be_in_a_gap(other.code) && !self.is_beside(span);
        }
        if span.source != self.edit.span.source || self.is_beside(span) {
            return false;
        }
        code == Code::YamlSyntax || code == Code::UnknownKey && self.is_below(span)
    }

    /// Returns true if `span` begins on the line of the edit.
    fn is_beside(&self, span: Span) -> bool {
        let start = self.edit.span.start as usize;
        let first = self.text[..start].rfind('\n').map_or(0, |feed| feed + 1);
        let typed = start + self.edit.text.len();
        let end = self.text[typed..].find('\n').map_or(self.text.len(), |feed| typed + feed);
        span.source == self.edit.span.source && (first..=end).contains(&(span.start as usize))
    }

    /// Returns true if `span` begins in the block under the key that the edit writes.
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

    /// The code and the place of a finding, moved as the edit moves the text.
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

    /// Returns true if a label of `finding` touches the replacement text.
    fn is_typed(&self, finding: &Diagnostic) -> bool {
        let (start, end) =
            (self.edit.span.start, self.edit.span.start + self.edit.text.len() as u32);
        let touches = |span: Span| {
            span.source == self.edit.span.source && span.start < end && start < span.end
        };
        finding.labels.iter().any(|label| touches(label.span))
    }
}

/// Returns true if `known` is `finding` itself.
fn is_itself(finding: &Diagnostic, known: &Diagnostic) -> bool {
    place(known) == place(finding) && known.title == finding.title
}

fn place(finding: &Diagnostic) -> Place {
    (finding.code, finding.span().map(|span| (span.source, span.start)))
}
