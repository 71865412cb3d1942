//! Explains errors of the YAML parser in findings with helps.
//!
//! The most likely causes are tried first: tabs, missing quotes, open brackets. The last resort is
//! the parser's own message. For a value that lacks its quotes, the result includes the range to
//! mask, so that parsing can continue.

use super::input::{Input, MAX_DEPTH, Stop, too_large};
use super::tree::Builder;
use crate::scalar::inside_smart_quotes;
use crate::write::in_quotes;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help};
use alfil_diagnostics::source::{SourceId, Span};
use serde_yaml::granit_parser::{ErrorKind, ScanError, StructureStyle};
use std::ops::Range;

/// The text around an error.
struct Context<'a> {
    input: &'a Input<'a>,
    /// The byte of the masked text at which the parser stopped.
    at: usize,
    /// The line of `at`, without its line break.
    line: Range<usize>,
    /// The last value before the error.
    last: Range<usize>,
    /// The byte of the innermost open bracket, if no block is open inside it.
    bracket: Option<usize>,
}

/// Explains an error of the parser.
pub(super) fn explain(input: &Input<'_>, builder: &Builder<'_>, error: &ScanError) -> Stop {
    let text = input.masked;
    let mut at = error.marker().byte_offset().unwrap_or(0).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let place = Context {
        input,
        at,
        line: line_around(text, at),
        last: builder.last.clone(),
        bracket: open_bracket(text, at, builder),
    };
    let (finding, mask) = match error.kind() {
        ErrorKind::RecursionLimitExceeded => {
            let label = format!("values nest deeper than {MAX_DEPTH} levels");
            return too_large(input.span(place.character(at)), label);
        }
        kind => match place.tab(kind).or_else(|| place.quote(kind)) {
            Some(finding) => (finding, None),
            None => match place.unquoted(kind) {
                Some(range) => (place.needs_quotes(range.clone()), Some(range)),
                None => (place.other(kind), None),
            },
        },
    };
    let line = &input.original[place.line.clone()];
    let help = match (&finding.help, mask.is_none() && line.contains(['“', '”', '„', '‘', '’']))
    {
        (_, true) => Some("use straight quotes, \" or '".into()),
        (help, false) => help.clone(),
    };
    Stop { finding: Box::new(Diagnostic { help, ..finding }), mask, before: Vec::new() }
}

/// The finding for a text in another format, with sections and `=`.
pub(super) fn assigned(source: SourceId, text: &str) -> Option<Diagnostic> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let began = line.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
        let at = start + line.len() - began.len();
        start += line.len();
        (at, began.trim_end())
    });
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';']));
    let (at, line) = lines.next()?;
    let span = Span::new(source, at, at + line.len());
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let assigns = |line: &str| {
        let (key, value) = line.split_once('=')?;
        let key = key.trim_end();
        (!key.is_empty() && key.chars().all(part))
            .then(|| (key.to_owned(), value.trim().to_owned()))
    };
    let is_section = line.starts_with('[') && line.ends_with(']');
    if is_section && lines.next().is_some_and(|(_, next)| assigns(next).is_some()) {
        let title = "this is an INI file, and no definition";
        let help =
            "`alfil import` reads it. A definition begins with a line such as `extends: chess`";
        return Some(Diagnostic::at(Code::YamlSyntax, span, title, "a section").help(help));
    }
    let (key, value) = assigns(line)?;
    let title = "a colon stands behind a key, no `=`";
    let finding = Diagnostic::at(Code::YamlSyntax, span, title, "");
    Some(finding.help(Help::write(format!("{key}: {value}"))))
}

