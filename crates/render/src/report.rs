//! Findings for people and programs: [`draw`] draws a report in the style of rustc, [`json()`] is
//! the output of `check --json`.
//!
//! Control characters of files are replaced, so no text can control the terminal. A report has a
//! bounded size, whatever was found.

use alfil_diagnostics::diagnostic::{Diagnostic, Label, Severity};
use alfil_diagnostics::source::{LineColumn, SourceId, Sources, Span, is_seen};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The greatest number of findings that a report draws. More are only counted.
const MAX_DRAWN: usize = 100;
/// The greatest length in bytes of a line that a report draws.
const MAX_LINE: usize = 400;

/// The use of colours in a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Colours as escape sequences, for a terminal.
    On,
    /// Plain text, for files, pipes and snapshots.
    Off,
}

/// The style of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colours or none.
    pub colour: Colour,
    /// Width in columns. Values below 40 count as 40.
    pub width: usize,
}

impl Style {
    /// A style of 90 columns, with or without colours.
    pub fn new(colour: Colour) -> Self {
        Self { colour, width: 90 }
    }
}

/// Draws the findings in order, then a line that counts errors and warnings. Empty if there are no
/// findings.
pub fn draw(found: &[Diagnostic], sources: &Sources, style: Style) -> String {
    if found.is_empty() {
        return String::new();
    }
    let theme = match style.colour {
        Colour::On => GraphicalTheme::unicode(),
        Colour::Off => GraphicalTheme::unicode_nocolor(),
    };
    let handler =
        GraphicalReportHandler::new_themed(theme).with_width(style.width.max(40)).with_links(false);
    let mut texts = Texts { sources, cleaned: HashMap::new() };
    let mut report = String::new();
    for diagnostic in found.iter().take(MAX_DRAWN) {
        // Writing to a string cannot fail.
        let _ = handler.render_report(&mut report, &Drawn::new(diagnostic, &mut texts));
        report.push('\n');
    }
    let mut out = String::with_capacity(report.len());
    for line in report.lines() {
        match line.char_indices().nth(2 * MAX_LINE) {
            // Findings on long lines are not drawn. So this line is only context, and it may be
            // cut.
            Some(_) => out.extend(line.chars().take(style.width).chain(['…'])),
            None => out.push_str(line.trim_end()),
        }
        out.push('\n');
    }
    if found.len() > MAX_DRAWN {
        out.push_str(&format!("and {} more\n", found.len() - MAX_DRAWN));
    }
    out.push_str(&count(found));
    out.push('\n');
    out
}

/// The numbers of errors and warnings in words: `2 errors, 1 warning`, or `nothing found`.
pub(crate) fn count(found: &[Diagnostic]) -> String {
    let of = |severity| found.iter().filter(|d| d.severity() == severity).count();
    let words = |n, severity: Severity| {
        let plural = if n == 1 { "" } else { "s" };
        (n > 0).then(|| format!("{n} {}{plural}", severity.name()))
    };
    let parts = [Severity::Error, Severity::Warning, Severity::Note].map(|s| words(of(s), s));
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") }
}

/// The object that `check --json` prints. Lines and columns count from 1, columns in characters.
/// For a finding without a place, `file`, `start` and `end` are null. Without help, `help` is null.
pub fn json(found: &[Diagnostic], sources: &Sources) -> Value {
    let place = |at: LineColumn| json!({ "line": at.line, "column": at.column });
    let findings = found.iter().map(|d| {
        let message = match &d.reason {
            Some(reason) => format!("{}: {reason}", d.title),
            None => d.title.clone(),
        };
        let span = d.span();
        json!({
            "code": d.code.name(),
            "severity": d.severity().name(),
            "message": message,
            "file": span.map(|s| sources.get(s.source).name.as_ref()),
            "start": span.map(|s| place(sources.locate(s.source, s.start))),
            "end": span.map(|s| place(sources.locate(s.source, s.end))),
            "help": d.help.as_deref(),
            "edit": d.edit.as_ref().map(|edit| json!({
                "file": sources.get(edit.span.source).name.as_ref(),
                "start": place(sources.locate(edit.span.source, edit.span.start)),
                "end": place(sources.locate(edit.span.source, edit.span.end)),
                "text": edit.text,
            })),
        })
    });
    json!({ "findings": findings.collect::<Vec<_>>() })
}

