//! A definition in an editor: one text with its findings, its foldable parts, and the texts that
//! define its pieces.

use alfil_diagnostics::diagnostic::{Diagnostic, Label, Severity, did_you_mean};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_play::game::Game;
use alfil_resolve::resolution::Resolved;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::definition::{self, Definition};
use alfil_syntax::format::format;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::suggest;
use alfil_syntax::value::{Choice, Dialect};
use alfil_syntax::yaml::{Entry, Node, NodeKind};
use alfil_workspace::{Compiled, Finding, Resolution, Workspace};
use std::cell::OnceCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The origin of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A file. It need not exist yet.
    File(PathBuf),
    /// The name of a text without a file.
    Name(String),
}

/// A definition in an editor.
#[derive(Clone, Debug)]
pub struct Page {
    /// The other texts that this one may name.
    pub(super) base: Workspace,
    pub(super) address: Address,
    /// A copy of `base` that also contains this text.
    pub(super) workspace: Workspace,
    pub(super) source: SourceId,
    pub(super) text: Arc<str>,
    /// The YAML tree of the text. `None` if the text is not valid YAML.
    pub(super) tree: Option<Node>,
    pub(super) resolution: Resolution,
    pub(super) compiled: OnceCell<Compiled>,
}

/// A finding at its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The offending characters. If they are in another text, this is the value of `extends`, or an
    /// empty range at the start if there is none.
    pub range: Range<usize>,
    pub finding: Finding,
    /// Other places in this text that explain the finding.
    pub related: Vec<Related>,
    /// The suggested edit, if it changes only this text.
    pub edit: Option<Change>,
}

/// Another place of a finding, with a short description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    pub range: Range<usize>,
    pub label: String,
}

/// A finding that offers an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    pub mark: Mark,
    pub change: Change,
}

/// A replacement of a range of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub range: Range<usize>,
    pub text: String,
}

impl Change {
    /// An insertion before byte `at`.
    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Change {
        Change { range: at..at, text: text.into() }
    }
}

impl Address {
    /// The request that names the text.
    fn request(&self) -> String {
        match self {
            Address::File(path) => path.display().to_string(),
            Address::Name(name) => name.clone(),
        }
    }
}

impl Page {
    /// Reads `text` from `address`. It may name the texts of `base`: shipped definitions, files on
    /// disk and other open texts.
    pub fn read(base: &Workspace, address: &Address, text: &str) -> Page {
        let mut workspace = base.clone();
        match address {
            Address::File(path) => workspace.open(path, text),
            Address::Name(name) => workspace.add(name, text),
        }
        let request = address.request();
        let resolution = workspace.resolve(&request);
        // A text that cannot be read, such as a folder, becomes an empty text with a finding.
        let source = workspace.read_file(&request).unwrap_or_else(|_| {
            let last = workspace.sources().iter().last().map(|(id, _)| id);
            last.unwrap_or_else(|| workspace.sources_mut().add(request, ""))
        });
        let text = workspace.sources().get(source).text.clone();
        let tree = definition::tree(source, &text).value;
        Page {
            base: base.clone(),
            address: address.clone(),
            workspace,
            source,
            text,
            tree,
            resolution,
            compiled: OnceCell::new(),
        }
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The id of the text in [`sources`](Self::sources).
    pub fn source(&self) -> SourceId {
        self.source
    }

    /// All texts that this one may name, and itself.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The request that names this text in its workspace.
    pub fn request(&self) -> String {
        self.address.request()
    }

    /// The resolved definition, unless errors prevent it.
    pub fn resolved(&self) -> Option<&Resolved> {
        self.resolution.resolved.as_ref()
    }

    /// The game that this text extends, as a page of its own. `None` if the text extends nothing.
    /// Reading it costs as much as reading this page.
    pub fn parent_page(&self) -> Option<Page> {
        let text = format!("extends: {}\n", self.characters(self.parent()?.span()));
        // Paths in the text start at the same folder.
        let address = match &self.address {
            Address::File(path) => Address::File(path.with_file_name("parent of this.yaml")),
            Address::Name(_) => Address::Name("parent of this".to_owned()),
        };
        Some(Page::read(&self.base, &address, &text))
    }

    /// The game, if there are no errors.
    pub fn game(&self) -> Option<&Game> {
        self.compiled().game.as_ref()
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.found().iter().filter(|d| d.severity() == Severity::Error).count()
    }

    /// All findings, errors first.
    pub(super) fn found(&self) -> &[Diagnostic] {
        &self.compiled().found
    }

    /// The result of compilation. It takes longer than all other steps, so it runs only when
    /// needed.
    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| self.workspace.compile(&self.resolution))
    }

    /// All texts that were read: this one and those that it names, directly or through others.
    pub fn sources(&self) -> &Sources {
        self.workspace.sources()
    }

    /// Canonical paths of all files that this text names, directly or through others, and its own.
    /// Some may be missing.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.workspace.library().files()
    }

    /// Returns true if most keys resemble no key of definitions. Then the file is probably no
    /// definition.
    pub fn is_foreign(&self) -> bool {
        let keys = self.keys();
        let names = || Definition::SCHEMA.keys.iter().map(|key| key.name);
        let ours = keys.iter().filter(|name| {
            suggest::key(name, &Definition::SCHEMA).is_some()
                || did_you_mean(name, names()).is_some()
        });
        ours.count() * 2 < keys.len()
    }

    /// The top-level keys. If the text is not valid YAML, these are the parts of unindented lines
    /// before the colon.
    pub(super) fn keys(&self) -> Vec<&str> {
        match self.tree.as_ref().map(|tree| &tree.kind) {
            Some(NodeKind::Mapping(entries)) => entries.iter().map(|e| e.key.text()).collect(),
            Some(NodeKind::Scalar(_) | NodeKind::Sequence(_)) => Vec::new(),
            None => {
                let lines = self.text.lines().filter(|line| line.starts_with(char::is_alphabetic));
                lines.filter_map(|line| Some(line.split_once(':')?.0.trim_end())).collect()
            }
        }
    }

    /// All findings, errors first.
    pub fn marks(&self) -> Vec<Mark> {
        self.found().iter().map(|found| self.mark(found)).collect()
    }

    /// The findings that need no compilation. They take a few milliseconds, and
    /// [`marks`](Self::marks) includes them.
    pub fn early_marks(&self) -> Vec<Mark> {
        self.resolution.found().iter().map(|found| self.mark(found)).collect()
    }

    /// The findings in `range` that offer an edit.
    pub fn fixes(&self, range: &Range<usize>) -> Vec<Fix> {
        let touches = |mark: &Mark| mark.range.start <= range.end && range.start <= mark.range.end;
        let here = self.marks().into_iter().filter(touches);
        here.filter_map(|mark| Some(Fix { change: mark.edit.clone()?, mark })).collect()
    }

    /// The text in the house style; `None` if `alfil fmt` would not change it.
    pub fn format(&self) -> Option<String> {
        format(self.source, &self.text).ok()
    }

    fn mark(&self, found: &Diagnostic) -> Mark {
        let own = |span: Span| (span.source == self.source).then(|| bytes(span));
        let elsewhere = || self.parent().map_or(0..0, |scalar| bytes(scalar.span()));
        let range = found.span().and_then(own).unwrap_or_else(elsewhere);
        let related = |label: &Label| {
            own(label.span).map(|range| Related { range, label: label.text.clone() })
        };
        let edit = found.edit.as_ref().filter(|edit| edit.span.source == self.source);
        Mark {
            range,
            finding: Finding::of(found, self.workspace.sources()),
            related: found.labels.iter().skip(1).filter_map(related).collect(),
            edit: edit.map(|edit| Change { range: bytes(edit.span), text: edit.text.clone() }),
        }
    }

    /// The value of a top-level key, if it is a text.
    fn own_text(&self, key: &str) -> Option<&Scalar> {
        let NodeKind::Mapping(entries) = &self.tree.as_ref()?.kind else { return None };
        match &entries.iter().find(|entry| entry.key.text() == key)?.value.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
        }
    }

    /// The value of `extends`.
    pub(super) fn parent(&self) -> Option<&Scalar> {
        self.own_text("extends")
    }

    pub fn dialect(&self) -> Dialect {
        let said = self.own_text("dialect").map_or("", |said| said.text());
        Dialect::from_word(said).unwrap_or_default()
    }

    /// The ruleset, if the text could be resolved.
    pub(super) fn rules(&self) -> Option<&Ruleset> {
        self.resolved().map(|resolved| &resolved.ruleset)
    }
}