impl Context<'_> {
    fn error(&self, code: Code, at: Range<usize>, title: &str, label: &str) -> Diagnostic {
        Diagnostic::at(code, self.input.span(at), title, label)
    }

    fn syntax(&self, at: Range<usize>, title: &str, label: &str) -> Diagnostic {
        self.error(Code::YamlSyntax, at, title, label)
    }

    /// The character at `at`; empty at the end of the text.
    fn character(&self, at: usize) -> Range<usize> {
        at..at + self.input.original[at..].chars().next().map_or(0, char::len_utf8)
    }

    /// The bytes from `at` to the next colon, comment or line end.
    fn words(&self, at: usize) -> Range<usize> {
        let text = &self.input.original[at..line_around(self.input.original, at).end];
        let end = text.find(": ").or_else(|| text.find(" #")).unwrap_or(text.len());
        let len = text[..end].trim_end().trim_end_matches(':').len();
        if len == 0 { self.character(at) } else { at..at + len }
    }

    /// The finding for a tab in the indentation of the line, or of a later line that the parser may
    /// have read.
    fn tab(&self, kind: &ErrorKind) -> Option<Diagnostic> {
        let text = self.input.original;
        let ahead = matches!(
            kind,
            ErrorKind::TabNotAllowed
                | ErrorKind::TabInBlockIndentation
                | ErrorKind::TabInIndentation
                | ErrorKind::TabInPlainScalar
                | ErrorKind::TabAtBlockScalarStart
        );
        let until = if ahead { text.len() } else { self.line.end };
        let mut start = self.line.start;
        let tabs = text[start..until].split_inclusive('\n').find_map(|line| {
            let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
            let tabs = start..start + blank;
            start += line.len();
            text[tabs.clone()].contains('\t').then_some(tabs)
        })?;
        let first = tabs.start + text[tabs.clone()].find('\t')?;
        let len = text[first..tabs.end].bytes().take_while(|&b| b == b'\t').count();
        let more = text
            .lines()
            .filter(|l| l[..l.len() - l.trim_start().len()].contains('\t'))
            .count()
            .saturating_sub(1);
        let title = "a tab indents this line";
        let finding = self
            .error(Code::TabIndentation, first..first + len, title, "a tab")
            .help("indent with spaces, two for each step");
        Some(match more {
            0 => finding,
            1 => finding.because("so it is with one more line"),
            n => finding.because(format!("so it is with {n} more lines")),
        })
    }

    /// The finding for an error in quotes.
    fn quote(&self, kind: &ErrorKind) -> Option<Diagnostic> {
        let text = self.input.original;
        Some(match kind {
            ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar => {
                let from = self.last.end.min(self.at);
                let open = if text[self.at..].starts_with(['"', '\'']) {
                    self.at
                } else {
                    from + text[from..].find(['"', '\''])?
                };
                let title = "this quote is never closed";
                let written = &text[open..line_around(text, open).end];
                let inner = written[1..].trim_end();
                self.syntax(self.character(open), title, "opened here")
                    .help(format!("close it: {}", in_quotes(inner)))
            }
            ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidUnicodeEscape => {
                let bad = self.bad_escape()?;
                let title = "YAML has no such escape";
                self.syntax(bad, title, "between \" a backslash begins an escape")
                    .help("double the backslash, or use ' for quotes")
            }
            ErrorKind::InvalidTrailingSingleQuotedScalar
            | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
                let title = "the text goes on behind its closing quote";
                let rest = &text[self.at..self.line.end];
                let len = rest.find([',', '}', ']']).filter(|_| self.bracket.is_some());
                let len = rest[..len.unwrap_or(rest.len())].trim_end().len();
                let spot = if len == 0 { self.character(self.at) } else { self.at..self.at + len };
                self.syntax(spot, title, "not in quotes")
                    .help("put all of it in one pair of quotes; inside ' write '' for a quote")
            }
            _ => return None,
        })
    }

    fn bad_escape(&self) -> Option<Range<usize>> {
        let text = self.input.original;
        let mut at = self.at;
        loop {
            at += text[at..].find('\\')?;
            let c = text[at + 1..].chars().next()?;
            let digits = match c {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            let end = at + 1 + c.len_utf8();
            let hex = text[end..].bytes().take(digits).take_while(u8::is_ascii_hexdigit).count();
            if hex < digits || !"0abt\tnvfre \"/\\N_LPxuU\r\n".contains(c) {
                return Some(at..end + hex);
            }
            at = end;
        }
    }

    /// The range of the value that would be valid in quotes.
    fn unquoted(&self, kind: &ErrorKind) -> Option<Range<usize>> {
        let text = self.input.masked;
        let before = text[self.line.start..self.at].trim_end();
        let at_value = self.bracket.is_some_and(|b| text[..self.at].trim_end().len() == b + 1)
            || before.ends_with([':', ','])
            || before.ends_with("-") && before.trim_start() == "-";
        let indicator = text[self.at..].starts_with(['@', '`', '%', '*', '&', '?', ',', ']', '}']);
        let header = text[self.at..].starts_with(['|', '>', '-']);
        let start = match kind {
            ErrorKind::InvalidBlockScalarHeader | ErrorKind::BlockSequenceEntryNotAllowed
                if at_value && header =>
            {
                self.at
            }
            _ if at_value && indicator && !(self.bracket.is_some() && self.closes()) => self.at,
            // These errors occur if more text follows a complete value on its line.
            ErrorKind::ExpectedBlockMappingKey
            | ErrorKind::ExpectedBlockSequenceEntry
            | ErrorKind::ExpectedFlowMappingSeparator
            | ErrorKind::ExpectedFlowSequenceSeparator
            | ErrorKind::MappingValueNotAllowed
            | ErrorKind::SimpleKeyExpected
                if self.last.start >= self.line.start
                    && self.last.end <= self.at
                    && text[self.line.start..self.last.start].contains(": ") =>
            {
                self.last.start
            }
            _ => return None,
        };
        let line = &text[start..self.line.end];
        let end = match self.bracket {
            Some(_) => line.find([',', '}', ']']).filter(|&n| n > 0),
            None => None,
        };
        let line = &line[..end.unwrap_or(line.len())];
        let line = line[..line.find(" #").unwrap_or(line.len())].trim_end();
        let range = start..start + line.len();
        // A new mask must not overlap known ones, or parsing would never end.
        (!line.is_empty()
            && self.input.masks.iter().all(|m| m.end <= range.start || range.end <= m.start))
        .then_some(range)
    }

    /// True if the character at the error ends a value in brackets.
    fn closes(&self) -> bool {
        self.input.masked[self.at..].starts_with([']', '}', ','])
    }

    fn needs_quotes(&self, range: Range<usize>) -> Diagnostic {
        let text = &self.input.original[range.clone()];
        let first = text.chars().next().unwrap_or(' ');
        let why = match first {
            '*' => "`*` begins a YAML alias",
            '&' => "`&` begins a YAML anchor",
            '[' | ']' => "brackets hold a YAML list",
            '{' | '}' => "braces hold a YAML map",
            '|' | '>' => "`|` and `>` begin a block of text on the lines below",
            '?' | '-' | ',' | '%' | '@' | '`' => "YAML keeps this first character for itself",
            _ => "a colon and a space make a key in YAML",
        };
        // A comma may be missing, as in `{at: last rank to: others}`.
        let key = text.split(": ").next().and_then(|head| head.rsplit_once(' ')).map(|at| at.1);
        let is_key = |key: &&str| self.bracket.is_some() && (self.input.is_key)(key);
        if let Some(key) = key.filter(is_key) {
            let title = format!("a comma is missing before `{key}`");
            let behind = format!(" {key}: ");
            let help = Help::write(text.replacen(&behind, &format!(",{behind}"), 1));
            return self.error(Code::NeedsQuotes, range, &title, "").help(help);
        }
        let quoted = in_quotes(inside_smart_quotes(text).unwrap_or(text));
        self.error(Code::NeedsQuotes, range, "this text needs quotes", "")
            .because(why)
            .help(Help::quote(quoted))
    }

    /// The findings for all other errors.
    fn other(&self, kind: &ErrorKind) -> Diagnostic {
        let text = self.input.original;
        match (self.bracket, kind) {
            (_, ErrorKind::MismatchedFlowCollectionEnd { open, close }) => {
                let title = format!("`{open}` is closed by `{close}`");
                self.syntax(self.character(self.at), &title, "opened here")
                    .help(format!("close it with `{}`", closing(*open)))
            }
            (Some(open), _) if self.at >= text.trim_end().len() || self.line.start > open => {
                let bracket = text[open..].chars().next().unwrap_or('[');
                let title = format!("this `{bracket}` is never closed");
                self.syntax(self.character(open), &title, "opened here")
                    .help(format!("close it with `{}`", closing(bracket)))
            }
            (Some(open), _) => {
                let title = "list or map in brackets cannot be read on from here";
                self.syntax(self.character(self.at), title, "unexpected")
                    .label(self.input.span(self.character(open)), "opened here")
                    .help("separate values by commas; quote a text that holds , : [ ] { }")
            }
            (None, ErrorKind::MisplacedFlowCollectionEnd) => {
                let title = "this bracket was never opened";
                self.syntax(self.character(self.at), title, "").help("delete it")
            }
            (None, ErrorKind::SimpleKeyExpected) => self.lonely_key(self.at),
            (None, ErrorKind::MappingValueNotAllowed) if self.last.start < self.line.start => {
                // YAML read the line as a continuation of the text above it.
                let indent = self.line.start + indent(&text[self.line.clone()]);
                let above = text[..self.last.start].rfind('\n').unwrap_or(0);
                if text[above..self.last.start].trim().is_empty() {
                    self.lonely_key(self.last.start)
                } else {
                    self.syntax(self.words(indent), "this line is indented too far", "")
                        .because("it continues the text of the line above")
                        .label(
                            self.input
                                .span(self.last.start..line_around(text, self.last.start).end),
                            "this text",
                        )
                        .help("indent it like the key above, or leave that key's value empty")
                }
            }
            (None, ErrorKind::ExpectedBlockMappingKey | ErrorKind::ExpectedBlockSequenceEntry)
                if text[self.line.start..self.at].trim().is_empty() =>
            {
                let title = "no line above is indented like this one";
                let here = self.at - self.line.start;
                let above = text[..self.line.start].lines().rev().find(|l| !l.trim().is_empty());
                let finding = self.syntax(self.words(self.at), title, "");
                match above.map(indent) {
                    Some(n) if n != here => finding.because(format!(
                        "{here} {}; the line above has {n}",
                        if here == 1 { "space" } else { "spaces" }
                    )),
                    _ => finding.because("a list and keys cannot stand at one level"),
                }
                .help("line it up with the lines it belongs to")
            }
            (None, ErrorKind::CommentInterceptedScalar) => self
                .syntax(self.words(self.at), "a comment breaks this text in two", "")
                .help("move the comment to a line of its own above"),
            (None, _) => self
                .syntax(self.words(self.at), "this is not well-formed YAML", "")
                .because(kind.to_string())
                .help("a text with punctuation is safe in quotes"),
        }
    }

    fn lonely_key(&self, at: usize) -> Diagnostic {
        let words = self.words(at);
        let text = &self.input.original[words.clone()];
        let help = match text.split_once([':', ' ', '=']) {
            Some((key, value)) => {
                let value = value.trim_start_matches([' ', '=']).trim_end();
                Help::write(format!("{key}: {value}"))
            }
            None => Help::from(format!("write `{text}: ...`")),
        };
        self.syntax(words, "a colon and a space are missing behind this key", "").help(help)
    }
}

