//! YAML as a carrier: one tree of texts with exact spans.
//!
//! Owns: [`Node`], [`Entry`] and [`parse`]. Takes a text; gives a tree in which every scalar is a
//! text, whatever YAML would make of it (`N`, `no`, `1e3`), and every problem of the carrier as a
//! finding. Anchors and aliases are resolved here. Invariants: keys of a mapping differ; the tree is
//! at most [`MAX_DEPTH`] deep and [`MAX_NODES`] large, so later stages may recurse over it.
//!
//! The events come from the parser beneath `serde_yaml`, which that package hands out: its typed
//! reader stops at the first problem and cannot tell `no` from `false`, its events can.
//!
//! A value that needs quotes (`moves: @8`) is reported, then read as if it had them: the text is
//! parsed again with those characters masked by as many harmless ones, so that one such value hides
//! neither the next nor what later stages have to say.

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

/// Most values that may lack their quotes before reading stops.
pub const MAX_MASKS: usize = 32;

/// Reads `text`, which is text `source` of the run. A byte order mark and any line ends are accepted.
/// The value is missing where the text cannot be read to its end.
pub fn parse(source: SourceId, text: &str) -> Findings<Node> {
    if let Some(finding) = unreadable(source, text) {
        return Findings::new(None, vec![finding]);
    }
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    let original = &text[bom..];
    let mut masked = original.to_owned();
    let mut masks: Vec<Range<usize>> = Vec::new();
    let mut found = Report::default();
    loop {
        let input = Input { source, base: bom, original, masked: &masked, masks: &masks };
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
                // Missing only for texts read as a stream, and this one is not.
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

/// What keeps `text` from being looked at as YAML at all.
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