/// The range of `span` in its text.
pub(super) fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

// Foldable parts of a text: each top-level key, each entry of its value and each item of its list.

impl Page {
    /// The parts with more than one line, from the key or the start of the item to the last
    /// character.
    pub fn folds(&self) -> Vec<Range<usize>> {
        let Some(NodeKind::Mapping(entries)) = self.tree.as_ref().map(|tree| &tree.kind) else {
            return Vec::new();
        };
        let mut folds: Vec<Range<usize>> = entries.iter().map(whole).collect();
        for entry in entries {
            match &entry.value.kind {
                NodeKind::Mapping(inner) => folds.extend(inner.iter().map(whole)),
                NodeKind::Sequence(items) => folds.extend(items.iter().map(|item| {
                    let span = item.span;
                    span.start as usize..span.end as usize
                })),
                NodeKind::Scalar(_) => {}
            }
        }
        folds.retain(|fold| self.text.get(fold.clone()).is_some_and(|text| text.contains('\n')));
        folds
    }
}

/// An entry with its key. The value of an alias is elsewhere in the text, so then only the key
/// counts.
fn whole(entry: &Entry) -> Range<usize> {
    let key = entry.key.span();
    key.start as usize..entry.value.span.end.max(key.end) as usize
}

// Finds the text that defines each piece: its name and the clauses of its movement. A parent's
// text may contain them.

/// The text that defines a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindText {
    pub kind: KindId,
    /// The place of the key that names the kind. `None` if another text gives the name.
    pub name: Option<Range<usize>>,
    /// The clauses of its movement and of its attacks, those of other texts first.
    pub clauses: Vec<Span>,
}

impl Page {
    /// The range of `span` in this text; `None` if it is in another text.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        (span.source == self.source).then_some(span.start as usize..span.end as usize)
    }

    /// The characters at `span`, which may be in another text.
    pub fn characters(&self, span: Span) -> &str {
        self.workspace.sources().slice(span)
    }

    /// The text that defines each kind. The list is empty if the definition cannot be resolved.
    pub fn kind_texts(&self) -> Vec<KindText> {
        let Some(rules) = self.rules() else { return Vec::new() };
        let of = |(kind, rule): (KindId, &alfil_rules::ruleset::Kind)| {
            let movements = std::iter::once(&rule.moves).chain(&rule.attacks);
            let terms = movements.flat_map(|movement| &movement.terms);
            let mut clauses: Vec<Span> = terms.map(|term| term.span).collect();
            clauses.sort_by_key(|span| (span.source == self.source, *span));
            clauses.dedup();
            KindText { kind, name: self.range(rule.name.span), clauses }
        };
        rules.kinds.enumerate().map(of).collect()
    }
}