fn closing(open: char) -> char {
    if open == '{' { '}' } else { ']' }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The line of byte `at`, without its line break.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
    start..start + text[start..end].trim_end_matches('\r').len().max(at.saturating_sub(start))
}

/// The byte of the innermost bracket that is open at byte `at`. The parser scans ahead of its
/// events, so this function reads the characters between the last value and `at`.
fn open_bracket(text: &str, at: usize, builder: &Builder<'_>) -> Option<usize> {
    // A pair in brackets is a map without braces. Its frame does not begin at a bracket.
    let is_bracket = |at: usize| matches!(text.as_bytes().get(at), Some(b'[' | b'{'));
    let flows =
        builder.stack.iter().filter(|f| f.style == StructureStyle::Flow && is_bracket(f.start));
    let mut open: Vec<usize> = flows.map(|f| f.start).collect();
    let seen = open.last().map_or(0, |b| b + 1).max(builder.last.end).min(at);
    let mut rest = text[seen..at].char_indices().map(|(i, c)| (seen + i, c));
    // Quotes and brackets count only between values, not inside a plain text.
    let mut between = true;
    while let Some((i, c)) = rest.next() {
        match c {
            '"' | '\'' if between => {
                rest.by_ref().find(|&(_, d)| d == c);
            }
            '#' if text[..i].ends_with(char::is_whitespace) => {
                rest.by_ref().find(|&(_, d)| d == '\n');
            }
            '[' | '{' if between => open.push(i),
            ']' | '}' => {
                open.pop();
            }
            _ => {}
        }
        between = match c {
            ' ' | '\t' | '\r' => between || text[..i].ends_with(':'),
            '\n' | '[' | '{' | '-' => true,
            ',' | ']' | '}' => !open.is_empty(),
            _ => false,
        };
    }
    open.pop()
}
