//! Parses YAML into a tree of texts with exact spans.
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

mod anchor;
mod input;
mod merge;
mod mistake;
pub(crate) mod node;
mod offsets;
mod tree;

pub use input::{MAX_DEPTH, MAX_FOUND, MAX_NODES};
pub use node::{Entry, Node, NodeKind};

use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Report};
use alfil_diagnostics::source::{MAX_BYTES, SourceId, Span};
use input::{Input, Stop};
use serde_yaml::granit_parser::{self, Parser};
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
            Err(error) => Err(mistake::explain(input, &builder, &error)),
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
        let size = format!("{} bytes, at most {MAX_BYTES} are read", text.len());
        return Some(
            Diagnostic::at(Code::TooLarge, Span::new(source, 0, 0), "this text is too large", "")
                .because(size),
        );
    }
    let Some((at, c)) = text.char_indices().find(|&(_, c)| is_unprintable(c)) else {
        return mistake::assigned(source, text);
    };
    let span = Span::new(source, at, at + c.len_utf8());
    let name = format!("character U+{:04X}", c as u32);
    Some(match c {
        '\0' => Diagnostic::at(Code::UnreadableFile, span, "this is not a text", name),
        _ => Diagnostic::at(Code::YamlSyntax, span, "a control character stands in the text", name)
            .help("delete the character"),
    })
}

/// Characters that YAML forbids outside escapes.
fn is_unprintable(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}'))
        || matches!(c, '\u{fffe}' | '\u{ffff}')
}
