//! Parses YAML into a tree of texts with exact spans, and explains errors of the YAML parser.
//!
//! Every scalar is a text, even `N`, `no` and `1e3`. Every YAML problem is a finding. Anchors and
//! aliases are resolved. No two keys of a mapping are equal. The tree is at most [`MAX_DEPTH`] deep
//! and has at most [`MAX_NODES`] nodes, so later stages may recurse.
//!
//! The events come from the parser inside `serde-saphyr`, which is imported as `serde_yaml`. The
//! typed reader of that crate stops at the first problem and cannot tell `no` from `false`.
//!
//! A value that lacks its quotes (`moves: @8`) is reported and then read as if it had them. For
//! this, the value is masked with harmless characters, and the text is parsed again. So such a
//! value does not hide other errors.

pub(crate) mod node;
mod tree;

pub use node::{Entry, MAX_DEPTH, MAX_FOUND, MAX_NODES, Node, NodeKind};

use super::yaml::node::too_large;
use crate::scalar::inside_smart_quotes;
use crate::write::in_quotes;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Help, Report};
use alfil_diagnostics::source::{MAX_BYTES, SourceId, Span};
use node::{Input, Stop};
use serde_yaml::granit_parser::{self, ErrorKind, Parser, ScanError, StructureStyle};
use std::ops::Range;
use tree::Builder;

/// Maximum number of masked values before parsing stops.
pub const MAX_MASKS: usize = 32;

/// Parses `text`, the content of `source`. A byte order mark and all kinds of line ends are
/// accepted. There is no value if parsing stops early. `is_key` recognises keys of definitions, for
/// suggestions.
pub(crate) fn parse(source: SourceId, text: &str, is_key: fn(&str) -> bool) -> Findings<Node> {
    if let Some(finding) = unreadable(source, text) {
        return Findings::new(None, vec![finding]);
    }
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    let original = &text[bom..];
    let mut masked = original.to_owned();
    let mut masks: Vec<Range<usize>> = Vec::new();
    let mut found = Report::default();
    loop {
        let input = Input { source, base: bom, original, masked: &masked, masks: &masks, is_key };
        match read(&input) {
            Ok((node, more)) => {
                found.extend(more);
                return Findings::new(Some(node), found);
            }
            Err(stop) => {
                found.push(*stop.finding);
                let Some(range) = stop.mask.filter(|_| masks.len() < MAX_MASKS) else {
                    found.extend(stop.before);
                    return Findings::new(None, found);
                };
                masked.replace_range(range.clone(), &"x".repeat(range.len()));
                masks.push(range);
            }
        }
    }
}

fn read(input: &Input<'_>) -> Result<(Node, Report), Stop> {
    let options = granit_parser::options! {
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        emit_comments: false,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut builder = Builder::new(input);
    for event in Parser::new_from_str_with_options(input.masked, options) {
        let step = match event {
            Ok((event, span)) => {
                // The parser omits the range only for texts read from a stream.
                let at = span.byte_range().unwrap_or(0..0);
                let tag = span.tag_span().and_then(|t| t.byte_range());
                builder.event(event, at, tag)
            }
            Err(error) => Err(explain(input, &builder, &error)),
        };
        if let Err(stop) = step {
            return Err(Stop { before: builder.found.into(), ..stop });
        }
        if builder.is_done() {
            break;
        }
    }
    Ok(builder.finish())
}

/// The finding for a text that is not parsed at all.
fn unreadable(source: SourceId, text: &str) -> Option<Diagnostic> {
    if text.len() > MAX_BYTES {
        let size = format!("it has {} bytes, and at most {MAX_BYTES} are allowed", text.len());
        return Some(
            Diagnostic::at(Code::TooLarge, Span::new(source, 0, 0), "this text is too large", "")
                .because(size),
        );
    }
    let Some((at, c)) = text.char_indices().find(|&(_, c)| is_unprintable(c)) else {
        return assigned(source, text);
    };
    let span = Span::new(source, at, at + c.len_utf8());
    let name = format!("character U+{:04X}", c as u32);
    Some(match c {
        '\0' => Diagnostic::at(Code::UnreadableFile, span, "this is not a text", name),
        _ => Diagnostic::at(Code::YamlSyntax, span, "the text contains a control character", name)
            .help("delete the character"),
    })
}

/// Characters that YAML forbids outside escapes.
fn is_unprintable(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}'))
        || matches!(c, '\u{fffe}' | '\u{ffff}')
}