/// The texts of the run, each cleaned once.
struct Texts<'a> {
    sources: &'a Sources,
    cleaned: HashMap<SourceId, Arc<String>>,
}

impl Texts<'_> {
    fn cleaned(&mut self, id: SourceId) -> Arc<String> {
        let text = &self.sources.get(id).text;
        // Miette draws a label after the last letter only if a line break follows.
        let whole = || {
            let end = if text.ends_with('\n') { "" } else { "\n" };
            Arc::new(clean(text) + end)
        };
        self.cleaned.entry(id).or_insert_with(whole).clone()
    }

    /// Returns true if `span` has a line that is short enough to draw.
    fn is_drawable(&self, span: Span) -> bool {
        let text = &self.sources.get(span.source).text;
        !text.is_empty() && self.line_end(span) - self.line_start(span) <= MAX_LINE
    }

    fn line_start(&self, span: Span) -> usize {
        let text = &self.sources.get(span.source).text;
        text[..span.start as usize].rfind('\n').map_or(0, |i| i + 1)
    }

    /// The end of the line on which `span` begins.
    fn line_end(&self, span: Span) -> usize {
        let text = &self.sources.get(span.source).text;
        let start = span.start as usize;
        text[start..].find(['\n', '\r']).map_or(text.len(), |i| start + i)
    }

    /// `file:line:column`, for a label that is not drawn.
    fn in_words(&self, label: &Label) -> String {
        let source = self.sources.get(label.span.source);
        let at = self.sources.locate(label.span.source, label.span.start);
        let place = if source.text.is_empty() {
            source.name.to_string()
        } else {
            format!("{}:{}:{}", source.name, at.line, at.column)
        };
        match label.text.as_str() {
            "" => format!("at {place}"),
            text => format!("at {place}: {text}"),
        }
    }
}

/// A finding in the shape that miette draws.
#[derive(Debug)]
struct Drawn {
    severity: Severity,
    code: &'static str,
    title: String,
    /// The text below the title. Miette draws the cause of an error there.
    reason: Option<Box<dyn Error + Send + Sync>>,
    help: Option<String>,
    source: Option<NamedSource<Arc<String>>>,
    labels: Vec<LabeledSpan>,
}

impl Drawn {
    fn new(d: &Diagnostic, texts: &mut Texts<'_>) -> Self {
        // A finding shows one snippet. Places in other texts are described in words.
        let main = d.labels.iter().map(|l| l.span).find(|&s| texts.is_drawable(s));
        let (drawn, in_words): (Vec<_>, Vec<_>) = d.labels.iter().partition(|l| {
            main.is_some_and(|m| m.source == l.span.source) && texts.is_drawable(l.span)
        });
        let source = main.map(|span| {
            let name = clean(&texts.sources.get(span.source).name);
            NamedSource::new(name, texts.cleaned(span.source))
        });
        let labels = drawn.iter().enumerate().map(|(n, label)| {
            let text = (!label.text.is_empty()).then(|| clean(&label.text));
            let start = label.span.start as usize;
            // A label over several lines would hide the text, so it covers only the first line.
            let len = label.span.len().min(texts.line_end(label.span) - start);
            match n {
                0 => LabeledSpan::new_primary_with_span(text, (start, len)),
                _ => LabeledSpan::new_with_span(text, (start, len)),
            }
        });
        let labels = labels.collect();
        // A missing file has no places, and the title already names the file. So labels without
        // text are left out.
        let in_words = in_words
            .iter()
            .filter(|l| !l.text.is_empty() || !texts.sources.get(l.span.source).text.is_empty());
        let reason = d
            .reason
            .iter()
            .map(|reason| reason.to_string())
            .chain(in_words.map(|l| texts.in_words(l)));
        let reason = reason.collect::<Vec<_>>().join("; ");
        Self {
            severity: d.severity(),
            code: d.code.name(),
            title: clean(&d.title),
            reason: (!reason.is_empty()).then(|| clean(&reason).into()),
            help: d.help.as_deref().map(clean),
            source,
            labels,
        }
    }
}

