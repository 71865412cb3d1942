//! Converts answers of the editor's core to types of the protocol.

use crate::cli::lsp::addresses::escape;
use alfil::editor::complete::{Completion, Sort};
use alfil::editor::hover::Hover;
use alfil::editor::{Change, Fix, Mark, Page, Related, utf16};
use alfil::render::palette::Colour;
use alfil::variant::Finding;
use alfil_diagnostics::diagnostic::Severity;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CompletionItem, CompletionItemKind,
    CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, FoldingRange,
    FoldingRangeKind, HoverContents, Location, MarkupContent, MarkupKind, NumberOrString, Position,
    TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;
use std::ops::Range;

/// The width of a picture in characters.
const WIDTH: usize = 80;

/// The byte of `text` at a position.
pub(crate) fn offset(text: &str, at: Position) -> usize {
    let position = utf16::Position { line: at.line as usize, column: at.character as usize };
    utf16::byte_at(text, position)
}

/// The range of the bytes `range` in `text`.
pub(crate) fn range(text: &str, range: &Range<usize>) -> lsp_types::Range {
    let position = |at| {
        let utf16::Position { line, column } = utf16::position(text, at);
        Position { line: line as u32, character: column as u32 }
    };
    lsp_types::Range { start: position(range.start), end: position(range.end) }
}

/// The findings at their places in the text.
pub(crate) fn diagnostics(page: &Page, uri: &Uri, marks: &[Mark]) -> Vec<Diagnostic> {
    marks.iter().map(|mark| diagnostic(page, uri, mark)).collect()
}

fn diagnostic(page: &Page, uri: &Uri, mark: &Mark) -> Diagnostic {
    let text = page.text();
    let related = |related: &Related| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: range(text, &related.range) },
        message: related.label.clone(),
    };
    let related: Vec<_> = mark.related.iter().map(related).collect();
    Diagnostic {
        range: range(text, &mark.range),
        severity: Some(match mark.finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(mark.finding.code.to_owned())),
        source: Some("alfil".to_owned()),
        message: message(&mark.finding),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

/// Title, reason and help, one line each.
fn message(finding: &Finding) -> String {
    let reason = finding.reason.iter().map(|reason| format!("\n{reason}"));
    let help = finding.help.iter().map(|help| format!("\nhelp: {help}"));
    std::iter::once(finding.title.clone()).chain(reason).chain(help).collect()
}

/// Edits of one text.
pub(crate) fn edits(text: &str, changes: &[Change]) -> Vec<TextEdit> {
    let edit = |change: &Change| TextEdit {
        range: range(text, &change.range),
        new_text: change.text.clone(),
    };
    changes.iter().map(edit).collect()
}

/// Edits of the text at `uri`.
#[allow(clippy::mutable_key_type, reason = "the protocol's type; addresses are never changed")]
pub(crate) fn workspace_edit(text: &str, uri: &Uri, changes: &[Change]) -> WorkspaceEdit {
    let changes = HashMap::from([(uri.clone(), edits(text, changes))]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// The fixes of the findings in `range`.
pub(crate) fn fixes(page: &Page, uri: &Uri, range: &Range<usize>) -> Vec<CodeActionOrCommand> {
    let fixes = page.fixes(range);
    let lone = fixes.len() == 1;
    let fix = |Fix { mark, change }: Fix| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: match change.text.as_str() {
                "" => "delete it".to_owned(),
                new => format!("write `{new}`"),
            },
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(page, uri, &mark)]),
            edit: Some(workspace_edit(page.text(), uri, &[change])),
            is_preferred: Some(lone),
            ..CodeAction::default()
        })
    };
    fixes.into_iter().map(fix).collect()
}

/// A description in Markdown.
pub(crate) fn hover(page: &Page, hover: &Hover, pictures: Pictures) -> lsp_types::Hover {
    let mut value = format!("**`{}`**\n", hover.title);
    for line in &hover.lines {
        value += &format!("\n- {line}");
    }
    if let Some(drawing) = &hover.drawing {
        value += &match pictures {
            Pictures::Text => {
                format!(
                    "\n\n```text\n{}\n```",
                    drawing.text(Colour::None, WIDTH).trim_matches('\n')
                )
            }
            Pictures::Svg => {
                format!("\n\n![movement](data:image/svg+xml,{})", escape(&drawing.svg()))
            }
        };
    }
    lsp_types::Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: Some(range(page.text(), &hover.range)),
    }
}

/// An item of completion. Editors sort the items by `order`.
pub(crate) fn completion(page: &Page, new: &Completion, order: usize) -> CompletionItem {
    let range = range(page.text(), &new.change.range);
    CompletionItem {
        label: new.label.clone(),
        kind: Some(match new.sort {
            Sort::Key => CompletionItemKind::PROPERTY,
            Sort::Choice => CompletionItemKind::ENUM_MEMBER,
            Sort::Kind => CompletionItemKind::CLASS,
            Sort::Zone | Sort::Die => CompletionItemKind::VARIABLE,
            Sort::Group => CompletionItemKind::ENUM,
            Sort::Question => CompletionItemKind::FUNCTION,
            Sort::Atom => CompletionItemKind::CONSTANT,
            Sort::Word => CompletionItemKind::KEYWORD,
            Sort::Definition => CompletionItemKind::MODULE,
        }),
        detail: (!new.detail.is_empty()).then(|| new.detail.clone()),
        sort_text: Some(format!("{order:05}")),
        // Without this text, some editors do not filter the list while the user types.
        filter_text: Some(new.label.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: new.change.text.clone(),
        })),
        ..CompletionItem::default()
    }
}

/// The ranges that may be folded.
pub(crate) fn folds(page: &Page) -> Vec<FoldingRange> {
    let fold = |fold: &Range<usize>| {
        let range = range(page.text(), fold);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(FoldingRangeKind::Region),
            ..FoldingRange::default()
        }
    };
    page.folds().iter().map(fold).filter(|fold| fold.start_line < fold.end_line).collect()
}

/// The form of the pictures of movements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pictures {
    /// Characters, which every editor shows.
    Text,
    /// SVG pictures in the Markdown, for editors that draw them.
    Svg,
}