// Explains errors of the YAML parser in findings with helps.
//
// The most likely causes are tried first: tabs, missing quotes, open brackets. The last resort is
// the parser's own message. For a value that lacks its quotes, the result includes the range to
// mask, so that parsing can continue.

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
fn explain(input: &Input<'_>, builder: &Builder<'_>, error: &ScanError) -> Stop {
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
            let label = format!("values are nested more than {MAX_DEPTH} levels deep");
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
fn assigned(source: SourceId, text: &str) -> Option<Diagnostic> {
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
        let title = "this is an INI file, not a definition";
        let help =
            "`alfil import` reads it. A definition begins with a line such as `extends: chess`";
        return Some(Diagnostic::at(Code::YamlSyntax, span, title, "a section").help(help));
    }
    let (key, value) = assigns(line)?;
    let title = "a key is followed by a colon, not by `=`";
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
            .help("indent with spaces, two for each level");
        Some(match more {
            0 => finding,
            1 => finding.because("one more line has the same problem"),
            n => finding.because(format!("{n} more lines have the same problem")),
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
                let title = "YAML does not know this escape";
                self.syntax(bad, title, "in \" quotes a backslash begins an escape")
                    .help("double the backslash, or use ' as quotes")
            }
            ErrorKind::InvalidTrailingSingleQuotedScalar
            | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
                let title = "the text continues after its closing quote";
                let rest = &text[self.at..self.line.end];
                let len = rest.find([',', '}', ']']).filter(|_| self.bracket.is_some());
                let len = rest[..len.unwrap_or(rest.len())].trim_end().len();
                let spot = if len == 0 { self.character(self.at) } else { self.at..self.at + len };
                self.syntax(spot, title, "not in quotes").help(
                    "put the whole text in one pair of quotes; in ' quotes, write '' for a quote",
                )
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
            '{' | '}' => "braces hold a YAML mapping",
            '|' | '>' => "`|` and `>` begin a block of text on the lines below",
            '?' | '-' | ',' | '%' | '@' | '`' => "YAML reserves this first character",
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
                let title = "the list or mapping in brackets cannot be read from here on";
                self.syntax(self.character(self.at), title, "unexpected")
                    .label(self.input.span(self.character(open)), "opened here")
                    .help("separate values by commas; put a text with , : [ ] { } in quotes")
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
                        .because("YAML adds it to the text of the line above")
                        .label(
                            self.input
                                .span(self.last.start..line_around(text, self.last.start).end),
                            "this text",
                        )
                        .help("indent it like the key above, or delete the value of that key")
                }
            }
            (None, ErrorKind::ExpectedBlockMappingKey | ErrorKind::ExpectedBlockSequenceEntry)
                if text[self.line.start..self.at].trim().is_empty() =>
            {
                let title = "no line above has this indentation";
                let here = self.at - self.line.start;
                let above = text[..self.line.start].lines().rev().find(|l| !l.trim().is_empty());
                let finding = self.syntax(self.words(self.at), title, "");
                match above.map(indent) {
                    Some(n) if n != here => finding.because(format!(
                        "{here} {}; the line above has {n}",
                        if here == 1 { "space" } else { "spaces" }
                    )),
                    _ => finding.because("a list and keys cannot be at the same level"),
                }
                .help("indent it like the lines to which it belongs")
            }
            (None, ErrorKind::CommentInterceptedScalar) => self
                .syntax(self.words(self.at), "a comment breaks this text in two", "")
                .help("move the comment to a line of its own above"),
            (None, _) => self
                .syntax(self.words(self.at), "this is not well-formed YAML", "")
                .because(kind.to_string())
                .help("put a text with punctuation in quotes"),
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
        self.syntax(words, "a colon and a space are missing after this key", "").help(help)
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

#[cfg(test)]
mod tests {
    use crate::definition;
    use crate::scalar::Scalar;
    use crate::yaml::*;
    use alfil_diagnostics::diagnostic::{Code, has_errors};
    use alfil_diagnostics::source::Sources;
    use alfil_diagnostics::source::{SourceId, Span};
    use std::ops::Range;
    use std::time::{Duration, Instant};

