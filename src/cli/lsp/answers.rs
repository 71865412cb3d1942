//! Converts the results of the editor's core to messages of the protocol. It decides nothing.

use crate::cli::lsp::lines::{self, escape};
use alfil::editor::complete::Completion;
use alfil::editor::complete::Sort;
use alfil::editor::hover::Hover;
use alfil::editor::{Change, Mark, Page};
use alfil::render::palette::Colour;
use alfil::variant::Finding;
use alfil_diagnostics::diagnostic::Severity;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CompletionItem, CompletionItemKind,
    CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, FoldingRange,
    FoldingRangeKind, HoverContents, Location, MarkupContent, MarkupKind, NumberOrString, TextEdit,
    Uri, WorkspaceEdit,
};
use std::collections::HashMap;

/// Columns of a picture in characters.
const WIDTH: usize = 80;

/// The findings at their places in the text.
pub(crate) fn diagnostics(page: &Page, uri: &Uri, marks: &[Mark]) -> Vec<Diagnostic> {
    marks.iter().map(|mark| diagnostic(page, uri, mark)).collect()
}

fn diagnostic(page: &Page, uri: &Uri, mark: &Mark) -> Diagnostic {
    let text = page.text();
    let place = |range: &std::ops::Range<usize>| Location {
        uri: uri.clone(),
        range: lines::range(text, range),
    };
    let related = |(range, words): &(std::ops::Range<usize>, String)| {
        DiagnosticRelatedInformation { location: place(range), message: words.clone() }
    };
    let related: Vec<_> = mark.also.iter().map(related).collect();
    Diagnostic {
        range: lines::range(text, &mark.range),
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
    let edit = |(range, new): &Change| TextEdit {
        range: lines::range(text, range),
        new_text: new.clone(),
    };
    changes.iter().map(edit).collect()
}

/// The edits as a change of the text at `uri`.
#[allow(clippy::mutable_key_type, reason = "the protocol's type; addresses are never changed")]
pub(crate) fn workspace_edit(text: &str, uri: &Uri, changes: &[Change]) -> WorkspaceEdit {
    let changes = HashMap::from([(uri.clone(), edits(text, changes))]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// The fixes of the findings in `range`.
pub(crate) fn fixes(
    page: &Page,
    uri: &Uri,
    range: &std::ops::Range<usize>,
) -> Vec<CodeActionOrCommand> {
    let fixes = page.fixes(range);
    let lone = fixes.len() == 1;
    let fix = |(mark, change): (Mark, Change)| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: match change.1.as_str() {
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

/// Markdown with a picture in characters, or with one that editors draw.
pub(crate) fn hover(page: &Page, said: &Hover, pictures: Pictures) -> lsp_types::Hover {
    let mut value = format!("**`{}`**\n", said.title);
    for line in &said.lines {
        value += &format!("\n- {line}");
    }
    if let Some(drawing) = &said.drawing {
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
        range: Some(lines::range(page.text(), &said.range)),
    }
}

/// An item of completion.
pub(crate) fn completion(page: &Page, new: &Completion, order: usize) -> CompletionItem {
    let range = lines::range(page.text(), &new.range);
    CompletionItem {
        label: new.label.clone(),
        kind: Some(match new.sort {
            Sort::Key => CompletionItemKind::PROPERTY,
            Sort::Choice => CompletionItemKind::ENUM_MEMBER,
            Sort::Kind => CompletionItemKind::CLASS,
            Sort::Zone => CompletionItemKind::VARIABLE,
            Sort::Atom => CompletionItemKind::CONSTANT,
            Sort::Word => CompletionItemKind::KEYWORD,
            Sort::Definition => CompletionItemKind::MODULE,
        }),
        detail: (!new.detail.is_empty()).then(|| new.detail.clone()),
        sort_text: Some(format!("{order:05}")),
        // Without it some editors treat the list as filtered already.
        filter_text: Some(new.label.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: new.text.clone() })),
        ..CompletionItem::default()
    }
}

/// The ranges that may be folded.
pub(crate) fn folds(page: &Page) -> Vec<FoldingRange> {
    let fold = |fold: &std::ops::Range<usize>| {
        let range = lines::range(page.text(), fold);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(FoldingRangeKind::Region),
            ..FoldingRange::default()
        }
    };
    page.folds().iter().map(fold).filter(|fold| fold.start_line < fold.end_line).collect()
}

/// How movements are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pictures {
    /// In characters.
    Text,
    /// As an SVG in the Markdown.
    Svg,
}