impl miette::Diagnostic for Drawn {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|h| Box::new(h) as _)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|s| s as _)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as _)
    }
}

impl Error for Drawn {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.reason.as_deref().map(|reason| reason as _)
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

/// `text` with every character that could control the terminal replaced by a visible one of the
/// same length in bytes, so that offsets stay valid.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            '\r' => ' ',
            c if is_seen(c) => c,
            c => match c.len_utf8() {
                1 => '?',
                2 => '¿',
                3 => '\u{fffd}',
                _ => '\u{1f785}',
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::report::{Colour, Style, draw, json};
    use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, order};
    use alfil_diagnostics::source::{SourceId, Sources, Span};

    fn two_texts() -> (Sources, SourceId, SourceId) {
        let mut sources = Sources::new();
        let one = sources.add("one.yaml", "name: x\r\npieces:\r\n  king: {mvoes: K}\r\n");
        let two = sources.add("two.yaml", format!("a: \x1b[31m\nlong: {}\n", "x".repeat(900)));
        (sources, one, two)
    }

    #[test]
    fn every_kind_of_finding_draws() {
        let (sources, one, two) = two_texts();
        let mut found = vec![
            Diagnostic::at(Code::SmartQuotes, Span::new(two, 3, 7), "a warning", "raw escape"),
            Diagnostic::at(Code::UnknownCell, Span::new(two, 20, 30), "on an endless line", "here"),
            Diagnostic::at(Code::UnknownKey, Span::new(one, 27, 32), "unknown key `mvoes`", "")
                .label(Span::new(one, 9, 15), "in this map")
                .label(Span::new(two, 0, 1), "as over there")
                .because("keys are never ignored")
                .help(Help::did_you_mean("moves")),
            Diagnostic::new(Code::UnreadableFile, "there is no file `x\x1b.yaml`"),
            Diagnostic::at(Code::DuplicateKey, Span::new(one, 9, 38), "several lines", "first"),
            Diagnostic::new(Code::UnreadableFile, "there is no file `x\x1b.yaml`"),
        ];
        order(&mut found);
        insta::assert_snapshot!(draw(&found, &sources, Style::new(Colour::Off)));
        let coloured = draw(&found, &sources, Style::new(Colour::On));
        assert!(coloured.contains('\x1b') && !coloured.contains("x\x1b.yaml"));
    }

    #[test]
    fn json_counts_lines_and_columns_from_one() {
        let (sources, one, _) = two_texts();
        let found = [
            Diagnostic::at(Code::UnknownKey, Span::new(one, 27, 32), "unknown key", "")
                .help(Help::did_you_mean("x")),
            Diagnostic::new(Code::UnreadableFile, "no file").because("why"),
        ];
        assert_eq!(
            json(&found, &sources),
            json!({"findings": [
                {"code": "unknown-key", "severity": "error", "message": "unknown key",
                 "file": "one.yaml", "start": {"line": 3, "column": 10},
                 "end": {"line": 3, "column": 15}, "help": "did you mean `x`?",
                 "edit": {"file": "one.yaml", "start": {"line": 3, "column": 10},
                          "end": {"line": 3, "column": 15}, "text": "x"}},
                {"code": "unreadable-file", "severity": "error", "message": "no file: why",
                 "file": null, "start": null, "end": null, "help": null, "edit": null},
            ]})
        );
    }

    #[test]
    fn a_report_is_bounded_and_nothing_is_empty() {
        let (sources, one, _) = two_texts();
        assert_eq!(draw(&[], &sources, Style::new(Colour::Off)), "");
        let many = vec![Diagnostic::at(Code::UnknownKey, Span::new(one, 0, 4), "t", ""); 500];
        let report = draw(&many, &sources, Style::new(Colour::Off));
        assert!(report.ends_with("and 400 more\n500 errors\n"), "{report}");
    }
}