    fn tree(text: &str) -> Node {
        let read = definition::tree(SourceId::only(), text);
        assert!(read.found.is_empty(), "{text:?}: {:?}", read.found);
        read.value.expect("a tree without findings")
    }

    fn codes(text: &str) -> Vec<(Code, &str)> {
        let mut sources = Sources::new();
        let source = sources.add("t", text);
        let read = definition::tree(source, text);
        read.found
            .iter()
            .map(|d| {
                let span = d.span().expect("a finding of the carrier has a place");
                (d.code, &text[span.start as usize..span.end as usize])
            })
            .collect()
    }

    /// Returns the tree in one line. Each value is shown with the characters of its span.
    fn shown(node: &Node, text: &str) -> String {
        let raw = &text[node.span.start as usize..node.span.end as usize];
        match &node.kind {
            NodeKind::Scalar(s) => format!("{:?}={raw:?}", s.text()),
            NodeKind::Sequence(items) => {
                let items: Vec<_> = items.iter().map(|n| shown(n, text)).collect();
                format!("{raw:?}[{}]", items.join(", "))
            }
            NodeKind::Mapping(entries) => {
                let entries: Vec<_> = entries
                    .iter()
                    .map(|e| format!("{}: {}", e.key.text(), shown(&e.value, text)))
                    .collect();
                format!("{raw:?}{{{}}}", entries.join(", "))
            }
        }
    }

