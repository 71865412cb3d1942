//! Converts answers of the editor's core to types of the protocol, with addresses (URIs) of files.

use alfil_diagnostics::diagnostic::Severity;
use alfil_editor::complete::{Completion, Sort};
use alfil_editor::documents::Documents;
use alfil_editor::hover::Hover;
use alfil_editor::names::{Home, Target};
use alfil_editor::{Address, Change, Fix, Mark, Page, Related, place};
use alfil_render::palette::Colour;
use alfil_shell::file::{self, Before};
use alfil_workspace::Finding;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CompletionItem, CompletionItemKind,
    CompletionTextEdit, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, FoldingRange,
    FoldingRangeKind, HoverContents, Location, MarkupContent, MarkupKind, NumberOrString, Position,
    TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The width of a picture in characters.
const WIDTH: usize = 80;

/// The byte of `text` at a position.
pub(crate) fn offset(text: &str, at: Position) -> usize {
    let position = place::Position { line: at.line as usize, column: at.character as usize };
    place::byte_at(text, position)
}

/// The range of the bytes `range` in `text`.
pub(crate) fn range(text: &str, range: &Range<usize>) -> lsp_types::Range {
    let position = |at| {
        let place::Position { line, column } = place::position(text, at);
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
            Severity::Note => DiagnosticSeverity::INFORMATION,
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

// Addresses of the protocol. They are URIs, and most of them name files.

/// The origin of the text at `uri`.
pub(crate) fn address(uri: &Uri) -> Address {
    match path(uri) {
        Some(path) => Address::File(path),
        // The name must not look like a path or a sum, so these characters are replaced.
        None => Address::Name(uri.as_str().replace(['/', '\\', '.', '+'], "_")),
    }
}

/// The path of a `file:` address.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    if uri.scheme().is_none_or(|scheme| !scheme.as_str().eq_ignore_ascii_case("file")) {
        return None;
    }
    let mut bytes = Vec::new();
    let mut rest = uri.path().as_str().as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        let pair = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match pair.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[2..];
            }
            None => bytes.push(*first),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows, the path of `file:///C:/games` is `/C:/games`.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// The `file:` address of a path.
fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", escape(&path))).ok()
}

/// `text` with all reserved characters of an address in hexadecimal.
pub(crate) fn escape(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let escape = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(escape).collect()
}

/// The address that an editor uses for a text, in answer to a request about the text at `here`.
pub(crate) fn known(documents: &Documents, address: &Address, here: &Uri) -> Option<Uri> {
    match address {
        Address::File(file) if path(here).as_ref() != Some(file) => match documents.key(file) {
            Some(key) => Uri::from_str(key).ok(),
            None => seen_from(here, file),
        },
        Address::File(_) | Address::Name(_) => Some(here.clone()),
    }
}

/// The address of the file at `path`. If the editor opened the folder of `here` through a link, the
/// address uses the same link.
fn seen_from(here: &Uri, path: &Path) -> Option<Uri> {
    let target = real(path);
    let shown = self::path(here).unwrap_or_default();
    let below = |folder: &Path| Some(folder.join(target.strip_prefix(real(folder)).ok()?));
    uri(&shown.ancestors().skip(1).find_map(below).unwrap_or(target))
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The address at which an editor can show `target`, in answer to a request about the text at
/// `here`. Editors open only files, so a shipped definition is written to the user's cache.
pub(crate) fn shown(target: &Target, here: &Uri) -> Option<Uri> {
    match &target.home {
        Home::Here => Some(here.clone()),
        Home::File(path) => seen_from(here, path),
        Home::Shipped(name) => {
            let folder = cache()?.join("alfil").join(env!("CARGO_PKG_VERSION"));
            let path = folder.join(format!("{name}.yaml"));
            let text = alfil_definitions::find(name)?.text;
            if alfil_library::read(&path, text.len()).ok().as_deref() != Some(text) {
                fs::create_dir_all(&folder).ok()?;
                file::put(&path, text.as_bytes(), Before::Any).ok()?;
            }
            uri(&path)
        }
    }
}

/// The cache folder of the user.
fn cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    folder("XDG_CACHE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))
}