    #[test]
    fn every_scalar_is_text_with_its_place() {
        for (text, expected) in [
            ("a: no\nb: 1e3\n", r#""a: no\nb: 1e3"{a: "no"="no", b: "1e3"="1e3"}"#),
            ("a:\nb: ~\n", r#""a:\nb: ~"{a: ""="", b: "~"="~"}"#),
            ("- x\n- y: z\n", r#""- x\n- y: z"["x"="x", "y: z"{y: "z"="z"}]"#),
            (
                "a: [d, {e: f}] # c\n",
                r#""a: [d, {e: f}]"{a: "[d, {e: f}]"["d"="d", "{e: f}"{e: "f"="f"}]}"#,
            ),
            ("- - é\n  - b\n-\n", r#""- - é\n  - b\n-"["- é\n  - b"["é"="é", "b"="b"], ""=""]"#),
            ("x: &a [1]\ny: *a\n", r#""x: &a [1]\ny: *a"{x: "[1]"["1"="1"], y: "*a"["1"="1"]}"#),
            ("a: |\n  W\n\nb: F", r#""a: |\n  W\n\nb: F"{a: "W\n"="W", b: "F"="F"}"#),
            ("", r#"""="""#),
        ] {
            assert_eq!(shown(&tree(text), text), expected);
        }
    }

    #[test]
    fn a_byte_order_mark_and_windows_line_ends_move_nothing() {
        let text = "\u{feff}a: 'x\r\n  y'\r\nb: \"\\u0041\\\r\n  B\"\r\n";
        let node = tree(text);
        assert_eq!(
            shown(&node, text),
            "\"a: 'x\\r\\n  y'\\r\\nb: \\\"\\\\u0041\\\\\\r\\n  B\\\"\"{a: \"x y\"=\"'x\\r\\n  y'\", b: \"AB\"=\"\\\"\\\\u0041\\\\\\r\\n  B\\\"\"}"
        );
    }

    #[test]
    fn slices_of_a_text_are_exact_in_every_style() {
        let cases = [
            ("K isO2", 2..5, "isO"),
            ("'it''s'", 2..3, "''"),
            ("'it''s'", 2..4, "''s"),
            ("\"a\\u00e9\\n b\"", 1..3, "\\u00e9"),
            ("\"a\\u00e9\\n b\"", 3..4, "\\n"),
            ("\"\\ud83d\\ude00b\"", 4..5, "b"),
            ("|\n  W\n  F", 2..3, "F"),
            (">-\n  W\n\n  F", 2..3, "F"),
            ("|2\n    W\n   F\n", 5..6, "F"),
            ("W\n   F", 2..3, "F"),
            ("W\n\n   F", 2..3, "F"),
            ("\"a  \\\n   b\"", 3..4, "b"),
            ("K", 1..1, ""),
            ("''", 0..0, "''"),
        ];
        for (value, range, expected) in cases {
            let text = format!("x:\n  moves: {}\n", value.replace('\n', "\n  "));
            let node = tree(&text);
            let NodeKind::Mapping(outer) = &node.kind else { panic!("{text}") };
            let NodeKind::Mapping(inner) = &outer[0].value.kind else { panic!("{text}") };
            let NodeKind::Scalar(scalar) = &inner[0].value.kind else { panic!("{text}") };
            let span = scalar.slice(range.clone());
            let got = &text[span.start as usize..span.end as usize];
            assert_eq!(got, expected, "{text:?} {:?} {range:?}", scalar.text());
        }
    }

    #[test]
    fn findings_point_at_the_exact_place() {
        use Code::*;
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("moves: @8\nb: c: d\n", vec![(NeedsQuotes, "@8"), (NeedsQuotes, "c: d")]),
            ("moves: [F?R]W\n", vec![(NeedsQuotes, "[F?R]W")]),
            ("{moves: @8, a: b}\n", vec![(NeedsQuotes, "@8")]),
            ("a: {moves: %8, b: '@' }\n", vec![(NeedsQuotes, "%8")]),
            ("s: *1rn/8 w KQ - 0 1\nx: y\n", vec![(NeedsQuotes, "*1rn/8 w KQ - 0 1")]),
            ("s: *1rn/8\nx: y\n", vec![(UnknownAlias, "*1rn/8")]),
            ("s: &1/8 w\nx: y\n", vec![(UnusedAnchor, "&1/8")]),
            ("s: &a [*a]\n", vec![(UnknownAlias, "*a")]),
            ("m: - K\n", vec![(NeedsQuotes, "- K")]),
            ("m: |K\n  x\n", vec![(NeedsQuotes, "|K")]),
            ("m: ? K\n", vec![(NeedsQuotes, "? K")]),
            ("m: , K\n", vec![(NeedsQuotes, ", K")]),
            ("m: ]K\n", vec![(NeedsQuotes, "]K")]),
            ("m: *\n", vec![(NeedsQuotes, "*")]),
            ("m: !x K\n", vec![(YamlTag, "!x")]),
            ("a:\n\tb: c\n", vec![(TabIndentation, "\t")]),
            ("a:\n  b: c\n\td: e\n", vec![(TabIndentation, "\t")]),
            ("a:\n  - b\n\t- e\n", vec![(TabIndentation, "\t")]),
            ("a: [x, y\nb: c\n", vec![(YamlSyntax, "[")]),
            ("a: {b: c\nd: e\n", vec![(YamlSyntax, "{")]),
            ("a: [x, y", vec![(YamlSyntax, "[")]),
            ("a: [x}\n", vec![(YamlSyntax, "[")]),
            ("a: \"abc\nb: c\n", vec![(YamlSyntax, "\"")]),
            ("a: 'abc", vec![(YamlSyntax, "'")]),
            ("a: 'it's so'\n", vec![(YamlSyntax, "s so'")]),
            ("a: \"x\\q\"\n", vec![(YamlSyntax, "\\q")]),
            ("a: 1\nb\nc: 2\n", vec![(YamlSyntax, "b")]),
            ("a:b\nc: d\n", vec![(YamlSyntax, "a:b")]),
            ("p:\n  k: K\n q: Q\n", vec![(YamlSyntax, "q")]),
            ("a: b\n  c: d\n", vec![(YamlSyntax, "c")]),
            ("- a\nb: c\n", vec![(YamlSyntax, "b")]),
            ("a: 1\na: 2\na: 3", vec![(DuplicateKey, "a"), (DuplicateKey, "a")]),
            ("[a]: b\n", vec![(KeyNotText, "[a]")]),
            ("a: 1\n---\nb: 2\n", vec![(SeveralDocuments, "---")]),
            ("a: “K”\n", vec![(SmartQuotes, "“K”")]),
            ("a: b\0c", vec![(UnreadableFile, "\0")]),
            ("a: b\x1bc", vec![(YamlSyntax, "\x1b")]),
        ] {
            let got = codes(text);
            if got != expected {
                wrong.push(format!("{text:?}\n   got {got:?}\n  want {expected:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_text_that_lacks_quotes_is_still_read() {
        let text = "moves: [F?R]W # x\nsetup: *1rn/8\n";
        let read = definition::tree(SourceId::only(), text);
        let shown = shown(&read.value.expect("read as if quoted"), text);
        assert!(
            shown.ends_with(r#"{moves: "[F?R]W"="[F?R]W", setup: "*1rn/8"="*1rn/8"}"#),
            "{shown}"
        );
    }

    #[test]
    fn hostile_texts_give_a_finding_at_once() {
        let bomb: String = (1..60)
            .map(|i| format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 9].join(", ")))
            .collect();
        let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(60_000));
        let deep_alias: String = (1..100).map(|i| format!("a{i}: &a{i} [*a{}]\n", i - 1)).collect();
        for text in [
            "[".repeat(10 << 20),
            "[".repeat(900_000),
            "{a: ".repeat(200_000),
            "- ".repeat(400_000),
            "? ".repeat(400_000),
            "a: @\n".repeat(200_000),
            "a: 1\n".repeat(200_000),
            (0..10_000).map(|i| format!("k{i}: &a{i} x\n")).collect(),
            (0..1000).map(|i| format!("{}a:\n", " ".repeat(i))).collect(),
            format!("a0: &a0 x\n{bomb}"),
            format!("a0: &a0 x\n{deep_alias}"),
            long,
            "-\n".repeat(500_000),
        ] {
            let start = Instant::now();
            let read = definition::tree(SourceId::only(), &text);
            let first = read.found.first().expect("a finding");
            assert!(
                matches!(first.code, Code::TooLarge | Code::NeedsQuotes | Code::UnusedAnchor),
                "{first:?}"
            );
            assert!(read.found.len() <= MAX_FOUND + MAX_MASKS + 2, "{}", read.found.len());
            assert!(
                start.elapsed() < Duration::from_secs(2),
                "{:?} {:?}",
                start.elapsed(),
                &text[..9]
            );
        }
    }

    /// Writes random letters as a scalar of a random style, and returns the place of each letter.
    fn write_scalar(
        u: &mut arbtest::arbitrary::Unstructured<'_>,
        doc: &mut String,
        newline: &str,
    ) -> arbtest::arbitrary::Result<Vec<(char, Range<usize>)>> {
        let style = *u.choose(&["", "\"", "'", "|-", ">-"])?;
        let quoted = matches!(style, "\"" | "'");
        doc.push_str(style);
        if style.len() == 2 {
            doc.push_str(newline);
            doc.push_str("    ");
        }
        let mut letters = Vec::new();
        let mut last = '\n';
        for n in 0..u.int_in_range(1..=12)? {
            let mut c =
                *u.choose(&['K', 'é', '\'', '"', '\\', '♞', ' ', '\n', 'b', '\u{1f600}', '\t'])?;
            // At an edge, YAML folds or forbids blanks, and a plain scalar cannot begin with a quote.
            let edge = n == 0 || last == '\n' || last == ' ';
            if (c == ' ' || c == '\n' || c == '\t' || (!quoted && c == '\'' || c == '"')) && edge {
                c = 'x';
            }
            let start = doc.len();
            match (c, style) {
                ('\n', _) => {
                    doc.push_str(newline);
                    doc.push_str("    ");
                }
                ('\t', "\"") => doc.push_str(u.choose(&["\\t", "\\x09", "\\u0009"])?),
                ('\t', _) => {
                    c = 'y';
                    doc.push('y');
                }
                ('\'', "'") => doc.push_str("''"),
                ('"' | '\\', "\"") => {
                    doc.push('\\');
                    doc.push(c);
                }
                ('\u{1f600}', "\"") if u.arbitrary()? => doc.push_str("\\ud83d\\ude00"),
                _ => doc.push(c),
            }
            if c != '\n' && c != ' ' {
                letters.push((c, start..doc.len()));
            }
            last = c;
        }
        // The last character is a letter, so that no blanks at the end are folded.
        letters.push(('z', doc.len()..doc.len() + 1));
        doc.push('z');
        if quoted {
            doc.push_str(style);
        }
        doc.push_str(newline);
        Ok(letters)
    }

    #[test]
    fn every_letter_of_random_documents_is_found_in_the_file() {
        arbtest::arbtest(|u| {
            let newline = *u.choose(&["\n", "\r\n"])?;
            let mut doc = if u.arbitrary()? { "\u{feff}".to_owned() } else { String::new() };
            let mut expected = Vec::new();
            for n in 0..u.int_in_range(1..=4)? {
                doc.push_str(&format!("k{n}:{newline}  - "));
                expected.push(write_scalar(u, &mut doc, newline)?);
            }
            let NodeKind::Mapping(entries) = tree(&doc).kind else { panic!("{doc:?}") };
            assert_eq!(entries.len(), expected.len());
            for (entry, letters) in entries.iter().zip(expected) {
                let NodeKind::Sequence(items) = &entry.value.kind else { panic!("{doc:?}") };
                let NodeKind::Scalar(scalar) = &items[0].kind else { panic!("{doc:?}") };
                let decoded = scalar.text().char_indices().filter(|(_, c)| *c != ' ' && *c != '\n');
                let decoded: Vec<_> = decoded.collect();
                assert_eq!(decoded.len(), letters.len(), "{doc:?} {:?}", scalar.text());
                for ((i, c), (letter, range)) in decoded.into_iter().zip(letters) {
                    let span = scalar.slice(i..i + c.len_utf8());
                    assert_eq!(c, letter, "{doc:?}");
                    assert_eq!(span.start as usize..span.end as usize, range, "{doc:?} {c:?}");
                }
            }
            Ok(())
        })
        .budget_ms(1500);
    }

    #[test]
    fn no_garbage_panics_and_every_span_is_in_the_text() {
        const WORDS: &[&str] = &[
            "a", ": ", ":", "- ", "-", "[", "]", "{", "}", ", ", "\n", "\n  ", "\n\t", "\r\n",
            "*a", "&a ", "!t ", "@", "`", "%", "|", ">", "\"", "'", "\\", "#", " # ", "? ", "é",
            "“", "”", "---\n", "...", "\u{feff}", "\0", "~", "\u{85}", "<<: ", "\\u00", "\\ud83d",
        ];
        arbtest::arbtest(|u| {
            let mut text = String::new();
            while !u.is_empty() && text.len() < 200 {
                text.push_str(u.choose(WORDS)?);
            }
            let read = definition::tree(SourceId::only(), &text);
            assert!(read.value.is_some() || has_errors(&read.found), "{text:?}");
            for label in read.found.iter().flat_map(|d| &d.labels) {
                let range = label.span.start as usize..label.span.end as usize;
                assert!(text.get(range.clone()).is_some(), "{text:?} {range:?}");
            }
            if let Some(node) = read.value {
                check_spans(&node, &text);
            }
            Ok(())
        })
        .budget_ms(1500);
    }

    fn check_spans(node: &Node, text: &str) {
        let inside = |span: Span| text.get(span.start as usize..span.end as usize).is_some();
        assert!(inside(node.span), "{text:?} {node:?}");
        let scalar = |s: &Scalar| {
            for (i, c) in s.text().char_indices() {
                assert!(inside(s.slice(i..i + c.len_utf8())), "{text:?} {s:?}");
            }
        };
        match &node.kind {
            NodeKind::Scalar(s) => scalar(s),
            NodeKind::Sequence(items) => items.iter().for_each(|n| check_spans(n, text)),
            NodeKind::Mapping(entries) => entries.iter().for_each(|e| {
                scalar(&e.key);
                check_spans(&e.value, text);
            }),
        }
    }

    /// The typed reader of serde_yaml must return the same texts.
    #[test]
    fn the_typed_reader_agrees() {
        arbtest::arbtest(|u| {
            let mut doc = "k: ".to_owned();
            write_scalar(u, &mut doc, "\n")?;
            let typed: std::collections::BTreeMap<String, String> =
                serde_yaml::from_str(&doc).unwrap_or_else(|e| panic!("{doc:?}: {e}"));
            let NodeKind::Mapping(entries) = tree(&doc).kind else { panic!("{doc:?}") };
            let NodeKind::Scalar(scalar) = &entries[0].value.kind else { panic!("{doc:?}") };
            assert_eq!(typed["k"], scalar.text(), "{doc:?}");
            Ok(())
        })
        .budget_ms(500);
    }
}
